/** Tests output that nobody reads: a collector of logs that hangs, a terminal that is stopped, a pager that somebody looks at for long. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";

const of = (file: string): string => JSON.stringify(new URL(`../../../src/${file}`, import.meta.url).href);

const imports = `const { createLog } = await import(${of("lib/log.ts")});
  const { outliveReaders, outputFailure } = await import(${of("cli/terminal/output.ts")});
  const { endProcess } = await import(${of("cli/terminal/end-process.ts")});
  outliveReaders();`;

/** Writes more lines than any pipe, terminal or backlog holds, in many turns of the event loop. */
const logsMuch = `const log = createLog("info");
  for (let line = 0; line < 30_000; line += 1) {
    log.info({ line, padding: "x".repeat(100) }, "a line");
    if (line % 1_000 === 0) await new Promise(setImmediate);
  }`;

const start = (statements: string): ChildProcess =>
  spawn(process.execPath, ["--input-type=module", "--eval", `${imports} ${statements}`], { stdio: "pipe" });

/** The exit code; "hangs" if the process is still there after 30 s, and is killed. */
const endOf = async (child: ChildProcess): Promise<unknown> => {
  const hangs = delay(30_000, "hangs", { ref: false });
  const end = await Promise.race([once(child, "exit").then(([code]) => code), hangs]);
  child.kill("SIGKILL");
  return end;
};

it("a log that nobody reads stops nothing, and takes little memory", async () => {
  const child = start(`${logsMuch}; process.stdout.write(String(process.stderr.writableLength)); endProcess(0, "en");`);
  const [end, waiting] = await Promise.all([endOf(child), text(child.stdout as NonNullable<typeof child.stdout>)]);
  expect(end).toBe(0);
  expect(Number(waiting)).toBeGreaterThan(500_000);
  expect(Number(waiting)).toBeLessThan(2_000_000);
}, 60_000);

it("a log that is read again says how many lines are missing", async () => {
  const child = start(`${logsMuch}; process.stdout.write("written"); process.stdin.once("data", () => {
    log.info("afterwards"); process.stdin.destroy(); endProcess(0, "en"); });`);
  const { stdin, stdout, stderr } = child;
  const end = endOf(child);
  await once(stdout as NonNullable<typeof stdout>, "data");
  const read = text(stderr as NonNullable<typeof stderr>);
  await delay(500);
  stdin?.write("go on");
  expect(await end).toBe(0);
  const lines = (await read).trimEnd().split("\n");
  const kept = lines.filter((line) => line.includes('"a line"')).length;
  expect(lines.slice(-2).map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { msg: "log lines dropped, because standard error was not read", lines: 30_000 - kept },
    { msg: "afterwards" },
  ]);
}, 60_000);

it.runIf(process.platform === "linux")(
  "a terminal that is stopped stops nothing",
  async () => {
    const code = `${imports} ${logsMuch}; process.stdout.write("x".repeat(1_000_000));
    process.stdin.destroy(); process.kill(process.ppid, "SIGKILL"); process.exit(0);`;
    // `script` ends only when all has been read, so its child ends it.
    const child = spawn(
      "script",
      ["-qec", `exec ${process.execPath} --input-type=module --eval "$CODE"`, "/dev/null"],
      {
        env: { ...process.env, CODE: code },
        stdio: "pipe",
      },
    );
    child.stdout.pause();
    expect(await endOf(child)).toBe(null);
  },
  60_000,
);

it("a pager gets everything, however long somebody looks at the first page", async () => {
  const child = start(`process.stdout.write("x".repeat(3_000_000)); endProcess(2, "en");`);
  const end = endOf(child);
  await delay(5_000);
  const printed = await text(child.stdout as NonNullable<typeof child.stdout>);
  expect({ end: await end, printed: printed.length }).toEqual({ end: 2, printed: 3_000_000 });
}, 60_000);

it("a pager that is closed ends the command", async () => {
  const child = start(`process.stdout.write("x".repeat(3_000_000)); endProcess(2, "en");`);
  await once(child.stdout as NonNullable<typeof child.stdout>, "readable");
  child.stdout?.destroy();
  expect(await endOf(child)).toBe(2);
}, 60_000);

it.runIf(process.platform === "linux")("a full disk is remembered until the command has ended", async () => {
  const command = `${imports} process.stdout.write("x"); await new Promise((resolve) => setTimeout(resolve, 50));
    process.exitCode = outputFailure()?.code === "output-unwritable" ? 1 : 0;`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", command], {
    stdio: ["ignore", openSync("/dev/full", "w"), "inherit"],
  });
  expect(await endOf(child)).toBe(1);
});
