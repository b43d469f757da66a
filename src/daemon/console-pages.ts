/** Adds the console to the daemon's server. Its modules are loaded only where it is on. */
import type { FastifyInstance } from "fastify";
import type { App } from "../app/app.ts";
import type { ConsoleParts } from "../console/parts.ts";
import { createSignIn } from "./control/sign-in.ts";
import { cancelRun, type LiveRun } from "./state/live-run.ts";
import type { Metrics } from "./state/metrics.ts";

type Given = Pick<ConsoleParts, "status" | "errorWords" | "wake" | "queues"> & {
  readonly app: App;
  readonly live: LiveRun;
  readonly metrics: Pick<Metrics, "calls">;
  readonly onWrongPassword: () => void;
};

/** Returns what adds the pages to a server, according to `daemon.console`. */
export const consolePages =
  ({ app, status, errorWords, live, wake, queues, metrics, onWrongPassword }: Given) =>
  async (server: FastifyInstance): Promise<void> => {
    const setting = app.config.daemon.console;
    if (setting === "off") return;
    const { serveConsole } = await import("../console/console.ts");
    await serveConsole(server, setting, {
      app,
      status,
      errorWords,
      live,
      signIn: createSignIn(app, onWrongPassword),
      cancel: (run, by) => cancelRun(app.store, live, run, by),
      wake,
      calls: metrics.calls,
      queues,
    });
  };
