/**
 * The messages of errors in Traditional Chinese. Errors are written in English where they happen; a line of a message that is
 * listed here is translated, with the numbers and names in it, and any other line stays as it is.
 */
import { findingDetails, findingLine, kindWord } from "./finding-details.ts";

/** English and Chinese; `{1}` is a number or name. A test finds each English text in the sources. */
export const errorDetails: readonly (readonly [english: string, chinese: string])[] = [
  ["there is no run {1} for this target", "此目標沒有執行 {1}"],
  ["the plan {1} was rejected at {2}", "計畫 {1} 已於 {2} 退回"],
  ["run {1} has changed nothing in the service", "執行 {1} 沒有變更系統中的任何資料"],
  ["no run has changed anything in the service", "沒有任何執行變更過系統中的資料"],
  ["a fingerprint has {1} to 64 hexadecimal digits", "指紋為 {1} 至 64 個十六進位數字"],
  ["there is no terminal to ask on", "沒有可詢問的終端機"],
  ["{1} to decide, and there is no terminal to ask on", "有 {1} 筆待決定，但沒有可詢問的終端機"],
  ["the saved plan cannot be read", "無法讀取儲存的計畫"],
  ["the file is not a plan that `musterd plan --out` has saved", "此檔案不是 `musterd plan --out` 所儲存的計畫"],
  ["the file was saved by another installation, or changed since", "此檔案由另一個安裝儲存，或儲存後已遭更動"],
  ["the plan is for {1}, the configuration names {2}", "計畫的目標為 {1}，設定檔的目標為 {2}"],
  ["the daemon takes requests only with a bearer token", "常駐程式只接受附有權杖的要求"],
  ["no daemon answers at {1}", "{1} 沒有常駐程式回應"],
  ["the daemon answered {1}", "常駐程式回應狀態碼 {1}"],
  ["no service answers at {1} ({2})", "{1} 沒有服務回應（{2}）"],
  ["cannot listen on {1}, port {2} ({3})", "無法在 {1} 的連接埠 {2} 接受連線（{3}）"],
  ['{1}: {2} has no column "{3}"', "{1}：{2} 沒有「{3}」欄"],
  ["{1} has: {2} (row {3} was read as the header)", "{1} 的欄位為：{2}（以第 {3} 列為表頭）"],
  ["give a whole number from 1, such as --limit 3", "請指定 1 以上的整數，例如 --limit 3"],
  ["nothing was written: {1}", "未寫入任何資料：{1}"],
  ["{1} × {2}, at most {3} are permitted (of {4} in the service)", "{2} 共 {1} 筆，上限 {3} 筆（系統中共 {4} 筆）"],
  ["the source has no {1} rows, the service has {2}", "來源沒有任何 {1} 資料，系統中有 {2} 筆"],
  ["no file in {1} matches {2}", "{1} 中沒有符合 {2} 的檔案"],
  ["the file has no header row", "檔案沒有表頭"],
  ["{1} is a folder, a pipe or a device, not a file", "{1} 是資料夾、管線或裝置，不是檔案"],
  ['neither side has a record that is called "{1}"', "兩邊都沒有名為「{1}」的資料"],
  ['nobody and no department is called "{1}"{2}', "沒有名為「{1}」的人員或部門{2}"],
  ['"{1}" may be {2} people or departments:', "「{1}」可能是下列 {2} 個人員或部門："],
  ["… and {1} more", "……另有 {1} 個"],
  ["problems in the configuration ({1}):", "設定中的問題（{1} 個）："],
  ["{1}: env:{2} is not set, or empty", "{1}：env:{2} 未設定或為空白"],
  ["{1}: file:{2} cannot be read ({3})", "{1}：無法讀取 file:{2}（{3}）"],
  ["{1}: file:{2} is empty", "{1}：file:{2} 是空的"],
  ["the file is not YAML: {1}", "檔案不是 YAML：{1}"],
  ["the run was stopped on request ({1})", "執行已依要求停止（{1}）"],
  ["another run holds the lease for this target ({1})", "另一個執行正在處理此目標（{1}）"],
  ["another installation holds the lock for this target ({1})", "另一個安裝正在處理此目標（{1}）"],
  ["another process took over the target while this one was suspended", "此程式暫停期間，另一個程式已接手此目標"],
  ["{1} changes in a row failed with {2}", "連續 {1} 項變更因 {2} 失敗"],
  ["the last one: {1}", "最後一項：{1}"],
  ["the file cannot be read", "無法讀取檔案"],
  ["the file cannot be written", "無法寫入檔案"],
  ["{1} cannot be written", "無法寫入 {1}"],
  ["the source has changed while the two plans were made", "產生兩份計畫期間，來源資料已變動"],
  ["the configurations differ in {1}", "兩份設定檔的 {1} 不同"],
  ["there is no decision about {1}", "沒有關於 {1} 的決定"],
  ["the decision about {1} is in the configuration", "關於 {1} 的決定寫在設定檔中"],
  ["no password was given", "未提供密碼"],
  ["--accept needs the plan it is for, and why it is right", "--accept 須指定所核准的計畫，並說明理由"],
  [
    "a saved plan is applied as it was saved, and --only would change it",
    "儲存的計畫須照原樣套用，--only 會改變其內容",
  ],
  ["one of --target, --profile and --person must be given", "須指定 --target、--profile 或 --person 其中之一"],
  ["no answer came ({1})", "沒有收到回應（{1}）"],
  ["expected {1} that is in the calendar", "應為{1}，且須是曆法上存在的日期"],
  ["a date such as {1} or {2}", "如 {1} 或 {2} 的日期"],
  ["a date such as {1}", "如 {1} 的日期"],
  ["{1} would read it", "改為 {1} 即可讀取"],
  [
    "look at `musterd plan`, then approve exactly that plan: `musterd apply --plan FINGERPRINT --yes`",
    "先檢視 `musterd plan`，再只核准那一份計畫：`musterd apply --plan FINGERPRINT --yes`",
  ],
  ["what is forgotten does not come back; if it is meant, give --yes", "清除後無法復原；若確定要清除，請加上 --yes"],
  ["the plan is now {1}, not {2}", "目前的計畫是 {1}，不是 {2}"],
  ["no plan that is kept has this fingerprint", "沒有保存此指紋的計畫"],
  ["the history knows nobody and nothing of this name", "執行紀錄中沒有此名稱的人員、部門或其他資料"],
  [
    "give an account, a code, an employee number or a whole name; `musterd show RUN` shows what a run has changed",
    "請指定帳號、代號、員工編號或完整名稱；`musterd show RUN` 會顯示一次執行變更過的資料",
  ],
  ["the history knows nobody of this account, number or name", "執行紀錄中沒有此帳號、員工編號或姓名的人員"],
  ["give the account as `musterd show` prints it", "請依 `musterd show` 所顯示的指定帳號"],
  ["similar: {1}", "相近者：{1}"],
  [
    "give an account, an employee number, a code or a whole name, as either side has it",
    "請依任一邊的寫法指定帳號、員工編號、代號或完整名稱",
  ],
  [
    "name a person by account, employee number or name, a department by code or name (CODE/* for all below it too)",
    "人員請指定帳號、員工編號或姓名，部門請指定代號或名稱（代號/* 包含其下所有部門）",
  ],
  ["several people of the history have this number or name", "執行紀錄中有多人使用此編號或姓名"],
  ["several records have this name: {1}", "有多筆資料使用此名稱：{1}"],
  ["give one of them with its kind", "請加上類別指定其中一筆"],
  ["give the account", "請指定帳號"],
  ['"{1}" does not name two objects', "「{1}」沒有指出兩筆資料"],
  [
    "write SOURCE=SERVICE for people, and KIND/SOURCE=SERVICE for {1}",
    "人員請寫成 來源=系統；{1} 請寫成 類別/來源=系統",
  ],
  ["{1} is neither a date nor a date-time", "{1} 不是日期，也不是日期與時間"],
  [
    "give a date such as 2027-01-31, or a date-time such as 2027-01-31T09:00",
    "請指定如 2027-01-31 的日期，或如 2027-01-31T09:00 的日期與時間",
  ],
  ["there is no token {1}", "沒有權杖 {1}"],
  [
    "`musterd tokens list` shows the tokens; one can be revoked, and added anew",
    "`musterd tokens list` 會列出權杖；權杖可以撤銷後重新新增",
  ],
  ["there is no account {1}", "沒有帳號 {1}"],
  ["`musterd users list` shows the accounts", "`musterd users list` 會列出帳號"],
  ["the console is off", "控制台未開啟"],
  ["set `daemon.console`", "請設定 `daemon.console`"],
  ["there is a configuration already, and it is not overwritten: {1}", "已有設定檔，不會覆寫：{1}"],
  [
    "`musterd init --add` adds what it lacks; --config names another file",
    "`musterd init --add` 只補上缺少的設定；--config 可指定另一個檔案",
  ],
  [
    "without --answers and without a terminal, `musterd init` lists the questions with their answers",
    "不加 --answers 且沒有終端機時，`musterd init` 會列出問題與可選的答案",
  ],
  ["there is no configuration file", "沒有設定檔"],
  ["there is no file {1} in {2}, because there is no such folder", "{2} 中沒有檔案 {1}，因為沒有這個資料夾"],
  ["the row of the person with this {1} was rejected", "以此 {1} 指定的人員，其資料列已退回"],
  ["{1}the service cannot be reached ({2})", "{1}無法連線到系統（{2}）"],
  ["nothing was sent", "未送出任何內容"],
  ["`musterd forget --help` says what each of them drops", "`musterd forget --help` 說明各自清除的內容"],
  ['"{1}" is not the head of a trail', "「{1}」不是稽核紀錄的最後一筆"],
  ["copy `audit` from a line of the log: NUMBER:DIGEST", "請由記錄檔的一行複製 `audit`：`編號:摘要`"],
  [
    'look at `musterd plan`, then: musterd apply --plan FINGERPRINT --accept NAME --reason "WHY"',
    '請先檢視 `musterd plan`，再執行：musterd apply --plan FINGERPRINT --accept NAME --reason "WHY"',
  ],
  ["the number {1} was not typed", "未輸入數字 {1}"],
  ["go back, and look at what would happen", "請回上一頁，看清楚將會發生什麼"],
  ["a decision needs a reason of up to {1} characters", "決定須附理由，最多 {1} 個字"],
  ["say why", "請說明理由"],
  ["the reason is kept with the decision", "理由會與決定一併保存"],
  ["the questions have changed meanwhile", "問題在此期間已有變動"],
  ["look at them again", "請重新檢視"],
  ["nothing was kept", "未保存任何答案"],
  ["rows {1} have no answer that is known", "第 {1} 列的答案無法辨識"],
  ["rows {1} and {2} answer the same question differently", "第 {1} 列與第 {2} 列對同一問題的答案不同"],
  ["write same or other, and leave the other columns as they were", "請填「相同」或「不同」，其他欄位保持原樣"],
  ['{1}: the source has no {2} "{3}"', "{1}：人事資料中沒有 {2}「{3}」"],
  ['{1}: the service has no {2} "{3}"', "{1}：系統中沒有 {2}「{3}」"],
  ["{1} contradicts {2}", "{1} 與 {2} 互相矛盾"],
  ["a newer run has made another plan ({1})", "較新的執行已產生另一份計畫（{1}）"],
  ["run {1} has another plan than the one that was named", "執行 {1} 的計畫不是所指的計畫"],
  ["the plan changes nothing", "此計畫沒有任何變更"],
  ["the plan exceeds no limit, so a run applies it without a release", "此計畫未超過上限，不需放行即可套用"],
  ["{1} readings of both sides are waited for", "已有 {1} 項讀取兩側資料的工作在等候"],
  ["whoever asked for the run may not release its plan", "要求執行的人不得放行其計畫"],
  ["whoever changed the configuration last may not release a plan", "最後更改設定的人不得放行計畫"],
  ["only an approver may decide", "僅核准者可以作決定"],
  ["the pages of this run could not be made", "無法產生此次執行的頁面"],
  ["the server's certificate has expired", "伺服器的憑證已過期"],
  ["the server's certificate is not valid yet", "伺服器的憑證尚未生效"],
  ["the server's certificate is for another host", "伺服器的憑證屬於另一台主機"],
];

