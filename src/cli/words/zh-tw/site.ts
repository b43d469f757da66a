/** Texts of `musterd check --site` and of its write test in Traditional Chinese. */
import { targetText } from "../../../model/target-identity.ts";
import type { SiteWords } from "../en/site.ts";

export const site: SiteWords = {
  operations: "執行時使用的作業",
  reads: "讀取",
  writes: "寫入",
  from: "依據",
  seen: "已讀回",
  unknown: "未知",
  readings: "金鑰可讀取的範圍",
  habits: "寫入時觀察到的行為",
  untold: "不寫入就無從得知的事",
  untriedWrites: (ids) =>
    `金鑰能否使用 ${ids}，以及這些寫入還會更動什麼：尚無任何執行用過。\`musterd check --site --write-test 帳號\` 以測試人員試 E7、E11、E13、E14、D11、D12；\`musterd apply --canary 5\` 則試行規劃所需的寫入。`,
  alwaysUntold: [
    "離職日，以及與部門主管相同的指定簽核主管：系統不會顯示。",
    "系統未列出的人員：帳號或員工編號是否已被使用，新增時才會知道。",
  ],
  testAsked: (account, target) =>
    `這會寫入 ${targetText(target, "zh-TW")}：${account} 將依序改為其他姓名、其他職稱、沒有指定的簽核主管、停用，之後還原為目前的狀態；所屬部門若沒有其他人，也會試部門主管。最後更新一次權限。要繼續嗎？`,
  testTyped: (account) => `請再輸入一次帳號（${account}）以開始：`,
  testNot: "未寫入任何資料。",
  testTried: (ids) => `已試：${ids}`,
  testRefused: (id, code) => `${id} 遭拒（${code}），測試到此為止。`,
  testClean: "寫入未更動其他內容。",
  testShowsLate: "系統的清單在權限更新後才顯示寫入的內容，因此未試其他寫入。",
  testRestored: "該人員已還原。",
};
