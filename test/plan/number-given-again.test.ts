/** Tests matches that the rest of the records contradicts: what asks, what does not, and what each answer does. */

import { describe, expect, test } from "vitest";
import type { Employee } from "../../src/model/directory/directory.ts";
import type { Decision } from "../../src/model/directory/identity.ts";
import type { TargetSnapshot } from "../../src/model/directory/snapshot.ts";
import { emptyMemory, ledgerKey, type Memory } from "../../src/model/memory/memory.ts";
import { decisionsStanding } from "../../src/plan/match/contradictions.ts";
import { correlate } from "../../src/plan/match/correlate.ts";
import { statedEntry } from "../../src/plan/people/hidden-data.ts";
import { decisionsBound, withDecisions } from "../../src/plan/questions/decisions.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { withEntries } from "../support/target/execute-plan.ts";
import { heldIn, idsOf, planBetween } from "../support/target/plan-between.ts";

const known = {
  number: "E1",
  name: "王小明",
  birthDate: "1980-01-02",
  idCardNumber: "A123456789",
  gender: "Male",
  hireDate: "2010-01-04",
} as const satisfies Partial<Employee>;
const heir = {
  number: "E1",
  name: "林美惠",
  birthDate: "1995-05-06",
  idCardNumber: "B298765432",
  gender: "Female",
  hireDate: "2026-11-02",
} as const satisfies Partial<Employee>;

const there = (fields: Partial<Employee> = {}) => directory().employee("wang", { ...known, ...fields });
const row = (account: string, fields: Partial<Employee>) => directory().employee(account, fields);

const asked = ["employee/lin/update: number-given-again"];
const linkedTo = (id: string, account: string): Memory => ({
  ...emptyMemory,
  links: { employee: new Map([[id, account]]), department: new Map() },
});

