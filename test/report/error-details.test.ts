/** The Chinese messages of errors are translations of messages that exist, and keep what is filled in. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { rejectionText } from "../../src/report/words/rejections.ts";
import { errorDetails, translatedDetails } from "../../src/report/words/zh-tw/error-details.ts";
import { errorMeanings } from "../../src/report/words/zh-tw/error-meanings.ts";
import { unsafePlanError } from "../../src/run/unsafe-plan-error.ts";

const sources = globSync("src/**/*.{ts,js}")
  .filter((file) => !file.endsWith("zh-tw/error-details.ts"))
  .map((file) => readFileSync(file, "utf8").replaceAll("\\`", "`"))
  .join("\n");

it("translates only messages that the sources have", () => {
  const missing = errorDetails.flatMap(([english]) =>
    english.split(/\{\d\}/).filter((piece) => piece.length > 2 && !sources.includes(piece)),
  );
  expect(missing).toEqual([]);
});

it("fills in every number and name of the English message, and no other", () => {
  for (const [english, chinese] of errorDetails) {
    const holes = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([hole]) => hole).toSorted();
    expect(holes(chinese)).toEqual(holes(english));
    const [said, meant] = [english, chinese].map((text) => text.replaceAll(/\{(\d)\}/g, "x$1"));
    expect(translatedDetails(`    ${said}`)).toBe(`    ${meant}`);
  }
});

it("leaves a line that is not known as it is", () => {
  expect(translatedDetails("no such thing\n  … and 3 more")).toBe("no such thing\n  ……另有 3 個");
});

it("leaves no English in the error of a plan that exceeds two limits, and asks HR before anything else", () => {
  const breach = (kind: "employee" | "department", count: number) =>
    ({ code: "cap-exceeded", kind, action: "deactivate", count, limit: 5, base: 90 }) as const;
  const { code, message } = unsafePlanError({ breaches: [breach("employee", 60), breach("department", 7)] });
  expect(translatedDetails(message)).toBe(
    "未寫入任何資料：employee/deactivate 共 60 筆，上限 5 筆（系統中共 90 筆）；department/deactivate 共 7 筆，上限 5 筆（系統中共 90 筆）",
  );
  expect(errorMeanings[code]?.hint).toMatch(/^請先向人資確認/);
});

it("says in Chinese which dates are expected of a rejected row", () => {
  const reason = "expected a date such as 113/05/01 or 1130501 that is in the calendar; `date: iso` would read it";
  expect(rejectionText({ code: "date-invalid", reason }, "zh-TW")).toBe(
    "不是有效的日期（應為如 113/05/01 或 1130501 的日期，且須是曆法上存在的日期；改為 `date: iso` 即可讀取）",
  );
});
