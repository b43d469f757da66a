/** Tests that people sign in with name and password, and that guessing is slowed and locks nobody out; in a real store. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSignIn, type SignIn } from "../../../src/daemon/control/sign-in.ts";
import { createLog } from "../../../src/lib/log.ts";
import type { Store } from "../../../src/store/store.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";

const password = "four words of nobody";
let store: Store;
let nowMs: number;
let wrong: number;
let signIn: SignIn;

const open = (users: Store["users"]): SignIn =>
  createSignIn(
    { store: { ...store, users }, log: createLog("silent") },
    () => {
      wrong += 1;
    },
    () => nowMs,
  );

beforeEach(async () => {
  store = openTemporaryStore();
  nowMs = Date.parse("2026-11-26T02:00:00Z");
  wrong = 0;
  signIn = open(store.users);
});
afterEach(() => store.close());

const attempt = (name: string, secret: string, address = "10.0.0.1") => signIn({ name, password: secret, address });

describe("an account", () => {
  beforeEach(() => store.users.add({ name: "Chen", roles: ["approver"] }, password));

  it("signs in with its password in any case of the name, and is told the last time", async () => {
    expect(await attempt("chen", password)).toMatchObject({
      result: "in",
      user: { name: "Chen", roles: ["approver"] },
    });
    const [user] = await store.users.list();
    expect(user?.usedAt).toBeDefined();
    expect(JSON.stringify(user)).not.toContain("argon2id");
  });

  it("waits no longer than a minute, also where the clock is set back by days", async () => {
    const byOwnClock = createSignIn({ store, log: createLog("silent") }, () => undefined);
    const guess = () => byOwnClock({ name: "chen", password: "wrong", address: "10.0.0.1" });
    // The clock stands still: to look at a password takes a while, and longer on a busy machine.
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 10 * 86_400_000);
    for (let times = 0; times < 5; times += 1) await guess();
    clock.mockReturnValue(Date.now() - 10 * 86_400_000);
    const { waitMs = 0 } = (await guess()) as { waitMs?: number };
    clock.mockRestore();
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
  });

  it("is one for a name in whatever case", async () => {
    expect(await store.users.add({ name: "CHEN", roles: ["viewer"] }, password)).toBe(false);
  });

  it("is refused when it has expired or was revoked, or its password was replaced", async () => {
    await store.users.add({ name: "past", roles: ["viewer"], expiresAt: "2020-01-01T00:00:00Z" }, password);
    expect(await attempt("past", password)).toEqual({ result: "wrong" });
    await store.users.setPassword("Chen", "four other words of nobody");
    expect(await attempt("Chen", password)).toEqual({ result: "wrong" });
    expect(await attempt("Chen", "four other words of nobody")).toMatchObject({ result: "in" });
    expect(await store.users.revoke("chen")).toBe(true);
    expect(await store.users.find("Chen")).toBeUndefined();
    expect(await attempt("Chen", "four other words of nobody")).toEqual({ result: "wrong" });
    expect(wrong).toBe(3);
  });

  it("is in the trail with what was done to it, without its password", async () => {
    await attempt("Chen", password);
    await attempt("Chen", "wrong");
    await store.users.setPassword("Chen", password);
    await store.users.revoke("Chen");
    const entries = await store.audit.list({ limit: 100 });
    expect(entries.map(({ event }) => event)).toEqual([
      "user-added",
      "signed-in",
      "sign-in-refused",
      "password-set",
      "user-revoked",
    ]);
    expect(entries[1]?.by).toEqual({ kind: "person", name: "Chen" });
    expect(JSON.stringify(entries)).not.toContain(password);
  });

  it("takes as long to be refused whether it exists or not", async () => {
    const took = async (name: string): Promise<number> => {
      const startMs = performance.now();
      await store.users.verify(name, "wrong");
      return performance.now() - startMs;
    };
    await took("Chen");
    const times = { known: 0, unknown: 0 };
    for (let at = 0; at < 4; at += 1) {
      times.known += await took("Chen");
      times.unknown += await took("nobody");
    }
    expect(times.unknown).toBeGreaterThan(times.known / 3);
  });
});

describe("guessing", () => {
  // The hash of each guess would cost more than the test.
  beforeEach(() => {
    const verify: Store["users"]["verify"] = async (name, secret) =>
      secret === password ? { name, roles: ["viewer"], addedAt: "" } : undefined;
    signIn = open({ ...store.users, verify });
  });

  it("is slowed by the person, from however many addresses, without trying the password", async () => {
    for (let at = 0; at < 5; at += 1)
      expect(await attempt("Chen", "wrong", `10.0.0.${at}`)).toEqual({ result: "wrong" });
    expect(await attempt("chen", password, "10.0.1.1")).toEqual({ result: "slowed", waitMs: 1_000 });
    nowMs += 1_000;
    await attempt("Chen", "wrong", "10.0.1.2");
    expect(await attempt("Chen", password, "10.0.1.3")).toEqual({ result: "slowed", waitMs: 2_000 });
    for (let at = 0; at < 10; at += 1) {
      nowMs += 60_000;
      await attempt("Chen", "wrong", `10.0.2.${at}`);
    }
    expect(await attempt("Chen", password, "10.0.1.4")).toEqual({ result: "slowed", waitMs: 60_000 });
    nowMs += 15 * 60_000;
    expect(await attempt("Chen", password, "10.0.1.5")).toMatchObject({ result: "in" });
  });

  it("is slowed by the address, whatever names it tries", async () => {
    for (let at = 0; at < 20; at += 1) await attempt(`name${at}`, "wrong");
    expect(await attempt("Chen", password)).toMatchObject({ result: "slowed" });
    expect(await attempt("Chen", password, "10.9.9.9")).toMatchObject({ result: "in" });
  });

  it("is slowed by the network where one caller has many addresses, as in IPv6, and by nothing larger", async () => {
    const guesses = async (addressOf: (at: number) => string) => {
      const tried = await Promise.all(
        Array.from({ length: 40 }, (_, at) => attempt(addressOf(at), "wrong", addressOf(at))),
      );
      return tried.filter(({ result }) => result === "wrong").length;
    };
    expect(await guesses((at) => `2001:db8:1:2:${at}::${at}`)).toBe(20);
    expect(await guesses((at) => `2001:DB8:1:2::${at}`)).toBe(0);
    expect(await guesses((at) => `2001:db8:1:${at + 16}::1`)).toBe(40);
    expect(await guesses((at) => `2001:db8::${at + 1}:0:0:0:1`)).toBe(40);
    expect(await guesses((at) => `::ffff:10.7.7.${at}`)).toBe(40);
    expect(await guesses((at) => `unknown${at}`)).toBe(40);
  });

  it("locks nobody out who has signed in from the same address before", async () => {
    await attempt("Chen", password, "10.1.1.1");
    for (let at = 0; at < 6; at += 1) await attempt("Chen", "wrong", `10.0.0.${at}`);
    expect(await attempt("Chen", password, "10.0.0.9")).toMatchObject({ result: "slowed" });
    expect(await attempt("Chen", password, "10.1.1.1")).toMatchObject({ result: "in" });
  });

  it("locks nobody out of a browser that has the mark, after a restart and beside guesses from the same address", async () => {
    await store.users.add({ name: "Chen", roles: ["approver"] }, password);
    const device = await store.users.deviceOf("chen");
    const guess = (mark?: string) => signIn({ name: "Chen", password: "wrong", address: "10.0.0.1", device: mark });
    const inBrowser = (mark: string | undefined) =>
      signIn({ name: "Chen", password, address: "10.0.0.1", device: mark });
    for (let at = 0; at < 6; at += 1) await guess();
    expect(await inBrowser(undefined)).toMatchObject({ result: "slowed" });
    expect(await inBrowser("x".repeat(43))).toMatchObject({ result: "slowed" });
    expect(await inBrowser("密".repeat(43))).toMatchObject({ result: "slowed" });
    expect(await inBrowser(device)).toMatchObject({ result: "in" });
    for (let at = 0; at < 5; at += 1) await guess(device);
    expect(await inBrowser(device)).toMatchObject({ result: "slowed" });
    await store.users.setPassword("Chen", "four other words of nobody");
    expect(await store.users.deviceOf("Chen")).not.toBe(device);
    expect(await store.users.deviceOf("nobody")).toBeUndefined();
  });

  it("counts attempts at the same time one by one", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => attempt("Chen", "wrong", `10.0.0.${at}`)));
    expect(answers.filter(({ result }) => result === "wrong")).toHaveLength(5);
    expect(wrong).toBe(30);
  });

  it("of a stranger takes no more memory than ten thousand names and addresses, the last ones tried", async () => {
    for (let at = 0; at < 5; at += 1) await attempt("Chen", "wrong", `10.0.0.${at}`);
    const others = async (count: number) => {
      for (let at = 0; at < count; at += 1) await attempt(`name${at}`, "wrong", `10.1.${at}`);
    };
    await others(4_990);
    expect(await attempt("Chen", password, "10.2.0.1")).toMatchObject({ result: "slowed" });
    await others(5_000);
    expect(await attempt("Chen", password, "10.2.0.1")).toMatchObject({ result: "in" });
  });

  it("does not reset what its address has failed by an own account in between", async () => {
    for (let at = 0; at < 19; at += 1) await attempt(`name${at}`, "wrong");
    expect(await attempt("own", password)).toMatchObject({ result: "in" });
    await attempt("name20", "wrong");
    expect(await attempt("name21", "wrong")).toMatchObject({ result: "slowed" });
  });

  it("gains no attempt at other accounts from its own, however often it signs in between them", async () => {
    await attempt("own", password);
    for (let at = 0; at < 20; at += 1) await attempt(`name${at}`, "wrong");
    for (let at = 0; at < 20; at += 1) await attempt("own", password);
    expect(await attempt("name20", "wrong")).toMatchObject({ result: "slowed" });
  });
});
