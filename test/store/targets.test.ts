/** One file serves several targets: what is read, written and forgotten of one leaves the rows of another as they are. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SourceProfile } from "../../src/model/plan/quality.ts";
import { program } from "../../src/model/runs/actor.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { change, planWith } from "../report/report-builder.ts";

const beganMs = Date.parse("2026-11-21T04:00:00Z");
const at = "2026-11-21T04:00:00.000Z";
const later = "2026-11-22T04:00:00.000Z";
const fingerprint = "f".repeat(64);
const ann = { kind: "person", name: "ann" } as const;
const noLinks = { employee: new Map<string, string>(), department: new Map<string, string>() };
const pair = { kind: "employee", source: "ann", target: "anne" } as const;

let nowMs: number;
let folder: string;
let file: string;
const opened: Store[] = [];

beforeEach(async () => {
  // A lease is not renewed meanwhile, however long the test takes.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  folder = await mkdtemp(join(tmpdir(), "musterd-targets-"));
  file = join(folder, "musterd.db");
  nowMs = beganMs;
});

afterEach(async () => {
  vi.useRealTimers();
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const open = (target: string): Store => {
  const store = openStore(file, target, { nowMs: () => nowMs });
  opened.push(store);
  return store;
};

/** Is in the texts of one target, and belongs to no person. */
const stampAt = (ms: number): string => `at ${ms}`;

/** Stores something of each kind, under the same keys for each target; `mark` is in the values. Returns the ids of its runs. */
const fill = async (store: Store, mark: string) => {
  nowMs += 1_000;
  const stamp = stampAt(nowMs);
  const entry = { subject: "employee/ann", field: "resignationDate", value: mark };
  const personal = { field: "idCardNumber", before: null, after: mark };
  const renamed = { field: "account", before: mark, after: "ann" };
  const changes = [
    change({ key: "ann", label: mark, fields: [personal] }),
    change({ key: mark, action: "rename", fields: [renamed] }),
  ];
  const plan = planWith({ fingerprint, changes });
  const run = await store.runs.begin("command", "running", { by: ann });
  await store.plans.keepToApply(run, plan);
  for (const { id } of changes)
    await store.plans.record(run, { changeId: id, result: "applied" }, { entries: [entry] });
  await store.runs.end(run, { status: "blocked", refresh: "owed", error: { code: "plan-unsafe", message: "ann" } });
  const open = await store.runs.begin("schedule", "running");
  await store.plans.keep(open, plan);
  await store.approvals.keep({ givenAt: at, digests: [mark], emptyKinds: [] });
  await store.decisions.keep([{ ...pair, same: mark === "one" }], nowMs, program);
  await store.links.remember(noLinks, { ...noLinks, employee: new Map([["id", "ann"]]) });
  const known = { sign: mark, readMs: 0, posts: [] };
  const none = { managers: [], strangers: [], namesakes: [], membersOf: [] };
  await store.knownDetails.keep({ version: 1, basis: mark, turn: 0, posts: [["ann", known]], ...none });
  await store.sourceProfile.keep({ version: 1, kinds: {}, feeds: [stamp, "ann"] } as SourceProfile);
  await store.feeds.save("hr", { cookie: mark, identity: "i", readings: 0, parents: {} }, { entries: [] });
  await store.readings.keep([{ feed: mark, kind: "employee", rows: 1 }]);
  await store.keptSettings.keep(JSON.stringify({ name: mark }));
  await store.submissions.owe({ form: true, report: true });
  const submission = await store.submissions.claim();
  if (submission) await store.submissions.keep({ ...submission, asked: ["ann", stamp] }, 0);
  const verdict = { fingerprint, run, by: ann, reason: `${stamp} ann`, accepted: [mark] };
  await store.verdicts.keep({ ...verdict, verdict: "released", expiresAt: later });
  await store.verdicts.keep({ ...verdict, verdict: "rejected", fingerprint: "e".repeat(64) });
  const requested = await store.requests.add({ trigger: "request", by: ann, only: ["ann"] }, { key: "k" });
  await store.pauses.begin({ until: later, by: ann, reason: `${stamp} ann` });
  await store.retries.keep({ status: "failed", codes: [mark], times: 1, since: at, nextTry: later });
  const draft = { code: "run-failed", about: mark, details: {}, phase: "began", to: ["mail"] } as const;
  const watch = { firstMs: 0, aliveMs: 0, daily: mark, weekly: mark };
  await store.outbox.decide(() => ({ drafts: [draft], watch }));
  await store.debts.oweRefresh(run);
  await store.debts.expectLateWrite();
  await store.unchanged.expect("digest");
  await store.unchanged.confirm(run, "digest");
  return { run, open, requested };
};

