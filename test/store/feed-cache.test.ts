/** Tests a feed's cache in real SQLite files: it is complete or missing, and is deleted when it is not needed any more. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { CachedEntry, CachedFeed, FeedState } from "../../src/source/feeds/feed-cache.ts";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let file: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-feeds-"));
  file = join(folder, "musterd.db");
  store = openStore(file, "target", systemClock);
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const reopen = async (): Promise<void> => {
  await store.close();
  store = openStore(file, "target", systemClock);
};

/** Changes the file the way a disk error might. */
const damage = async (statement: string): Promise<void> => {
  await store.close();
  const sqlite = new DatabaseSync(file);
  expect(sqlite.prepare(statement).run().changes).toBeGreaterThan(0);
  sqlite.close();
  store = openStore(file, "target", systemClock);
};

const state = (cookie: string, more: Partial<FeedState> = {}): FeedState => ({
  cookie,
  identity: "server/1",
  readings: 0,
  parents: { "ou=people,dc=example": "p1" },
  ...more,
});

const entry = (id: string, ...cells: CachedEntry["cells"]): CachedEntry => ({ id, dn: `uid=${id},ou=people`, cells });

const loaded = async (key = "hr"): Promise<CachedFeed> => {
  const feed = await store.feeds.load(key);
  if (!feed) throw new Error(`nothing is cached for ${key}`);
  return feed;
};

const entriesOf = (feed: CachedFeed) => [...feed.entries.values()].sort((a, b) => a.id.localeCompare(b.id));

describe("the cache of a feed", () => {
  it("is the same after reopening", async () => {
    expect(await store.feeds.load("hr")).toBeUndefined();
    const entries = [entry("a", "王小明", "", ["x", "y"]), entry("b", "李'\"\\\n", [], "z")];
    await store.feeds.save("hr", state("c1"), { entries });
    await reopen();
    const feed = await loaded();
    expect(feed).toMatchObject(state("c1"));
    expect(entriesOf(feed)).toEqual(entries);
  });

  it("accepts changes: entries are added, changed and removed together with the cookie", async () => {
    await store.feeds.save("hr", state("c1"), { entries: [entry("a", "1"), entry("b", "1"), entry("c", "1")] });
    const { revision } = await loaded();
    const upserts = [entry("b", "2"), entry("d", "2")];
    await store.feeds.save("hr", state("c2", { readings: 1 }), { revision, upserts, deletes: ["a", "nobody"] });
    const feed = await loaded();
    expect(feed).toMatchObject(state("c2", { readings: 1 }));
    expect(entriesOf(feed)).toEqual([entry("b", "2"), entry("c", "1"), entry("d", "2")]);
  });

  it("equals a model after any changes", async () => {
    const id = fc.constantFrom("a", "b", "c", "d", "e");
    const cells = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.array(fc.string())), { maxLength: 3 });
    const change = fc.record({
      whole: fc.boolean(),
      upserts: fc.uniqueArray(fc.record({ id, dn: fc.string(), cells }), { selector: (made) => made.id }),
      deletes: fc.uniqueArray(id),
    });
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.array(change, { maxLength: 6 }), async (key, changes) => {
        const model = new Map<string, CachedEntry>();
        await store.feeds.save(key, state("0"), { entries: [] });
        for (const [at, { whole, upserts, deletes }] of changes.entries()) {
          if (whole) model.clear();
          for (const gone of deletes) model.delete(gone);
          for (const made of upserts) model.set(made.id, made);
          const { revision } = await loaded(key);
          const update = whole ? { entries: upserts } : { revision, upserts, deletes };
          await store.feeds.save(key, state(`${at}`), update);
          const feed = await loaded(key);
          expect(feed.cookie).toBe(`${at}`);
          expect(new Map(feed.entries)).toEqual(model);
        }
      }),
      { seed: 20261121, numRuns: 60 },
    );
  });

  it("writes no entry when nothing has changed", async () => {
    const many = Array.from({ length: 5000 }, (_, at) => entry(`id${at}`, "x".repeat(200)));
    await store.feeds.save("hr", state("c1"), { entries: many });
    await reopen();
    const { revision } = await loaded();
    await store.feeds.save("hr", state("c1", { readings: 1 }), { revision, upserts: [], deletes: [] });
    const log = await readFile(`${file}-wal`);
    expect(log.length).toBeLessThan(64 * 1024);
    expect((await loaded()).entries.size).toBe(5000);
  });

  it("drops changes to a state that another reading has replaced", async () => {
    await store.feeds.save("hr", state("c1"), { entries: [entry("a", "1")] });
    const slow = await loaded();
    await store.feeds.save("hr", state("c3"), { revision: slow.revision, upserts: [entry("a", "3")], deletes: [] });
    await store.feeds.save("hr", state("c2"), { revision: slow.revision, upserts: [entry("a", "2")], deletes: [] });
    expect(entriesOf(await loaded())).toEqual([entry("a", "3")]);
    await store.feeds.save("hr", state("c4"), { entries: [entry("a", "4")] });
    await store.feeds.save("hr", state("c2"), { revision: slow.revision, upserts: [], deletes: ["a"] });
    expect(await loaded()).toMatchObject({ cookie: "c4" });
    expect(entriesOf(await loaded())).toEqual([entry("a", "4")]);
  });

  it("is separate per key and target, and stays only while it is wanted", async () => {
    const other = openStore(file, "other target", systemClock);
    await store.feeds.save("hr", state("1"), { entries: [entry("a", "1")] });
    await store.feeds.save("hr, other filter", state("2"), { entries: [entry("secret", "Z900000001")] });
    await other.feeds.save("hr", state("3"), { entries: [entry("a", "3")] });
    await store.feeds.keepOnly(new Set(["hr"]));
    expect(entriesOf(await loaded())).toEqual([entry("a", "1")]);
    expect(await store.feeds.load("hr, other filter")).toBeUndefined();
    expect((await other.feeds.load("hr"))?.cookie).toBe("3");
    await other.close();
    await reopen();
    const bytes = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
    expect(Buffer.concat(bytes).includes("Z900000001")).toBe(false);
  });
});

