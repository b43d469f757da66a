/**
 * Judges what reading back shows: a second plan from the same source names whatever is not as this run wants it, and everything
 * of that in an object that the run wrote counts as lost. What a second plan can repair is repaired; what it holds, creates or renames
 * again cannot be.
 */
import { addressOf, objectOf, reference } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import { disableSomebody } from "../../model/plan/operation.ts";
import type { Change, HeldChange, Kind, LedgerEntry, Plan, Wanted } from "../../model/plan/plan.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import type { Outcome } from "../../model/runs/run.ts";
import type { SupervisorsShown } from "../draft/manager-chain.ts";
import { planChanges } from "../make-plan.ts";
import { isOrderedKind, otherOrdering } from "../organisation/ordering.ts";
import { chosenIn } from "../reading/chosen-before.ts";
import { type CreatedPerson, withCreated } from "./created-people.ts";
import { type FieldsWritten, fieldsWritten } from "./fields-written.ts";
import { judgedPart, needsEverybody } from "./judged-part.ts";
import { newlyHeld } from "./newly-held.ts";
import { withPreservedValues } from "./preserved-values.ts";
import type { ReadBackScope } from "./read-back-scope.ts";
import { notGivenBack } from "./taken-along.ts";
import type { Writer } from "./written-objects.ts";

export type Results = ReadonlyMap<string, Outcome["result"]>;

export type SecondReading = {
  readonly source: SourceSnapshot;
  /** The reading of the first plan, with the codes and accounts that are valid after it; and the reading back. */
  readonly before: TargetSnapshot;
  readonly now: TargetSnapshot;
  /** Which supervisors the site returns. */
  readonly shows: SupervisorsShown;
  readonly memory: Memory;
  readonly settings: PlanSettings;
  /** The plan of the run, and the ids of everything that it wants, also what a restricted plan leaves out. */
  readonly plan: Plan;
  readonly wholeIds: ReadonlySet<string>;
  /** The changes carried out, with repeated ones, and the results of all. */
  readonly tried: readonly Change[];
  readonly results: Results;
  readonly created: readonly CreatedPerson[];
};

/** Something that a write of this run should have left, and that reading back does not show. */
export type Lost = {
  readonly wanted: Wanted;
  /** The change that brings it back; absent where nothing can. */
  readonly repair?: Change;
  /** Why it cannot be brought back: the reason for which it is held, or the id of a change that it needs. */
  readonly heldFor?: HeldReason;
  readonly needs?: string;
  /** A write took it along that was to do something else. */
  readonly isTaken?: true;
  /** The writes that may have lost it. */
  readonly writers: readonly Writer[];
};

export type Judgement = {
  readonly lost: readonly Lost[];
  /** Changes that were refused, and may not be any more. */
  readonly again: readonly Change[];
  /** Ledger entries about the order of lists, which the reading has shown. */
  readonly orderings: readonly LedgerEntry[];
};

const done: ReadonlySet<Outcome["result"]> = new Set(["applied", "rehired", "already-so"]);

/** Has the service what the change writes, as far as the answers say? */
export const isDone = (result: Outcome["result"] | undefined): boolean => result !== undefined && done.has(result);

