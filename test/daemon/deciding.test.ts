/** Tests what people decide about plans, by whichever way, against the real service: once, for one plan, with a reason, by two persons. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type App, openApp } from "../../src/app/app.ts";
import type { Answer, Decider } from "../../src/app/deciding.ts";
import type { Runs } from "../../src/app/open-runs.ts";
import { wordsOf } from "../../src/cli/words/words.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/lib/log.ts";
import { actorText } from "../../src/model/runs/actor.ts";
import type { RunSummary } from "../../src/model/runs/run.ts";
import { markdownReport } from "../../src/report/text/markdown.ts";
import { textReport } from "../../src/report/text/text.ts";
import { targetSettings } from "../../src/site/settings/settings.ts";
import { type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";
import { writesOf } from "../support/servers/service-fixture.ts";

let site: DaemonSite;
let app: App;
let runs: Runs;

const open = async (more: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  await runs?.close();
  await app?.close();
  await site.configure({ guard: { caps: { employee: { update: { count: 0 } } } }, ...more });
  const config = loadConfig(site.config, { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken });
  app = openApp(config, targetSettings.parse(config.target), createLog("silent"));
  runs = await app.openRuns();
};

beforeEach(async () => {
  site = await openDaemonSite();
  await open();
});
afterEach(async () => {
  await runs.close();
  await app.close();
  await site.close();
});

const person = (name: string): Decider => ({ actor: { kind: "person", name }, roles: ["approver"] });
const chen = person("chen");
const amy = person("amy");

/** A run as the daemon does it, of whoever asks. */
const run = async (by?: Decider["actor"], approve: () => Promise<boolean> = async () => true): Promise<RunSummary> => {
  const requested = await app.store.requests.add({ trigger: by ? "request" : "schedule", by });
  const request = await app.store.requests.find(requested);
  const ended = await runs.reconcile({
    trigger: request?.trigger ?? "schedule",
    requested,
    ...(request?.by && { by: request.by }),
    approve,
    onProgress: () => undefined,
  });
  return ended.run;
};

const answer = (blocked: RunSummary, by: Decider, more: Partial<Answer> = {}): Answer => ({
  by,
  run: blocked.id,
  fingerprint: blocked.fingerprint ?? "",
  reason: "HR has confirmed it",
  ...more,
});

const refused = (code: string) => ({ code });

