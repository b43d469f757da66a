/**
 * What the explanations of one plan know: the decisions of the planning steps, the plan by record, and lists by key. Thousands of
 * records of a large plan are explained together, so whatever is looked up by key is indexed, once and when it is first needed.
 */
import { postIn } from "../model/directory/address.ts";
import { canonicalKey } from "../model/directory/canonical.ts";
import type { AdoptedKind } from "../model/directory/identity.ts";
import type { Kind } from "../model/directory/kind.ts";
import { referredBy } from "../model/directory/references.ts";
import type { RejectedRow } from "../model/directory/snapshot.ts";
import type { Change, Notice, Plan } from "../model/plan/plan.ts";
import type { Decided } from "../plan/make-plan.ts";
import { nameLookup } from "../plan/names.ts";
import { onFirstUse } from "../plan/values/on-first-use.ts";
import { indexPlan } from "./verdicts.ts";

export type Known = ReturnType<typeof openKnown>;

/**
 * `plan`: the whole plan that was made from the decisions. Functions that take keys accept any spelling, and return what belongs to one of
 * the keys, in the order of the plan.
 */
export const openKnown = (decided: Decided, plan: Plan) => {
  const { context } = decided;
  const { source, target, people } = context;
  const accounts = indexOf(target.employees, ({ account, number }) => [
    `account ${canonicalKey(account)}`,
    ...(number ? [`number ${canonicalKey(number)}`] : []),
  ]);
  const byName = <Item extends { readonly kind: Kind; readonly key?: string }>(list: readonly Item[] = []) =>
    indexOf(list, ({ kind, key }) => (key === undefined ? [] : [nameIn(kind, key)]));
  const [notices, rejected] = [byName(plan.notices), byName(source.rejected)];
  const named = { quarantined: byName(source.quarantined), excluded: byName(source.excluded), rejected };
  const asked = onFirstUse(
    () =>
      new Set([
        ...plan.held.flatMap(({ kind, candidates = [] }) => candidates.map(({ key }) => nameIn(kind, key))),
        ...people.all.flatMap(({ correlation }) =>
          correlation.state === "conflict" ? correlation.about.map((key) => nameIn("employee", key)) : [],
        ),
      ]),
  );
  const mentioned = indexOf(plan.changes, mentionsIn);
  const namesIn = (kind: Kind, keys: readonly string[]) => keys.map((key) => nameIn(kind, key));
  return {
    ...decided,
    plan,
    index: indexPlan(plan),
    /** Accounts of the service's people who have this account, or this employee number. */
    having: (field: "account" | "number", key: string): readonly string[] =>
      accounts([`${field} ${canonicalKey(key)}`]).map(({ account }) => account),
    noticesOf: (kind: Kind, keys: readonly string[]): readonly Notice[] => notices(namesIn(kind, keys)),
    /** Rows of the source that were rejected as a whole. */
    rejectedRows: (kind: Kind, keys: readonly string[]): readonly RejectedRow[] =>
      rejected(namesIn(kind, keys)).filter(({ dropped }) => dropped === undefined),
    /** Does a list of the source name the record? */
    isNamedIn: (list: keyof typeof named, kind: Kind, keys: readonly string[]): boolean =>
      named[list](namesIn(kind, keys)).length > 0,
    /** May the record be one of the source under another key? */
    isAsked: (kind: Kind, keys: readonly string[]): boolean => namesIn(kind, keys).some((name) => asked().has(name)),
    /** Changes whose fields name the record: as manager, supervisor, parent, level, title, function or department of a post. */
    mentions: (kind: AdoptedKind, keys: readonly string[]): readonly Change[] =>
      mentioned(namesIn(placeKinds.has(kind) ? "title" : kind, keys)),
    nameOf: nameLookup(context),
  };
};

const nameIn = (kind: Kind, key: string): string => `${kind} ${canonicalKey(key)}`;

/** Returns a function that finds the items with one of several names, each once and in their order. */
export const indexOf = <Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
): ((names: readonly string[]) => readonly Item[]) => {
  const index = onFirstUse(() => {
    const positions = new Map<string, number[]>();
    items.forEach((item, position) => {
      for (const name of new Set(namesOf(item))) {
        const known = positions.get(name);
        if (known) known.push(position);
        else positions.set(name, [position]);
      }
    });
    return positions;
  });
  return (names) => {
    const found = new Set(names.flatMap((name) => index().get(name) ?? []));
    return [...found].sort((a, b) => a - b).flatMap((position) => items[position] ?? []);
  };
};

/** A post names its title and its functions in one list, so both are looked for in both. */
const placeKinds: ReadonlySet<AdoptedKind> = new Set(["title", "function"]);

const mentionsIn = ({ kind, fields }: Change): readonly string[] =>
  fields.flatMap(({ field, before, after }) => {
    const of = referredBy(kind, field);
    if (of) return [before, after].flatMap((value) => (typeof value === "string" ? [nameIn(of, value)] : []));
    const department = postIn(field);
    if (department === undefined) return [];
    const codes = [before, after].flatMap((post) => (Array.isArray(post) ? post.slice(1) : []));
    return [nameIn("department", department), ...codes.map((code: string) => nameIn("title", code))];
  });
