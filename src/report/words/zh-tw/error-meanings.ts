/** Meaning and hint of every error code in Traditional Chinese. A missing code does not compile. */
import type { ErrorCode } from "../../../lib/error-codes.ts";
import type { ErrorMeaning } from "../words.ts";

const meaning = (what: string, hint: string) => ({ what, hint });

/** For codes whose English hint depends on the single error. That hint is shown in addition. */
const detailed = (what: string, hint: string) => ({ what, hint, detailed: true as const });

const reportDefect = "這是 musterd 的缺陷，請連同記錄檔的前後內容回報";

/** Codes that concern the configuration, files and directories. */
const source = {
  "config-unreadable": meaning(
    "無法讀取設定檔",
    "請以 `--config` 或 `MUSTERD_CONFIG` 指定；docs/zh-TW/getting-started.md 有可供起步的設定檔",
  ),
  "config-invalid": meaning("設定檔有誤", "請修正列出的設定；docs/settings.md 說明每項設定"),
  "source-file-missing": meaning("找不到來源檔案", "請確認匯出已執行，且 `folder` 與檔名正確"),
  "source-file-unreadable": meaning(
    "無法讀取來源檔案",
    "請確認檔案權限；檔案不可為資料夾；若所在的網路磁碟沒有回應，請檢查其伺服器與網路",
  ),
  "source-file-changing": meaning(
    "來源檔案仍在寫入中，或在讀取期間被替換",
    "請稍候；匯出較慢時請提高 `settleSeconds`，或讓匯出程式最後寫入 `ready` 檔",
  ),
  "source-file-locked": meaning("來源檔案旁有鎖定檔或 `.part` 檔", "請關閉該檔案；若無人使用，請刪除鎖定檔"),
  "source-file-cut": meaning("來源檔案不完整", "請重新匯出；檔案可能在傳輸途中被截斷"),
  "source-not-ready": meaning("沒有 `ready` 檔，或它比匯出檔舊", "請讓匯出程式最後才寫入它"),
  "source-undecodable": meaning("來源檔案無法以設定的編碼解讀", "請確認檔案的編碼，並修正設定的 `encoding`"),
  "source-encoding-ambiguous": meaning("無法判斷來源檔案的編碼", "請在設定中以 `encoding` 指定編碼"),
  "source-too-large": meaning("來源檔案超過大小上限", "請確認檔案是否正確，或分成數個檔案"),
  "source-format-foreign": detailed(
    "檔案不是 CSV 或 XLSX（舊版 `.xls`、網頁，或加密的活頁簿）",
    "請另存為未加密的 XLSX，或 UTF-8 的 CSV",
  ),
  "source-header-moved": meaning("來源檔案的表頭不在預期的列", "請確認匯出格式，或修正 `skipTopRows`"),
  "source-newest-unclear": meaning(
    "設定為 `newest: 1`，但無法由檔名判斷哪一個檔案最新（日、月順序不明，同一天分成 `_1` 與 `_2`，或只有月份沒有年份）",
    "檔名的日期請寫成年月日（people_20241101.csv），或移走其他檔案，或指定一個檔名",
  ),
  "source-csv-invalid": detailed("CSV 檔案格式有誤", "請檢查該行的引號與分隔符號"),
  "source-xlsx-invalid": meaning("XLSX 檔案格式有誤", "請以試算表程式重新儲存後再試"),
  "source-sheet-unknown": meaning("活頁簿中沒有這個工作表", "請在 `sheet` 指定訊息所列的工作表之一"),
  "source-column-unknown": meaning(
    "來源缺少設定所需的欄位",
    "欄位名稱須與檔案表頭完全相同；匯出格式若已變更，請修正設定",
  ),
  "source-column-twice": meaning("來源有重複的欄位名稱", "請移除重複的欄位，或修正匯出格式"),
  "source-date-ambiguous": meaning("日期欄有兩種讀法", "請在 `date` 只保留一種格式"),
  "source-ldap-unreachable": meaning("無法連線到目錄伺服器", "請確認 `url`、網路與伺服器"),
  "source-ldap-tls": meaning("無法與目錄伺服器建立 TLS 連線，或憑證不受信任", "請確認 `ca`、`url` 中的名稱與憑證"),
  "source-ldap-bind": meaning("目錄伺服器拒絕登入", "請確認 `bind` 的帳號與密碼"),
  "source-ldap-denied": meaning("帳號沒有讀取目錄的權限", "請授予該帳號讀取權限"),
  "source-ldap-base": meaning("查詢的起點不存在", "請確認設定的 `base`"),
  "source-ldap-limit": meaning(
    "超過目錄伺服器的筆數或時間上限",
    "請調高伺服器對此帳號的上限，或調整 `pageSize` 或 `filter`",
  ),
  "source-ldap-referral": meaning("部分目錄位於其他伺服器", "請直接連到持有該部分的伺服器"),
  "source-ldap-attribute": meaning("目錄的屬性無法使用", "請確認屬性名稱與讀取權限"),
  "source-ldap-disconnected": meaning("與目錄伺服器的連線中斷", "請稍後再試；若持續發生，請檢查伺服器與網路"),
  "source-ldap-page-repeated": meaning("同一個項目出現兩次", "請避免 `base` 互相重疊，或改用其他的 `pageSize`"),
  "source-ldap-range": meaning("無法完整讀取多值屬性", "請檢查伺服器對多值屬性的限制"),
  "source-ldap-unstable": meaning("讀取期間目錄內容持續變動", "請稍後再試，或避開大量異動的時段"),
  "source-ldap-protocol": meaning(
    "目錄伺服器的回應不符合 LDAP 協定",
    "請確認連接埠，並直接連線到伺服器，不經代理或負載平衡器",
  ),
  "source-ldap-endless": meaning(
    "目錄伺服器的回應沒有結束",
    "若目錄確實這麼大，請提高 `maxEntries` 或 `maxMinutes`；否則請檢查伺服器",
  ),
  "source-ldap-failed": detailed("目錄查詢失敗", "請依詳情檢查查詢條件與伺服器"),
  "source-ldap-changes-unsupported": meaning("目錄伺服器無法說明有哪些異動", "請設定 `changes: off`"),
  "source-ldap-changes-unsuited": detailed(
    "對應所用的屬性改變時，項目本身不算異動",
    "請設定 `changes: off`，或不使用該屬性",
  ),
  "source-ldap-changes-denied": meaning("帳號沒有讀取異動的權限", "請授予權限，或設定 `changes: off`"),
  "source-empty": meaning(
    "來源沒有資料，若套用將清空系統中的資料",
    "請確認匯出已執行；若不管理此類資料，請由設定中移除",
  ),
  "source-duplicate-key": meaning(
    "來源有重複的識別值，而 `duplicates` 設為 `refuse`",
    "請讓每筆資料的代號、帳號、員工編號不重複，或設定 `duplicates: quarantine`",
  ),
  "source-tree-cycle": meaning("部門架構形成循環", "請修正來源中的上層部門"),
  "source-functions-unusable": detailed(
    "無法載入對應檔，或缺少函式",
    "請以 `export const name: FieldFunction = …` 匯出函式",
  ),
  "source-functions-timeout": meaning("對應檔的函式執行逾時", "請檢查函式是否有無窮迴圈或過久的運算"),
  "source-quality": detailed(
    "來源資料品質有疑慮，因此未做任何規劃",
    "請以 `musterd source check` 檢視；若資料無誤，可用 --accept 放行一次",
  ),
  "source-person-unknown": meaning("`source preview --employee` 在來源中找不到此人", "請使用來源中的帳號或員工編號"),
};

