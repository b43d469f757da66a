/** Traditional Chinese words of the calendar, the proposals and the block of a report. */
import type { BlockWords, CalendarWords, ProposalWords } from "../section-words.ts";

export const traditionalChineseCalendar: CalendarWords = {
  heading: "未來 14 天到期事項",
  columns: ["日期", "事項", "人員", "部門"],
  events: {
    created: "建立帳號",
    active: "啟用",
    "last-day": "離職日",
    disabled: "停用",
    "leave-begins": "留職停薪開始：停用",
    "leave-ends": "留職停薪結束：啟用",
    missing: "若來源仍無此人則停用",
    "next-row": "改以來源的另一筆資料為準",
  },
};

export const traditionalChineseProposals: ProposalWords = {
  heading: "建議",
  hint: "未經您決定不會採用。將其中一行加到設定檔的 `identity.adopt`；暫緩的項目也可以 `musterd adopt` 決定。",
  said: {
    recode: (from, to) => `${from} 可能改用新代號：${to}`,
    merge: (from, to) => `${from} 可能已併入 ${to}`,
    split: (from, to) => `${from} 可能已拆分為 ${to}`,
    "re-key": (from, to) => `${from} 在人事資料中可能改用其他員工編號或帳號：${to}`,
    "given-again": (from, to) => `人事資料可能已將 ${from} 的員工編號或帳號改給別人：${to}`,
    twin: (from, to) => `${from} 與人事資料的 ${to} 可能是同一人`,
    "same-source": (from, to) => `人事資料中可能有兩筆是同一人：${from} 與 ${to}`,
  },
  people: (people, of) => `相同人員：${of} 人中的 ${people} 人`,
  meanwhile: {
    held: "決定之前暫緩",
    closed: "計畫會移動人員並停用原部門",
    open: "計畫會移動人員；人事資料未停用的部門會保留",
    created: "計畫會新增第二個帳號",
  },
};

export const traditionalChineseBlock: BlockWords = {
  lookAtService: "請先不要動作，目前尚未寫入任何資料；請確認網址、公司代碼與金鑰，並稍後再看系統中有無人員",
  lookAtClock: "請先不要動作，目前尚未寫入任何資料；請校正有誤的時鐘（本機或系統），再重新執行",
  askHr: "請先不要動作，目前尚未寫入任何資料；先向人資確認是否屬實",
  thenApprove: "若屬實，以此指令僅核准此份計畫",
  raiseCap: "僅在貴公司經常如此時，才提高 `guard.caps` 的上限",
  lastTime: "上次執行",
  recordsOfHr: "人事資料筆數",
};
