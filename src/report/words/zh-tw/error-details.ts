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
