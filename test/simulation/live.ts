/** Lives a scenario: one process, one machine, from the import to the last quiet night. Returns what the judges have to say. */
import { createHash } from "node:crypto";
import { mergedCaps } from "../../src/config/plan-settings.ts";
import { defaultIdentity } from "../../src/model/directory/identity.ts";
import type { PlanSettings } from "../../src/model/plan/settings.ts";
import type { RunResult } from "../../src/run/reconcile.ts";
import { targetSettings } from "../../src/site/settings/settings.ts";
import { siteSettings } from "../service/running-service.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import { morningOfForms } from "./callbacks.ts";
import { type Daemon, type Installation, startDaemon, storeOf } from "./daemon.ts";
import { createDisk, watchDatabases } from "./disk.ts";
import { openJudges, type Seen, type Wrong } from "./judges.ts";
import { legacyOf, openSimulatedLife, undoneCodes } from "./life.ts";
import { type Machine, type Owner, onMachine } from "./machine.ts";
import { createNetwork, type FaultKind } from "./network.ts";
import { carryOut } from "./operators.ts";
import { openReadings } from "./reading-habits.ts";
import { quirksOf, type Scenario } from "./scenario.ts";
import { createSite, type Site } from "./site.ts";
import { openUndoJudge } from "./undo-judge.ts";
import { habitOf } from "./unnamed-habits.ts";

/** A line of the story. `atMs`: wall clock. */
export type Told = { readonly atMs: number; readonly night: number; readonly lane: string; readonly text: string };

export type Lived = {
  readonly wrong: readonly (Wrong & { readonly night: number })[];
  /** The same for each life of this scenario, on every machine. */
  readonly digest: string;
  readonly nights: number;
  readonly told: readonly Told[];
  /** Held reasons, notices and error codes that occurred. */
  readonly reached: ReadonlySet<string>;
};

const hourMs = 3_600_000;
/** Longer than any call is on its way. */
const lateMs = 120_000;
const dayMs = 24 * hourMs;
const firstNightMs = Date.parse("2026-11-21T01:00:00+08:00");

/** How long a night lasts at least, so that what is done belongs to it. */
const leastMinutes: Readonly<Record<string, number>> = { undo: 70, "last-week": 5 };

/** `tamper` changes the site between the end of a night and its judgement, or what the judges are told of the night, to try them. */
type Options = {
  readonly isTold?: boolean;
  readonly tamper?: (site: Site, night: number, runs: readonly RunResult[]) => Partial<Seen> | void;
};

export const live = async (scenario: Scenario, options: Options = {}): Promise<Lived> => {
  const unwatch = watchDatabases();
  try {
    return await onMachine(scenario.seed, firstNightMs, (machine) => liveOn(machine, scenario, options));
  } finally {
    unwatch();
  }
};

