/** Runs `musterd init` on a pseudo-terminal of a certain width, and types keys as soon as a question is shown. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("../../../src/cli/musterd.js", import.meta.url));

type Step = { readonly prompt: string; readonly keys: string };

/** Resolves with the exit code and everything that was shown, escape sequences included. */
export const inTerminal = async (
  folder: string,
  parameters: readonly string[],
  steps: readonly Step[],
  { columns, lang }: { readonly columns: number; readonly lang: string },
): Promise<{ readonly code: number; readonly shown: string }> => {
  const command = `stty cols ${columns} rows 50; exec ${[process.execPath, entry, ...parameters].join(" ")}`;
  const onMac = process.platform === "darwin";
  const inScript = onMac ? ["-q", "/dev/null", "sh", "-c", command] : ["-qec", command, "/dev/null"];
  const env = {
    ...process.env,
    LANG: lang,
    LC_ALL: lang,
    TERM: "xterm-256color",
    FORCE_COLOR: "1",
    NO_COLOR: undefined,
  };
  const terminal = spawn("script", inScript, { cwd: folder, env, stdio: "pipe" });
  let shown = "";
  let from = 0;
  const left = [...steps];
  terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    const [next] = left;
    if (!next || !plain(shown.slice(from)).includes(next.prompt)) return;
    left.shift();
    from = shown.length;
    // Clack takes keys from the moment at which it has drawn the question.
    setTimeout(() => terminal.stdin.write(next.keys), 30);
  });
  const [code] = (await once(terminal, "close")) as [number];
  return { code, shown };
};

/** The text without escape sequences, and without the line breaks of a narrow terminal. */
export const plain = (shown: string): string => withoutEscapes(shown).replaceAll(/\r?\n[│◆◇■└┌ ]*/g, "");

export const withoutEscapes = (shown: string): string =>
  // oxlint-disable-next-line no-control-regex
  shown.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "");
