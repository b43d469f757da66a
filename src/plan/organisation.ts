/**
 * The organisation before and after a plan: department trees with head counts, and how many people change department. Reports
 * show it; it changes no plan. It is what the changes make of the service's data, so whatever is held stays as it is. A number
 * of people is stated only if everybody whom it counts has been read: some of a department's people are not its head count.
 */
import { postIn } from "../model/directory/address.ts";
import { canonicalKey } from "../model/directory/canonical.ts";
import type { Post } from "../model/directory/directory.ts";
import type { TargetSnapshot } from "../model/directory/snapshot.ts";
import type { Change, DepartmentState, Organisation } from "../model/plan/plan.ts";
import { compareText } from "./values/sequence.ts";

/** A department; the same object before and after, whatever its code. */
type Department = {
  code: string;
  readonly formerCode?: string;
  readonly before?: Standing;
  after: Standing;
};

type Standing = { readonly name: string; readonly parent: Department | undefined; readonly active: boolean };

/** A person with the department of the main post, if there is one. `known`: the posts have been read. */
type Person = {
  readonly known: boolean;
  readonly before: { readonly active: boolean; readonly main: Department | undefined };
  active: boolean;
  main: Department | undefined;
  isChanged?: true;
};

type Side = "before" | "after";

/** `changes` are those of the plan, in its order. */
export const organisationOf = (
  target: Pick<TargetSnapshot, "departments" | "employees">,
  changes: readonly Change[],
): Organisation => {
  const { all, people } = replayed(target, changes);
  const isWhole = people.every(({ known, before, active }) => known || !(before.active || active));
  const counted = { before: headCounts(all, people, "before"), after: headCounts(all, people, "after") };
  const stateOf = (one: Department, side: Side): DepartmentState | undefined => {
    const standing = one[side];
    if (!standing?.active) return undefined;
    const parent = standing.parent?.[side]?.active ? standing.parent.code : null;
    const { own, below } = counted[side];
    const heads = { people: own.get(one) ?? 0, total: below.get(one) ?? 0 };
    return { name: standing.name, parent, ...(isWhole && heads) };
  };
  const stated = all.map((one) => ({ one, before: stateOf(one, "before"), after: stateOf(one, "after") }));
  const flows = people.some(({ known, isChanged }) => isChanged && !known) ? [] : flowsOf(people);
  const withFlow = new Set(flows.flatMap(({ from, to }) => [from, to]));
  const differing = stated.flatMap(({ one, before, after }) =>
    isSame(one, before, after) && !withFlow.has(one.code) ? [] : [one],
  );
  const shown = new Set([...withAllAbove(differing, "before"), ...withAllAbove(differing, "after")]);
  return {
    departments: stated
      .filter(({ one }) => shown.has(one))
      .sort((a, b) => compareText(a.one.code, b.one.code))
      .map(({ one: { code, formerCode }, before, after }) => {
        const isRenamed = formerCode !== undefined && formerCode !== code;
        return { code, ...(isRenamed && { formerCode }), ...(before && { before }), ...(after && { after }) };
      }),
    flows,
  };
};

const isSame = ({ code, formerCode = code }: Department, a?: DepartmentState, b?: DepartmentState): boolean =>
  (!a && !b) ||
  (formerCode === code && a?.name === b?.name && a?.parent === b?.parent && a?.people === b?.people && !a === !b);

/** Applies the changes to the service's data. */
const replayed = ({ departments, employees }: Parameters<typeof organisationOf>[0], changes: readonly Change[]) => {
  const byCode = new Map<string, Department>();
  for (const { code, name = code, active } of departments) {
    const standing = { name, parent: undefined, active: active !== false };
    byCode.set(canonicalKey(code), { code, formerCode: code, before: standing, after: standing });
  }
  const find = (code: string | null | undefined) => (code ? byCode.get(canonicalKey(code)) : undefined);
  const all: Department[] = [];
  for (const { code, parent } of departments) {
    const found = find(code);
    if (!found?.before) continue;
    const standing = { ...found.before, parent: find(parent) };
    all.push(Object.assign(found, { before: standing, after: standing }));
  }
  const mainOf = (posts: readonly Post[] = []) => find(posts.find(({ main }) => main)?.department);
  const byAccount = new Map<string, Person>();
  for (const { account, active, posts, foreign } of employees) {
    const state = { active: active === true, main: mainOf(posts) };
    byAccount.set(canonicalKey(account), { ...state, before: state, known: posts !== undefined || foreign === true });
  }
  const people = [...byAccount.values()];
  for (const change of changes) {
    if (change.kind === "department") changeDepartment(byCode, all, change);
    if (change.kind === "employee" && change.action === "create") {
      const newcomer = { known: true, before: { active: false, main: undefined }, active: true, main: undefined };
      changePerson(newcomer, change, find);
      people.push(newcomer);
    } else if (change.kind === "employee" || change.kind === "post") {
      const person = byAccount.get(canonicalKey(change.key));
      if (person) changePerson(person, change, find);
    }
  }
  return { all, people };
};

