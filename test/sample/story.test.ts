/** Plays the story of the sample company on a target in memory. CI leaves out the largest company. */
import { describe, expect, it } from "vitest";
import { defaultIdentity } from "../../src/model/directory/identity.ts";
import { emptyMemory } from "../../src/model/memory/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { defaultPeoplePolicy, type PlanSettings } from "../../src/model/plan/settings.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { inPart } from "../support/suites/runs.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { runsUntilSettled } from "../support/target/planning.ts";
import { directoryOf } from "./organisation-directory.ts";
import { readSample } from "./sample-source.ts";

const today = "2026-11-21";

/** Settings with strict limits. Changes that stay within them are no more than those of an ordinary day. */
const settings: PlanSettings = {
  fields: {},
  protectedAccounts: ["admin"],
  newEmployeeLogin: ["UOF"],
  managerMustBeMember: true,
  people: defaultPeoplePolicy,
  identity: defaultIdentity,
  omittedFields: "unknown" as const,
  caps: {
    department: { create: { percent: 10 }, move: { percent: 10 }, deactivate: { percent: 5 } },
    employee: { create: { percent: 10 }, update: { percent: 10 }, deactivate: { percent: 5, count: 500 } },
    post: { update: { percent: 10 }, remove: { percent: 10 } },
  },
  accepted: [],
};

/** Plans, carries out and plans again, on a target that refuses siblings with the same name. */
const play = async (people: number, seed: number) => {
  const company = sampleCompany({ people, seed, today });
  const source = await readSample(company);
  const current = directoryOf(company.before);
  const rules = { uniqueSiblingNames: true };
  const target = memoryTarget(current, rules);
  const pair = { source, current, memory: emptyMemory, settings, today, seed, rules };
  const [first, second] = runsUntilSettled(pair, target, emptyMemory, 3);
  if (!first || !second) throw new Error("the first run has changes, so there is a second one");
  return { before: company.before, source, first, second, after: target.state };
};

const keysOf = ({ changes }: Plan, start: string): readonly string[] =>
  changes.filter(({ kind, action }) => `${kind} ${action}` === start).map(({ key }) => key);

const tally = ({ changes }: Plan): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { kind, action } of changes) counts[`${kind} ${action}`] = (counts[`${kind} ${action}`] ?? 0) + 1;
  return counts;
};

const updates = ({ changes }: Plan, field: string) =>
  changes.filter(({ kind, fields }) => kind === "employee" && fields.some((each) => each.field === field));

