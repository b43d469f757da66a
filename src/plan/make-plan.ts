/**
 * Makes a plan from two complete snapshots. Pure: no clock, no log, no I/O. The steps below are listed in the order in
 * which they run (ARCHITECTURE "Order"), because later steps depend on the decisions of earlier ones. Codes of the
 * source are unique within each kind: readers leave out duplicates.
 */
import { sameKey } from "../model/directory/canonical.ts";
import type { Employee } from "../model/directory/directory.ts";
import { keyOf, listedKinds, recordsOf } from "../model/directory/objects.ts";
import type { TargetSnapshot } from "../model/directory/snapshot.ts";
import type { Breach, Change, Counts, HeldChange, Plan } from "../model/plan/plan.ts";
import { createPlanContext, type PeopleContext, type PlanContext, type PlanInput } from "./draft/plan-context.ts";
import { withWrittenPosts } from "./draft/written-posts.ts";
import { withWrittenStatus } from "./draft/written-status.ts";
import { clocksApart, emptiedTarget, judge } from "./guard.ts";
import { matchPeople } from "./match/people.ts";
import { sharedPeople } from "./match/shared-people.ts";
import { movedColumn } from "./moved-column.ts";
import { nameLookup, namesOf } from "./names.ts";
import { noteAll } from "./notices.ts";
import { planFunctions, planLevels, planTitles } from "./organisation/catalogue.ts";
import { planCategoryOrder } from "./organisation/category-order.ts";
import type { FinalTree } from "./organisation/department-tree.ts";
import { planDepartments } from "./organisation/departments.ts";
import { type Managers, planManagers } from "./organisation/managers.ts";
import { siblingsBefore } from "./organisation/siblings.ts";
import { organisationOf } from "./organisation.ts";
import { planObjectsDisabled, planPeopleDisabled } from "./people/disable.ts";
import { comesDue } from "./people/due.ts";
import { planEmployees } from "./people/employees.ts";
import { isNewcomer } from "./people/newcomer-status.ts";
import { joinsIn, planPostsGained, planPostsRemoved } from "./posts/posts.ts";
import { planSupervisors } from "./posts/supervisors.ts";
import { adoptionReport } from "./questions/adoption-report.ts";
import { findRecodes } from "./questions/possible-recodes.ts";
import { withProposals } from "./questions/proposals.ts";
import { findSourceTwins } from "./questions/source-twins.ts";
import { findTwins } from "./questions/twins.ts";
import { digestOfList } from "./values/fingerprint.ts";
import { onFirstUse } from "./values/on-first-use.ts";
import { compareText } from "./values/sequence.ts";
import { assignWaves } from "./waves.ts";

export type { PlanInput } from "./draft/plan-context.ts";

export const makePlan = (input: PlanInput): Plan => planOf(decide(input), input.target);

/** The plan that follows from the decisions. `target` is the service's data before any rename. */
export const planOf = ({ context, rows }: Decided, target: TargetSnapshot): Plan =>
  withProposals(context, conclude(context, target, rows));

/** The same plan for an undo: without proposals, about which nobody would be asked, and whatever it takes back may have moved. */
export const makeBarePlan = (input: PlanInput): Plan => conclude(decide(input).context, input.target, []);

/** Only the changes of the plan, planned and held, for the repairs of a run, which nobody reads as a plan. */
export const planChanges = (input: PlanInput): PlannedChanges => changesOf(decide(input).context);

type PlannedChanges = Pick<Plan, "changes" | "held">;

/** What the planning steps have decided: people and posts after the plan, the final tree, and the managers. */
export type Decided = {
  readonly context: PeopleContext;
  readonly tree: FinalTree;
  readonly managers: Managers;
  /** The people of the source in the order of its rows; the context has them sorted. */
  readonly rows: readonly Employee[];
};

/** Runs the planning steps. */
export const decide = (input: PlanInput): Decided => {
  const target = withWrittenPosts(withWrittenStatus(input.target, input.memory), input.memory);
  const context = withPeople(createPlanContext({ ...input, target })); // renames come first, so that all steps use new codes
  planLevels(context); //                                         step 1
  const tree = planDepartments(context); //                       steps 2, 3
  planFunctions(context); //                                      step 4
  planCategoryOrder(context);
  planTitles(context);
  planEmployees(context); //                                      step 5
  const removals = planPostsGained(context); //                   step 6
  const managers = planManagers(context, joinsIn(removals)); //   step 7
  planPostsRemoved(context, removals, managers); //               step 8
  planSupervisors(context, tree, managers); //                    step 9
  planPeopleDisabled(context, managers); //                       step 10
  planObjectsDisabled(context, tree); //                          step 11
  noteAll(context, managers, input.target);
  return { context, tree, managers, rows: input.source.directory.employees ?? [] };
};

