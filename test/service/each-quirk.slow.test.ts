/**
 * The law over quirks: each value of each quirk, set alone, changes some answer of the service. The values come from the schema, so a new
 * quirk that does nothing fails here. `taken-along.test.ts` holds the same for each name of `takesAlong`.
 */
import { expect, it } from "vitest";
import type { OperationId, OrganisationId } from "../../src/contract/contract.ts";
import { organisationIds } from "../../src/contract/contract.ts";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { type Habit, habits } from "../run/habits/habit-list.ts";
import { account, baseline } from "./cases/baseline.ts";
import type { CasesOf } from "./cases/case.ts";
import { departmentBatchCases } from "./cases/department-batch.ts";
import { departmentCases } from "./cases/departments.ts";
import { employeeCases } from "./cases/employees.ts";
import { functionCases } from "./cases/functions.ts";
import { levelCases } from "./cases/levels.ts";
import { postCases } from "./cases/posts.ts";
import { titleCases } from "./cases/titles.ts";
import { byAccount, startQuirkyService } from "./quirks/quirky-service.ts";
import { type Input, keyOf, pathOf } from "./running-service.ts";

const { service, quirks } = await startQuirkyService();

type Calls = readonly (readonly [OperationId, Input?])[];

/** Calls against a company, with other headers if the step is about the caller. */
type Step = { readonly calls: Calls; readonly company?: Organisation; readonly headers?: Record<string, string> };

const cases: CasesOf<OrganisationId> = {
  ...departmentCases,
  ...departmentBatchCases,
  ...levelCases,
  ...employeeCases,
  ...postCases,
  ...functionCases,
  ...titleCases,
};

const lists: Calls = [["V1"], ["D1"], ["T1"], ["J4"], ["E1"]];
const department = (code: string): Input => ({ params: { code } });
const level = (code: string, name = code): Input => ({ body: { code, name, active: true } });
const renamed = (name: string): Input => ({ body: { originalCode: "L1", code: "L1", name } });

/** A person with every property of E11 and E12, in forms that a site may store or show otherwise. */
const fay = {
  account: "Fay",
  name: ` Ｆay  <b> ${"字".repeat(40)} `,
  loginValidation: ["AD"],
  employeeNumber: "00042",
  expiredTime: "2031-01-01T00:00:00+08:00",
  gender: "Female",
  englishName: "Fay",
  idCardNumber: "A123456789",
  birthDate: "1990-04-05T00:00:00+08:00",
  phoneNumber: "0912345678",
  businessCard: "Fay's card",
  hireDate: "2015-02-03T00:00:00+08:00",
  email: "Fay@Example.com",
  emailEx: "Fay@Example.org",
};

const cat = account("cat");
const main = (code: string) => ({ code, isMainDept: true });
const catsPosts = [main("RD1"), { code: "FIN", isMainDept: false }];
const twin = { parentCode: "RD", code: "TWIN", name: "Name of RD1", deptLevelCode: "L1", active: true };

const guest = () => {
  const company = baseline();
  const [amy] = company.employees;
  if (amy)
    company.employees.push({
      ...amy,
      account: "gia",
      employeeNumber: null,
      corpCode: "GROUP",
      depts: amy.depts.map((post) => ({ ...post, isMainDept: false })),
    });
  return company;
};

const inactive = () => {
  const company = baseline();
  for (const person of company.employees) person.active = person.account === "amy";
  return company;
};

const emptyTitles = () => ({ ...baseline(), titles: [], employees: [], departments: [] });

