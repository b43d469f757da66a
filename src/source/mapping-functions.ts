/**
 * The user's own functions, for what the mapping cannot say: one TypeScript file whose exports are called with the columns
 * they ask for. What they answer is converted and checked like any cell.
 */
import { pathToFileURL } from "node:url";
import { MusterdError } from "../lib/errors.ts";
import type { BadCell } from "./cell.ts";
import type { Cell } from "./record.ts";

/** Columns by name. A blank column is ""; an attribute with several values is a list. */
export type FieldInput = Readonly<Record<string, string | readonly string[]>>;

/** What a function of the user's file is: text for the field, undefined for no statement, null for "has no value". */
export type FieldFunction = (input: FieldInput) => string | readonly string[] | undefined | null;

type Answer = { readonly cell: Cell | undefined | null } | { readonly bad: BadCell };

/** Finds a function by name and calls it so that its failure is a bad cell. */
export type MappingFunctions = (name: string) => (input: FieldInput) => Answer;

/** Loads the file; MusterdError `source-functions-unusable` when it cannot be loaded or lacks a function of `names`. */
export const loadFunctions = async (file: string | undefined, names: readonly string[]): Promise<MappingFunctions> => {
  if (names.length === 0) return noFunctions;
  if (file === undefined)
    throw unusable("", `the mapping names the function ${names[0]}, and there is no \`mappingFile\``);
  let exported: Record<string, unknown>;
  try {
    exported = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } catch (cause) {
    throw unusable(file, `the file cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const missing = names.filter((name) => typeof exported[name] !== "function");
  if (missing.length > 0) throw unusable(file, `the file does not export the function ${missing.join(", ")}`);
  return (name) => guarded(exported[name] as FieldFunction);
};

const noFunctions: MappingFunctions = () => () => ({ cell: undefined });

/** The message of what is thrown may hold what the function was given, so it is not repeated. */
const failed = { bad: { code: "function-failed", reason: "the function of the mapping file has thrown" } } as const;
const notText = { bad: { code: "function-failed", reason: "the function did not answer with text" } } as const;

const guarded =
  (own: FieldFunction) =>
  (input: FieldInput): Answer => {
    try {
      const cell: unknown = own(input);
      if (cell === undefined || cell === null || typeof cell === "string") return { cell };
      return Array.isArray(cell) && cell.every((item) => typeof item === "string") ? { cell } : notText;
    } catch {
      return failed;
    }
  };

const unusable = (file: string, message: string): MusterdError =>
  new MusterdError("source-functions-unusable", message, {
    place: { ...(file === "" ? {} : { file }), setting: "source.mappingFile" },
    wayOut:
      "export functions as `export const name: FieldFunction = (input) => …`; they are TypeScript without a build",
  });
