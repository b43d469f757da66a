/**
 * Reads a password. It is never an argument of a command, because other users of the machine could see it in the list of
 * processes.
 */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { MusterdError } from "../../lib/errors.ts";
import { writeError } from "./output.ts";

/** From a prompt, or the first line of standard input. Throws `password-missing`, or `password-weak` for a line without end. */
export const readPassword = async (prompt: string): Promise<string> => {
  const given = process.stdin.isTTY ? await askUnseen(prompt) : await firstLine();
  if (given) return given;
  throw new MusterdError("password-missing", "no password was given", {
    hint: "type it, or send it to standard input (`musterd service password` can also make one: --generate)",
  });
};

const longestLine = 65_536;

/** The first line of standard input. Whoever sends it may keep the pipe open, or send without end, as `yes` does. */
const firstLine = async (): Promise<string | undefined> => {
  let said = "";
  for await (const part of process.stdin.setEncoding("utf8")) {
    said += part;
    if (said.includes("\n")) break;
    if (said.length > longestLine) {
      throw new MusterdError("password-weak", `the first line has more than ${longestLine} characters`, {
        hint: "send the password as the first line of standard input",
      });
    }
  }
  return said.split(/\r?\n/, 1)[0];
};

/** Reads a line without showing what is typed. */
const askUnseen = async (prompt: string): Promise<string> => {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  writeError(prompt);
  try {
    return await lines.question("");
  } finally {
    lines.close();
    writeError("\n");
  }
};