/** Translates every line that is listed, and what a line lists after "; " or fills in; indentation stays. */
export const translatedDetails = (message: string): string =>
  message
    .split("\n")
    .map((line) => {
      const text = line.trimStart();
      return line.slice(0, line.length - text.length) + translated(text);
    })
    .join("\n");

const translated = (text: string): string => {
  const finding = findingLine(text, translated);
  if (finding !== undefined) return finding;
  const parts = text.split("; ").map(translatedPart);
  if (parts.length > 1 && parts.every((part) => part !== undefined)) return parts.join("；");
  return translatedPart(text) ?? text;
};

const translatedPart = (text: string): string | undefined => {
  for (const [pattern, chinese, filledIn] of compiled()) {
    const found = pattern.exec(text);
    if (found) return chinese.replaceAll(/\{(\d)\}/g, (_, at) => filledIn(found[Number(at)] ?? ""));
  }
  return undefined;
};

type Pattern = readonly [english: RegExp, chinese: string, filledIn: (text: string) => string];

let patterns: readonly Pattern[] | undefined;

/** Only a command that prints an error needs them. */
const compiled = (): readonly Pattern[] => {
  const compile = (details: typeof errorDetails, hole: string, filledIn: Pattern[2]): readonly Pattern[] =>
    details.map(([english, chinese]) => [
      new RegExp(`^${RegExp.escape(english).replaceAll(/\\\{\d\\\}/g, hole)}$`),
      chinese,
      filledIn,
    ]);
  patterns ??= [
    ...compile(errorDetails, "(.*)", translated),
    ...compile(findingDetails, "(.*?)", (text) => kindWord(text) ?? translated(text)),
  ];
  return patterns;
};
