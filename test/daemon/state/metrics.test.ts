/** Tests /metrics of the daemon as a process, before and after a run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { metricTable } from "../../../src/daemon/state/metric-table.ts";
import { controlUrl, openDaemonSite } from "../../support/processes/daemon-site.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Name → kind, as the output states it. */
const kindsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/^# TYPE (musterd_\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]));

const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

const checkedByPromtool = async (text: string): Promise<string> => {
  const promtool = spawn("promtool", ["check", "metrics"]);
  let said = "";
  for (const output of [promtool.stdout, promtool.stderr])
    output.on("data", (part) => {
      said += String(part);
    });
  promtool.stdin.end(text);
  await once(promtool, "close");
  return said;
};

it("has every metric of the table, which Prometheus can read, and tells what a run has done", async () => {
  const site = await openDaemonSite({ token: undefined });
  closing.push(site.close);
  const daemon = site.startDaemon();
  closing.push(async () => {
    daemon.signal("SIGKILL");
    await daemon.ended;
  });
  const url = await controlUrl(daemon);
  const read = async () => {
    const answer = await fetch(`${url}/metrics`);
    // Prometheus refuses text of a type that it does not know.
    expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    return answer.text();
  };
  await daemon.logged("run ended");
  let text = await read();
  while (valueOf(text, 'musterd_runs_total{status="succeeded",trigger="start-up"}') !== 1) text = await read();
  const kinds = Object.fromEntries(Object.entries(metricTable).map(([name, { kind }]) => [name, kind]));
  expect(kindsOf(text)).toEqual(kinds);
  expect((await checkedByPromtool(text)).replaceAll(/^nodejs_.*$\n?/gm, "")).toBe("");
  const { runs } = await site.look();
  const run = runs.find(({ status }) => status === "succeeded");
  expect(valueOf(text, "musterd_last_success_timestamp_seconds")).toBe(Date.parse(run?.endedAt ?? "") / 1000);
  expect(valueOf(text, 'musterd_last_run_status{status="succeeded"}')).toBe(1);
  const changes = [...text.matchAll(/^musterd_changes_total\{.*outcome="applied"\} (\d+)$/gm)].map(([, n]) =>
    Number(n),
  );
  expect(changes.reduce((sum, n) => sum + n, 0)).toBe(run?.applied);
  const calls = [...text.matchAll(/^musterd_service_call_duration_seconds_count\{.*operation="P1".*\} (\d+)$/gm)];
  expect(calls.map(([, n]) => n)).toEqual(["1"]);
  expect(valueOf(text, 'musterd_source_rows{feed="hr",kind="employee"}')).toBeGreaterThan(50);
  expect(valueOf(text, "musterd_refresh_owed_since_timestamp_seconds")).toBe(0);
});
