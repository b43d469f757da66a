/**
 * Estimates what a first import and a night without changes take: calls, seconds and memory. The speed of the service is measured with
 * the fastest of three bursts of readings, as many at a time as a run makes; the numbers of calls follow from what HR and the service's
 * lists have; musterd's own work is told in multiples of the time that this process took to start, which a slower or busier machine
 * lengthens alike. `scripts/measure-sizing.ts` measures the coefficients; docs/sizing.md has its tables.
 */
import { canonicalKey } from "../model/directory/canonical.ts";
import type { Directory } from "../model/directory/directory.ts";
import type { TargetLists } from "../model/directory/snapshot.ts";
import { sampleSize } from "../model/memory/sample-size.ts";

type Run = { readonly calls: number; readonly seconds: number; readonly mebibytes: number };

/** `import`: what HR has and the service lacks is created. `night`: a plan that finds nothing to do. */
export type Estimate = {
  readonly people: number;
  readonly timed: Timed;
  readonly import: Run;
  readonly night: Run;
};

/**
 * What was measured, in milliseconds: until the process was ready; reading HR; the five lists; from one answer to the next while as many
 * calls are in flight as a run makes.
 */
export type Timed = {
  readonly startMs: number;
  readonly sourceMs: number;
  readonly listsMs: number;
  readonly burstMs: number;
};

const coefficients = {
  /** Calls that write take so many times as long as a reading in a burst, other readings of a run so many. */
  write: 1.65,
  read: 1.05,
  /** Own work (planning, storing, reporting) in starts of the process: of a run, and of each person in it. */
  own: { import: [0.86, 0.0011], night: [0.35, 0.0002] },
  /** Mebibytes of the process without people, and for a thousand of them, measured up to 3,000. */
  memory: { import: [242, 21], night: [207, 13] },
} as const;

/**
 * `looksAtAll`: everybody who is written is read back; `reading`: the setting of the target; `isKnown`: a run has ended well and left
 * what it has read, so that the next night need not read everything.
 */
type Habits = {
  readonly looksAtAll: boolean;
  readonly reading?: "full" | "incremental" | undefined;
  readonly isKnown?: boolean;
  /** How many people without work a night looks for because the service does not list them. */
  readonly sought?: number;
};

/** With `target.reading: incremental`, which is usual above so many people, a night reads one of so many details. */
const incremental = { people: 2000, turns: 30 } as const;

/** Calls that find out who newcomers are: two for each of the first 20, then for one in a hundred. */
const searches = (people: number): number => 2 * (Math.min(people, 20) + Math.floor(people / 100));

/** People beside those who are written, who are read back in an import; measured. */
const bystanders = 65;

/** `looksAtAll` holds for a site that is known to do more with a write than it is asked to. */
export const estimateOf = (
  directory: Directory,
  lists: TargetLists,
  timed: Timed,
  { looksAtAll, reading: mode, isKnown = false, sought = 0 }: Habits = { looksAtAll: false },
): Estimate => {
  const missing = missingIn(directory, lists);
  const people = (directory.employees ?? []).filter(({ active }) => active !== false);
  const writes = writesOf(missing);
  const created = missing.employees.length;
  const { managers, supervised } = appointed(missing);
  const looks = looksAtAll ? created : 2 * supervised + sampleSize(created) + sampleSize(managers) + bystanders;
  const checks = Math.min(created, looks) + searches(created) + missing.departments.length;
  const { write, read, memory } = coefficients;
  const { startMs, sourceMs, listsMs, burstMs } = timed;
  const own = ([run, person]: readonly [number, number]): number => (run + person * people.length) * startMs;
  /** HR and the service are read at the same time. */
  const reading = (calls: number): number => Math.max(sourceMs, listsMs + calls * read * burstMs);
  const all = people.length + Math.max(lists.departments.length, directory.departments?.length ?? 0);
  const isIncremental = mode === undefined ? people.length > incremental.people : mode === "incremental";
  const readsAll = !(isIncremental && isKnown);
  const details = lists.departments.length + lists.employees.length;
  const importCalls = 17 + details + writes + checks;
  const nightCalls = 5 + sought + (readsAll ? all : Math.ceil(all / incremental.turns));
  const importMs =
    startMs + reading(details) + own(coefficients.own.import) + listsMs + (writes * write + checks * read) * burstMs;
  const nightMs = startMs + reading(nightCalls) + own(coefficients.own.night);
  const mebibytes = ([base, each]: readonly [number, number]): number =>
    Math.round(base + (each * people.length) / 1000);
  return {
    people: people.length,
    timed,
    import: { calls: importCalls, seconds: importMs / 1000, mebibytes: mebibytes(memory.import) },
    night: { calls: nightCalls, seconds: nightMs / 1000, mebibytes: mebibytes(memory.night) },
  };
};

/** Departments that get a manager, and people who get a chosen approver: both are written after everybody exists. */
const appointed = ({ departments, employees }: ReturnType<typeof missingIn>) => ({
  managers: departments.filter(({ manager }) => Boolean(manager)).length,
  supervised: employees.filter(({ posts = [] }) => posts.some(({ supervisor }) => Boolean(supervisor))).length,
});

const missingIn = (directory: Directory, lists: TargetLists) => {
  const { levels, titles, functions, departments, employees = [] } = directory;
  const atWork = employees.filter(({ active }) => active !== false);
  return {
    levels: lacking("code", levels, lists.levels),
    titles: lacking("code", titles, lists.titles),
    functions: lacking("code", functions, lists.functions),
    departments: lacking("code", departments, lists.departments),
    employees: lacking("account", atWork, lists.employees),
  };
};

/** What HR states and the service does not show. */
const lacking = <Key extends "code" | "account", One extends Readonly<Record<Key, string>>>(
  key: Key,
  stated: readonly One[] | undefined,
  shown: readonly Readonly<Record<Key, string>>[],
): readonly One[] => {
  const keys = new Set(shown.map((one) => canonicalKey(one[key])));
  return (stated ?? []).filter((one) => !keys.has(canonicalKey(one[key])));
};

const writesOf = (missing: ReturnType<typeof missingIn>): number => {
  const { levels, titles, functions, departments, employees } = missing;
  const { managers, supervised } = appointed(missing);
  const leavers = employees.filter(({ resignationDate }) => Boolean(resignationDate)).length;
  const objects = levels.length + titles.length + functions.length + departments.length + employees.length;
  return objects + managers + supervised + leavers;
};
