/**
 * Explains what a plan does about single records, and why it does nothing about the rest. It decides nothing: changes and held changes
 * are those of the plan, and the reason for any other field is the one with which a planning step has left it.
 */

import { placeField, placeIn } from "../model/directory/address.ts";
import { canonicalKey } from "../model/directory/canonical.ts";
import { isPersonal } from "../model/directory/known-fields.ts";
import type { CodedKind } from "../model/directory/objects.ts";
import type { TargetSnapshot } from "../model/directory/snapshot.ts";
import type { Change, FieldChange, HeldChange, Plan } from "../model/plan/plan.ts";
import { maskPlan, maskValue } from "../model/plan/sensitive.ts";
import type { ExplainedChange, Explanation, FieldExplanation } from "../model/runs/explanation.ts";
import type { Decided } from "../plan/make-plan.ts";
import { personCalledBy } from "../plan/match/called-by.ts";
import { namesOf } from "../plan/names.ts";
import { explainCoded } from "./coded.ts";
import { type Explainable, type Explained, standingOf } from "./explained.ts";
import { indexOf, type Known, openKnown } from "./known.ts";
import { explainPerson, ownerOf } from "./people.ts";
import { accountNow } from "./post-views.ts";
import { type Entries, verdictOf } from "./verdicts.ts";

/** The explanation as far as it follows from the plan: without the records of the source and the earlier runs. */
export type PlanExplanation = Omit<Explanation, "records" | "dropped" | "past">;

export type Explainer = {
  readonly records: readonly Explainable[];
  /** Finds records by a word: a key, a name, or `kind/KEY`. The first rank that fits any record counts. */
  readonly find: (word: string) => readonly Explainable[];
  /** The record that a change or held change of the whole plan is about, by its id; undefined for categories. */
  readonly ofChange: (id: string) => Explainable | undefined;
  /** `keys`: the keys by which rows of the source may name the record, the likeliest first. */
  readonly explain: (record: Explainable) => {
    readonly explanation: PlanExplanation;
    readonly keys: readonly string[];
  };
};

const codedKinds: readonly CodedKind[] = ["department", "title", "function", "level"];

/**
 * `decided`: what the planning steps have decided, with their reasons. `target`: what they were given. `whole`: the plan that was made of
 * it. `plan`: the part of that which is explained, if it was restricted.
 */
export const openExplainer = (decided: Decided, target: TargetSnapshot, whole: Plan, plan = whole): Explainer => {
  const known = openKnown(decided, whole);
  const people = known.context.people.all.map((person): Explainable => {
    const { correlation, current, desired, label } = person;
    return {
      kind: "employee",
      key: accountNow(person),
      label,
      // Made when it is read: the names of 100,000 people would take as much memory as the people.
      get calledBy() {
        return [...personCalledBy(correlation), [desired?.name, current?.name]];
      },
      owner: ownerOf(person),
      explain: () => explainPerson(known, person),
    };
  });
  const coded = codedKinds.flatMap((kind) => explainCoded(known, target, kind));
  const records = [...people, ...coded];
  const shown = partOf(plan);
  return {
    records,
    find: recordFinder(records),
    ofChange: changeFinder(records, known, whole === plan ? shown : partOf(whole)),
    explain: (record) => {
      const explained = record.explain();
      const { whole: holds, entries, views } = explained;
      const fields = views.map((one) => masked(verdictOf(one, entries, holds, shown.of)));
      const own = { ...explained, entries: shown.of(entries), fields };
      return { explanation: explanationOf(known, plan, shown, own), keys: explained.keys };
    },
  };
};

/** The changes and held changes of the plan that is explained, by id. */
type Shown = {
  readonly changes: ReadonlyMap<string, Change>;
  readonly held: ReadonlyMap<string, HeldChange>;
  /** Those of a record's entries that are in it; a restriction may leave changes out, and hold others. */
  readonly of: (entries: Entries) => Entries;
};

const partOf = ({ changes: allChanges, held: allHeld }: Plan): Shown => {
  const changes = new Map(allChanges.map((change) => [change.id, change]));
  const held = new Map(allHeld.map((one) => [one.id, one]));
  const of: Shown["of"] = (entries) => ({
    changes: entries.changes.flatMap(({ id }) => changes.get(id) ?? []),
    held: [...entries.held, ...entries.changes].flatMap(({ id }) => held.get(id) ?? []),
  });
  return { changes, held, of };
};

