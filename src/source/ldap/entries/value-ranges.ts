/**
 * Reads attributes with many values. Active Directory returns the values in ranges (MS-ADTS, section 3.1.1.3.1.3.3) with
 * names such as `member;range=0-1499`. Further ranges are requested until the name of one ends in `*`. If a range does not
 * continue the range before it, the reading fails. A value that is removed between two requests moves the others, so that one of them is
 * in no range: all values are read until two readings have the same.
 */
import type { Attribute } from "ldapts";
import { MusterdError } from "../../../lib/errors.ts";
import type { Cell } from "../../feeds/record.ts";
import { entryAlone, type LdapConnection } from "../connection/ldap-connection.ts";
import { feedError, feedSetting } from "../connection/ldap-failure.ts";
import { attributeText } from "./attribute-text.ts";

/**
 * Returns the name of the attribute in lower case. For a range, `first` is the number of its first value and `last` the
 * number of its last value; in the last range `last` is absent.
 */
export const rangeOf = (type: string): { readonly name: string; readonly first?: number; readonly last?: number } => {
  const [, name, first, last] = /^(.*);range=(\d+)-(\d+|\*)$/i.exec(type) ?? [];
  if (name === undefined) return { name: type.toLowerCase() };
  return { name: name.toLowerCase(), first: Number(first), ...(last === "*" ? {} : { last: Number(last) }) };
};

/** An incomplete cell: it has the values of the attribute `name` from number 0 to number `last`, and there are more. */
export type Range = { readonly cell: number; readonly name: string; readonly last: number };

/**
 * Adds to the cells of an entry the values that are missing. Fails with `source-ldap-range` or `source-ldap-unstable`, or as a search
 * does.
 */
export const completeRanges = async (
  connection: LdapConnection,
  dn: string,
  cells: Cell[],
  ranges: readonly Range[],
): Promise<void> => {
  for (const { cell, name, last } of ranges) {
    const first = [cells[cell] ?? [], await readRest(connection, dn, name, last)].flat(2);
    cells[cell] = await settled(connection, dn, name, first);
  }
};

/** Returns the values that two readings have. `values`: those of the first reading. */
const settled = async (
  connection: LdapConnection,
  dn: string,
  name: string,
  values: readonly string[],
): Promise<readonly string[]> => {
  let before = values;
  for (let reading = 2; reading <= mostReadings; reading++) {
    const now = await readRest(connection, dn, name, -1);
    if (now.length === before.length && new Set(now).symmetricDifference(new Set(before)).size === 0) return now;
    before = now;
  }
  const what = `the values of ${name} of "${dn}" were others in each of ${mostReadings} readings`;
  throw feedError(connection.name, "url", "source-ldap-unstable", what, "run again when fewer values come and go");
};

const mostReadings = 5;

/** Reads the values after number `last`; -1 for all. */
const readRest = async (
  connection: LdapConnection,
  dn: string,
  name: string,
  last: number,
): Promise<readonly string[]> => {
  const text = attributeText(name);
  const values: string[] = [];
  let after: number | undefined = last;
  while (after !== undefined) {
    const next = after + 1;
    const piece = await askForPiece(connection, dn, name, next);
    const { first, last: end } = rangeOf(piece?.type ?? "");
    if (!piece || first !== next || (end !== undefined && end < next)) {
      const what = `the server does not give the values of ${name} from number ${next} on`;
      throw new MusterdError("source-ldap-range", what, {
        place: { file: dn, setting: feedSetting(connection.name, "url") },
        hint: "run again; if it fails again, remove the attribute from the mapping and look into the server's log",
      });
    }
    for (const value of [text(piece)].flat()) values.push(value);
    const tooMuch = connection.limits.exceeded(dn, { entries: values.length, bytes: 0 });
    if (tooMuch) throw tooMuch;
    after = end;
  }
  return values;
};

const askForPiece = async (
  connection: LdapConnection,
  dn: string,
  name: string,
  first: number,
): Promise<Attribute | undefined> => {
  const answer = await connection.search(entryAlone(dn, [`${name};range=${first}-*`]));
  const found = answer.searchEntries.flatMap((entry) => entry.attributes);
  return found.find(({ type }) => type.includes(";") && rangeOf(type).name === name);
};