describe("a damaged cache", () => {
  const damages: Readonly<Record<string, string>> = {
    "cells that are not JSON": "UPDATE feed_entry SET cells = '[\"1' WHERE id = 'b'",
    "cells of the wrong shape": "UPDATE feed_entry SET cells = '[{\"a\": 1}]' WHERE id = 'b'",
    "cells that are not a list": "UPDATE feed_entry SET cells = '7' WHERE id = 'b'",
    "an entry that is missing": "DELETE FROM feed_entry WHERE id = 'b'",
    "an additional entry": "INSERT INTO feed_entry SELECT feed, 'x', dn, cells FROM feed_entry WHERE id = 'b'",
    "parents that are not JSON": "UPDATE feed SET parents = ''",
    "parents of the wrong shape": "UPDATE feed SET parents = '{\"a\": 1}'",
  };
  for (const [what, statement] of Object.entries(damages)) {
    it(`counts as missing, and can be written again: ${what}`, async () => {
      await store.feeds.save("hr", state("c1"), { entries: [entry("a", "1"), entry("b", "1")] });
      await damage(statement);
      expect(await store.feeds.load("hr")).toBeUndefined();
      await store.feeds.save("hr", state("c2"), { entries: [entry("a", "2")] });
      expect(entriesOf(await loaded())).toEqual([entry("a", "2")]);
    });
  }

  it("counts as missing when its table is missing", async () => {
    await store.feeds.save("hr", state("c1"), { entries: [entry("a", "1")] });
    const sqlite = new DatabaseSync(file);
    sqlite.exec("DROP TABLE feed_entry");
    sqlite.close();
    expect(await store.feeds.load("hr")).toBeUndefined();
  });
});
