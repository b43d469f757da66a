/** `musterd service rotate-keys`: replaces the keys with which the service signs. */
import type { Command } from "../open/context.ts";
import { print } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";

/** Replaces the keys for ID tokens and cookies, and the key for callbacks. */
export const rotateKeysCommand: Command<"service rotate-keys", ConnectionOptions> = (options, environment) =>
  withService(options, environment, async (ask) => {
    await ask("POST", "/signing-keys");
    const { earlierValidUntil } = (await ask("POST", "/callback-keys")) as { readonly earlierValidUntil: string };
    if (!options.quiet) print(wordsOf(options.language).keysRotated(earlierValidUntil));
    return 0;
  });
