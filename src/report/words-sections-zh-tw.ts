/** Traditional Chinese words of notices, of the calendar and of the proposals of a report. */
import type { CalendarWords, NoticeWords, ProposalWords } from "./words-sections.ts";

export const traditionalChineseCalendar: CalendarWords = {
  heading: "未來 14 天到期事項",
  columns: ["日期", "事項", "人員", "部門"],
  events: {
    created: "建立帳號",
    active: "啟用",
    "last-day": "最後工作日",
    disabled: "停用",
    "leave-begins": "留職停薪開始：停用",
    "leave-ends": "留職停薪結束：啟用",
    missing: "若來源仍無此人則停用",
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

export const traditionalChineseNotices: NoticeWords = {
  "decision-without-object": "已決定為同一筆，但其中一方不存在，請檢查拼寫",
  unmanaged: "僅存在於系統中，musterd 不會更動",
  "employee-without-post": "沒有任何任職部門",
  "department-without-manager": "沒有部門主管",
  "inactive-not-created": "來源資料為停用且系統中尚無此資料，因此不新增",
  "not-yet-created": "到職日尚遠，未到設定的建立日，因此暫不新增",
  "active-before-hire-date": "到職日未到，但系統中已啟用；維持現狀",
  "hire-date-moved": "建立帳號後到職日已變更；在新的到職日之前維持停用",
  "hire-date-cleared": "已於到職前建立，但人事資料後來清空了到職日；在填入日期之前維持停用",
  "rescinded-hire":
    "已於到職前建立，但人事資料已取消此人到職（資料消失、改為停用，或離職日早於到職日）；除非人事資料再變更，否則不會啟用",
  "rescinded-in-charge": "可能不會到職，但在系統中仍是部門主管或簽核主管；請在人事資料中改由他人擔任",
  "target-older-than-memory":
    "系統資料比 musterd 的記錄舊（可能由備份還原或搬移）：最近的變更中有這麼多已不存在；無法讀取的資料將重新寫入",
  "changed-by-others": "與上次執行後的狀態不同：有人或其他程式在系統中更動過",
  "only-disabled": "由該次執行建立；已建立的項目只能停用",
  "title-rank-to-review": "新職稱：簽核會用到職稱階層，請確認",
};
