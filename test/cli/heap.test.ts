/** Tests the size of the heap that the command gives itself where a container limits its memory, and what a daemon does besides. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const entry = fileURLToPath(new URL("../../src/cli/musterd.js", import.meta.url));

/** What a container of 512 MiB would say, and the size of the heap at the end. */
const container = `data:text/javascript,${encodeURIComponent(`
  import { getHeapStatistics } from "node:v8";
  process.constrainedMemory = () => 512 * 2 ** 20;
  process.on("exit", () => console.error(process.execArgv.length, Math.round(getHeapStatistics().heap_size_limit / 2 ** 20)));
`)}`;

const runInContainer = (nodeOptions = "") => {
  const args = ["--disable-warning=ExperimentalWarning", "--import", container, entry, "reconcile", "--config", "a b"];
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { NODE_OPTIONS: nodeOptions },
    encoding: "utf8",
    timeout: 60_000,
  });
  const last = stderr.trim().split("\n").at(-1) ?? "";
  const [flags, mebibytes] = last.split(" ").map(Number);
  return { status, said: stderr, flags, mebibytes };
};

describe("in a container of 512 MiB", () => {
  it("the heap may take three quarters, and the command gets its arguments once", () => {
    const { status, said, flags, mebibytes } = runInContainer();
    expect(said).toContain("unknown command 'reconcile'");
    expect({ status, flags }).toEqual({ status: 1, flags: 5 });
    // Three semi-spaces come on top of the 384 MiB.
    expect(mebibytes).toBeGreaterThanOrEqual(384);
    expect(mebibytes).toBeLessThanOrEqual(384 + 3 * 8);
  });

  it("sizes that somebody has set stay", () => {
    const { flags, mebibytes } = runInContainer("--max-old-space-size=200 --max-semi-space-size=4");
    expect(flags).toBe(3);
    expect(mebibytes).toBeLessThanOrEqual(200 + 3 * 4);
  });
});

it.each([
  ["daemon", "131072"],
  ["plan", undefined],
])("%s starts with the threshold %s above which the C library gives back what was freed", (command, threshold) => {
  const told = `data:text/javascript,process.on("exit", () => console.error(process.env.MALLOC_TRIM_THRESHOLD_))`;
  const args = ["--disable-warning=ExperimentalWarning", "--import", told, entry, command, "--help"];
  const env = { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
  const { stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", timeout: 60_000 });
  expect(stdout).toContain(`musterd ${command}`);
  expect(stderr.trim().split("\n").at(-1)).toBe(String(threshold));
});

it("a heap that has grown large is collected, so that V8's limit of before does not hold any longer", () => {
  // Only a full collection takes the object of a WeakRef away.
  const grown = `data:text/javascript,${encodeURIComponent(`
    globalThis.numbers = Array.from({ length: 50 }, () => new Array(1_000_000).fill(0.5));
    const waste = new WeakRef({});
    setTimeout(() => undefined, 1000);
    process.on("exit", () => console.error(waste.deref() === undefined ? "collected" : "kept"));
  `)}`;
  const args = ["--disable-warning=ExperimentalWarning", "--import", grown, entry, "plan", "--help"];
  const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  expect(stderr.trim().split("\n").at(-1)).toBe("collected");
});
