/**
 * Random pairs of a desired and a current directory, with the memory, settings and date of a plan. The two directories are
 * either one organisation at two times (edits, listed renames, partial exports, other spellings of codes) or two organisations
 * that share only their codes.
 */

import * as fc from "fast-check";
import { defaultIdentity } from "../../../src/model/directory/identity.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { employeeSubject, ledgerKey, type Memory, postSubject } from "../../../src/model/memory/memory.ts";
import { defaultPeoplePolicy, type FieldPolicy, type PlanSettings } from "../../../src/model/plan/settings.ts";
import type { FullDirectory } from "../directory/full-directory.ts";
import type { MemoryRules } from "../target/memory-rules.ts";
import { renameAccounts, renameCodes, renameDraws } from "./listed-renames.ts";
import { applyFaulty, applyOrdinary, faultyDraws, ordinaryDraws } from "./mutations.ts";
import { fullDirectory, settle } from "./random-directory.ts";
import { sourceView, viewDraws } from "./source-view.ts";

export type Pair = {
  readonly source: SourceSnapshot;
  readonly current: FullDirectory;
  readonly memory: Memory;
  readonly settings: PlanSettings;
  readonly today: string;
  /** The rules of the target that differ from `strictRules`. */
  readonly rules: Partial<MemoryRules>;
  /** Seed for the order within waves and for shuffles. */
  readonly seed: number;
};

export const defaultSettings: PlanSettings = {
  fields: {},
  protectedAccounts: [],
  newEmployeeLogin: ["UOF"],
  managerMustBeMember: true,
  people: defaultPeoplePolicy,
  identity: defaultIdentity,
  omittedFields: "unknown",
  caps: {},
  accepted: [],
};

/** The day of every plan; the dates in edits are close to it. */
export const today = "2026-11-21";

const policyFields = [
  "level.name",
  "title.title",
  "function.name",
  "department.name",
  "department.description",
  "employee.name",
  "employee.phoneNumber",
  "employee.email",
  "employee.hireDate",
  "employee.englishName",
  "employee.gender",
  "employee.expiredTime",
];

/** Fields that cannot be empty. The policy `fill-if-empty` makes no sense for them: they are managed or ignored. */
const firmFields = [
  "level.active",
  "department.active",
  "title.rank",
  "function.category",
  "department.level",
  "department.parent",
];

const policyDraws = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom(...policyFields), fc.constantFrom<FieldPolicy>("ignore", "fill-if-empty", "manage")),
    fc.tuple(fc.constantFrom(...firmFields), fc.constant<FieldPolicy>("ignore")),
  ),
  { maxLength: 3 },
);

/**
 * Settings of the planner and rules of the target. Both agree on whether a manager must be a member of the department.
 */
const conditions = (): fc.Arbitrary<Pick<Pair, "settings" | "rules">> =>
  fc
    .record({
      settings: settingsDraws,
      outsiders: fc.integer({ min: 0, max: 9 }).map((number) => number === 9),
      supervisorReads: fc.constantFrom<MemoryRules["supervisorReads"]>("custom", "custom", "custom", "effective"),
      firstPosition: fc.constantFrom<MemoryRules["firstPosition"]>(0, 0, 1),
    })
    .map(({ settings, outsiders, supervisorReads, firstPosition }) => ({
      settings: { ...settings, managerMustBeMember: !outsiders },
      rules: { managerMustBeMember: !outsiders, supervisorReads, firstPosition },
    }));

const settingsDraws: fc.Arbitrary<PlanSettings> = fc.record({
  fields: fc.oneof(
    { arbitrary: fc.constant({}), weight: 2 },
    { arbitrary: policyDraws.map((pairs) => Object.fromEntries(pairs)), weight: 1 },
  ),
  protectedAccounts: fc.oneof(
    { arbitrary: fc.constant<string[]>([]), weight: 6 },
    { arbitrary: fc.constantFrom(["E1"], ["e2*"], ["*3"]), weight: 1 },
  ),
  newEmployeeLogin: fc.constant(["UOF"]),
  managerMustBeMember: fc.constant(true),
  people: fc.constant(defaultPeoplePolicy),
  identity: fc.constant(defaultIdentity),
  omittedFields: fc.constant<PlanSettings["omittedFields"]>("unknown"),
  caps: fc.constant({}),
  accepted: fc.constant([]),
});

