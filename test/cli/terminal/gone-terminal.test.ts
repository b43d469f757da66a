/** Tests a question on a terminal that goes away: a window that is closed, a connection of ssh that is lost. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";

const terminal = JSON.stringify(new URL("../../../src/cli/terminal/terminal.ts", import.meta.url).href);

/** Asks, and writes into the file SAID what came of it. */
const asking = `const { ask } = await import(${terminal});
  const { writeFileSync } = await import("node:fs");
  const ending = new AbortController();
  process.on("SIGHUP", () => ending.abort(new Error("stopped by SIGHUP")));
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const said = await ask("sure? ", ending.signal).then((answer) => "answer " + answer, String);
  writeFileSync(process.env.SAID, said);
  process.exit(0);`;

it.runIf(process.platform === "linux")(
  "a question on a terminal that has gone is not answered, or ends with its signal",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "musterd-terminal-"));
    const said = join(folder, "said");
    const command = `exec ${process.execPath} --input-type=module --eval "$CODE"`;
    const window = spawn("script", ["-qec", command, "/dev/null"], {
      env: { ...process.env, CODE: asking, SAID: said },
      stdio: "pipe",
    });
    let shown = "";
    window.stdout.on("data", (part: Buffer) => {
      shown += part.toString();
    });
    while (!shown.includes("sure?")) await delay(20);
    window.kill("SIGKILL");
    await once(window, "exit");
    let text: string | undefined;
    for (let waits = 0; waits < 500 && !text; waits += 1) {
      text = await readFile(said, "utf8").catch(() => undefined);
      await delay(20);
    }
    expect(["answer ", "Error: stopped by SIGHUP"]).toContain(text);
    await rm(folder, { recursive: true });
  },
);
