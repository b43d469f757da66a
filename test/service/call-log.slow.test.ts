/** An hour's flood of 1,000 requests a second, simulated by its number of lines, on the call log with its usual size. */
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openCallLog } from "../../src/service/kernel/http/calls.ts";
import { openStore } from "../../src/service/kernel/records/open-store.ts";
import { temporaryDirectory } from "./running-service.ts";

it("stays at 100,000 lines and below 64 MiB after an hour's flood", async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, "service.db");
  const store = await openStore(path);
  const failures: unknown[] = [];
  const log = await openCallLog(store, (failure) => failures.push(failure));
  const at = Date.parse("2026-03-01T00:00:00.000Z");
  const key = "k".repeat(300);
  for (let second = 0; second < 3_600; second += 1) {
    for (let request = 0; request < 1_000; request += 1) log.record([at, "E14", "DELETE", 401, null, key]);
    await log.close();
  }
  const { calls, missing } = await log.since(0);
  expect([calls.length, missing, failures]).toEqual([100_000, 3_500_000, []]);
  await store.close();
  expect((await stat(path)).size).toBeLessThan(64 * 1024 ** 2);
  await rm(directory, { recursive: true });
});
