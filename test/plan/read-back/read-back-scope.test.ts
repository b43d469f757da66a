/**
 * Tests what each operation has read again: managers, the posts of people, for certain or as part of a sample, members, and what is
 * judged. What refers to an object names it in other letters, as a site may.
 */
import { expect, it } from "vitest";
import type { Operation } from "../../../src/model/plan/operation.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { readBackScope } from "../../../src/plan/read-back/read-back-scope.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";

const one = [""];
const many = Array.from({ length: 60 }, (_, at) => `${at + 1}`);

/** Sixty people who have nothing but one post: a sample of them is enough. */
const staffed = (company: DirectoryBuilder, department: string) =>
  many.reduce((all, n) => all.employee(department + n).in(department, { title: `T-${department}` }), company);

const skilled = many.reduce(
  (all, n) => all.employee(`Skilled${n}`).in("Lab", { functions: ["F1"] }),
  directory()
    .level("L1")
    .title("T-Lab")
    .function("F1", { category: "Skills" })
    .department("Firm", { manager: "BOSS" })
    .department("Lab", { parent: "FIRM", manager: "LEAD" })
    .department("Desk", { parent: "LAB", manager: "DEV" })
    .department("Shop", { parent: "FIRM" })
    .department("Annex", { parent: "FIRM", manager: "STRANGER" })
    .employee("Boss")
    .in("Firm")
    .employee("Lead")
    .in("Lab")
    .employee("Dev")
    .in("Shop")
    .employee("Two")
    .in("Shop")
    .in("Desk")
    .employee("Amy")
    .in("Shop", { supervisor: "LEAD" }),
);
const before = ["Lab", "Desk", "Shop"].reduce(staffed, skilled).target();

type Of = "update" | "move" | "found";

const scopeOf = (operations: readonly Operation[], of: Of, looked: number, seed: string) => {
  const changes = operations.map((operation, at): Change => {
    const change = { id: `${at}`, kind: "employee", key: "", label: "", reason: "differs", step: 1, wave: 1 } as const;
    return { ...change, action: of === "found" ? "create" : of, needs: [], fields: [], operations: [operation] };
  });
  const found = new Set(of === "found" ? changes.map(({ id }) => id) : []);
  return readBackScope(changes, found, before, { unreliable: new Set(), looked: () => looked, seed });
};

/** `lab*`: all sixty of them. */
const namesOf = (found: Iterable<string>) => {
  const names = [...new Set([...found].map((name) => name.toLowerCase()))].sort();
  const groups = Map.groupBy(names, (name) => name.replace(/\d+$/, ""));
  return [...groups].flatMap(([of, some]) => (some.length === many.length ? [`${of}*`] : some)).join(" ");
};

/** Whom every draw of the sample reads is read for certain. */
const readAgain = (operations: readonly Operation[], of: Of): string => {
  const all = scopeOf(operations, of, -many.length * 10, "");
  const draws = Array.from({ length: 40 }, (_, seed) => new Set(scopeOf(operations, of, 1_000, `${seed}`).postsOf));
  const certain = draws.reduce((some, others) => some.intersection(others));
  const sample = new Set(all.postsOf).difference(certain);
  const judged = [...all.touched].filter((object) => !/^(employee|post)/.test(object));
  return [all.managersOf, certain, sample, all.membersOf, judged].map(namesOf).join(" | ");
};

const data = { data: {}, defaultLogin: [] };
const inLab = [{ department: "LAB", main: true }];
const inBoth = [...inLab, { department: "SHOP", main: false }];
const withBoth = [{ department: "LAB", main: true, functions: ["F1", "F2"] }];

