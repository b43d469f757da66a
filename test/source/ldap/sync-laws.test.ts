/** Law: after any edits in a real slapd, a reading by changes (incremental) gives the same entries as a full reading. */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../src/store/store.ts";
import { cases } from "../../support/suites/runs.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";
import { addUpTo, type Edit, edit, editsOf, refint, serverKinds } from "./sync-edits.ts";
import { openSite, readAll, readByChanges, type Site, sorted } from "./sync-site.ts";

let store: Store;
beforeAll(() => {
  store = openTemporaryStore();
});
afterAll(() => store.close());

describe.each(Object.entries(serverKinds))("with %s", (kind, options) => {
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
        await addUpTo(site, 4);
        const name = `${kind} ${run}`;
        await readByChanges(site.slapd, store.feeds, { name });
        for (const batch of batches) {
          for (const made of batch) await edits[made.what](made);
          const reading = await readByChanges(site.slapd, store.feeds, { name });
          how[reading.how] += 1;
          // Only changed rights show in the sample alone, and here they do not change.
          expect(reading.why ?? "").not.toContain("has not reported a change");
          expect(sorted(reading.records)).toEqual(sorted(await readAll(site.slapd)));
        }
      }),
      { seed: 20261121, ...cases(32), endOnFailure: true },
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
        await addUpTo(site, 4);
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
      { seed: 20_261_123, ...cases(8), endOnFailure: true },
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
