/**
 * The organisation before and after a plan: department trees with head counts, and how many people change department. Reports
 * show it; it changes no plan. It follows what the draft contains, so whatever is held stays as it is.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import type { Change, DepartmentState, FieldChange, Organisation } from "../model/plan.ts";
import type { FinalTree } from "./department-tree.ts";
import { staysActive } from "./people.ts";
import type { PeopleContext } from "./plan-context.ts";
import { compareText } from "./sequence.ts";

/** A department on one side; keys are canonical codes after the plan. */
type Standing = { readonly name: string; readonly parent: string | null };
type Side = ReadonlyMap<string, Standing>;
type Heads = ReadonlyMap<string, number>;

export const organisationOf = (context: PeopleContext, tree: FinalTree): Organisation => {
  const { desired, current } = context.departments;
  const changes = context.draft.changes().filter(({ kind }) => kind === "department");
  const before = sideBefore(context);
  const after = sideAfter(context, tree, changes);
  const { heads, flows } = headCounts(context);
  const was = withTotals(before, heads.before);
  const willBe = withTotals(after, heads.after);
  const former = formerCodes(changes);
  const differing = [...new Set([...was.keys(), ...willBe.keys()])].filter((key) => {
    const [a, b] = [was.get(key), willBe.get(key)];
    return former.has(key) || a?.people !== b?.people || a?.parent !== b?.parent || a?.name !== b?.name;
  });
  const shown = withAncestors(differing, [before, after]);
  const code = (key: string) => (desired.get(key) ?? current.get(key))?.code ?? key;
  const state = (of: DepartmentState | undefined) =>
    of && { ...of, parent: of.parent === null ? null : code(of.parent) };
  return {
    departments: [...shown].sort(compareText).map((key) => {
      const [a, b, formerCode] = [state(was.get(key)), state(willBe.get(key)), former.get(key)];
      return { code: code(key), ...(formerCode && { formerCode }), ...(a && { before: a }), ...(b && { after: b }) };
    }),
    flows: [...flows.values()].map(({ from, to, people }) => {
      return { from: from === null ? null : code(from), to: to === null ? null : code(to), people };
    }),
  };
};

/** Active departments as the service shows them. */
const sideBefore = ({ departments: { current } }: PeopleContext): Side =>
  new Map(
    [...current].flatMap(([key, { code, name = code, parent, active }]) =>
      active === false ? [] : [[key, { name, parent: parent ? canonicalKey(parent) : null }]],
    ),
  );

const sideAfter = (
  { departments: { desired, current } }: PeopleContext,
  tree: FinalTree,
  changes: readonly Pick<Change, "key" | "action" | "fields">[],
): Side => {
  const byKey = Map.groupBy(changes, ({ key }) => canonicalKey(key));
  const side = new Map<string, Standing>();
  for (const key of new Set([...current.keys(), ...desired.keys()])) {
    const own = byKey.get(key) ?? [];
    const has = (action: Change["action"]) => own.some((change) => change.action === action);
    const found = current.get(key);
    const isActive = found ? (found.active !== false || has("reactivate")) && !has("deactivate") : has("create");
    if (!isActive) continue;
    // The last one counts: two departments that swap names have a passing name in between.
    const renamed = own.flatMap(({ fields }) => fields).findLast(({ field }) => field === "name")?.after;
    const name = typeof renamed === "string" ? renamed : (found?.name ?? desired.get(key)?.name ?? key);
    side.set(key, { name, parent: tree.parentOf.get(key) ?? null });
  }
  return side;
};

type Flow = { readonly from: string | null; readonly to: string | null; readonly people: number };

/** Counts the active people by the department of their main post. People whose posts are not known are left out. */
const headCounts = ({ people }: PeopleContext) => {
  const heads = { before: new Map<string, number>(), after: new Map<string, number>() };
  const flows = new Map<string, Flow>();
  const count = (side: Map<string, number>, key: string | null) => {
    if (key !== null) side.set(key, (side.get(key) ?? 0) + 1);
  };
  for (const person of people.all) {
    const from = person.current?.active === true ? mainOf(person.current.posts) : null;
    const to = staysActive(person) ? mainOf(person.posts) : null;
    count(heads.before, from);
    count(heads.after, to);
    if (from === to) continue;
    const id = `${from ?? ""}\n${to ?? ""}`;
    flows.set(id, { from, to, people: (flows.get(id)?.people ?? 0) + 1 });
  }
  return { heads, flows: new Map([...flows].sort(([a], [b]) => compareText(a, b))) };
};

const mainOf = (posts: readonly Post[] | undefined): string | null => {
  const main = posts?.find((post) => post.main);
  return main ? canonicalKey(main.department) : null;
};

/** Adds the head counts: of the department itself, and of all that is below it. */
const withTotals = (side: Side, heads: Heads): ReadonlyMap<string, DepartmentState> => {
  const totals = new Map<string, number>();
  for (const key of side.keys()) {
    const people = heads.get(key) ?? 0;
    for (const above of upwards(key, [side])) totals.set(above, (totals.get(above) ?? 0) + people);
  }
  return new Map(
    [...side].map(([key, standing]) => [
      key,
      { ...standing, people: heads.get(key) ?? 0, total: totals.get(key) ?? 0 },
    ]),
  );
};

/** Yields a department and all above it; ends at a cycle, which a site may have. */
const upwards = function* (key: string, sides: readonly Side[]): Generator<string> {
  const seen = new Set<string>();
  const queue = [key];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    yield next;
    for (const side of sides) {
      const parent = side.get(next)?.parent;
      if (parent && side.has(parent)) queue.push(parent);
    }
  }
};

const withAncestors = (keys: readonly string[], sides: readonly Side[]): ReadonlySet<string> =>
  new Set(keys.flatMap((key) => [...upwards(key, sides)]));

/** Canonical code after the plan → code before it, for departments whose code is renamed, through parked codes too. */
const formerCodes = (changes: readonly { readonly fields: readonly FieldChange[] }[]): ReadonlyMap<string, string> => {
  const origin = new Map<string, string>();
  for (const { before, after } of changes.flatMap(({ fields }) => fields.filter(({ field }) => field === "code"))) {
    if (typeof before !== "string" || typeof after !== "string") continue;
    const from = canonicalKey(before);
    const first = origin.get(from) ?? before;
    origin.delete(from);
    origin.set(canonicalKey(after), first);
  }
  return origin;
};