/** Read again: managers | posts for certain | posts as part of a sample | members | what is judged besides people. */
it.each<[what: string, of: readonly string[], (n: string) => object, readAgain: string, Of?]>([
  [
    "E7 of people with one post",
    many,
    (n) => ({ id: "E7", account: `LAB${n}`, active: false }),
    "lab | lead | lab* skilled* |  | manager/lab",
  ],
  [
    "E8 of a manager",
    one,
    () => ({ id: "E8", account: "LEAD", expiresAt: null }),
    "lab | amy lead | lab* skilled* |  | manager/lab",
  ],
  [
    "E9 of somebody who manages another department",
    one,
    () => ({ id: "E9", account: "DEV", resignDate: null }),
    "desk shop | dev | amy shop* two |  | manager/desk manager/shop",
  ],
  [
    "E9 of people with a function",
    many,
    (n) => ({ id: "E9", account: `SKILLED${n}`, resignDate: null }),
    "lab | lead skilled* | lab* |  | manager/lab",
  ],
  [
    "E9 of somebody with two posts",
    one,
    () => ({ id: "E9", account: "TWO", resignDate: null }),
    "desk shop | dev two | amy desk* shop* |  | manager/desk manager/shop",
  ],
  [
    "E9 of somebody with a chosen approver",
    one,
    () => ({ id: "E9", account: "AMY", resignDate: null }),
    "shop | amy dev lead | shop* two |  | manager/shop",
  ],
  [
    "E11 of people with one post",
    many,
    (n) => ({ id: "E11", account: `lab${n}`, newAccount: `LAB${n}`, set: {} }),
    "lab | lead | lab* skilled* |  | manager/lab",
  ],
  [
    "E11 with the new account of a manager and approver",
    one,
    () => ({ id: "E11", account: "old", newAccount: "LEAD", set: {} }),
    "lab | amy lead | lab* skilled* |  | manager/lab",
  ],
  [
    "E12 with one post",
    many,
    (n) => ({ id: "E12", ...data, account: `New${n}`, posts: inLab }),
    "lab | lead | lab* new* skilled* |  | manager/lab",
  ],
  [
    "E12 with two posts",
    many,
    (n) => ({ id: "E12", ...data, account: `New${n}`, posts: inBoth }),
    "lab shop | dev lead new* | amy lab* shop* skilled* two |  | manager/lab manager/shop",
  ],
  [
    "E12 with two functions",
    many,
    (n) => ({ id: "E12", ...data, account: `New${n}`, posts: withBoth }),
    "lab | lead new* | lab* skilled* |  | manager/lab",
  ],
  [
    "E12 that found people",
    many,
    (n) => ({ id: "E12", ...data, account: `New${n}`, posts: inLab }),
    "lab | lead new* | lab* skilled* |  | manager/lab",
    "found",
  ],
  [
    "E12 with the account of another company's manager",
    one,
    () => ({ id: "E12", ...data, account: "stranger", posts: inLab }),
    "lab | lead stranger | lab* skilled* |  | manager/lab",
  ],
  [
    "E13 to somebody who manages a department",
    many,
    (n) => ({ id: "E13", account: `SHOP${n}`, department: "SHOP", supervisor: "DEV" }),
    "desk shop | dev | amy shop* two |  | manager/desk manager/shop",
  ],
  [
    "E14",
    many,
    (n) => ({ id: "E14", account: `SHOP${n}`, before: [], posts: inLab }),
    "lab | dev lead shop* | amy lab* skilled* two |  | manager/lab",
  ],
  [
    "D2",
    one,
    () => ({ id: "D2", code: "New", parent: "LAB" }),
    "desk lab new |  |  |  | department/new manager/lab manager/new",
  ],
  [
    "D3 with the same code",
    one,
    () => ({ id: "D3", code: "lab", newCode: "LAB", set: {} }),
    "annex desk firm lab shop | lead | desk* lab* skilled* two |  | department/desk department/lab manager/firm manager/lab",
  ],
  [
    "D3 with a new code",
    one,
    () => ({ id: "D3", code: "old", newCode: "LAB", set: {} }),
    "annex desk firm lab shop | lab* lead skilled* | desk* two |  | department/desk department/lab department/old manager/firm manager/lab",
  ],
  [
    "D4 disables",
    one,
    () => ({ id: "D4", code: "LAB", active: false }),
    "annex desk firm lab shop | desk* lab* lead skilled* two |  | lab | department/desk department/lab manager/desk manager/firm manager/lab",
  ],
  [
    "D4 enables",
    one,
    () => ({ id: "D4", code: "LAB", active: true }),
    "annex desk firm lab shop | lead | desk* lab* skilled* two |  | department/desk department/lab manager/desk manager/firm manager/lab",
  ],
  [
    "D7",
    one,
    () => ({ id: "D7", code: "LAB", parent: "ANNEX", seq: 1 }),
    "annex desk firm lab shop | lead | desk* lab* skilled* two | desk lab | department/desk department/lab manager/annex manager/desk manager/firm manager/lab",
  ],
  [
    "D11",
    one,
    () => ({ id: "D11", code: "LAB" }),
    "annex desk firm lab shop | amy lead | desk* lab* skilled* two |  | department/lab manager/lab",
  ],
  [
    "D12",
    one,
    () => ({ id: "D12", code: "LAB", manager: "DEV", before: "LEAD" }),
    "annex desk firm lab shop | amy dev lead | desk* lab* shop* skilled* two |  | department/lab manager/desk manager/lab",
  ],
  ["T3 with the same code", one, () => ({ id: "T3", code: "t-lab", newCode: "T-LAB" }), " |  | lab* |  | title/t-lab"],
  [
    "T3 with a new code",
    one,
    () => ({ id: "T3", code: "old", newCode: "T-LAB" }),
    " | lab* |  |  | title/old title/t-lab",
  ],
  ["T5", one, () => ({ id: "T5", code: "T-LAB", active: true }), " |  | lab* |  | title/t-lab"],
  ["J1", one, () => ({ id: "J1", category: "SKILLS", newCategory: "New" }), " |  | skilled* |  | "],
  ["J2", one, () => ({ id: "J2", category: "SKILLS", seq: 1 }), " |  | skilled* |  | "],
  ["J6 with the same code", one, () => ({ id: "J6", code: "f1", newCode: "F1" }), " |  | skilled* |  | function/f1"],
  [
    "J6 with a new code",
    one,
    () => ({ id: "J6", code: "old", newCode: "F1" }),
    " | skilled* |  |  | function/f1 function/old",
  ],
  [
    "J7 within a category",
    one,
    () => ({ id: "J7", code: "F1", category: "SKILLS", seq: 1 }),
    " |  | skilled* |  | function/f1",
  ],
  [
    "J7 to another category",
    one,
    () => ({ id: "J7", code: "F1", category: "Other", seq: 1 }),
    " | skilled* |  |  | function/f1",
    "move",
  ],
  [
    "V3",
    one,
    () => ({ id: "V3", code: "L1", newCode: "l1" }),
    " |  |  |  | department/annex department/desk department/firm department/lab department/shop level/l1",
  ],
])("%s", (_, of, operation, expected, as = "update") => {
  expect(
    readAgain(
      of.map((n) => operation(n) as Operation),
      as,
    ),
  ).toBe(expected);
});

