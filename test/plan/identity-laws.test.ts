/**
 * Tests matching on a site that has been in use: people have lost their numbers, changed accounts, swapped e-mails, and are in
 * departments with other codes. In every case nobody is created twice, and no record overwrites that of another person.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision } from "../../src/model/directory/identity.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { emptyMemory } from "../../src/model/memory/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { correlate } from "../../src/plan/match/correlate.ts";
import { withDecisions } from "../../src/plan/questions/decisions.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import {
  canonical,
  type FullDirectory,
  type FullEmployee,
  plainEmployee,
} from "../support/directory/full-directory.ts";
import { looksLike, sharing } from "../support/expected/expected-twins.ts";
import { defaultSettings, today } from "../support/random/arbitraries.ts";
import { fullDirectory, peopleNames, pick, settle } from "../support/random/random-directory.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { type MemoryTarget, memoryTarget } from "../support/target/memory-target.ts";

const parameters = { seed: 20261122, ...cases(700) };

/** Draws how one person's record on the site differs from HR's. */
const historyDraw = fc.record({
  number: fc.constantFrom("kept", "kept", "lost"),
  account: fc.constantFrom("kept", "kept", "other", "swapped"),
  email: fc.constantFrom("kept", "kept", "lost", "swapped"),
  idCard: fc.constantFrom("kept", "kept", "lost"),
  birthDate: fc.constantFrom("kept", "lost"),
  spelling: fc.constantFrom("same", "spaced", "wide"),
  presence: fc.constantFrom("there", "there", "there", "inactive", "not there"),
});

type Site = {
  readonly source: SourceSnapshot;
  readonly current: FullDirectory;
  /** For each canonical account on the site, the account of the same person in the source. */
  readonly truth: ReadonlyMap<string, string>;
  /** For each code in the source, the code of the same department on the site. */
  readonly codes: ReadonlyMap<string, string>;
};

/** Draws HR's people, each with a unique name, ID number and birth date, and a site that was maintained by hand. */
const sites = (): fc.Arbitrary<Site> =>
  fc
    .record({
      company: fullDirectory(),
      histories: fc.array(historyDraw, { minLength: 15, maxLength: 15 }),
      recoded: fc.subarray([0, 1, 2, 3]),
      strangers: fc.nat({ max: 2 }),
    })
    .map(({ company, histories, recoded, strangers }) => {
      const desired = structuredClone(company);
      for (const [at, person] of desired.employees.entries()) {
        person.name = `${pick(peopleNames, at)}${at}`;
        person.number = `N${at}`;
        person.idCardNumber = `A12345${100 + at}`;
        person.birthDate = `19${70 + at}-03-0${1 + (at % 9)}`;
        person.email = `p${at}@example.com`;
        person.resignationDate = null;
      }
      const current = structuredClone(settle(desired));
      const people = current.employees.map((person, at) => ({ person, at, history: histories[at] ?? histories[0] }));
      age(people, current);
      const truth = new Map(
        people.flatMap(({ person, at, history }) =>
          history?.presence === "not there" ? [] : [[canonical(person.account), desired.employees[at]?.account ?? ""]],
        ),
      );
      const codes = recode(current, recoded);
      for (let at = 0; at < strangers; at += 1) {
        const stranger = plainEmployee(`stranger${at}`, `外部 ${at}`);
        current.employees.push({ ...stranger, number: `X${at}`, email: `x${at}@example.com` });
      }
      return { source: sourceOf(settle(desired)), current: settle(current), truth, codes };
    });

type Aged = { readonly person: FullEmployee; readonly at: number; readonly history: HistoryDraw | undefined };
type HistoryDraw = typeof historyDraw extends fc.Arbitrary<infer Value> ? Value : never;

const age = (people: readonly Aged[], site: FullDirectory): void => {
  const swap = (field: "account" | "email") => {
    const chosen = people.filter(({ history }) => history?.[field] === "swapped");
    const values = chosen.map(({ person }) => person[field]);
    for (const [index, { person }] of chosen.entries())
      Object.assign(person, { [field]: values[(index + 1) % values.length] });
  };
  const accountsBefore = new Map(people.map(({ person }) => [person, person.account]));
  for (const { person, at, history } of people) {
    if (history?.number === "lost") person.number = null;
    if (history?.account === "other") person.account = `old.${at}`;
    if (history?.email === "lost") person.email = null;
    if (history?.idCard === "lost") person.idCardNumber = null;
    if (history?.birthDate === "lost") person.birthDate = null;
    if (history?.spelling === "spaced") person.name = ` ${person.name.slice(0, 1)} ${person.name.slice(1)}`;
    if (history?.spelling === "wide") person.name = person.name.replaceAll(/[!-~]/g, wide);
    if (history?.presence === "inactive") person.active = false;
  }
  swap("account");
  swap("email");
  const now = new Map(people.map(({ person }) => [accountsBefore.get(person) ?? "", person.account]));
  const gone = new Set(people.flatMap(({ person, history }) => (history?.presence === "not there" ? [person] : [])));
  site.employees = site.employees.filter((person) => !gone.has(person));
  const renamed = (account: string | null) => (account === null ? null : (now.get(account) ?? account));
  for (const department of site.departments) department.manager = renamed(department.manager);
  for (const post of site.employees.flatMap(({ posts }) => posts)) post.supervisor = renamed(post.supervisor);
};

const wide = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);

