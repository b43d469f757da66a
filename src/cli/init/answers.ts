/** Reads a file of answers: the name of a question → its answer. */
import { readFileSync } from "node:fs";
import { MusterdError } from "../../lib/errors.ts";
import { nearest } from "../../lib/nearest.ts";
import { readYaml } from "../../lib/yaml-text.ts";
import { questionNames } from "./draft.ts";

/** Titles may be a list, the highest first. Throws `option-invalid`, also for a name that no question has. */
export const answersIn = (file: string): ReadonlyMap<string, string> => {
  const read = readYaml(bytesOf(file));
  if ("problem" in read) throw refused(file, `${file} is not YAML: ${read.problem}`, read.line);
  const said = read.value;
  if (typeof said !== "object" || said === null || Array.isArray(said)) throw refused(file, `${file} has no answers`);
  const names: readonly string[] = questionNames;
  const unknown = Object.keys(said).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const [meant] = nearest(unknown, names);
    const asks = meant === undefined ? "" : `; did you mean ${meant}?`;
    throw refused(file, `there is no question "${unknown}"${asks}`);
  }
  return new Map(Object.entries(said).map(([id, answer]) => [id, [answer].flat().map(String).join(" > ")]));
};

const bytesOf = (file: string): Uint8Array => {
  try {
    return readFileSync(file);
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw refused(file, `the file of answers cannot be read (${code})`);
  }
};

const refused = (file: string, message: string, line?: number): MusterdError =>
  new MusterdError("option-invalid", message, {
    place: { file, ...(line !== undefined && { line }) },
    hint: "write the name of a question and its answer on a line: `account: email-name`",
  });
