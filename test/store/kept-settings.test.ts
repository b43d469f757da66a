/** Which settings were in force at a time, in a real SQLite file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openStore } from "../../src/store/store.ts";

const opened = async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-settings-"));
  const clock = { ms: 1_000 };
  const store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => clock.ms });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const keepAt = async (ms: number, text: string) => {
    clock.ms = ms;
    await store.keptSettings.keep(text);
  };
  return { asOf: store.keptSettings.asOf, keepAt };
};

it("those in force are the last ones before a time, or the first ones after it", async () => {
  const { asOf, keepAt } = await opened();
  expect(await asOf(2_000)).toBeUndefined();
  await keepAt(2_000, "second");
  await keepAt(3_000, "third");
  await keepAt(4_000, "third");
  // The clock was set back.
  await keepAt(1_000, "first");
  expect(await Promise.all([500, 1_000, 1_999, 2_000, 2_999, 3_000, 9_000].map(asOf))).toEqual([
    "first",
    "first",
    "first",
    "second",
    "second",
    "third",
    "third",
  ]);
});

it("the last fifty are kept", async () => {
  const { asOf, keepAt } = await opened();
  for (let at = 1; at <= 52; at += 1) await keepAt(at, `${at}`);
  expect(await asOf(0)).toBe("3");
});