describe("the story of 300 people", async () => {
  const { before, source, first, second, after } = await play(300, 20261121);
  const { plan } = first;

  it("has these changes and no others", () => {
    expect(tally(plan)).toEqual({
      "department create": 1,
      "department rename": 1,
      "department update": 1,
      "department reorder": 1,
      "department move": 2,
      "department deactivate": 1,
      "function create": 1,
      "title create": 1,
      "title deactivate": 1,
      "manager update": 3,
      "employee create": 9,
      "employee update": 16, // 8 of contact data, 2 of names, 6 of last days
      "employee rename": 1,
      "employee reactivate": 1,
      "employee deactivate": 5,
      "post update": 15, // 10 movers, one of them promoted; 2 promotions; 3 part-time posts gained
      "post remove": 12, // 9 movers, 3 part-time posts given up
      "supervisor update": 2,
    });
  });

  it("holds nothing, stays within the limits, and can be carried out completely", () => {
    expect(plan.held).toEqual([]);
    expect(plan.breaches).toEqual([]);
    expect(first.execution.refusals).toEqual([]);
    expect(new Set(first.execution.outcomes.map(({ result }) => result))).toEqual(new Set(["applied"]));
  });

  it("leaves nothing to do for a second run", () => {
    expect(second.plan.changes).toEqual([]);
    expect(second.plan.held).toEqual([]);
  });

  it("reports what HR does not know, the department without a manager, and the new title", () => {
    expect(plan.notices.map(({ code, key }) => `${code} ${key}`)).toEqual([
      "department-without-manager E400",
      "title-rank-to-review T60",
      "unmanaged admin",
      "unmanaged signtest",
      "unmanaged vendor01",
    ]);
  });

  it("has one bad row; that person counts as present and is not changed", () => {
    expect(source.rejected).toHaveLength(1);
    const [row] = source.rejected;
    expect(row).toMatchObject({ file: "employees.csv", column: "出生日期", code: "date-invalid" });
    const start = directoryOf(before).employees.find(({ account }) => account === row?.key);
    expect(start).toBeDefined();
    expect(after.employees.find(({ account }) => account === row?.key)).toEqual(start);
    expect(source.directory.employees?.some(({ account }) => account === row?.key)).toBe(false);
  });

  it("has one joiner without an e-mail address", () => {
    const joiners = plan.changes.filter(({ kind, action }) => kind === "employee" && action === "create");
    expect(joiners.filter(({ fields }) => !fields.some(({ field }) => field === "email"))).toHaveLength(1);
  });

  it("disables leavers, but not the one whose last day is in the future", () => {
    const notified = updates(plan, "resignationDate").map(({ key }) => key);
    const disabled = keysOf(plan, "employee deactivate");
    expect(notified).toHaveLength(6);
    const staying = notified.filter((account) => !disabled.includes(account));
    expect(staying).toHaveLength(1);
    expect(after.employees.find(({ account }) => account === staying[0])).toMatchObject({
      active: true,
      resignationDate: "2026-12-01",
    });
  });

  it("reactivates one person after a leave, but not the other", () => {
    const onLeave = before.employees.filter(({ active }) => !active).map(({ account }) => account);
    const back = keysOf(plan, "employee reactivate");
    expect(onLeave).toHaveLength(2);
    expect(onLeave).toEqual(expect.arrayContaining([...back]));
  });

  it("gives two people a new name and one person a new account for the same number", () => {
    expect(updates(plan, "name").filter(({ action }) => action === "update")).toHaveLength(2);
    const [renamed] = keysOf(plan, "employee rename");
    const number = before.employees.find(({ account }) => account === renamed)?.employeeNumber;
    expect(number).toMatch(/^\d{6}$/);
    expect(after.employees.some(({ account }) => account === renamed)).toBe(false);
    expect(after.employees.filter((person) => person.number === number)).toHaveLength(1);
  });

  it("creates a division over two sections, whose manager keeps one of them", () => {
    const division = after.departments.find(({ code }) => code === "B500");
    expect(after.departments.filter(({ parent }) => parent === "B500").map(({ code }) => code)).toEqual([
      "B230",
      "B420",
    ]);
    expect(after.departments.find(({ code }) => code === "B230")?.manager).toBe(division?.manager);
    const posts = after.employees.find(({ account }) => account === division?.manager)?.posts;
    expect(posts?.map(({ department, main, title }) => [department, main, title])).toEqual([
      ["B500", true, "T30"],
      ["B230", false, "T40"],
    ]);
  });

  it("dissolves a section, whose manager replaces one who has left", () => {
    expect(after.departments.find(({ code }) => code === "B130")).toMatchObject({ active: false, manager: null });
    expect(after.employees.filter(({ posts }) => posts.some(({ department }) => department === "B130"))).toEqual([]);
    const managerBefore = (wanted: string) => before.departments.find(({ code }) => code === wanted)?.manager;
    expect(after.departments.find(({ code }) => code === "B210")?.manager).toBe(managerBefore("B130"));
    expect(after.employees.find(({ account }) => account === managerBefore("B210"))?.active).toBe(false);
  });

  it("renames a department, changes the code of another by the rename list, and swaps two siblings", () => {
    const codes = after.departments.filter(({ parent }) => parent === "C000").map(({ code }) => code);
    expect(codes).toEqual(["C200", "C100"]);
    expect(after.departments.find(({ code }) => code === "D200")?.name).toBe("海外業務部");
    expect(keysOf(plan, "department rename")).toEqual(["MIS"]);
    expect(after.departments.find(({ code }) => code === "E300")?.name).toBe("資訊部");
    expect(after.departments.some(({ code }) => code === "MIS")).toBe(false);
  });

  it("adds a title and a function that people have, and retires an unused title", () => {
    const posts = after.employees.flatMap(({ posts }) => posts);
    expect(posts.filter(({ title, functions }) => title === "T60" && functions.includes("I04"))).toHaveLength(1);
    expect(posts.filter(({ title }) => title === "T95")).toEqual([]);
    expect(after.titles.find(({ code }) => code === "T95")?.active).toBe(false);
  });
});

const sizes = [
  [100, 1],
  [300, 2],
  [1000, 3],
] as const;

it.each(inPart(2, sizes))(
  "a story of %i people with seed %i can be carried out, and then there is nothing to do",
  async (people, seed) => {
    const { source, first, second } = await play(people, seed);
    expect(source.rejected).toHaveLength(1);
    expect(first.plan.held).toEqual([]);
    expect(first.plan.breaches).toEqual([]);
    expect(first.execution.refusals).toEqual([]);
    expect(second.plan.changes).toEqual([]);
    expect(keysOf(first.plan, "employee create")).toHaveLength((people * 3) / 100);
  },
);