type Filled = Awaited<ReturnType<typeof fill>>;

/** What is told is decided from this. */
const known = async ({ outbox }: Store): Promise<unknown> => {
  let found: unknown;
  const looking = outbox.decide((given) => {
    found = given;
    throw new Error("only looked");
  });
  await looking.catch(() => undefined);
  return found;
};

/** All that the store says of its target. */
const readAll = async (store: Store, { run, requested }: Filled) => ({
  approval: await store.approvals.read(),
  decisions: await store.decisions.read(),
  links: await store.links.read(),
  ledger: await store.ledger.read(),
  profile: await store.sourceProfile.read(),
  details: [await store.knownDetails.read(), await store.knownDetails.due()],
  lease: (await store.leases.look())?.holder,
  feed: await store.feeds.load("hr"),
  readings: await store.readings.read(),
  settings: await store.keptSettings.asOf(nowMs),
  verdict: await store.verdicts.find(fingerprint),
  requests: [await store.requests.next(), await store.requests.find(requested)],
  pause: await store.pauses.now(),
  retries: [await store.retries.read(), await store.retries.codesOf(run)],
  messages: [await store.outbox.list(9), await store.outbox.waiting(), await store.outbox.troubles()],
  held: [await store.outbox.heldByReason(), await store.outbox.disabledPeople(run)],
  failing: [await store.outbox.failing(0), await store.submissions.failing(0)],
  known: await known(store),
  debts: [await store.debts.unpaidWrite(), await store.debts.owedSinceMs(), await store.debts.lateWritesUntilMs()],
  unchanged: await store.unchanged.find("digest"),
  names: [await store.names.search("o", 9), await store.names.find("employee", "ann")],
  plans: [await store.plans.read(run), await store.planHeaders.find(run), await store.planHeaders.newest()],
  runs: [await store.runs.list(9), await store.runs.unfinished(), await store.runs.lastPlanned(fingerprint)],
  ended: [await store.runs.lastEnded(), await store.runs.newestFingerprint(), await store.runs.askersOf(fingerprint)],
  undo: await store.undoValues.read(run),
  history: await (await store.history("employee"))("ann", 9),
});

const due = async ({ knownDetails }: Store) => {
  const share = await knownDetails.due();
  if (!share) throw new Error("no share is due");
  return share;
};

/** All rows of a target, read without the store. */
const rowsOf = (target: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = (text: string, ...values: string[]) => database.prepare(text).all(...values);
  const tables = rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => String(name));
  const found = tables.flatMap((table) => {
    const columns = rows(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);
    if (columns.includes("target"))
      return [[table, rows(`SELECT * FROM "${table}" WHERE target = ?`, target)] as const];
    const ofRuns = `SELECT * FROM "${table}" WHERE run_id IN (SELECT id FROM run WHERE target = ?)`;
    return columns.includes("run_id") ? [[table, rows(ofRuns, target)] as const] : [];
  });
  database.close();
  return Object.fromEntries(found.filter(([table, { length }]) => length > 0 && table !== "audit"));
};

