/**
 * Random people whose dates, leaves and rows change in the course of many days, a run on every day against the memory target,
 * and an independent account of who should be active on each day.
 */
import * as fc from "fast-check";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory/memory.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { PeoplePolicy } from "../../../src/model/plan/settings.ts";
import { makePlan } from "../../../src/plan/make-plan.ts";
import { readingRemembered } from "../../../src/plan/people/missing.ts";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import { plainEmployee } from "../directory/full-directory.ts";
import { executePlan, withEntries } from "../target/execute-plan.ts";
import { type MemoryTarget, memoryTarget } from "../target/memory-target.ts";
import { defaultSettings } from "./arbitraries.ts";

const firstDay = Date.UTC(2026, 10, 21);

/** The calendar date of a day of the story; day 0 is 2026-11-21. */
export const dateOf = (day: number): string => new Date(firstDay + day * 86_400_000).toISOString().slice(0, 10);

/** Dates as days of the story. */
export type Row = {
  readonly active: boolean | undefined;
  /** null: the cell is blank, and that clears the date. */
  readonly hire: number | null | undefined;
  readonly last: number | null | undefined;
  readonly onLeave: boolean | undefined;
  readonly from: number | undefined;
  readonly until: number | undefined;
};

/**
 * whole: a complete reading · torn: rows are missing, and one of them is rejected without a key · doubled: quarantined rows · none:
 * no run on that day
 */
type Quality = "whole" | "torn" | "doubled" | "none";

export type Story = {
  readonly policy: PeoplePolicy;
  /** Before the run of a day, an administrator activates or disables a person by hand. */
  readonly hands: readonly { readonly day: number; readonly person: number; readonly active: boolean }[];
  /** Per person: whether the service has the person before the first day, and if so, active. */
  readonly start: readonly ("absent" | "active" | "inactive")[];
  /** Day by day, the rows of all people; undefined: the source does not have the person. */
  readonly days: readonly { readonly quality: Quality; readonly rows: readonly (Row | undefined)[] }[];
};

const dayDraw = fc.integer({ min: -30, max: 75 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight = 1) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 2 }, { arbitrary, weight });

const rowDraw: fc.Arbitrary<Row> = fc.record({
  active: fc.constantFrom(true, true, undefined, undefined, false),
  hire: maybe(fc.oneof({ arbitrary: dayDraw, weight: 5 }, { arbitrary: fc.constant(null), weight: 1 }), 2),
  last: maybe(fc.oneof(dayDraw, fc.constant(null))),
  onLeave: fc.constantFrom(undefined, undefined, undefined, undefined, true, false),
  from: maybe(dayDraw),
  until: maybe(dayDraw),
});

const policyDraw: fc.Arbitrary<PeoplePolicy> = fc.record({
  timeZone: fc.constant("Asia/Taipei"),
  waitForHireDate: fc.constantFrom(true, true, true, false),
  createDaysBefore: fc.integer({ min: 0, max: 20 }),
  graceDays: fc.constantFrom(0, 0, 1, 5),
  missing: fc.constantFrom(undefined, 1, 3, 7),
});

/** `edits`: the person's row is replaced, or lost, from a day on. */
const personDraw = (edits: number) =>
  fc.record({
    start: fc.constantFrom<Story["start"][number]>("absent", "absent", "active", "inactive"),
    row: rowDraw,
    edits: fc.array(
      fc.record({
        day: fc.integer({ min: 1, max: 59 }),
        row: fc.oneof({ arbitrary: rowDraw, weight: 2 }, { arbitrary: fc.constant(undefined), weight: 1 }),
      }),
      { maxLength: edits },
    ),
  });

const handsDraw = fc.array(
  fc.record({ day: fc.integer({ min: 1, max: 59 }), person: fc.nat({ max: 5 }), active: fc.boolean() }),
  { maxLength: 3 },
);

