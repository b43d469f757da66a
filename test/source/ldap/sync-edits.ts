/** Random edits of the company of `sync-site.ts`: people, their managers, units, and restarts of the server. */
import * as fc from "fast-check";
import { expect } from "vitest";
import { places, type Site } from "./sync-site.ts";

/** One edit. The numbers select among the entries that exist when the edit is made. */
export type Edit = {
  readonly what: keyof ReturnType<typeof editsOf>;
  readonly which: number;
  readonly other: number;
  readonly place: number;
};

let fresh = 0;
const newName = (): string => `n${(fresh += 1)}`;

const rdn = (dn: string): string => dn.slice(0, dn.indexOf(","));
const parent = (dn: string): string => dn.slice(dn.indexOf(",") + 1);

/** What each edit does. */
export const editsOf = ({ client, change, add, everybody, slapd }: Site) => {
  const one = async (which: number): Promise<string | undefined> => {
    const all = await everybody();
    return all[which % all.length];
  };
  const units = async (): Promise<readonly string[]> => {
    const { searchEntries } = await client.search("dc=example,dc=com", { filter: "(ou=*)", attributes: ["1.1"] });
    return searchEntries.map(({ dn }) => dn).sort();
  };
  /**
   * With its overlay refint, slapd corrects references to a renamed or deleted entry shortly after its answer. This
   * function waits until that is done.
   */
  const rewritten = async (dn: string): Promise<void> => {
    const filter = `(manager=${dn})`;
    const left = async () => (await client.search("dc=example,dc=com", { filter, attributes: ["1.1"] })).searchEntries;
    if (refint.has(slapd)) await expect.poll(left).toEqual([]);
  };
  const rename = async (dn: string, to: string): Promise<void> => {
    await client.modifyDN(dn, to);
    await rewritten(dn);
  };
  const somewhere = async (place: number): Promise<string> => {
    const all = await units();
    return all[place % all.length] ?? places[0];
  };
  return {
    add: async ({ place }: Edit) => add(newName(), await somewhere(place)),
    change: async ({ which, other }: Edit) => {
      const dn = await one(which);
      if (dn) await change(dn, other % 2 ? "title" : "mobile", `${other}`, "second");
    },
    remove: async ({ which }: Edit) => {
      const dn = await one(which);
      if (!dn) return;
      await client.del(dn);
      await rewritten(dn);
    },
    rename: async ({ which }: Edit) => {
      const dn = await one(which);
      if (dn) await rename(dn, `uid=${newName()},${parent(dn)}`);
    },
    move: async ({ which, place }: Edit) => {
      const dn = await one(which);
      const to = await somewhere(place);
      if (dn && to !== parent(dn)) await rename(dn, `${rdn(dn)},${to}`);
    },
    /** Makes an entry leave the filter or enter it again. */
    match: async ({ which, other }: Edit) => {
      const dn = await one(which);
      if (dn) await change(dn, "employeeType", other % 2 ? "active" : "left");
    },
    manager: async ({ which, other }: Edit) => {
      const [dn, manager] = [await one(which), await one(other)];
      if (dn && manager) await change(dn, "manager", manager);
    },
    /** Moves an organizational unit with everything below it. */
    moveUnit: async ({ which, place }: Edit) => {
      if (refint.has(slapd)) return;
      const movable = (await units()).filter((dn) => dn !== places[0] && dn !== places[3]);
      const [from, to] = [movable[which % movable.length], await somewhere(place)];
      if (from && to !== from && !to.endsWith(`,${from}`)) await client.modifyDN(from, `ou=${newName()},${to}`);
    },
    addUnit: async ({ place }: Edit) => {
      const ou = newName();
      await client.add(`ou=${ou},${await somewhere(place)}`, { objectClass: "organizationalUnit", ou });
    },
    outside: ({ other }: Edit) => change("dc=example,dc=com", "description", `${other}`),
    /** Makes more changes than a small session log holds. */
    burst: async ({ other }: Edit) => {
      for (let at = 0; at < 8; at += 1) await change("dc=example,dc=com", "description", `${other}/${at}`);
    },
    /** Changes letters of a name only. */
    respell: async ({ which, other }: Edit) => {
      const dn = other % 3 === 0 ? (await units()).at(-1) : await one(which);
      // refint leaves a reference that differs in letters only as it is.
      if (!dn || refint.has(slapd) || dn === places[0] || dn === places[3]) return;
      const name = rdn(dn);
      const at = name.indexOf("=") + 1;
      const letters = name.slice(at);
      const spelt = letters === letters.toUpperCase() ? letters.toLowerCase() : letters.toUpperCase();
      await rename(dn, `${name.slice(0, at)}${spelt},${parent(dn)}`);
    },
    /** Restarts the server, which loses its session log. */
    restart: async ({ other }: Edit) => {
      if (other % 4 === 0) await slapd.restart();
    },
  };
};

/** Servers that rewrite references to renamed and deleted entries. */
export const refint = new WeakSet<object>();

/** Any edit. */
export const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom(
    ...(["add", "change", "remove", "rename", "move", "match", "manager", "moveUnit"] as const),
    ...(["addUnit", "outside", "burst", "restart", "respell"] as const),
  ),
  which: fc.nat(999),
  other: fc.nat(999),
  place: fc.nat(999),
});

/** The kinds of servers on which the laws hold. */
export const serverKinds = {
  "a session log": { sessionLog: 1000 },
  "a session log that is soon full": { sessionLog: 5 },
  "no session log": { sessionLog: 0 },
  "a server that rewrites managers": {
    globalLines: ["moduleload refint"],
    databaseLines: ["overlay refint", "refint_attributes manager"],
  },
};

/** Adds people until there are at least `least`. */
export const addUpTo = async ({ add, everybody }: Site, least: number): Promise<void> => {
  for (let count = (await everybody()).length; count < least; count += 1) await add(newName(), places[0]);
};
