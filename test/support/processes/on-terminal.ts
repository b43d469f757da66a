/** Runs a command on a pseudo-terminal, and types the answer to its question, or kills it there. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("../../../src/cli/musterd.js", import.meta.url));

/** The program that provides the pseudo-terminal; Debian, Ubuntu and macOS have it. */
const terminalProgram = "script";

export type Answered = { readonly code: number; readonly shown: string };

/** `keys` are typed once, as soon as the output contains `prompt`; without keys the command is killed then. */
export const onTerminal = async (
  parameters: readonly string[],
  {
    env,
    prompt,
    keys,
  }: { readonly env: Readonly<Record<string, string>>; readonly prompt: string; readonly keys?: string },
): Promise<Answered> => {
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", entry, ...parameters];
  const inTerminal =
    process.platform === "darwin"
      ? ["-q", "/dev/null", ...command]
      : ["-qec", `exec ${command.join(" ")}`, "/dev/null"];
  const terminal = spawn(terminalProgram, inTerminal, { env: { ...process.env, ...env }, stdio: "pipe" });
  let shown = "";
  let asked = false;
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    if (asked || !shown.includes(prompt)) return;
    asked = true;
    if (keys === undefined) spawnSync("pkill", ["-KILL", "-P", `${terminal.pid}`]);
    else terminal.stdin.write(keys);
  });
  const [code] = (await once(terminal, "close")) as [number];
  return { code, shown };
};
