/** What `musterd tokens` and `musterd users` have in common: names, ends, and the list of who has access. */
import { localTime } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Access } from "../../model/access.ts";
import { type Role, roles } from "../../model/role.ts";
import { endOf } from "../terminal/instant-option.ts";
import { printJson } from "../terminal/output.ts";
import { printTable } from "../terminal/print-table.ts";
import type { CliWords } from "../words/words.ts";

/** The roles in their order and the end, as they are stored. Throws `option-invalid`, also if the name does not match. */
export const givenAccess = (
  name: string,
  form: { readonly pattern: RegExp; readonly what: string; readonly hint: string },
  { role, expires }: { readonly role: readonly Role[]; readonly expires?: string },
): Pick<Access, "roles" | "expiresAt"> => {
  if (!form.pattern.test(name))
    throw new MusterdError("option-invalid", `this cannot be the name of ${form.what}`, { hint: form.hint });
  const own = roles.filter((one) => role.includes(one));
  return { roles: own, ...(expires !== undefined && { expiresAt: endOf(expires) }) };
};

/** Prints the list, as a table or as JSON. `none`: what is said of an empty one. */
export const printAccess = (
  list: readonly Access[],
  isJson: boolean | undefined,
  none: string,
  words: CliWords,
): void => {
  if (isJson) return printJson(list);
  const time = (at: string | undefined, otherwise: string): string =>
    at === undefined ? otherwise : localTime(Date.parse(at));
  const rows = list.map(({ name, roles: own, addedAt, usedAt, expiresAt }) => [
    name,
    own.join(", "),
    time(addedAt, ""),
    time(usedAt, "–"),
    time(expiresAt, words.never),
  ]);
  printTable(words.tokens.heads, rows, none);
};
