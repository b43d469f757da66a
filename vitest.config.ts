import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { defineConfig } from "vitest/config";

// Programs that scripts/fetch-test-parts.ts has unpacked because the machine does not have them.
const fetched = join(import.meta.dirname, ".cache/parts/bin");
process.env["PATH"] = [fetched, process.env["PATH"]].join(delimiter);
if (existsSync(join(fetched, "chromium"))) process.env["CHROMIUM"] ??= join(fetched, "chromium");

// Two cores in CI, and tests that often wait for real servers: three workers. A whole run may need more than five seconds.
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 3,
    pool: "forks",
  },
});
