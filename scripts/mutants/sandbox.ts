/**
 * Copies of the checkout in `.cache` in which mutants are judged: the edit is made, compiled, tested and taken back there, so the
 * checkout itself stays as it is.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";

export type Fate = "killed" | "survived" | "did not compile" | "text not found";

const root = join(import.meta.dirname, "../..");
/** If the tests of a mutant do not end within this time, it counts as noticed, because it may have caused an endless loop. */
const timeoutMs = 300_000;

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

/** Returns the path of the copy `name` in `folder`. */
export const copyCheckout = (folder: string, name: string): string => {
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

/**
 * Resolves with true when the program exits with 0. Otherwise `show` gets its output. What it has started ends with it: an edit may have
 * made an endless loop of a process that the tests start.
 */
const succeeds = (
  copy: string,
  args: readonly string[],
  show?: (output: string) => void,
  env: NodeJS.ProcessEnv = {},
): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: copy,
      detached: true,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
    const endAll = (): void => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch {
        // All of them have ended.
      }
    };
    const timer = setTimeout(endAll, timeoutMs);
    process.once("exit", endAll);
    // "close" would wait for whoever has inherited the streams.
    child.on("exit", (code) => {
      clearTimeout(timer);
      process.off("exit", endAll);
      endAll();
      if (code !== 0) show?.(Buffer.concat(output).toString());
      resolve(code === 0);
    });
  });

/** Do these tests pass in the copy? */
export const pass = (copy: string, tests: readonly string[], show?: (output: string) => void): Promise<boolean> =>
  succeeds(copy, [...vitest, ...tests], show);

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--maxWorkers=1", "--reporter=dot"];

/** Compiles only the file and its imports, because compiling the whole project would take longer than the tests. */
const compiles = (copy: string, file: string): Promise<boolean> => {
  const options = { noUnusedLocals: false, noUnusedParameters: false };
  // src/service/kernel/http/api.ts declares what the service adds to Fastify's types.
  const declared = file.startsWith("src/service/") ? ["src/service/kernel/http/api.ts"] : [];
  const project = { extends: "./tsconfig.json", compilerOptions: options, include: [], files: [file, ...declared] };
  writeFileSync(join(copy, "mutant.json"), JSON.stringify(project));
  return succeeds(copy, ["node_modules/typescript/bin/tsc", "--project", "mutant.json", "--singleThreaded"]);
};

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/** Makes the edit in the copy for as long as `work` takes. */
const whileEdited = async (copy: string, { file, before, after }: Mutant, work: () => Promise<Fate>): Promise<Fate> => {
  const place = join(copy, file);
  const text = existsSync(place) ? readFileSync(place, "utf8") : "";
  if (countOf(text, before) !== 1) return "text not found";
  writeFileSync(
    place,
    text.replace(before, () => after),
  );
  try {
    return await work();
  } finally {
    writeFileSync(place, text);
  }
};

/** Makes the edit in the copy, says what becomes of it, and takes it back. */
export const judge = (copy: string, mutant: Mutant): Promise<Fate> =>
  whileEdited(copy, mutant, async () => {
    if (!(await compiles(copy, mutant.file))) return "did not compile";
    return (await pass(copy, mutant.tests)) ? "survived" : "killed";
  });

/** The nearest tests run first: they notice most edits, and the others load more of the product. Laws come last. */
const stagesOf = ({ tests }: Mutant): readonly (readonly string[])[] =>
  [tests.slice(0, 2), tests.slice(2, 5), tests.slice(5)].filter((stage) => stage.length > 0);

/** Laws draw as many cases as in the fast suite. */
const passFast: typeof pass = (copy, tests) =>
  succeeds(copy, [...vitest, ...tests], undefined, { MUSTERD_TEST_SUITE: "fast" });

/**
 * Returns a judge of edits that were drawn: they compile, and most are noticed by the nearest tests. A test that fails counts only
 * if it passes on the code as it is; `onFailing` gets the others.
 */
export const judgeOfDrawn = (onFailing: (test: string) => void): typeof judge => {
  const unedited = new Map<string, Promise<boolean>>();
  const passesUnedited = (copy: string, test: string): Promise<boolean> => {
    const known = unedited.get(test);
    if (known) return known;
    const found = passFast(copy, [test]).then((passes) => {
      if (!passes) onFailing(test);
      return passes;
    });
    unedited.set(test, found);
    return found;
  };
  const notices = async (copy: string, mutant: Mutant, tests: readonly string[]): Promise<boolean> => {
    const noticed = await whileEdited(copy, mutant, async () =>
      (await passFast(copy, tests)) ? "survived" : "killed",
    );
    if (noticed === "survived") return false;
    const counted: string[] = [];
    for (const test of tests) if (await passesUnedited(copy, test)) counted.push(test);
    return counted.length === tests.length || (counted.length > 0 && notices(copy, mutant, counted));
  };
  return async (copy, mutant) => {
    for (const tests of stagesOf(mutant)) if (await notices(copy, mutant, tests)) return "killed";
    return "survived";
  };
};

/** Runs `work` on each item, one at a time in each copy. */
export const inCopies = async <T>(
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