const withPeople = (context: PlanContext): PeopleContext => {
  const { source, target, memory } = context;
  const people = matchPeople(source, target.employees, memory);
  const shared = onFirstUse(() => sharedPeople(people.all));
  const statesActive = source.directory.employees?.some(({ active }) => active === true) ?? false;
  const twins = findTwins(context, people.all);
  return {
    ...context,
    people,
    shared,
    statesActive,
    twins,
    sourceTwins: onFirstUse(() =>
      Map.groupBy(
        findSourceTwins(context, people, (person) => isNewcomer({ ...context, twins }, person)),
        ({ newcomer }) => newcomer,
      ),
    ),
    recodes: findRecodes(context, shared),
  };
};

const changesOf = ({ draft }: PeopleContext): PlannedChanges => {
  const changes = assignWaves(draft.changes());
  const held = [...draft.held()].sort((a, b) => compareText(a.id, b.id));
  return { changes, held: distinct(held, changes) };
};

const conclude = (context: PeopleContext, target: TargetSnapshot, rows: readonly Employee[]): Plan => {
  const { draft, source, settings, today } = context;
  const { changes, held } = changesOf(context);
  const breaches = [...ofWhole(context), ...movedColumn(context, changes, rows)];
  const notices = [...draft.notices()].sort(
    (a, b) => compareText(a.code, b.code) || compareText(a.kind, b.kind) || compareText(a.key, b.key),
  );
  const due = comesDue(context);
  const { sourceCounts, targetCounts } = counts(context);
  const siblings = siblingsBefore(context.target, changes);
  const organisation = organisationOf(target, changes);
  return {
    version: 1,
    today,
    changes,
    held,
    notices,
    ...(due.length > 0 && { due }),
    ...(context.isNew && targetIsUsed(context) && { adoption: adoptionReport(context) }),
    rejected: source.rejected,
    ...(settings.accepted.length > 0 && { accepted: settings.accepted }),
    ...judge(settings, changes, sourceCounts, targetCounts, breaches),
    sourceCounts,
    targetCounts,
    ...(siblings.length > 0 && { siblings }),
    names: namesOf(nameLookup(context), [...changes, ...held, ...due], organisation),
    organisation,
    fingerprint: digestOfList(changes),
  };
};

const targetIsUsed = ({ target }: PlanContext): boolean => target.departments.length + target.employees.length > 0;

const ofWhole = ({ source, target, peopleBefore = 0, hoursApart = 0 }: PlanContext): readonly Breach[] => {
  const isEmptied = peopleBefore > 0 && target.employees.length === 0 && source.directory.employees;
  return [...(isEmptied ? [emptiedTarget(peopleBefore)] : []), ...clocksApart(hoursApart)];
};

/** Makes ids unique in the plan: if several rows want the same change to one object, the later ids get a number. */
const distinct = (held: readonly HeldChange[], changes: readonly Change[]): HeldChange[] => {
  const taken = new Set(changes.map(({ id }) => id));
  return held.map((entry) => {
    let id = entry.id;
    for (let count = 2; taken.has(id); count += 1) id = `${entry.id}/${count}`;
    taken.add(id);
    return { ...entry, id };
  });
};

/**
 * Counts rows of the source (a rejected row counts: its object is present) and active objects of the target. A company that is listed
 * above all departments is none (R26): a service that shows only itself is empty.
 */
const counts = ({ source, target }: PeopleContext): { sourceCounts: Counts; targetCounts: Counts } => {
  const sourceCounts: Record<string, number> = {};
  const targetCounts: Record<string, number> = {};
  for (const kind of listedKinds) {
    const desired = recordsOf(source.directory, kind);
    const isCounted = ({ code, active }: { readonly code?: string; readonly active?: boolean }) =>
      active !== false && !(kind === "department" && sameKey(code ?? "", target.company ?? ""));
    targetCounts[kind] = recordsOf(target, kind)?.filter(isCounted).length ?? 0;
    if (!desired) continue;
    const known = new Set(desired.map(keyOf));
    const unknown = source.rejected.filter((row) => row.kind === kind && !row.outside && !known.has(row.key ?? ""));
    sourceCounts[kind] = desired.length + new Set(unknown.map(({ file, line }) => `${file}:${line}`)).size;
  }
  return { sourceCounts, targetCounts };
};