const changeDepartment = (byCode: Map<string, Department>, all: Department[], change: Change): void => {
  const { key, action, fields } = change;
  const value = (name: string) => {
    const found = fields.find(({ field }) => field === name);
    return found === undefined ? undefined : (found.after as string | boolean | null);
  };
  const existing = byCode.get(canonicalKey(key));
  const found = existing ?? { code: key, after: { name: change.label, parent: undefined, active: true } };
  if (!existing) {
    if (action !== "create") return;
    byCode.set(canonicalKey(key), found);
    all.push(found);
  }
  const [code, name, parent, active] = [value("code"), value("name"), value("parent"), value("active")];
  if (typeof code === "string") {
    byCode.delete(canonicalKey(key));
    byCode.set(canonicalKey(code), found);
    found.code = code;
  }
  found.after = {
    name: typeof name === "string" ? name : found.after.name,
    parent: parent === undefined ? found.after.parent : byCode.get(canonicalKey(String(parent ?? ""))),
    active: typeof active === "boolean" ? active : found.after.active,
  };
};

const changePerson = (person: Person, change: Change, find: (code: string) => Department | undefined): void => {
  for (const { field, after } of change.fields) {
    const code = postIn(field);
    if (field === "active" || code !== undefined) person.isChanged = true;
    if (field === "active") person.active = after === true;
    if (code === undefined) continue;
    const department = find(code);
    const isMain = typeof after === "object" && after !== null && after[0] === "main";
    if (isMain) person.main = department;
    else if (person.main === department) person.main = undefined;
  }
};

/** The number of people of each department, and of each with all below it. */
const headCounts = (all: readonly Department[], people: readonly Person[], side: Side) => {
  const own = new Map<Department, number>();
  for (const person of people) {
    const { active, main } = side === "before" ? person.before : person;
    if (active && main) own.set(main, (own.get(main) ?? 0) + 1);
  }
  return { own, below: branchCounts(all, own, side) };
};

/** Each department is added once to the one above it, when all below it have been: a tree may be thousands of levels deep. */
const branchCounts = (all: readonly Department[], own: ReadonlyMap<Department, number>, side: Side) => {
  const below = new Map(own);
  const countOf = (one: Department): number => below.get(one) ?? 0;
  /** How many of the departments directly below have not been added. */
  const missing = new Map<Department, number>();
  // A site may list a department twice.
  const different = [...new Set(all)];
  for (const { [side]: standing } of different)
    if (standing?.parent) missing.set(standing.parent, (missing.get(standing.parent) ?? 0) + 1);
  const whole = different.filter((one) => !missing.has(one));
  for (const one of whole) {
    const parent = one[side]?.parent;
    if (!parent) continue;
    below.set(parent, countOf(parent) + countOf(one));
    const left = (missing.get(parent) ?? 0) - 1;
    missing.set(parent, left);
    if (left === 0) whole.push(parent);
  }
  // What is left lies below itself, which a site may have; all in such a circle have the same people below.
  for (const [one, left] of missing) {
    if (left === 0) continue;
    const circle = [...withAllAbove([one], side)];
    const total = circle.reduce((sum, each) => sum + countOf(each), 0);
    for (const each of circle) {
      below.set(each, total);
      missing.set(each, 0);
    }
  }
  return below;
};

/** The departments and all above them; ends at a circle. */
const withAllAbove = (from: readonly Department[], side: Side): ReadonlySet<Department> => {
  const passed = new Set<Department>();
  for (const one of from)
    for (let at: Department | undefined = one; at && !passed.has(at); at = at[side]?.parent) passed.add(at);
  return passed;
};

const flowsOf = (people: readonly Person[]): Organisation["flows"] => {
  const flows = new Map<string, { readonly from: string | null; readonly to: string | null; people: number }>();
  for (const { before, active, main } of people) {
    const from = (before.active ? before.main?.code : undefined) ?? null;
    const to = (active ? main?.code : undefined) ?? null;
    if (from === to) continue;
    const id = `${from ?? ""}\n${to ?? ""}`;
    const flow = flows.get(id) ?? { from, to, people: 0 };
    flow.people += 1;
    flows.set(id, flow);
  }
  return [...flows].sort(([a], [b]) => compareText(a, b)).map(([, flow]) => flow);
};
