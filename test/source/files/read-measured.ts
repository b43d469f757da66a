/**
 * Runs as a separate process: reads a hostile file, then a good one. Prints the error code, the error text, the CPU
 * time and the memory. The elapsed time would depend on what else the machine is doing.
 */
import { existsSync, readFileSync } from "node:fs";
import { asMusterdError, errorText } from "../../../src/lib/errors.ts";
import { type FileSettings, readFileTable } from "../../../src/source/files/read-file.ts";

const [folder = "", file = "", good = "", ...words] = process.argv.slice(2);
const settings: FileSettings = { encoding: "auto", delimiter: ",", words };
const ignore = () => () => undefined;

/** The peak memory of this process. `maxRSS` may include that of the parent process, so `VmHWM` is preferred. */
const peakMebibytes = (): number => {
  const found = /VmHWM:\s+(\d+) kB/.exec(existsSync(status) ? readFileSync(status, "utf8") : "");
  return (found ? Number(found[1]) : process.resourceUsage().maxRSS) / 1024;
};

const status = "/proc/self/status";

const before = process.cpuUsage();
const error = await readFileTable({ folder, file }, settings, ignore).then(() => undefined, asMusterdError);
const { user, system } = process.cpuUsage(before);
const { rows } = await readFileTable({ folder, file: good }, settings, ignore);
console.log(
  JSON.stringify({
    code: error?.code,
    file: error?.place.file,
    text: error && errorText(error),
    workedMs: (user + system) / 1000,
    peakMebibytes: peakMebibytes(),
    rows,
  }),
);
