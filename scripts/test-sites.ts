/**
 * `npm run test:sites [SITE …]`: repeats the daemon's tests against the reference service with every quirk profile, or the
 * named ones, one after the other. Exit code 1 when a site fails. `--quick` leaves out tests that start processes (the daemon,
 * the kills, the command line), and takes 50 random pairs instead of 200.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { quirkProfiles } from "../src/service/quirk-profiles.ts";

const args = process.argv.slice(2);
const quick = args.includes("--quick");
const named = args.filter((arg) => !arg.startsWith("--"));
const sites = named.length > 0 ? named : Object.keys(quirkProfiles).filter((name) => name !== "specified");

/** Tests that make, apply and read back plans through the API. */
const core = [
  "test/run/random-runs.test.ts",
  "test/run/outcomes.test.ts",
  "test/run/oracle-hr.test.ts",
  "test/site/against-service.test.ts",
];
/** All tests that use a service. */
const all = [
  "test/run/",
  "test/site/",
  "test/daemon/",
  "test/anomalies/run-refused.test.ts",
  "test/cli/commands.test.ts",
];
const suites = quick ? core : all;

const folder = mkdtempSync(join(tmpdir(), "musterd-sites-"));
const rows = sites.map((site) => {
  const startedAt = performance.now();
  const file = join(folder, `${site}.json`);
  const run = spawnSync("vitest", ["run", "--reporter=json", `--outputFile=${file}`, ...suites], {
    env: { ...process.env, MUSTERD_TEST_QUIRKS: site, ...(quick ? { MUSTERD_TEST_PAIRS: "50" } : {}) },
    stdio: "ignore",
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const report = readReport(file);
  console.log(`${site}: ${report.passed} passed, ${report.failures.length} failed, ${seconds} s`);
  for (const failure of report.failures) console.log(styleText("red", `  ${failure}`));
  return { site, ...report, seconds, failed: report.failures.length > 0 || run.status !== 0 };
});
rmSync(folder, { recursive: true });
process.exitCode = rows.some(({ failed }) => failed) ? 1 : 0;

function readReport(file: string): { readonly passed: number; readonly failures: readonly string[] } {
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, "utf8")) as {
    numPassedTests: number;
    testResults: {
      name: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const failures = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message && assertionResults.length === 0 ? [`${name}: ${message}`] : []),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.split("\n")[0]}`),
  ]);
  return { passed: numPassedTests, failures };
}
