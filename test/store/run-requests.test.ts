/** Tests runs that were asked for and have not begun, in real SQLite files. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let now: number;
const opened: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-requests-"));
  now = Date.parse("2026-11-26T02:00:00Z");
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const open = (): Store => {
  const store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now });
  opened.push(store);
  return store;
};

const reopen = async (): Promise<Store> => {
  await opened.pop()?.close();
  return open();
};

const chen = { kind: "person", name: "chen" } as const;

describe("an ordinary request", () => {
  it("waits with the id of the run to come until that run begins, also after reopening, whoever else asks", async () => {
    let store = open();
    const id = await store.requests.add({ trigger: "request", by: chen });
    expect(await store.requests.add({ trigger: "schedule" })).toBe(id);
    store = await reopen();
    expect(await store.requests.next()).toEqual({ runId: id, trigger: "request", by: chen, dry: false, only: [] });
    expect(await store.runs.begin("request", "running", { takes: id })).toBe(id);
    expect(await store.requests.next()).toBeUndefined();
    expect(await store.requests.add({ trigger: "request" })).not.toBe(id);
  });

  it("is answered by the whole run of a command, under its id", async () => {
    const store = open();
    const id = await store.requests.add({ trigger: "request", by: chen });
    expect(await store.runs.begin("command", "running", { takes: "ordinary" })).toBe(id);
    expect(await store.runs.begin("command", "running", { takes: "ordinary" })).not.toBe(id);
  });
});

describe("a request for a plan only, or for some people", () => {
  it("waits for itself, and no other run answers it", async () => {
    const store = open();
    const dry = await store.requests.add({ trigger: "request", dry: true });
    const only = await store.requests.add({ trigger: "request", only: ["ann"] });
    const plain = await store.requests.add({ trigger: "request" });
    expect(new Set([dry, only, plain]).size).toBe(3);
    expect(await store.runs.begin("command", "running", { takes: "ordinary" })).toBe(plain);
    expect(await store.requests.find(only)).toMatchObject({ only: ["ann"], dry: false });
    expect(await store.requests.next()).toMatchObject({ runId: dry, dry: true });
  });

  it("that was withdrawn begins no run", async () => {
    const store = open();
    const id = await store.requests.add({ trigger: "request", dry: true });
    expect(await store.requests.withdraw(id, chen)).toBe(true);
    expect(await store.requests.withdraw(id, chen)).toBe(false);
    await expect(store.runs.begin("request", "running", { takes: id })).rejects.toMatchObject({ code: "cancelled" });
    expect(await store.runs.list(9)).toEqual([]);
  });
});

describe("an idempotency key", () => {
  it("means one run for a day, for its caller, also when the run has begun", async () => {
    const store = open();
    const add = (name: string, dry = false) =>
      store.requests.add({ trigger: "request", by: { kind: "token", name }, dry }, { key: "k" });
    const id = await add("ci", true);
    await store.runs.begin("request", "running", { takes: id });
    expect(await add("ci", true)).toBe(id);
    expect(await add("other", true)).not.toBe(id);
    await expect(add("ci")).rejects.toMatchObject({ code: "key-used-otherwise" });
    now += 24 * 3_600_000 + 1;
    expect(await add("ci", true)).not.toBe(id);
  });
});

it("who asked, for what and why is in the trail, without names of those whom it is about", async () => {
  const store = open();
  const id = await store.requests.add({ trigger: "request", by: chen, only: ["ann"] }, { reason: "marriage" });
  const [entry] = await store.audit.list({ limit: 9 });
  expect(entry).toMatchObject({ event: "run-requested", by: chen, reason: "marriage", facts: { run: id, only: 1 } });
  expect(JSON.stringify(entry)).not.toContain("ann");
});
