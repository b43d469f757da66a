/**
 * `npm run build && node scripts/bench-console.ts --people 100000 --runs 1095 [--store FOLDER]`: what the pages of the console take on the server, and
 * how much memory they add to the daemon. The store is made by the real store: the import of a sample company, three years of nightly
 * runs, and a plan that disables a fifth of the people and waits. With `--store`, it is made once and kept there. Of the import, 2,000 people
 * are planned, and the others repeat them under keys of their own.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { emptyMemory } from "../src/model/memory/memory.ts";
import type { Change, Plan } from "../src/model/plan/plan.ts";
import { sampleCompany } from "../src/sample/sample-company.ts";
import { describeTarget, targetSettings } from "../src/site/settings/settings.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { readSample } from "../test/sample/sample-source.ts";
import { startCli } from "../test/support/processes/cli-process.ts";
import { controlUrl } from "../test/support/processes/daemon-site.ts";
import { openWorkplace, smallSample } from "../test/support/processes/workplace.ts";
import { defaultSettings } from "../test/support/random/arbitraries.ts";
import { memoryTarget } from "../test/support/target/memory-target.ts";
import { planFor } from "../test/support/target/planning.ts";

const { values: options } = parseArgs({
  options: { people: { type: "string" }, runs: { type: "string" }, store: { type: "string" } },
});
const people = Number(options.people ?? 10_000);
const nights = Number(options.runs ?? 1_095);
const password = "correct horse battery staple";
const target = { url: "http://127.0.0.1:9/", corpCode: "DEMO", apiKey: "env:API_KEY" };
const secrets = { API_KEY: "key-of-the-benchmark", DAEMON_TOKEN: "daemon-of-the-benchmark" };
const dayMs = 86_400_000;
const changedEachNight = 60;

const planned = 2_000;
/** As users have it: its modules are smaller, and no types are taken out. */
const command = join(import.meta.dirname, "../dist/cli/musterd.js");
const databaseName = "musterd.db";

const importOf = async (): Promise<Plan> => {
  const source = await readSample(sampleCompany({ people: Math.min(people, planned), today: "2026-11-21" }));
  const nothing = { levels: [], titles: [], categories: [], functions: [], departments: [], employees: [] };
  const settings = defaultSettings;
  const pair = { source, current: nothing, memory: emptyMemory, settings, today: "2026-11-21", rules: {}, seed: 1 };
  const plan = planFor(pair, memoryTarget(nothing), emptyMemory);
  const own = plan.changes.filter(({ kind }) => kind === "employee" || kind === "post");
  const changes = [...plan.changes];
  const employee: Record<string, string> = { ...plan.names.employee };
  for (let copy = 1; copy < people / planned; copy += 1) {
    for (const change of own) {
      const [account = "", ...rest] = change.key.split("/");
      const key = [`${account}.${copy}`, ...rest].join("/");
      changes.push({ ...change, key, id: `${change.kind}/${key}/${change.action}` });
      employee[`${account}.${copy}`] = change.label;
    }
  }
  const notices = Array.from({ length: Math.ceil(people / planned) }, () => plan.notices).flat();
  return { ...plan, changes, notices, names: { ...plan.names, employee } };
};

/** A plan about some people of the import, as far as pages read it. */
const planAbout = (base: Plan, created: readonly Change[], fingerprint: string, set: Partial<Change>): Plan => {
  const changes = created.map((of): Change => {
    const { key, label, department } = of;
    const action = set.action ?? "update";
    const fields = [{ field: "email", before: `${key}@example.com`, after: `${key}.x@example.com` }];
    return {
      kind: "employee",
      key,
      label,
      action,
      reason: "differs",
      fields,
      step: 5,
      wave: 1,
      operations: [],
      needs: [],
      ...set,
      id: `employee/${key}/${action}`,
      ...(department !== undefined && { department }),
    };
  });
  const employee = Object.fromEntries(created.map(({ key, label }) => [key, label]));
  return { ...base, changes, names: { ...base.names, employee }, fingerprint };
};

