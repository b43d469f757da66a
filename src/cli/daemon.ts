/** `musterd daemon`: until a signal; a second signal ends it at once. */
import { startDaemon } from "../daemon/daemon.ts";
import { type ConfigOptions, type Environment, withApp } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";
import { nextSignal } from "./next-signal.ts";

export const daemonCommand = (options: ConfigOptions, environment: Environment): Promise<ExitCode<"daemon">> =>
  withApp(
    options,
    environment,
    async (app) => {
      // Before the start, so that a signal in between still ends in an orderly stop.
      const signal = nextSignal();
      const daemon = await startDaemon(app);
      const by = await signal;
      // A terminal that closes may hang up twice; only a person who insists ends a run at once.
      void nextSignal(["SIGINT", "SIGTERM"]).then(() => process.exit(1));
      await daemon.stop(by);
      return 0;
    },
    (config) => config.logLevel,
  );
