/** Tests how long sessions at the console, links from messages, tokens and accounts are valid, and what ends them, by a clock of the test. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
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

  it("and a link of a clock that was far ahead end when it is set back, or they would last as long as it was ahead", async () => {
    nowMs += 24 * hour;
    const [secret, link] = [
      await store.sessions.open("ann"),
      await store.sessions.makeLink({ person: "ann", plan: "f" }),
    ];
    nowMs -= minute;
    expect([await lives(secret), await store.sessions.findLink(link)]).toMatchObject([true, {}]);
    nowMs -= 1;
    expect([await lives(secret), await store.sessions.findLink(link)]).toEqual([false, undefined]);
    expect(await store.sessions.useLink(link)).toBeUndefined();
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

describe("a link", () => {
  const about = { person: "ann", plan: "f".repeat(64) };

  it("signs its person in once, within 24 hours, and about its plan only", async () => {
    const { sessions } = store;
    const link = await sessions.makeLink(about);
    nowMs += 24 * hour - 1;
    await sessions.makeLink({ ...about, person: "bob" });
    expect(await sessions.findLink(link)).toEqual(about);
    const used = await sessions.useLink(link);
    expect(used?.plan).toBe(about.plan);
    expect(await sessions.find(used?.session ?? "")).toEqual(about);
    expect([await sessions.findLink(link), await sessions.useLink(link)]).toEqual([undefined, undefined]);
  });

  it("is worth nothing after 24 hours", async () => {
    const link = await store.sessions.makeLink(about);
    nowMs += 24 * hour;
    expect([await store.sessions.findLink(link), await store.sessions.useLink(link)]).toEqual([undefined, undefined]);
  });

  it("is deleted with the next one after 24 hours, and not earlier", async () => {
    const database = new DatabaseSync(join(folder, "musterd.db"), { readOnly: true });
    const count = () => database.prepare("SELECT count(*) AS links FROM sign_in_link").get()?.["links"];
    await store.sessions.makeLink(about);
    nowMs += 24 * hour - 1;
    await store.sessions.makeLink(about);
    expect(count()).toBe(2);
    nowMs += 1;
    await store.sessions.makeLink(about);
    expect(count()).toBe(2);
    database.close();
  });
});

it("a password that is replaced while it is judged signs nobody in", async () => {
  const { users } = store;
  const password = "four words of nobody";
  await users.add({ name: "ann", roles: ["viewer"] }, password);
  // Passwords are hashed one after the other, so the new one is stored before the old one is judged.
  const replaced = users.setPassword("ann", "four other words of nobody");
  expect(await users.verify("ann", password)).toBeUndefined();
  expect(await replaced).toBe(true);
});

it("a token that is revoked leaves the others, whose use is known to a minute", async () => {
  const { tokens } = store;
  const add = async (name: string) => (await tokens.add({ name, roles: ["viewer"] })) ?? "";
  const [revoked, kept] = [await add("ci"), await add("status")];
  await tokens.revoke("ci");
  expect([await tokens.use(revoked), (await tokens.use(kept))?.name]).toEqual([undefined, "status"]);
  const usedAt = async () => (await tokens.list())[0]?.usedAt;
  const first = new Date(nowMs).toISOString();
  nowMs += minute - 1;
  await tokens.use(kept);
  expect(await usedAt()).toBe(first);
  nowMs += 1;
  await tokens.use(kept);
  expect(await usedAt()).toBe(new Date(nowMs).toISOString());
});

it("a token and an account are worth nothing from the moment when they expire", async () => {
  const expiresAt = new Date(nowMs + hour).toISOString();
  const secret = (await store.tokens.add({ name: "ci", roles: ["viewer"], expiresAt })) ?? "";
  await store.users.add({ name: "ann", roles: ["viewer"], expiresAt }, "four words of nobody");
  const names = async () => [(await store.tokens.use(secret))?.name, (await store.users.find("ann"))?.name];
  nowMs += hour - 1;
  expect(await names()).toEqual(["ci", "ann"]);
  nowMs += 1;
  expect(await names()).toEqual([undefined, undefined]);
});