describe("a number is held as given again", () => {
  test("if the service shows no names, and the birth date is another one, though the hire date is not (life 35000851)", () => {
    const shown = (target: TargetSnapshot): TargetSnapshot => ({
      ...target,
      employees: target.employees.map(({ name: _name, idCardNumber: _id, ...person }) => ({
        ...person,
        hidden: ["name", "idCardNumber"],
      })),
    });
    const between = (fields: Partial<Employee>) => planBetween(there(), row("lin", { ...known, ...fields }), { shown });
    expect(heldIn(between({ name: "林美惠", birthDate: "1995-05-06" }))).toEqual(asked);
    expect(heldIn(between({}))).toEqual([]);
  });

  test("if the service hides the ID number, and it is another one than was written", () => {
    const hidden = { idCardNumber: undefined } as unknown as Partial<Employee>;
    const shown = (target: TargetSnapshot): TargetSnapshot => ({
      ...target,
      employees: target.employees.map(({ idCardNumber: _, ...person }) => ({ ...person, hidden: ["idCardNumber"] })),
    });
    const same = { number: "E1", hireDate: "2010-01-04" };
    const between = (idCardNumber: string, name: string) =>
      planBetween(there(hidden), row("lin", { ...same, name, idCardNumber }), {
        shown,
        memory: { ...emptyMemory, written: withEntries(new Map(), statedEntry(emptyMemory, "wang", known)) },
      });
    expect(heldIn(between("B298765432", "林美惠"))).toEqual(asked);
    expect(heldIn(between("B298765432", "王美惠"))).toEqual(asked);
    // The same person with another name, or with an ID number that was corrected.
    expect(heldIn(between(known.idCardNumber, "林美惠"))).toEqual([]);
    expect(heldIn(between("A123456780", "王小明"))).toEqual([]);
  });

  test("if the ID number is the same, and name and birth date are those of another person", () => {
    const overwritten = (fields: Partial<Employee>, account = "lin") =>
      heldIn(planBetween(there(), row(account, { ...heir, idCardNumber: known.idCardNumber, ...fields })));
    expect(overwritten({})).toEqual(asked);
    expect(overwritten({}, "wang")).toEqual(["employee/wang/update: number-given-again"]);
    // Married, a birth date corrected, or both with a typing error.
    expect(overwritten({ birthDate: known.birthDate }, "wang")).toEqual([]);
    expect(overwritten({ name: "王小明" }, "wang")).toEqual([]);
    expect(overwritten({ name: "王美惠" }, "wang")).toEqual([]);
    expect(overwritten({ birthDate: "1980-01-03" }, "wang")).toEqual([]);
  });

  test("and whoever had it before is a candidate of a newcomer who may be them", () => {
    const desired = row("lin", heir).employee("neu", { ...known, number: "E9" });
    // A row that could not be read has the number, too: it does not say that its holder is known.
    const rejected = [{ kind: "employee", file: "e.csv", column: "c", code: "c", reason: "r", key: "E1" }] as const;
    for (const more of [{}, { rejected }]) {
      const plan = planBetween(there(), desired, { stated: (source) => ({ ...source, ...more }) });
      expect([plan.changes, heldIn(plan)]).toEqual([[], [...asked, "employee/neu/create: possible-twin"]]);
    }
  });

  test("with both records, and writes nothing", () => {
    const plan = planBetween(there(), row("lin", heir));
    expect([plan.changes, heldIn(plan)]).toEqual([[], asked]);
    expect(plan.held[0]?.about).toEqual(["wang"]);
    expect(plan.held[0]?.candidates?.[0]?.fields.map(({ field }) => field)).toContain("birthDate");
    expect(plan.proposals?.[0]).toMatchObject({
      what: "given-again",
      lines: ['- { source: "lin", is: "wang" }', '- { source: "lin", isNot: "wang" }'],
    });
  });

  test.each<[string, Partial<Employee>, Partial<Employee>]>([
    ["only the names are known", { name: "王小明" }, { name: "林美惠" }],
    [
      "a namesake joined when the other had left",
      { name: "王小明", hireDate: "2010-01-04", birthDate: "1980-01-02", active: false },
      { name: "王小明", hireDate: "2026-11-02", birthDate: "1995-05-06", active: true },
    ],
    [
      "a namesake of another sex has the hire date of the leaver, as everybody has (life 26000069)",
      { birthDate: "1980-01-02", hireDate: "2010-01-04", gender: "Male", active: false },
      { birthDate: "1995-05-06", hireDate: "2010-01-04", gender: "Female", active: true },
    ],
    [
      "the ID number and the birth date differ",
      { idCardNumber: "A123456789", birthDate: "1980-01-02" },
      { idCardNumber: "B298765432", birthDate: "1995-05-06" },
    ],
  ])("where %s", (_, old, fresh) => {
    const current = directory().employee("wang", { number: "E1", name: "王小明", ...old });
    expect(heldIn(planBetween(current, row("lin", { number: "E1", name: "王小明", ...fresh })))).toEqual(asked);
  });

  test.each([
    ["a character", "王小明", "王大同"],
    ["a word", "Mary Chen", "John Chen"],
  ])("with the account, where only the names are known, which share %s", (_, old, fresh) => {
    const current = directory().employee("wang", { number: "E1", name: old });
    expect(heldIn(planBetween(current, row("wang", { number: "E1", name: fresh })))).toEqual([
      "employee/wang/update: number-given-again",
    ]);
  });

  test("where the account belongs to another id of HR, even if all else is hidden", () => {
    const current = directory().employee("wang", { number: "E1", name: "王小明" });
    const desired = row("lin", { id: "2", number: "E1", name: "王小明" });
    expect(heldIn(planBetween(current, desired, { memory: linkedTo("1", "wang") }))).toEqual(asked);
    expect(heldIn(planBetween(current, desired, { memory: linkedTo("2", "wang") }))).toEqual([]);
  });

  test("where the account of the directory, and with it HR's id, was renamed for a successor", () => {
    const renamed = (account: string, fields: Partial<Employee>) =>
      heldIn(
        planBetween(
          directory().employee("wang", { number: "E1", name: "王小明" }),
          row(account, { id: "1", number: "E1", name: "王小明", ...fields }),
          { memory: linkedTo("1", "wang") },
        ),
      );
    expect(renamed("lin", { number: "E9", name: "林美惠" })).toEqual(asked);
    // A marriage, another number, or both; a name in Latin letters.
    expect(renamed("chen", { name: "陳小明" })).toEqual([]);
    expect(renamed("wang", { number: "E9" })).toEqual([]);
    expect(renamed("chen", { number: "E9", name: "陳小明" })).toEqual([]);
    expect(renamed("lin", { number: "E9", name: "Mei-hui Lin" })).toEqual([]);
  });

  test("and whoever has the account by HR's id keeps it", () => {
    const desired = there({ id: "1", number: "E7" }).employee("lin", { id: "2", ...heir });
    const plan = planBetween(there(), desired, { memory: linkedTo("1", "wang") });
    expect([idsOf(plan.changes), heldIn(plan)]).toEqual([["employee/wang/update"], asked]);
  });

  test("if only a digit or the last letter of the name tells two namesakes apart", () => {
    const bare = { birthDate: null, idCardNumber: null, hireDate: null };
    for (const [one, other] of [
      ["王小明A", "王小明B"],
      ["工讀生1", "工讀生12"],
      ["Temp 1", "Temp 2"],
    ] as const)
      expect(
        heldIn(planBetween(there({ name: one, ...bare }), row("lin", { number: "E1", name: other, ...bare }))),
      ).toEqual(asked);
  });

  test("if only values speak for the match that several people have: no ID number, the switchboard", () => {
    const same = { idCardNumber: "0000000000", phoneNumber: "02-2345-1000", hireDate: "2010-01-04" };
    const others = () => row("amy", { number: "E2", name: "陳大文", ...same });
    const between = (fields: Partial<Employee>) =>
      planBetween(
        others().employee("wang", { number: "E1", name: "王小明", ...same }),
        others().employee("lin", { number: "E1", name: "林美惠", ...same, ...fields }),
      );
    expect(heldIn(between({}))).toEqual(asked);
    // The same person: nothing is asked because the ID number is known now, or was never one.
    for (const idCardNumber of ["A123456789", "0000000000"])
      expect(heldIn(between({ name: "王小明", idCardNumber }))).toEqual([]);
    // Of nobody else: an ID number settles it, and the phone counts.
    expect(heldIn(between({ idCardNumber: "A123456789" }))).toEqual(asked);
  });

  test("to a namesake, if their birth dates are equal because a program has put that day for none", () => {
    const born = (birthDate: string) =>
      heldIn(planBetween(there({ birthDate }), row("lin", { ...heir, name: known.name, birthDate })));
    expect([born("1970-01-01"), born("1900-01-01"), born("1970-01-02")]).toEqual([asked, asked, []]);
  });

  test("by account too, where nobody has numbers", () => {
    const plan = planBetween(there({ number: null }), row("wang", { ...heir, number: null }));
    expect(heldIn(plan)).toEqual(["employee/wang/update: number-given-again"]);
  });
});

