/** Tests what the page of a plan says after somebody has released it: as long as a run may still write it, and when none will. */
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;
const breach = { code: "cap-exceeded", kind: "employee", action: "update", count: 2, limit: 1, base: 9 } as const;
const fingerprint = "ab".repeat(32);
const path = `/decide/${fingerprint.slice(0, 12)}`;

beforeEach(async () => {
  at = await serveForTest();
});
afterEach(() => at.close());

const blocked = async (print: string, more: Partial<Parameters<typeof planWith>[0]> = {}): Promise<string> => {
  const { runs, plans } = at.app.store;
  const id = await runs.begin("schedule", "running");
  await plans.keep(id, planWith({ changes: [change()], fingerprint: print, breaches: [breach], ...more }));
  await runs.end(id, {
    status: "blocked",
    refresh: "not-needed",
    error: { code: "cap-exceeded", message: "too many" },
  });
  return id;
};

const given = (run: string) => {
  const by = { kind: "person", name: "ann" } as const;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  return { verdict: "released", fingerprint, run, by, reason: "x", accepted: [], expiresAt } as const;
};
const released = (run: string) => at.app.store.verdicts.keep(given(run));

const said = async (url = path) => (await at.get(url)).body;
const answers = `action="${path}/release"`;

it("does not let anybody believe that a rejection tells HR", async () => {
  await blocked(fingerprint);
  expect(await said()).toContain("musterd tells nobody: tell HR what looks wrong.");
});

it("says that a run will write it, as long as it is the plan", async () => {
  await released(await blocked(fingerprint));
  expect(await said()).toContain("This plan was released.");
  expect(await said("/")).not.toContain(`href="${path}"`);
});

it("says until when no run writes it while runs are paused", async () => {
  await released(await blocked(fingerprint));
  expect(await said()).toContain("A run writes it: in a moment");
  const by = { kind: "person", name: "otto" } as const;
  await at.app.store.pauses.begin({ until: "2099-01-02T03:04:00.000Z", by, reason: "moving" });
  const paused = await said();
  expect(paused).not.toContain("in a moment");
  expect(paused).toMatch(/Runs are paused until <time datetime="2099-01-02T03:04:00.000Z">/);
});

it("says why somebody has decided, and of a rejection what follows and how it is taken back", async () => {
  const run = await blocked(fingerprint);
  await at.app.store.verdicts.keep({ ...given(run), reason: "HR <confirms>" });
  expect(await said()).toContain("<bdi>ann</bdi> · <bdi>HR &lt;confirms&gt;</bdi>");
  const other = "cd".repeat(32);
  const rejected = {
    ...given(await blocked(other)),
    fingerprint: other,
    verdict: "rejected",
    reason: "wrong file",
  } as const;
  await at.app.store.verdicts.keep(rejected);
  const page = await said(`/decide/${other.slice(0, 12)}`);
  expect(page).toContain("<bdi>ann</bdi> · <bdi>wrong file</bdi>");
  expect(page).toContain("No run applies it until it differs.");
  expect(page).toContain(`musterd reject ${other.slice(0, 12)} --withdraw`);
});

it("says that the release ends before the pause does", async () => {
  const id = await blocked(fingerprint);
  await released(id);
  const { expiresAt } = given(id);
  const by = { kind: "person", name: "otto" } as const;
  await at.app.store.pauses.begin({ until: "2099-01-02T03:04:00.000Z", by, reason: "moving" });
  const ends = new RegExp(`The release ends before that: <time datetime="${expiresAt.slice(0, 16)}`);
  expect(await said()).toMatch(ends);
  await at.app.store.pauses.end(by);
  expect(await said()).not.toContain("The release ends before that");
});