describe("a release", () => {
  it("lets exactly this plan be applied, once, and says who has released it and why", async () => {
    const blocked = await run();
    expect(blocked.status).toBe("blocked");
    expect(await app.deciding.refusal(chen, blocked.id)).toBeUndefined();
    const released = await app.deciding.release(answer(blocked, chen));
    expect(released.accepted).toEqual(["cap-exceeded:employee/update"]);
    expect(await app.store.requests.next()).toMatchObject({ runId: released.follows, by: chen.actor });
    const applied = await run(chen.actor);
    expect(applied).toMatchObject({
      id: released.follows,
      status: "succeeded",
      release: { by: "chen", reason: "HR has confirmed it", fingerprint: blocked.fingerprint },
    });
    expect(await app.store.verdicts.find(blocked.fingerprint ?? "")).toMatchObject({ usedBy: applied.id });
    await expect(app.deciding.release(answer(blocked, chen))).rejects.toMatchObject(refused("release-used"));
    const events = (await app.store.audit.list({ limit: 100 })).filter(({ event }) => event.startsWith("release"));
    expect(events.map(({ event, by }) => [event, by.name])).toEqual([
      ["released", "chen"],
      ["release-used", undefined],
    ]);
  });

  it("permits no other plan, and this one still when it is made again", async () => {
    const blocked = await run();
    await app.deciding.release(answer(blocked, chen));
    const file = "employees.csv";
    await site.write({ [file]: String(site.files[file]).replace(/@/, "2@") });
    const other = await run();
    expect(other.fingerprint).not.toBe(blocked.fingerprint);
    expect(other).toMatchObject({ status: "blocked", error: { code: "cap-exceeded" } });
    await expect(app.deciding.release(answer(blocked, amy))).rejects.toMatchObject(refused("plan-stale"));
    expect(writesOf(await site.fixture.calls())).toEqual([]);
    await site.write(site.files);
    expect(await run()).toMatchObject({ status: "succeeded" });
  });

  it("permits nothing after its time", async () => {
    await open({ release: { hours: 0.000_001 } });
    const blocked = await run();
    await app.deciding.release(answer(blocked, chen));
    expect(await run()).toMatchObject({ status: "blocked", error: { code: "cap-exceeded" } });
  });

  it("is not used by a run that has written nothing: the plan waits again, and may be released or rejected again", async () => {
    const blocked = await run();
    const { fingerprint = "" } = blocked;
    const { runs: kept, verdicts } = app.store;
    /** A run that dies, or that the service refuses everything, after it has taken the release. */
    const takenInVain = async (result?: "failed"): Promise<void> => {
      const { by, accepted, reason, at } = await app.deciding.release(answer(blocked, chen));
      const id = await kept.begin("schedule", "running");
      const release = { fingerprint, accepted, by: actorText(by), at, reason };
      expect(await verdicts.use(id, release, false)).toBe(true);
      await expect(app.deciding.release(answer(blocked, amy))).rejects.toMatchObject(refused("release-used"));
      if (!result) return;
      const plan = (await app.store.plans.read(blocked.id))?.plan;
      if (!plan) throw new Error("the run has no plan");
      await app.store.plans.keepToApply(id, plan);
      await app.store.plans.closeRest(id, { result, code: "target-refused" });
      await kept.end(id, { status: "partial", refresh: "not-needed" });
      await app.store.approvals.end();
    };
    await takenInVain();
    expect(await run()).toMatchObject({ status: "blocked", error: { code: "cap-exceeded" }, fingerprint });
    await takenInVain("failed");
    expect(await run()).toMatchObject({ status: "blocked", error: { code: "cap-exceeded" }, fingerprint });
    await app.deciding.reject(answer(blocked, amy));
    await app.deciding.withdraw(answer(blocked, amy));
    await app.deciding.release(answer(blocked, amy));
    expect(await run()).toMatchObject({ status: "succeeded", release: { by: "amy" } });
    await expect(app.deciding.release(answer(blocked, chen))).rejects.toMatchObject(refused("release-used"));
  });

  it("needs an approver, a reason, the plan that was seen, and limits that it exceeds", async () => {
    const blocked = await run();
    const operator: Decider = { actor: { kind: "person", name: "op" }, roles: ["viewer", "operator", "auditor"] };
    const tries: readonly (readonly [Answer, string])[] = [
      [answer(blocked, operator), "role-missing"],
      [answer(blocked, chen, { reason: " " }), "release-incomplete"],
      [answer(blocked, chen, { fingerprint: "0123456789abcdef" }), "plan-stale"],
      [answer(blocked, chen, { fingerprint: "" }), "plan-stale"],
      [answer(blocked, chen, { run: "none" }), "run-unknown"],
    ];
    for (const [given, code] of tries) await expect(app.deciding.release(given)).rejects.toMatchObject(refused(code));
    expect(await app.store.requests.next()).toBeUndefined();
    await open({ guard: {} });
    const applied = await run();
    expect(applied.status).toBe("succeeded");
    await expect(app.deciding.release(answer(applied, chen))).rejects.toMatchObject(refused("nothing-to-decide"));
  });
});

it("releases an undo for the command that gives it again, and asks for no run of the source", async () => {
  await open({ guard: {} });
  const applied = await run();
  await open();
  const request = {
    trigger: "command",
    undoes: applied.id,
    approve: async () => true,
    onProgress: () => undefined,
  } as const;
  const undo = await runs.reconcile(request);
  expect(undo.run).toMatchObject({ status: "blocked", undoes: applied.id });
  const released = await app.deciding.release(answer(undo.run, chen));
  expect(released.follows).toBeUndefined();
  expect(await app.store.requests.next()).toBeUndefined();
  const again = await runs.reconcile(request);
  expect(again.run).toMatchObject({ status: "succeeded", release: { by: "chen" } });
});

