/** Tests that the texts of both languages are complete, and that the right language is selected. */
import { globSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { wordsOf as cliWordsOf, errorWordsOf, helpWordsOf } from "../../src/cli/words/words.ts";
import { errorText, MusterdError } from "../../src/lib/errors.ts";
import { duplicateKey, lineRejected } from "../../src/model/directory/snapshot.ts";
import { localeLanguage } from "../../src/model/words/language.ts";
import { wordsOf } from "../../src/report/words/language.ts";
import { rejectionText } from "../../src/report/words/rejections.ts";
import { runCli } from "../support/processes/cli-process.ts";

const chinese = wordsOf("zh-TW");
const helpTexts = helpWordsOf("zh-TW")?.texts ?? {};

describe("Traditional Chinese", () => {
  it("has a meaning for every code that a row or a field is rejected with, and for no other", () => {
    const sources = globSync("src/source/**/*.ts").map((file) => readFileSync(file, "utf8"));
    const literal = sources.flatMap((text) => [...text.matchAll(/(?:code: |code = |\(spec, )"([a-z]+(?:-[a-z]+)+)"/g)]);
    // These codes are not found as texts, because texts.ts builds them as `${kind}-lossy`.
    const composed = ["name-lossy", "text-lossy", "entry-hidden"];
    const codes = new Set([...literal.map(([, code = ""]) => code), ...composed, duplicateKey, lineRejected]);
    const ofRows = [...codes].filter((code) => !code.startsWith("source-"));
    expect(Object.keys(chinese.rejections ?? {}).toSorted()).toEqual(ofRows.toSorted());
  });

  it("has every text of the help", () => {
    const texts = (command: Command): string[] => [
      command.description(),
      ...[...command.options, ...command.registeredArguments].map(({ description }) => description),
      ...command.commands.flatMap(texts),
    ];
    const hidden = ["Generate completion suggestions"];
    const used = new Set(texts(createProgram({}, () => undefined)).filter((text) => text && !hidden.includes(text)));
    expect([...used].filter((text) => !Object.hasOwn(helpTexts, text))).toEqual([]);
    expect(Object.keys(helpTexts).filter((text) => !used.has(text))).toEqual(["display help for command"]);
  });

  it("has Chinese words for all arguments, values and defaults in the help", () => {
    const program = createProgram({}, () => undefined, "zh-TW");
    const pages = (command: Command): string[] => [command.helpInformation(), ...command.commands.flatMap(pages)];
    const help = pages(program).join("\n");
    const values = [...help.matchAll(/[<[]([a-z]+)(?:\.\.\.)?[>\]]/g)].map(([, name]) => name);
    expect(new Set(values)).toEqual(new Set(["args", "dn", "shell"]));
    expect(help).toMatch(/參數：\n {2}執行 +執行代號/);
    expect(help).toMatch(/參數：\n {2}檔案 +人事檔案/);
    expect(help).not.toMatch(/none|\[\]| （/);
    expect(help).toContain("（預設：無）");
  });

  it("shows what an error means, then its details, its place and a hint", () => {
    const error = new MusterdError("option-invalid", "--limit is 0", {
      place: { file: "x.csv", line: 3 },
      hint: "give 1",
    });
    expect(errorText(error, errorWordsOf("zh-TW"))).toBe(
      [
        "option-invalid: 選項的值不正確",
        "  詳情：--limit is 0",
        "    give 1",
        "  位置：檔案 x.csv，第 3 行",
        "  提示：請依詳情修正；以 `--help` 檢視用法",
      ].join("\n"),
    );
  });

  it("falls back to English for a code of an older store", () => {
    expect(rejectionText({ code: "no-such-code", reason: "why" }, "zh-TW")).toBe("why");
    expect(rejectionText({ code: "date-invalid", reason: "expected a date" }, "zh-TW")).toBe(
      "不是有效的日期（expected a date）",
    );
  });
});

it("counts one record as one in English", () => {
  const counts = { levels: 1, titles: 2, functions: 0, departments: 1, employees: 3000 };
  expect(cliWordsOf("en").check.sourceFound(counts, 1, 0)).toBe(
    "1 level, 2 titles, 0 functions, 1 department, 3,000 employees; 1 row rejected, 0 fields left out",
  );
});

describe("the language", () => {
  it.each([
    [{ LANG: "zh_TW.UTF-8" }, "zh-TW"],
    [{ LANG: "en_US.UTF-8", LC_ALL: "zh_TW" }, "zh-TW"],
    [{ LANG: "zh_TW.UTF-8", LC_ALL: "C" }, "en"],
    [{ LANG: "zh_CN.UTF-8" }, "en"],
    [{}, "en"],
  ] as const)("of the locale %j is %s", (environment, language) => {
    expect(localeLanguage(environment)).toBe(language);
  });

  it("of any other locale is English", () => {
    const other = fc.string().filter((text) => !/^zh/i.test(text));
    fc.assert(
      fc.property(other, (LANG) => {
        expect(localeLanguage({ LANG })).toBe("en");
      }),
      { seed: 9 },
    );
  });

  it("reaches what is said about a name that cannot be accepted", async () => {
    const { stderr } = await runCli(["plan", "--accept", "foo"], { env: { LANG: "zh_TW" } });
    expect(stderr).toMatch(
      /^錯誤：選項 '--accept <名稱\.\.\.>' 的值 'foo' 無效；`musterd plan` 開頭的指令中有名稱，例如 cap-/,
    );
  });

  it("of the command line counts more than that of the locale", async () => {
    const env = { LANG: "zh_TW.UTF-8" };
    const [chosen, local, mistaken] = await Promise.all([
      runCli(["plan", "--lang=en", "-c", "nowhere.yaml"], { env }),
      runCli(["plan", "-c", "nowhere.yaml"], { env }),
      runCli(["plan", "--fast"], { env }),
    ]);
    expect(chosen.stderr).toMatch(/^config-unreadable: there is no configuration file\n/);
    expect(local.stderr).toMatch(/^config-unreadable: 無法讀取設定檔\n/);
    expect(mistaken.stderr).toMatch(/^錯誤：沒有選項 '--fast'\n`--help` 會列出所有選項/);
  });
});
