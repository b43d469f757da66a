/** The audit trail: what is in it, who may read it, and that a flood can neither fill it nor push out what matters. */
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { AuditEvent, AuditLine } from "../../src/contract/audit.ts";
import type { Log } from "../../src/lib/log.ts";
import { openAuditTrail } from "../../src/service/kernel/http/audit.ts";
import { openStore } from "../../src/service/kernel/records/open-store.ts";
import type { ServiceOptions } from "../../src/service/service.ts";
import { freshPostgresDatabase } from "../support/servers/postgres.ts";
import { cases } from "../support/suites/runs.ts";
import { baseline } from "./cases/baseline.ts";
import { startTestService } from "./running-service.ts";

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

const start = async (options: Partial<ServiceOptions> = {}) => {
  const service = await startTestService(options);
  closings.push(service.close);
  const trail = (query = "") => service.admin("GET", `/audit${query}`) as Promise<readonly AuditLine[]>;
  return { ...service, trail };
};

const shown = ({ kind, result, who, about }: AuditLine): string => [kind, result, who, about].join(" · ");

const stores = [
  { name: "a SQLite file", database: async () => ":memory:" },
  { name: "PostgreSQL", database: freshPostgresDatabase },
];

describe.each(stores)("the audit trail in $name", ({ database }) => {
  it("names who loaded, dumped and changed what, from where, and with which result", async () => {
    const { admin, load, dump, raw, trail } = await start({ database: await database(), adminName: "root" });
    await load(baseline());
    await dump();
    await admin("GET", "/company?section=access");
    await admin("POST", "/keys", { name: "hr", permissions: ["P-Org"] });
    await admin("DELETE", "/keys/hr");
    await admin("POST", "/apps", {
      name: "Mobile",
      redirectUris: ["https://a.example/cb"],
      permissions: ["P-Profile"],
    });
    await admin("DELETE", "/apps/Mobile");
    await admin("POST", "/tokens", { account: "amy", permissions: [] });
    await admin("PUT", "/passwords", { account: "amy", password: "correct horse battery" });
    await admin("PUT", "/clock", { now: "2031-01-01T00:00:00Z" });
    await raw("POST", "/sandbox/keys", { "Admin-Key": "wrong" }, { name: "hr", permissions: [] });
    const lines = await trail();
    expect(lines.map(shown)).toEqual([
      `load · ok · root · ${Object.keys(baseline()).join(",")}`,
      "dump · ok · root · ",
      "dump · ok · root · access",
      "key-made · ok · root · hr",
      "key-removed · ok · root · hr",
      "app-made · ok · root · Mobile",
      "app-removed · ok · root · Mobile",
      "token-made · ok · root · amy",
      "password-set · ok · root · amy",
      "sandbox · ok · root · PUT /sandbox/clock",
      "key-made · refused ·  · POST /sandbox/keys",
    ]);
    expect(lines.every(({ from }) => from === "127.0.0.1")).toBe(true);
    expect(lines.every(({ at }) => Math.abs(Date.parse(at) - Date.now()) < 60_000)).toBe(true);
    expect(JSON.stringify(lines)).not.toContain("horse");
  });

  it("can be read by time, kind, result and person, and only with the admin key", async () => {
    const { admin, raw, trail } = await start({ database: await database() });
    await admin("POST", "/keys", { name: "a", permissions: [] });
    await raw("GET", "/sandbox/calls", {});
    expect((await trail("?kind=key-made&kind=load")).map(shown)).toEqual(["key-made · ok · admin · a"]);
    expect((await trail("?result=refused")).map(shown)).toEqual(["sandbox · refused ·  · GET /sandbox/calls"]);
    expect((await trail("?who=admin&limit=1")).map(shown)).toEqual(["sandbox · ok · admin · GET /sandbox/audit"]);
    expect(await trail("?since=2100-01-01T00:00Z")).toEqual([]);
    expect(await trail("?until=2000-01-01T00:00:00%2B08:00")).toEqual([]);
    expect((await raw("GET", "/sandbox/audit")).status).toBe(401);
    await expect(trail("?kind=nonsense")).rejects.toThrow("400");
  });

  it("survives a restart, and forgets what is older than it is kept", async () => {
    const address = await database();
    const store = await openStore(address);
    const now = { ms: Date.UTC(2026, 0, 1) };
    const open = () =>
      openAuditTrail(store.audit, { keptDays: 10 }, { nowMs: () => now.ms }, undefined, () => undefined);
    const all = { limit: 1_000 };
    const first = await open();
    first.audit(event({ about: "old" }));
    now.ms += 9 * 24 * 3_600_000;
    first.audit(event({ about: "new" }));
    await first.close();
    const second = await open();
    expect((await second.find(all)).map(({ seq, about }) => [seq, about])).toEqual([
      [1, "old"],
      [2, "new"],
    ]);
    now.ms += 2 * 24 * 3_600_000;
    const third = await open();
    third.audit(event({ about: "newest" }));
    expect((await third.find(all)).map(({ seq, about }) => [seq, about])).toEqual([
      [2, "new"],
      [3, "newest"],
    ]);
    await store.close();
  });

  it("stays at its bound in a flood, and keeps what was done with a credential", async () => {
    const store = await openStore(await database());
    const now = { ms: Date.UTC(2026, 0, 1) };
    const logged: unknown[] = [];
    const log = { info: (line: unknown) => logged.push(line), warn: (line: unknown) => logged.push(line) };
    const keptLines = 500;
    const trail = await openAuditTrail(
      store.audit,
      { keptLines },
      { nowMs: () => now.ms },
      log as unknown as Log,
      () => undefined,
    );
    trail.audit(event({ kind: "key-made", who: "root", about: "hr" }));
    trail.audit(event({ kind: "sign-in", who: "amy" }));
    // An hour of 600 wrong sign-ins a minute, each from another address.
    for (let n = 0; n < 36_000; n += 1) {
      now.ms += 100;
      trail.audit(event({ kind: "sign-in", result: "refused", from: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }));
      if (n % 1_000 === 0) await trail.close();
    }
    const lines = await trail.find({ limit: 100_000 });
    expect(lines.filter(({ result }) => result === "ok").map(shown)).toEqual([
      "key-made · ok · root · hr",
      "sign-in · ok · amy · ",
    ]);
    const refused = lines.filter(({ result }) => result === "refused");
    expect(refused.length).toBeLessThanOrEqual(keptLines + 1_000);
    expect(logged.length).toBeLessThanOrEqual(2 + 62 * 31);
    // Nothing is lost silently: the lines of a minute count all of its attempts.
    const { at } = refused.at(-2) as AuditLine;
    const minute = refused.filter((line) => line.at.slice(0, 16) === at.slice(0, 16));
    expect(minute.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThanOrEqual(500);
    await store.close();
  });
});

it("is not closed before lines are stored that are on their way to the store", async () => {
  const store = await openStore(":memory:");
  const [begun, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: typeof store.audit = {
    ...store.audit,
    put: async (lines) => {
      if (lines.length === 0) return;
      begun.resolve();
      await answered.promise;
      await store.audit.put(lines);
    },
  };
  const trail = await openAuditTrail(slow, {}, { nowMs: () => 0 }, undefined, () => undefined);
  trail.audit(event({ about: "last" }));
  await begun.promise;
  const closed = trail.close().then(() => "closed");
  const soon = new Promise((resolve) => setImmediate(resolve, "open"));
  expect(await Promise.race([closed, soon])).toBe("open");
  answered.resolve();
  await closed;
  expect((await store.audit.find({ limit: 10 })).map(({ about }) => about)).toEqual(["last"]);
  await store.close();
});

const event = (given: Partial<AuditEvent>): AuditEvent => ({
  kind: "sandbox",
  result: "ok",
  who: null,
  from: null,
  about: null,
  ...given,
});

it("counts every event exactly once, whatever the order of events and flushes", async () => {
  const someEvent = fc.record({
    kind: fc.constantFrom("sign-in" as const, "call" as const),
    result: fc.constantFrom("ok" as const, "refused" as const),
    who: fc.constantFrom(null, "amy", "ben"),
    from: fc.option(fc.ipV4()),
    about: fc.constant(null),
  });
  const step = fc.oneof(someEvent, fc.constant("flush" as const), fc.constant("minute" as const));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
      const store = await openStore(":memory:");
      const now = { ms: 0 };
      const trail = await openAuditTrail(store.audit, {}, { nowMs: () => now.ms }, undefined, () => undefined);
      const counts = { ok: 0, refused: 0 };
      for (const one of steps) {
        if (one === "minute") now.ms += 61_000;
        else if (one === "flush") await trail.close();
        else {
          trail.audit(one);
          counts[one.result] += 1;
        }
      }
      const lines = await trail.find({ limit: 100_000 });
      await store.close();
      for (const result of ["ok", "refused"] as const) {
        const times = lines.filter((line) => line.result === result).map((line) => line.times);
        expect(times.reduce((sum, n) => sum + n, 0)).toBe(counts[result]);
      }
      expect(new Set(lines.map(({ seq }) => seq)).size).toBe(lines.length);
    }),
    { ...cases(100), seed: 15 },
  );
});
