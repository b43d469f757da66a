/** Reads one file from a temporary folder and collects the records. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asMusterdError, errorText } from "../../../src/lib/errors.ts";
import type { RawRecord } from "../../../src/source/feeds/record.ts";
import { type FileFacts, type FileSettings, readFileTable } from "../../../src/source/files/read-file.ts";

export type ReadTable = {
  readonly header: readonly string[];
  /** Line and cells of every record. */
  readonly records: readonly (readonly [line: number | undefined, ...cells: RawRecord["cells"]])[];
  readonly facts: FileFacts;
};

export type ReadOptions = Partial<FileSettings> & { readonly file?: string; readonly sheet?: string };

export const readTable = async (
  content: string | Buffer,
  { file = "people.csv", sheet, ...settings }: ReadOptions = {},
): Promise<ReadTable> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-file-"));
  try {
    await writeFile(join(folder, file), content);
    const records: ReadTable["records"][number][] = [];
    let header: readonly string[] = [];
    const facts = await readFileTable(
      { folder, file, sheet },
      { encoding: "auto", delimiter: ",", ...settings },
      (names) => {
        header = names;
        return ({ line, cells }) => records.push([line, ...cells]);
      },
    );
    return { header, records, facts };
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Reads a file that must fail, and returns the error: code, place, hint, and the complete text that a person sees. */
export const failure = async (content: string | Buffer, options?: ReadOptions) => {
  const error = asMusterdError(
    await readTable(content, options).then(
      () => new Error("was read"),
      (thrown: unknown) => thrown,
    ),
  );
  return { code: error.code, place: error.place, hint: error.hint, text: errorText(error) };
};
