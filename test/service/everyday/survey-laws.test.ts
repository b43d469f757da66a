/**
 * S1 and S2 compared with a model of their rules, and the effects of the clock and of a key that is designated for one survey
 * category.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dumpCompany } from "../../../src/service/company-document.ts";
import { surveyRules } from "../../../src/service/everyday/survey-rules.ts";
import type { Caller } from "../../../src/service/kernel/callers/caller.ts";
import { cases } from "../../support/suites/runs.ts";
import { baseline } from "../cases/baseline.ts";
import { caller, companyInMemory, outcomeOf } from "./company-in-memory.ts";

const now = Date.parse("2026-11-21T08:00:00Z");
const hour = 60 * 60 * 1000;
const at = (hours: number): string => new Date(now + hours * hour).toISOString();

const person = (userCode: string) => ({ itemType: 1 as const, employee: { userType: 0 as const, userCode } });
const department = (code: string) => ({
  itemType: 0 as const,
  dept: { code, containsChildren: true, isCompany: false },
});
/** Each target with its expected error; eve is inactive. */
const targets = [
  [person("amy"), null],
  [department("RD"), null],
  [person("eve"), "OPA-SURVEY-TARGET-INACTIVE"],
] as const;

type Question = { readonly text: string; readonly typeId: "single" | "multiple" | "text"; readonly options: object[] };
/** Each question with its expected errors when it is the second of two. */
const questions: readonly (readonly [Question, readonly string[]])[] = [
  [{ text: "Why?", typeId: "text", options: [] }, []],
  [{ text: "Who?", typeId: "single", options: [{ name: "I" }, { name: "You" }] }, []],
  [{ text: "", typeId: "text", options: [] }, ["OPA-QUESTION-BLANK"]],
  [{ text: "Who?", typeId: "multiple", options: [] }, ["OPA-QUESTION-NO-OPTIONS"]],
  [{ text: "Why?", typeId: "text", options: [{ name: "x" }] }, ["OPA-QUESTION-OPTIONS-UNUSED"]],
  [{ text: "?", typeId: "single", options: [{ name: " " }] }, ["OPA-QUESTION-OPTION-BLANK"]],
  [{ text: "?", typeId: "single", options: [{ name: "a" }, { name: "Ａ" }] }, ["OPA-QUESTION-OPTION-TWICE"]],
  [{ text: "?", typeId: "single", options: [{ name: "a", next: 3 }] }, ["OPA-QUESTION-BRANCH-UNKNOWN"]],
  [{ text: "?", typeId: "single", options: [{ name: "a", next: 2 }] }, ["OPA-QUESTION-BRANCH-BACK"]],
  [
    { text: " ", typeId: "multiple", options: [{ name: "a", next: 1 }] },
    ["OPA-QUESTION-BLANK", "OPA-QUESTION-BRANCH-BACK", "OPA-QUESTION-BRANCH-OF-MULTIPLE"],
  ],
];

const someTargets = fc.array(fc.constantFrom(...targets), { maxLength: 3 });
const originalTopic = "Original";

