import { existsSync, globSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { memoryFolder } from "./scripts/memory-folder.ts";
import { TestTimes } from "./scripts/report-test-times.ts";

// Programs that scripts/fetch-test-parts.ts has unpacked because the machine does not have them.
const root = import.meta.dirname;
const fetched = join(root, ".cache/parts/bin");
process.env["PATH"] = [fetched, process.env["PATH"]].join(delimiter);
if (existsSync(join(fetched, "chromium"))) process.env["CHROMIUM"] ??= join(fetched, "chromium");
// Each worker loads the same packages; their compiled code is kept.
process.env["NODE_COMPILE_CACHE"] ??= join(root, ".cache/compiled");
process.env["TMPDIR"] ??= memoryFolder();

/**
 * fast    npm test             all except `*.slow.test.ts`; laws draw an eighth of their cases (test/support/suites/runs.ts)
 * slow    npm run test:slow    `*.slow.test.ts`, and tests on other sites and on PostgreSQL; CI runs the files of it that .ci/run names
 * laws    npm run test:laws    before a release: the laws with the rest of their cases, and whole what CI runs in part
 * none    vitest run FILE      the files that are named, with all their cases; with MUSTERD_TEST_QUIRKS=legacy on that site
 */
const suite = process.env["MUSTERD_TEST_SUITE"] as "fast" | "slow" | "laws" | undefined;

const every = "test/**/*.test.ts";
const slow = "test/**/*.slow.test.ts";
const slowFiles = globSync(slow, { cwd: root });
const laws = globSync(every, { cwd: root }).filter((file) =>
  readFileSync(join(root, file), "utf8").includes("/runs.ts"),
);

const project = (name: string, include: readonly string[], env: Record<string, string> = {}) => ({
  extends: true as const,
  test: { name, include: [...include], exclude: suite === "fast" ? [slow, ...alone] : [], env },
});

/**
 * Tests that make large texts and buffers. Each of these hastens a collection of all that its process holds: among the others, the
 * malicious directory takes six times the processor time that it takes in a process of its own.
 */
const alone = [
  "test/client/transport/transport.test.ts",
  "test/source/{own-patterns,files/hostile,ldap/malicious-directory}.test.ts",
];

/**
 * Tests on PostgreSQL. The store knows nothing of quirks: this is the specified site, and the tests of quirks are left out. In the slow
 * suite each operation is called with every answer, and laws draw their first eighth: SQL that PostgreSQL understands differently
 * fails in most cases. Random requests, and each call of the daemon on its own, make the same queries.
 */
const postgres = (lawsOf: "fast" | "laws", files: readonly string[]) =>
  project("postgres", files, { MUSTERD_TEST_DATABASE: "postgres", MUSTERD_TEST_SUITE: lawsOf });

const siteSuite = "test/support/suites/site-suite.ts";
const callbacks = "test/service/forms/callbacks-once.slow.test.ts";

const projectsOf = {
  fast: [
    project("musterd", [every, "test/support/suites/every-site.ts"]),
    { extends: true as const, test: { name: "alone", include: alone, isolate: true } },
  ],
  slow: [
    project("musterd", [slow, siteSuite]),
    postgres("fast", [
      callbacks,
      "test/service/{company-document,conformance,organisation,other-companies}.test.ts",
      "test/run/random-runs.test.ts",
    ]),
  ],
  laws: [
    project("musterd", [...laws, siteSuite]),
    postgres("laws", [
      callbacks,
      "test/service/{fuzz,organisation}.test.ts",
      "test/run/random-runs.test.ts",
      "test/site/against-service.test.ts",
    ]),
  ],
};

/** Starts first what takes long: tests that wait for real time, then slow tests, then laws; PostgreSQL and processes of their own come last. */
const longest = [/\/(daemon|queue|every-site|site-suite)\b/, /\.slow\./, /laws/, /./];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number =>
      project.name === "musterd" ? longest.findIndex((pattern) => pattern.test(moduleId)) : longest.length;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

const inPart = slowFiles.filter((file) => laws.includes(file));
const fastLaws = laws.filter((file) => !slowFiles.includes(file));
const notRun = suite === "fast" ? { slowFiles, laws: fastLaws } : suite === "slow" ? { inPart } : {};

// Two cores in CI. A whole run may need more than five seconds.
export default defineConfig({
  test: {
    ...(suite === undefined
      ? { include: [every] }
      : { projects: projectsOf[suite], reporters: ["default", new TestTimes(notRun)] }),
    // Outside the suites, laws draw all of their cases.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Slow tests wait for real time and for real servers more than they compute.
    maxWorkers: suite === "slow" ? 8 : 6,
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    // Laws make and drop thousands of companies: with a small young generation, a tenth of the time goes to the collector.
    execArgv: ["--max-semi-space-size=64"],
    // Files share modules and process: each restores what it changes for the others (environment, timers).
    isolate: false,
  },
});
