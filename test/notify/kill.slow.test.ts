/** A law about messages: whenever the process that tells is killed, none is lost, and none comes under another id. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { startReceiver } from "../support/servers/receiver.ts";

/** Each kill takes the start of a process. */
const kills = Number(process.env["MUSTERD_TEST_KILLS"] ?? 15);

/** The next number below `limit` of a fixed sequence. */
const seeded = (seed: number) => {
  let state = seed;
  return (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
};

it("no message is lost or told under two ids, whenever the process is killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "musterd-kill-"));
  const path = join(folder, "musterd.db");
  const receiver = await startReceiver();
  const start = (runs: number): ChildProcess =>
    spawn(process.execPath, ["test/notify/killed-teller.ts", path, receiver.url, String(runs)], {
      stdio: ["ignore", "pipe", "inherit"],
      // Most of a kill is the start of the next process.
      env: { ...process.env, NODE_COMPILE_CACHE: ".cache/compiled-teller" },
    });
  const below = seeded(27);
  for (let at = 0; at < kills; at += 1) {
    if (below(3) === 0) receiver.answer(500, 0);
    const child = start(1_000);
    // One to three runs have ended, and the messages about the last one are somewhere on their way.
    for (let ends = 1 + below(3); ends > 0; ends -= 1) await once(child.stdout as NodeJS.ReadableStream, "data");
    await delay(below(60));
    child.kill("SIGKILL");
    await once(child, "close");
  }
  receiver.answer();
  const store = new DatabaseSync(path);
  store.exec("UPDATE message SET due_at = 0");
  const last = start(0);
  const [code] = await once(last, "close");
  expect(code).toBe(0);
  const ended = store.prepare("SELECT id, status FROM run WHERE status <> 'running' ORDER BY rowid").all() as {
    id: string;
    status: string;
  }[];
  store.close();
  const ids = new Map<string, Set<string>>();
  for (const { type, data } of receiver.accepted()) {
    const name = `${type} ${data.details.run?.id}`;
    ids.set(name, (ids.get(name) ?? new Set()).add(data.id));
  }
  expect(ended.length).toBeGreaterThanOrEqual(kills);
  const good = ended.filter(({ status }) => status === "succeeded");
  expect(good.filter(({ id }) => ids.get(`run-succeeded.once ${id}`)?.size !== 1)).toEqual([]);
  // A failed run begins a trouble unless the run before it has failed, too.
  const begins = ended.filter(({ status }, at) => status === "failed" && ended[at - 1]?.status !== "failed");
  expect(begins.filter(({ id }) => ids.get(`run-failed.began ${id}`)?.size !== 1)).toEqual([]);
  expect([...ids].filter(([, one]) => one.size > 1)).toEqual([]);
  await receiver.close();
  await rm(folder, { recursive: true });
});
