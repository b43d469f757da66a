/**
 * Witnesses of a domain controller's history: the objects below the base of a search that were changed last, with the numbers and
 * times of their changes (uSNChanged, whenChanged). A controller that was put back, as a machine from its snapshot, gives the same numbers again to other
 * changes. DirSync reports only what is newer than its cookie, so what was lost, and what has got a number below the cookie, would
 * be believed as it was. They are kept in the text of the cookie.
 */
import { AndFilter, EqualityFilter, GreaterThanEqualsFilter, LessThanEqualsFilter, OrFilter } from "ldapts";
import type { LdapConnection } from "../connection/ldap-connection.ts";
import { identifiedCells } from "../entries/entry-cells.ts";
import { readEntryMessage } from "../entries/entry-message.ts";
import { pagedSearch } from "../entries/paged-search.ts";
import { guidBytes } from "../entries/read-by-id.ts";
import { remembered, rememberedText } from "./witnesses.ts";

/** objectGUID → uSNChanged, `@`, and whenChanged. */
type UsnWitnesses = ReadonlyMap<string, string>;

/**
 * What is remembered of a reading. `usn`: the controller's last number before it; `witnesses`: all objects with a number of `from` or
 * above.
 */
export type UsnState = {
  readonly cookie: string;
  readonly usn: number;
  readonly from: number;
  readonly witnesses: UsnWitnesses;
};

/** At least so many objects are remembered if there are as many, and at most so many. */
const [fewest, most] = [20, 70];
/** So many numbers are looked through for them. */
const mostNumbers = 100_000;

/** Undefined if an earlier version of musterd has written the text. */
export const usnState = (text: string): UsnState | undefined => {
  const { cookie, witnesses } = remembered(text);
  const [usn, from] = [witnesses.get("usn"), witnesses.get("from")];
  if (usn === undefined || from === undefined) return undefined;
  const ofObjects = [...witnesses].filter(([id]) => id !== "usn" && id !== "from");
  return { cookie, usn: Number(usn), from: Number(from), witnesses: new Map(ofObjects) };
};

export const usnStateText = ({ cookie, usn, from, witnesses }: UsnState): string =>
  rememberedText(cookie, new Map([["usn", `${usn}`], ["from", `${from}`], ...witnesses]));

/** Finds the objects with these numbers, and those with these ids. */
export type UsnSearch = (from: number, upTo?: number, ids?: Iterable<string>) => Promise<UsnWitnesses>;

export const usnSearch =
  (connection: LdapConnection, base: string): UsnSearch =>
  async (from, upTo, ids = []) => {
    const cells = identifiedCells(connection, ["uSNChanged", "whenChanged"], "objectGUID");
    const least = new GreaterThanEqualsFilter({ attribute: "uSNChanged", value: `${from}` });
    const range =
      upTo === undefined
        ? least
        : new AndFilter({ filters: [least, new LessThanEqualsFilter({ attribute: "uSNChanged", value: `${upTo}` })] });
    const named = [...ids].map((id) => new EqualityFilter({ attribute: "objectGUID", value: guidBytes(id) }));
    const found = new Map<string, string>();
    const request = {
      base,
      filter: new OrFilter({ filters: [range, ...named] }),
      scope: "sub",
      attributes: cells.requested,
    } as const;
    await pagedSearch(connection, request, connection.settings.pageSize, (message) => {
      const { id, cells: values } = cells.read(readEntryMessage(message));
      found.set(id, values.join("@"));
    });
    return found;
  };

/** The objects with the last numbers up to `usn`, and those with later ones. Other objects may have taken most of the last numbers. */
export const lastChanged = async (search: UsnSearch, usn: number): Promise<Pick<UsnState, "from" | "witnesses">> => {
  for (let count = most; ; count *= 4) {
    const from = Math.max(1, usn - count + 1);
    const found = await search(from);
    if (found.size < fewest && from > 1 && count < mostNumbers) continue;
    const newest = [...found].sort(([, a], [, b]) => numberOf(b) - numberOf(a)).slice(0, most);
    const [, last] = newest.at(-1) ?? [];
    const isCut = last !== undefined && newest.length < found.size;
    return { from: isCut ? numberOf(last) : from, witnesses: new Map(newest) };
  }
};

/**
 * Compares the controller with what is remembered. It has another history if an object that was changed last has an earlier number, or
 * if a number from before that reading belongs to a known entry to which it did not belong; then undefined. Who is gone, or has come
 * with an older number because its unit was moved, shows in the names of all entries. `again`: objects with later numbers, which in another history may have lost a change too, or got one that DirSync
 * takes for known.
 */
export const sameHistory = async (
  search: UsnSearch,
  last: Omit<UsnState, "cookie">,
  usn: number,
  known: { readonly has: (id: string) => boolean },
): Promise<(Pick<UsnState, "from" | "witnesses"> & { readonly again: ReadonlySet<string> }) | undefined> => {
  const found = await search(last.from, last.usn, last.witnesses.keys());
  const isOther = ([id, now]: readonly [string, string]): boolean =>
    numberOf(now) <= last.usn && last.witnesses.get(id) !== now && (last.witnesses.has(id) || known.has(id));
  if ([...found].some(isOther)) return undefined;
  const next = await lastChanged(search, usn);
  const later = [...found, ...next.witnesses].filter(([, now]) => numberOf(now) > last.usn);
  return { ...next, again: new Set(later.map(([id]) => id)) };
};

const numberOf = (witness: string): number => Number.parseInt(witness, 10);
