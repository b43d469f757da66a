/** Law: after any edits in a real slapd, a reading by changes (incremental) gives the same entries as a full reading. */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../src/store/store.ts";
import { openTemporaryStore } from "../../support/temporary-store.ts";
import { openSite, places, readAll, readByChanges, type Site, sorted } from "./sync-site.ts";

let store: Store;
beforeAll(() => {
  store = openTemporaryStore();
});
afterAll(() => store.close());

/** One edit. The numbers select among the entries that exist when the edit is made. */
type Edit = {
  readonly what: keyof ReturnType<typeof editsOf>;
  readonly which: number;
  readonly other: number;
  readonly place: number;
};

let fresh = 0;
const newName = (): string => `n${(fresh += 1)}`;

const rdn = (dn: string): string => dn.slice(0, dn.indexOf(","));
const parent = (dn: string): string => dn.slice(dn.indexOf(",") + 1);

const editsOf = ({ client, change, add, everybody, slapd }: Site) => {
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

const refint = new WeakSet<object>();

/** Each stops the server twice. */
const restoredRuns = 8;

const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom(
    ...(["add", "change", "remove", "rename", "move", "match", "manager", "moveUnit"] as const),
    ...(["addUnit", "outside", "burst", "restart", "respell"] as const),
  ),
  which: fc.nat(999),
  other: fc.nat(999),
  place: fc.nat(999),
});

const settings = {
  "a session log": { sessionLog: 1000 },
  "a session log that is soon full": { sessionLog: 5 },
  "no session log": { sessionLog: 0 },
  "a server that rewrites managers": {
    globalLines: ["moduleload refint"],
    databaseLines: ["overlay refint", "refint_attributes manager"],
  },
};

describe.each(Object.entries(settings))("with %s", (kind, options) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(12, options);
    if ("databaseLines" in options) refint.add(site.slapd);
  });
  afterAll(() => site.close());

  it("changes lead to the same entries as reading all", async () => {
    const edits = editsOf(site);
    const how = { full: 0, changes: 0 };
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { maxLength: 3 }), { minLength: 2, maxLength: 6 }), async (batches) => {
        // Every run starts with the directory as the previous run left it, and with an empty cache.
        run += 1;
        await add(site, 4);
        const name = `${kind} ${run}`;
        await readByChanges(site.slapd, store.feeds, { name });
        for (const batch of batches) {
          for (const made of batch) await edits[made.what](made);
          const reading = await readByChanges(site.slapd, store.feeds, { name });
          how[reading.how] += 1;
          expect(sorted(reading.records)).toEqual(sorted(await readAll(site.slapd)));
        }
      }),
      { seed: 20261121, numRuns: 30, endOnFailure: true },
    );
    // Most readings must have been readings by changes, otherwise the law is not tested.
    expect(how.changes).toBeGreaterThan(how.full);
    expect(how.full).toBeGreaterThan(0);
  });

  it("a server that was put back from a backup and written to since then is read as it is", async () => {
    const edits = editsOf(site);
    const make = async (batch: readonly Edit[]) => {
      for (const made of batch) if (made.what !== "restart") await edits[made.what](made);
    };
    const batch = fc.array(edit, { minLength: 1, maxLength: 4 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(batch, batch, batch, async (before, lost, after) => {
        run += 1;
        await add(site, 4);
        const name = `restored ${kind} ${run}`;
        await make(before);
        await readByChanges(site.slapd, store.feeds, { name });
        const restore = await site.slapd.backUp();
        await make(lost);
        await readByChanges(site.slapd, store.feeds, { name });
        await restore();
        await make(after);
        await site.change("dc=example,dc=com", "description", `since ${run}`);
        const { records } = await readByChanges(site.slapd, store.feeds, { name });
        expect(sorted(records)).toEqual(sorted(await readAll(site.slapd)));
      }),
      { seed: 20_261_123, numRuns: restoredRuns, endOnFailure: true },
    );
  });
});

describe("after a backup was put back", () => {
  it.each(["deleted", "changed"] as const)(
    "somebody who was %s after it is read as the server has them now",
    async (what) => {
      const site = await openSite(6);
      try {
        const name = `back ${what}`;
        const [dn = ""] = await site.everybody();
        await readByChanges(site.slapd, store.feeds, { name });
        const restore = await site.slapd.backUp();
        await (what === "deleted" ? site.client.del(dn) : site.change(dn, "title", "lost"));
        expect((await readByChanges(site.slapd, store.feeds, { name })).how).toBe("changes");
        await restore();
        await site.change("dc=example,dc=com", "description", "since");
        const reading = await readByChanges(site.slapd, store.feeds, { name });
        expect(sorted(reading.records)).toEqual(sorted(await readAll(site.slapd)));
        expect([reading.how, reading.why]).toEqual(["full", expect.stringContaining("put back from a backup")]);
        expect((await readByChanges(site.slapd, store.feeds, { name })).how).toBe("changes");
      } finally {
        await site.close();
      }
    },
  );
});

/** Adds people until there are at least `least`. */
const add = async ({ add, everybody }: Site, least: number): Promise<void> => {
  for (let count = (await everybody()).length; count < least; count += 1) await add(newName(), places[0]);
};