const liveOn = async (machine: Machine, scenario: Scenario, { isTold = false, tamper }: Options): Promise<Lived> => {
  const life = openSimulatedLife(scenario.seed, scenario.people, scenario);
  const quirks = quirksOf(scenario.quirks);
  let night = 0;
  const isMended = () => night >= scenario.mendedFrom;
  const habits = scenario.habits.map(habitOf);
  const site = createSite(quirks, machine.nowMs, () => (isMended() ? [] : habits));
  if (scenario.isAdopted) site.load(organisationOf(scenario.isLegacy ? legacyOf(life.wanted()) : life.wanted()));
  const disk = createDisk(
    `seed-${scenario.seed}`,
    scenario.faults.some(({ kind }) => kind.startsWith("power-cut")),
  );
  const told: Told[] = [];
  const digest = createHash("sha256");
  const note = (outline: string): void => void digest.update(`${machine.nowMs()} ${outline}\n`);
  const tell = (lane: string, text: string): void => {
    if (lane !== "site") note(`${lane} ${text}`);
    if (isTold) told.push({ atMs: machine.nowMs(), night, lane, text });
  };
  const settings: PlanSettings = {
    ...defaultSettings,
    identity: defaultIdentity,
    omittedFields: siteSettings(quirks).omittedFields,
    managerMustBeMember: quirks.managersAreMembers ?? true,
    caps: scenario.hasCaps ? mergedCaps({}) : {},
  };
  const target = targetSettings.parse({
    url: "http://site.example",
    corpCode: "ACME",
    apiKey: "k",
    retries: 2,
    backoffMs: 100,
    ...siteSettings(quirks),
  });
  const queue = { lost: 0.02, twice: 0.05, lateMs: 20, isGone: false };
  let runs: (RunResult & { readonly by: string })[] = [];
  let daemons: Daemon[] = [];
  let undone: ReadonlySet<string> = new Set();
  /** When the last run ended, by the steady clock. */
  let endedMs = 0;
  let succeededMs = 0;

  const strike = (kind: FaultKind, owner: Owner, ms?: number): void => {
    tell("fault", `${kind} strikes ${owner.name}`);
    if (kind === "clock-back") return machine.setClock(-machine.random.integer(1, 300) * 60_000);
    if (kind === "clock-forward") return machine.setClock(machine.random.integer(1, 120) * 60_000);
    if (kind === "freeze") {
      machine.freeze(owner);
      machine.after(ms ?? machine.random.integer(5, 300) * 1_000, driver, () => machine.thaw(owner));
      return;
    }
    machine.kill(owner);
    // Without power, all processes of the machine end, whose ever the call was.
    if (kind === "power-cut" || kind === "lost-disk") for (const one of daemons) machine.kill(one.owner);
    const dead = daemons.filter((one) => one.owner.state === "dead");
    daemons = daemons.filter((one) => one.owner.state !== "dead");
    if (kind === "power-cut") disk.losePower();
    else if (kind === "lost-disk") disk.wipe();
    else if (daemons.length === 0) disk.closeAll();
    for (const { owner: former } of dead)
      machine.after(machine.random.integer(1, 90) * 1_000, driver, () =>
        daemons.push(startDaemon(installation, former.name)),
      );
  };
  const driver = machine.newOwner("driver");
  const undoJudge = openUndoJudge(site);
  const underWay = new Set<Owner>();
  // A site that does more than it was asked changes more than the undo.
  const isUndoneTonight = () =>
    scenario.quirks.length + scenario.habits.length === 0 &&
    scenario.deeds.some((deed) => deed.night === night && deed.what === "undo");
  const network = createNetwork(machine, {
    site,
    shown: openReadings(scenario.readings, machine, () => !isMended()),
    lateMs: () => (isMended() ? 0 : scenario.lateMs),
    strike,
    tell,
    isTold,
    note,
  });
  const installation: Installation = {
    machine,
    network,
    disk,
    queue,
    target,
    plan: () => settings,
    read: async () => ({
      snapshot: life.export(),
      findings: [],
      changes: [],
      feeds: [],
      profile: { version: 1, kinds: {} },
    }),
    succeededMs: () => succeededMs,
    ended: (by, result) => {
      const { status, refresh, applied, failed, held, error } = result.run;
      tell(
        "daemon",
        `${by}: run ended ${status}, refresh ${refresh}: ${applied} applied, ${failed} failed, ${held} held${error ? `, ${error.code}: ${error.message}` : ""}`,
      );
      if (isTold && result.plan)
        for (const { id, reason } of result.plan.held) tell("daemon", `holds ${id}: ${reason}`);
      endedMs = machine.steadyMs();
      if (status === "succeeded") succeededMs = endedMs;
      undone = undoneCodes(result) ?? undone;
      if (isUndoneTonight()) undoJudge.runEnded(result.run.id);
      runs.push({ ...result, by });
    },
  };
  const judges = openJudges({ scenario, life, site, quirks });
  const wrong: (Wrong & { night: number })[] = [];
  const backups = { site: site.save(), hasStore: false };
  try {
    daemons.push(startDaemon(installation, "daemon"));
    for (; night < scenario.nights; night += 1) {
      if (night > 0)
        life.nextDay(
          scenario.events.filter(({ day }) => day === night),
          undone,
        );
      for (const { what, a, b, c } of scenario.events.filter(({ day }) => day === night))
        tell("HR", `${what} ${a} ${b} ${c}`);
      // What is still on its way arrives; then everybody waits for the night.
      await machine.until(() => false, lateMs);
      machine.leap(firstNightMs + night * dayMs - machine.nowMs());
      runs = [];
      network.order(scenario.faults.filter((fault) => fault.night === night));
      const tonight = scenario.deeds.filter((deed) => deed.night === night);
      const saved = site.save();
      const misled =
        scenario.readings.length + scenario.lateMs > 0 && !isMended() ? directoryOf(site.dump()) : undefined;
      if (isUndoneTonight()) undoJudge.nightBegins();
      const deps = {
        machine,
        site,
        disk,
        installation,
        network,
        queue,
        tell,
        strike,
        backups,
        daemons: () => daemons,
        add: (daemon: Daemon) => {
          daemons = [...daemons.filter((one) => one.owner.state !== "dead"), daemon];
        },
        runs: () => runs,
        underWay,
        undoJudge,
      };
      for (const deed of tonight) carryOut(deps, deed);
      for (const daemon of daemons) daemon.trigger("schedule");
      // What happens in the first seconds has happened before a judge looks.
      const deedsMs = tonight.map(({ what }) => (leastMinutes[what] ?? 0.05) * 60_000);
      const leastMs = machine.steadyMs() + Math.max(0, ...deedsMs);
      const isOver = () =>
        machine.steadyMs() >= Math.max(leastMs, endedMs + scenario.lateMs) &&
        daemons.length > 0 &&
        runs.length > 0 &&
        daemons.every((daemon) => daemon.isQuiet()) &&
        [...underWay].every(({ state }) => state === "dead");
      const isQuiet = await machine.until(isOver, 20 * hourMs);
      network.order([]);
      network.setDown(false);
      queue.isGone = false;
      for (const daemon of daemons) machine.thaw(daemon.owner);
      const tampered = tamper?.(site, night, runs);
      const store = storeOf(installation);
      const verdict = await judges.night({
        night,
        runs,
        isQuiet,
        idleMs: machine.steadyMs() - endedMs,
        store,
        installation,
        misled,
        isDisturbed:
          scenario.deeds.some((deed) => deed.night === night || deed.night === night - 1) ||
          scenario.faults.some((fault) => fault.night === night || fault.night === night - 1),
        ...tampered,
      });
      await store.close();
      verdict.push(...undoJudge.take());
      for (const one of verdict) tell("judge", `${one.what}: ${one.about}`);
      wrong.push(...verdict.map((one) => ({ ...one, night })));
      backups.site = saved;
      if (scenario.deeds.some((deed) => deed.what === "restore-store" && deed.night === night + 1))
        disk.backUp("yesterday");
      backups.hasStore = true;
      digest.update(JSON.stringify(site.dump()));
    }
    for (const { owner } of daemons) machine.kill(owner);
    const last = [...judges.end(), ...(await morningOfForms(machine))];
    wrong.push(...last.map((one) => ({ ...one, night: night - 1 })));
  } finally {
    for (const { owner } of daemons) machine.kill(owner);
    disk.remove();
  }
  return { wrong, digest: digest.digest("hex"), nights: scenario.nights, told, reached: judges.reached };
};
