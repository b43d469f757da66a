/** `musterd users`: the local accounts of people who look at runs and decide. It works beside a daemon. */
import { localTime } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { type Role, roles } from "../../model/role.ts";
import { textTable } from "../../report/text/text-table.ts";
import { type ConfigOptions, type Environment, withApp } from "../open/context.ts";
import { instantOf } from "../terminal/instant-option.ts";
import { print, printJson } from "../terminal/output.ts";
import { readPassword } from "../terminal/read-password.ts";
import { tableWidth } from "../terminal/terminal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { wordsOf } from "../words/words.ts";

type AddOptions = ConfigOptions & { readonly role: readonly Role[]; readonly expires?: string };

const namePattern = /^[\p{L}\p{N}][\p{L}\p{N}.@_-]{0,63}$/u;
const shortestPassword = 12;
const longestPassword = 1024;

/** Asks for the password. Throws `option-invalid`, `password-missing` or `password-weak`. */
export const addUserCommand = (
  name: string,
  options: AddOptions,
  environment: Environment,
): Promise<ExitCode<"users add">> => {
  if (!namePattern.test(name)) {
    throw new MusterdError("option-invalid", "this cannot be the name of an account", {
      hint: "use up to 64 letters, digits, dots, dashes, underscores and @",
    });
  }
  const expiresAt = options.expires === undefined ? undefined : instantOf(options.expires, "end");
  return withApp(options, environment, async ({ store }) => {
    if ((await store.users.list()).some((user) => user.name.toLowerCase() === name.toLowerCase())) throw taken(name);
    const password = await newPassword(options);
    const own = roles.filter((role) => options.role.includes(role));
    const added = await store.users.add(
      { name: name.normalize("NFC"), roles: own, ...(expiresAt !== undefined && { expiresAt }) },
      password,
    );
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
    throw new MusterdError("password-weak", "the two passwords differ", { hint: "give the command again" });
  return password;
};

type ListOptions = ConfigOptions & { readonly json?: boolean };

export const listUsersCommand = (options: ListOptions, environment: Environment): Promise<ExitCode<"users list">> =>
  withApp(options, environment, async ({ store }) => {
    const users = await store.users.list();
    const words = wordsOf(options.language);
    const time = (at: string | undefined, none: string): string =>
      at === undefined ? none : localTime(Date.parse(at));
    const rows = users.map(({ name, roles: own, addedAt, usedAt, expiresAt }) => [
      name,
      own.join(", "),
      time(addedAt, ""),
      time(usedAt, "–"),
      time(expiresAt, words.never),
    ]);
    if (options.json) printJson(users);
    else print(rows.length > 0 ? textTable(words.tokens.heads, rows, tableWidth()) : words.users.none);
    return 0;
  });

/** The account is refused from then on, and so are its sessions. Throws `option-invalid` if there is none of this name. */
export const revokeUserCommand = (
  name: string,
  options: ConfigOptions,
  environment: Environment,
): Promise<ExitCode<"users revoke">> =>
  withApp(options, environment, async ({ store }) => {
    if (!(await store.users.revoke(name))) throw unknown(name);
    if (!options.quiet) print(wordsOf(options.language).users.revoked(name));
    return 0;
  });

/** Asks for the new password. Throws `option-invalid`, `password-missing` or `password-weak`. */
export const setPasswordCommand = (
  name: string,
  options: ConfigOptions,
  environment: Environment,
): Promise<ExitCode<"users passwd">> =>
  withApp(options, environment, async ({ store }) => {
    if (!(await store.users.list()).some((user) => user.name.toLowerCase() === name.toLowerCase())) throw unknown(name);
    if (!(await store.users.setPassword(name, await newPassword(options)))) throw unknown(name);
    if (!options.quiet) print(wordsOf(options.language).passwordSet(name));
    return 0;
  });