/** The writes that are noted for an object, as numbers of the operations; those beside in brackets. */
const writersOf = (operations: readonly Operation[], object: string): string =>
  (scopeOf(operations, "update", 0, "").writers.get(object) ?? [])
    .map(({ change, isBeside }) => (isBeside ? `(${change})` : change))
    .join(" ");

const writesTo = (people: readonly string[]): readonly Operation[] =>
  people.map((account) => ({ id: "E9", account, resignationDate: null }));

it("notes who was written, and nobody as beside themselves", () => {
  expect(writersOf(writesTo(["Desk1"]), "post/desk1")).toBe("0");
  expect(writersOf(writesTo(["Desk1"]), "post/desk2")).toBe("(0)");
});

it("notes a new account as a write to whoever names it as approver, in other letters, too", () => {
  expect(writersOf([{ id: "E11", account: "old", newAccount: "LEAD", set: {} }], "post/amy")).toBe("(0) 0");
  expect(writersOf([{ id: "E11", account: "lead", newAccount: "LEAD", set: {} }], "post/amy")).toBe("(0)");
});

it("notes a newcomer beside those who were there, and not beside other newcomers for whom they approve", () => {
  const created = (account: string, supervisor: string) =>
    ({ id: "E12", account, ...data, posts: [{ department: "DESK", main: true, supervisor }] }) as Operation;
  const newcomers = [created("chief", "boss"), created("clerk", "chief")];
  expect(writersOf(newcomers, "post/clerk")).toBe("1");
  expect(writersOf(newcomers, "post/chief")).toBe("0");
  expect(writersOf(newcomers, "post/desk1")).toBe("(0) (1)");
});

it("notes eight writes of an operation beside a person, however many colleagues are written", () => {
  const colleagues = many.slice(0, 20).map((n) => `Desk${n}`);
  expect(writersOf(writesTo(colleagues), "post/desk60")).toBe("(0) (1) (2) (3) (4) (5) (6) (7)");
  const rest: readonly Operation[] = [{ id: "E13", account: "Desk1", department: "Desk", supervisor: "Boss" }];
  expect(writersOf([...writesTo(colleagues), ...rest], "post/desk60")).toBe("(0) (1) (2) (3) (4) (5) (6) (7) (20)");
});
