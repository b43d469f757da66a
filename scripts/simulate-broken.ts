/**
 * Breaks places again that are mended (mutants/broken-places.ts), each in a copy of the checkout, and lives fresh seeds there until a judge
 * finds something that the same seed does not show on the code as it is. The simulation is only as good as what it finds here.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type BrokenPlace, brokenPlaces } from "./mutants/broken-places.ts";

const root = join(import.meta.dirname, "..");

/** `lives`: among so many seeds from `seed` on; 350 lives take two free cores five minutes. */
type BrokenOptions = { readonly lives: number; readonly seed: number; readonly jobs: number };

/** Tries the places, which commas separate, or `all`; returns how many of them were not found. */
export const simulateBroken = async (name: string, options: BrokenOptions): Promise<number> => {
  const names = name === "all" ? Object.keys(brokenPlaces) : name.split(",");
  const folder = mkdtempSync(join(root, ".cache", "broken-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const queue = names.values();
  let missed = 0;
  const lane = async (): Promise<void> => {
    for (const one of queue) {
      const place = brokenPlaces[one];
      if (!place) throw new Error(`no broken place is called ${one}: ${Object.keys(brokenPlaces).join(", ")}`);
      const startMs = Date.now();
      const found = await search(brokenCopy(folder, one, place), place.only ?? "", options);
      const seconds = Math.round((Date.now() - startMs) / 1000);
      if (found === undefined) missed += 1;
      console.log(
        `${found === undefined ? "MISSED" : "found "} ${one.padEnd(20)} ${seconds} s  ${found ?? place.harm}`,
      );
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, lane));
  return missed;
};

/** A copy of the sources with the edits of the place. */
const brokenCopy = (folder: string, name: string, { edits }: BrokenPlace): string => {
  const copy = join(folder, name);
  mkdirSync(copy);
  for (const part of ["src", "test", "scripts", "package.json"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const { file, before, after } of edits) {
    const text = readFileSync(join(copy, file), "utf8");
    if (text.split(before).length !== 2) throw new Error(`${name}: the text to replace is not once in ${file}`);
    writeFileSync(
      join(copy, file),
      text.replace(before, () => after),
    );
  }
  return copy;
};

/** In a process of its own, because a process has one simulated machine. */
const isRightHere = (seed: number): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["scripts/simulate.ts", `--seed=${seed}`], { cwd: root, stdio: "ignore" });
    child.on("exit", (code) => resolve(code === 0));
  });

/** Lives seeds in the copy; returns the first that is wrong there and right here, with what is wrong and which life it is. */
const search = async (copy: string, only: string, { lives, seed }: BrokenOptions): Promise<string | undefined> => {
  const child = spawn(
    process.execPath,
    ["scripts/simulate.ts", `--seeds=${lives}`, `--seed=${seed}`, `--only=${only}`],
    {
      cwd: copy,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  try {
    let wrong = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const failed = /^FAILED seed (\d+)/.exec(line)?.[1];
      if (failed !== undefined) wrong = Number(failed);
      else if (wrong > 0 && line.startsWith(" ")) {
        if (await isRightHere(wrong)) return `life ${wrong - seed + 1}, seed ${wrong}: ${line.trim()}`;
        wrong = 0;
      }
    }
    return undefined;
  } finally {
    child.kill();
  }
};
