/**
 * Reads company documents from YAML or JSON files, merges their sections, and validates the result before anything is sent to
 * a service. All problems are reported together, each with its file.
 */
import { readFile } from "node:fs/promises";
import { parseDocument } from "yaml";
import { checkedSettings } from "../../config/setting-problems.ts";
import { CompanyDocument } from "../../contract/sections/company-document.ts";
import { type ErrorPlace, MusterdError } from "../../lib/errors.ts";
import { utf8Text } from "../../lib/yaml-text.ts";
import { jsonErrorPlace } from "./json-error.ts";

const listedProblems = 50;

/**
 * Merges all files into one document. No section may occur twice, so the order of the files does not matter. A file that
 * contains only the section `organisation` may omit the section's name. Throws `document-unreadable`, `document-invalid` or
 * `section-twice`.
 */
export const readCompanyFiles = async (files: readonly string[]): Promise<Record<string, unknown>> => {
  const sections = new Map<string, { readonly file: string; readonly content: unknown }>();
  const problems: string[] = [];
  for (const file of files) {
    const document = asSections(parse(await readText(file), file));
    const read = checkedSettings(CompanyDocument, document);
    if ("problems" in read) problems.push(...read.problems.map(inFile(file)));
    for (const [name, content] of Object.entries(document ?? {})) {
      const other = sections.get(name);
      if (other) throw sectionTwice(name, other.file, file);
      sections.set(name, { file, content });
    }
  }
  if (problems.length > 0) throw documentInvalid(problems);
  return Object.fromEntries([...sections].map(([name, { content }]) => [name, content]));
};

const inFile =
  (file: string) =>
  (problem: string): string =>
    `${file}: ${problem}`;

const readText = async (file: string): Promise<string> => {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new MusterdError("document-unreadable", "the file cannot be read", {
      place: { file },
      hint: "name a YAML or JSON file that exists and that you may read",
      cause,
    });
  });
  const text = utf8Text(bytes);
  if (typeof text === "string") return text;
  throw malformed(`the file is not YAML: ${text.problem}`, {
    file,
    ...(text.line !== undefined && { line: text.line }),
  });
};

/** The YAML parser could also parse JSON, but the JSON parser takes a tenth of the time. */
const parse = (text: string, file: string): unknown =>
  file.toLowerCase().endsWith(".json") || /^\s*[{[]/.test(text) ? parseJson(text, file) : parseYaml(text, file);

const parseJson = (text: string, file: string): unknown => {
  const json = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(json);
  } catch {
    const { line, column } = jsonErrorPlace(json);
    throw malformed("the file is not JSON", { file, line, column: String(column) });
  }
};

const parseYaml = (text: string, file: string): unknown => {
  const document = parseDocument(text);
  const [error] = document.errors;
  const [at] = error?.linePos ?? [];
  if (error) {
    const [reason = ""] = error.message.split("\n");
    const place = { file, ...(at ? { line: at.line, column: String(at.col) } : {}) };
    throw malformed(`the file is not YAML: ${reason.replace(/ at line \d+, column \d+:?$/, "")}`, place);
  }
  try {
    return document.toJS();
  } catch {
    throw malformed("the file repeats itself too often by aliases", { file });
  }
};

const asSections = (document: unknown): unknown =>
  document !== null && typeof document === "object" && "employees" in document && "departments" in document
    ? { organisation: document }
    : document;

const malformed = (message: string, place: ErrorPlace): MusterdError =>
  new MusterdError("document-invalid", message, { place, hint: "correct the place that is named" });

const documentInvalid = (problems: readonly string[]): MusterdError => {
  const shown = problems.slice(0, listedProblems);
  const more = problems.length > shown.length ? [`and ${problems.length - shown.length} more`] : [];
  return new MusterdError(
    "document-invalid",
    `${problems.length} problem(s) in the company document:\n    ${[...shown, ...more].join("\n    ")}`,
    { hint: "correct the places named above; nothing was loaded" },
  );
};

const sectionTwice = (name: string, first: string, second: string): MusterdError =>
  new MusterdError("section-twice", `the section ${name} is in ${first} and in ${second}`, {
    hint: "keep it in one of the files; nothing was loaded",
  });