const keep = async (store: Store, now: { ms: number }, plan: Plan, status: "succeeded" | "blocked"): Promise<void> => {
  const id = await store.runs.begin("schedule", status === "blocked" ? "planned" : "running");
  if (status === "blocked") await store.plans.keep(id, plan);
  else {
    await store.plans.keepToApply(id, plan);
    await store.plans.closeRest(id, { result: "applied" });
  }
  now.ms += 60_000;
  const error = { code: "guard-blocked", message: "the plan exceeds limits" };
  await store.runs.end(id, {
    status,
    refresh: "done",
    phasesMs: { planning: 900 },
    ...(status === "blocked" && { error }),
  });
};

const fingerprintOf = (n: number): string => String(n).padStart(64, "0");

const storeAt = (file: string, nowMs: () => number): Store =>
  openStore(file, describeTarget(targetSettings.parse({ ...target, apiKey: secrets.API_KEY })), { nowMs });

const fill = async (file: string): Promise<void> => {
  const startMs = Date.now() - (nights + 1) * dayMs;
  const now = { ms: startMs };
  const store = storeAt(file, () => now.ms);
  const whole = await importOf();
  // A store that was not finished is continued.
  const done = (await store.runs.list(nights + 1)).length;
  if (done === 0) await keep(store, now, { ...whole, fingerprint: fingerprintOf(0) }, "succeeded");
  const created = whole.changes.filter(({ kind, action }) => kind === "employee" && action === "create");
  const base = { ...whole, organisation: { departments: [], flows: [] }, names: { ...whole.names, employee: {} } };
  for (let night = Math.max(done, 1); night <= nights; night += 1) {
    now.ms = startMs + night * dayMs;
    const from = (night * changedEachNight) % Math.max(created.length - changedEachNight, 1);
    await keep(
      store,
      now,
      planAbout(base, created.slice(from, from + changedEachNight), fingerprintOf(night), {}),
      "succeeded",
    );
  }
  now.ms = Date.now() - 60_000;
  const gone = created.slice(0, Math.floor(people / 5));
  const blocked = planAbout(base, gone, "f".repeat(64), {
    action: "deactivate",
    reason: "missing-in-source",
    step: 10,
    fields: [{ field: "active", before: true, after: false }],
  });
  const breach = {
    code: "cap-exceeded",
    kind: "employee",
    action: "deactivate",
    count: gone.length,
    limit: 100,
    base: people,
  } as const;
  await keep(store, now, { ...blocked, breaches: [breach] }, "blocked");
  for (const [name, role] of [
    ["ann", "approver"],
    ["otto", "operator"],
    ["aude", "auditor"],
  ] as const)
    await store.users.add({ name, roles: [role] }, password);
  await store.close();
};

/** Processor time of a process until now, in ms. */
const processorMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

const status = (pid: number, line: string): number =>
  Math.round(Number(new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);

type Daemon = { readonly url: string; readonly pid: number };

const cookieOf = async ({ url }: Daemon, name: string): Promise<string> => {
  const body = new URLSearchParams({ name, password, to: "/" });
  const answer = await fetch(`${url}/sign-in`, { method: "POST", body, redirect: "manual", headers: { origin: url } });
  return String(answer.headers.get("set-cookie")).split(";")[0] ?? "";
};

/** The run of the import. */
const firstRun = async (file: string): Promise<string> => {
  const store = storeAt(file, Date.now);
  const id = await store.runs.lastPlanned(fingerprintOf(0));
  await store.close();
  return id ?? "";
};

const addresses = async ({ url }: Daemon, cookie: string, first: string): Promise<readonly string[]> => {
  const textOf = async (path: string) => (await fetch(`${url}${path}`, { headers: { cookie } })).text();
  const runs = [...(await textOf("/run")).matchAll(/href="\/run\/([^"?]+)"/g)].map(([, id]) => id);
  const found = /href="(\/people\/employee\/[^"]+)"/.exec(await textOf("/people?q=000102"))?.[1] ?? "/people?q=000102";
  const plans = [`/decide/${"f".repeat(12)}`, `/decide/${fingerprintOf(0)}`];
  const search = ["/people?q=a", "/people?q=%E9%99%B3", "/people?q=nobody-of-this-name", found];
  const list = ["/sign-in", "/", "/run", `/run?before=${runs.at(-1)}`, `/run/${runs[0]}`, `/run/${runs[1]}`];
  const others = ["/questions", "/source", "/source/rejected.csv", "/site", "/settings", "/audit", "/audit.csv"];
  return [
    ...list,
    `/run/${runs[1]}/report`,
    `/run/${first}`,
    `/run/${first}/report`,
    ...plans.flatMap((plan) => [plan, `${plan}/report`]),
    ...search,
    ...others,
  ];
};

