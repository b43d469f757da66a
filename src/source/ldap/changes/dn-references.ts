/**
 * Finds entries with attributes, such as `manager`, that point to other entries by name. When an entry is renamed or
 * deleted, a server may rewrite the attributes that point to it without reporting a change to the entries with these
 * attributes. Active Directory always does this; OpenLDAP does it with the overlay refint. So the entries with these
 * attributes must be read again.
 */

import type { CachedEntry } from "../../feeds/feed-cache.ts";
import type { Cell } from "../../feeds/record.ts";
import { canonicalDn, dnKey } from "../../values/dn.ts";
import type { Entries, Told } from "./change-feed.ts";

/**
 * Returns the ids of the entries that have no reported change, but point to a name that no longer exists. If entries
 * outside of the feed may have been renamed, entries that point to a name outside of the feed are included. `header`
 * contains the attributes of the cells, in the same order.
 */
export const pointingAway = (
  header: readonly string[],
  remembered: Entries,
  { upserts, deletes, othersRenamed }: Told,
): ReadonlySet<string> => {
  const gone = new Set<string>();
  for (const id of [...deletes, ...upserts.keys()]) {
    const before = remembered.get(id)?.dn;
    if (before !== undefined && before !== upserts.get(id)?.dn) gone.add(dnKey(before));
  }
  if (gone.size === 0 && !othersRenamed) return gone;
  const untold = [...remembered.values()].filter(({ id }) => !upserts.has(id) && !deletes.has(id));
  const names = new Set<string>();
  if (othersRenamed) for (const { dn } of [...untold, ...upserts.values()]) names.add(dnKey(dn));
  const isAway = (name: string): boolean => gone.has(name) || (othersRenamed && !names.has(name));
  const pointing = [...header.keys()].filter((at) => !own.has(header[at]?.toLowerCase() ?? ""));
  const points = ({ cells }: CachedEntry): boolean => pointing.some((at) => namesIn(cells[at] ?? "").some(isAway));
  return new Set(untold.filter(points).map(({ id }) => id));
};

/** Attributes that need no check: they only change if the entry itself or its name changes, which the reading notices. */
const own: ReadonlySet<string> = new Set(
  "dn parentdn distinguishedname entrydn objectcategory creatorsname modifiersname".split(" "),
);

/** Returns the values that look like distinguished names. If a value only looks like one, its entry is read again for nothing. */
const namesIn = (cell: Cell): readonly string[] =>
  [cell].flat().flatMap((value) => (value.includes("=") && value.includes(",") ? (canonicalDn(value) ?? []) : []));
