/** The size of the call log under a flood, in both stores: lines, bytes, what is dropped, and a flood over HTTP. */
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CallLog, openCallLog } from "../../src/service/kernel/http/calls.ts";
import { openStore } from "../../src/service/kernel/records/open-store.ts";
import type { RecordStore } from "../../src/service/kernel/records/record-store.ts";
import { freshPostgresDatabase } from "../support/servers/postgres.ts";
import { adminKey, startTestService, temporaryDirectory } from "./running-service.ts";

let directory: string;
let store: RecordStore;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => rm(directory, { recursive: true }));

const at = Date.parse("2026-03-01T00:00:00.000Z");
const flood = (log: CallLog, lines: number): void => {
  for (let line = 0; line < lines; line += 1) log.record([at, null, "GET", 401, null, null]);
};
const unexpected = (error: unknown): void => {
  throw error;
};
const breathe = () => new Promise((resolve) => setImmediate(resolve));

const address = { SQLite: () => join(directory, "service.db"), PostgreSQL: freshPostgresDatabase };

describe.each(["SQLite", "PostgreSQL"] as const)("the call log in %s", (kind) => {
  it("keeps the newest lines of a flood, in the store and on the disk, and counts the others", async () => {
    const kept = 2_000;
    store = await openStore(await address[kind]());
    const log = await openCallLog(store, unexpected, kept);
    flood(log, kept);
    const { calls: first, missing } = await log.since(0);
    expect([first.length, missing]).toEqual([kept, 0]);
    for (let burst = 0; burst < 10; burst += 1) {
      flood(log, 5_000);
      await breathe();
    }
    const { calls, missing: dropped } = await log.since(0);
    expect([calls.length, dropped]).toEqual([kept, 50_000]);
    expect([calls[0]?.seq, calls.at(-1)?.seq]).toEqual([50_001, 52_000]);
    expect(await log.since(51_999)).toMatchObject({ calls: [{ seq: 52_000 }], missing: 0 });
    await store.close();
  });

  it("counts on after a clear and a restart", async () => {
    const database = await address[kind]();
    store = await openStore(database);
    const log = await openCallLog(store, unexpected, 10);
    flood(log, 25);
    await log.clear();
    flood(log, 5);
    await log.close();
    await store.close();
    store = await openStore(database);
    const again = await openCallLog(store, unexpected, 3);
    flood(again, 1);
    const { calls, missing } = await again.since(0);
    expect([calls.map(({ seq }) => seq), missing]).toEqual([[29, 30, 31], 28]);
    await store.close();
  });
});

it("stays small in the file, however long the flood lasts", async () => {
  const path = join(directory, "service.db");
  const sizeAfter = async (lines: number): Promise<number> => {
    store = await openStore(path);
    const log = await openCallLog(store, unexpected, 5_000);
    for (let sent = 0; sent < lines; sent += 5_000) {
      flood(log, 5_000);
      await log.close();
    }
    await store.close();
    return (await stat(path)).size;
  };
  const once = await sizeAfter(10_000);
  expect(await sizeAfter(200_000)).toBeLessThan(2 * once);
});

it("keeps a bounded number of lines in memory while they cannot be stored, and cuts long names", async () => {
  store = await openStore(join(directory, "service.db"));
  let isBroken = true;
  let largest = 0;
  const broken: RecordStore = {
    ...store,
    addCalls: async (lines, last, kept) => {
      largest = Math.max(largest, lines.length);
      if (isBroken) throw new Error("disk full");
      await store.addCalls(lines, last, kept);
    },
  };
  const log = await openCallLog(broken, () => undefined, 100);
  for (let burst = 0; burst < 20; burst += 1) {
    flood(log, 5_000);
    await breathe();
  }
  isBroken = false;
  log.record([at, null, "GET", 200, null, "k".repeat(10_000)]);
  const { calls, missing } = await log.since(0);
  expect([calls.length, missing, calls.at(-1)?.key?.length, largest]).toEqual([100, 99_901, 200, 100]);
  await store.close();
});

it("does not grow by requests of strangers, and tells how many calls it has dropped", async () => {
  const service = await startTestService({ keptCalls: 50 });
  for (let burst = 0; burst < 10; burst += 1) {
    const unknown = Array.from({ length: 15 }, () => service.raw("GET", "/openapi/base/v1/employee", {}));
    const lost = Array.from({ length: 15 }, () => service.raw("GET", "/openapi/no/such/address", {}));
    await Promise.all([...unknown, ...lost]);
  }
  const { headers, json } = await service.raw("GET", "/sandbox/calls", { "Admin-Key": adminKey });
  expect([(json as unknown[]).length, headers.get("missing-calls")]).toEqual([50, "250"]);
  await service.close();
});