/** What no case of an operation shows: lists after writes, callers that are refused, texts, a second refresh. */
const steps: readonly Step[] = [
  { calls: [...lists, ["D10", department("FIN")], ["E2", byAccount("no")], ["E4", byAccount("cat")]] },
  { calls: [["V1"], ...Array.from({ length: 11 }, (_, at) => ["V3", renamed(`Name ${at}`)] as const), ["V1"], ["V2"]] },
  { calls: [["P1"], ["P1"]] },
  { calls: [["E12", { body: fay }], ["E1"], ["E2", byAccount("Fay")]] },
  { calls: [["E12", { body: { ...fay, loginValidation: [] } }], ["E1"]] },
  { calls: [["E12", { body: { ...fay, account: "fay.of.taipei" } }], ["E1"]] },
  { calls: [["V2", level("C".repeat(60))], ["V2", level("A/B")], ["V2", level("A\u200bB")], ["V1"]] },
  { calls: [["E11", { body: { ...fay, user: cat } }], ["E1"]] },
  { calls: [["E11", { body: { user: cat, account: "cat", name: "Cat" } }], ["E1"]] },
  {
    calls: [
      ["E11", { body: { user: account("bob"), account: "rob", name: "Rob" } }],
      ["D10", department("RD")],
      ["D1"],
    ],
  },
  { calls: [["E8", { body: { user: cat, expiredTime: null } }], ["E1"]] },
  {
    calls: [
      ["E14", { body: { user: cat, depts: [main("FIN"), { code: "RD1", isMainDept: false }] } }],
      ["E4", byAccount("cat")],
    ],
  },
  {
    company: inactive(),
    calls: [
      ["E2", byAccount("cat")],
      ["E4", byAccount("cat")],
    ],
  },
  { calls: [["E10", { body: { ...account("dan"), corpCode: "OTHER" } }]] },
  {
    calls: [
      ["E14", { body: { user: cat, depts: catsPosts } }],
      ["E4", byAccount("cat")],
    ],
  },
  {
    calls: [
      ["E14", { body: { user: account("bob"), depts: [main("FIN")] } }],
      ["D10", department("RD")],
    ],
  },
  { calls: [["D2", { body: twin }], ["D12", { body: { code: "RD", manager: account("dan") } }], ["D1"]] },
  { calls: [["V2", { body: { code: "L9", name: "L9", active: true, surplus: 1 } }]] },
  { calls: [["V4", { body: { code: "L1", seq: 2 } }], ["T4", { body: { code: "CHIEF", seq: 1 } }], ["V1"], ["T1"]] },
  {
    calls: [
      ["J7", { body: { code: "QA", categoryName: "Making", seq: 0 } }],
      ["J2", { body: { category: "Checking", seq: 0 } }],
      ["J4"],
    ],
  },
  { calls: [["J7", { body: { code: "QA", categoryName: "Checking", seq: 0 } }], ["J4"]] },
  { calls: [["J7", { body: { code: "QA", categoryName: "Nowhere", seq: 0 } }], ["J4"]] },
  { calls: [["D7", { body: { parentCode: "HQ", code: "FIN", seq: 0 } }], ["D1"]] },
  { calls: [["V1"]], headers: {} },
  { calls: [["V1"]], headers: { ...keyOf, CorpCode: "OTHER" } },
  { calls: [["E1"], ["D9", department("HQ")]], company: guest() },
  { calls: [["E1"], ["D9", department("HQ")]], company: inactive() },
  { calls: lists, company: emptyTitles() },
];

const casesOf = (id: OrganisationId): readonly Step[] =>
  [...cases[id].succeeds, ...cases[id].refuses].map(({ first = [], params, body }) => ({
    calls: [...first, [id, { ...(params && { params }), ...(body !== undefined && { body }) }]],
  }));

const traceId = /"traceId":"[^"]+"/;

/** The quirk is set after the company is loaded. Returns every answer, and the company at the end, which its lists would show. */
const outcomeOf = async ({ calls, company = baseline(), headers }: Step, chosen: Habit["quirks"]): Promise<string> => {
  await quirks({});
  await service.load(company);
  await quirks(chosen);
  const answers: unknown[] = [];
  for (const [id, input] of calls) {
    const answer = headers ? await service.raw("GET", pathOf(id), headers) : await service.call(id, input);
    answers.push([answer.status, answer.text.replace(traceId, "")]);
  }
  return JSON.stringify([answers, await service.dump()]);
};

/** First the cases of the operation that the name of a quirk or of its value has. */
const stepsFor = ({ name }: Habit): readonly Step[] => {
  const [, id, property] = /\b([dejtv]\d+)(?:\.(\w+)|[A-Z]\w*)?\b/i.exec(name) ?? [];
  const named = organisationIds.find((one) => one.toLowerCase() === id?.toLowerCase());
  const own = named ? casesOf(named) : [];
  const has = ({ calls }: Step) => calls.some(([, input]) => Object.hasOwn(Object(input?.body), property ?? ""));
  return property === undefined ? [...own, ...steps] : [...own, ...steps].filter(has);
};

const plain = new Map<string, string>();

/** The same each time, or the service alone would seem to be a quirk. */
const plainOutcome = async (step: Step): Promise<string> => {
  const key = JSON.stringify(step);
  const known = plain.get(key);
  if (known !== undefined) return known;
  const outcome = await outcomeOf(step, {});
  expect(await outcomeOf(step, {})).toBe(outcome);
  plain.set(key, outcome);
  return outcome;
};

const changesSomeAnswer = async (habit: Habit): Promise<boolean> => {
  for (const step of stepsFor(habit)) {
    if ((await outcomeOf(step, habit.quirks)) !== (await plainOutcome(step))) return true;
  }
  return false;
};

/** Quirks of time alone. */
const times = { latencyMs: "V1", p1DelayMs: "P1" } as const;

/** A write that is late for longer than any test reads. */
const late: Habit = { name: "writesLateMs", quirks: { writesLateMs: 20_000 } };
const latePosts: Habit = { name: "postsLateMs", quirks: { postsLateMs: 20_000 } };
const paused: Habit = { name: "p1PauseMs", quirks: { p1PauseMs: 60_000 } };

const elsewhere =
  /^(none|administrator|takesAlong .*|latencyMs .*|p1DelayMs .*|writesLateMs .*|postsLateMs .*|p1PauseMs .*)$/;

const alone = [...habits.filter(({ name }) => !elsewhere.test(name)), late, latePosts, paused];

it("each quirk changes some answer of the service", async () => {
  expect(alone.length).toBeGreaterThan(150);
  const idle: string[] = [];
  for (const habit of alone) if (!(await changesSomeAnswer(habit))) idle.push(habit.name);
  expect(idle).toEqual([]);
});

it.each(Object.entries(times))("%s delays the answer", async (name, id) => {
  await quirks({ [name]: 300 });
  const startedMs = performance.now();
  await service.call(id);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(299);
});
