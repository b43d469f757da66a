/** Makes docs/metrics.md from the table of metrics. */
import { metricTable } from "../src/daemon/state/metric-table.ts";

export const metricsDocument = (): string => {
  const rows = Object.entries(metricTable).map(([name, metric]) => {
    const labels = "labels" in metric ? metric.labels.map((label) => `\`${label}\``).join(", ") : "–";
    return `| \`${name}\` | ${metric.kind} | ${labels} | ${metric.help} |`;
  });
  return `${[
    "# Metrics",
    "",
    "`GET /metrics` of the daemon answers in the format of Prometheus, besides the usual metrics of Node (`process_…`, `nodejs_…`, such as the",
    "event loop's delay). Counters begin at 0 when the daemon starts; runs by `musterd apply` are counted, too. This page is made from the",
    "table in `src/daemon/state/metric-table.ts`. [Operating](operating.md#metrics) has alert rules and a dashboard.",
    "",
    "| metric | kind | labels | meaning |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n")}\n`;
};
