/** `musterd service keys`: manages the keys with which other systems call the service. */
import { NewKey } from "../../contract/sections/access.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Command } from "../open/context.ts";
import { endOf } from "../terminal/instant-option.ts";
import { print, printJson } from "../terminal/output.ts";
import { printTable } from "../terminal/print-table.ts";
import { type CliWords, wordsOf } from "../words/words.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";

export type KeyOptions = ConnectionOptions & {
  readonly permissions: NewKey["permissions"];
  readonly forms?: readonly string[];
  readonly libraries?: readonly string[];
  readonly surveyCategories?: readonly string[];
  readonly expires?: string;
  readonly addresses?: readonly string[];
  readonly json?: boolean;
};

/** Creates a key and prints its secret, which cannot be read again later. */
export const addKeyCommand: Command<"service keys add", KeyOptions, [name: string]> = async (
  name,
  options,
  environment,
) => {
  const key = keyOf(name, options);
  return withService(options, environment, async (ask) => {
    const made = (await ask("POST", "/keys", key)) as { readonly secret: string };
    if (options.json) printJson(made);
    else print(`${wordsOf(options.language).keyAdded(name)}\n${made.secret}`);
    return 0;
  });
};

/** Builds the key and validates it before it is sent, because the service's answer would not state what is wrong. */
const keyOf = (name: string, options: KeyOptions): NewKey => {
  const { permissions, forms, libraries, surveyCategories, expires, addresses } = options;
  const read = NewKey.safeParse({
    name,
    permissions,
    ...listed("forms", forms),
    ...listed("libraries", libraries),
    ...listed("surveyCategories", surveyCategories),
    ...(expires === undefined ? {} : { expiresAt: expires }),
    ...(addresses === undefined ? {} : { addresses }),
  });
  if (read.success) {
    if (expires !== undefined) endOf(expires);
    return read.data;
  }
  const reasons = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new MusterdError("option-invalid", `this cannot be a key: ${reasons.join("; ")}`, {
    hint: "see `musterd service keys add --help`",
  });
};

/** Returns the property `what` with the given codes. The single word `all` means every code. */
const listed = (what: string, codes: readonly string[] | undefined) => {
  if (codes === undefined) return {};
  return { [what]: codes.length === 1 && codes[0] === "all" ? "all" : codes };
};

type ListOptions = ConnectionOptions & { readonly json?: boolean };

type ShownKey = Omit<NewKey, "secret">;

export const listKeysCommand: Command<"service keys list", ListOptions> = (options, environment) =>
  withService(options, environment, async (ask) => {
    const keys = (await ask("GET", "/keys")) as readonly ShownKey[];
    if (options.json) {
      printJson(keys);
      return 0;
    }
    const words = wordsOf(options.language);
    const rows = keys.map(({ name, permissions, expiresAt = words.never, addresses = [words.any], ...lists }) => [
      name,
      permissions.join("\n"),
      expiresAt,
      addresses.join("\n"),
      designatedText(lists, words),
    ]);
    printTable(words.keyHeads, rows, words.noKeys);
    return 0;
  });

const designatedText = (lists: Partial<ShownKey>, words: CliWords): string =>
  (["forms", "libraries", "surveyCategories"] as const)
    .flatMap((what) => {
      const codes = lists[what];
      if (codes === undefined) return [];
      return [`${words.designated[what]}${words.colon}${codes === "all" ? words.all : codes.join(", ") || words.none}`];
    })
    .join("\n");

export const removeKeyCommand: Command<"service keys remove", ConnectionOptions, [name: string]> = (
  name,
  options,
  environment,
) =>
  withService(options, environment, async (ask) => {
    await ask("DELETE", `/keys/${encodeURIComponent(name)}`);
    if (!options.quiet) print(wordsOf(options.language).keyRemoved(name));
    return 0;
  });
