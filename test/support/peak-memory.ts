/** Preloaded into a process under test: writes its largest resident memory in MiB into the file PEAK_FILE when it exits. */
import { readFileSync, writeFileSync } from "node:fs";

process.on("exit", () => {
  // `maxRSS` may include the memory of the parent process.
  const peakKiB = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  writeFileSync(process.env["PEAK_FILE"] ?? "peak", String(Number(peakKiB) / 1024));
});
