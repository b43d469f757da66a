/** `musterd daemon`: runs until a signal; a second signal ends the process immediately. */
import { startDaemon } from "../../daemon/daemon.ts";
import { programLanguage } from "../../model/language.ts";
import { type ConfigOptions, type Environment, withApp } from "../open/context.ts";
import { nextSignal } from "../terminal/next-signal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { wordsOf } from "../words/words.ts";

export const daemonCommand = (options: ConfigOptions, environment: Environment): Promise<ExitCode<"daemon">> =>
  withApp(
    options,
    environment,
    async (app) => {
      // The handler is registered before the daemon starts, so a signal during the start also leads to an orderly stop.
      const signal = nextSignal();
      const daemon = await startDaemon(app, wordsOf(programLanguage).check);
      const by = await signal;
      // A second SIGHUP does not end the process, because a terminal that closes may send SIGHUP twice.
      void nextSignal(["SIGINT", "SIGTERM"]).then(() => process.exit(1));
      await daemon.stop(by);
      return 0;
    },
    true,
  );