test.each<[string, Partial<Employee>]>([
  ["a marriage", { name: "陳王小明", account: "chen", email: "chen@example.com" }],
  ["a corrected birth date", { birthDate: "1985-10-12" }],
  ["a corrected ID number", { idCardNumber: "F212345678" }],
  ["a corrected gender", { gender: "Female" }],
  ["a new given name", { name: "王大同" }],
  ["a romanised name", { name: "Wang Hsiao-Ming" }],
  ["a variant of a character", { name: "王小朙" }],
  ["a return under the old number", { hireDate: "2026-11-02", active: true }],
  ["an equal ID number beside other data", { ...heir, idCardNumber: known.idCardNumber, birthDate: known.birthDate }],
  ["a masked ID number", { idCardNumber: "A12*****89", name: "王小民" }],
  ["a masked name", { name: "王○○", birthDate: null, idCardNumber: null, hireDate: null }],
  ["a name in another script", { name: "ワン・シャオミン", birthDate: null, idCardNumber: null, hireDate: null }],
])("nobody is asked about %s", (_, fields) => {
  const plan = planBetween(there({ active: !("active" in fields) }), row("wang", { ...known, ...fields }));
  expect(heldIn(plan)).toEqual([]);
});

describe("the answer", () => {
  const decide = (same: boolean, decidedAtMs: number): Decision[] => [
    { kind: "employee", source: "E1", target: "wang", same, decidedAtMs },
  ];

  test("that it is the same person lets the match stand for these records, and not for the next person", () => {
    const current = there();
    const desired = row("lin", heir);
    const source = withDecisions(desired.source([]), current.target(), decide(true, 1));
    const plan = planBetween(current, desired, { stated: () => source });
    expect([idsOf(plan.changes).toSorted(), heldIn(plan)]).toEqual([
      ["employee/wang/rename", "employee/wang/update"],
      [],
    ]);
    const bound = decisionsBound(source, correlate(source, current.target().employees), emptyMemory);
    const memory = { written: new Map(bound.map((one) => [ledgerKey(one.subject, one.field), one.value])) };
    const third = row("chou", { ...heir, name: "周杰", birthDate: "2001-02-03", idCardNumber: "C111111111" });
    const again = (at: number) =>
      heldIn(
        planBetween(current, third, {
          memory,
          stated: (one) => withDecisions(one, current.target(), decide(true, at)),
        }),
      );
    expect(again(1)).toEqual(["employee/chou/update: number-given-again"]);
    expect(again(2)).toEqual([]);
  });

  test("that they are two people creates an account, and the number stays where it is", () => {
    const current = there();
    const stated = (one: Parameters<typeof withDecisions>[0]) => withDecisions(one, current.target(), decide(false, 1));
    const plan = planBetween(current, row("lin", heir), { stated });
    expect(idsOf(plan.changes)).toEqual(["employee/lin/create"]);
    expect(plan.changes[0]?.fields.map(({ field }) => field)).not.toContain("number");
    expect(plan.held).toMatchObject([{ reason: "number-kept", about: ["wang"], fields: [{ after: "E1" }] }]);
    const { number: _, ...made } = heir;
    const later = there().employee("lin", { ...made, number: null });
    expect(heldIn(planBetween(later, row("lin", heir), { stated }))).toEqual([
      "employee/lin/update/number: number-kept",
    ]);
  });
});

