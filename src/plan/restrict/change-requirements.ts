/**
 * Finds what must be planned together with a change when only a part of a plan is applied. `needs` covers what must have
 * succeeded. In a whole plan the rest comes anyway, so it is not stated:
 *
 *   a change that …                                     also requires …
 *   gives a temporary code or name                      the change that gives the final one
 *   gives a person a unique value (ID number, e-mail)   the change that takes it from another person
 *   gives a department a name, or another parent        the changes by which siblings with that name give it up
 *   moves a department                                  the department's own new name
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Change } from "../../model/plan/plan.ts";
import { sameText } from "../../model/plan/sameness.ts";
import { foldedName } from "../match/evidence.ts";
import { isUniqueField } from "../people/unique-values.ts";
import { departmentOwner, type Owners } from "./change-owners.ts";

/** Returns the ids of the changes that a change requires directly. `target`: the reading from which the plan was made. */
export const changeRequirements = (
  changes: readonly Change[],
  target: TargetSnapshot,
  owners: Owners,
): ((change: Change) => readonly string[]) => {
  const rules = [completions(changes), handovers(changes), namesGivenUp(changes, target, owners)];
  return (change) => [...change.needs, ...rules.flatMap((rule) => rule(change))];
};

type Rule = (change: Change) => readonly string[];

const idsBy = (changes: readonly Change[], keysOf: (change: Change) => readonly string[]): Map<string, string[]> => {
  const ids = new Map<string, string[]>();
  for (const change of changes) for (const key of keysOf(change)) ids.set(key, [...(ids.get(key) ?? []), change.id]);
  return ids;
};

const completions = (changes: readonly Change[]): Rule => {
  const named = ({ kind, action, key }: Change) => `${kind} ${action} ${canonicalKey(key)}`;
  const final = idsBy(
    changes.filter(({ reason }) => reason !== "swap"),
    (change) => [named(change)],
  );
  return (change) => {
    if (change.reason !== "swap") return [];
    // A rename gives a temporary code, under which the change to the final one begins; an update gives a temporary name.
    const key = change.action === "rename" ? String(change.fields[0]?.after) : change.key;
    return final.get(named({ ...change, key })) ?? [];
  };
};

const handovers = (changes: readonly Change[]): Rule => {
  const unique = ({ kind, fields }: Change) =>
    kind === "employee" ? fields.filter(({ field }) => isUniqueField(field)) : [];
  const valueKey = (field: string, value: unknown) =>
    typeof value === "string" && value !== "" ? [`${field} ${foldedName(value)}`] : [];
  const givenUp = idsBy(changes, (change) => unique(change).flatMap(({ field, before }) => valueKey(field, before)));
  return (change) =>
    unique(change).flatMap(({ field, after }) => valueKey(field, after).flatMap((key) => givenUp.get(key) ?? []));
};

const namesGivenUp = (changes: readonly Change[], target: TargetSnapshot, owners: Owners): Rule => {
  const byDepartment = Map.groupBy(
    changes.filter(({ kind, action }) => kind === "department" && (action === "update" || action === "move")),
    (change) => owners.of(change),
  );
  const places = target.departments.map(({ code, name, parent }) => ({
    owner: departmentOwner(owners.codeAfter(code)),
    name: name ?? null,
    parent: canonicalKey(parent ? owners.codeAfter(parent) : ""),
  }));
  const placeOf = new Map(places.map((place) => [place.owner, place]));
  const byParent = Map.groupBy(places, ({ parent }) => parent);
  const renaming = (change: Change) =>
    change.action === "update" && change.fields.some(({ field }) => field === "name");
  return (change) => {
    if (change.kind !== "department" || !(change.action === "move" || renaming(change))) return [];
    const owner = owners.of(change);
    const now = placeOf.get(owner);
    const own = (byDepartment.get(owner) ?? []).filter(renaming);
    const renamed = own.findLast(({ reason }) => reason !== "swap")?.fields.find(({ field }) => field === "name");
    const name = renamed ? (renamed.after as string | null) : (now?.name ?? null);
    const parent = change.action === "move" ? canonicalKey(String(change.fields[0]?.after ?? "")) : now?.parent;
    const siblings = (byParent.get(parent ?? "") ?? []).filter(
      (place) => place.owner !== owner && sameText(place.name, name),
    );
    const freeing = siblings.flatMap((place) => byDepartment.get(place.owner) ?? []);
    return [
      ...(change.action === "move" ? own : []),
      ...freeing.filter((one) => one.action === "move" || renaming(one)),
    ].map(({ id }) => id);
  };
};
