/** Tests the alert rules and the dashboard: promtool checks and unit-tests the rules, and both name only metrics that exist. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { metricsDocument } from "../../scripts/metrics-table.ts";
import { metricTable } from "../../src/daemon/state/metric-table.ts";

const folder = "deploy/prometheus";
const promtool = (...parameters: readonly string[]) => promisify(execFile)("promtool", parameters, { cwd: folder });

it("the rules are valid, and fire for a silent, blocked, owing, quarantined and dead daemon and for no healthy one", async () => {
  expect((await promtool("check", "rules", "musterd.rules.yml")).stdout).toContain("SUCCESS");
  expect((await promtool("test", "rules", "musterd.rules.test.yml")).stdout).toContain("SUCCESS");
});

it("rules and dashboard name only metrics that there are", () => {
  const text = ["musterd.rules.yml", "musterd.dashboard.json"]
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("\n");
  const named = new Set([...text.matchAll(/\bmusterd_[a-z_]+/g)].map(([name]) => name));
  const existing = Object.entries(metricTable).flatMap(([name, { kind }]) =>
    kind === "histogram" ? [`${name}_sum`, `${name}_count`, `${name}_bucket`] : [name],
  );
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((name) => !existing.includes(name))).toEqual([]);
});

it("docs/metrics.md is made from the table", () => {
  expect(readFileSync("docs/metrics.md", "utf8")).toBe(metricsDocument());
});
