/** `musterd users`: the local accounts of people who look at runs and decide. It works beside a daemon. */
import type { App } from "../../app/app.ts";
import type { Config } from "../../config/config.ts";
import { MusterdError } from "../../lib/errors.ts";
import { processActor } from "../../lib/process-user.ts";
import type { Role } from "../../model/role.ts";
import { type Command, type ConfigOptions, type JsonOptions, withApp } from "../open/context.ts";
import { print } from "../terminal/output.ts";
import { readPassword } from "../terminal/read-password.ts";
import { wordsOf } from "../words/words.ts";
import { givenAccess, printAccess } from "./access-table.ts";

type AddOptions = ConfigOptions & { readonly role: readonly Role[]; readonly expires?: string };

const names = {
  pattern: /^[\p{L}\p{N}][\p{L}\p{N}.@_-]{0,63}$/u,
  what: "an account",
  hint: "use up to 64 letters, digits, dots, dashes, underscores and @",
};
const shortestPassword = 12;
const longestPassword = 1024;

/** Asks for the password. Throws `option-invalid`, `password-missing` or `password-weak`. */
export const addUserCommand: Command<"users add", AddOptions, [name: string]> = (name, options, environment) => {
  const access = givenAccess(name, names, options);
  return withApp(options, environment, async ({ store }) => {
    if (await isListed(store, name)) throw taken(name);
    const password = await newPassword(options);
    const added = await store.users.add({ name: name.normalize("NFC"), ...access }, password);
    if (!added) throw taken(name);
    if (!options.quiet) print(wordsOf(options.language).users.added(name));
    return 0;
  });
};

const listsThem = "`musterd users list` shows the accounts";

const taken = (name: string): MusterdError =>
  new MusterdError("option-invalid", `there is an account ${name}`, {
    hint: `${listsThem}; one can be revoked, and added anew`,
  });

const unknown = (name: string): MusterdError =>
  new MusterdError("option-invalid", `there is no account ${name}`, { hint: listsThem });

/** Whether there is an account of this name, also one that has expired. */
const isListed = async ({ users }: App["store"], name: string): Promise<boolean> =>
  (await users.list()).some((user) => user.name.toLowerCase() === name.toLowerCase());

const newPassword = async ({ language }: ConfigOptions): Promise<string> => {
  const words = wordsOf(language);
  const password = await readPassword(words.passwordPrompt);
  if (password.length < shortestPassword || password.length > longestPassword) {
    throw new MusterdError(
      "password-weak",
      `the password has ${password.length} characters; ${shortestPassword} to ${longestPassword} are needed`,
      { hint: "take several words that nobody connects with each other" },
    );
  }
  if (process.stdin.isTTY && (await readPassword(words.users.again)) !== password)
    throw new MusterdError("password-weak", "the two passwords differ", { hint: "run the command again" });
  return password;
};

export const listUsersCommand: Command<"users list", JsonOptions> = (options, environment) =>
  withApp(options, environment, async ({ store }) => {
    const words = wordsOf(options.language);
    printAccess(await store.users.list(), options.json, words.users.none, words);
    return 0;
  });

/** The account is refused from then on, and so are its sessions. Throws `option-invalid` if there is none of this name. */
export const revokeUserCommand: Command<"users revoke", ConfigOptions, [name: string]> = (name, options, environment) =>
  withApp(options, environment, async ({ store }) => {
    if (!(await store.users.revoke(name))) throw unknown(name);
    if (!options.quiet) print(wordsOf(options.language).users.revoked(name));
    return 0;
  });

/** Ends the sessions of a person at the console, also of one whom an OpenID provider has signed in, who has no account here. */
export const signOutCommand: Command<"users sign-out", ConfigOptions, [name: string]> = (name, options, environment) =>
  withApp(options, environment, async ({ store }) => {
    const ended = await store.sessions.endAll(name, processActor());
    if (!options.quiet) print(wordsOf(options.language).users.signedOut(name, ended));
    return 0;
  });

/** Asks for the new password. Throws `option-invalid`, `password-missing` or `password-weak`. */
export const setPasswordCommand: Command<"users passwd", ConfigOptions, [name: string]> = (
  name,
  options,
  environment,
) =>
  withApp(options, environment, async ({ store }) => {
    if (!(await isListed(store, name))) throw unknown(name);
    if (!(await store.users.setPassword(name, await newPassword(options)))) throw unknown(name);
    if (!options.quiet) print(wordsOf(options.language).passwordSet(name));
    return 0;
  });

/**
 * Prints a link for a message, which signs one person in to the console, once, to decide about one plan. Throws `option-invalid` if there
 * is no such account or plan, or the console has no address.
 */
export const signInLinkCommand: Command<"users link", ConfigOptions, [name: string, fingerprint: string]> = (
  name,
  fingerprint,
  options,
  environment,
) =>
  withApp(options, environment, async ({ config, store }) => {
    const address = addressOf(config.daemon);
    const user = await store.users.find(name);
    if (!user) throw unknown(name);
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