/** Codes that concern the plan, the service and single changes. */
const target = {
  "cap-exceeded": meaning(
    "變更數量超過安全上限",
    "請先向人資確認；若屬實，僅核准此份計畫：指令列在 `musterd plan` 的開頭；僅在貴公司經常如此時，才提高上限",
  ),
  "column-moved": meaning("人事資料可能有一欄上移或下移", "請人資查看該欄並重新匯出；若無誤，僅核准此份計畫"),
  "clock-differs": meaning(
    "本機時鐘與系統時鐘相差半天以上",
    "請校正有誤的時鐘後重新執行；若系統的時鐘無法校正，核准一次即可，之後相同的時差不再擋下計畫",
  ),
  "target-empty": meaning(
    "系統中沒有任何人員，但之前有",
    "請確認網址、公司代碼與金鑰，或稍後再執行；若系統確實已清空，僅核准此份計畫",
  ),
  "target-unauthorized": meaning(
    "系統拒絕金鑰，或權限不足",
    "請確認 `target.apiKey`、其權限、有效期限與允許的來源位址；更換金鑰後請重新啟動常駐程式",
  ),
  "target-misconfigured": detailed(
    "系統的位址或路徑不正確，或由網頁回應",
    "請檢查 `target.url`、`version` 與 `paths`；`musterd check` 會指出是哪一項",
  ),
  "target-unavailable": meaning("無法連線到系統", "請確認系統已啟動，且網路可連通"),
  "target-no-answer": meaning("系統沒有回應", "請稍後再試；若持續發生，請檢查系統與逾時設定"),
  "response-incomplete": meaning("系統的回應不完整", "請稍後再試；若持續發生，請檢查代理伺服器"),
  "response-unexpected": detailed(
    "系統的回應與介面規格不符",
    "請檢查 target.paths 與 target.fields；可執行 `musterd check`",
  ),
  "target-refused": detailed("系統拒絕此項變更", "請依詳情的錯誤代碼修正資料"),
  "refused-and-changed": meaning("系統拒絕此項寫入，資料卻已被更動", "請在系統中手動處理，並告知系統的管理員"),
  "already-exists": meaning("系統中已有相同的資料", "請確認代號或帳號是否重複"),
  "answers-for-other": meaning("以此帳號查詢，系統卻回應另一個人", "請告知系統的管理員；可手動處理，或改用其他帳號"),
  conflict: meaning("系統中的資料已被他人更動", "下次執行會依最新資料重新規劃"),
  gone: meaning("系統中已無此筆資料", "下次執行會依最新資料重新規劃"),
  "changed-since-plan": meaning("規劃之後資料已變動", "下次執行會依最新資料重新規劃"),
  "still-occupied": meaning("仍有人員或下層部門，無法停用", "待人員與下層部門移出後再執行"),
  "value-missing": meaning("缺少系統要求的欄位值", "請在來源中補上該欄位，或在設定中指定預設值"),
  "value-hidden": meaning(
    "系統遮蔽了這個值，不送出時可能會清空",
    "請對應該欄位；若系統會保留未送出的欄位，請設定 `omittedFields`",
  ),
  "omitted-fields-cleared": meaning(
    "系統清空了未送出的欄位，與 `omittedFields` 的設定不符",
    "請移除該設定、對應這些欄位，並恢復被清空的值",
  ),
  "main-post-missing": meaning("人員沒有主要部門", "請在來源中指定主要部門"),
  "not-applied": meaning("寫入後系統仍顯示不同的值", "請確認是否有其他程式同時寫入"),
  "taken-along": meaning("系統在另一項寫入時一併更動此值，且無法復原", "請在系統中手動處理，並告知系統的管理員"),
  "stored-otherwise": meaning("系統儲存的值與寫入的不同", "請修改人事資料中的值，或請系統的管理員處理"),
  "undo-each-other": meaning("系統無法同時保存這兩項，寫入時互相覆蓋", "請在人事資料中擇一"),
  "path-value-refused": meaning("此代號含有無法用於網址的字元", "請修改代號、手動處理，或設 `target.paths`"),
  "operation-unbound": detailed("不知道此項作業在系統中的位置", "請在 `target.paths` 指定"),
  "binding-invalid": detailed("`paths` 或 `fields` 中的設定無法使用", "請更正"),
  "prerequisite-failed": meaning("所需的變更失敗，因此未執行", "請先處理失敗的變更"),
  "too-many-failures": meaning("失敗過多，因此不停用任何人", "請檢視 `musterd show last`"),
  "canary-differs": meaning(
    "試行的變更未如預期，其餘的未執行",
    "請檢視 `musterd show last` 與 `musterd check --site`，再執行 `musterd apply`",
  ),
  "write-test-real": meaning(
    "此帳號是人事資料中的人員，不用於寫入測試",
    "請指定測試人員的帳號，或加上 `--real-person`",
  ),
  "write-test-left": detailed("寫入測試後未能完全還原", "請在系統中手動修正"),
  "canary-only": meaning("只執行了試行的變更，其餘的未獲同意", "以 `musterd apply` 檢視並執行其餘的變更"),
  "breaker-open": meaning("連續多次相同的失敗，執行或該類變更已停止", "請檢視 `musterd show last`"),
  cancelled: meaning("依要求停止執行", "需要時請再次執行"),
  interrupted: meaning("執行中的程式已中斷", "下次執行會重新讀取並完成剩餘的變更"),
  "lease-lost": meaning("執行權已由其他程式取得，或逾時", "請確認沒有其他 musterd 同時執行，之後再試"),
  "refresh-unknown": meaning("權限更新沒有回應", "下次執行會再次更新權限"),
  "write-refused": meaning("唯讀連線試圖寫入，已被阻擋", reportDefect),
};

