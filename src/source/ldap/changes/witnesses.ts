/**
 * Witnesses of a directory's history: the entries that were changed last, with the numbers of their changes (entryCSN), and the
 * entries that were deleted last. A server that was put back from a backup and written to since then reports only what is newer than
 * the cookie; what it has lost shows in its witnesses. They are kept in the text of the cookie.
 */
import { EqualityFilter, OrFilter } from "ldapts";
import type { LdapConnection } from "../connection/ldap-connection.ts";
import { valuesOf } from "../entries/attribute-text.ts";
import { readEntryMessage } from "../entries/entry-message.ts";

/** Id of an entry → its entryCSN, or `deleted`. */
export type Witnesses = ReadonlyMap<string, string>;

const deleted = "-";

/** So many entries of each sort. */
const kept = 20;

/** The cookie of the server, and the witnesses in the text that is remembered. */
export const remembered = (text: string): { readonly cookie: string; readonly witnesses: Witnesses } => {
  const [cookie = "", ...pairs] = text.split(" ");
  return { cookie, witnesses: new Map(pairs.map((pair) => pair.split("=") as [string, string])) };
};

export const rememberedText = (cookie: string, witnesses: Witnesses): string =>
  [cookie, ...[...witnesses].map((pair) => pair.join("="))].join(" ");

/** The last of all: `seen` are the entries that were read now, `gone` those that were deleted since `before`. */
export const newestOf = (before: Witnesses, seen: Witnesses, gone: Iterable<string>): Witnesses => {
  const all = new Map([...before, ...seen, ...[...gone].map((id) => [id, deleted] as const)]);
  const living = [...all].filter(([, csn]) => csn !== deleted);
  const dead = [...all].filter(([, csn]) => csn === deleted);
  living.sort(([, a], [, b]) => (a < b ? 1 : -1));
  return new Map([...living.slice(0, kept), ...dead.slice(-kept)]);
};

/** Why the server's history is another one, or undefined. Witnesses that the server has reported as changed are left out. */
export const contradicted = async (
  connection: LdapConnection,
  base: string,
  witnesses: Witnesses,
): Promise<string | undefined> => {
  if (witnesses.size === 0) return undefined;
  const filters = [...witnesses.keys()].map((value) => new EqualityFilter({ attribute: "entryUUID", value }));
  const found = new Map<string, string>();
  const request = {
    base,
    filter: new OrFilter({ filters }),
    scope: "sub",
    attributes: ["entryUUID", "entryCSN"],
  } as const;
  await connection.responses.during(
    ({ bytes }) => {
      const { attributes } = readEntryMessage(bytes);
      const [[id = ""], [csn = ""]] = [valuesOf(attributes, "entryUUID"), valuesOf(attributes, "entryCSN")];
      found.set(id.toLowerCase(), csn);
    },
    () => connection.search(request),
  );
  for (const [id, csn] of witnesses) {
    const now = found.get(id);
    // A newer change will be reported by the next reading.
    if (csn === deleted ? now !== undefined : now === undefined || now < csn)
      return "the server has another history than at the last reading: it was probably put back from a backup";
  }
  return undefined;
};
