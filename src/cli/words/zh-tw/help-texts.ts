/** The texts of the help in Traditional Chinese; the key is the English text. A test fails when a translation is missing. */

export const helpTexts: Readonly<Record<string, string>> = {
  "Keeps a workflow, organization and document-center service in step with HR.":
    "讓工作流程、組織與文件中心系統的資料與人事資料保持一致。",
  "Write a configuration by looking at HR's files; asks what they do not say.":
    "依人事檔案的內容產生設定檔，檔案未說明之處會詢問。",
  "files of HR, or folders with them (default: this folder)": "人事檔案，或其所在資料夾（預設為目前資料夾）",
  "look at a directory instead of files: ldaps://dc1.example.com": "檢視目錄服務而非檔案：ldaps://dc1.example.com",
  "with --ldap: the entry below which people are; by default what the server says":
    "搭配 --ldap：人員所在的項目；預設依伺服器所述",
  "with --ldap: the account that reads; its password is in MUSTERD_LDAP_PASSWORD":
    "搭配 --ldap：讀取用的帳號，密碼取自 MUSTERD_LDAP_PASSWORD",
  "with --ldap: PEM file of the authority that signed the server's certificate":
    "搭配 --ldap：簽發伺服器憑證的機構之 PEM 檔",
  "with --ldap: send the password without TLS": "搭配 --ldap：不經 TLS 傳送密碼",
  "estimate the calls, time and memory of a first import and of a night, and check nothing":
    "估算首次匯入與每晚執行的呼叫次數、時間與記憶體，不做檢查",
  "Print all that support would ask for, without personal data.": "輸出支援人員所需的資訊，不含個人資料。",
  "write it to a file instead": "改為寫入檔案",
  "answers to the questions, instead of asking": "由檔案提供各問題的答案，不再詢問",
  "do not ask: write what is certain, and the rest as comments": "不詢問：寫入確定的設定，其餘留作註解",
  "add to the configuration what it lacks; nothing in it is changed": "補上設定檔缺少的設定，不更動既有內容",
  "Show what would change. Changes nothing.": "顯示將有哪些變更，不做任何更動。",
  "Show what would change, ask, and do it.": "顯示將有哪些變更，經確認後套用。",
  "Show for one record what would change, and why the rest would not.":
    "顯示單筆資料將有哪些變更，以及其餘不變的原因。",
  "account, employee number, code or name; or KIND/KEY, such as department/RD1":
    "帳號、員工編號、代號或名稱；或 類別/代號，例如 department/RD1",
  "Ask the running daemon for a run now.": "要求執行中的常駐程式立即執行一次。",
  "List the last runs.": "列出最近的執行紀錄。",
  "Show one run: its plan and what became of it.": "顯示一次執行的計畫與結果。",
  "Show what a run has changed, ask, and take it back.": "顯示某次執行的變更，經確認後還原。",
  "show what would be taken back, and change nothing": "只顯示可還原的項目，不做任何更動",
  "id of the run, or `last` for the last one that has changed something":
    "執行代號，或以 `last` 表示最近一次有更動的執行",
  "Check the configuration and every connection; shows all problems at once.":
    "檢查設定檔與各項連線，一次列出所有問題。",
  "Show the last runs, what waits for somebody, and when the next run is due.":
    "顯示最近的執行、待人處理的事項，以及下次執行的時間。",
  "Show what is told to people: what is wrong now, and the last messages.": "顯示通知內容：目前的問題與最近的訊息。",
  "send a test message through every channel": "透過每個通道送出一則測試訊息",
  "number of messages": "訊息數量",
  "show what is wrong now and the last messages, as without options": "顯示目前的問題與最近的訊息（與不加選項相同）",
  "Decide which held records are in the service already.": "決定暫緩的資料是否就是系統中已有的資料。",
  "Drop what is remembered of the target. The history of runs stays.": "清除對目標系統的記憶；執行紀錄會保留。",
  "Replace the key of the store, and seal anew what it has sealed.": "更換狀態資料庫的金鑰，並以新金鑰重新加密。",
  "saved plans that shall be applicable afterwards": "更換後仍須可套用的已儲存計畫",
  "The audit trail: who did what, when, and with which version.": "稽核紀錄：何人、何時、以哪個版本做了什麼。",
  "Find out whether the trail is as it was written.": "檢查稽核紀錄是否與寫入時相同。",
  "the last entry as a log had it, NUMBER:DIGEST, which the trail must still have":
    "記錄檔中的最後一筆（`編號:摘要`），稽核紀錄中必須仍有此筆",
  "Print the entries of the trail.": "輸出稽核紀錄。",
  "only entries from this date or date-time on (+08:00)": "僅列出此日期或時間起的內容（+08:00）",
  "only entries up to this date or date-time (+08:00)": "僅列出此日期或時間前的內容（+08:00）",
  "Tokens with which programs call the running daemon.": "其他程式呼叫常駐程式所用的權杖。",
  "Make a token and print it; it is shown only once.": "新增權杖並顯示其內容（只顯示一次）。",
  "name of the token, which the audit trail shows": "權杖名稱，會出現在稽核紀錄中",
  "what it may do besides reading runs": "除檢視執行紀錄外可做的事",
  "last day, or date-time (+08:00)": "最後一天，或日期與時間（+08:00）",
  "List the tokens, with their last use.": "列出權杖與上次使用的時間。",
  "Remove a token; it is refused from then on.": "撤銷權杖，撤銷後即無法使用。",
  "name of the token": "權杖名稱",
  "Show all that runs have changed about one person, department or other record.":
    "顯示各次執行對某位人員、部門或其他資料所做的全部變更。",
  "follow the run to its end, and exit as `apply` does": "跟隨執行直到結束，結束代碼與 `apply` 相同",
  "Let a plan that exceeds limits be applied once; a run that applies it is asked for.":
    "放行一個超過上限的計畫，僅此一次，並要求執行以套用。",
  "its fingerprint, 12 digits or more": "計畫的指紋，至少 12 位",
  "why; kept with the decision": "原因，會與決定一併保存",
  "Let no run apply a plan until it differs.": "退回計畫：在其有所不同之前，任何執行都不套用。",
  "take an earlier rejection back": "撤回先前退回的決定",
  "Local accounts of people who look at runs and decide.": "檢視執行紀錄並做決定的人員所用的本機帳號。",
  "Add an account; its password is asked for, or read from standard input.":
    "新增帳號；密碼以提示輸入，或由標準輸入讀取。",
  "name with which the person signs in, and which the audit trail shows": "登入用的名稱，會出現在稽核紀錄中",
  "what the person may do besides reading runs": "除檢視執行紀錄外，此人可做的事",
  "List the accounts, with their last sign-in.": "列出帳號與上次登入的時間。",
  "End the sessions and links of a person at the console, also of one from the OpenID provider.":
    "結束某人在控制台的登入與連結，包括由 OpenID 提供者登入的人。",
  "name with which the person has signed in": "該人登入時的名稱",
  "Remove an account; it is refused from then on.": "撤銷帳號，撤銷後即無法使用。",
  "name of the account": "帳號名稱",
  "Print a link that signs a person in to the console, once, within 24 hours, to decide about one plan.":
    "印出一個連結，讓某人在 24 小時內登入控制台一次，決定一份計畫。",
  "first digits (12 or more) of the plan's fingerprint": "計畫指紋的前幾碼（至少 12 碼）",
  "Set the password of an account; it is asked for, or read from standard input.":
    "設定帳號的密碼；以提示輸入，或由標準輸入讀取。",
  "print as CSV": "以 CSV 輸出",
  "Look at the source alone: how it is read, and how good it is.": "單獨檢視來源：讀取的結果與資料品質。",
  "Show raw records, what they become, and what is dropped and why.":
    "顯示原始資料、轉換後的結果，以及略過的內容與原因。",
  "Read the whole source and report its quality. Changes nothing.": "讀取整個來源並回報資料品質，不做任何更動。",
  "Run by the clock and on request until stopped.": "依排程與要求執行，直到停止為止。",
  "Run the reference service.": "啟動參考服務。",
  "Load company documents (YAML or JSON). Each of their sections replaces that of the service.":
    "載入公司資料檔（YAML 或 JSON），檔案中的每個區段會取代服務中的區段。",
  "Print the company document, or write it to a file.": "輸出公司資料，或寫入檔案。",
  "Keys with which other systems call the service.": "其他系統呼叫服務所用的金鑰。",
  "Make a key and print its secret, which is shown only once.": "新增金鑰並顯示其密鑰（只顯示一次）。",
  "List the keys, without their secrets.": "列出金鑰，不含密鑰。",
  "Remove a key; it is refused from then on.": "移除金鑰，移除後即無法使用。",
  "Applications that may ask users to act on their behalf (OAuth).": "可請使用者授權代為操作的應用程式（OAuth）。",
  "Register an application and print its App-Id.": "註冊應用程式並顯示其 App-Id。",
  "List the applications.": "列出應用程式。",
  "Remove an application, with all that users had let it do.": "移除應用程式，使用者先前的授權一併失效。",
  "Show the audit trail: who did what, from where, when, and with which result.":
    "顯示稽核紀錄：何人、自何處、何時、做了什麼、結果如何。",
  "Replace the keys that sign ID tokens, cookies and callbacks. The earlier ones stay valid for a day.":
    "更換簽署 ID 權杖、Cookie 與回呼的金鑰，舊金鑰一天內仍有效。",
  "Set the password that a user signs in with; it is read from standard input.":
    "設定使用者的登入密碼，由標準輸入讀取。",
  "Show the whole job on a sample company, with everything embedded.": "以範例公司示範完整流程，所需元件皆已內建。",
  "Print the script that completes commands and options in a shell.": "輸出 shell 的自動完成指令稿。",

  "output the version number": "顯示版本",
  "display help for command": "顯示說明",
  "language of messages and reports": "訊息與報表的語言",
  "print results, questions and errors only": "僅顯示結果、提問與錯誤",
  "configuration file": "設定檔",
  "log lines on standard error": "在標準錯誤輸出記錄的等級",
  "show every change, not only the first of each group": "顯示所有變更，而非每類的前幾項",
  "apply at most so many entries of every kind first, read them back, and ask before the rest":
    "先試行至多這麼多筆（涵蓋各種異動），讀回確認，再詢問是否套用其餘",
  "read all managers and posts again, whatever the last run knows": "重新讀取所有主管與任職，不沿用上次執行的結果",
  "also write the report as one HTML file": "另將報表寫成一個 HTML 檔",
  "also write the report as Markdown, for a ticket or a mail": "另將報表寫成 Markdown，供工單或郵件使用",
  "also write what changes as CSV, a row for each field": "另將變更寫成 CSV，每個欄位一列",
  "also write the report as an Excel workbook": "另將報表寫成 Excel 活頁簿",
  "print the report as JSON": "以 JSON 輸出報表",
  "why what --accept names is right; kept with the run": "放行 --accept 所列項目的理由，會記錄在執行中",
  "let a breach of the guard or a rule of the quality gate pass this once": "本次放行指定的超限或品質檢核的規則",
  "only this person or department (CODE/*: and all below it), with what they need; repeatable":
    "僅限此人員或部門（代號/*：含其下所有部門）及其所需的項目，可重複指定",
  "another configuration: show how its plan would differ": "另一份設定檔：顯示其計畫有何不同",
  "also save the plan, encrypted, for `musterd apply FILE`": "另將計畫加密存檔，供 `musterd apply 檔案` 使用",
  "a plan saved by `musterd plan --out FILE`: applied as it is, or refused as stale":
    "由 `musterd plan --out 檔案` 儲存的計畫：依原樣套用，若已過時則拒絕",
  "do not ask": "不詢問",
  "apply only if the plan still has this fingerprint (12 digits or more)": "僅在計畫指紋仍相符時套用（至少 12 碼）",
  "print the answer as JSON": "以 JSON 輸出回應",
  "number of runs": "筆數",
  "print as JSON": "以 JSON 輸出",
  "show what is known of the site: addresses, what the key may read, what writes were seen to do":
    "顯示對系統的了解：作業位址、金鑰可讀取的範圍、寫入時觀察到的行為",
  "with --site: try writes on a test person, and put them back; asks twice":
    "搭配 --site：以測試人員試寫並還原；會詢問兩次",
  "with --write-test: although HR has that person": "搭配 --write-test：即使人事資料中有此人",
  "id of the run, or `last`": "執行代號，或 `last`",
  "SOURCE=SERVICE are the same person; KIND/SOURCE=SERVICE for departments and others":
    "來源=系統，兩者為同一人；部門等其他資料請用 類別/來源=系統",
  "SOURCE=SERVICE are not the same": "來源=系統，兩者不是同一筆",
  "take back the decision about SOURCE=SERVICE": "撤回關於 來源=系統 的決定",
  "keep decisions without reading HR and the service, for records that are not there yet":
    "不讀取人事資料與系統即儲存決定（供尚未出現的資料使用）",
  "list all decisions, and ask nothing": "列出所有決定，不詢問",
  "print as JSON, and ask nothing": "以 JSON 輸出，不詢問",
  "everything: written values, links, approvals, the last source, caches of directories":
    "全部：已寫入的值、對應關係、核准、上次的來源與目錄快取",
  "only the profile of the last good source, with which the next one is compared":
    "僅清除上次良好來源的統計（供下次比較之用）",
  "a person (account, number or name): the history keeps a pseudonym instead":
    "一位人員（帳號、員工編號或姓名）：歷史紀錄僅保留代號",
  "only the records of this person (account, number or distinguished name)":
    "僅顯示此人的資料（帳號、員工編號或識別名稱）",
  "try the searches of this directory: the number of entries and the first five": "測試此目錄的查詢：項目數與前五筆",
  "with --feed: search below this entry instead": "搭配 --feed：改由此項目往下查詢",
  "with --feed: search with this filter instead": "搭配 --feed：改用此篩選條件",
  "records of each part (3 by default), entries of each search (5)":
    "每一部分的筆數（預設 3）、每個查詢的項目數（預設 5）",
  "address to listen on": "監聽位址",
  "port to listen on; 0 for a free one": "監聽的連接埠，0 表示任一可用的連接埠",
  "SQLite file or postgres:// address (DATABASE_URL if that is set, else .musterd/service.db)":
    "SQLite 檔案或 postgres:// 位址（預設為 DATABASE_URL，否則為 .musterd/service.db）",
  "folder of uploaded files, for this service alone; by default beside the database":
    "上傳檔案的資料夾，僅供此服務使用；預設在資料庫旁",
  "how much one user or key may have stored in uploaded files, in GiB": "每位使用者或每把金鑰的上傳檔案容量上限（GiB）",
  "hosts that links and callbacks may lead to, such as *.example.com; by default all":
    "連結與回呼可連往的主機，例如 *.example.com；預設不限",
  "links and callbacks may also lead to addresses that are not public": "連結與回呼也可連往非公開位址",
  "company code": "公司代碼",
  "company name that users see; by default the code": "使用者看到的公司名稱，預設為公司代碼",
  "address at which browsers reach it, if it is not the one it listens on": "瀏覽器連線用的網址（若與監聽位址不同）",
  "addresses and CIDR ranges of the proxies in front; only their X-Forwarded-For is believed":
    "前端代理伺服器的位址與 CIDR 範圍，僅採信其 X-Forwarded-For",
  "days for which the audit trail is kept": "稽核紀錄保留天數",
  "only these kinds of events": "僅限這些事件種類",
  "only events with this result": "僅限此結果的事件",
  "only events of this account, key, application or administrator": "僅限此帳號、金鑰、應用程式或管理者的事件",
  "from this date or date-time on": "自此日期或時間起",
  "up to this date or date-time": "至此日期或時間止",
  "the newest lines, at most this many": "最多顯示幾筆最新紀錄",
  "write the lines to this file, as JSON": "將紀錄以 JSON 寫入此檔案",
  "first load a sample company of this many people (300 by default)": "先載入指定人數的範例公司（預設 300 人）",
  "first load these company documents (YAML or JSON)": "先載入這些公司資料檔（YAML 或 JSON）",
  "behave like another site: a profile (observed, strictest, hostile …) or a file of quirks":
    "模擬其他站台：站台類型（observed、strictest、hostile 等）或行為設定檔",
  "address of a running service; its admin key is in MUSTERD_ADMIN_KEY":
    "執行中服務的網址，管理金鑰由 MUSTERD_ADMIN_KEY 提供",
  "without --url: database of a service that is not running (DATABASE_URL if that is set, else .musterd/service.db)":
    "未指定 --url 時：未執行之服務的資料庫（預設為 DATABASE_URL，否則為 .musterd/service.db）",
  "folder of its uploaded files, if it is not beside the database": "其上傳檔案的資料夾（若不在資料庫旁）",
  "without --url: company code": "未指定 --url 時：公司代碼",
  "file to write; by default standard output": "輸出檔，預設為標準輸出",
  "by default that of the file name, else YAML": "預設依檔名判斷，否則為 YAML",
  "only these sections": "僅限這些區段",
  "what it may do": "允許的權限",
  "forms whose documents P-FormDoc permits to read, or all": "P-FormDoc 可讀取哪些表單的文件，或 all",
  "libraries that P-Lib permits, or all": "P-Lib 可使用的文件庫，或 all",
  "survey categories that P-Survey permits, or all": "P-Survey 可使用的問卷類別，或 all",
  "last day, or a date-time; by default never": "最後有效日或時間，預設永不到期",
  "addresses and CIDR ranges it may be used from; by default any": "可使用的來源位址與 CIDR 範圍，預設不限",
  "addresses it may be sent back to after a sign-out; by default none": "登出後可返回的網址，預設為無",
  "addresses the browser may be sent back to": "瀏覽器可返回的網址",
  "what it may ask for": "可要求的權限",
  "its App-Id; by default a random one": "指定 App-Id，預設隨機產生",
  "also make a secret, for an application that runs on a server": "另產生密鑰，供在伺服器上執行的應用程式使用",
  "make a random one and print it": "隨機產生並顯示密碼",
  "number of people": "人數",
  "open the console with a plan that waits for a decision, until Ctrl-C":
    "開啟控制台，其中有一份計畫等待決定，直到按 Ctrl-C",
  "folder for its files; what an earlier demo has left there is deleted":
    "存放檔案的資料夾，先前示範留下的內容會被刪除",
  "bash, zsh, fish or powershell": "bash、zsh、fish 或 powershell",
};
