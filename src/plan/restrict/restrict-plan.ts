/**
 * Restricts a plan to subjects: people and departments. What they need comes along (departments, titles, account renames that
 * free a name …), whatever object it belongs to. Everything else is left out as if nobody had asked for it.
 *
 *   a change of a subject                                     the restricted plan
 *   needs nothing, or only what follows                       has it
 *   needs changes to other objects                            has them too
 *   needs that somebody else leaves or is disabled            holds it: needs-others
 *   is a position among siblings                              holds it: needs-others, because siblings move together
 *   is a move to another parent                               has it; the department comes last among its new siblings
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { Change, HeldChange, Plan, PlanSubject } from "../../model/plan/plan.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import { countEntries } from "../../model/runs/entry-counts.ts";
import { heldChange, reference } from "../draft/draft-plan.ts";
import { isOfWhole, judge } from "../guard.ts";
import { namesWithout } from "../names.ts";
import { orderingOf } from "../organisation/ordering.ts";
import { organisationOf } from "../organisation.ts";
import { digestOfList } from "../values/fingerprint.ts";
import { reached } from "../values/reached.ts";
import { movesInto, type Standing } from "../values/sequence.ts";
import { changeOwners, type Owner, type Owners } from "./change-owners.ts";
import { changeRequirements } from "./change-requirements.ts";
import { type Sides, subjectSearch } from "./plan-subjects.ts";

type Restriction = {
  readonly subjects: readonly PlanSubject[];
  readonly owners: ReadonlySet<Owner>;
  /** Canonical accounts, numbers and codes of the subjects. */
  readonly keys: ReadonlySet<string>;
};

/** What the whole plan was made from. */
export type PlanOrigin = {
  readonly target: TargetSnapshot;
  readonly memory: Memory;
  readonly settings: PlanSettings;
  readonly owners: Owners;
};

const restrictPlan = (whole: Plan, restriction: Restriction, origin: PlanOrigin): Plan => {
  const { owners, settings } = origin;
  const { kept, blocked } = closureOf(whole.changes, restriction.owners, origin);
  const changes = renumbered(movedLast(kept, origin));
  const organisation = organisationOf(origin.target, changes);
  const has = new Set(kept);
  const leftOut = whole.changes.filter((change) => !has.has(change));
  const isNamed = (entry: HeldChange) =>
    restriction.owners.has(owners.of(entry)) || restriction.owners.has(owners.of({ ...entry, action: "create" }));
  const held = withReferences(whole.held.filter(isNamed), whole.held);
  const { approval: _, adoption: __, proposals = [], due = [], ...rest } = whole;
  const isAbout = ({ key }: { readonly key?: string }) => key !== undefined && restriction.keys.has(canonicalKey(key));
  const comingDue = due.filter(isAbout);
  const proposed = proposals.filter(({ from, to }) => [...from, ...to].some(isAbout));
  return {
    ...rest,
    only: {
      subjects: restriction.subjects,
      leftOut: leftOut.length - blocked.length,
      leftOutEntries: countEntries(whole.changes) - countEntries(whole.changes, [...changes, ...blocked]),
    },
    names: namesWithout(leftOut, whole.names, organisation),
    organisation,
    changes,
    held: [...held, ...blocked],
    ...(proposed.length > 0 && { proposals: proposed }),
    notices: whole.notices.filter((notice) => isAbout(notice) || notice.key === "*"),
    rejected: whole.rejected.filter(isAbout),
    ...(comingDue.length > 0 && { due: comingDue }),
    ...judge(settings, changes, whole.sourceCounts, whole.targetCounts, whole.breaches.filter(isOfWhole)),
    fingerprint: digestOfList(changes),
  };
};

/** A held change lists at most this many objects that it waits for. */
const maxNamed = 20;

/** `kept`: the changes of the subjects with everything that they require. `blocked`: those that must wait, as held. */
const closureOf = (
  changes: readonly Change[],
  subjects: ReadonlySet<Owner>,
  { owners, target }: PlanOrigin,
): { readonly kept: readonly Change[]; readonly blocked: readonly HeldChange[] } => {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const required = changeRequirements(changes, target, owners);
  const isSubject = (change: Change) => subjects.has(owners.of(change));
  const requirements = new Map<string, readonly Change[]>();
  const own = changes.filter(isSubject);
  for (const change of reached(own, (one) => required(one).flatMap((id) => byId.get(id) ?? []))) {
    requirements.set(
      change.id,
      required(change).flatMap((id) => byId.get(id) ?? []),
    );
  }
  const edges = (change: Change) => requirements.get(change.id) ?? [];
  const blocks = (change: Change) => change.action === "reorder" || (isLoss(change) && !isSubject(change));
  const blockers = (change: Change) => [...reached([change], edges)].filter(blocks);
  const waiting = own.flatMap((change) => {
    const found = blockers(change);
    return found.length > 0 ? [{ change, about: [...new Set(found.map(({ key }) => key))] }] : [];
  });
  const waits = new Set(waiting.map(({ change }) => change));
  const ids = new Set(
    [
      ...reached(
        own.filter((change) => !waits.has(change)),
        edges,
      ),
    ].map(({ id }) => id),
  );
  return {
    kept: changes.filter(({ id }) => ids.has(id)),
    blocked: waiting.map(({ change, about }) => heldFor(change, about.slice(0, maxNamed))),
  };
};

