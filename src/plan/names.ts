/** The names of all objects that a plan mentions by code or account, so that a report can name them. */

import { postIn } from "../model/directory/address.ts";
import { canonicalKey } from "../model/directory/canonical.ts";
import { forListedKinds, type ListedKind } from "../model/directory/objects.ts";
import type { Change, FieldChange, FieldValue, HeldChange, Organisation, Plan } from "../model/plan/plan.ts";
import type { PeopleContext } from "./draft/plan-context.ts";
import { compareText } from "./values/sequence.ts";

type Mentioning = Partial<Pick<HeldChange, "department" | "fields" | "candidates">>;

type Mentioned = Readonly<Record<ListedKind, Set<string>>>;

/** `find`: the names of a plan's context (nameLookup). */
export const namesOf = (
  find: NameLookup,
  changes: readonly Mentioning[],
  { departments, flows }: Organisation,
): Plan["names"] => {
  const mentioned: Mentioned = forListedKinds(() => new Set<string>());
  for (const { department, fields = [], candidates = [] } of changes) {
    if (department !== undefined) mentioned.department.add(department);
    for (const field of [fields, ...candidates.map((candidate) => candidate.fields)].flat()) mention(mentioned, field);
  }
  for (const { code, before, after } of departments)
    for (const each of [code, before?.parent, after?.parent]) if (each) mentioned.department.add(each);
  for (const code of flows.flatMap(({ from, to }) => [from, to])) if (code !== null) mentioned.department.add(code);
  const named = (kind: ListedKind): Record<string, string> =>
    Object.fromEntries(
      [...mentioned[kind]].sort(compareText).flatMap((key) => {
        const name = find[kind](canonicalKey(key));
        return name === undefined ? [] : [[key, name]];
      }),
    );
  return forListedKinds(named);
};

/** The names after a part of the plan that leaves `leftOut` out: what is renamed there keeps its present name. */
export const namesWithout = (
  leftOut: readonly Change[],
  names: Plan["names"],
  { departments }: Organisation,
): Plan["names"] => {
  const kept = (kind: ListedKind): Record<string, string> => {
    const isName = (field: string) => field === (kind === "title" ? "title" : "name");
    const present = new Map<string, string>();
    // A name may change twice, by way of a temporary one; the first change knows the present one.
    for (const { key, fields } of leftOut.filter((change) => change.kind === kind).toReversed())
      for (const { field, before } of fields)
        if (isName(field) && typeof before === "string") present.set(canonicalKey(key), before);
    return Object.fromEntries(
      Object.entries(names[kind]).map(([key, name]) => [key, present.get(canonicalKey(key)) ?? name]),
    );
  };
  const standing = departments.flatMap(({ code, before, after = before }) => (after ? [[code, after.name]] : []));
  return forListedKinds((kind) => ({ ...(kind === "department" && Object.fromEntries(standing)), ...kept(kind) }));
};

/** The fields whose values are codes or accounts of other objects. */
const fieldKinds: Readonly<Record<string, ListedKind>> = {
  parent: "department",
  department: "department",
  level: "level",
  manager: "employee",
  supervisor: "employee",
};

const mention = (mentioned: Mentioned, { field, before, after }: FieldChange): void => {
  for (const value of [before, after]) {
    const kind = fieldKinds[field];
    if (kind) for (const each of texts(value)) mentioned[kind].add(each);
    const department = postIn(field);
    if (department === undefined) continue;
    mentioned.department.add(department);
    const [, title, ...functions] = texts(value);
    if (title) mentioned.title.add(title);
    for (const code of functions) mentioned.function.add(code);
  }
};

const texts = (value: FieldValue | undefined): readonly string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? value : [];

type NameLookup = Readonly<Record<ListedKind, (key: string) => string | undefined>>;

/** Returns functions from canonical keys to names; the source's name comes first. */
export const nameLookup = ({ source: { directory }, target, departments, people }: PeopleContext): NameLookup => {
  type Coded = { readonly code: string; readonly name?: string; readonly title?: string };
  const byCode = (...lists: readonly (readonly Coded[])[]) => {
    const names = new Map(
      lists.flat().flatMap(({ code, name, title }) => {
        const shown = name ?? title;
        return shown === undefined ? [] : [[canonicalKey(code), shown]];
      }),
    );
    return (key: string) => names.get(key);
  };
  return {
    level: byCode(target.levels, directory.levels ?? []),
    title: byCode(target.titles, directory.titles ?? []),
    function: byCode(target.functions, directory.functions ?? []),
    department: (key) =>
      (departments.desired.get(key) ?? departments.current.get(key))?.name ?? departments.current.get(key)?.name,
    employee: (key) => (people.bySourceAccount(key) ?? people.byTargetAccount(key))?.label,
  };
};