export const judge = (reading: SecondReading, scope: ReadBackScope): Judgement => {
  const { memory, plan, tried } = reading;
  const written = fieldsWritten(tried);
  const input = secondInput(reading, scope, written);
  const expected = expectations(reading, scope);
  const { isLost, writersOf, failedKinds, leftOut } = expected;
  const planned = planning(reading, scope);
  const first = planned(input);
  const disordered = [...scope.ordered].filter(
    (kind) => !failedKinds.has(kind) && first.changes.some((one) => one.kind === kind && isPlacing(one) && isLost(one)),
  );
  const swept: ReadonlySet<Kind> = new Set(disordered);
  const second = swept.size === 0 ? first : planned({ ...input, swept });
  const missed = second.changes.filter(isLost);
  const lost = missed.filter((one) => one.reason !== "swap" || missed.some((other) => completes(other, one)));
  const renames = new Set(second.changes.flatMap(({ id, action }) => (action === "rename" ? [id] : [])));
  const isNotNeeded = (id: string) => plan.only !== undefined && leftOut.has(id) && !renames.has(id);
  const unmet = unmetNeeds(
    lost.filter(({ action }) => action !== "create" && action !== "rename"),
    isNotNeeded,
  );
  const heldNow = newlyHeld(reading, expected, second.held).map((one) => ({
    wanted: one,
    heldFor: one.reason,
    writers: writersOf(one) ?? [],
  }));
  const hadMoves = new Set(tried.flatMap((change) => (isPlacing(change) ? [change.kind] : [])));
  return {
    again: second.changes.filter(isRefusedBesideOthers(reading)),
    lost: [
      ...lost.map((one) => {
        // Where another change of the kind has failed, the order cannot be reached.
        const isOutOfReach = failedKinds.has(one.kind) && isOnlyOrder(one);
        const isRepair = one.action !== "create" && one.action !== "rename" && !isOutOfReach;
        const needs = isRepair ? unmet.get(one.id) : undefined;
        return {
          wanted: one,
          ...(isRepair && needs === undefined && { repair: one }),
          ...(needs !== undefined && { needs }),
          writers: writersOf(one) ?? [],
        };
      }),
      ...heldNow,
      ...notGivenBack({ ...reading, written }, expected, {
        source: input.source,
        told: [...lost, ...heldNow.map(({ wanted }) => wanted)],
        held: second.held,
      }),
    ],
    orderings: disordered.flatMap((kind) =>
      hadMoves.has(kind) && isOrderedKind(kind) ? [otherOrdering({ memory }, kind)] : [],
    ),
  };
};

/** Plans what may concern the objects written and those beside; everybody, where it matters who somebody is. */
const planning =
  ({ created }: SecondReading, { writers }: ReadBackScope): typeof planChanges =>
  (input) => {
    if (created.some(({ account, found }) => !sameKey(account, found.account))) return planChanges(input);
    const part = planChanges(judgedPart(input, writers));
    return needsEverybody(part) ? planChanges(input) : part;
  };

const secondInput = (reading: SecondReading, scope: ReadBackScope, written: FieldsWritten) => {
  const { source, before, now, shows, memory, settings, plan, created } = reading;
  const { source: completed, restored } = withPreservedValues(
    withCreated(source, created),
    { before, now, shows, written },
    scope,
    memory,
  );
  const { today } = plan;
  return { source: completed, target: now, memory, settings, today, supervisorsShown: shows, restored };
};

const expectations = (reading: SecondReading, scope: ReadBackScope) => {
  const { now, shows, plan, wholeIds, tried, results, created } = reading;
  const writersOf = writersIn(scope, created);
  const isChosen = chosenIn(now, shows);
  const wasDone = (id: string) => isDone(results.get(id));
  const failed = [...plan.changes, ...tried].filter(({ id }) => !wasDone(id));
  const failedKinds = new Set(failed.map(({ kind }) => kind));
  // A held change is not expected to have taken effect, even if it no longer looks held because less was read, nor is one that a restricted
  // plan leaves out. What was tried in vain before is judged again where this run has changed the value, what could not be read where it
  // can be now, and every other field of an object of which one field is held.
  const again = plan.held.flatMap(({ id, reason }) => (isJudgedAgain(reason) ? [id] : []));
  /** What this run was not to do. */
  const leftOut = wholeIds.difference(new Set([...plan.changes.map(({ id }) => id), ...again]));
  const failedIds = new Set(failed.map(({ id, repairs }) => repairs ?? id));
  const triedIds = new Set(tried.map(({ id, repairs }) => repairs ?? id));
  const held = new Map(plan.held.map(({ id, fields }) => [id, fields.map(({ field }) => field)]));
  const isOtherThanHeld = ({ id, fields }: Change | HeldChange): boolean => {
    const heldFields = held.get(id) ?? [];
    return heldFields.length > 0 && !fields.some(({ field }) => heldFields.includes(field));
  };
  /** Should the reading back show otherwise? */
  const isLost = (one: Change | HeldChange): boolean => {
    if (failedIds.has(one.id) || (leftOut.has(one.id) && !isOtherThanHeld(one))) return false;
    if (isUnseen(one, isChosen) && triedIds.has(one.id)) return false;
    if (one.action === "create") return wasDone(one.id) && (!("operations" in one) || isMissing(one));
    return one.action === "reorder" ? scope.ordered.has(one.kind) : writersOf(one) !== undefined;
  };
  return { isLost, writersOf, wasDone, failedKinds, leftOut };
};

