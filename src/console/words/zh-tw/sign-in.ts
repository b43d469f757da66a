/** Traditional Chinese words of the pages on which people sign in. */
import type { ConsoleWords } from "../en/en.ts";

export const signIn: ConsoleWords["signIn"] = {
  title: "登入",
  name: "帳號名稱",
  password: "密碼",
  button: "登入",
  ended: "您的登入已逾時，並未變更或決定任何事項。請登入後重新操作。",
  written: "您剛才填寫的內容，可複製",
  wrong: "帳號名稱或密碼不正確。",
  slowed: (seconds) => `錯誤次數過多，請在 ${seconds} 秒後再試。`,
  link: (person) => `以「${person}」的身分繼續`,
  linkHint: "此連結只能使用一次，且只能處理訊息中的那份計畫。",
  linkButton: "開啟計畫",
  linkUsed: "此連結已經用過，或已超過 24 小時。",
  openId: "以公司帳號登入",
  orLocal: "或使用本控制台的帳號：",
  go: "繼續",
  openIdNoRole: "您的公司帳號在此沒有任何角色。請洽 musterd 的管理人員。",
  openIdTaken: "本控制台已有與您同名的帳號。請以該帳號的密碼登入。",
  openIdRefused: (why) => `公司帳號登入未成功（${why}）。請再試一次。`,
  linkUsedHint: "請以帳號名稱和密碼登入，或請對方再給您一個連結。",
};
