/**
 * Attributes that point to other entries by name, such as `manager`. A server may rewrite them when the other entry is
 * renamed or deleted, without reporting a change of the entry that points: Active Directory always does, OpenLDAP with
 * the overlay refint. Such entries must be read again.
 */

import { canonicalDn } from "../dn.ts";
import type { CachedEntry } from "../feed-cache.ts";
import type { Cell } from "../record.ts";
import type { Entries } from "./change-feed.ts";

/** The reported changes, on top of the remembered state. */
export type Told = {
  readonly upserts: Entries;
  readonly deletes: ReadonlySet<string>;
  readonly othersRenamed: boolean;
};

/**
 * Ids of entries without a reported change that point to a name that is gone. If entries outside of the feed may have
 * been renamed, also of those that point to a name outside of the feed. `header` names the attributes of the cells.
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

/** Names of the entry itself. They change with it, which is reported, or never. */
const own: ReadonlySet<string> = new Set(
  "dn parentdn distinguishedname entrydn objectcategory creatorsname modifiersname".split(" "),
);

const canonical = (dn: string): string => canonicalDn(dn) ?? dn;

/** Values that look like the name of an entry below another one. A wrong guess costs reading one entry. */
const namesIn = (cell: Cell): readonly string[] =>
  [cell].flat().flatMap((value) => (value.includes("=") && value.includes(",") ? (canonicalDn(value) ?? []) : []));
