/** Meaning and hint of every error code in Traditional Chinese. A missing code does not compile. */
import type { ErrorCode } from "../../../lib/error-codes.ts";
import type { ErrorMeaning } from "../words.ts";

const meaning = (what: string, hint: string) => ({ what, hint });

/** For codes whose English hint depends on the single error. That hint is shown in addition. */
const detailed = (what: string, hint: string) => ({ what, hint, detailed: true as const });

const reportDefect = "這是 musterd 的缺陷，請連同前後的記錄回報";

/** Codes that concern the configuration, files and directories. */
const source = {
  "config-unreadable": meaning(
    "無法讀取設定檔",
    "請以 --config 檔案 或 MUSTERD_CONFIG 指定；docs/getting-started.md 有可供起步的設定",
  ),
  "config-invalid": meaning("設定檔有誤", "請修正列出的設定；docs/settings.md 說明每項設定"),
  "source-file-missing": meaning("找不到來源檔案", "請確認匯出已執行，且設定的檔名與資料夾正確"),
  "source-file-unreadable": meaning("無法讀取來源檔案", "請確認檔案權限；檔案不可為資料夾"),
  "source-file-changing": meaning("來源檔案仍在寫入中，或在讀取期間被替換", "請待匯出完成後再執行"),
  "source-file-locked": meaning("來源檔案被其他程式鎖定", "請關閉開啟該檔案的程式後再執行"),
  "source-file-cut": meaning("來源檔案不完整", "請重新匯出；檔案可能在傳輸途中被截斷"),
  "source-not-ready": meaning("來源尚未備妥", "請待匯出程式完成，並產生約定的完成檔"),
  "source-undecodable": meaning("來源檔案無法以設定的編碼解讀", "請確認檔案的編碼，並修正設定的 `encoding`"),
  "source-encoding-ambiguous": meaning("無法判斷來源檔案的編碼", "請在設定中以 `encoding` 指定編碼"),
  "source-too-large": meaning("來源檔案超過大小上限", "請確認檔案是否正確，或分成數個檔案"),
  "source-format-foreign": meaning("來源檔案不是設定的格式", "請確認檔案是 CSV 或 XLSX，副檔名與內容相符"),
  "source-header-moved": meaning("來源檔案的表頭不在預期的列", "請確認匯出格式，或修正 `skipTopRows`"),
  "source-newest-unclear": meaning(
    "無法由檔名判斷哪一個檔案最新",
    "檔名的日期請寫成年月日（people_20241101.csv），或移走其他檔案，或指定一個檔名",
  ),
  "source-csv-invalid": meaning("CSV 檔案格式有誤", "請檢查該行的引號與分隔符號"),
  "source-xlsx-invalid": meaning("XLSX 檔案格式有誤", "請以試算表程式重新儲存後再試"),
  "source-sheet-unknown": meaning("找不到指定的工作表", "請確認設定的工作表名稱"),
  "source-column-unknown": meaning(
    "來源缺少設定所需的欄位",
    "欄位名稱須與檔案表頭完全相同；匯出格式若已變更，請修正設定",
  ),
  "source-column-twice": meaning("來源有重複的欄位名稱", "請移除重複的欄位，或修正匯出格式"),
  "source-date-ambiguous": meaning("日期格式有多種解讀方式", "請在設定中指定日期格式"),
  "source-ldap-unreachable": meaning("無法連線到目錄伺服器", "請確認網址、網路與防火牆"),
  "source-ldap-tls": meaning("無法與目錄伺服器建立 TLS 連線", "請確認憑證與 `ca` 設定"),
  "source-ldap-bind": meaning("目錄伺服器拒絕登入", "請確認 `bind` 的帳號與密碼"),
  "source-ldap-denied": meaning("帳號沒有讀取目錄的權限", "請授予該帳號讀取權限"),
  "source-ldap-base": meaning("查詢的起點不存在", "請確認設定的 `base`"),
  "source-ldap-limit": meaning("超過目錄伺服器的筆數或時間上限", "請調高伺服器對此帳號的上限，或啟用分頁"),
  "source-ldap-referral": meaning("部分目錄位於其他伺服器", "請直接連到持有該部分的伺服器"),
  "source-ldap-attribute": meaning("目錄的屬性無法使用", "請確認屬性名稱與讀取權限"),
  "source-ldap-disconnected": meaning("與目錄伺服器的連線中斷", "請稍後再試；若持續發生，請檢查伺服器與網路"),
  "source-ldap-page-repeated": meaning("目錄伺服器重複傳回同一頁", "請檢查伺服器，或改變分頁設定"),
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
  "source-ldap-changes-unsupported": meaning("目錄伺服器不支援讀取異動", "請移除 `changes`，改為完整讀取"),
  "source-ldap-changes-unsuited": detailed("此設定無法以異動方式讀取", "請依詳情修正設定，或移除 `changes`"),
  "source-ldap-changes-denied": meaning("帳號沒有讀取異動的權限", "請授予該帳號讀取異動的權限，或移除 `changes`"),
  "source-empty": meaning(
    "來源沒有資料，若套用將清空系統中的資料",
    "請確認匯出已執行；若不管理此類資料，請由設定中移除",
  ),
  "source-duplicate-key": meaning("來源有重複的識別值", "請修正來源，使每筆資料的代號、帳號、員工編號不重複"),
  "source-tree-cycle": meaning("部門架構形成循環", "請修正來源中的上層部門"),
  "source-functions-unusable": detailed("對應檔的函式無法使用", "請依詳情修正對應檔"),
  "source-functions-timeout": meaning("對應檔的函式執行逾時", "請檢查函式是否有無窮迴圈或過久的運算"),
  "source-quality": detailed(
    "來源資料品質有疑慮，因此未做任何規劃",
    "請以 `musterd source check` 檢視；若資料無誤，可用 --accept 放行一次",
  ),
  "source-person-unknown": meaning("來源中沒有此人", "請使用來源中的帳號或員工編號"),
};