describe("answers about an account that another record has got since", () => {
  const decisions: Decision[] = [
    { kind: "employee", source: "wang", target: "wang", same: false, decidedAtMs: 1 },
    { kind: "employee", source: "chen", target: "wang", same: true, decidedAtMs: 1 },
  ];
  /** Plans for chen, who had the account wang, and for whoever has it now. */
  const planFor = (current: Partial<Employee>, wanted: Partial<Employee>, old: Partial<Employee> = known) => {
    const people = directory().employee("chen", old).employee("wang", current);
    const desired = row("chen", old).employee("wang", wanted);
    return planBetween(people, desired, { stated: (one) => withDecisions(one, people.target(), decisions) });
  };
  const fresh = { ...heir, number: "E2" };

  test.each<[string, Partial<Employee>, Partial<Employee>]>([
    ["whose ID number is known", fresh, known],
    ["whose ID number and number are unknown", { name: "林美惠", birthDate: "1995-05-06" }, known],
    ["of whom the number and the name are known", { number: "E2", name: "林美惠" }, known],
    ["of whom the name and the hire date are known", { name: "林美惠", hireDate: "2026-11-02" }, known],
    ["where nobody has numbers", { ...fresh, number: null }, { ...known, number: null }],
  ])("are about nobody any more: somebody %s", (_, person, old) => {
    const plan = planFor(person, person, old);
    expect([plan.changes, heldIn(plan)]).toEqual([[], []]);
  });

  test.each<[string, Partial<Employee>, Partial<Employee>]>([
    ["only the names agree", { name: "林美惠" }, { name: "林美惠" }],
    ["the ID numbers differ", { ...fresh, idCardNumber: "C111111111" }, fresh],
    ["the names differ", { number: "E2", name: "林美惠" }, { number: "E2", name: "周杰" }],
    ["the names share a character", { number: "E2", name: "林美惠" }, { number: "E2", name: "林大同" }],
    [
      "the birth dates differ",
      { number: "E2", name: "林美惠", birthDate: "1990-01-01" },
      { number: "E2", name: "林美惠", birthDate: "1995-05-06" },
    ],
    [
      "the hire dates differ",
      { number: "E2", name: "林美惠", hireDate: "2010-01-04" },
      { number: "E2", name: "林美惠", hireDate: "2026-11-02" },
    ],
  ])("stand where %s", (_, current, wanted) => {
    const plan = planFor(current, wanted);
    expect(plan.changes.filter(({ key }) => key === "wang")).toEqual([]);
    expect(heldIn(plan).join()).toContain("employee/wang/");
  });
});

