/** `musterd resync`: asks the daemon of this configuration to start a run now. */
import { loadConfig } from "../../config/config.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { ConfigOptions, Environment } from "../open/context.ts";
import { print, writeJson } from "../terminal/output.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { wordsOf } from "../words/words.ts";

type ResyncOptions = ConfigOptions & { readonly json?: boolean };

export const resyncCommand = async (options: ResyncOptions, environment: Environment): Promise<ExitCode<"resync">> => {
  const { daemon } = loadConfig(options.config, environment);
  if (daemon.token === undefined) {
    throw new MusterdError("no-token-configured", "the daemon takes requests only with a bearer token", {
      place: { setting: "daemon.token" },
      hint: "set it by reference, for example `token: env:MUSTERD_TOKEN`, for the daemon and for this command",
    });
  }
  const url = `http://${daemon.host === "0.0.0.0" ? "127.0.0.1" : daemon.host}:${daemon.port}/runs`;
  const answer = await post(url, daemon.token);
  if (!answer.ok) {
    throw new MusterdError("daemon-refused", `the daemon answered ${answer.status}`, {
      hint: "compare daemon.token of this command and of the daemon",
    });
  }
  if (options.json) writeJson(`${await answer.text()}\n`);
  else if (!options.quiet) print(wordsOf(options.language).accepted);
  return 0;
};

const post = async (url: string, token: string): Promise<Response> => {
  try {
    return await fetch(url, { method: "POST", redirect: "manual", headers: { Authorization: `Bearer ${token}` } });
  } catch (cause) {
    throw new MusterdError("daemon-unreachable", `no daemon answers at ${url}`, {
      place: { setting: "daemon.port" },
      hint: "start it with `musterd daemon`, or name its address in daemon.host and daemon.port",
      cause,
    });
  }
};
