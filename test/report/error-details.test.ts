/** The Chinese messages of errors are translations of messages that exist, and keep what is filled in. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorText, MusterdError } from "../../src/lib/errors.ts";
import type { RejectedRow } from "../../src/model/directory/snapshot.ts";
import type { Finding, SourceFile, SourceProfile } from "../../src/model/plan/quality.ts";
import { rejectionText } from "../../src/report/words/rejections.ts";
import { errorDetails, translatedDetails } from "../../src/report/words/zh-tw/error-details.ts";
import { errorMeanings } from "../../src/report/words/zh-tw/error-meanings.ts";
import { findingDetails } from "../../src/report/words/zh-tw/finding-details.ts";
import { unsafePlanError } from "../../src/run/permit/unsafe-plan-error.ts";
import { passGate } from "../../src/source/quality/gate.ts";
import { trailersThatDiffer } from "../../src/source/quality/judge-files.ts";
import { fewRows, manyUnused } from "../../src/source/quality/judge-rows.ts";

const sources = globSync("src/**/*.{ts,js}")
  .filter((file) => !/zh-tw\/(?:error|finding)-details\.ts$/.test(file))
  .map((file) => readFileSync(file, "utf8").replaceAll("\\`", "`"))
  .join("\n");

it("translates only messages that the sources have", () => {
  const missing = [...errorDetails, ...findingDetails].flatMap(([english]) =>
    english.split(/\{\d\}/).filter((piece) => piece.length > 2 && !sources.includes(piece)),
  );
  expect(missing).toEqual([]);
});