describe("a near name is evidence", () => {
  const newcomer = { number: "N1", name: "王小明", birthDate: "1980-01-02", hireDate: "2020-01-02" } as const;
  test.each<[string, string]>([
    ["one wrong character", "王曉明"],
    ["exchanged characters", "小明王"],
    ["a missing character", "王明"],
    ["a variant", "王小眀"],
  ])("with the same birth date: %s", (_, name) => {
    const plan = planBetween(directory().employee("old", { name, birthDate: "1980-01-02" }), row("new", newcomer));
    expect(heldIn(plan)).toEqual(["employee/new/create: possible-twin"]);
  });

  test.each<[string, string, string]>([
    ["the family name first", "Chen, Mary", "Mary Chen"],
    ["full width", "Ｍａｒｙ Chen", "Mary Chen"],
    ["one wrong letter", "Mary Chan", "Mary Chen"],
    ["台 and 臺", "臺大明", "台大明"],
  ])("and with the same hire date: %s", (_, name, own) => {
    const current = directory().employee("old", { name, hireDate: "2020-01-02" });
    expect(heldIn(planBetween(current, row("new", { ...newcomer, name: own })))).toEqual([
      "employee/new/create: possible-twin",
    ]);
  });

  test("with the same birth date, also where a name has two characters", () => {
    const current = directory().employee("old", { name: "王民", birthDate: "1980-01-02" });
    expect(heldIn(planBetween(current, row("new", { ...newcomer, name: "王明" })))).toEqual([
      "employee/new/create: possible-twin",
    ]);
  });

  test("but not of people who clearly differ", () => {
    const current = directory().employee("old", { ...known, number: "E9", name: "王小明", hireDate: "2020-01-02" });
    const other = { ...newcomer, birthDate: "1999-09-09", idCardNumber: "C111111111" };
    expect(heldIn(planBetween(current, row("new", other)))).toEqual([]);
  });
});

test("a decision that two records are two people stands where only the number is equal, and ends where the name is, too", () => {
  const decided = new Map([["wang", { differs: ["wang"] }]]);
  const found = { account: "wang", number: "E1", name: "王小明", active: true };
  const standing = (name: string) =>
    decisionsStanding(decided, [{ account: "wang", number: "E1", name }], [found]).get("wang")?.differs;
  expect([standing("林美惠"), standing("王小明")]).toEqual([["wang"], []]);
});

test("a decision stands beside an ID number that several people have", () => {
  const decided = new Map([["wang", { differs: ["wang"] }]]);
  const idCardNumber = "0000000000";
  const standing = (...others: Employee[]) =>
    decisionsStanding(
      decided,
      [{ account: "wang", number: "E1", name: "林美惠", idCardNumber }, ...others],
      [{ account: "wang", number: "E1", name: "王小明", active: true, idCardNumber }],
    ).get("wang")?.differs;
  expect(standing()).toEqual([]);
  expect(standing({ account: "amy", number: "E2", name: "陳大文", idCardNumber })).toEqual(["wang"]);
});
