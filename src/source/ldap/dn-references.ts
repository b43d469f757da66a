/**
 * Attributes that point to other entries by their names, such as `manager`. A server may rewrite them when the other
 * entry is renamed or deleted, and does not tell that as a change of the one that points: in Active Directory always, in
 * OpenLDAP with the overlay refint. Those entries must be read again.
 */

import { canonicalDn } from "../dn.ts";
import type { CachedEntry } from "../feed-cache.ts";
import type { Cell } from "../record.ts";
import type { Entries } from "./change-feed.ts";

/** What has been told, on top of what is remembered. */
export type Told = {
  readonly upserts: Entries;
  readonly deletes: ReadonlySet<string>;
  readonly othersRenamed: boolean;
};

/**
 * Ids of the entries that have not been told of and point to a name that is gone, or, where entries outside of the feed
 * may have been renamed, to any name that is not one of the feed's. `header` names the attributes of their cells.
 */
export const pointingAway = (
  header: readonly string[],
  remembered: Entries,
  { upserts, deletes, othersRenamed }: Told,
): ReadonlySet<string> => {
  const gone = new Set<string>();
  for (const id of [...deletes, ...upserts.keys()]) {
    const before = remembered.get(id)?.dn;
    if (before !== undefined && before !== upserts.get(id)?.dn) gone.add(canonical(before));
  }
  if (gone.size === 0 && !othersRenamed) return gone;
  const untold = [...remembered.values()].filter(({ id }) => !upserts.has(id) && !deletes.has(id));
  const names = new Set<string>();
  if (othersRenamed) for (const { dn } of [...untold, ...upserts.values()]) names.add(canonical(dn));
  const isAway = (name: string): boolean => gone.has(name) || (othersRenamed && !names.has(name));
  const pointing = [...header.keys()].filter((at) => !own.has(header[at]?.toLowerCase() ?? ""));
  const points = ({ cells }: CachedEntry): boolean => pointing.some((at) => namesIn(cells[at] ?? "").some(isAway));
  return new Set(untold.filter(points).map(({ id }) => id));
};

/** Names that an entry has of itself, or for ever: they change with its own, which is told, or not at all. */
const own: ReadonlySet<string> = new Set(
  "dn parentdn distinguishedname entrydn objectcategory creatorsname modifiersname".split(" "),
);

const canonical = (dn: string): string => canonicalDn(dn) ?? dn;

/** What looks like the name of an entry below another one; a mistake costs a look at the entry. */
const namesIn = (cell: Cell): readonly string[] =>
  [cell].flat().flatMap((value) => (value.includes("=") && value.includes(",") ? (canonicalDn(value) ?? []) : []));
