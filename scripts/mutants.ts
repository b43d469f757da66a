/**
 * `npm run mutants [TEXT …]`: breaks the product deliberately, one edit (a mutant) at a time, and runs the tests that must fail.
 * An edit that no test notices shows that a test is missing. The edits are made in two copies of the checkout in `.cache`, in
 * parallel. The exit code is 1 when an edit is not noticed, does not compile, or does not match the code. With TEXT, only edits
 * of files whose path contains it are made.
 */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { styleText } from "node:util";
import { allMutants } from "./mutants/all-mutants.ts";
import type { Mutant } from "./mutants/mutant.ts";

type Fate = "killed" | "survived" | "did not compile" | "text not found";

const root = join(import.meta.dirname, "..");
const copies = 2;
/** If the tests of a mutant do not end within this time, it counts as noticed, because it may have caused an endless loop. */
const timeoutMs = 300_000;

const named = process.argv.slice(2);
const mutants = allMutants.filter(({ file }) => named.length === 0 || named.some((text) => file.includes(text)));

/** Links every file, except in folders whose names begin with a dot: tools write there, and would write to the originals. */
const linkTree = (from: string, to: string, isTop: boolean): void => {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (isTop && entry.name.startsWith(".") && entry.name !== ".bin") continue;
    const [source, place] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, place, false);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), place);
    else linkSync(source, place);
  }
};

const notCopied: ReadonlySet<string> = new Set([".git", ".cache", ".musterd", "coverage", "node_modules"]);

const copyCheckout = (folder: string, name: string): string => {
  const copy = join(folder, name);
  mkdirSync(copy);
  for (const entry of readdirSync(root)) {
    if (!notCopied.has(entry)) cpSync(join(root, entry), join(copy, entry), { recursive: true });
  }
  linkTree(join(root, "node_modules"), join(copy, "node_modules"), true);
  const parts = join(root, ".cache", "parts");
  if (existsSync(parts)) {
    mkdirSync(join(copy, ".cache"));
    symlinkSync(parts, join(copy, ".cache", "parts"));
  }
  return copy;
};

/** Resolves with true when the program exits with 0. Otherwise `show` gets its output. */
const succeeds = (copy: string, args: readonly string[], show?: (output: string) => void): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { cwd: copy, timeout: timeoutMs, maxBuffer: 2 ** 28 };
    execFile(process.execPath, args, options, (error, output) => {
      if (error) show?.(output);
      resolve(!error);
    });
  });

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--maxWorkers=1", "--reporter=dot"];

/** Compiles only the file and its imports, because compiling the whole project would take longer than the tests. */
const compiles = (copy: string, file: string): Promise<boolean> => {
  const options = { noUnusedLocals: false, noUnusedParameters: false };
  // src/service/kernel/api.ts declares what the service adds to Fastify's types.
  const declared = file.startsWith("src/service/") ? ["src/service/kernel/api.ts"] : [];
  const project = { extends: "./tsconfig.json", compilerOptions: options, include: [], files: [file, ...declared] };
  writeFileSync(join(copy, "mutant.json"), JSON.stringify(project));
  return succeeds(copy, ["node_modules/typescript/bin/tsc", "--project", "mutant.json", "--singleThreaded"]);
};

const countOf = (text: string, part: string): number => text.split(part).length - 1;

const judge = async (copy: string, { file, before, after, tests }: Mutant): Promise<Fate> => {
  const place = join(copy, file);
  const text = existsSync(place) ? readFileSync(place, "utf8") : "";
  if (countOf(text, before) !== 1) return "text not found";
  writeFileSync(
    place,
    text.replace(before, () => after),
  );
  try {
    if (!(await compiles(copy, file))) return "did not compile";
    return (await succeeds(copy, [...vitest, ...tests])) ? "survived" : "killed";
  } finally {
    writeFileSync(place, text);
  }
};

/** Runs `work` on each item, one at a time in each copy. */
const inCopies = async <T>(
  folders: readonly string[],
  items: Iterable<T>,
  work: (copy: string, item: T) => Promise<void>,
): Promise<void> => {
  const queue = Iterator.from(items);
  await Promise.all(
    folders.map(async (copy) => {
      for (const item of queue) await work(copy, item);
    }),
  );
};

const main = async (folder: string): Promise<void> => {
  const startedAt = performance.now();
  const seconds = (): number => Math.round((performance.now() - startedAt) / 1000);
  const folders = Array.from({ length: copies }, (_, at) => copyCheckout(folder, `copy-${at}`));

  // First, all tests run without an edit: a test that fails even then would seem to notice every edit.
  const failing: string[] = [];
  await inCopies(folders, new Set(mutants.flatMap(({ tests }) => tests)), async (copy, test) => {
    const isThere = existsSync(join(copy, test));
    if (!isThere || !(await succeeds(copy, [...vitest, test], console.error))) failing.push(test);
  });
  if (failing.length > 0) {
    console.error(`these tests fail on the code as it is: ${failing.join(", ")}`);
    process.exitCode = 1;
    return;
  }
  console.log(`the tests pass on the code as it is, ${seconds()} s`);

  const fates: Record<Fate, number> = { killed: 0, survived: 0, "did not compile": 0, "text not found": 0 };
  await inCopies(folders, mutants, async (copy, mutant) => {
    const fate = await judge(copy, mutant);
    fates[fate] += 1;
    const line = `${fate.padEnd(15)} ${mutant.file}: ${mutant.harm}`;
    console.log(fate === "killed" ? line : styleText("red", line));
  });
  const others = Object.entries(fates).flatMap(([fate, count]) =>
    fate !== "killed" && count > 0 ? [`, ${count} ${fate}`] : [],
  );
  console.log(`${fates.killed} of ${mutants.length} killed${others.join("")}, ${seconds()} s`);
  if (fates.killed < mutants.length || mutants.length === 0) process.exitCode = 1;
};

mkdirSync(join(root, ".cache"), { recursive: true });
const folder = mkdtempSync(join(root, ".cache", "mutants-"));
const clean = (): void => rmSync(folder, { recursive: true, force: true });
process.on("exit", clean);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));
await main(folder);