const explanationOf = (
  known: Known,
  plan: Plan,
  all: Shown,
  explained: Explained & Pick<PlanExplanation, "fields">,
): PlanExplanation => {
  const { subject, keys, match, entries, fields } = explained;
  const named = new Set(entries.changes.map(({ id }) => id));
  const elsewhere = known
    .mentions(subject.kind, keys)
    .flatMap(({ id }) => (named.has(id) ? [] : (all.changes.get(id) ?? [])));
  const shown = maskPlan({ ...plan, changes: [...entries.changes, ...elsewhere], held: entries.held });
  const changes = shown.changes.map((change): ExplainedChange => {
    const { id, kind, key, label, action, reason, fields: changed, step, wave } = change;
    const needs = change.needs.flatMap((needed) => {
      const other = all.changes.get(needed);
      return other ? [{ id: needed, kind: other.kind, key: other.key, action: other.action, label: other.label }] : [];
    });
    return { id, kind, key, label, action, reason, fields: changed, step, wave, needs };
  });
  return {
    version: 1,
    subject,
    today: plan.today,
    fingerprint: plan.fingerprint,
    result: entries.changes.length > 0 ? "planned" : entries.held.length > 0 ? "held" : "nothing",
    match: { ...match, candidates: shown.held.flatMap(({ candidates = [] }) => candidates) },
    standing: standingOf(known, explained),
    fields,
    changes: changes.slice(0, entries.changes.length),
    held: shown.held,
    elsewhere: changes.slice(entries.changes.length),
    notices: known.noticesOf(subject.kind, keys),
    breaches: plan.breaches.filter((breach) =>
      entries.changes.some(({ kind, action }) => breach.kind === kind && breach.action === action),
    ),
    names: namesOf(
      known.nameOf,
      [...entries.changes, ...entries.held, ...elsewhere, { fields: fields.flatMap(mentioned) }],
      { departments: [], flows: [] },
    ),
  };
};

const masked = (field: FieldExplanation): FieldExplanation =>
  isPersonal(field.field)
    ? {
        ...field,
        ...(field.source === undefined ? {} : { source: maskValue(field.source) }),
        ...(field.target === undefined ? {} : { target: maskValue(field.target) }),
      }
    : field;

/** The fields in the form in which namesOf finds the codes and accounts that they mention. */
const mentioned = ({ field, source, target }: FieldExplanation): readonly FieldChange[] => {
  const [before, after] = [target ?? null, source ?? null];
  const place = placeIn(field);
  return place?.of !== "supervisor"
    ? [{ field, before, after }]
    : [
        { field: "supervisor", before, after },
        { field: placeField("post", place.department), after: null },
      ];
};

type Find = Explainer["find"];

const recordFinder = (records: readonly Explainable[]): Find => {
  const ranks = [0, 1, 2, 3].map((rank) =>
    indexOf(records, ({ calledBy }) =>
      (calledBy[rank] ?? []).flatMap((name) => (typeof name === "string" ? [canonicalKey(name)] : [])),
    ),
  );
  const called = (word: string, kind?: string): readonly Explainable[] => {
    for (const rank of ranks) {
      const found = rank([canonicalKey(word)]).filter((record) => kind === undefined || record.kind === kind);
      if (found.length > 0) return found;
    }
    return [];
  };
  return (word) => {
    const [, kind, key] = /^([a-z]+)\/(.+)$/.exec(word) ?? [];
    const found = kind === undefined || key === undefined ? [] : called(key, kind);
    return found.length > 0 ? found : called(word);
  };
};

const changeFinder = (
  records: readonly Explainable[],
  { index }: Known,
  { changes: allChanges, held: allHeld }: Shown,
): Explainer["ofChange"] => {
  const ofOwner = indexOf(records, ({ owner }) => [owner]);
  return (id) => {
    const item = allChanges.get(id) ?? allHeld.get(id);
    const [record, ...others] = item === undefined ? [] : ofOwner([index.ownerOf(item)]);
    if (record === undefined || others.length === 0) return record;
    return [record, ...others].find((one) => {
      const { changes, held } = one.explain().entries;
      return [...changes, ...held].some((entry) => entry.id === id);
    });
  };
};