/** Codes that concern the plan, the service and single changes. */
const target = {
  "cap-exceeded": meaning(
    "變更數量超過安全上限",
    "請先向人事單位確認；若屬實，僅核准此份計畫；僅在貴公司經常如此時，才提高上限",
  ),
  "target-unauthorized": meaning("系統拒絕金鑰，或權限不足", "請確認 target.apiKey 及其權限"),
  "target-misconfigured": detailed(
    "系統的位址或路徑不正確",
    "請檢查 target.url、target.version 與 target.paths；可執行 `musterd check`",
  ),
  "target-unavailable": meaning("無法連線到系統", "請確認系統已啟動，且網路可連通"),
  "target-no-answer": meaning("系統沒有回應", "請稍後再試；若持續發生，請檢查系統與逾時設定"),
  "response-incomplete": meaning("系統的回應不完整", "請稍後再試；若持續發生，請檢查代理伺服器"),
  "response-unexpected": detailed(
    "系統的回應與介面規格不符",
    "請檢查 target.paths 與 target.fields；可執行 `musterd check`",
  ),
  "target-refused": detailed("系統拒絕此項變更", "請依詳情的錯誤代碼修正資料"),
  "already-exists": meaning("系統中已有相同的資料", "請確認代號或帳號是否重複"),
  conflict: meaning("系統中的資料已被他人更動", "下次執行會依最新資料重新規劃"),
  gone: meaning("系統中已無此筆資料", "下次執行會依最新資料重新規劃"),
  "changed-since-plan": meaning("規劃之後資料已變動", "下次執行會依最新資料重新規劃"),
  "still-occupied": meaning("仍有人員或下層部門，無法停用", "待人員與下層部門移出後再執行"),
  "value-missing": meaning("缺少系統要求的欄位值", "請在來源中補上該欄位，或在設定中指定預設值"),
  "value-hidden": meaning("系統未顯示此值，寫入可能將其清空", "請由來源提供該欄位，或確認系統的行為"),
  "omitted-fields-cleared": meaning("系統會清空未送出的欄位", "請檢查 target.omittedFields 設定"),
  "main-post-missing": meaning("人員沒有主要部門", "請在來源中指定主要部門"),
  "not-applied": meaning("寫入後系統仍顯示不同的值", "請確認是否有其他程式同時寫入"),
  "taken-along": meaning("系統在另一項寫入時一併更動此值，且無法復原", "請在系統中手動處理，並告知系統的管理員"),
  "stored-otherwise": meaning("系統儲存的值與寫入的不同", "請修改人事資料中的值，或請系統的管理員處理"),
  "undo-each-other": meaning("系統無法同時保存這兩項，寫入時互相覆蓋", "請在人事資料中擇一"),
  "path-value-refused": meaning("此代號含有無法用於網址的字元", "請修改代號，或在系統中手動處理"),
  "operation-unbound": detailed("不知道此項作業在系統中的位置", "請在 target.paths 指定該作業的路徑"),
  "binding-invalid": detailed("作業路徑的設定有誤", "請檢查 target.paths 中的設定"),
  "prerequisite-failed": meaning("所需的變更失敗，因此未執行", "請先處理失敗的變更"),
  "too-many-failures": meaning("失敗過多，因此不執行停用", "請先處理失敗的變更"),
  "canary-differs": meaning(
    "試行的變更未如預期，其餘的未執行",
    "請檢視 `musterd show last` 與 `musterd check --site`，再執行 `musterd apply`",
  ),
  "write-test-real": meaning("此帳號是人事資料中的人員，不用於寫入測試", "請指定測試人員的帳號，或加上 --real-person"),
  "write-test-left": detailed("寫入測試後未能完全還原", "請在系統中手動修正"),
  "canary-only": meaning("只執行了試行的變更，其餘的未獲同意", "以 `musterd apply` 檢視並執行其餘的變更"),
  "breaker-open": meaning("連續多次相同的失敗，執行已停止", "請依失敗的代碼處理後再執行"),
  cancelled: meaning("依要求停止執行", "需要時請再次執行"),
  interrupted: meaning("執行中的程式已中斷", "下次執行會重新讀取並完成剩餘的變更"),
  "lease-lost": meaning("執行權已由其他程式取得，或逾時", "請確認沒有其他 musterd 同時執行，之後再試"),
  "refresh-unknown": meaning("權限更新沒有回應", "下次執行會再次更新權限"),
  "write-refused": meaning("唯讀連線試圖寫入，已被阻擋", reportDefect),
};