it("fills in every number and name of the English message, and no other", () => {
  for (const [english, chinese] of [...errorDetails, ...findingDetails]) {
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

it("speaks of the distance of clocks only where clocks differ, and says of a cap that one plan is approved", () => {
  const about = Object.entries(errorMeanings).filter(([, { hint }]) => hint.includes("時差"));
  expect(about.map(([code]) => code)).toEqual(["clock-differs"]);
  expect(errorMeanings["cap-exceeded"].hint).toContain("僅核准此份計畫");
  expect(errorMeanings["target-empty"].hint).toContain("僅核准此份計畫");
});

it("leaves no English in what is said to somebody who has mistyped a name, a number or an answer", () => {
  const said = [
    "look at `musterd plan`, then approve exactly that plan: `musterd apply --plan FINGERPRINT --yes`",
    "what is forgotten does not come back; if it is meant, give --yes",
    "the plan is now 94acca9d2391, not 3f2a9c41d07e",
    "no plan that is kept has this fingerprint",
    "the history knows nobody and nothing of this name",
    "give an account, a code, an employee number or a whole name; `musterd show RUN` shows what a run has changed",
    "the history knows nobody of this account, number or name",
    "give the account as `musterd show` prints it",
    'neither side has a record that is called "陳"; similar: employee/chen.my (陳美玉)',
    "give an account, an employee number, a code or a whole name, as either side has it",
    "name a person by account, employee number or name, a department by code or name (CODE/* for all below it too)",
    '"陳" does not name two objects',
    "write SOURCE=SERVICE for people, and KIND/SOURCE=SERVICE for department, title, function, level",
    "明天 is neither a date nor a date-time",
    "give a date such as 2027-01-31, or a date-time such as 2027-01-31T09:00",
    "there is no token ci",
    "`musterd tokens list` shows the tokens; one can be revoked, and added anew",
    "there is no account chen",
    "`musterd users list` shows the accounts",
    "the console is off",
    "set `daemon.console`",
    "there is a configuration already, and it is not overwritten: musterd.yaml",
    "`musterd init --add` adds what it lacks; --config names another file",
    "there is no configuration file",
    "there is no file 部門.csv in /hr, because there is no such folder",
    "the row of the person with this number was rejected",
    "J4: the service cannot be reached (ECONNREFUSED); nothing was sent",
    "`musterd forget --help` says what each of them drops",
    "several people of the history have this number or name",
    "several records have this name: employee/a, employee/b",
    "give one of them with its kind",
    "give the account",
    '"3:abc" is not the head of a trail',
    "copy `audit` from a line of the log: NUMBER:DIGEST",
    "without --answers and without a terminal, `musterd init` lists the questions with their answers",
  ];
  const sentence = /[a-z]{2,} [a-z]{2,} [a-z]{2,}/;
  expect(said.map(translatedDetails).filter((text) => sentence.test(text.replaceAll(/`[^`]*`/g, "")))).toEqual([]);
});

it("leaves no English in what the console says to somebody who decides or answers", () => {
  const said = [
    "the number 12 was not typed",
    "go back, and look at what would happen",
    "a decision needs a reason of up to 1000 characters",
    "say why; the reason is kept with the decision",
    "the questions have changed meanwhile",
    "look at them again; nothing was kept",
    "rows 3, 5 have no answer that is known; rows 3 and 8 answer the same question differently",
    "write same or other, and leave the other columns as they were; nothing was kept",
    'chen=chen.my (same): the source has no employee "chen"; similar: chen.my',
    'chen=chen.my (same): the service has no employee "chen.my"',
    "chen=a (same) contradicts chen=b (same)",
    "a newer run has made another plan (3f2a9c41d07e)",
    "run 20261201T010000-1a2b3c4d has another plan than the one that was named",
    "the plan changes nothing",
    "the plan exceeds no limit, so a run applies it without a release",
    "8 readings of both sides are waited for",
    "whoever asked for the run may not release its plan",
    "whoever changed the configuration last may not release a plan",
    "only an approver may decide",
    "the pages of this run could not be made",
  ];
  const sentence = /[a-z]{2,} [a-z]{2,} [a-z]{2,}/;
  expect(said.map(translatedDetails).filter((text) => sentence.test(text))).toEqual([]);
  for (const code of ["release-incomplete", "decision-invalid"] as const) {
    const { what, detailed } = { detailed: undefined, ...errorMeanings[code] };
    expect([code, what.includes("`"), detailed]).toEqual([code, false, true]);
  }
});

it("indents a second line of a message as the first line of what follows", () => {
  const hint = "give the header names";
  const error = new MusterdError("source-column-unknown", "p.csv has no column x\np.csv has: a, b", { hint });
  expect(errorText(error)).toBe(
    "source-column-unknown: p.csv has no column x\n  p.csv has: a, b\n  hint: give the header names",
  );
});

it("leaves no English in the error of a source that is refused for what most often is wrong with it", () => {
  const rejected = Array.from({ length: 6 }, (_, at) => ({
    kind: "employee",
    file: "p.csv",
    line: at + 2,
    column: "到職日",
    code: "date-invalid",
    reason: "expected a date such as 113/05/01 or 1130501 that is in the calendar",
  })) as readonly RejectedRow[];
  const profile = { version: 1, kinds: { employee: { rows: 9, rejected: 6, keys: [] } } } as unknown as SourceProfile;
  const files = [{ file: "p.csv", kind: "employee", rows: 9, trailerCount: 12 }] as unknown as readonly SourceFile[];
  const found = [
    ...manyUnused("rejected-many", profile, files, 10),
    ...fewRows(profile, { department: 3 }),
    ...trailersThatDiffer(files),
  ].map((one): Finding => ({ ...one, severity: "refuse" }));
  const snapshot = { directory: {}, renames: [], rejected };
  const refuse = (): unknown => passGate(snapshot, found, []);
  const { message } = (() => {
    try {
      return refuse();
    } catch (thrown) {
      return thrown;
    }
  })() as Error;
  const chinese = translatedDetails(message);
  expect(chinese.split("\n")).toEqual([
    "來源資料有 3 項問題而遭拒絕，因此不產生計畫",
    "  rejected-many：員工資料列遭退回：9 筆中有 6 筆，上限 0 筆（請檢視退回的資料列：同一代碼很多，表示某一欄的格式已改變）",
    "  rows-few：部門共 0 筆，至少應有 3 筆（請確認匯出是否完整；若公司確實只有這麼少人，請調低 `source.quality.minRows` 的數值（部門））",
    "  trailer-differs：p.csv（員工）的末行記載 12 筆，實際讀到 9 筆（請重新匯出：途中遺失了資料列，或檔案當時仍在寫入）",
    ...[2, 3, 4].map(
      (line) =>
        `    例如 p.csv:${line} 到職日：不是有效的日期：應為如 113/05/01 或 1130501 的日期，且須是曆法上存在的日期（date-invalid）`,
    ),
  ]);
});

it("says in Chinese which dates are expected of a rejected row", () => {
  const reason = "expected a date such as 113/05/01 or 1130501 that is in the calendar; `date: iso` would read it";
  expect(rejectionText({ code: "date-invalid", reason }, "zh-TW")).toBe(
    "不是有效的日期（應為如 113/05/01 或 1130501 的日期，且須是曆法上存在的日期；改為 `date: iso` 即可讀取）",
  );
});
