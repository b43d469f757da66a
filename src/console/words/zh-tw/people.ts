/** Traditional Chinese words of the pages about people and departments. */
import type { ConsoleWords } from "../en/en.ts";

export const people: ConsoleWords["people"] = {
  lead: "以姓名、帳號、編號或代號尋找人員或部門。",
  search: "姓名、帳號、編號或代號",
  button: "尋找",
  found: "最近幾次執行的計畫中有",
  more: (n) => `以上為前 ${n} 筆，請輸入更完整的名稱。`,
  nothing: "最近幾次執行的計畫沒有提到。可以現在查看兩邊的資料。",
  explain: "現在執行會做什麼，為什麼？",
  explainHint: "立即讀取人事資料與系統，不會寫入任何資料。",
  explainButton: "立即查看",
  history: "異動紀錄",
  noHistory: "沒有任何執行更改過這筆資料。",
  lastOf: (n) => `以上為最近 ${n} 筆異動，更早的請以 musterd history 查看。`,
  due: "即將到期",
  when: "時間",
  what: "內容",
  result: "結果",
  releasedBy: (name) => `由 ${name} 放行`,
  apply: "只套用這一筆",
  applyHint: "只就這一筆資料及其所需，擬定計畫並寫入。",
};
