/**
 * `musterd service password`: sets a user's password. The password is not an argument, because other users of the machine could
 * see it in the list of processes.
 */
import { randomBytes } from "node:crypto";
import type { Command } from "../open/context.ts";
import { print } from "../terminal/output.ts";
import { readPassword } from "../terminal/read-password.ts";
import { wordsOf } from "../words/words.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";

export type PasswordOptions = ConnectionOptions & { readonly generate?: boolean };

/** Sets the password, which is read from standard input, or generated and printed (`--generate`). */
export const passwordCommand: Command<"service password", PasswordOptions, [account: string]> = async (
  account,
  options,
  environment,
) => {
  const words = wordsOf(options.language);
  const password = options.generate ? randomBytes(15).toString("base64url") : await readPassword(words.passwordPrompt);
  return withService(options, environment, async (ask) => {
    await ask("PUT", "/passwords", { account, password });
    if (options.generate) print(`${words.passwordSet(account)} ${words.passwordIs(password)}`);
    else if (!options.quiet) print(words.passwordSet(account));
    return 0;
  });
};
