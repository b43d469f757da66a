/**
 * Exact numbers of what an import and a plan with nothing to do cost, without a clock: calls by operation, commits of the store and
 * commands of Redis. A change that makes a run dearer shows here.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type App, openApp } from "../../src/app/app.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/lib/log.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { openServiceFixture, quickSettings, type ServiceFixture } from "../support/servers/service-fixture.ts";

const people = 1_000;
const today = "2026-11-21";

let folder: string;
let fixture: ServiceFixture;
let app: App;
beforeEach(async () => {
  // Who has left lately depends on the day; time goes on, from that day.
  const now = Date.now.bind(Date);
  const shift = Date.parse(`${today}T12:00:00+08:00`) - now();
  vi.spyOn(Date, "now").mockImplementation(() => now() + shift);
  folder = await mkdtemp(join(tmpdir(), "musterd-counts-"));
  fixture = await openServiceFixture();
  const { files } = sampleCompany({ people, today });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const config = loadConfig("config/sample-company.yaml", process.env);
  const hr = config.source.feeds["hr"];
  if (!hr) throw new Error("the example has a feed hr");
  const feeds = { hr: { ...hr, settings: { ...hr.settings, folder } } };
  const plan = { ...config.plan, caps: {} };
  const own = { ...config, plan, source: { ...config.source, feeds }, stateFolder: join(folder, "state") };
  app = openApp(own, quickSettings(fixture), createLog("silent"));
  // The service answers with the date of today.
  const hours = String(Math.round(-shift / 3_600_000));
  await app.store.ledger.write([{ subject: "site/clock", field: "hours", value: hours }]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
  await fixture.close();
  await rm(folder, { recursive: true });
});

/** Counts the commits of this process, and the commands that it sends to Redis. */
const counted = () => {
  const counts = { commits: 0, redisCommands: 0 };
  // oxlint-disable-next-line typescript/unbound-method
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function prepared(this: DatabaseSync, text) {
    const statement = prepare.call(this, text);
    // The service runs in this process, too, with a database of its own.
    if (text !== "commit" || this.location()?.endsWith("musterd.db") !== true) return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      counts.commits += 1;
      return run();
    };
    return statement;
  });
  const { Redis } = createRequire(import.meta.url)("ioredis") as {
    readonly Redis: { readonly prototype: { sendCommand: (...given: unknown[]) => unknown } };
  };
  const send = Redis.prototype.sendCommand;
  vi.spyOn(Redis.prototype, "sendCommand").mockImplementation(function sent(this: object, ...given) {
    counts.redisCommands += 1;
    return send.apply(this, given);
  });
  return counts;
};

const callsByOperation = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    [...Map.groupBy(await fixture.calls(), ({ operation }) => operation ?? "")]
      .map(([id, all]) => [id, all.length] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const lists = { D1: 1, E1: 1, J4: 1, T1: 1, V1: 1 };
const ofSpecifiedSite = (process.env["MUSTERD_TEST_QUIRKS"] ?? "specified") === "specified";

it.runIf(ofSpecifiedSite)("an import and a night of 1,000 people make these calls, commits and commands", async () => {
  const counts = counted();
  const runs = await app.openRuns();
  const { run, plan } = await runs.reconcile({
    trigger: "command",
    approve: async () => true,
    onProgress: () => undefined,
  });
  await runs.close();
  expect(run.status).toBe("succeeded");
  const { D1, E1, J4, T1, V1, E4 = 0, ...writes } = await callsByOperation();
  // The lists are read before planning, at the first create of each sort of keys, and when the run is read back. Pages of newcomers go side by
  // side, so that somebody with a shorter account may come before the one with the longest.
  expect({ D1, J4, T1, V1 }).toEqual({ D1: 5, J4: 3, T1: 3, V1: 3 });
  expect(E1).toBeGreaterThanOrEqual(3);
  expect(E1).toBeLessThanOrEqual(5);
  const created = { V2: 4, T2: 16, J5: 13, D2: 98, E12: 1012 };
  expect(writes).toEqual({ ...created, D12: 97, E13: 34, E9: 3, E2: 65, D9: 1, D10: 98, P1: 1 });
  // Whoever has something to lose, and a sample of the others that differs from run to run.
  expect(E4).toBeGreaterThan(230);
  expect(E4).toBeLessThan(350);
  const changes = plan?.changes.length ?? 0;
  expect(changes).toBe(1274);
  expect(counts.commits).toBeLessThanOrEqual(changes / 8);
  // About 110, and some that timers send: the more, the slower the machine.
  expect(counts.redisCommands).toBeLessThanOrEqual(changes / 5);
  await fixture.forgetCalls();
  await app.plan([]);
  // E2 looks for leavers whom E1 does not list: who has left within two weeks, and one of thirty of the others.
  expect(await callsByOperation()).toEqual({ ...lists, E2: 14, D10: 98, E4: 1012, D9: 1 });
});
