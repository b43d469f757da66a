/** Tests how long sessions at the console and links from messages are valid, and what ends them, by a clock of the test. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

const minute = 60_000;
const hour = 60 * minute;
let folder: string;
let store: Store;
let nowMs: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-sessions-"));
  nowMs = Date.parse("2026-11-26T02:00:00Z");
  store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => nowMs });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const lives = async (secret: string): Promise<boolean> => (await store.sessions.find(secret)) !== undefined;

describe("a session", () => {
  it("ends after an hour without a request", async () => {
    const secret = await store.sessions.open("ann");
    nowMs += hour - 1;
    expect(await lives(secret)).toBe(true);
    nowMs += hour - 1;
    expect(await lives(secret)).toBe(true);
    nowMs += hour;
    expect(await lives(secret)).toBe(false);
  });

  it("ends after twelve hours, however often it is used", async () => {
    const secret = await store.sessions.open("ann");
    for (let half = 1; half < 24; half += 1) {
      nowMs += 30 * minute;
      expect(await lives(secret)).toBe(true);
    }
    nowMs += 30 * minute;
    expect(await lives(secret)).toBe(false);
  });

  it("and links of a person end with a new password, with the account, and with a sign-out everywhere, those of others do not", async () => {
    const { sessions, users } = store;
    const password = "four words of nobody";
    await users.add({ name: "ann", roles: ["approver"] }, password);
    const other = await sessions.open("bob");
    const ends = [
      () => users.setPassword("ANN", "four other words of nobody"),
      () => sessions.endAll("Ann"),
      () => users.revoke("ANN"),
    ];
    for (const end of ends) {
      const secret = await sessions.open("ann");
      const link = await sessions.makeLink({ person: "ann", plan: "f".repeat(64) });
      expect(await lives(secret)).toBe(true);
      await end();
      expect([await lives(secret), await sessions.findLink(link), await sessions.useLink(link)]).toEqual([
        false,
        undefined,
        undefined,
      ]);
    }
    expect(await lives(other)).toBe(true);
  });
});
