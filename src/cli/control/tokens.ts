/** `musterd tokens`: the tokens with which programs call the daemon's control interface. It works beside a daemon. */
import { MusterdError } from "../../lib/errors.ts";
import type { Role } from "../../model/role.ts";
import { type Command, type ConfigOptions, type JsonOptions, withApp } from "../open/context.ts";
import { print, printJson } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";
import { givenAccess, printAccess } from "./access-table.ts";

type AddOptions = ConfigOptions & {
  readonly role: readonly Role[];
  readonly expires?: string;
  readonly json?: boolean;
};

const names = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/,
  what: "a token",
  hint: "use up to 40 letters, digits, dots, dashes and underscores",
};

/** Prints the secret, which cannot be read again. Throws `option-invalid`. */
export const addTokenCommand: Command<"tokens add", AddOptions, [name: string]> = (name, options, environment) => {
  const access = givenAccess(name, names, options);
  return withApp(options, environment, async ({ store }) => {
    const secret = await store.tokens.add({ name, ...access });
    if (secret === undefined) throw new MusterdError("option-invalid", `there is a token ${name}`, { hint: listsThem });
    if (options.json) printJson({ name, ...access, secret });
    else print(`${wordsOf(options.language).tokens.added(name)}\n${secret}`);
    return 0;
  });
};

const listsThem = "`musterd tokens list` shows the tokens; one can be revoked, and added anew";

export const listTokensCommand: Command<"tokens list", JsonOptions> = (options, environment) =>
  withApp(options, environment, async ({ store }) => {
    const words = wordsOf(options.language);
    printAccess(await store.tokens.list(), options.json, words.tokens.none, words);
    return 0;
  });

/** The token is refused from then on. Throws `option-invalid` if there is none of this name. */
export const revokeTokenCommand: Command<"tokens revoke", ConfigOptions, [name: string]> = (
  name,
  options,
  environment,
) =>
  withApp(options, environment, async ({ store }) => {
    if (!(await store.tokens.revoke(name)))
      throw new MusterdError("option-invalid", `there is no token ${name}`, { hint: listsThem });
    if (!options.quiet) print(wordsOf(options.language).tokens.revoked(name));
    return 0;
  });
