/**
 * Each hostile file is refused within 300 MiB and a few seconds of processor time, with a message that contains the number
 * that is too large. The process can then go on reading other files. Each file has its own process, which is started as
 * `musterd` is. The bound of the time is against work that grows without end; speed itself is measured by the bench.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hostileFiles } from "./hostile-files.ts";

const reader = fileURLToPath(new URL("read-measured.ts", import.meta.url));

/** What `src/cli/musterd.js` and the container set. Without them V8 keeps 50 MiB more before it collects. */
const flags = ["--max-semi-space-size=8", "--heap-growing-percent=30"];

type Measured = {
  readonly code: string;
  readonly file: string;
  readonly text: string;
  readonly workedMs: number;
  readonly peakMebibytes: number;
};

describe("a file with", () => {
  it.each(Object.entries(hostileFiles))("%s is refused in time, and the process lives", async (_, hostile) => {
    const folder = await mkdtemp(join(tmpdir(), "musterd-hostile-"));
    try {
      await writeFile(join(folder, hostile.file), hostile.bytes());
      await writeFile(join(folder, "good.csv"), "account,name\nann,Ann\n");
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [
        ...flags,
        reader,
        folder,
        hostile.file,
        "good.csv",
        ...(hostile.words ?? []),
      ]);
      const told = JSON.parse(stdout) as Measured;
      const { code, says } = hostile;
      expect(told).toMatchObject({ code, file: hostile.file, text: expect.stringMatching(says), rows: 1 });
      expect(told.workedMs).toBeLessThan(hostile.mostMs ?? 15_000);
      expect(told.peakMebibytes).toBeLessThan(300);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
