/**
 * Planning on one page. Both sides go in complete, a plan comes out; no clock, no log, no I/O. The steps below are in
 * the order in which they will run (ARCHITECTURE "Order"), so that each can rest on what the ones before have decided.
 * Codes of the source are unique in each kind: readers leave out what occurs twice.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Change, Counts, FieldChange, HeldChange, Plan } from "../model/plan.ts";
import { adoptionReport } from "./adoption.ts";
import { planFunctions, planLevels, planTitles } from "./catalogue.ts";
import { planCategoryOrder } from "./category-order.ts";
import { planDepartments } from "./departments.ts";
import { planEmployees } from "./employees.ts";
import { digest } from "./fingerprint.ts";
import { judge } from "./guard.ts";
import { planManagers } from "./managers.ts";
import { noteAimlessDecisions, noteGoneBack, noteUnmanaged, noteWithoutManager, noteWithoutPost } from "./notices.ts";
import { sortOutPeople } from "./people.ts";
import { planPostsGained, planPostsRemoved } from "./posts.ts";
import { findRecodes } from "./recoded.ts";
import { planPeopleDisabled, planRetirements } from "./retire.ts";
import { compareText } from "./sequence.ts";
import { planSupervisors } from "./supervisors.ts";
import { findTwins } from "./twins.ts";
import { assignWaves } from "./waves.ts";
import { createWorld, type PeopledWorld, type PlanInput, type World } from "./world.ts";

export type { PlanInput } from "./world.ts";

export const makePlan = (input: PlanInput): Plan => {
  const world = withPeople(createWorld(input)); //                     renames of codes, so that all else speaks new codes
  planLevels(world); //                                                step 1
  const tree = planDepartments(world); //                              steps 2, 3
  planFunctions(world); //                                             step 4
  planCategoryOrder(world);
  planTitles(world);
  planEmployees(world); //                                             step 5
  const removals = planPostsGained(world); //                          step 6
  const managers = planManagers(world); //                             step 7
  planPostsRemoved(world, removals, managers); //                      step 8
  planSupervisors(world, tree, managers); //                           step 9
  planPeopleDisabled(world, managers); //                              step 10
  planRetirements(world, tree); //                                     step 11
  noteGoneBack(world);
  noteAimlessDecisions(world);
  noteUnmanaged(world);
  noteWithoutPost(world);
  noteWithoutManager(world, managers);
  return conclude(world);
};

const withPeople = (world: World): PeopledWorld => {
  const { source, target, memory } = world;
  const people = sortOutPeople(source, target.employees, memory.links?.employee);
  return { ...world, people, twins: findTwins(world, people.all), recodes: findRecodes(world, people.all) };
};

const conclude = (world: PeopledWorld): Plan => {
  const { book, source, settings, today } = world;
  const changes = assignWaves(book.drafts());
  const held = distinct(
    [...book.held()].sort((a, b) => compareText(a.id, b.id)),
    changes,
  );
  const notices = [...book.notices()].sort(
    (a, b) => compareText(a.code, b.code) || compareText(a.kind, b.kind) || compareText(a.key, b.key),
  );
  const { sourceCounts, targetCounts } = counts(world);
  return {
    version: 1,
    today,
    changes,
    held,
    notices,
    ...(world.isNew && targetIsUsed(world) && { adoption: adoptionReport(world) }),
    rejected: source.rejected,
    ...judge(settings, changes, sourceCounts, targetCounts),
    sourceCounts,
    targetCounts,
    departmentNames: namesUsed(world, [...changes, ...held]),
    fingerprint: digest(changes),
  };
};

const targetIsUsed = ({ target }: World): boolean => target.departments.length + target.employees.length > 0;

/** Ids are unique in a plan: where several rows want the same of one object, the later ones get a number. */
const distinct = (held: readonly HeldChange[], changes: readonly Change[]): HeldChange[] => {
  const taken = new Set(changes.map(({ id }) => id));
  return held.map((entry) => {
    let id = entry.id;
    for (let count = 2; taken.has(id); count += 1) id = `${entry.id}/${count}`;
    taken.add(id);
    return { ...entry, id };
  });
};

/** Rows of the source (a rejected row is present, unknown) and active objects of the target, of the managed kinds. */
const counts = ({ source, target }: PeopledWorld): { sourceCounts: Counts; targetCounts: Counts } => {
  const lists = {
    level: [source.directory.levels, target.levels],
    title: [source.directory.titles, target.titles],
    function: [source.directory.functions, target.functions],
    department: [source.directory.departments, target.departments],
    employee: [source.directory.employees, target.employees],
  } as const;
  const sourceCounts: Record<string, number> = {};
  const targetCounts: Record<string, number> = {};
  for (const [kind, [desired, current]] of Object.entries(lists)) {
    targetCounts[kind] = current.filter(({ active }) => active !== false).length;
    if (!desired) continue;
    const known = new Set(desired.map((record) => ("code" in record ? record.code : record.account)));
    const unknown = source.rejected.filter((row) => row.kind === kind && !row.outside && !known.has(row.key ?? ""));
    sourceCounts[kind] = desired.length + new Set(unknown.map(({ file, line }) => `${file}:${line}`)).size;
  }
  return { sourceCounts, targetCounts };
};

type Shown = Pick<HeldChange, "department" | "fields" | "candidates">;

/** Names of all departments that a report of these changes mentions. */
const namesUsed = (world: PeopledWorld, shown: readonly Shown[]): Record<string, string> => {
  const { desired, current } = world.departments;
  const codes = new Set(
    shown.flatMap(({ department = [], fields, candidates = [] }) =>
      [department, [...fields, ...candidates.flatMap((candidate) => candidate.fields)].flatMap(codesIn)].flat(),
    ),
  );
  return Object.fromEntries(
    [...codes].sort(compareText).flatMap((code) => {
      const key = canonicalKey(code);
      const name = desired.get(key)?.name ?? current.get(key)?.name;
      return name === undefined ? [] : [[code, name]];
    }),
  );
};

const codesIn = ({ field, before, after }: FieldChange): string[] => {
  if (field.startsWith("post:")) return [field.slice("post:".length)];
  return field === "parent" || field === "department" ? [before, after].filter((code) => typeof code === "string") : [];
};