/** Stories of 60 days; with `quiet` the source does not change, every reading is complete, and nobody else writes. */
export const stories = ({ quiet = false } = {}): fc.Arbitrary<Story> =>
  fc
    .record({
      policy: policyDraw,
      hands: quiet ? fc.constant([]) : handsDraw,
      people: fc.array(personDraw(quiet ? 0 : 4), { minLength: 1, maxLength: 6 }),
      quality: fc.array(fc.constantFrom<Quality>("whole", "whole", "whole", "torn", "doubled"), {
        minLength: 60,
        maxLength: 60,
      }),
    })
    .map(({ policy, hands, people, quality }) => ({
      policy,
      hands,
      start: people.map(({ start }) => start),
      days: quality.map((drawn, day) => ({
        quality: quiet ? "whole" : drawn,
        rows: people.map(({ row, edits }) => {
          const edit = edits.filter((one) => one.day <= day).toSorted((a, b) => b.day - a.day)[0];
          return edit ? edit.row : row;
        }),
      })),
    }));

const blankRow: Row = {
  active: true,
  hire: undefined,
  last: undefined,
  onLeave: undefined,
  from: undefined,
  until: undefined,
};

/** A row of somebody who joins: the hire date moves, is cleared or not stated, and now and then HR says inactive. */
const joinerRow = fc.record({
  active: fc.constantFrom(true, true, true, undefined, undefined, false),
  hire: fc.oneof(
    { arbitrary: fc.integer({ min: 5, max: 55 }), weight: 6 },
    { arbitrary: fc.constantFrom(null, undefined), weight: 1 },
  ),
  last: fc.oneof({ arbitrary: fc.constant(undefined), weight: 9 }, { arbitrary: fc.nat({ max: 60 }), weight: 1 }),
});

