/**
 * One measured process of `npm run bench`. The roles `apply` and `plan` run musterd itself; `replay` sends the requests that
 * `apply` or `plan` has recorded in a plain loop. Each prints {seconds, calls, peakMiB} as JSON.
 */
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync, copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { Agent } from "undici";
import { openApp } from "../src/app/app.ts";
import { loadConfig } from "../src/config/config.ts";
import { createLog } from "../src/lib/log.ts";
import { targetSettings } from "../src/site/settings.ts";

const [role = "", url = "", folder = "", ...rest] = process.argv.slice(2);
const apiKey = process.env["MUSTERD_API_KEY"] ?? "";
const settings = targetSettings.parse({ url, corpCode: "DEMO", apiKey });

type Recorded = { readonly method: string; readonly path: string; readonly body?: string };

/** Counts every request of this process, and records it in `file` if one is given. */
const watchRequests = (file: string | undefined): { readonly count: () => number } => {
  let count = 0;
  subscribe("undici:request:create", (message) => {
    const { request } = message as { request: Omit<Recorded, "body"> & { readonly body?: string | Uint8Array | null } };
    count += 1;
    if (file === undefined) return;
    const { method, path, body } = request;
    appendFileSync(
      file,
      `${JSON.stringify({ method, path, ...(body ? { body: Buffer.from(body).toString() } : {}) })}\n`,
    );
  });
  return { count: () => count };
};

const runMusterd = async (): Promise<number> => {
  const file = join(folder, "musterd.yaml");
  copyFileSync(new URL("../config/sample-company.yaml", import.meta.url), file);
  const loaded = loadConfig(file, { PATH: process.env["PATH"] });
  const state = join(folder, `state-${process.pid}`);
  const plan = { ...loaded.plan, caps: {} };
  const app = openApp({ ...loaded, plan, stateFolder: state }, settings, createLog("silent"));
  const startedMs = performance.now();
  if (role === "plan") await app.plan([]);
  else {
    const runs = await app.openRuns();
    const { run } = await runs.reconcile({
      trigger: "command",
      approve: async () => true,
      onProgress: () => undefined,
    });
    if (run.status !== "succeeded") throw new Error(`the load ended as ${run.status}: ${run.error?.message}`);
    await runs.close();
  }
  const seconds = (performance.now() - startedMs) / 1000;
  await app.close();
  return seconds;
};

/**
 * Sends the recorded requests at the same concurrency as musterd. No request may overtake one on which it depends. So requests
 * for departments, levels, titles and functions are sent one after the other, and a request of another kind than the one before
 * waits for all requests in flight.
 */
const replay = async (file: string): Promise<number> => {
  const requests = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Recorded);
  const agent = new Agent({ connections: settings.concurrency });
  const headers = { "Api-Key": apiKey, CorpCode: "DEMO", "Content-Type": "application/json" };
  const send = async ({ method, path, body }: Recorded): Promise<void> => {
    const answer = await agent.request({
      origin: url,
      method,
      path,
      headers,
      ...(body ? { body } : {}),
    });
    const text = await answer.body.text();
    if (text !== "") JSON.parse(text);
  };
  const limit = pLimit(settings.concurrency);
  const startedMs = performance.now();
  let kind = "";
  let pending: Promise<void>[] = [];
  for (const request of requests) {
    const next = request.method === "GET" ? kind : `${request.method} ${request.path}`;
    const alone =
      next !== kind || (request.method === "POST" && /\/(deptlevel|department|jobtitle|jobfunc)$/.test(request.path));
    if (alone) {
      await Promise.all(pending);
      pending = [];
    }
    kind = next;
    pending.push(limit(() => send(request)));
  }
  await Promise.all(pending);
  const seconds = (performance.now() - startedMs) / 1000;
  await agent.close();
  return seconds;
};

const requests = watchRequests(rest[0] === "record" ? rest[1] : undefined);
const seconds = role === "replay" ? await replay(rest[0] ?? "") : await runMusterd();
const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ seconds, calls: requests.count(), peakMiB }));