/** Nobody who is not named loses a post or is disabled, and nothing that is not named is closed. */
const isLoss = ({ action }: Change): boolean => action === "deactivate" || action === "remove";

const heldFor = (change: Change, about: readonly string[]): HeldChange => {
  const named = about.length === 1 && about[0] === change.key ? [] : about;
  return heldChange(change.id, change, "needs-others", named);
};

/** Adds the held changes of the objects for which the given ones wait. */
const withReferences = (held: readonly HeldChange[], all: readonly HeldChange[]): readonly HeldChange[] => {
  const named = new Set(held.flatMap(({ reason, about }) => (reason === "reference-held" ? about : [])));
  const shown = new Set(held);
  for (const entry of all) if (named.has(reference(entry.kind, entry.key))) shown.add(entry);
  return shown.size === held.length
    ? held
    : withReferences(
        all.filter((entry) => shown.has(entry)),
        all,
      );
};

/** The positions of moved departments: behind the siblings that are there, because other siblings do not move. */
const movedLast = (changes: readonly Change[], { target, memory, owners }: PlanOrigin): readonly Change[] => {
  const moves = changes.flatMap((change) => {
    const [operation] = change.operations;
    return operation?.id === "D7" ? [operation] : [];
  });
  if (moves.length === 0) return changes;
  const sequences = new Map<string, Standing[]>();
  const put = (code: string, parent: string | null | undefined, standing: Omit<Standing, "key">) => {
    const group = canonicalKey(parent ?? "");
    sequences.set(group, [...(sequences.get(group) ?? []), { key: canonicalKey(code), ...standing }]);
  };
  for (const { code, parent, order } of [...target.departments].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)))
    put(owners.codeAfter(code), parent && owners.codeAfter(parent), order === undefined ? {} : { seq: order });
  for (const { operations } of changes)
    for (const operation of operations) if (operation.id === "D2") put(operation.code, operation.parent, {});
  const wanted = moves.map(({ code, parent }) => ({ key: canonicalKey(code), group: canonicalKey(parent ?? "") }));
  const groups = [...new Set(wanted.map(({ group }) => group))];
  const placed = movesInto(orderingOf({ memory }, "department"), sequences, wanted, groups, 0);
  const seqOf = new Map(placed.map(({ key, seq }) => [key, seq]));
  return changes.map((change) => ({
    ...change,
    operations: change.operations.map((operation) =>
      operation.id === "D7"
        ? { ...operation, seq: seqOf.get(canonicalKey(operation.code)) ?? operation.seq }
        : operation,
    ),
  }));
};

/** `changes` are in the order of their waves. */
const renumbered = (changes: readonly Change[]): readonly Change[] => {
  const waves = [...new Set(changes.map(({ wave }) => wave))];
  const numbers = new Map(waves.map((wave, index) => [wave, index + 1]));
  return changes.map((change) => ({ ...change, wave: numbers.get(change.wave) ?? change.wave }));
};

export type Restricted =
  | { readonly plan: Plan; readonly owners: ReadonlySet<Owner> }
  | { readonly named: string; readonly candidates: readonly PlanSubject[] };

/**
 * Restricts a plan to the people and departments that `names` name. If a name fits nothing or several objects, returns it with
 * these objects instead.
 */
export const restrictedTo = (
  whole: Plan,
  names: readonly string[],
  { source, target, memory, settings }: Sides & Pick<PlanOrigin, "memory" | "settings">,
): Restricted => {
  const owners = changeOwners(whole.changes);
  const search = subjectSearch({ source, target, memory }, owners);
  const subjects: PlanSubject[] = [];
  const members = new Set<Owner>();
  const keys = new Set<string>();
  for (const named of names) {
    const result = search(named);
    if (result.state !== "found") return { named, candidates: result.state === "unknown" ? [] : result.candidates };
    subjects.push(result.subject);
    for (const member of result.members) {
      members.add(member.owner);
      for (const key of member.keys) keys.add(key);
    }
  }
  const plan = restrictPlan(whole, { subjects, owners: members, keys }, { target, memory, settings, owners });
  return { plan, owners: members };
};
