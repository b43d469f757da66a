/** Each document in Traditional Chinese is the twin of an English one: the same headings, tables, commands and examples. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { chineseErrors } from "../../scripts/chinese-errors.ts";
import { type CommandName, exitCodes } from "../../src/cli/words/en/exit-codes.ts";
import { exitCodeMeanings } from "../../src/cli/words/words.ts";
import { brokenLinks, linksToEnglish } from "./blocks.ts";

/** The Chinese document → the English one. */
const twins = new Map([
  ["README.zh-TW.md", "README.md"],
  ...globSync("docs/zh-TW/**/*.md").map((file): [string, string] => [file, file.replace("zh-TW/", "")]),
]);

const fence = /^```[^\n]*\n[\s\S]*?^```$/gm;

/** A document by its parts: the levels of its headings, its blocks of code, the columns of each row of its tables. */
const partsOf = (file: string) => {
  const text = readFileSync(file, "utf8");
  const prose = text.replaceAll(fence, "");
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, marks = ""]) => marks.length),
    blocks: text.match(fence) ?? [],
    rows: [...prose.matchAll(/^\|.*\|$/gm)].map(([row]) => row.split(/(?<!\\)\|/).length - 2),
    pictures: [...prose.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = ""]) => join(dirname(file), path)),
    items: [...prose.matchAll(/^(?:[-*]|\d+\.) /gm)].length,
  };
};

/** What is in code marks: settings, codes, options and commands, which no language translates. */
const codesOf = (file: string): string[] => {
  const prose = readFileSync(file, "utf8").replaceAll(fence, "");
  return [...new Set([...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code))].toSorted();
};

/** A word that Taiwan does not use, or that stands for the same thing as another → the word that is used. */
const retired: Readonly<Record<string, string>> = {
  背景程式: "常駐程式",
  主控台: "控制台",
  執行記錄: "執行紀錄",
  租約: "執行權",
  部門等級: "部門層級",
  稽核軌跡: "稽核紀錄",
  結束碼: "結束代碼",
  重新整理權限: "權限更新",
  數據: "資料",
  信息: "訊息",
  服務器: "伺服器",
  默認: "預設",
  配置文件: "設定檔",
  文件夾: "資料夾",
  用戶名: "帳號",
  賬: "帳",
  網絡: "網路",
  軟件: "軟體",
  緩存: "快取",
  進程: "程序",
  日誌: "記錄檔",
  登錄: "登入",
  導出: "匯出",
  導入: "匯入",
  字段: "欄位",
  字符: "字元",
  質量: "品質",
  回滾: "還原",
  身份證: "身分證",
  駁回: "退回",
  機密: "密鑰",
  管道: "通道",
  報告: "報表",
  尚欠: "尚待",
  未嘗試: "未執行",
  處理程序: "程序",
  操作人員: "操作員",
  人事單位: "人資",
  最後工作日: "離職日",
  品質檢查: "品質檢核",
};

describe("the documents in Traditional Chinese", () => {
  it("have the error codes as scripts/chinese-errors.ts makes them from the words of the commands", () => {
    const made = chineseErrors(readFileSync("docs/errors.md", "utf8"));
    expect(readFileSync("docs/zh-TW/errors.md", "utf8")).toBe(made);
  });

  it("have the exit codes as the commands tell them", () => {
    const rows = (Object.keys(exitCodes) as CommandName[]).map((command) => {
      const [done, error, more = ""] = exitCodeMeanings(command, "zh-TW").map(([, meaning]) => meaning);
      return `| \`${command}\` | ${done} | ${error} | ${more} |`;
    });
    const [, table = ""] = readFileSync("docs/zh-TW/commands.md", "utf8").split("\n## 結束代碼\n");
    expect(table.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
  });

  it("are all that somebody needs who runs it, and the recipes", () => {
    const pages = ["approving", "commands", "console", "directories", "errors", "getting-started", "glossary", "init"];
    const recipes = globSync("docs/recipes/*.md");
    expect([...twins.values()]).toEqual(
      expect.arrayContaining([
        "README.md",
        ...[...pages, "operating", "planning"].map((page) => `docs/${page}.md`),
        ...recipes,
      ]),
    );
  });

  it.each([...twins])("%s has the headings, blocks, tables, lists and pictures of %s", (chinese, english) => {
    expect(partsOf(chinese)).toEqual(partsOf(english));
  });

  it.each([...twins])("%s names the settings, codes and commands that %s names", (chinese, english) => {
    // The Chinese hints of errors may name more.
    const wanted = codesOf(english);
    const named = codesOf(chinese).filter((code) => !chinese.endsWith("errors.md") || wanted.includes(code));
    expect(named).toEqual(wanted);
  });

  it.each([...twins.keys()])(
    "%s leads somewhere, to Chinese pages where there are, and is written in Chinese",
    (file) => {
      expect(brokenLinks(file)).toEqual([]);
      expect(linksToEnglish(file)).toEqual([]);
      const prose = readFileSync(file, "utf8").replaceAll(fence, "");
      // Characters that are written so in Simplified Chinese only.
      expect(prose.match(/[们这为时说设编态门开际联过发问个实据]/gu) ?? []).toEqual([]);
      // Between two Chinese characters, punctuation is full-width.
      expect(prose.match(/\p{Script=Han}[,;:?!]\s?\p{Script=Han}/gu) ?? []).toEqual([]);
      expect((prose.match(/\p{Script=Han}/gu) ?? []).length).toBeGreaterThan(prose.length / 4);
    },
  );

  it("and the words of commands, reports and the console have one word for one thing, as in Taiwan", () => {
    const files = [...twins.keys(), ...globSync(["src/**/zh-tw/*.ts", "src/**/*zh-tw.ts"])];
    const found = files.flatMap((file) =>
      Object.entries(retired)
        .filter(([word]) => readFileSync(file, "utf8").includes(word))
        .map(([word, better]) => `${file}: ${word} → ${better}`),
    );
    expect(found).toEqual([]);
  });
});