const turns = 4;

const measurePage = async (daemon: Daemon, path: string, cookie: string): Promise<void> => {
  const times: number[] = [];
  let said = "";
  const usedMs = processorMs(daemon.pid);
  for (let turn = 0; turn < turns; turn += 1) {
    const startedMs = performance.now();
    const answer = await fetch(`${daemon.url}${path}`, { headers: { cookie } });
    times.push(performance.now() - startedMs);
    said = `${answer.status} ${Math.round((await answer.arrayBuffer()).byteLength / 1024)} KiB`;
  }
  const processor = Math.round((processorMs(daemon.pid) - usedMs) / turns);
  const told = times.map((ms) => String(Math.round(ms)).padStart(6)).join("");
  console.log(
    `  ${path.slice(0, 44).padEnd(44)} ${told} ms, processor ${processor} ms, ${said}, ${status(daemon.pid, "VmRSS")} MiB`,
  );
};

/** Works with a daemon over the store, whose only run is far away. */
const withDaemon = async (folder: string, setting: string, work: (daemon: Daemon) => Promise<void>): Promise<void> => {
  const { source } = await smallSample();
  const part = { port: 0, schedule: "0 0 29 2 *", token: "env:DAEMON_TOKEN", console: setting, runAtStart: false };
  const place = await openWorkplace({}, { source, target, state: { folder }, daemon: part });
  const daemonProcess = startCli(["daemon", "--config", place.config], { command, env: secrets });
  try {
    await work({ url: await controlUrl(daemonProcess), pid: daemonProcess.pid });
  } finally {
    daemonProcess.signal("SIGTERM");
    await daemonProcess.ended;
    await place.remove();
  }
};

/** How long a daemon is left alone before its memory is read: it looks at its work every 15 s. */
const settleMs = 20_000;

const settledMemory = async ({ pid }: Daemon): Promise<number> => {
  await delay(settleMs);
  return status(pid, "VmRSS");
};

/** The pages of a large plan are made by a process of its own when somebody first asks. */
const untilMade = async ({ url }: Daemon, path: string, cookie: string): Promise<void> => {
  const startedMs = performance.now();
  for (;;) {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } });
    if (answer.ok && !(await answer.text()).includes('http-equiv="refresh" content="1"')) break;
    if (!answer.ok || performance.now() - startedMs > 300_000) throw new Error(`${path} is not made: ${answer.status}`);
    await delay(500);
  }
  console.log(`  ${path.slice(0, 44)} made within ${Math.round((performance.now() - startedMs) / 1000)} s`);
};

const measure = async (folder: string): Promise<void> => {
  let off = 0;
  await withDaemon(folder, "off", async (daemon) => {
    off = await settledMemory(daemon);
  });
  await withDaemon(folder, "loopback", async (daemon) => {
    const before = await settledMemory(daemon);
    const [ann, aude] = [await cookieOf(daemon, "ann"), await cookieOf(daemon, "aude")];
    const paths = await addresses(daemon, ann, await firstRun(join(folder, databaseName)));
    for (const path of paths.filter((one) => one.startsWith("/decide/") || one.endsWith("/report")))
      await untilMade(daemon, path, ann);
    for (const path of paths) await measurePage(daemon, path, path.startsWith("/audit") ? aude : ann);
    const pages = status(daemon.pid, "VmRSS");
    const after = await settledMemory(daemon);
    console.log(`  memory without the console ${off} MiB, with it ${before}, with all pages ${pages}, later ${after}`);
    console.log(`  peak ${status(daemon.pid, "VmHWM")} MiB`);
  });
};

const folder = options.store ?? join(tmpdir(), `musterd-console-${process.pid}`);
mkdirSync(folder, { recursive: true, mode: 0o700 });
const finished = join(folder, "finished");
if (!existsSync(finished)) {
  const startedMs = performance.now();
  await fill(join(folder, databaseName));
  writeFileSync(finished, "");
  console.log(`filled in ${Math.round((performance.now() - startedMs) / 1000)} s`);
}
await measure(folder);
