import { describe, expect, it } from "vitest";
import type { Language } from "../../../src/model/words/language.ts";
import { phrasing } from "../../../src/report/phrasing/phrasing.ts";
import { english } from "../../../src/report/words/en/en.ts";
import { traditionalChinese } from "../../../src/report/words/zh-tw/zh-tw.ts";
import { departmentsNamed, planWith, reportOf } from "../report-builder.ts";

const say = (language: Language) =>
  phrasing(reportOf(planWith({ names: departmentsNamed({ RD: "研發部" }) }), { language }));

/** Returns every text of a table of words. A function in the table is called with "X" and an empty list. */
const allWords = (table: object): readonly string[] =>
  Object.values(table).flatMap((word): readonly string[] => {
    if (typeof word === "string") return [word];
    if (typeof word === "function") return [String(word("X", []))];
    return allWords(word);
  });

describe("the words of a report", () => {
  it("agree in number", () => {
    expect([0, 1, 2, 2000].map((n) => say("en").count(n, "department"))).toEqual([
      "0 departments",
      "1 department",
      "2 departments",
      "2,000 departments",
    ]);
    expect(say("en").kind("category", 1)).toBe("function category");
    expect(say("zh-TW").count(1, "department")).toBe("1 個部門");
  });

  it("are the service's own in Chinese", () => {
    const words = traditionalChinese;
    expect(words.kinds).toMatchObject({
      level: { other: "部門層級" },
      title: { other: "職稱" },
      function: { other: "職務" },
      category: { other: "職務類別" },
      manager: { other: "部門主管" },
      supervisor: { other: "簽核主管" },
    });
    expect(words.posts).toEqual({ main: "主要部門", "part-time": "兼任" });
  });

  it("are never empty, and Chinese ones hold no simplified or half-width punctuation between characters", () => {
    const chinese = allWords(traditionalChinese);
    for (const word of [...allWords(english), ...chinese]) expect(word.trim()).not.toBe("");
    for (const word of chinese) expect(word).not.toMatch(/\p{Script=Han}[,:;!?(][\p{Script=Han}]/u);
  });

  it("name what each held reason speaks of, in both languages", () => {
    for (const table of [english, traditionalChinese])
      for (const sentence of Object.values(table.heldReasons)) expect(sentence("A-1")).toContain("A-1");
  });

  it("show a value by what it means", () => {
    const { value } = say("en");
    expect(value("department", "parent", null)).toBe("top level");
    expect(value("department", "parent", "RD")).toBe("研發部 (RD)");
    expect(value("post", "supervisor", null)).toBe("the department manager");
    expect(value("employee", "active", false)).toBe("no");
    expect(value("employee", "gender", "Female")).toBe("female");
    expect(value("employee", "email", null)).toBe("(none)");
    expect(value("employee", "loginValidation", ["a", "b"])).toBe("a, b");
    expect(value("title", "rank", 3)).toBe("3");
    expect(value("employee", "expiredTime", "not an instant")).toBe("not an instant");
    expect(value("post", "post:RD", ["part-time", "", "F1"])).toBe("part-time post, F1");
    expect(value("post", "post:RD", null)).toBe("(none)");
  });

  it("call a field by its own name where no table knows it, and a post by its department", () => {
    const { field } = say("zh-TW");
    expect(field("employee", "name")).toBe("姓名");
    expect(field("department", "name")).toBe("名稱");
    expect(field("employee", "constructor")).toBe("constructor");
    expect(field("post", "post:RD")).toBe("研發部 (RD)");
    expect(field("post", "post:name")).toBe("name");
  });
});
