/**
 * Finds departments that HR has merged, split or given another code, from the people whom departments of both sides share
 * (shared-people.ts). People who have left do not count. A department of the service ends if the source does not have it
 * ("gone"), says that it is closed, or has moved everybody out ("emptied").
 *
 *   most people of …                      are in …                                                     it was
 *   one or more departments that end      a department that stays                                      merged
 *   two or more departments that end      a new department                                             merged
 *   one that is gone or closed            a new department, and are most people of it                  re-coded
 *   one department                        two or more new departments, and are most people of each     split
 *
 * A department may also be re-coded according to its name (possible-recodes.ts).
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import type { CodeEvidence } from "../../model/directory/identity.ts";
import type { Proposal } from "../../model/plan/proposal.ts";
import { type PeopleContext, presentKeys } from "../draft/plan-context.ts";
import { changesDepartment, minPeople, type SharedPeople, sharedPeople } from "../match/shared-people.ts";
import { compareText } from "../values/sequence.ts";
import { areNamesakes, distinctCodes } from "./possible-recodes.ts";

/**
 * A department that HR keeps counts as emptied if it had at least this many people: two people may leave a department at
 * the same time by chance.
 */
const minEmptied = 3;

export type Reorganisation = {
  readonly what: Extract<Proposal["what"], "merge" | "split" | "recode">;
  /** Departments of the service, the one with the most people first. */
  readonly from: readonly Department[];
  /** Departments of the source, likewise. */
  readonly to: readonly Department[];
  readonly people: number;
  readonly of: number;
  readonly evidence: readonly CodeEvidence[];
  /** `from` can be renamed to `to`, which keeps its history. */
  readonly keeps?: { readonly from: Department; readonly to: Department };
};

type SharedContext = Omit<PeopleContext, "shared"> & { readonly shared: SharedPeople };

type End = "gone" | "closed" | "emptied";

/** Departments of both sides that share people, and how many; keys are canonical codes. */
type Flow = {
  readonly key: string;
  readonly from: Department;
  readonly toKey: string;
  readonly to: Department;
  readonly people: number;
};

export const findReorganisations = (given: PeopleContext): readonly Reorganisation[] => {
  if (!given.source.directory.departments) return [];
  // HR's exports keep people who have left, often in the department that they had.
  const working = given.people.all.filter(({ desired }) => desired?.active !== false);
  if (working.filter(changesDepartment).length < minPeople) return [];
  const context = { ...given, shared: sharedPeople(working) };
  const endOf = endings(context);
  const flows = flowsBySize(context);
  const split = splits(context, flows, endOf);
  const isPart = ({ what, from, to }: Reorganisation) =>
    what === "recode" &&
    split.some((one) => from.every((code) => one.from.includes(code)) && to.every((code) => one.to.includes(code)));
  return [...mergesAndRecodes(context, flows, endOf).filter((one) => !isPart(one)), ...split];
};

/** Returns why a department of the service ends; undefined: it does not. */
const endings = ({ source, departments, shared }: SharedContext) => {
  const present = presentKeys(source);
  return (key: string): End | undefined => {
    if (departments.current.get(key)?.active === false) return undefined;
    const wanted = departments.desired.get(key);
    if (!wanted) return present.has(key) ? undefined : "gone";
    if (wanted.active === false) return "closed";
    return shared.after(key) === 0 && shared.before(key) >= minEmptied ? "emptied" : undefined;
  };
};

type EndOf = ReturnType<typeof endings>;

/** By department of the service: where at least `minPeople` of its people go, the largest number first. */
const flowsBySize = ({ departments, shared, source }: SharedContext): ReadonlyMap<string, readonly Flow[]> => {
  const areDistinct = distinctCodes(source, "department");
  return new Map(
    [...shared.goingTo].flatMap(([key, counts]) => {
      const from = departments.current.get(key);
      const flows = [...counts].flatMap(([toKey, people]): Flow[] => {
        const to = departments.desired.get(toKey);
        if (!from || !to || toKey === key || people < minPeople || to.active === false || areDistinct(to, from))
          return [];
        return [{ key, from, toKey, to, people }];
      });
      return flows.length === 0 ? [] : [[key, flows.sort(bySize)] as const];
    }),
  );
};

const bySize = (a: Flow, b: Flow): number =>
  b.people - a.people || compareText(a.key, b.key) || compareText(a.toKey, b.toKey);

const mergesAndRecodes = (
  context: SharedContext,
  flows: ReadonlyMap<string, readonly Flow[]>,
  endOf: EndOf,
): Reorganisation[] => {
  const { shared, departments } = context;
  const joining = [...flows.values()].flatMap(([largest]) =>
    largest && endOf(largest.key) && largest.people * 2 > shared.before(largest.key) ? [largest] : [],
  );
  return [...Map.groupBy(joining, ({ toKey }) => toKey)].flatMap(([toKey, group]): Reorganisation[] => {
    const parts = group.sort(bySize);
    const [first] = parts;
    if (!first) return [];
    const isMerge = parts.length > 1 || departments.current.get(toKey)?.active === true;
    const isRecode =
      endOf(first.key) !== "emptied" && !departments.current.has(toKey) && shared.mainlyFrom(toKey) === first.key;
    if (!isMerge && !isRecode) return [];
    return [reorganisation(context, isMerge ? "merge" : "recode", parts, endOf)];
  });
};

const splits = (
  context: SharedContext,
  flows: ReadonlyMap<string, readonly Flow[]>,
  endOf: EndOf,
): Reorganisation[] => {
  const { shared, departments } = context;
  return [...flows].flatMap(([key, all]): Reorganisation[] => {
    // A new department that takes most of its people from elsewhere is no part of this one.
    const parts = all.filter(
      ({ toKey, people }) => !departments.current.has(toKey) && people * 2 > shared.after(toKey),
    );
    if (departments.current.get(key)?.active === false) return [];
    if (parts.length < 2 || sumOf(parts) * 2 <= shared.before(key)) return [];
    return [reorganisation(context, "split", parts, endOf)];
  });
};

const reorganisation = (
  context: SharedContext,
  what: Reorganisation["what"],
  parts: readonly Flow[],
  endOf: EndOf,
): Reorganisation => {
  const from = new Map(parts.map((part) => [part.key, part.from]));
  const isNamesake = parts[0] !== undefined && areNamesakes(parts[0].to, parts[0].from);
  const kept = parts.find((part) => isFree(context, part, endOf));
  return {
    what,
    from: [...from.values()],
    to: [...new Map(parts.map((part) => [part.toKey, part.to])).values()],
    people: sumOf(parts),
    of: [...from.keys()].reduce((sum, key) => sum + context.shared.before(key), 0),
    evidence: isNamesake ? ["name", "people"] : ["people"],
    ...(kept && { keeps: { from: kept.from, to: kept.to } }),
  };
};

/** Can the old department get the new code? HR must not have a department with the old code, and nothing may be renamed yet. */
const isFree = ({ departments, source }: SharedContext, { key, toKey }: Flow, endOf: EndOf): boolean => {
  const end = endOf(key);
  if ((end !== "gone" && end !== "closed") || departments.current.has(toKey)) return false;
  const isNamed = (code: string) => [key, toKey].includes(canonicalKey(code));
  return !source.renames.some(
    ({ kind, ...rename }) => kind === "department" && (isNamed(rename.from) || isNamed(rename.to)),
  );
};

const sumOf = (parts: readonly Flow[]): number => parts.reduce((sum, { people }) => sum + people, 0);