/**
 * The memory after musterd has written the values that cannot be read back: with `every` 1 it has all of them, with 2 every
 * second one, with 0 none.
 */
export const rememberedOf = (directory: FullDirectory, every: number): Memory => {
  const entries = directory.employees.flatMap((person): [string, string][] => [
    ...(person.resignationDate === null
      ? []
      : [
          [ledgerKey(employeeSubject(person.account), "resignationDate"), person.resignationDate] satisfies [
            string,
            string,
          ],
        ]),
    ...person.posts.flatMap((post) =>
      post.supervisor === null
        ? []
        : [
            [ledgerKey(postSubject(person.account, post.department), "supervisor"), post.supervisor] satisfies [
              string,
              string,
            ],
          ],
    ),
  ]);
  return { written: new Map(entries.filter((_, at) => every > 0 && at % every === 0)) };
};

const memoryDraws = fc.constantFrom(1, 1, 1, 0, 2);
const seeds = fc.nat({ max: 0x7fffffff });

/** Pairs of one organisation at two times; `faulty` adds mistakes to the desired directory. */
const evolved = (faulty: boolean): fc.Arbitrary<Pair> =>
  fc
    .record({
      current: fullDirectory(),
      edits: ordinaryDraws(),
      mistakes: faulty ? faultyDraws() : fc.constant([]),
      renames: fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, { arbitrary: renameDraws(), weight: 1 }),
      accounts: fc.oneof(
        { arbitrary: fc.constant<number[]>([]), weight: 3 },
        { arbitrary: fc.array(fc.nat({ max: 99 }), { maxLength: 2 }), weight: 1 },
      ),
      view: viewDraws(),
      conditions: conditions(),
      remembered: memoryDraws,
      seed: seeds,
    })
    .map(({ current, edits, mistakes, renames, accounts, view, conditions, remembered, seed }) => {
      const desired = settle(applyOrdinary(structuredClone(current), edits));
      applyFaulty(desired, mistakes);
      renameAccounts(desired, current, accounts);
      const listed = renameCodes(desired, current, renames);
      const source = sourceView(desired, listed, view);
      return { source, current, memory: rememberedOf(current, remembered), ...conditions, today, seed };
    });

/** Two organisations that share only their codes. */
const unrelated = (): fc.Arbitrary<Pair> =>
  fc
    .record({
      current: fullDirectory(),
      desired: fullDirectory(),
      view: viewDraws(),
      conditions: conditions(),
      seed: seeds,
    })
    .map(({ current, desired, view, conditions, seed }) => ({
      source: sourceView(desired, [], view),
      current,
      memory: rememberedOf(current, 1),
      ...conditions,
      today,
      seed,
    }));

/** Pairs of all kinds; in about a quarter the desired directory has mistakes. */
export const pairs = (): fc.Arbitrary<Pair> =>
  fc.oneof(
    { arbitrary: evolved(false), weight: 6 },
    { arbitrary: unrelated(), weight: 2 },
    { arbitrary: evolved(true), weight: 3 },
  );

/**
 * Pairs whose desired directory is an export of the current one, so nothing has to change; musterd remembers everything it
 * wrote.
 */
export const pairsInStep = (): fc.Arbitrary<Pair> =>
  fc
    .record({ current: fullDirectory(), view: viewDraws(), conditions: conditions(), seed: seeds })
    .map(({ current, view, conditions, seed }) => ({
      source: sourceView(current, [], view),
      current,
      memory: rememberedOf(current, 1),
      ...conditions,
      today,
      seed,
    }));
