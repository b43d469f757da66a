/** `musterd service rotate-keys`: replaces the keys with which the service signs. */
import type { Environment } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";
import { print } from "./output.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";
import { wordsOf } from "./words.ts";

/** Replaces the keys for ID tokens and cookies, and the key for callbacks. */
export const rotateKeysCommand = (
  options: ConnectionOptions,
  environment: Environment,
): Promise<ExitCode<"service rotate-keys">> =>
  withService(options, environment, async (ask) => {
    await ask("POST", "/signing-keys");
    const { earlierValidUntil } = (await ask("POST", "/callback-keys")) as { readonly earlierValidUntil: string };
    if (!options.quiet) print(wordsOf(options.language).keysRotated(earlierValidUntil));
    return 0;
  });