/** Gives some departments of the site another code. Returns, for each code in the source, the code on the site. */
const recode = (site: FullDirectory, chosen: readonly number[]): Map<string, string> => {
  const codes = new Map(
    chosen.flatMap((at) => (site.departments[at] ? [[site.departments[at].code, `OLD${at}`]] : [])),
  );
  const now = (code: string) => codes.get(code) ?? code;
  for (const department of site.departments) {
    department.code = now(department.code);
    department.parent = department.parent === null ? null : now(department.parent);
  }
  for (const post of site.employees.flatMap(({ posts }) => posts)) post.department = now(post.department);
  return codes;
};

const sourceOf = ({ levels, titles, functions, departments, employees }: FullDirectory): SourceSnapshot => ({
  directory: { levels, titles, functions, departments, employees },
  rejected: [],
  renames: [],
});

const planOf = (source: SourceSnapshot, target: MemoryTarget, memory = emptyMemory): Plan =>
  makePlan({
    source,
    target: target.snapshot(detailScope(source, target.lists())),
    memory,
    settings: defaultSettings,
    today,
  });

const law = (holds: (site: Site) => void): void => fc.assert(fc.property(sites(), holds), parameters);

const created = ({ changes }: Plan, kind: string): readonly string[] =>
  changes.flatMap((change) => (change.kind === kind && change.action === "create" ? [change.key] : []));

describe("on a site with history", () => {
  test("the generated sites are useful: on most, somebody is held, on many, somebody is created", () => {
    const plans = fc.sample(sites(), { seed: 1, numRuns: 300 }).map(({ source, current }) => {
      return planOf(source, memoryTarget(current));
    });
    const holding = plans.filter(({ held }) => held.some(({ reason }) => reason === "possible-twin"));
    expect(holding.length).toBeGreaterThan(100);
    expect(plans.filter((plan) => created(plan, "employee").length > 0).length).toBeGreaterThan(50);
    expect(plans.filter((plan) => created(plan, "department").length > 0).length).toBeLessThan(5);
  });

  test("nobody is created whom the site shows", () => {
    law(({ source, current, truth, codes }) => {
      const plan = planOf(source, memoryTarget(current));
      const twins = created(plan, "employee").filter((account) => {
        const record = source.directory.employees?.find((person) => person.account === account);
        const own = current.employees.find((person) => truth.get(canonical(person.account)) === account);
        if (!record || !own) return false;
        // A post in a department whose code differs is no evidence that two records are the same person.
        const named = (record.posts ?? []).filter((post) => !codes.has(post.department));
        return looksLike({ ...record, posts: named }, own);
      });
      expect(twins).toEqual([]);
    });
  });

  test("no record is matched with another person's", () => {
    law(({ source, current, truth }) => {
      const wrong = correlate(source, memoryTarget(current).lists().employees).flatMap((entry) =>
        entry.state === "matched" && truth.get(canonical(entry.current.account)) !== entry.desired.account
          ? [`${entry.desired.account} = ${entry.current.account}`]
          : [],
      );
      expect(wrong).toEqual([]);
    });
  });

  test("no two active people share an ID number or an e-mail afterwards", () => {
    law(({ source, current }) => {
      const target = memoryTarget(current);
      const before = new Set(sharing(current).map(pairKey));
      const { refusals } = executePlan(planOf(source, target), target, emptyMemory, { seed: 1 });
      expect(refusals).toEqual([]);
      expect(
        sharing(target.state)
          .map(pairKey)
          .filter((pair) => !before.has(pair)),
      ).toEqual([]);
    });
  });

  test("no object is created a second time under another code", () => {
    law(({ source, current, codes }) => {
      expect(created(planOf(source, memoryTarget(current)), "department").filter((code) => codes.has(code))).toEqual(
        [],
      );
    });
  });

  test("after correct decisions nothing is held, and the next plan is empty", () => {
    law(({ source, current, truth, codes }) => {
      const target = memoryTarget(current);
      const decisions: Decision[] = [
        ...[...codes].map(([code, old]) => ({ kind: "department", source: code, target: old, same: true }) as const),
        ...[...truth].map(
          ([account, own]) => ({ kind: "employee", source: own, target: account, same: true }) as const,
        ),
        ...(source.directory.employees ?? []).flatMap(({ account }) =>
          current.employees.flatMap((person): Decision[] =>
            truth.get(canonical(person.account)) === account
              ? []
              : [{ kind: "employee", source: account, target: person.account, same: false }],
          ),
        ),
      ];
      const decided = withDecisions(source, target.lists(), decisions);
      let memory = emptyMemory;
      for (let run = 0; run < 4; run += 1) {
        const plan = planOf(decided, target, memory);
        expect(created(plan, "employee").filter((account) => [...truth.values()].includes(account))).toEqual([]);
        ({ memory } = executePlan(plan, target, memory, { seed: run }));
      }
      const last = planOf(withDecisions(source, target.lists(), decisions), target, memory);
      const torn = last.held.filter(({ reason }) => reason === "identity-conflict");
      fc.pre(torn.length === 0);
      expect(last.changes.filter(({ kind }) => kind !== "category")).toEqual([]);
      expect(last.held.filter(({ reason }) => reason === "possible-twin")).toEqual([]);
    });
  });
});

const pairKey = ([one, other]: readonly [FullEmployee, FullEmployee]): string =>
  [one, other].map(({ account }) => canonical(account)).join(" ");
