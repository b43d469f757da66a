/** Examples of the last working day, which no read returns: when it is written, written again, cleared, and left as it is. */
import { expect, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import { disabledFor, employeeSubject, ledgerKey, type Memory, type Stale } from "../../../src/model/memory/memory.ts";
import type { PlanSettings } from "../../../src/model/plan/settings.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { today } from "../../support/random/arbitraries.ts";
import { withEntries } from "../../support/target/execute-plan.ts";
import { planBetween } from "../../support/target/plan-between.ts";

const later = "2026-12-31";
const restored: Stale = { all: true, undone: 1, seen: 1, people: new Set(), drifted: [] };

const wrote = (value: string | null | undefined, stale?: Stale): Memory => ({
  written: new Map(value === undefined ? [] : [[ledgerKey(employeeSubject("amy"), "resignationDate"), value]]),
  ...(stale && { stale }),
});

/** The last days that a plan writes about Amy. */
const written = (
  memory: Memory,
  stated: Partial<Employee>,
  { active = true, ...settings }: Partial<PlanSettings> & { readonly active?: boolean } = {},
) => {
  const row = { account: "amy", name: "amy", ...stated };
  const plan = planBetween(directory().employee("amy", { active }), directory({ employees: [row] }), {
    memory,
    settings,
  });
  return plan.changes.flatMap(({ operations }) =>
    operations.flatMap((one) => (one.id === "E9" ? [one.resignationDate] : [])),
  );
};

test("a day that musterd has written is written again only if the service was restored", () => {
  expect(written(wrote(later), { active: true, resignationDate: later })).toEqual([]);
  expect(written(wrote(later, restored), { active: true, resignationDate: later })).toEqual([later]);
});

test("where only an empty value is filled, a day that a restored service has lost is written again, and no other", () => {
  const settings = { fields: { "employee.resignationDate": "fill-if-empty" } } as const;
  expect(written(wrote(later), { active: true, resignationDate: "2027-01-31" }, settings)).toEqual([]);
  expect(written(wrote(later, restored), { active: true, resignationDate: later }, settings)).toEqual([later]);
});

test("a restored service forgets the day of somebody who works, if it is over or was cleared, and only then", () => {
  const of = (before: string | null, stated: Partial<Employee> = { active: true }) =>
    written(wrote(before, restored), stated);
  expect([of("2026-11-20"), of(null)]).toEqual([[null], [null]]);
  expect([of(today), of(later)]).toEqual([[], []]);
  expect([of("2026-11-20", {}), written(wrote("2026-11-20"), { active: true })]).toEqual([[], []]);
});

test("whoever comes back loses the day that musterd wrote or may not know", () => {
  const back = (memory: Memory, stated: Partial<Employee> = {}) =>
    written(memory, { active: true, ...stated }, { active: false });
  expect([back(wrote("2026-11-20")), back(wrote(undefined), { resignationDate: null })]).toEqual([[null], [null]]);
  // Who has disabled somebody whose day musterd had cleared may have set another, as a service does that is restored twice (life 16000140).
  expect([back(wrote(undefined)), back(wrote(null))]).toEqual([[], [null]]);
});

test("a restored service has the day of somebody who had come back, also under the account before a rename (life 15000204)", () => {
  const doubted: Stale = { ...restored, all: false, people: new Set(["j16", "amy"]) };
  const back = (account: string) => {
    const site = directory().employee(account, { number: "1", active: false });
    const row = { account: "amy", number: "1", name: account, active: true };
    const { changes } = planBetween(site, directory({ employees: [row] }), { memory: wrote(null, doubted) });
    return changes.flatMap(({ operations }) =>
      operations.flatMap((one) => (one.id === "E9" ? [[one.account, one.resignationDate]] : [])),
    );
  };
  expect([back("amy"), back("j16")]).toEqual([[["amy", null]], [["j16", null]]]);
});

test("whoever comes back gets HR's last day again: who disabled them may have set another (life 500356)", () => {
  const back = (known: string | null) =>
    written(wrote(known), { active: true, resignationDate: known }, { active: false });
  expect([back(later), back(null)]).toEqual([[later], [null]]);
});

test("a day whose write may have been lost is written again, also where HR has gone back since", () => {
  const first = planBetween(
    directory().employee("amy"),
    directory({ employees: [{ account: "amy", name: "amy", active: true, resignationDate: later }] }),
  );
  const [change] = first.changes;
  // The run has noted the doubt before it tried the change, and never heard of the outcome.
  const doubted = (known: string | null | undefined): Memory => ({
    written: withEntries(wrote(known).written, change?.doubts ?? []),
  });
  const of = (known: string | null | undefined, resignationDate: string | null) =>
    written(doubted(known), { active: true, resignationDate });
  expect([of(undefined, null), of("2027-01-31", "2027-01-31"), of(later, later)]).toEqual([
    [null],
    ["2027-01-31"],
    [later],
  ]);
  const applied: Memory = { written: withEntries(doubted(undefined).written, change?.remember ?? []) };
  expect(written(applied, { active: true, resignationDate: later })).toEqual([]);
});

test("the create of somebody whose last day musterd has written, or whom it has disabled, says that the account is known", () => {
  const knownIn = (memory: Memory) =>
    planBetween(directory(), directory().employee("amy"), { memory }).changes.flatMap(({ operations }) =>
      operations.flatMap((one) => (one.id === "E12" ? [one.known] : [])),
    );
  const undone: Memory = { written: new Map([[ledgerKey(employeeSubject("amy"), disabledFor), "undone"]]) };
  expect([knownIn(wrote(undefined)), knownIn(wrote(null)), knownIn(undone)]).toEqual([[undefined], [true], [true]]);
});

test("of a newcomer, a day that the policy leaves to the service does not count as written", () => {
  const remembered = (policy: "manage" | "ignore", memory?: Memory) => {
    const newcomer = directory().employee("bob").employee("amy", { resignationDate: later });
    const settings = { fields: { "employee.resignationDate": policy } } as const;
    const { changes } = planBetween(directory().employee("bob"), newcomer, { settings, ...(memory && { memory }) });
    const entries = changes.flatMap(({ remember = [] }) => remember);
    return withEntries(new Map(), entries).get(ledgerKey(employeeSubject("amy"), "resignationDate"));
  };
  expect(remembered("manage")).toBe(later);
  expect([remembered("ignore"), remembered("ignore", wrote(today))]).toEqual([undefined, null]);
});
