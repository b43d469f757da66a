import { defineConfig } from "vitest/config";

// Two cores in CI: two workers; a whole run against real servers may need more than vitest's 5 s default.
export default defineConfig({
  test: { include: ["test/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2, pool: "forks" },
});
