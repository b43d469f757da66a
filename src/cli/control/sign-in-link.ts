/** `musterd users link`: a link for a message, which signs one person in to the console, once, to decide about one plan. */
import type { Config } from "../../config/config.ts";
import { MusterdError } from "../../lib/errors.ts";
import { processActor } from "../../lib/process-user.ts";
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { print } from "../terminal/output.ts";

/** Throws `option-invalid` if there is no such account or plan, or the console has no address. */
export const signInLinkCommand: Command<"users link", ConfigOptions, [name: string, fingerprint: string]> = (
  name,
  fingerprint,
  options,
  environment,
) =>
  withApp(options, environment, async ({ config, store }) => {
    const address = addressOf(config.daemon);
    const user = await store.users.find(name);
    if (!user) throw refusal(`there is no account ${name}`, "`musterd users list` shows the accounts");
    const run = await store.runs.lastPlanned(fingerprint);
    const plan = run === undefined ? undefined : (await store.runs.find(run))?.fingerprint;
    if (plan === undefined) throw refusal(`no run has the plan ${fingerprint}`, "`musterd runs` shows the last runs");
    const by = processActor();
    print(`${address}/link/${await store.sessions.makeLink({ person: user.name, plan }, by)}`);
    return 0;
  });

/** Where browsers reach the console. */
const addressOf = ({ console: setting, host, port }: Config["daemon"]): string => {
  if (setting === "off") throw refusal("the console is off", "set `daemon.console`");
  if (setting !== "loopback") return setting;
  if (port === 0) throw refusal("the port of the console changes with each start", "set `daemon.port`");
  return `http://${host}:${port}`;
};

const refusal = (message: string, hint: string): MusterdError => new MusterdError("option-invalid", message, { hint });
