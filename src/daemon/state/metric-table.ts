/** The metrics at /metrics, as one table: the output, docs/metrics.md and the tests derive from it. Names follow Prometheus' conventions. */

type Metric = {
  readonly kind: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels?: readonly string[];
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[];
};

const seconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 30];
const longSeconds = [5, 15, 60, 300, 900, 3600];

export const metricTable = {
  musterd_last_run_timestamp_seconds: { kind: "gauge", help: "When the last run ended; 0: none has" },
  musterd_last_success_timestamp_seconds: {
    kind: "gauge",
    help: "When the last whole run that did everything ended; 0: none has",
  },
  musterd_last_run_status: { kind: "gauge", help: "1 for the status of the last run", labels: ["status"] },
  musterd_run_in_progress: { kind: "gauge", help: "1 while the daemon carries out a run" },
  musterd_run_requests: { kind: "gauge", help: "1 if a run is asked for and has not begun" },
  musterd_runs_total: { kind: "counter", help: "Runs that have ended", labels: ["status", "trigger"] },
  musterd_run_duration_seconds: {
    kind: "histogram",
    help: "How long runs took",
    labels: ["status"],
    buckets: longSeconds,
  },
  musterd_run_phase_seconds: {
    kind: "histogram",
    help: "How long runs were in each phase",
    labels: ["phase"],
    buckets: longSeconds,
  },
  musterd_changes_total: {
    kind: "counter",
    help: "Changes of runs that have ended",
    labels: ["kind", "action", "outcome"],
  },
  musterd_held_changes: { kind: "gauge", help: "Held changes of the newest whole plan", labels: ["reason"] },
  musterd_blocked_since_timestamp_seconds: {
    kind: "gauge",
    help: "Since when a blocked plan waits for a decision; 0: none does",
  },
  musterd_refresh_owed_since_timestamp_seconds: {
    kind: "gauge",
    help: "Since when a permission refresh is owed; 0: none is",
  },
  musterd_quarantine: { kind: "gauge", help: "1 while runs are in quarantine" },
  musterd_trouble: {
    kind: "gauge",
    help: "Troubles that last, by occurrence (docs/occurrences.md)",
    labels: ["occurrence"],
  },
  musterd_source_rows: { kind: "gauge", help: "Rows or entries in the last reading", labels: ["feed", "kind"] },
  musterd_source_read_timestamp_seconds: {
    kind: "gauge",
    help: "When the last reading of the source was",
    labels: ["feed", "kind"],
  },
  musterd_source_modified_timestamp_seconds: {
    kind: "gauge",
    help: "When the newest file of the last reading was written; for a directory, when it was read",
    labels: ["feed", "kind"],
  },
  musterd_service_call_duration_seconds: {
    kind: "histogram",
    help: "Attempts of calls of the service: ok, refused (4xx), failed (others) or no-answer",
    labels: ["operation", "outcome"],
    buckets: seconds,
  },
  musterd_service_retries_total: {
    kind: "counter",
    help: "Repetitions of calls of the service",
    labels: ["operation"],
  },
  musterd_messages_waiting: { kind: "gauge", help: "Messages that wait for delivery", labels: ["channel"] },
  musterd_store_size_bytes: { kind: "gauge", help: "Size of the store, with its write-ahead log" },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metricTable;