it("S2 copies, refuses or reports as the rules say, and a copy is listed at once", () => {
  fc.assert(
    fc.property(
      someTargets,
      fc.option(someTargets, { nil: undefined }),
      fc.constantFrom(...questions),
      fc.boolean(),
      fc.option(fc.constantFrom("", "  ", "New ", "x".repeat(195)), { nil: undefined }),
      fc.constantFrom(undefined, null, 0, 1, 2),
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -3, max: 3 }),
      (own, given, [question, codes], isEmpty, newTopic, topicMode, start, end) => {
        const survey = {
          code: "Q",
          topic: originalTopic,
          category: "C",
          published: false,
          targets: own.map(([target]) => target),
          questions: isEmpty ? [] : [{ text: "First?", typeId: "text" }, question],
        };
        const company = companyInMemory(
          { organisation: baseline(), surveys: { categories: [{ code: "C", name: "C" }], surveys: [survey] } },
          () => now,
        );
        const before = dumpCompany(company);
        const body = {
          sourceQueCode: "q",
          startTime: at(start),
          endTime: at(end),
          newTopic,
          topicMode,
          surveyUsers: given?.map(([target]) => target),
        };
        const outcome = outcomeOf(() => surveyRules.S2(company, { params: {}, body, caller }));
        const added = newTopic?.trim() ? newTopic : undefined;
        const topics = [added, `${added}${originalTopic}`, `${originalTopic}${added}`];
        const topic = added === undefined ? originalTopic : (topics[topicMode ?? 0] ?? "");
        const place = given ? "surveyUsers" : "targets";
        const asked = given ?? own;
        const settingErrors = [
          ...asked.flatMap(([, error], index) => (error ? [`${error} ${place}.${index}`] : [])),
          ...(asked.length === 0 ? [`OPA-SURVEY-TARGETS-EMPTY ${place}`] : []),
          ...(topic.length > 200 ? ["OPA-SURVEY-TOPIC-LONG newTopic"] : []),
        ];
        const errors = isEmpty ? ["OPA-SURVEY-NO-QUESTIONS"] : [];
        const id = before.surveys?.surveys[0]?.questions[1]?.id;
        const items = isEmpty ? [] : codes.map((errorCode) => ({ id, seq: 2, errorCode }));
        const hasContentError = errors.length + items.length > 0;
        const hasSettingError = settingErrors.length > 0;
        const reported = { hasSettingError, hasContentError, settingErrors, questionErrors: { errors, items } };
        const refusal = start >= end ? "OPA-SURVEY-PERIOD" : end <= 0 && "OPA-SURVEY-PAST";
        expect(outcome).toEqual(refusal || reported);

        const isPublished = !refusal && !hasSettingError && !hasContentError;
        const listed = (status: 0 | 1) => surveyRules.S1(company, { params: {}, body: { status }, caller });
        const copy = { code: "Q-2", topic, startTime: at(start), endTime: at(end) };
        expect([listed(0), listed(1)]).toEqual([
          isPublished && start <= 0 ? [copy] : [],
          isPublished && start > 0 ? [copy] : [],
        ]);
        const { surveys, ...others } = dumpCompany(company);
        expect({ ...others, surveys: { ...surveys, surveys: surveys?.surveys.slice(0, 1) } }).toEqual(before);
        const made = surveys?.surveys.slice(1) ?? [];
        expect(made.map((one) => one.targets)).toEqual(isPublished ? [asked.map(([target]) => target)] : []);
      },
    ),
    { ...cases(500), seed: 20261121 },
  );
});

const survey = (code: string, category: string, start: number, end: number) => ({
  code,
  topic: code,
  category,
  startTime: at(start),
  endTime: at(end),
  questions: [{ text: "Why?", typeId: "text" }],
});
const two = {
  organisation: baseline(),
  surveys: {
    categories: [
      { code: "C1", name: "One" },
      { code: "C2", name: "Two" },
    ],
    surveys: [survey("A", "C1", -1, 1), survey("B", "C2", 0, 2)],
  },
};

it("the clock turns future surveys into current ones, and current ones into past ones", () => {
  let hours = 0;
  const company = companyInMemory(two, () => now + hours * hour);
  const listed = () =>
    [0, 1, 2, 3].map((status) =>
      surveyRules
        .S1(company, { params: {}, body: { status }, caller })
        ?.map(({ code }) => code)
        .join(""),
    );
  const moments = [-1.01, -1, -0.01, 0, 0.99, 1, 1.99, 2].map((moment) => {
    hours = moment;
    return listed().join("|");
  });
  expect(moments).toEqual(["|AB||", "A|B||", "A|B||", "AB|||", "AB|||", "B||A|", "B||A|", "||AB|"]);
});

describe("a key that is designated for one category", () => {
  const only: Caller = {
    kind: "key",
    name: "one",
    permissions: new Set(["P-Survey"]),
    designated: { forms: "all", libraries: "all", surveyCategories: ["c1"] },
  };
  const company = companyInMemory(two, () => now);
  const refusedWith = (code: string, status: number) => expect.objectContaining({ code, status });
  const s1 = (code?: string) => surveyRules.S1(company, { params: {}, body: { status: 0, code }, caller: only });
  const s2 = (sourceQueCode: string) => () =>
    surveyRules.S2(company, {
      params: {},
      body: { sourceQueCode, startTime: at(1), endTime: at(2), surveyUsers: [person("amy")] },
      caller: only,
    });

  it("sees and copies the surveys in it", () => {
    expect(s1()?.map(({ code }) => code)).toEqual(["A"]);
    expect(s1("A")).toHaveLength(1);
    expect(s2("A")()).toMatchObject({ hasSettingError: false, hasContentError: false });
  });

  it("cannot tell a forbidden survey from a missing one", () => {
    expect(() => s1("B")).toThrow(refusedWith("OPA-NOT-DESIGNATED", 401));
    expect(() => s1("Z")).toThrow(refusedWith("OPA-NOT-DESIGNATED", 401));
    expect(s2("B")).toThrow(refusedWith("OPA-NOT-DESIGNATED", 401));
    expect(s2("Z")).toThrow(refusedWith("OPA-NOT-DESIGNATED", 401));
  });
});
