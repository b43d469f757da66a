/** The texts of the sign-in pages in English and traditional Chinese. */
import { escapeHtml } from "../../lib/escape-html.ts";
import type { AnyScope } from "./scopes.ts";

/** The language that the header `Accept-Language` prefers; English by default. */
export const languageOf = (acceptLanguage = ""): "en" | "zh-TW" => {
  const qualityOf = (range: string): number => Number(/; *q=([\d.]+)/.exec(range)?.[1] ?? 1);
  const [first] = acceptLanguage
    .toLowerCase()
    .split(",")
    .map((range) => range.trim())
    .filter((range) => /^(zh|en)\b/.test(range) && qualityOf(range) > 0)
    .toSorted((a, b) => qualityOf(b) - qualityOf(a));
  return first?.startsWith("zh") ? "zh-TW" : "en";
};

/** Returns the texts in that language. */
export const textsFor = (acceptLanguage = ""): Say => {
  const language = languageOf(acceptLanguage) === "en" ? 0 : 1;
  return (key, about: string | undefined = "") => escapeHtml(texts[key][language].replace("{}", () => about));
};

/** Returns a text as HTML. `about` is plain text that takes the place of `{}`; texts with `{}` need it. */
export type Say = <K extends keyof Texts>(key: K, ...about: About<Texts[K][0]>) => string;

type Texts = typeof texts;
type About<Text> = Text extends `${string}{}${string}` ? [about: string] : [];

const texts = {
  language: ["en", "zh-TW"],
  signIn: ["Sign in", "登入"],
  signInFor: ["{} asks you to sign in.", "{} 要求您登入。"],
  account: ["Account", "帳號"],
  password: ["Password", "密碼"],
  wrong: ["The account or the password is wrong.", "帳號或密碼錯誤。"],
  wait: ["Too many attempts. Try again in {} seconds.", "嘗試次數過多,請於 {} 秒後再試。"],
  consent: ["Allow {}?", "允許 {}?"],
  signedInAs: ["You are signed in as {}.", "您已登入為 {}。"],
  mayDo: ["{} will be able to do this on your behalf:", "{} 將可代表您:"],
  returnsTo: ["You will be redirected to {}.", "完成後將前往 {}。"],
  allow: ["Allow", "允許"],
  deny: ["Deny", "拒絕"],
  expired: ["This sign-in has expired", "本次登入已逾時"],
  failed: ["Signing in is not possible", "無法登入"],
  startAgain: ["Go back to the application and start again.", "請回到應用程式重新開始。"],
  signOut: ["Sign out", "登出"],
  signOutMeans: [
    "Applications lose access, except those that may keep it when you are not present. To stay signed in, close this page.",
    "登出後,除已獲准在您離線時繼續存取者外,應用程式將無法再存取。若要保持登入,請關閉本頁。",
  ],
  signedOut: ["You are signed out", "您已登出"],
  grants: ["Applications that act for you", "可代表您操作的應用程式"],
  noGrants: ["No application acts for you.", "目前沒有應用程式可代表您操作。"],
  since: ["Since {} it may do this on your behalf:", "自 {} 起可代表您:"],
  end: ["End access of {}", "終止 {} 的存取"],
  ended: ["{} has no access any more.", "{} 已無法再存取。"],
  openid: ["Know who you are", "識別您的身分"],
  profile: ["Read your name", "讀取您的姓名"],
  email: ["Read your e-mail address", "讀取您的電子郵件信箱"],
  offline_access: ["Keep access when you are not present", "在您離線時繼續存取"],
  "base.profile.read": ["Read your profile and your notices", "讀取個人資料與通知"],
  "bpm.tasks.read": ["Read the list of documents waiting for you", "讀取個人待簽清單"],
  "bpm.form.read": ["Read workflow documents", "讀取單據內容"],
  "bpm.form.approval": ["Approve and reject workflow documents", "簽核表單"],
  "bpm.form.apply": ["Apply with workflow forms", "表單起單"],
  "dms.all.read": ["Read folders and documents of the document center", "讀取目錄 / 文件"],
  "dms.all.write": ["Upload files and manage documents of the document center", "上傳檔案與管理文件"],
} as const satisfies Readonly<Record<AnyScope, Both>> & Readonly<Record<string, Both>>;

/** The English text and the Chinese one. */
type Both = readonly [string, string];
