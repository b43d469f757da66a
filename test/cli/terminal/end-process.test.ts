/** Tests the end of the process: with its code, at once if nothing is open, and else after a few seconds, naming what was. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";

const module = new URL("../../../src/cli/terminal/end-process.ts", import.meta.url).href;
const server = createServer({ allowHalfOpen: true });

afterEach(() => void server.close());

/** Runs statements before the process is ended with code 3. */
const ended = async (statements: string) => {
  const begun = performance.now();
  const script = `const { endProcess } = await import(${JSON.stringify(module)}); ${statements}; endProcess(3, "en");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    stderr += part;
  });
  const hangs = setTimeout(() => child.kill("SIGKILL"), 40_000);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(hangs);
  return { code, stderr, ms: performance.now() - begun };
};

it("ends at once if nothing is open", async () => {
  const { code, stderr, ms } = await ended("");
  expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
  expect(ms).toBeLessThan(20_000);
});

it("cuts a file that is never opened, as on a mount whose server is away, with the exit code", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-end-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  // To open a pipe that nobody writes to waits for ever.
  const { code, stderr, ms } = await ended(`
    process.once("exit", () => process.stderr.write("cleaned up, "));
    void (await import("node:fs/promises")).open(${JSON.stringify(pipe)})`);
  await rm(folder, { recursive: true });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringMatching(/^still open at the end, and cut: FSReqPromise.*\ncleaned up, $/),
  });
  expect(ms).toBeLessThan(30_000);
});

it("cuts what is open, and names it", async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { code, stderr, ms } = await ended(`
    const { connect, createServer } = await import("node:net");
    const socket = connect(${port}, "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    createServer().listen(0, "127.0.0.1");
    process.stdout.write("printed")`);
  expect(code).toBe(3);
  expect(stderr).toMatch(
    new RegExp(
      `^still open at the end, and cut: (?=.*Socket 127\\.0\\.0\\.1:${port})(?=.*Server .*127\\.0\\.0\\.1).*\\n$`,
    ),
  );
  expect(ms).toBeGreaterThan(2_900);
  expect(ms).toBeLessThan(30_000);
});
