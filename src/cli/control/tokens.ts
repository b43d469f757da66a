/** `musterd tokens`: the tokens with which programs call the daemon's control interface. It works beside a daemon. */
import { localTime } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { type Role, roles } from "../../model/role.ts";
import { textTable } from "../../report/text/text-table.ts";
import { type ConfigOptions, type Environment, withApp } from "../open/context.ts";
import { instantOf } from "../terminal/instant-option.ts";
import { print, printJson } from "../terminal/output.ts";
import { tableWidth } from "../terminal/terminal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { wordsOf } from "../words/words.ts";

type AddOptions = ConfigOptions & {
  readonly role: readonly Role[];
  readonly expires?: string;
  readonly json?: boolean;
};

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/** Prints the secret, which cannot be read again. Throws `option-invalid`. */
export const addTokenCommand = (
  name: string,
  options: AddOptions,
  environment: Environment,
): Promise<ExitCode<"tokens add">> => {
  if (!namePattern.test(name)) {
    throw new MusterdError("option-invalid", "this cannot be the name of a token", {
      hint: "use up to 40 letters, digits, dots, dashes and underscores",
    });
  }
  const expiresAt = options.expires === undefined ? undefined : instantOf(options.expires, "end");
  return withApp(options, environment, async ({ store }) => {
    const own = roles.filter((role) => options.role.includes(role));
    const secret = await store.tokens.add({ name, roles: own, ...(expiresAt !== undefined && { expiresAt }) });
    if (secret === undefined) throw new MusterdError("option-invalid", `there is a token ${name}`, { hint: listsThem });
    if (options.json) printJson({ name, roles: own, expiresAt, secret });
    else print(`${wordsOf(options.language).tokens.added(name)}\n${secret}`);
    return 0;
  });
};

const listsThem = "`musterd tokens list` shows the tokens; one can be revoked, and added anew";

type ListOptions = ConfigOptions & { readonly json?: boolean };

export const listTokensCommand = (options: ListOptions, environment: Environment): Promise<ExitCode<"tokens list">> =>
  withApp(options, environment, async ({ store }) => {
    const tokens = await store.tokens.list();
    const words = wordsOf(options.language);
    const time = (at: string | undefined): string => (at === undefined ? words.never : localTime(Date.parse(at)));
    const rows = tokens.map(({ name, roles: own, addedAt, usedAt, expiresAt }) => [
      name,
      own.join(", "),
      time(addedAt),
      usedAt === undefined ? "–" : time(usedAt),
      time(expiresAt),
    ]);
    if (options.json) printJson(tokens);
    else print(rows.length > 0 ? textTable(words.tokens.heads, rows, tableWidth()) : words.tokens.none);
    return 0;
  });

/** The token is refused from then on. Throws `option-invalid` if there is none of this name. */
export const revokeTokenCommand = (
  name: string,
  options: ConfigOptions,
  environment: Environment,
): Promise<ExitCode<"tokens revoke">> =>
  withApp(options, environment, async ({ store }) => {
    if (!(await store.tokens.revoke(name)))
      throw new MusterdError("option-invalid", `there is no token ${name}`, { hint: listsThem });
    if (!options.quiet) print(wordsOf(options.language).tokens.revoked(name));
    return 0;
  });
