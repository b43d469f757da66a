/**
 * `npm run mutants [TEXT …]`: breaks the product deliberately, one edit (a mutant) at a time, and runs the tests that must fail.
 * An edit that no test notices shows that a test is missing. The edits are made in two copies of the checkout in `.cache`, in
 * parallel. The exit code is 1 when an edit is not noticed, does not compile, or does not match the code. With TEXT, only edits
 * of files whose path contains it are made or drawn.
 *
 * `npm run mutants -- --sample 60 --seed 1 [--since COMMIT]` makes edits that no author chose (sample.ts), runs the tests that
 * are nearest to each, and shows those that survive. `--copies 1` leaves the other core to somebody else.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { memoryFolder } from "./memory-folder.ts";
import { allMutants } from "./mutants/all-mutants.ts";
import type { Mutant } from "./mutants/mutant.ts";
import { sampleMutants } from "./mutants/sample.ts";
import { copyCheckout, type Fate, inCopies, judge, judgeOfDrawn, pass } from "./mutants/sandbox.ts";

const root = join(import.meta.dirname, "..");
/** Without an edit, this many test files run together, because each start loads the same packages. */
const batchSize = 8;

const { values, positionals: named } = parseArgs({
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    since: { type: "string" },
    copies: { type: "string", default: "2" },
  },
  allowPositionals: true,
});
const { sample } = values;
const mutants = sample
  ? sampleMutants({ count: Number(sample), seed: Number(values.seed), since: values.since, named })
  : allMutants.filter(({ file }) => named.length === 0 || named.some((text) => file.includes(text)));

const diffOf = ({ before, after, tests }: Mutant): string => {
  const signed = (sign: string, text: string) => text.split("\n").map((line) => `  ${sign} ${line}`);
  return [...signed("-", before), ...signed("+", after), `  ${tests.join(" ")}`].join("\n");
};

/** Runs all tests without an edit: a test that fails even then would seem to notice every edit. Returns those that fail. */
const failingUnedited = async (folders: readonly string[]): Promise<readonly string[]> => {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))];
  const failing = tests.filter((test) => !existsSync(join(root, test)));
  const there = tests.filter((test) => !failing.includes(test));
  const batches = Array.from({ length: Math.ceil(there.length / batchSize) }, (_, at) =>
    there.slice(at * batchSize, (at + 1) * batchSize),
  );
  await inCopies(folders, batches, async (copy, batch) => {
    if (await pass(copy, batch)) return;
    for (const test of batch) if (!(await pass(copy, [test], console.error))) failing.push(test);
  });
  return failing;
};

const judgeOf = async (folders: readonly string[]): Promise<typeof judge | undefined> => {
  const complain = (tests: string): void => console.error(`fails on the code as it is: ${tests}`);
  if (sample) return judgeOfDrawn(complain);
  const failing = await failingUnedited(folders);
  if (failing.length === 0) return judge;
  complain(failing.join(", "));
  process.exitCode = 1;
  return undefined;
};

const main = async (folder: string): Promise<void> => {
  const startedAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1000);
  const folders = Array.from({ length: Number(values.copies) }, (_, at) => copyCheckout(folder, `copy-${at}`));

  const fateOf = await judgeOf(folders);
  if (!fateOf) return;
  if (!sample) console.log(`the tests pass on the code as it is, ${seconds()} s`);

  const fates: Record<Fate, number> = { killed: 0, survived: 0, "did not compile": 0, "text not found": 0 };
  await inCopies(folders, mutants, async (copy, mutant) => {
    const fate = await fateOf(copy, mutant);
    fates[fate] += 1;
    const line = `${fate.padEnd(15)} ${mutant.file}: ${mutant.harm}`;
    console.log(fate === "killed" ? line : styleText("red", line));
    if (sample && fate !== "killed") console.log(diffOf(mutant));
  });
  const others = Object.entries(fates).flatMap(([fate, count]) =>
    fate !== "killed" && count > 0 ? [`, ${count} ${fate}`] : [],
  );
  console.log(`${fates.killed} of ${mutants.length} killed${others.join("")}, ${seconds()} s`);
  if (fates.killed < mutants.length || mutants.length === 0) process.exitCode = 1;
};

// Tests that are killed cannot remove theirs.
process.env["TMPDIR"] ??= memoryFolder();
mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache", "mutants-"));
const clean = (): void => rmSync(folder, { recursive: true, force: true });
process.on("exit", clean);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
await main(folder);
