/**
 * Makes docs/zh-TW/errors.md: the page docs/errors.md, its prose from the table below and the rows of its tables from the words with
 * which commands and reports explain a code. `node scripts/chinese-errors.ts` writes it; a test compares.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { ErrorCode } from "../src/lib/error-codes.ts";
import { errorMeanings } from "../src/report/words/zh-tw/error-meanings.ts";

/** English paragraph or heading → Chinese. */
const prose: Readonly<Record<string, string>> = {
  "# Errors": "# 錯誤代碼",
  "Every error has a stable code. It says what happened, where (file, line, column, setting, operation), and what to do about it.\nCommands exit with code 1 and print the error on standard error, or as JSON with `--json`:":
    "每個錯誤都有固定的代碼，並說明發生了什麼、在哪裡（檔案、列、欄、設定、作業），以及如何處理。\n指令以結束代碼 1 結束，錯誤輸出至標準錯誤；加上 `--json` 則為 JSON：",
  "Errors contain no ID numbers, birth dates, phones, secrets or cells. Codes marked ↻ can pass by themselves: the daemon\n[repeats a run](operating.md#runs-that-fail) that ended with one of them. The others wait until somebody has changed something.":
    "錯誤不含身分證字號、出生日期、電話、密碼或儲存格內容。標有 ↻ 的代碼可能自行排除：以這些代碼結束的執行，常駐程式會\n[再次執行](operating.md#失敗的執行)。其餘則須有人處理。",
  "## Configuration and command line": "## 設定檔與指令",
  "## Files of the source": "## 人事檔案",
  "Nothing is planned: a half-read source would look as if people had left.":
    "不會產生計畫：只讀到一半的人事資料，看起來就像有人離職。",
  "## The source as a whole": "## 整體人事資料",
  "## Directories": "## 目錄服務",
  "Nothing is planned.": "不會產生計畫。",
  "## The service": "## 系統",
  "These end the run. What was written is kept and refreshed.": "執行到此為止；已寫入的資料會保留，並更新權限。",
  "## One change": "## 單項變更",
  "The rest of the plan goes on; changes that need this one are not tried.":
    "計畫的其餘部分照常進行；需要此項的變更則不執行。",
  "## The run": "## 執行",
  "## The daemon": "## 常駐程式",
  "## The reference service": "## 參考服務",
  "## The client": "## 用戶端程式庫",
  "Beside the codes of a call (`target-…`, `response-…`, `path-value-refused`, `operation-unbound`):":
    "除了呼叫本身的代碼（`target-…`、`response-…`、`path-value-refused`、`operation-unbound`）：",
  "## Defects": "## 缺陷",
};

const header = "| code | cause | hint |";

const row = (line: string): string => {
  const [, codes = ""] = /^\| (.*?) \|/.exec(line) ?? [];
  const found = [...codes.matchAll(/`([a-z-]+)`/g)].map(([, code = ""]) => errorMeanings[code as ErrorCode]);
  if (found.length === 0 || found.includes(undefined as never)) throw new Error(`no Chinese words for: ${line}`);
  const said = (part: "what" | "hint") => [...new Set(found.map((one) => one[part]))].join("；").replaceAll("|", "\\|");
  return `| ${codes} | ${said("what")} | ${said("hint")} |`;
};

const chinese = (block: string): string => {
  if (block.startsWith("```")) return block;
  if (block.startsWith("|"))
    return block
      .split("\n")
      .map((line) => (line === header ? "| 代碼 | 原因 | 處理方式 |" : /^\|[-|]+\|$/.test(line) ? line : row(line)))
      .join("\n");
  const text = prose[block];
  if (text === undefined) throw new Error(`docs/errors.md has a paragraph without a Chinese one: ${block}`);
  return text;
};

/** The Chinese page of the English one. Throws for a paragraph or code that has no Chinese words. */
export const chineseErrors = (english: string): string =>
  `${english.trim().split(/\n\n+/).map(chinese).join("\n\n")}\n`;

if (import.meta.main) writeFileSync("docs/zh-TW/errors.md", chineseErrors(readFileSync("docs/errors.md", "utf8")));
