/** `musterd service load` and `dump`: import company data into a service, and export it. */
import { stringify } from "yaml";
import type { SectionName } from "../../contract/sections/company-document.ts";
import { escapedJson, hasInvisible } from "../../lib/control-characters.ts";
import { MusterdError } from "../../lib/errors.ts";
import { writePrivateFile } from "../../lib/private-file.ts";
import type { Command } from "../open/context.ts";
import { print, write } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";
import { readCompanyFiles } from "./company-files.ts";
import { type ConnectionOptions, withService } from "./service-connection.ts";

/** Loads all sections of the files, or none if one is refused. The service keeps its data of sections that no file contains. */
export const loadCommand: Command<"service load", ConnectionOptions, [files: readonly string[]]> = async (
  files,
  options,
  environment,
) => {
  const document = await readCompanyFiles(files);
  return withService(options, environment, async (ask) => {
    await ask("PUT", "/company", document);
    if (!options.quiet) print(wordsOf(options.language).loaded(Object.keys(document).join(", ")));
    return 0;
  });
};

type DumpOptions = ConnectionOptions & {
  readonly out?: string;
  readonly format?: "yaml" | "json";
  readonly section?: readonly SectionName[];
};

/**
 * Writes to standard output or to a file. Only the owner may read the file, because it contains personal data and hashes of
 * secrets.
 */
export const dumpCommand: Command<"service dump", DumpOptions> = (options, environment) =>
  withService(options, environment, async (ask) => {
    const { out, section = [], quiet, language } = options;
    const query = section.map((name) => `section=${name}`).join("&");
    const document = await ask("GET", `/company${query && `?${query}`}`);
    const isJson = (options.format ?? (out?.toLowerCase().endsWith(".json") ? "json" : "yaml")) === "json";
    const text = isJson ? escapedJson(`${JSON.stringify(document, null, 2)}\n`) : yamlText(document);
    if (out === undefined) write(text);
    else await writeDocument(out, text);
    if (out !== undefined && !quiet) print(wordsOf(language).written(out));
    return 0;
  });

/** Returns YAML without control characters. Where a text has some, all texts are quoted, and there they are escaped. */
const yamlText = (document: unknown): string => {
  const text = stringify(document, { lineWidth: 0 });
  if (!hasInvisible(text)) return text;
  const quoted = { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" } as const;
  return escapedJson(stringify(document, { ...quoted, blockQuote: false }));
};

/** Writes a file that only its owner can read. Throws `document-unwritable`. */
export const writeDocument = (file: string, text: string): Promise<void> =>
  writePrivateFile(file, text).catch((cause: unknown) => {
    throw new MusterdError("document-unwritable", "the file cannot be written", {
      place: { file },
      hint: "name a file in a folder that exists and that you may write to",
      cause,
    });
  });
