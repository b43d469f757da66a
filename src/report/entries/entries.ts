/**
 * The model of a report that all formats share: one entry for each object that the plan changes, whatever number of changes that
 * takes, and one for each object with held changes. The entries are in the order in which they should be read: what has failed,
 * then the worst.
 */

import type { Change, HeldChange, Plan, Reason } from "../../model/plan/plan.ts";
import { type Subject, type SubjectKind, subjectKinds, subjectsOf } from "../../model/plan/subjects.ts";
import { resultsWorstFirst } from "../../model/runs/entry-counts.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { type Fact, factsOf } from "./facts.ts";
import { type Movement, movementsOf } from "./movements.ts";
import { isSevere, type Move, moveIn, type Verb, verbRank, verbs, verbsOf } from "./verbs.ts";

type Folded = {
  readonly kind: SubjectKind;
  /** Account, code or category name after the plan. */
  readonly key: string;
  /** The one before, if the plan changes it. */
  readonly formerKey?: string;
  readonly label: string;
  /** Code of the department under which a report shows it. */
  readonly department?: string;
  /** What happens, worst first; at least one. */
  readonly verbs: readonly Verb[];
  /** True if no report may leave it out. */
  readonly severe: boolean;
  /** Made anew whenever it is read: the facts of 100,000 people at once would take as much memory as the plan. */
  readonly facts: readonly Fact[];
  /** The main posts before and after, if the person gets another main department. */
  readonly move?: Move;
};

export type Entry = Folded & {
  /** The ids of its changes, in order; every change of the plan belongs to exactly one entry. */
  readonly changes: readonly string[];
  readonly reasons: readonly Reason[];
  readonly outcome?: EntryOutcome;
};

/** The worst outcome of an entry's changes, with the ids of the changes that ended so; code and message are those of the first, tries the most. */
type EntryOutcome = Omit<Outcome, "changeId"> & { readonly changes: readonly string[] };

export type HeldEntry = Folded & { readonly held: readonly HeldChange[] };

/** How many objects of a kind have a verb. */
export type VerbCount = { readonly kind: SubjectKind; readonly verb: Verb; readonly count: number };

export type Entries = {
  readonly entries: readonly Entry[];
  readonly held: readonly HeldEntry[];
  /** Worst first; an entry with several verbs counts for each of them. */
  readonly totals: readonly VerbCount[];
  readonly movements: readonly Movement[];
};

type Outcomes = ReadonlyMap<string, Outcome>;

/** Folds a plan (masked, if it is to be shown) and the outcomes of its changes. */
export const entriesOf = (plan: Plan, outcomes?: Outcomes): Entries => {
  const subjectOf = subjectsOf(plan.changes);
  const entries = [...Map.groupBy(plan.changes, subjectOf)].map(([subject, changes]) =>
    entryOf(subject, changes, outcomes),
  );
  const held = [...Map.groupBy(plan.held, subjectOf)].map(([subject, ofSubject]) =>
    folded(subject, ofSubject, { held: ofSubject }),
  );
  return {
    entries: entries.sort(byConsequence),
    held: held.sort(byConsequence),
    totals: totalsOf(entries),
    movements: movementsOf(plan),
  };
};

const entryOf = (subject: Subject, changes: readonly Change[], outcomes: Outcomes | undefined): Entry => {
  const outcome = outcomes && worstOutcome(changes, outcomes);
  return folded(subject, changes, {
    changes: changes.map(({ id }) => id),
    reasons: [...new Set(changes.map(({ reason }) => reason))],
    ...(outcome && { outcome }),
  });
};

const folded = <Rest extends object>(
  subject: Subject,
  items: readonly (Change | HeldChange)[],
  rest: Rest,
): Folded & Rest => {
  const { kind, key, formerKey } = subject;
  const facts = factsOf(items);
  const move = kind === "employee" ? moveIn(facts) : undefined;
  const found = verbsOf(
    kind,
    new Set(items.filter((item) => item.kind === kind).map(({ action }) => action)),
    new Set(items.map(({ reason }) => reason)),
    facts,
    move,
  );
  const named = items.findLast(({ action }) => action !== "rename") ?? items.at(-1);
  const department = move?.to.department ?? items.find((item) => item.department !== undefined)?.department;
  return {
    kind,
    key,
    ...(formerKey === undefined || formerKey === key ? {} : { formerKey }),
    label: named?.label ?? key,
    ...(department === undefined ? {} : { department }),
    verbs: found,
    severe: found.some(isSevere),
    ...(move && { move }),
    ...rest,
    get facts() {
      return factsOf(items);
    },
  };
};

const worstOutcome = (changes: readonly Change[], outcomes: Outcomes): EntryOutcome | undefined => {
  const found = changes.flatMap(({ id }) => outcomes.get(id) ?? []);
  const result = resultsWorstFirst.find((one) => found.some((outcome) => outcome.result === one));
  const worst = found.filter((outcome) => outcome.result === result);
  if (worst[0] === undefined) return undefined;
  const { changeId: _first, tries: _tries, ...outcome } = worst[0];
  const tries = Math.max(...found.map((one) => one.tries ?? 1));
  return { ...outcome, ...(tries > 1 && { tries }), changes: worst.map(({ changeId }) => changeId) };
};

/** What has failed, then by the worst verb, kind, department and key. */
const byConsequence = (a: Folded & Pick<Entry, "outcome">, b: Folded & Pick<Entry, "outcome">): number =>
  outcomeRank(a) - outcomeRank(b) ||
  worstRank(a) - worstRank(b) ||
  subjectKinds.indexOf(a.kind) - subjectKinds.indexOf(b.kind) ||
  compare(a.department ?? "\uffff", b.department ?? "\uffff") ||
  compare(a.key, b.key);

const outcomeRank = ({ outcome }: Pick<Entry, "outcome">): number =>
  outcome?.result === "failed" ? 0 : outcome?.result === "not-tried" || outcome?.result === "unconfirmed" ? 1 : 2;

const worstRank = ({ verbs: [worst] }: Folded): number => (worst === undefined ? 0 : verbRank(worst));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const totalsOf = (entries: readonly Entry[]): readonly VerbCount[] => {
  const counts = new Map<string, number>();
  for (const { kind, verbs: found } of entries)
    for (const verb of found) counts.set(`${kind}/${verb}`, (counts.get(`${kind}/${verb}`) ?? 0) + 1);
  return verbs.flatMap((verb) =>
    subjectKinds.flatMap((kind) => {
      const count = counts.get(`${kind}/${verb}`) ?? 0;
      return count === 0 ? [] : [{ kind, verb, count }];
    }),
  );
};