/** Codes that concern the command line, the daemon, Redis, the store and the reference service. */
const parts = {
  "node-too-old": meaning("Node 版本過舊", "請安裝 Node 24 或更新的版本，或使用 `npm run musterd -- …`"),
  "run-in-progress": meaning("已有另一個執行正在進行", "請待其結束後再試；以 `musterd runs` 檢視"),
  "plan-stale": meaning("計畫已與核准時不同", "資料在核准後已變動，請重新檢視 `musterd plan`"),
  "confirmation-needed": detailed("需要確認，但沒有可詢問的終端機", "請先檢視內容，再以 --yes 或指令的選項表示同意"),
  "plan-file-invalid": meaning("無法讀取儲存的計畫，或內容已損毀", "請指定由 `musterd plan --out 檔案` 產生的檔案"),
  "plan-file-foreign": meaning(
    "儲存的計畫屬於其他安裝或其他目標",
    "請在產生該計畫的安裝上套用，或重新執行 `musterd plan --out 檔案`",
  ),
  "subject-unknown": detailed(
    "找不到所指的人員、部門或其他資料",
    "請以帳號、員工編號或姓名指定人員，以代碼或名稱指定部門",
  ),
  "subject-ambiguous": detailed("所指的人員、部門或其他資料不只一個", "請由所列項目擇一，以帳號、員工編號或代碼指定"),
  "comparison-impossible": detailed("兩份設定檔無法比較", "請比較同一目標系統、同一來源的設定檔"),
  "comparison-unstable": meaning("比較期間來源已變動", "請在沒有匯出或編輯人事資料時再比較一次"),
  "release-incomplete": meaning(
    "放行時必須指明計畫與理由",
    "請檢視 `musterd plan`，再以 --plan、--accept 與 --reason 一併指定",
  ),
  "plan-rejected": meaning(
    "核准者已退回此計畫，任何執行都不會套用",
    "請人資更正資料，計畫有所不同後會重新判斷；`musterd reject PLAN --withdraw` 可撤回退回的決定",
  ),
  "nothing-to-decide": meaning("此計畫沒有需要決定的事項", "請以 `musterd runs` 檢視最近一次執行"),
  "four-eyes": meaning("要求執行或最後更改設定的人不得放行其計畫（release.fourEyes）", "請由另一位核准者決定"),
  "role-missing": meaning("此帳號或權杖沒有這項要求所需的角色", "請洽具有該角色的人員"),
  "key-used-otherwise": meaning("此冪等鍵先前已用於另一項要求", "每項新的要求請使用新的鍵"),
  "release-used": meaning("此放行已使用過", "每次放行僅限一次，請重新檢視 `musterd plan` 並再次放行"),
  "fingerprint-invalid": meaning("計畫指紋格式不正確", "請由 `musterd plan` 的結尾複製指紋"),
  "run-unknown": meaning("沒有此執行紀錄", "請以 `musterd runs` 列出執行紀錄"),
  "nothing-to-undo": meaning("該次執行未更動系統，無可還原", "請以 `musterd runs` 選擇其他執行"),
  "option-invalid": detailed("選項的值不正確", "請依詳情修正；以 --help 檢視用法"),
  "decision-invalid": detailed(
    "所作的決定不成立：其中一方不存在，或與其他決定矛盾",
    "請更正識別值；以 `musterd adopt --list` 檢視所有決定，以 --withdraw 撤回",
  ),
  "report-unwritable": meaning(
    "無法寫入 HTML 報表",
    "請指定可寫入的資料夾；可用 `musterd show last --html 檔案` 重新產生",
  ),
  "output-unwritable": meaning(
    "標準輸出未能完整寫出，例如檔案所在的磁碟已滿；命令的其他工作已完成",
    "請騰出空間，再重新顯示：`musterd show last`",
  ),
  "channel-failed": meaning("通知通道無法送達", "請檢查此通道的位址、憑證與密鑰，再執行 `musterd notify --test`"),
  "daemon-unreachable": meaning("常駐程式沒有回應", "請以 `musterd daemon` 啟動，或檢查 daemon.host 與 daemon.port"),
  "daemon-refused": meaning("常駐程式拒絕要求", "請確認此指令與常駐程式使用相同的 daemon.token"),
  "control-unavailable": meaning("無法監聽控制介面的連接埠", "請停止占用該連接埠的程式，或改用其他連接埠"),
  "no-token-configured": meaning("未設定常駐程式的權杖", "請設定 daemon.token，例如 `token: env:MUSTERD_TOKEN`"),
  "redis-unavailable": meaning("無法使用 Redis", "請檢查 redis.url、權限與記憶體；可執行 `musterd check`"),
  "sample-too-small": meaning("範例公司的人數過少", "請指定較多的人數"),
  "store-unavailable": meaning("無法寫入狀態資料庫", "請檢查 state.folder 的磁碟空間與權限"),
  "store-newer": meaning("狀態資料庫來自較新版本的 musterd", "請使用較新的版本，或還原升級前的備份"),
  "store-damaged": meaning("狀態資料庫已損毀", "請由備份還原；檔案未被更動"),
  "state-untrusted": meaning("其他使用者可能動過狀態資料夾", "請檢查擁有者、權限與連結；見 docs/security.md"),
  "service-file": meaning("無法開啟參考服務的資料庫檔案", "請檢查檔案路徑、權限，以及是否已被其他服務開啟"),
  "service-port": meaning("參考服務無法監聽這個連接埠", "請停止占用該連接埠的程式，或以 --port 改用其他連接埠"),
  "service-database": meaning("無法使用參考服務的 PostgreSQL 資料庫", "請檢查位址、帳號、權限與編碼"),
  "service-files": meaning("無法使用上傳檔案的資料夾", "請檢查資料夾的路徑與權限"),
  "document-unreadable": meaning("無法讀取公司資料檔", "請指定存在且可讀取的 YAML 或 JSON 檔"),
  "document-invalid": meaning("公司資料檔有誤，未載入任何資料", "請修正列出的位置"),
  "document-unwritable": meaning("無法寫入檔案", "請指定可寫入的資料夾"),
  "section-twice": meaning("同一區段出現在兩個檔案中", "請只在其中一個檔案保留該區段"),
  "sandbox-refused": detailed("參考服務拒絕此要求", "請依詳情修正；狀態碼 401 表示 MUSTERD_ADMIN_KEY 不正確"),
  "admin-key-missing": meaning("缺少管理金鑰", "請將 MUSTERD_ADMIN_KEY 設為該服務的 Admin-Key"),
  "service-unreachable": meaning("無法連線到參考服務", "請啟動服務，或以 --url 指定位址"),
  "password-missing": meaning("沒有提供密碼", "請輸入密碼、由標準輸入提供，或使用 --generate"),
  "password-weak": meaning("密碼長度不合，或兩次輸入不同", "請使用 12 至 1024 個字元的密碼"),
  "key-weak": meaning("金鑰過短、空白或只是範例值", "請以 openssl rand -hex 24 產生新的金鑰"),
  "secret-in-arguments": meaning(
    "指令列中含有密碼，同機使用者皆可看到",
    "請改用 DATABASE_URL 或 PGPASSWORD 等環境變數",
  ),
  "initiation-pending": meaning("表單仍在建立中", "請稍後再查詢"),
  "upload-length": meaning("上傳的長度與宣告不符", "請確認檔案在上傳期間沒有變動"),
  "callback-refused": meaning("回呼的簽章或內容不正確", "請確認雙方使用相同的密鑰"),
  "form-refused": meaning("服務無法以目前設定建立表單", "請以 `musterd check` 對照表單的代碼、申請人與欄位"),
  internal: meaning("musterd 內部錯誤", reportDefect),
};

export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = { ...source, ...target, ...parts };
