/**
 * Random circumstances around a pair of directories: rows that cannot be used, hidden and unreadable values, decisions, links,
 * generated accounts, memories, and further policies. They change what a plan may do, and so what an explanation has to say.
 */
import * as fc from "fast-check";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { RejectedRow, SourceSnapshot, TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { disabledFor, employeeSubject, ledgerKey, missingReadings } from "../../../src/model/memory/memory.ts";
import type { FieldPolicy } from "../../../src/model/plan/settings.ts";
import type { PlanInput } from "../../../src/plan/make-plan.ts";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import { canonical } from "../directory/full-directory.ts";
import { memoryTarget } from "../target/memory-target.ts";
import { type Pair, pairs } from "./arbitraries.ts";

const policies = [
  "employee.account",
  "employee.active",
  "employee.resignationDate",
  "employee.idCardNumber",
  "department.active",
  "department.manager",
  "department.order",
  "level.order",
  "title.order",
  "function.active",
  "post.supervisor",
];

const numbers = fc.array(fc.nat({ max: 99 }), { maxLength: 2 });

const draws = fc.record({
  unusable: fc.array(
    fc.record({ at: fc.nat({ max: 99 }), how: fc.constantFrom("rejected", "excluded", "quarantined", "absent") }),
    { maxLength: 2 },
  ),
  closed: fc.array(
    fc.record({ at: fc.nat({ max: 99 }), how: fc.constantFrom("rejected", "excluded", "quarantined") }),
    { maxLength: 1 },
  ),
  hidden: numbers,
  unshown: numbers,
  corrected: fc.boolean(),
  withoutPosts: numbers,
  withoutManager: numbers,
  protectedHere: numbers,
  generated: numbers,
  decided: numbers,
  linked: numbers,
  stale: fc.nat({ max: 9 }).map((number) => number === 9),
  unmanaged: fc.constantFrom(undefined, undefined, undefined, "titles", "departments", "employees"),
  missing: fc.constantFrom(undefined, 1, 3),
  ahead: numbers,
  onLeave: numbers,
  graceDays: fc.constantFrom(0, 0, 400),
  policies: fc.dictionary(fc.constantFrom(...policies), fc.constantFrom<FieldPolicy>("ignore", "fill-if-empty"), {
    maxKeys: 2,
  }),
});

type Draws = typeof draws extends fc.Arbitrary<infer Value> ? Value : never;

const at = <T>(list: readonly T[], drawn: readonly number[]): T[] =>
  drawn.flatMap((number) => list[number % Math.max(1, list.length)] ?? []);

type How = Draws["unusable"][number]["how"];

const unusableRow = (kind: RejectedRow["kind"], key: string): RejectedRow => ({
  kind,
  file: "rows.csv",
  line: 2,
  column: "column",
  code: "date-invalid",
  reason: "not a date",
  key,
});

/** Takes a record out of the source, as if its row could not be used. */
const withoutRecord = (source: SourceSnapshot, kind: "employee" | "department", keys: readonly string[], how: How) => {
  const named = keys.map((key) => ({ kind, key }));
  return {
    ...source,
    ...(how === "rejected" && { rejected: [...source.rejected, ...keys.map((key) => unusableRow(kind, key))] }),
    ...(how === "excluded" && { excluded: [...(source.excluded ?? []), ...named] }),
    ...(how === "quarantined" && { quarantined: [...(source.quarantined ?? []), ...named] }),
  };
};

const disturbedSource = (pair: Pair, drawn: Draws): SourceSnapshot => {
  let { source } = pair;
  const { employees = [], departments = [] } = source.directory;
  const out = new Set<object>();
  for (const { at: number, how } of drawn.unusable) {
    for (const person of at(employees, [number])) {
      out.add(person);
      source = withoutRecord(source, "employee", [person.account, ...(person.number ? [person.number] : [])], how);
    }
  }
  for (const { at: number, how } of drawn.closed) {
    for (const department of at(departments, [number])) {
      out.add(department);
      source = withoutRecord(source, "department", [department.code], how);
    }
  }
  const accounts = (list: readonly Employee[]) => list.map(({ account }) => account);
  const there = pair.current.employees.map(({ account }) => account);
  const decided = at(employees, drawn.decided).flatMap(({ account }, index) => {
    const adopts = there[(drawn.decided[index] ?? 0) % Math.max(1, there.length)];
    return adopts === undefined ? [] : [[canonical(account), { adopts, differs: [] }] as const];
  });
  const [ahead, onLeave] = [new Set(at(employees, drawn.ahead)), new Set(at(employees, drawn.onLeave))];
  const dated = (person: Employee): Employee => ({
    ...person,
    ...(ahead.has(person) && { hireDate: drawn.graceDays === 0 ? "2026-11-30" : "2027-11-30" }),
    ...(onLeave.has(person) && { onLeave: true }),
  });
  const directory = {
    ...source.directory,
    ...(source.directory.employees && { employees: employees.filter((person) => !out.has(person)).map(dated) }),
    ...(source.directory.departments && { departments: departments.filter((one) => !out.has(one)) }),
  };
  if (drawn.unmanaged) delete directory[drawn.unmanaged];
  return {
    ...source,
    directory,
    decided: new Map(decided),
    generatedAccounts: new Set(accounts(at(employees, drawn.generated)).map(canonical)),
    protectedAccounts: accounts(at(employees, drawn.protectedHere)),
  };
};

const disturbedTarget = (target: TargetSnapshot, drawn: Draws): TargetSnapshot => {
  const hidden = new Set(at(target.employees, drawn.hidden));
  const unshown = new Set(at(target.employees, drawn.unshown));
  const unread = new Set(at(target.employees, drawn.withoutPosts));
  const headless = new Set(at(target.departments, drawn.withoutManager));
  return {
    ...target,
    employees: target.employees.map((person) => {
      const { idCardNumber, phoneNumber, posts, ...rest } = person;
      if (unshown.has(person)) return posts === undefined ? rest : { ...rest, posts };
      const shown = unread.has(person) || posts === undefined ? rest : { ...rest, posts };
      const personal = {
        ...(idCardNumber === undefined ? {} : { idCardNumber }),
        ...(phoneNumber === undefined ? {} : { phoneNumber }),
      };
      return hidden.has(person) ? { ...shown, hidden: ["idCardNumber", "phoneNumber"] } : { ...shown, ...personal };
    }),
    departments: target.departments.map((department) => {
      const { manager: _manager, ...rest } = department;
      return headless.has(department) ? rest : department;
    }),
    unreadable: [
      ...target.unreadable,
      ...[...unread].map(({ account }) => ({ kind: "post", key: account, code: "gone" }) as const),
      ...[...headless].map(({ code }) => ({ kind: "manager", key: code, code: "gone" }) as const),
    ],
  };
};

const disturb = (pair: Pair, drawn: Draws): PlanInput => {
  const source = disturbedSource(pair, drawn);
  const target = memoryTarget(pair.current, pair.rules);
  const snapshot = disturbedTarget(target.snapshot(detailScope(source, target.lists())), drawn);
  const people = at(snapshot.employees, drawn.linked);
  const employees = at(source.directory.employees ?? [], drawn.linked);
  const ids = employees.map((person, index) => [person, `id-${index}`] as const);
  const stated = at(snapshot.employees, drawn.hidden).map(
    ({ account }) => [ledgerKey(employeeSubject(account), "stated"), "idCardNumber=00000000!"] as const,
  );
  const absent = drawn.unusable.flatMap(({ at: number, how }) => (how === "absent" ? [number] : []));
  const missed = at(pair.source.directory.employees ?? [], absent).map(
    ({ account }) => [ledgerKey(employeeSubject(account), missingReadings), "1 2026-11-20"] as const,
  );
  const waiting = at(source.directory.employees ?? [], drawn.ahead).map(
    ({ account }) => [ledgerKey(employeeSubject(account), disabledFor), "before-hire-date"] as const,
  );
  const withIds = new Map<object, string>(ids);
  return {
    source: {
      ...source,
      directory: {
        ...source.directory,
        ...(source.directory.employees && {
          employees: source.directory.employees.map((person) => {
            const id = withIds.get(person);
            return id === undefined ? person : { ...person, id };
          }),
        }),
      },
    },
    target: snapshot,
    memory: {
      written: new Map([
        ...pair.memory.written,
        ...missed,
        ...(drawn.corrected ? waiting : []),
        ...(drawn.corrected ? stated : []),
      ]),
      links: { employee: new Map(people.map(({ account }, index) => [`id-${index}`, account])), department: new Map() },
      ...(drawn.stale && { stale: { all: true, undone: 2, seen: 3, people: new Set(), drifted: [] } }),
    },
    settings: {
      ...pair.settings,
      people: { ...pair.settings.people, missing: drawn.missing, graceDays: drawn.graceDays },
      fields: { ...pair.settings.fields, ...drawn.policies },
    },
    today: pair.today,
  };
};

/** The input of a plan, with random circumstances. */
export const disturbedInputs = (): fc.Arbitrary<PlanInput> =>
  fc.record({ pair: pairs(), drawn: draws }).map(({ pair, drawn }) => disturb(pair, drawn));