/** Stories of 60 days about people who are created before their hire date, which HR changes or takes back. */
export const joinerStories = ({ hands = false } = {}): fc.Arbitrary<Story> =>
  fc
    .record({
      policy: policyDraw.map((policy) => ({ ...policy, createDaysBefore: policy.createDaysBefore + 10 })),
      hands: hands ? handsDraw : fc.constant([]),
      people: fc.array(
        fc.record({
          hire: fc.integer({ min: 5, max: 40 }),
          active: fc.constantFrom(true, undefined),
          edits: fc.array(
            fc.record({
              day: fc.integer({ min: 1, max: 59 }),
              row: fc.oneof({ arbitrary: joinerRow, weight: 3 }, { arbitrary: fc.constant(undefined), weight: 2 }),
            }),
            { maxLength: 4 },
          ),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      quality: fc.array(fc.constantFrom<Quality>("whole", "whole", "whole", "whole", "torn", "doubled", "none"), {
        minLength: 60,
        maxLength: 60,
      }),
    })
    .map(({ policy, hands: drawn, people, quality }) => ({
      policy,
      hands: drawn,
      start: people.map(() => "absent" as const),
      days: quality.map((state, day) => ({
        quality: state,
        rows: people.map(({ hire, active, edits }) => {
          const edit = edits.filter((one) => one.day <= day).toSorted((a, b) => b.day - a.day)[0];
          if (!edit) return { ...blankRow, hire, active };
          return edit.row && { ...blankRow, ...edit.row };
        }),
      })),
    }));

export const accountOf = (person: number): string => `E${person}`;

const dateOrNull = (day: number | null): string | null => (day === null ? null : dateOf(day));

const recordOf = (row: Row, person: number): Employee => ({
  account: accountOf(person),
  name: `Person ${person}`,
  ...(row.active === undefined ? {} : { active: row.active }),
  ...(row.hire === undefined ? {} : { hireDate: dateOrNull(row.hire) }),
  ...(row.last === undefined ? {} : { resignationDate: dateOrNull(row.last) }),
  ...(row.onLeave === undefined ? {} : { onLeave: row.onLeave }),
  ...(row.from === undefined ? {} : { leaveFrom: dateOf(row.from) }),
  ...(row.until === undefined ? {} : { leaveUntil: dateOf(row.until) }),
});

const anybody = { account: "ANY", name: "Anybody", active: true };

const sourceOf = ({ quality, rows }: Story["days"][number]): SourceSnapshot => ({
  directory: { employees: [anybody, ...rows.flatMap((row, person) => (row ? [recordOf(row, person)] : []))] },
  renames: [],
  rejected:
    quality === "torn"
      ? [{ kind: "employee", file: "people.csv", line: 9, column: "no", code: "value-missing", reason: "is blank" }]
      : [],
  ...(quality === "doubled" && { quarantined: [{ kind: "employee", key: "nobody" }] }),
});

export type Day = {
  readonly day: number;
  readonly plan: Plan;
  /** Makes the plan after the run, on the same day. */
  readonly again: () => Plan;
  /** What is remembered after the run. */
  readonly memory: Memory;
  /** Per person: is the person active in the service after the run? undefined: the person does not exist. */
  readonly active: readonly (boolean | undefined)[];
};

/** Lives through the story with one run a day. On the days in `deaths` a process dies before that operation of another run. */
export const live = (story: Story, deaths: readonly (number | undefined)[] = []): readonly Day[] => {
  const people = story.start.flatMap((state, person) =>
    state === "absent" ? [] : [{ ...plainEmployee(accountOf(person), `Person ${person}`), active: state === "active" }],
  );
  const target = memoryTarget({
    levels: [],
    titles: [],
    categories: [],
    functions: [],
    departments: [],
    employees: [plainEmployee(anybody.account, anybody.name), ...people],
  });
  let memory: Memory = emptyMemory;
  return story.days.flatMap((state, day) => {
    const death = deaths[day];
    const input = () => inputOf(story, state, day, target, memory);
    for (const hand of story.hands) {
      if (hand.day !== day || !target.state.employees.some(({ account }) => account === accountOf(hand.person)))
        continue;
      target.apply({ id: "E7", account: accountOf(hand.person), active: hand.active });
    }
    if (state.quality === "none") return [];
    const remember = (plan: Plan) => {
      memory = { ...memory, written: withEntries(memory.written, readingRemembered(input(), plan)) };
    };
    if (death !== undefined) {
      const first = makePlan(input());
      remember(first);
      const interrupted = executePlan(first, target, memory, { seed: day, stopAfter: death });
      memory = interrupted.memory;
    }
    const plan = makePlan(input());
    remember(plan);
    const execution = executePlan(plan, target, memory, { seed: day });
    if (execution.refusals.length > 0) throw new Error(JSON.stringify(execution.refusals));
    memory = execution.memory;
    const after = input();
    const active = story.start.map(
      (_, person) => target.state.employees.find(({ account }) => account === accountOf(person))?.active,
    );
    return [{ day, plan, again: () => makePlan(after), memory, active }];
  });
};

const inputOf = (story: Story, state: Story["days"][number], day: number, target: MemoryTarget, memory: Memory) => {
  const source = sourceOf(state);
  const settings = { ...defaultSettings, people: story.policy };
  return { source, target: target.snapshot(detailScope(source, target.lists())), memory, settings, today: dateOf(day) };
};

/**
 * How a person is expected to be: `ours` if the policy has disabled the person, `missing` counts the readings without. `awaits` is
 * the hire date that HR stated last of somebody who was created before it and has not started; null: HR has cleared it.
 */
type Expected = {
  readonly active: boolean | undefined;
  readonly ours: "hire" | "rescinded" | "leave" | "missing" | undefined;
  readonly missing: number | undefined;
  readonly awaits: number | null | undefined;
};

/** Who should be active on each day, by what the policy says in docs/planning.md. */
export const expectedDays = ({ policy, start, days, hands }: Story): readonly (readonly (boolean | undefined)[])[] => {
  let states = start.map(
    (state): Expected => ({
      active: state === "absent" ? undefined : state === "active",
      ours: undefined,
      missing: undefined,
      awaits: undefined,
    }),
  );
  return days.flatMap(({ quality, rows }, day) => {
    states = states.map((before, person) => {
      const hand = hands.findLast((one) => one.day === day && one.person === person);
      const touched = hand !== undefined && before.active !== undefined;
      const state = touched ? { ...before, active: hand.active } : before;
      const row = rows[person];
      if (quality === "none") return state;
      return row ? present(policy, row, day, state) : absent(policy, quality, day, state);
    });
    return quality === "none" ? [] : [states.map(({ active }) => active)];
  });
};

const absent = ({ missing: limit }: PeoplePolicy, quality: Quality, day: number, state: Expected): Expected => {
  const isWhole = quality === "whole";
  if (state.active === false) {
    const waits = state.ours === "hire" || state.ours === "rescinded";
    if (!waits) return { ...state, awaits: undefined };
    if (!isWhole) return state;
    const missing = (state.missing ?? 0) + 1;
    return { ...state, missing, ours: missing >= (limit ?? 3) ? "rescinded" : state.ours };
  }
  // HR has no row, and somebody has activated the person whom the policy had disabled.
  const isTheirs = state.ours !== undefined;
  const isAhead = state.awaits === null || (state.awaits ?? -1) > day || (state.missing ?? 0) > 0;
  const isJoiner = state.active === true && state.awaits !== undefined && !isTheirs && isAhead;
  const known: Expected = { ...state, ours: undefined, awaits: isJoiner ? state.awaits : undefined };
  const most = limit ?? (isJoiner ? 3 : undefined);
  if (most === undefined || !state.active || !isWhole) return known;
  if (state.missing === undefined && !isJoiner) return known;
  const missing = (state.missing ?? 0) + 1;
  return missing >= most
    ? { ...known, active: false, ours: isJoiner ? "rescinded" : "missing", missing }
    : { ...known, missing };
};

const present = (policy: PeoplePolicy, row: Row, day: number, before: Expected): Expected => {
  const waited = before.ours === "hire" || before.ours === "rescinded";
  const hire = row.hire === undefined ? (before.awaits ?? undefined) : (row.hire ?? undefined);
  const hasStarted = before.active === true && typeof before.awaits === "number" && before.awaits <= day;
  const stated = row.hire === undefined ? before.awaits : row.hire;
  const awaits = before.awaits === undefined || hasStarted ? undefined : stated;
  const ours = before.ours === "rescinded" && before.active === false && (stated ?? -1) > day ? "hire" : before.ours;
  const state = { ...before, awaits, ours };
  const missing = 0;
  const keep: Expected =
    state.active === undefined ? state : { ...state, missing, ours: state.active ? undefined : state.ours };
  const off = (cause?: Expected["ours"]): Expected =>
    state.active === undefined && cause !== "hire"
      ? keep
      : { ...state, active: false, ours: state.active === false ? state.ours : cause, missing };
  const isOver = typeof row.last === "number" && day > row.last + (state.active ? policy.graceDays : 0);
  if (isOver) return row.active ? keep : off();
  if (row.active === false && typeof row.last !== "number") return off();
  if (policy.waitForHireDate && hire === undefined && state.active === false && waited) return keep;
  // Whoever works, or has worked until a leave, does not wait for a hire date.
  const hasWorked = state.ours === "leave" || state.ours === "missing" || (state.active && !waited);
  if (policy.waitForHireDate && hire !== undefined && hire > day && !hasWorked) {
    if (state.active !== undefined) return off("hire");
    return hire - day > policy.createDaysBefore ? keep : { ...off("hire"), awaits: hire };
  }
  const isInside = day >= (row.from ?? day) && day <= (row.until ?? day);
  const hasDates = row.from !== undefined || row.until !== undefined;
  const isHalf = row.onLeave === undefined && hasDates && (row.from === undefined || row.until === undefined);
  if (isHalf && isInside && row.active) return keep;
  if (row.onLeave ?? (hasDates && isInside)) return off("leave");
  if (state.active === false && row.active !== true && state.ours === undefined) return keep;
  // Of somebody else, the story always says active.
  if (state.active === undefined && row.active === undefined) return keep;
  const isEarly = state.active === undefined && hire !== undefined && hire > day;
  return { active: true, ours: undefined, missing, awaits: isEarly ? hire : state.awaits };
};
