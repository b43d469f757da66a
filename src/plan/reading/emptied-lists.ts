/**
 * Finds lists of the service that are empty although the rest of the same reading names objects of their kind. A site may show lists empty
 * for a while, for example during a permission refresh (R100); everything in them would be created a second time.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Directory } from "../../model/directory/directory.ts";
import { type ListedKind, listedKinds, recordsOf } from "../../model/directory/objects.ts";
import type { TargetSnapshot } from "../../model/directory/snapshot.ts";

/** Fewer references may be left over from objects that were removed by hand. */
const enough = 3;

/** The kinds that HR manages whose lists are empty, with the number of their objects that the rest names. */
export const emptiedLists = (
  wanted: Directory,
  current: TargetSnapshot,
): readonly { readonly kind: ListedKind; readonly named: number }[] => {
  const empty = listedKinds.filter((kind) => recordsOf(wanted, kind)?.length && recordsOf(current, kind)?.length === 0);
  if (empty.length === 0) return [];
  const keys = namedIn(current);
  return empty.flatMap((kind) => {
    const named = new Set(keys[kind]).size;
    return named < enough ? [] : [{ kind, named }];
  });
};

/** The keys of objects that the reading names outside of their own list. */
const namedIn = ({ departments, employees, strangers = [] }: TargetSnapshot): Record<ListedKind, readonly string[]> => {
  const posts = employees.flatMap((person) => person.posts ?? []);
  const others = new Set(strangers.map((account) => canonicalKey(account)));
  const keys = (texts: readonly (string | null | undefined)[]) =>
    texts.flatMap((text) => (text ? [canonicalKey(text)] : []));
  return {
    level: keys(departments.map(({ level }) => level)),
    title: keys(posts.map(({ title }) => title)),
    function: keys(posts.flatMap(({ functions = [] }) => functions)),
    department: keys(posts.map(({ department }) => department)),
    employee: keys(departments.map(({ manager }) => manager)).filter((account) => !others.has(account)),
  };
};
