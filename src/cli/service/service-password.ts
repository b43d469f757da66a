/**
 * `musterd service password`: sets a user's password. The password is not an argument, because other users of the machine could
 * see it in the list of processes.
 */
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { MusterdError } from "../../lib/errors.ts";
import type { Environment } from "../open/context.ts";
import { print, writeError } from "../terminal/output.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { wordsOf } from "../words/words.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";

export type PasswordOptions = ConnectionOptions & { readonly generate?: boolean };

/** Sets the password, which is read from standard input, or generated and printed (`--generate`). */
export const passwordCommand = async (
  account: string,
  options: PasswordOptions,
  environment: Environment,
): Promise<ExitCode<"service password">> => {
  const words = wordsOf(options.language);
  const password = options.generate ? randomBytes(15).toString("base64url") : await readPassword(words.passwordPrompt);
  return withService(options, environment, async (ask) => {
    await ask("PUT", "/passwords", { account, password });
    if (options.generate) print(`${words.passwordSet(account)} ${words.passwordIs(password)}`);
    else if (!options.quiet) print(words.passwordSet(account));
    return 0;
  });
};

const readPassword = async (prompt: string): Promise<string> => {
  const given = process.stdin.isTTY ? await askUnseen(prompt) : (await text(process.stdin)).split(/\r?\n/, 1)[0];
  if (given) return given;
  throw new MusterdError("password-missing", "no password was given", {
    hint: "type it, send it to standard input, or let --generate draw one",
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