it("a target's memory is not changed by what is stored, ended and forgotten of another one", async () => {
  const [earlier, store, other, last] = [open("earlier"), open("one"), open("other"), open("last")];
  await fill(earlier, "stored-earlier");
  const ended = await earlier.leases.take();
  await earlier.debts.refreshPaid(1, ended.holder);
  const own = await fill(other, "other");
  const held = await other.leases.take();
  const said = await readAll(other, own);
  expect(inspect(said, { depth: 99 })).not.toContain("stored-earlier");
  expect(said.lease).toBe(held.holder);
  expect(said.debts).toEqual([1, beganMs + 2_000, beganMs + 902_000]);
  const filled = await fill(store, "one");
  await fill(last, "last");
  await fill(open("zero"), "zero");
  expect(await readAll(other, own)).toEqual(said);
  const before = [rowsOf("earlier"), rowsOf("other")];
  expect(Object.keys(before[1] ?? {}).length).toBeGreaterThan(25);
  nowMs += 1_000;
  const lease = await store.leases.take();
  const submission = await store.submissions.claim();
  const message = await store.outbox.claim("mail", [1_000]);
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    refreshPaid: () => store.debts.refreshPaid(1, lease.holder, nowMs),
    expectLateWrite: () => store.debts.expectLateWrite(),
    useRelease: () => store.verdicts.use(filled.run, { fingerprint, accepted: [], by: "x", at, reason: "x" }, true),
    withdrawVerdict: () => store.verdicts.withdraw("e".repeat(64), program),
    keepVerdict: async () =>
      store.verdicts.keep(
        { fingerprint, run: filled.run, by: program, reason: "x", accepted: [], verdict: "rejected" },
        await store.verdicts.find(fingerprint),
      ),
    withdrawDecision: () => store.decisions.withdraw([pair], program),
    withdrawRequest: () => store.requests.withdraw(filled.requested, program),
    takeRequest: () => store.runs.begin("request", "running", { takes: "ordinary" }),
    endPause: () => store.pauses.end(program),
    keepRetry: () => store.retries.keep({ status: "failed", codes: [], times: 9, since: at, nextTry: at }),
    forgetRetry: () => store.retries.forget(),
    keepSubmission: async () => submission && store.submissions.initiate(submission, "form"),
    hasten: () => store.submissions.hasten("trace", fingerprint),
    delivered: async () => message && store.outbox.delivered(message.seq),
    tell: () => store.outbox.decide(() => ({ drafts: [], watch: { firstMs: 1, aliveMs: 1, daily: "", weekly: "" } })),
    relink: () =>
      store.plans.record(
        filled.open,
        { changeId: "employee/ann/update", result: "applied" },
        { entries: [], renamed: { from: "ann", to: "bob" }, relinked: { kind: "employee", from: "ann", to: "bob" } },
      ),
    writeLedger: () => store.ledger.write([{ subject: "employee/ann", field: "resignationDate", value: null }]),
    forgetLedger: () => store.ledger.forget("employee/", new Set()),
    keepLinks: () => store.links.remember({ ...noLinks, employee: new Map([["id", "ann"]]) }, noLinks),
    keepFeeds: () => store.feeds.keepOnly(new Set()),
    keepReadings: () => store.readings.keep([]),
    endApproval: () => store.approvals.end(),
    keepSettings: async () => {
      for (let count = 0; count < 52; count += 1) {
        nowMs += 1;
        await store.keptSettings.keep(`${count}`);
      }
    },
    seeDetails: async () => store.knownDetails.seen(await due(store), nowMs),
    forgetUnchanged: () => store.unchanged.forget(),
    forgetDetails: () => store.knownDetails.forget(),
    closeRest: () => store.plans.closeRest(filled.open, { result: "not-tried", code: "interrupted" }),
    endRun: () => store.runs.end(filled.open, { status: "interrupted", refresh: "owed" }),
    release: () => lease.release(),
    forgetPerson: () => last.forgetPerson.forget("ann"),
    forget: () => store.forget("target"),
  };
  for (const [name, step] of Object.entries(steps)) {
    await step();
    expect({ name, rows: [rowsOf("earlier"), rowsOf("other")] }).toEqual({ name, rows: before });
  }
  expect(await readAll(other, own)).toEqual(said);
  const left = inspect([rowsOf("last"), await last.sourceProfile.read()], { depth: 99 });
  const stamps = [1_000, 2_000, 3_000, 4_000, 5_000].map((ms) => left.split(stampAt(beganMs + ms)).length - 1);
  expect(stamps).toEqual([0, 0, 0, 5, 0]);
  await ended.release();
  await held.release();
});
