/** `musterd daemon`: runs until a signal; a second signal ends the process immediately. */
import { tellDaemonFailed } from "../../app/notifying.ts";
import { loadConfig } from "../../config/config.ts";
import { startDaemon } from "../../daemon/daemon.ts";
import { asMusterdError, type MusterdError } from "../../lib/errors.ts";
import { type Command, type ConfigOptions, type Environment, withApp } from "../open/context.ts";
import { exitNow } from "../terminal/end-process.ts";
import { nextSignal } from "../terminal/next-signal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { errorWordsOf, wordsOf } from "../words/words.ts";

export const daemonCommand: Command<"daemon"> = async (options, environment) => {
  try {
    return await runDaemon(options, environment);
  } catch (thrown) {
    await tellFailure(options, environment, asMusterdError(thrown));
    throw thrown;
  }
};

/** Without a readable configuration nobody can be told. */
const tellFailure = async (options: ConfigOptions, environment: Environment, error: MusterdError): Promise<void> => {
  try {
    await tellDaemonFailed(loadConfig(options.config, environment), error, errorWordsOf);
  } catch {
    // The error itself is printed and logged.
  }
};

const runDaemon = (options: ConfigOptions, environment: Environment): Promise<ExitCode<"daemon">> =>
  withApp(
    options,
    environment,
    async (app) => {
      // The handler is registered before the daemon starts, so a signal during the start also leads to an orderly stop.
      const signal = nextSignal();
      const daemon = await startDaemon(app, (language) => wordsOf(language).check, errorWordsOf);
      const by = await signal;
      // A second SIGHUP does not end the process, because a terminal that closes may send SIGHUP twice.
      void nextSignal(["SIGINT", "SIGTERM"]).then(() => exitNow(1));
      await daemon.stop(by);
      return 0;
    },
    true,
  );
