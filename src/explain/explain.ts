/**
 * Explains what a plan does about single records, and why it does nothing about the rest. It makes no decisions of its own: the
 * planning steps run once more on the same data (decide), every field is judged from the two records and the policy, and the changes
 * are those of the plan. test/explain/laws.test.ts shows that judgement and plan never contradict each other.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { ExplainedChange, Explanation, FieldExplanation } from "../model/explanation.ts";
import { isPersonal } from "../model/known-fields.ts";
import type { Change, FieldChange, FieldValue, Plan } from "../model/plan.ts";
import { maskPlan, maskValue } from "../model/sensitive.ts";
import { type Decided, decide, type PlanInput } from "../plan/make-plan.ts";
import { namesOf } from "../plan/names.ts";
import type { CodedKind } from "./code-views.ts";
import { explainCoded } from "./coded.ts";
import { type Explainable, type Explained, standingOf } from "./explained.ts";
import { explainPerson } from "./people.ts";
import { accountNow } from "./post-views.ts";
import { indexPlan, verdictOf } from "./verdicts.ts";

/** The explanation as far as it follows from the plan: without the records of the source and the earlier runs. */
export type PlanExplanation = Omit<Explanation, "records" | "dropped" | "past">;

export type Explainer = {
  readonly records: readonly Explainable[];
  /** `keys`: the keys by which rows of the source may name the record, the likeliest first. */
  readonly explain: (record: Explainable) => {
    readonly explanation: PlanExplanation;
    readonly keys: readonly string[];
  };
};

const codedKinds: readonly CodedKind[] = ["department", "title", "function", "level"];

/** `plan`: the plan that was made from `input`. */
export const openExplainer = (input: PlanInput, plan: Plan): Explainer => {
  const decided = decide(input);
  const index = indexPlan(plan);
  const people = decided.context.people.all.map((person): Explainable => {
    const { current, desired, label } = person;
    return {
      kind: "employee",
      key: accountNow(person),
      label,
      calledBy: [
        [desired?.account, desired?.number],
        [current?.account, current?.number],
        [desired?.name, current?.name],
      ],
      explain: () => explainPerson(decided, plan, index, person),
    };
  });
  const coded = codedKinds.flatMap((kind) => explainCoded(decided, plan, index, input.target, kind));
  const changes = new Map(plan.changes.map((change) => [change.id, change]));
  return {
    records: [...people, ...coded],
    explain: (record) => {
      const explained = record.explain();
      return { explanation: explanationOf(decided, plan, explained, changes), keys: explained.keys };
    },
  };
};

const explanationOf = (
  decided: Decided,
  plan: Plan,
  explained: Explained,
  all: ReadonlyMap<string, Change>,
): PlanExplanation => {
  const { subject, match, entries, views, whole } = explained;
  const fields = views.map((one) => masked(verdictOf(one, entries, whole)));
  const named = new Set(entries.changes.map(({ id }) => id));
  const elsewhere = plan.changes.filter((change) => !named.has(change.id) && mentions(change, explained));
  const shown = maskPlan({ ...plan, changes: [...entries.changes, ...elsewhere], held: entries.held });
  const change = ({
    id,
    kind,
    key,
    label,
    action,
    reason,
    fields: changed,
    step,
    wave,
    needs,
  }: Change): ExplainedChange => ({
    id,
    kind,
    key,
    label,
    action,
    reason,
    fields: changed,
    step,
    wave,
    needs: needs.flatMap((needed) => {
      const other = all.get(needed);
      return other ? [{ id: needed, kind: other.kind, key: other.key, action: other.action, label: other.label }] : [];
    }),
  });
  const changes = shown.changes.map(change);
  return {
    version: 1,
    subject,
    today: plan.today,
    fingerprint: plan.fingerprint,
    result: entries.changes.length > 0 ? "planned" : entries.held.length > 0 ? "held" : "nothing",
    match: { ...match, candidates: shown.held.flatMap(({ candidates = [] }) => candidates) },
    standing: standingOf(decided.context, explained),
    fields,
    changes: changes.slice(0, entries.changes.length),
    held: shown.held,
    elsewhere: changes.slice(entries.changes.length),
    notices: plan.notices.filter((notice) => notice.kind === subject.kind && isCalled(explained, notice.key)),
    breaches: plan.breaches.filter((breach) =>
      entries.changes.some(({ kind, action }) => breach.kind === kind && breach.action === action),
    ),
    names: namesOf(
      decided.context,
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

const isCalled = ({ keys }: Pick<Explained, "keys">, key: FieldValue | undefined): boolean =>
  typeof key === "string" && keys.some((own) => canonicalKey(own) === canonicalKey(key));

/** Does a change to another record name this one: as manager, supervisor, parent, level, title, function or department of a post? */
const mentions = ({ kind, fields }: Change, explained: Explained): boolean => {
  const { subject } = explained;
  return fields.some(({ field, before, after }) => {
    if (subject.kind === "employee")
      return (kind === "manager" || kind === "supervisor") && [before, after].some((one) => isCalled(explained, one));
    if (subject.kind === "department")
      return field === "parent"
        ? [before, after].some((one) => isCalled(explained, one))
        : field.startsWith("post:") && isCalled(explained, field.slice("post:".length));
    if (subject.kind === "level") return field === "level" && [before, after].some((one) => isCalled(explained, one));
    return (
      field.startsWith("post:") &&
      [before, after].some(
        (post) => Array.isArray(post) && post.slice(1).some((code: string) => isCalled(explained, code)),
      )
    );
  });
};

/** The fields in the form in which namesOf finds the codes and accounts that they mention. */
const mentioned = ({ field, source, target }: FieldExplanation): readonly FieldChange[] => {
  const [before, after] = [target ?? null, source ?? null];
  const [, department] = /^supervisor:(.*)$/.exec(field) ?? [];
  return department === undefined
    ? [{ field, before, after }]
    : [
        { field: "supervisor", before, after },
        { field: `post:${department}`, after: null },
      ];
};

/** Finds records by a word: a key, a name, or `kind/KEY`. The strongest meaning that fits any record counts. */
export const findRecords = (records: readonly Explainable[], word: string): readonly Explainable[] => {
  const [, kind, key] = /^([a-z]+)\/(.+)$/.exec(word) ?? [];
  const ofKind = records.filter((record) => record.kind === kind);
  if (key !== undefined && ofKind.length > 0) {
    const found = findRecords(ofKind, key);
    if (found.length > 0) return found;
  }
  const wanted = canonicalKey(word);
  for (const at of [0, 1, 2]) {
    const found = records.filter(({ calledBy }) =>
      calledBy[at]?.some((name) => name !== null && name !== undefined && canonicalKey(name) === wanted),
    );
    if (found.length > 0) return found;
  }
  return [];
};
