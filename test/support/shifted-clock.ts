/** The clock of a process that a test starts, and moves while it runs (shifted-clock.mjs). */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const preload = join(import.meta.dirname, "shifted-clock.mjs");

/** `env` is for the process; `later` moves its clock by so many milliseconds, and returns before the process has looked. */
export const shiftedClock = async (folder: string) => {
  const file = join(folder, "clock");
  let aheadMs = 0;
  const later = async (ms: number): Promise<void> => {
    aheadMs += ms;
    // An emptied file would be read as the right time.
    await writeFile(`${file}.new`, String(aheadMs));
    await rename(`${file}.new`, file);
  };
  await later(0);
  return { env: { NODE_OPTIONS: `--import ${preload}`, MUSTERD_TEST_CLOCK: file }, later };
};
