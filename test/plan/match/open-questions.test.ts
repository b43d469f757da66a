/**
 * A question whether HR's record is an object of the service stays open when HR changes what the two had in common (lives 16000850 and
 * 13000245), until somebody answers or the records say that they are two.
 */
import { describe, expect, it, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory/memory.ts";
import { questionsRemembered } from "../../../src/plan/match/open-questions.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";
import { withEntries } from "../../support/target/execute-plan.ts";
import { heldIn, planBetween } from "../../support/target/plan-between.ts";

/** What is remembered after a plan between the two. */
const after = (site: DirectoryBuilder, hr: DirectoryBuilder, memory: Memory = emptyMemory): Memory => {
  const { held } = planBetween(site, hr, { memory });
  return { written: withEntries(memory.written, questionsRemembered(hr.source(), memory, held)) };
};

const old = {
  number: "901",
  name: "員工蓋",
  birthDate: "1981-03-12",
  idCardNumber: "A123456789",
  email: "a@x.tw",
} as const;
const site = directory().employee("old", { ...old, active: true });
const hr = (row: Partial<Employee>) => directory().employee("amy", { ...old, number: "01", active: true, ...row });
const nothing = { name: "林大文", idCardNumber: null, birthDate: null, email: null };

describe("somebody who may be a person of the service", () => {
  const asked = after(site, hr({}));
  const heldFor = (row: Partial<Employee>, memory = asked) => heldIn(planBetween(site, hr(row), { memory }));
  const held = ["employee/amy/create: possible-twin"];

  it.each<[string, Partial<Employee>]>([
    ["the ID number", { idCardNumber: null }],
    ["the birth date", { birthDate: null }],
    ["all but the name", { idCardNumber: null, birthDate: null, email: null }],
    ["the ID number and e-mail, and the name has changed", { idCardNumber: null, email: null, name: "林大文" }],
    // Life 20000087.
    [
      "another ID number, and part of the name has changed",
      { idCardNumber: "B123456789", email: null, name: "員明德" },
    ],
  ])("stays held when HR no longer states what it did: %s", (_, row) => {
    expect(heldFor(row)).toEqual(held);
  });

  it.each<[string, Partial<Employee>]>([
    ["another ID number", { idCardNumber: "B123456789", name: "林大文", email: null }],
    [
      "another ID number, and no birth date",
      { idCardNumber: "B123456789", name: "林大文", birthDate: null, email: null },
    ],
    ["another ID number and birth date", { idCardNumber: "B123456789", birthDate: "1999-01-01", email: null }],
    ["another birth date", { idCardNumber: null, birthDate: "1999-01-01", name: "林大文", email: null }],
    ["another name, and nothing else", nothing],
  ])("is created when HR states %s", (_, row) => {
    expect(heldFor(row)).toEqual([]);
  });

  it.each<[string, Partial<Employee>]>([
    ["account", { account: "amanda" }],
    ["number", { number: "02" }],
  ])("stays held under another %s, and under both one after the other", (_, row) => {
    const less = { idCardNumber: null, email: null, name: "林大文" };
    const renamed = directory().employee(row.account ?? "amy", { ...old, number: "01", active: true, ...row, ...less });
    expect(planBetween(site, renamed, { memory: asked }).held).toHaveLength(1);
    const both = directory().employee("amanda", { ...old, number: "02", active: true, ...less });
    expect(planBetween(site, both, { memory: after(site, renamed, asked) }).held).toHaveLength(1);
  });

  it("is known by a stable id alone", () => {
    const less = { idCardNumber: null, email: null, name: "林大文" };
    const known = after(site, directory().employee("amy", { ...old, number: "01", id: "x", active: true }));
    const row = directory().employee("amanda", { ...old, number: "02", id: "x", active: true, ...less });
    expect(planBetween(site, row, { memory: known }).held).toHaveLength(1);
  });

  it("is shown as asked about before where nothing agrees any more", () => {
    const [first] = planBetween(site, hr({ idCardNumber: null, email: null, name: "林大文" }), { memory: asked }).held;
    expect(first?.candidates?.map(({ key, evidence }) => [key, evidence])).toEqual([["old", [["asked"]]]]);
  });

  it("is created once somebody has said that they are two", () => {
    const decided = new Map([["amy", { differs: ["old"] }]]);
    const plan = planBetween(site, hr({ idCardNumber: null, email: null, name: "林大文" }), {
      memory: asked,
      stated: (source) => ({ ...source, decided }),
    });
    expect(heldIn(plan)).toEqual([]);
  });

  it("is created once HR has a row of that person's own, and somebody else is unknown", () => {
    const row = { ...old, number: "01", active: true, idCardNumber: null, email: null, birthDate: null } as const;
    const both = directory()
      .employee("amy", row)
      .employee("old", { ...old, active: true });
    const crowded = directory()
      .employee("old", { ...old, active: true })
      .employee("zed", { number: "902", active: true });
    const plan = planBetween(crowded, both, { memory: asked });
    expect(heldIn(plan)).toEqual([]);
    expect(plan.changes.map(({ id }) => id)).toContain("employee/amy/create");
  });

  it("is another one's question when the account goes to somebody else later", () => {
    const over = after(site, hr(nothing), asked);
    expect(heldFor({ idCardNumber: null, email: null, name: "林大文" }, over)).toEqual([]);
  });

  it("stays asked about while HR does not name them", () => {
    const absent = after(site, directory().employee("bob", { number: "3", active: true }), asked);
    expect(heldFor({ idCardNumber: null, email: null, name: "林大文" }, absent)).toEqual(held);
  });
});

describe("somebody with a number that was given again", () => {
  const heir = {
    number: "901",
    name: "林美惠",
    birthDate: "1995-05-06",
    idCardNumber: "B298765432",
    hireDate: "2026-11-02",
  } as const;
  const hireDate = "2010-01-04";
  const holder = directory().employee("old", { ...old, hireDate, active: true });
  const row = (fields: Partial<Employee>) => directory().employee("lin", { ...heir, active: true, ...fields });
  const memory = after(holder, row({}));
  const heldFor = (fields: Partial<Employee>, known = memory) =>
    heldIn(planBetween(holder, row(fields), { memory: known }));
  const held = ["employee/lin/update: number-given-again"];
  const unknown = { birthDate: null, idCardNumber: null };

  it.each<[string, Partial<Employee>]>([
    ["no birth date, and by chance the same name (life 21000517)", { birthDate: null, name: old.name, hireDate }],
    ["neither birth date nor ID number, and by chance the same name", { ...unknown, name: old.name }],
    ["neither birth date nor ID number, and part of the name", { ...unknown, name: "林美蓋", hireDate }],
    ["no ID number, and by chance the same birth date", { idCardNumber: null, birthDate: old.birthDate, hireDate }],
  ])("stays held when HR states %s", (_, fields) => {
    expect(heldFor(fields)).toEqual(held);
  });

  it.each<[string, Partial<Employee>]>([
    ["the same ID number", { idCardNumber: old.idCardNumber, name: old.name }],
    ["the same name and birth date", { name: old.name, birthDate: old.birthDate }],
    ["the same birth date, and nearly the same name", { idCardNumber: null, birthDate: old.birthDate, name: "員工益" }],
    ["the same name and hire date, and nothing else", { ...unknown, name: old.name, hireDate }],
  ])("is the person of the service when HR corrects the row: %s", (_, fields) => {
    expect(heldFor(fields)).toEqual([]);
  });

  it("is not asked about where HR corrects another number of the same account", () => {
    const holderOf = (number: string) => directory().employee("lin", { ...heir, ...unknown, number, active: true });
    const typingError = after(holderOf("900"), row({}));
    const between = (number: string) =>
      heldIn(planBetween(holderOf("900"), row({ number, hireDate: null, birthDate: null }), { memory: typingError }));
    expect([between("901"), between("900")]).toEqual([["employee/lin/update: identity-conflict"], []]);
  });

  it("is asked about only where somebody was asked", () => {
    expect(heldFor({ ...unknown, name: "林美蓋", hireDate }, emptyMemory)).toEqual([]);
  });
});

test.each(["level", "title", "function", "department"] as const)(
  "a %s that may be another one stays held when its name changes",
  (kind) => {
    const of = (code: string, name: string) => directory().level("L1")[kind](code, { name, title: name });
    const [before, same, renamed] = [of("A1", "研發"), of("B1", "研發"), of("B1", "創新")];
    expect(planBetween(before, renamed).held).toEqual([]);
    const memory = after(before, same);
    const { held } = planBetween(before, renamed, { memory });
    expect(
      held.map(({ id, reason, candidates }) => [id, reason, candidates?.map((one) => [one.key, one.evidence])]),
    ).toEqual([[`${kind}/B1/create`, "possible-twin", [["A1", [["asked"]]]]]]);
    expect(planBetween(before, of("C1", "創新"), { memory }).held).toEqual([]);
  },
);

describe.each(["title", "function", "department"] as const)("a %s that may be another one", (kind) => {
  const of = (code: string, name: string, active = true) =>
    directory().level("L1")[kind](code, { name, title: name, active });
  const [site, hr] = [of("A1", "研發"), of("B1", "研發")];
  const candidatesOf = (...sides: Parameters<typeof planBetween>) =>
    planBetween(...sides).held.map(({ id, candidates }) => [id, candidates?.map(({ key }) => key)]);

  it("is asked about although it is closed, while the other one is open", () => {
    expect(candidatesOf(site, of("B1", "研發", false))).toEqual([[`${kind}/B1/create`, ["A1"]]]);
    expect(candidatesOf(of("A1", "研發", false), of("B1", "研發", false))).toEqual([]);
  });

  it("stays asked about after it was closed (life 20000081)", () => {
    const memory = after(site, hr);
    const closed = of("B1", "創新", false);
    expect(candidatesOf(site, closed, { memory })).toEqual([[`${kind}/B1/create`, ["A1"]]]);
    expect(candidatesOf(of("A1", "研發", false), closed, { memory })).toEqual([]);
  });

  it("stays asked about under the codes that HR gives it one after the other", () => {
    const memory = after(site, hr);
    const renames = [
      { kind, from: "B1", to: "B2" },
      { kind, from: "B2", to: "B3" },
    ];
    const stated = (source: SourceSnapshot): SourceSnapshot => ({ ...source, renames });
    expect(candidatesOf(site, of("B3", "創新"), { memory, stated })).toEqual([[`${kind}/B3/create`, ["A1"]]]);
    expect(candidatesOf(site, of("B3", "創新"), { memory })).toEqual([]);
  });
});
