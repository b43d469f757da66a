/**
 * Reads a password. It is never an argument of a command, because other users of the machine could see it in the list of
 * processes.
 */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { MusterdError } from "../../lib/errors.ts";
import { writeError } from "./output.ts";

/** From a prompt, or the first line of standard input. Throws `password-missing`. */
export const readPassword = async (prompt: string): Promise<string> => {
  const given = process.stdin.isTTY ? await askUnseen(prompt) : (await text(process.stdin)).split(/\r?\n/, 1)[0];
  if (given) return given;
  throw new MusterdError("password-missing", "no password was given", {
    hint: "type it, or send it to standard input (`musterd service password` can also make one: --generate)",
  });
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