it("knows of a blocked run that a release of its plan has ended unused", async () => {
  const { verdicts, runs, outbox } = at.app.store;
  const first = await blocked(fingerprint);
  const ended = async (id: string) => {
    const run = await runs.find(id);
    return run && (await outbox.describe(run)).releaseEnded;
  };
  const expiresAt = new Date(Date.now() + 50).toISOString();
  await verdicts.keep({ ...given(first), expiresAt });
  expect(await ended(first)).toBeUndefined();
  await pause(100);
  expect(await ended(await blocked(fingerprint))).toBe(expiresAt);
});

it("is no longer the plan once a later run has made another one", async () => {
  await released(await blocked(fingerprint));
  const other = "cd".repeat(32);
  await blocked(other);
  const page = await said();
  expect(page).toContain("This is no longer the plan");
  expect(page).toContain(`href="/decide/${other.slice(0, 12)}"`);
  expect(page).not.toContain("This plan was released.");
});

it("is still the plan where it was made for one person, whatever a run of everybody has made since", async () => {
  const only = { subjects: [], leftOut: 0, leftOutEntries: 0 };
  await released(await blocked(fingerprint, { only }));
  await blocked("cd".repeat(32));
  expect(await said()).toContain("This plan was released.");
});

it("waits where it was made for one person, or of an undo, and the page of its run leads to it", async () => {
  const only = { subjects: [], leftOut: 0, leftOutEntries: 0 };
  const part = await blocked(fingerprint, { only });
  const undo = "ef".repeat(32);
  await blocked(undo, { undoes: part });
  await blocked("cd".repeat(32));
  expect(await said()).toContain(answers);
  expect(await said(`/run/${part}`)).toContain(`href="${path}"`);
  const undoPath = `/decide/${undo.slice(0, 12)}`;
  expect(await said(undoPath)).toContain(`action="${undoPath}/release"`);
  await at.app.store.verdicts.keep({ ...given(part), fingerprint: undo });
  expect(await said(undoPath)).toContain(`musterd undo ${part} --plan ${undo.slice(0, 12)} --yes`);
});

it("waits again after a run that took the release and wrote nothing", async () => {
  const { runs, verdicts } = at.app.store;
  const run = await blocked(fingerprint);
  await released(run);
  const dead = await runs.begin("schedule", "running");
  await verdicts.use(dead, { fingerprint, accepted: [], by: "ann", at: new Date().toISOString(), reason: "x" }, false);
  expect(await said()).toContain("This plan was released.");
  expect(await said("/")).not.toContain(`href="${path}"`);
  await runs.end(dead, { status: "interrupted", refresh: "not-needed" });
  expect(await said()).toContain(answers);
  expect(await said("/")).toContain(`href="${path}"`);
});

it("says that it was applied before, and is due again, and offers no answer that would be refused", async () => {
  const { runs, plans, verdicts, planHeaders } = at.app.store;
  await released(await blocked(fingerprint));
  const writing = await runs.begin("schedule", "running");
  const release = { fingerprint, accepted: [], by: "ann", at: new Date().toISOString(), reason: "x" };
  await verdicts.use(writing, release, false);
  await plans.keep(writing, planWith({ changes: [change()], fingerprint }));
  await plans.conclude(writing, [{ changeId: change().id, result: "applied" }], []);
  await runs.end(writing, { status: "succeeded", refresh: "done" });
  expect(await said()).toContain("This plan was released.");
  expect(await said("/")).not.toContain(`href="${path}"`);
  await pause(2);
  const again = await blocked(fingerprint);
  const page = await said();
  expect(page).toContain("The same changes were released and applied before.");
  expect(page).toContain(`href="/run/${writing}"`);
  expect(page).not.toContain("/release");
  for (const url of ["/", `/run/${again}`]) expect(await said(url)).toContain(`href="${path}"`);
  expect(await said(`/run/${writing}`)).not.toContain("applied before");
  await blocked("cd".repeat(32));
  expect(await said()).not.toContain("applied before");
  expect(await said("/")).not.toContain(`href="${path}"`);
  expect((await planHeaders.newest())?.header.fingerprint).toBe("cd".repeat(32));
});
