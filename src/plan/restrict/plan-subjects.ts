/**
 * Finds the people and departments that somebody names: a person by account, employee number or name; a department by code
 * or name, with `/*` after it for everything below it too. Account, number and code take precedence over names. A prefix
 * (`employee/…`, `department/…`) chooses the kind. Codes and accounts may be those before or after the plan (called-by.ts).
 *
 * A department means the department, its manager, and the people whose main department it is before or after the plan.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department, Employee } from "../../model/directory/directory.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { PlanSubject } from "../../model/plan/plan.ts";
import { type CalledBy, codeCalledBy, personCalledBy } from "../match/called-by.ts";
import type { Remembered } from "../match/contradictions.ts";
import { correlate } from "../match/correlate.ts";
import { foldedName } from "../match/evidence.ts";
import { reached } from "../values/reached.ts";
import { departmentOwner, employeeOwner, type Owner, type Owners } from "./change-owners.ts";

/** The sides from which a plan was made. */
export type Sides = {
  readonly source: SourceSnapshot;
  readonly target: TargetSnapshot;
  readonly memory: Remembered;
};

/** A person or department on both sides, before and after the plan. */
type Found = PlanSubject & {
  readonly owner: Owner;
  /** Canonical accounts and numbers, or codes: in the ranks of CalledBy, and all of them. */
  readonly ranks: readonly ReadonlySet<string>[];
  readonly keys: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** For a person: owners of the main departments. For a department: owners of the departments above. */
  readonly in: readonly Owner[];
};

export type SubjectSearch =
  | { readonly state: "found"; readonly subject: PlanSubject; readonly members: readonly Found[] }
  | { readonly state: "unknown" }
  | { readonly state: "ambiguous"; readonly candidates: readonly PlanSubject[] };

/** Returns the search for one name; `members` are the subject and everything that belongs to it. */
export const subjectSearch = (sides: Sides, owners: Owners): ((named: string) => SubjectSearch) => {
  const departments = departmentsOf(sides, owners);
  const all = [...departments, ...peopleOf(sides, owners)];
  return (named) => {
    const below = named.endsWith("/*");
    const [, kind, text = ""] = /^(?:(employee|department)\/)?(.*)$/s.exec(below ? named.slice(0, -2) : named) ?? [];
    const possible = all.filter(
      (one) => (kind === undefined || one.kind === kind) && !(below && one.kind === "employee"),
    );
    const key = canonicalKey(text);
    const fits = [0, 1, 2].map((rank) => (one: Found) => one.ranks[rank]?.has(key) ?? false);
    const ways = [...fits, ({ names }: Found) => names.has(foldedName(text))];
    const matches = ways.map((way) => possible.filter(way)).find((found) => found.length > 0) ?? [];
    const [first] = matches;
    if (!first) return { state: "unknown" };
    if (new Set(matches.map(({ owner }) => owner)).size > 1)
      return { state: "ambiguous", candidates: matches.map((one) => subjectOf(one, one.key)) };
    const subject = { ...subjectOf(first, named), ...(below && { below }) };
    if (first.kind === "employee") return { state: "found", subject, members: matches };
    const inside = below ? withBelow(first.owner, departments) : new Set([first.owner]);
    const members = all.filter(({ owner, kind: of, in: places }) =>
      of === "department" ? inside.has(owner) : places.some((place) => inside.has(place)),
    );
    return { state: "found", subject, members };
  };
};

const subjectOf = ({ kind, key, label }: Found, named: string): PlanSubject => ({ kind, key, label, named });

const departmentsOf = ({ source, target }: Sides, { codeAfter }: Owners): Found[] => {
  const after = byKey(source.directory.departments);
  const known = new Set<string>();
  const made = (code: string, before: Department | undefined, wanted: Department | undefined): Found => ({
    kind: "department",
    key: before?.code ?? code,
    label: wanted?.name ?? before?.name ?? code,
    named: code,
    owner: departmentOwner(code),
    ...keysIn(codeCalledBy(before?.code, code)),
    names: namesOf(before?.name, wanted?.name),
    in: [
      ...(before?.parent ? [departmentOwner(codeAfter(before.parent))] : []),
      ...(wanted?.parent ? [departmentOwner(wanted.parent)] : []),
    ],
  });
  const present = target.departments.map((before) => {
    const code = codeAfter(before.code);
    known.add(canonicalKey(code));
    return made(code, before, after.get(canonicalKey(code)));
  });
  const coming = [...after].flatMap(([key, wanted]) => (known.has(key) ? [] : [made(wanted.code, undefined, wanted)]));
  return [...present, ...coming];
};

const peopleOf = ({ source, target, memory }: Sides, { codeAfter }: Owners): Found[] =>
  correlate(source, target.employees, memory).map((entry): Found => {
    const desired = entry.state === "unmanaged" ? undefined : entry.desired;
    const current = "current" in entry ? entry.current : undefined;
    const account = current?.account ?? desired?.account ?? "";
    const main = (person: Employee | undefined) => person?.posts?.find((post) => post.main)?.department;
    const [before, after] = [main(current), main(desired)];
    return {
      kind: "employee",
      key: account,
      label: desired?.name ?? current?.name ?? account,
      named: account,
      owner: employeeOwner(account, entry.state === "new"),
      ...keysIn(personCalledBy(entry)),
      names: namesOf(desired?.name, current?.name),
      in: [
        ...(before === undefined ? [] : [departmentOwner(codeAfter(before))]),
        ...(after === undefined ? [] : [departmentOwner(after)]),
      ],
    };
  });

const keysIn = (called: CalledBy): Pick<Found, "ranks" | "keys"> => {
  const ranks = called.map((words) => new Set(words.flatMap((word) => (word ? [canonicalKey(word)] : []))));
  return { ranks, keys: new Set(ranks.flatMap((rank) => [...rank])) };
};

const namesOf = (...names: readonly (string | null | undefined)[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => (name ? [foldedName(name)] : [])));

const withBelow = (top: Owner, departments: readonly Found[]): ReadonlySet<Owner> => {
  const pairs = departments.flatMap(({ owner, in: places }) => places.map((above) => ({ above, owner })));
  const below = Map.groupBy(pairs, ({ above }) => above);
  return reached([top], (above) => (below.get(above) ?? []).map(({ owner }) => owner));
};