describe("with four eyes", () => {
  it("whoever asked for the run may not release its plan, under whichever of the own names", async () => {
    await open({ release: { fourEyes: true } });
    const blocked = await run({ kind: "person", name: "chen" });
    for (const actor of [chen.actor, { kind: "command", name: "Chen@desk" } as const])
      await expect(app.deciding.release(answer(blocked, { ...chen, actor }))).rejects.toMatchObject(
        refused("four-eyes"),
      );
    expect(await app.deciding.refusal(chen, blocked.id)).toMatchObject(refused("four-eyes"));
    const report = await app.report(blocked.id);
    const command = `musterd release ${blocked.fingerprint?.slice(0, 12)} --reason`;
    expect(report && markdownReport(report, false)).toContain(`\`${command}`);
    expect(report && textReport(report, { colour: false, width: 60, full: false })).toContain(command);
    await app.deciding.release(answer(blocked, amy));
    expect(await run()).toMatchObject({ status: "succeeded", release: { by: "amy" } });
  });

  it("whoever changed the configuration last may not release a plan", async () => {
    await open({ release: { fourEyes: true } });
    const blocked = await run();
    const [changed] = await app.store.audit.list({ events: ["configuration-changed"], newest: true, limit: 1 });
    const by: Decider = { actor: changed?.by ?? { kind: "request" }, roles: ["approver"] };
    await expect(app.deciding.release(answer(blocked, by))).rejects.toMatchObject(refused("four-eyes"));
  });

  it("whoever has decided who is who may not release, until a run of the whole source has applied its plan", async () => {
    await open({ release: { fourEyes: true } });
    const pair = { kind: "employee", source: "n1", target: "n2" } as const;
    await app.deciding.adopt(chen, [{ ...pair, same: true }], { unchecked: true });
    await app.deciding.adopt(amy, [], { withdrawn: [pair] });
    const blocked = await run();
    for (const by of [chen, amy])
      await expect(app.deciding.release(answer(blocked, by))).rejects.toMatchObject(refused("four-eyes"));
    await app.deciding.release(answer(blocked, person("lin")));
    expect((await run()).status).toBe("succeeded");
    const file = "employees.csv";
    await site.write({ [file]: String(site.files[file]).replace(/@/, "2@") });
    const later = await run();
    expect(later.status).toBe("blocked");
    expect(await app.deciding.refusal(chen, later.id)).toBeUndefined();
  });

  it("other functions of the mapping are another configuration", async () => {
    const file = join(site.folder, "functions.ts");
    await site.configure({ source: { mappingFile: file } });
    const digestWith = async (text: string): Promise<string> => {
      await writeFile(file, text);
      return loadConfig(site.config, { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken }).digest;
    };
    const before = await digestWith("export const site = () => 1;");
    expect(await digestWith("export const site = () => 2;")).not.toBe(before);
    expect(await digestWith("export const site = () => 1;")).toBe(before);
  });
});

describe("a rejection", () => {
  it("lets no run apply the plan until it differs, and is taken back on purpose only", async () => {
    const blocked = await run();
    expect((await app.status(wordsOf("en").check)).state).toBe("waiting");
    await app.deciding.reject(answer(blocked, chen));
    expect((await app.status(wordsOf("en").check)).state).toBe("trouble");
    expect(await run()).toMatchObject({ status: "blocked", error: { code: "plan-rejected" } });
    await expect(app.deciding.release(answer(blocked, amy))).rejects.toMatchObject(refused("plan-rejected"));
    await open({ guard: {} });
    expect(await run()).toMatchObject({ status: "blocked", error: { code: "plan-rejected" } });
    expect(writesOf(await site.fixture.calls())).toEqual([]);
    await app.deciding.withdraw(answer(blocked, amy));
    await expect(app.deciding.withdraw(answer(blocked, amy))).rejects.toMatchObject(refused("nothing-to-decide"));
    expect(await run()).toMatchObject({ status: "succeeded" });
  });

  it("replaces a release that no run has used", async () => {
    const blocked = await run();
    await app.deciding.release(answer(blocked, chen));
    await app.deciding.reject(answer(blocked, amy));
    expect(await run()).toMatchObject({ status: "blocked", error: { code: "plan-rejected" } });
  });

  it("stops the run in which somebody is just asked, whatever would have let its plan through", async () => {
    const blocked = await run();
    const rejecting = async (): Promise<boolean> => {
      await app.deciding.reject(answer(blocked, amy));
      return true;
    };
    await app.deciding.release(answer(blocked, chen));
    expect(await run(undefined, rejecting)).toMatchObject({ status: "blocked", error: { code: "plan-rejected" } });
    await app.deciding.withdraw(answer(blocked, amy));
    await app.deciding.release(answer(blocked, chen));
    const takenBack = async (): Promise<boolean> => {
      await rejecting();
      await app.deciding.withdraw(answer(blocked, amy));
      return true;
    };
    expect(await run(undefined, takenBack)).toMatchObject({ status: "blocked", error: { code: "cap-exceeded" } });
    await open({ guard: {} });
    expect(await run(undefined, rejecting)).toMatchObject({ status: "blocked", error: { code: "plan-rejected" } });
    expect(writesOf(await site.fixture.calls())).toEqual([]);
    const events = (await app.store.audit.list({ limit: 100 })).map(({ event }) => event);
    expect(events).not.toContain("release-used");
  });

  it("stands against a release of the same moment", async () => {
    const blocked = await run();
    const { fingerprint = "" } = blocked;
    for (let round = 0; round < 8; round += 1) {
      const late = async (ticks: number) => {
        for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      };
      const said = await Promise.allSettled([
        app.deciding.release(answer(blocked, chen)),
        late(round * 4).then(() => app.deciding.reject(answer(blocked, amy))),
      ]);
      expect(said[1].status).toBe("fulfilled");
      expect(await app.store.verdicts.find(fingerprint)).toMatchObject({ verdict: "rejected" });
      await app.deciding.withdraw(answer(blocked, amy));
    }
  });
});
