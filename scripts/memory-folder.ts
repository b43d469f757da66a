/** A folder in memory for the temporary files of tests and simulations, whose many stores would wait for a disk. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const inMemory = "/dev/shm";

/** What a whole suite may have at one time, in bytes: packages that are installed, and the stores of six workers. */
const needed = 6 * 2 ** 30;

/**
 * Returns a new folder that is removed when this process ends; the system's folder for temporary files where none in memory is large
 * enough and may hold programs.
 */
export const memoryFolder = (): string => {
  if (!isFit()) return tmpdir();
  const folder = mkdtempSync(join(inMemory, "musterd-tests-"));
  // Where the tests are run as root, PostgreSQL runs as somebody else.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const isFit = (): boolean => {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const options = mounts.find((line) => line.split(" ")[1] === inMemory)?.split(" ")[3];
    const { bavail, bsize } = statfsSync(inMemory);
    return options !== undefined && !options.split(",").includes("noexec") && bavail * bsize >= needed;
  } catch {
    return false;
  }
};
