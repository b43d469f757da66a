/** Why something changes, and why a change is held, in Traditional Chinese. */
import type { Words } from "../words.ts";

export const reasons: Words["reasons"] = {
  "missing-in-target": "系統中尚無此資料",
  differs: "來源資料不同",
  "listed-rename": "設定檔列為更名",
  "same-id": "來源以同一識別碼給了新代號",
  swap: "代號、名稱或主管互換，過程中會使用暫時值",
  "parent-differs": "來源資料中的上層部門不同",
  "order-differs": "來源資料中的順序不同",
  "source-says-inactive": "來源資料為停用",
  "source-says-active": "來源資料為啟用",
  "last-day-passed": "已過離職日",
  "before-hire-date": "尚未到職",
  "hire-date-reached": "已到職",
  rescinded: "到職前已從來源資料消失，且連續缺少已達設定次數",
  "on-leave": "留職停薪中",
  "leave-ended": "留職停薪已結束",
  "missing-in-source": "來源資料中連續缺少此人，已達設定次數",
  "back-in-source": "來源資料中再次出現",
  "lost-in-run": "本次執行的其他寫入使其失效，重新寫入",
  undo: "還原為該次執行之前的值",
};

export const heldReasons: Words["heldReasons"] = {
  "identity-conflict": (about) =>
    `員工編號、帳號或識別碼指向多人、指向另一列資料也指向的人，或指向別人（${about}）：若 \`musterd adopt\` 詢問，請在該處決定，否則請更正人事資料或系統`,
  ambiguous: (about) => `不只一筆資料使用相同的識別值（${about}）`,
  "possible-twin": (about) => `系統中可能已有此筆資料（${about}），請以 \`musterd adopt\` 決定`,
  "number-given-again": (about) =>
    `員工編號、帳號或識別碼與系統中的 ${about} 相同，其他資料卻互相矛盾，可能已改給別人，請以 \`musterd adopt\` 決定`,
  "account-domain": (about) =>
    `系統顯示的帳號都帶有 ${about}，人事資料則沒有：若系統只是顯示時加上，請將 \`target.accountDomain\` 設為 ${about}，否則請讓人事資料的帳號也帶有它`,
  "number-kept": (about) => `系統中的 ${about} 仍使用此員工編號，請在系統或人事資料中更改`,
  "value-taken": (about) =>
    `在職人員的身分證字號或電子郵件，或姓名加生日或電話，將與 ${about} 重複：請更正人事資料或對方的資料；若為新人，執行 \`musterd adopt --other 新人=帳號\` 後，會在不含該證號或郵件的情況下新增。多人刻意共用的值（共用信箱）請列入該欄的 \`empty\``,
  protected: (about) => `設定檔列為保護對象（${about}）`,
  "unreadable-in-target": (about) => `無法從系統讀取 ${about}，因此不做任何變更`,
  "reference-missing": (about) => `所參照的 ${about} 不存在`,
  "reference-held": (about) => `需先完成 ${about}，而該項已暫緩`,
  "key-refused": (about) =>
    `系統不接受 ${about}：含有 / 或 \\、以句點開頭或結尾、含有看不見的字元，或過長；請在人事資料中修改`,
  "look-alike": (about) =>
    `看起來與另一個識別值相同，實際字元卻不同或含有看不見的字元（${about}）；請更正其中之一，或以 \`musterd adopt\` 決定`,
  "decision-without-object": (about) =>
    `已決定為 ${about}，但系統中沒有此筆；請更正或撤回該決定（\`musterd adopt --list\`）`,
  "decisions-contradict": (about) => `相關的決定互相矛盾（${about}）；請撤回錯誤的決定（\`musterd adopt --list\`）`,
  "value-hidden": (about) => `系統未顯示且人事資料未提供的欄位可能因此被清空（${about}）`,
  "zeros-lost": (about) =>
    `人事資料與系統的值只差開頭的零（${about}）：人事資料的零可能被試算表去掉，請將該欄以文字匯出；若系統的員工編號沒有開頭的零，請設定 \`target.employeeNumberWidth\`；若系統的零較多，請以 \`pad\` 補足人事資料的該欄`,
  "value-missing": (about) =>
    `缺少系統要求的欄位值（${about}）：請對應來源欄位，或以 \`{ value: … }\` 為所有資料列指定同一值；已對應來源欄位者，請更正人事資料該列的儲存格`,
  "still-manager": (about) => `仍是 ${about} 的部門主管，請先指定接任者`,
  "still-occupied": (about) => `仍有人員或下層部門（${about}）`,
  "still-used": (about) => `仍由 ${about} 使用`,
  "last-post": (about) => `每人至少保留一個任職部門，此項會移除最後一個（${about}）`,
  "status-and-date-disagree": (about) => `在職狀態與離職日互相矛盾（${about}）`,
  "status-and-leave-disagree": (about) =>
    `在職狀態為在職，留職停薪卻只有一個日期（${about}）：請補上另一個日期，或以在職狀態表明仍在留停或已復職`,
  "status-missing": (about) =>
    `人資未填 ${about} 的狀態，而其他人都有：請填寫此欄，或在 \`active\` 的對應中以 \`default\` 說明空白的意思`,
  "does-not-converge": (about) => `已寫入兩次，系統仍顯示不同的值：系統未保存，或有其他程式寫回（${about}）`,
  "undo-each-other": (about) =>
    `系統無法同時保存此項與 ${about}：同一次執行中，兩者的寫入互相覆蓋；一週後，或人事資料或系統的值改變時，會再試`,
  "refused-before": (about) => `已連續兩次執行遭拒（${about}）；一週後，或人事資料或系統的值改變時，會再試`,
  "not-shown-yet": (about) => `今天的執行已送出 ${about}，系統也已接受，但尚未顯示；若明天仍未顯示，會再送一次`,
  "tree-cycle": (about) => `部門架構會形成循環（${about}）`,
  "not-a-member": (about) => `${about} 在該部門沒有任職`,
  "not-listed": (about) => `${about} 不在系統的人員清單中（可能屬於其他公司），移除後無法再指定`,
  "other-company": (about) => `${about} 是其他公司的人員，只有該公司可以變更`,
  "no-account": (about) => `系統中 ${about} 沒有帳號，而寫入只能以帳號指定人員：請在系統中給此人帳號`,
  "person-inactive": (about) => `${about} 已停用`,
  "holder-unknown": (about) => `來源中有一筆 ${about} 的任職資料，其人員不明，可能就是此人`,
  "changed-since": (about) => `該次執行之後又有更動（${about}）`,
  "before-unknown": (about) => `該次執行之前的值不明，或已不再保存（${about}）`,
  "outcome-unknown": (about) => `不確定該次執行是否已寫入，請在系統中查看（${about}）`,
  "needs-others": (about) => `須與其他對象的變更一併進行，而 \`--only\` 未包含（${about}）`,
  "not-supported": (about) => `系統沒有提供此項操作（${about}）`,
};