/** Codes that concern the command line, the daemon, Redis, the store and the reference service. */
const parts = {
  "node-too-old": meaning("Node 版本過舊", "請安裝 Node 24 或更新的版本；使用原始碼時請用 `npm run musterd`"),
  "too-many-requests": meaning(
    "已有八項需讀取兩側資料的工作在等候，或同一位呼叫者持續追蹤的連線過多",
    "請於一分鐘後再試，並關閉不需要的連線",
  ),
  "run-in-progress": meaning("已有另一個執行正在進行", "請待其結束後再試；以 `musterd runs` 檢視"),
  "plan-stale": meaning("計畫已與核准時不同", "資料在核准後已變動，請重新檢視 `musterd plan`"),
  "confirmation-needed": detailed(
    "需要確認，但沒有可詢問的終端機",
    "請先檢視內容，再以 `--yes` 表示同意；`apply` 請加上 `--plan FINGERPRINT`",
  ),
  "plan-file-invalid": meaning("無法讀取儲存的計畫，或內容已損毀", "請重新儲存計畫：`musterd plan --out FILE`"),
  "plan-file-foreign": meaning(
    "儲存的計畫屬於其他安裝或其他目標",
    "請在產生該計畫的安裝上套用，或重新執行 `musterd plan --out 檔案`",
  ),
  "subject-unknown": detailed(
    "沒有所指的人員、部門或其他資料",
    "請使用帳號、員工編號、代號或完整名稱；`explain` 會列出相近的名稱",
  ),
  "subject-ambiguous": detailed(
    "所指的資料不只一筆",
    "請以帳號、員工編號或代號指定其中一筆，並加上類別：`department/RD1`",
  ),
  "comparison-impossible": detailed(
    "`plan --compare` 的兩份設定檔，目標、資料來源或檔案不同",
    "請比較同一目標系統、同一來源的設定檔",
  ),
  "comparison-unstable": meaning("比較期間來源已變動", "請在沒有匯出或編輯人事資料時再比較一次"),
  "release-incomplete": detailed(
    "決定的內容不完整：缺少理由、須輸入的數字，或所指的計畫",
    "使用 `--accept` 時須有 `--plan` 與 `--reason`：請由 `musterd plan` 的開頭複製完整的指令",
  ),
  "plan-rejected": meaning(
    "核准者已退回此計畫，任何執行都不會套用",
    "請人資更正資料，計畫有所不同後會重新判斷；`musterd reject PLAN --withdraw` 可撤回退回的決定",
  ),
  "nothing-to-decide": meaning("此計畫沒有需要決定的事項", "請以 `musterd runs` 檢視上次執行"),
  "four-eyes": meaning("設定了 `release.fourEyes`：要求執行、更改設定或決定誰是誰的人不得放行", "請由另一位核准者決定"),
  "role-missing": meaning("此帳號或權杖沒有這項要求所需的角色", "請洽具有該角色的人員"),
  "key-used-otherwise": meaning("此冪等鍵先前已用於另一項要求", "每項新的要求請使用新的鍵"),
  "release-used": meaning(
    "此計畫已放行並套用過，同一計畫僅能放行一次",
    "請以 `musterd show` 查明相同的變更為何再次出現；若變更無誤，請提高上限（`guard.caps`）",
  ),
  "fingerprint-invalid": meaning("不是計畫的指紋，或沒有保存此指紋的計畫", "請由 `musterd plan` 的結尾複製 12 碼"),
  "run-unknown": meaning("沒有此執行紀錄", "請以 `musterd runs` 列出執行紀錄"),
  "nothing-to-undo": meaning("該次執行未更動系統，無可還原", "請以 `musterd runs` 選擇其他執行"),
  "option-invalid": detailed("選項的值不正確", "請依詳情修正；以 `--help` 檢視用法"),
  "decision-invalid": detailed(
    "關於資料是否相同的決定不成立：其中一方不存在、與其他決定矛盾、已有變動，或沒有可撤回的決定",
    "請依詳情更正；`musterd adopt` 列出待決定的資料，以 `musterd adopt --list` 檢視所有決定，以 `--withdraw` 撤回，以 `--unchecked` 不經檢查即保存",
  ),
  "report-unwritable": meaning(
    "無法寫入報表、計畫、設定檔或提供支援人員的資料",
    "請指定可寫入的資料夾；報表可用 `musterd show last --html 檔案` 重新產生",
  ),
  "output-unwritable": meaning(
    "標準輸出未能完整寫出，例如檔案所在的磁碟已滿；指令的其他工作已完成",
    "請騰出空間，再重新顯示：`musterd show last`",
  ),
  "channel-failed": meaning("`notify` 的通道無法送達", "請檢查其位址、憑證與密鑰；`musterd notify --test` 可測試"),
  "daemon-unreachable": meaning("常駐程式沒有回應", "請啟動常駐程式，或更正 `daemon.host` 與 `daemon.port`"),
  "daemon-refused": detailed(
    "常駐程式拒絕了要求，訊息中有狀態碼與原因",
    "401 時請比對兩邊的 `daemon.token`；403 時請重新啟動常駐程式，或給予權杖 operator 角色；404 時請檢查 `daemon.host` 與 `daemon.port`；500 以上請看 `musterd status` 與記錄檔",
  ),
  "control-unavailable": meaning(
    "無法監聽控制介面的連接埠",
    "請停止占用該連接埠的程式，或以 `daemon.port` 改用其他連接埠",
  ),
  "no-token-configured": meaning("控制介面只接受附有權杖的要求", "請為常駐程式與指令設定 `daemon.token`"),
  "redis-unavailable": meaning("無法使用 Redis", "請檢查 redis.url、權限與記憶體；可執行 `musterd check`"),
  "sample-too-small": meaning("範例公司的人數過少", "請指定較多的人數"),
  "store-unavailable": meaning("無法寫入狀態資料庫", "請檢查 state.folder 的磁碟空間與權限"),
  "store-newer": meaning("狀態資料庫來自較新版本的 musterd", "請使用較新的版本，或還原升級前的備份"),
  "store-damaged": meaning(
    "狀態資料庫或其中的資料列無法讀取；檔案未被更動",
    "請由備份還原；訊息若如此說明，請執行 `musterd forget --profile`",
  ),
  "state-untrusted": meaning("其他使用者可能動過狀態資料夾", "請檢查擁有者、權限與連結；見 docs/security.md"),
  "service-file": meaning("無法開啟參考服務的資料庫檔案", "請檢查檔案路徑、權限，以及是否已被其他服務開啟"),
  "service-port": meaning("參考服務的連接埠已被占用，或不允許使用", "請停止占用它的程式，或以 `--port` 改用其他連接埠"),
  "service-database": meaning("無法使用參考服務的 PostgreSQL 資料庫", "請檢查位址、帳號、權限與編碼"),
  "service-files": meaning("無法使用上傳檔案的資料夾", "請檢查資料夾的路徑與權限"),
  "document-unreadable": meaning("無法讀取公司資料檔", "請指定存在且可讀取的 YAML 或 JSON 檔"),
  "document-invalid": meaning("公司資料檔有誤，未載入任何資料", "請修正列出的位置"),
  "document-unwritable": meaning("無法寫入檔案", "請指定可寫入的資料夾"),
  "section-twice": meaning("同一區段出現在兩個檔案中", "請只在其中一個檔案保留該區段"),
  "sandbox-refused": detailed("參考服務拒絕此要求", "請依詳情修正；狀態碼 401 表示 MUSTERD_ADMIN_KEY 不正確"),
  "admin-key-missing": meaning("詢問執行中的服務，但未設定 `MUSTERD_ADMIN_KEY`", "請設為該服務印出的金鑰"),
  "service-unreachable": meaning("`--url` 的位址沒有服務回應", "請啟動服務，或更正位址"),
  "password-missing": meaning("沒有提供密碼", "請輸入密碼、由標準輸入提供，或使用 `--generate`"),
  "password-weak": meaning(
    "`musterd users` 的密碼少於 12 或多於 1024 個字元，或兩次輸入不同",
    "請使用幾個彼此無關的字詞",
  ),
  "key-weak": meaning(
    "`MUSTERD_API_KEY` 或 `MUSTERD_ADMIN_KEY` 為空白、少於 16 個字元，或只是範例值",
    "請以 `openssl rand -hex 24` 產生",
  ),
  "secret-in-arguments": meaning(
    "指令列的位址中含有密碼，同一主機的使用者都能看到",
    "請設定 `DATABASE_URL`；位址不含密碼時，另設 `PGPASSWORD`",
  ),
  "initiation-pending": meaning("表單仍在建立中", "請稍後再查詢"),
  "upload-length": meaning("上傳的長度與宣告不符", "請確認檔案在上傳期間沒有變動"),
  "callback-refused": meaning("回呼的簽章或內容不正確", "請確認雙方使用相同的密鑰"),
  "form-refused": meaning(
    "無法依設定發起決定計畫的表單（`release.form`）",
    "請將代碼、申請人與欄位與表單設計核對；表單的流程須有可簽核的人",
  ),
  "file-unusable": detailed(
    "系統不允許執行 musterd 的使用者使用某個檔案或資料夾：其擁有者為他人、磁碟已滿或唯讀，或該處應為檔案卻是資料夾",
    "請依訊息處理；常見原因是曾以 root 執行過指令，請以 `chown` 將狀態資料夾歸還原使用者",
  ),
  internal: meaning("musterd 內部錯誤", reportDefect),
};

export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = { ...source, ...target, ...parts };
