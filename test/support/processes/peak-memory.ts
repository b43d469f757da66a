/** The largest resident memory that this process has had. Preloaded into a process under test, it is written into PEAK_FILE at the exit. */
import { readFileSync, writeFileSync } from "node:fs";

/** In MiB. `maxRSS` may include the memory of the parent process. */
export const peakMiB = (): number => {
  const peakKiB = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return Number(peakKiB) / 1024;
};

process.on("exit", () => {
  const file = process.env["PEAK_FILE"];
  if (file) writeFileSync(file, String(peakMiB()));
});