/**
 * A site may refuse a change for want of another one of the same run, such as a level that is not below the parent's, or somebody who still
 * manages another department. Such a change is tried once more where others of its kind were carried out.
 */
const isRefusedBesideOthers = ({ tried, results }: SecondReading): ((one: Change) => boolean) => {
  const doneKinds = new Set(tried.flatMap(({ id, kind }) => (isDone(results.get(id)) ? [kind] : [])));
  const repeated = new Set(tried.map(({ repairs }) => repairs));
  return ({ id, kind, action }) =>
    (kind === "department" || kind === "manager") &&
    (action === "update" || action === "move") &&
    results.get(id) === "failed" &&
    doneKinds.has(kind) &&
    !repeated.has(id);
};

/** Finds the writes that may have changed the object of a change; undefined if the run did not write it. */
const writersIn = ({ touched, writers }: ReadBackScope, created: readonly CreatedPerson[]) => {
  const sent = new Map(created.map(({ account, found }) => [canonicalKey(found.account), account]));
  return (one: Wanted): readonly Writer[] | undefined => {
    const { of, key } = objectOf(addressOf(one));
    const part = one.kind === "supervisor" ? "post" : one.kind;
    const object = reference(part, of === "employee" ? (sent.get(canonicalKey(key)) ?? key) : key);
    // Posts that were not read are presumed; everything else that stands beside what was written is in the lists, or was read.
    return touched.has(object) ? (writers.get(object) ?? []) : part === "post" ? undefined : writers.get(object);
  };
};

/** A value for the time of an exchange is nothing that anybody wants: it comes with the change that ends it, or not at all. */
const completes = ({ kind, key, reason, needs }: Change, aside: Change): boolean =>
  reason !== "swap" && kind === aside.kind && sameKey(key, aside.key) && needs.includes(aside.id);

/** Repairs that need something which is not repaired, with the id of what they need. */
const unmetNeeds = (repairs: readonly Change[], isNotNeeded: (id: string) => boolean): ReadonlyMap<string, string> => {
  const unmet = new Map<string, string>();
  const ids = new Set(repairs.map(({ id }) => id));
  for (let before = -1; before !== unmet.size; ) {
    before = unmet.size;
    for (const { id, needs } of repairs) {
      const missing = needs.find((need) => !isNotNeeded(need) && (!ids.has(need) || unmet.has(need)));
      if (missing !== undefined) unmet.set(id, missing);
    }
  }
  return unmet;
};

/**
 * Does the change only make the department manager the approver, where a manager is shown? The service may show a chosen manager
 * and one who approves by default alike (R60), so it cannot be seen whether the change was lost.
 */
const isUnseen = ({ kind, department = "", fields }: Change | HeldChange, isChosen: (post: Post) => boolean): boolean =>
  kind === "supervisor" &&
  fields.every(
    ({ before, after }) =>
      after === null && !(typeof before === "string" && isChosen({ department, main: true, supervisor: before })),
  );

/** Is it a new object that should show now? A new person who is disabled may be hidden from the list (R51). */
const isMissing = ({ kind, action, operations }: Change): boolean =>
  action === "create" && !(kind === "employee" && disableSomebody(operations));

const isJudgedAgain = (reason: HeldReason): boolean =>
  reason === "does-not-converge" || reason === "undo-each-other" || reason === "unreadable-in-target";

const isOnlyOrder = ({ fields }: Change): boolean => fields.every(({ field }) => field === "order");

const isPlacing = ({ action, operations }: Change): boolean =>
  action === "reorder" ||
  operations.some(({ id }) => id === "V4" || id === "T4" || id === "J7" || id === "D7" || id === "J2");
