/**
 * The answer to /metrics. What has happened is counted in this process; what is the case is read from the store when it is asked for,
 * at most every five seconds. No names, no personal data.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { App } from "../../app/app.ts";
import type { CallFigures } from "../../console/parts.ts";
import { runStatuses } from "../../model/runs/run.ts";
import type { EndedRun } from "../../model/runs/told.ts";
import { type MetricName, metricTable } from "./metric-table.ts";

export type Metrics = {
  readonly contentType: string;
  readonly text: () => Promise<string>;
  /** The calls to the service since the daemon began, by operation and outcome. */
  readonly calls: () => Promise<readonly CallFigures[]>;
  readonly ended: (runs: readonly EndedRun[]) => void;
  readonly close: () => void;
};

const keptMs = 5_000;

/** `isRunning`: whether the daemon carries out a run now. */
export const openMetrics = (app: App, isRunning: () => boolean): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = register(registry);
  const onCall = (told: unknown): void => {
    const { operation, outcome, seconds } = told as { operation: string; outcome: string; seconds: number };
    metrics.observe("musterd_service_call_duration_seconds", { operation, outcome }, seconds);
  };
  const onRepeat = (operation: unknown): void =>
    metrics.add("musterd_service_retries_total", { operation: String(operation) }, 1);
  subscribe("musterd:call", onCall);
  subscribe("musterd:call-repeated", onRepeat);
  let kept: { readonly text: Promise<string>; readonly at: number } | undefined;
  const read = async (): Promise<string> => {
    await readState(app, isRunning, metrics.set);
    return registry.metrics();
  };
  return {
    contentType: registry.contentType,
    text: async () => {
      if (!kept || performance.now() - kept.at >= keptMs) kept = { text: read(), at: performance.now() };
      return kept.text;
    },
    calls: metrics.calls,
    ended: (runs) => {
      for (const run of runs) countRun(run, metrics);
      kept = undefined;
    },
    close: () => {
      unsubscribe("musterd:call", onCall);
      unsubscribe("musterd:call-repeated", onRepeat);
    },
  };
};

type Labels = Readonly<Record<string, string>>;
type Values = readonly (readonly [labels: Labels, value: number])[];
type SetGauge = (name: MetricName, values: Values) => void;
type Registered = {
  /** The only values of a gauge. */
  readonly set: SetGauge;
  readonly add: (name: MetricName, labels: Labels, value: number) => void;
  readonly observe: (name: MetricName, labels: Labels, value: number) => void;
  readonly calls: () => Promise<readonly CallFigures[]>;
};

const register = (registry: Registry): Registered => {
  const gauges = new Map<string, Gauge>();
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  for (const [name, metric] of Object.entries(metricTable)) {
    const labelNames = "labels" in metric ? [...metric.labels] : [];
    const common = { name, help: metric.help, labelNames, registers: [registry] };
    if (metric.kind === "gauge") gauges.set(name, new Gauge(common));
    else if (metric.kind === "counter") counters.set(name, new Counter(common));
    else histograms.set(name, new Histogram({ ...common, buckets: [...metric.buckets] }));
  }
  return {
    set: (name, values) => {
      const gauge = gauges.get(name);
      gauge?.reset();
      for (const [labels, value] of values) gauge?.set(labels, value);
    },
    add: (name, labels, value) => counters.get(name)?.inc(labels, value),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    calls: async () => {
      const { values = [] } = (await histograms.get("musterd_service_call_duration_seconds")?.get()) ?? {};
      const valuesOf = (suffix: string) => values.filter(({ metricName }) => metricName?.endsWith(suffix));
      const counts = valuesOf("_count");
      return valuesOf("_sum").map(({ labels, value: seconds }) => {
        const { operation, outcome } = labels as Readonly<Record<string, string>>;
        const same = counts.find((one) => one.labels.operation === operation && one.labels.outcome === outcome);
        return { operation: String(operation), outcome: String(outcome), count: same?.value ?? 0, seconds };
      });
    },
  };
};

const countRun = ({ run, changes }: EndedRun, { add, observe }: Registered): void => {
  const { status, trigger, startedAt, endedAt, phasesMs = {} } = run;
  add("musterd_runs_total", { status, trigger }, 1);
  if (endedAt !== undefined)
    observe(
      "musterd_run_duration_seconds",
      { status },
      Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) / 1000,
    );
  for (const [phase, ms] of Object.entries(phasesMs)) observe("musterd_run_phase_seconds", { phase }, ms / 1000);
  for (const { kind, action, outcome, count } of changes)
    add("musterd_changes_total", { kind, action, outcome }, count);
};

const single = (value: number): Values => [[{}, value]];

const readState = async ({ store, config, ...app }: App, isRunning: () => boolean, set: SetGauge): Promise<void> => {
  const { outbox, debts, readings, runs, requests } = store;
  const notifying = await app.notifying();
  const last = await runs.lastEnded();
  const troubles = await outbox.troubles();
  const feeds = await readings.read();
  const secondsOf = (ms: number | undefined): number => (ms === undefined ? 0 : ms / 1000);
  const sinceOf = (code: string): number => secondsOf(troubles.find((trouble) => trouble.code === code)?.sinceMs);
  set("musterd_last_run_timestamp_seconds", single(last?.endedAt === undefined ? 0 : Date.parse(last.endedAt) / 1000));
  set("musterd_last_success_timestamp_seconds", single(secondsOf(await outbox.lastGoodMs(notifying.goodStatuses))));
  set(
    "musterd_last_run_status",
    runStatuses.map((status) => [{ status }, status === last?.status ? 1 : 0]),
  );
  set("musterd_run_in_progress", single(isRunning() ? 1 : 0));
  set("musterd_run_requests", single((await requests.next()) ? 1 : 0));
  set(
    "musterd_held_changes",
    [...(await outbox.heldByReason())].map(([reason, count]) => [{ reason }, count]),
  );
  set("musterd_blocked_since_timestamp_seconds", single(sinceOf("run-blocked")));
  set("musterd_refresh_owed_since_timestamp_seconds", single(secondsOf(await debts.owedSinceMs())));
  set("musterd_quarantine", single(sinceOf("quarantine") > 0 ? 1 : 0));
  set(
    "musterd_trouble",
    notifying.lasting.map((occurrence) => [{ occurrence }, troubles.filter(({ code }) => code === occurrence).length]),
  );
  set(
    "musterd_source_rows",
    feeds.map(({ feed, kind, rows }) => [{ feed, kind }, rows]),
  );
  set(
    "musterd_source_read_timestamp_seconds",
    feeds.map(({ feed, kind, readMs }) => [{ feed, kind }, readMs / 1000]),
  );
  set(
    "musterd_source_modified_timestamp_seconds",
    feeds.map(({ feed, kind, readMs, modifiedMs = readMs }) => [{ feed, kind }, modifiedMs / 1000]),
  );
  const waiting = await outbox.waiting();
  set(
    "musterd_messages_waiting",
    Object.keys(config.notify.channels).map((channel) => [{ channel }, waiting.get(channel) ?? 0]),
  );
  set("musterd_store_size_bytes", single(await storeSize(config.stateFolder)));
};

const storeSize = async (folder: string): Promise<number> => {
  const sizes = ["musterd.db", "musterd.db-wal"].map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};
