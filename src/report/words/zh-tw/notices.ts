/** What the notices of a plan say, in Traditional Chinese. */
import type { Words } from "../words.ts";

export const noticeWords: Words["notices"] = {
  "decision-without-object": "已決定為同一筆，但其中一方不存在，請檢查拼寫",
  unmanaged: "僅存在於系統中，musterd 不會更動",
  "employee-without-post": "沒有任何任職部門",
  "department-without-manager": "沒有部門主管",
  "approvers-in-circle": "互為簽核主管，形成循環，他們的表單不會送到更上層；若非本意，請更正人事資料",
  "inactive-approver":
    "已停用（或將停用），但仍是在職人員所指定的簽核主管，其表單將無人可簽；請在人事資料或系統中改由他人擔任",
  "inactive-not-created": "來源資料為停用且系統中尚無此資料，因此不新增",
  "not-yet-created": "到職日尚遠，未到設定的建立日，因此暫不新增",
  "active-before-hire-date": "到職日未到，但系統中已啟用；維持現狀",
  "hire-date-moved": "建立帳號後到職日已變更；在新的到職日之前維持停用",
  "hire-date-cleared": "已於到職前建立，但人事資料後來清空了到職日；在填入日期之前維持停用",
  "rescinded-hire":
    "已於到職前建立，但人事資料已取消此人到職（資料消失、改為停用，或離職日早於到職日）；除非人事資料再變更，否則不會啟用",
  locked: "為啟用（或將啟用），但帳號在系統中已鎖定，musterd 不會更動鎖定；若非本意，請在系統中解除",
  "account-ends":
    "為啟用（或將啟用），但系統中的帳號已到期或將於 30 日內到期，而人資未提供到期日；若非本意，請在系統中清除到期日，或由人資提供 `expiredTime`",
  "rescinded-in-charge": "可能不會到職，但在系統中仍是部門主管或簽核主管；請在人事資料中改由他人擔任",
  "target-older-than-memory":
    "系統資料比 musterd 的紀錄舊（可能由備份還原或搬移）：最近的變更中有這麼多已不存在；無法讀取的資料將重新寫入",
  "not-shown": "人事資料有此欄位，但系統從不顯示，因此無法比對：除非值由 musterd 寫入，否則不同之處維持現狀",
  "several-in-service": "系統中有多筆資料使用此代號，因此一律不更動；請在系統中只保留一筆使用此代號",
  "not-in-list":
    "在系統中為啟用（E2），但人員清單（E1）沒有列出；清單另外漏列的人，musterd 也看不到，請詢問系統管理員清單是否有筆數上限",
  "account-domain":
    "系統顯示的帳號都帶有這個網域，人事資料則沒有：若系統只是顯示時加上，請設定 `target.accountDomain`，就不會更改任何人的帳號；否則請讓人事資料的帳號也帶有它",
  "changed-by-others": "與上次執行後的狀態不同：有人或其他程式在系統中更動過",
  "only-disabled": "由該次執行建立；已建立的項目只能停用",
  "title-rank-to-review": "新職稱：簽核會用到職稱階層，請確認",
};
