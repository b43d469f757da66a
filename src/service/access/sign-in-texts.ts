/** Texts of the sign-in pages in English and traditional Chinese. */
import type { AnyScope } from "./scopes.ts";

/** Returns the texts in the language that the header `Accept-Language` prefers; English by default. */
export const textsFor = (acceptLanguage = ""): Texts => {
  const qualityOf = (range: string): number => Number(/; *q=([\d.]+)/.exec(range)?.[1] ?? 1);
  const [first] = acceptLanguage
    .toLowerCase()
    .split(",")
    .map((range) => range.trim())
    .filter((range) => /^(zh|en)\b/.test(range) && qualityOf(range) > 0)
    .toSorted((a, b) => qualityOf(b) - qualityOf(a));
  return first?.startsWith("zh") ? chinese : english;
};

export type Texts = Readonly<typeof english>;

const english = {
  language: "en",
  signIn: "Sign in",
  signInFor: (application: string) => `${application} asks you to sign in.`,
  account: "Account",
  password: "Password",
  wrong: "The account or the password is wrong.",
  wait: (seconds: number) => `Too many attempts. Try again in ${seconds} seconds.`,
  consent: (application: string) => `Allow ${application}?`,
  signedInAs: (account: string) => `You are signed in as ${account}.`,
  mayDo: (application: string) => `${application} will be able to do this on your behalf:`,
  returnsTo: (destination: string) => `You will be redirected to ${destination}.`,
  allow: "Allow",
  deny: "Deny",
  expired: "This sign-in has expired",
  failed: "Signing in is not possible",
  startAgain: "Go back to the application and start again.",
  signOut: "Sign out",
  signOutMeans:
    "Applications lose access, except those that may keep it when you are not present. To stay signed in, close this page.",
  signedOut: "You are signed out",
  grants: "Applications that act for you",
  noGrants: "No application acts for you.",
  since: (date: string) => `Since ${date} it may do this on your behalf:`,
  end: (application: string) => `End access of ${application}`,
  ended: (application: string) => `${application} has no access any more.`,
  scopes: {
    openid: "Know who you are",
    offline_access: "Keep access when you are not present",
    "base.profile.read": "Read your profile and your notices",
    "bpm.tasks.read": "Read the list of documents waiting for you",
    "bpm.form.read": "Read workflow documents",
    "bpm.form.approval": "Approve and reject workflow documents",
    "bpm.form.apply": "Apply with workflow forms",
    "dms.all.read": "Read folders and documents of the document center",
    "dms.all.write": "Upload files and manage documents of the document center",
  } satisfies Record<AnyScope, string>,
};

const chinese: Texts = {
  language: "zh-TW",
  signIn: "登入",
  signInFor: (application) => `${application} 要求您登入。`,
  account: "帳號",
  password: "密碼",
  wrong: "帳號或密碼錯誤。",
  wait: (seconds) => `嘗試次數過多,請於 ${seconds} 秒後再試。`,
  consent: (application) => `允許 ${application}?`,
  signedInAs: (account) => `您已登入為 ${account}。`,
  mayDo: (application) => `${application} 將可代表您:`,
  returnsTo: (destination) => `完成後將前往 ${destination}。`,
  allow: "允許",
  deny: "拒絕",
  expired: "本次登入已逾時",
  failed: "無法登入",
  startAgain: "請回到應用程式重新開始。",
  signOut: "登出",
  signOutMeans: "登出後,除已獲准在您離線時繼續存取者外,應用程式將無法再存取。若要保持登入,請關閉本頁。",
  signedOut: "您已登出",
  grants: "可代表您操作的應用程式",
  noGrants: "目前沒有應用程式可代表您操作。",
  since: (date) => `自 ${date} 起可代表您:`,
  end: (application) => `終止 ${application} 的存取`,
  ended: (application) => `${application} 已無法再存取。`,
  scopes: {
    openid: "識別您的身分",
    offline_access: "在您離線時繼續存取",
    "base.profile.read": "讀取個人資料與通知",
    "bpm.tasks.read": "讀取個人待簽清單",
    "bpm.form.read": "讀取單據內容",
    "bpm.form.approval": "簽核表單",
    "bpm.form.apply": "表單起單",
    "dms.all.read": "讀取目錄 / 文件",
    "dms.all.write": "上傳檔案與管理文件",
  },
};
