/** Tests the comparison of what was written with what is shown: a site that does as asked is never blamed, one ignored write always. */
import { expect, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { ShownEmployee } from "../../../src/model/directory/snapshot.ts";
import type { Operation } from "../../../src/model/plan/operation.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { newNames } from "../../../src/plan/read-back/new-names.ts";
import type { Results } from "../../../src/plan/read-back/second-plan.ts";
import { unshownIn } from "../../../src/plan/read-back/unshown.ts";
import { seededRandom } from "../../../src/sample/random.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const empty = directory().target();

const changeOf = (id: string, wave: number, operation: Operation): Change =>
  ({ id, kind: "employee", wave, step: 5, operations: [operation], fields: [] }) as unknown as Change;

const unshown = (tried: readonly Change[], results: Results, employees: readonly ShownEmployee[]) =>
  unshownIn({ ...empty, employees }, { tried, results, created: [], accountOf: newNames(tried).accountOf }).map(
    ({ change, fields }) => `${change.id}: ${fields.join()}`,
  );

/** A night of random writes to some people, among them renames to accounts that others have just left. */
const nightOf = (seed: number) => {
  const random = seededRandom(seed);
  const accounts = ["a", "b", "c"];
  const free = ["d"];
  const writes = Array.from({ length: 12 }, (_, at): { change: Change; hasFailed: boolean } => {
    const place = random.integer(0, accounts.length - 1);
    const account = accounts[place] ?? "";
    const hasFailed = random.integer(0, 4) === 0;
    if (random.integer(0, 3) === 0) {
      const newAccount = free.pop() ?? "";
      accounts[place] = newAccount;
      free.push(account);
      return { change: changeOf(`${at}`, at + 1, { id: "E11", account, newAccount, set: {} }), hasFailed: false };
    }
    const field = random.pick(["name", "phoneNumber"] as const);
    const set = { [field]: `value ${at}` };
    return { change: changeOf(`${at}`, at + 1, { id: "E11", account, newAccount: account, set }), hasFailed };
  });
  return { random, writes };
};

/** The people after the writes that the site carries out. */
const carriedOut = (changes: readonly Change[]): readonly Employee[] => {
  let people: readonly Employee[] = ["a", "b", "c"].map((account) => ({ account, name: "", phoneNumber: "" }));
  for (const operation of changes.flatMap(({ operations }) => operations))
    if (operation.id === "E11")
      people = people.map((one) =>
        one.account === operation.account ? { ...one, ...operation.set, account: operation.newAccount } : one,
      );
  return people;
};

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test("a site that carries out whatever it accepts, and some of what it refuses, has nothing unshown", () => {
  for (const seed of seeds) {
    const { random, writes } = nightOf(seed);
    const tried = writes.map(({ change }) => change);
    const results: Results = new Map(
      writes.map(({ change, hasFailed }) => [change.id, hasFailed ? "failed" : "applied"]),
    );
    const done = writes.filter(({ hasFailed }) => !hasFailed || random.integer(0, 1) === 0);
    expect({ seed, unshown: unshown(tried, results, carriedOut(done.map(({ change }) => change))) }).toEqual({
      seed,
      unshown: [],
    });
  }
});

test("one write that a site accepts and ignores is named, if no later one replaces what it stated", () => {
  let named = 0;
  for (const seed of seeds) {
    const { random, writes } = nightOf(seed);
    const tried = writes.map(({ change }) => change);
    const results: Results = new Map(
      writes.map(({ change, hasFailed }) => [change.id, hasFailed ? "failed" : "applied"]),
    );
    const accepted = writes.flatMap(({ change, hasFailed }) => (hasFailed ? [] : [change]));
    const data = accepted.filter(({ operations: [one] }) => one?.id === "E11" && one.account === one.newAccount);
    if (data.length === 0) continue;
    const ignored = random.pick(data as [Change, ...Change[]]);
    const shown = carriedOut(accepted.filter((one) => one !== ignored));
    const isMissed = JSON.stringify(shown) !== JSON.stringify(carriedOut(accepted));
    const found = unshown(tried, results, shown);
    expect({ seed, found: found.map((text) => text.split(":")[0]) }).toEqual({
      seed,
      found: isMissed ? [ignored.id] : [],
    });
    if (isMissed) named += 1;
  }
  expect(named).toBeGreaterThan(50);
});

test("a temporary name that was ignored is named, too, if its successor was ignored", () => {
  const target = directory().level("L1").department("HQ", { name: "總部" }).target();
  const named = (id: string, wave: number, before: string, name: string) =>
    ({
      ...changeOf(id, wave, { id: "D3", code: "HQ", newCode: "HQ", set: { name } }),
      fields: [{ field: "name", before, after: name }],
    }) as Change;
  const tried = [named("aside", 1, "總部", "總部 (HQ)"), named("update", 2, "總部", "總管理處")];
  const results: Results = new Map(tried.map(({ id }) => [id, "applied"]));
  const ids = (shown: string) =>
    unshownIn(
      { ...target, departments: target.departments.map((one) => ({ ...one, name: shown })) },
      { tried, results, created: [], accountOf: (account) => account },
    ).map(({ change }) => change.id);
  expect(ids("總部").toSorted()).toEqual(["aside", "update"]);
  expect(ids("總部 (HQ)")).toEqual(["update"]);
  expect(ids("總管理處")).toEqual([]);
});

test.each<[string, Operation, Partial<ShownEmployee>]>([
  ["is hidden", { id: "E11", account: "a", newAccount: "a", set: { name: "王" } }, { name: "○", hidden: ["name"] }],
  ["is not shown", { id: "E11", account: "a", newAccount: "a", set: { name: "王" } }, {}],
  ["is of somebody not listed", { id: "E7", account: "z", active: false }, { active: true }],
])("nothing is said of a value that %s", (_, operation, fields) => {
  const change = changeOf("1", 1, operation);
  expect(unshown([change], new Map([["1", "applied"]]), [{ account: "a", ...fields }])).toEqual([]);
});

test("levels, titles, functions and departments are compared under their last codes", () => {
  const target = directory().level("L1", { name: "一" }).department("RD", { name: "研發" }).target();
  const operations: readonly Operation[] = [
    { id: "V3", code: "L0", newCode: "L1", name: "二" },
    { id: "D3", code: "RD", newCode: "RD", set: { name: "研發部" } },
    { id: "D4", code: "RD", active: false },
    { id: "D7", code: "RD", parent: "HQ", seq: 0 },
  ];
  const tried = operations.map((operation) => changeOf(operation.id, 1, operation));
  const results: Results = new Map(tried.map(({ id }) => [id, "applied"]));
  const found = unshownIn(target, { tried, results, created: [], accountOf: (account) => account });
  expect(found.map(({ operation, fields }) => `${operation} ${fields.join()}`)).toEqual([
    "V3 name",
    "D3 name",
    "D4 active",
    "D7 parent",
  ]);
});
