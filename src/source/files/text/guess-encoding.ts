/**
 * Guesses the encoding of a file that is not Unicode (`encoding: auto`). Nearly every Big5 file can also be read as
 * GB18030, with other but plausible characters, so the encoding must be proven:
 *
 *   if a word of the mapping occurs in exactly one reading    that reading is right
 *   else if single-byte readings have such a word             they are right if they are all the same text
 *   else if Big5 is the only possible reading                 Big5 is right
 *   else                                                      the file is refused; the error shows cells that differ
 */
import { parse } from "csv-parse/sync";
import iconv from "iconv-lite";
import { MusterdError } from "../../../lib/errors.ts";
import { compact } from "../../values/texts.ts";
import { type FailedReading, readAs } from "../encodings.ts";
import type { CsvForm } from "./parse-csv.ts";
import { provenSingleByte, usualSingleByte } from "./single-byte-encodings.ts";

export type Guess = { readonly text: string; readonly encoding: string };

/** `encoding` is the encoding that was proven, if there is one. */
type FailedGuess = FailedReading & { readonly encoding?: string };

export type Evidence = CsvForm & {
  readonly skipTopRows: number;
  /** Texts that the mapping expects in cells: names of columns, words of `values` and of conditions. */
  readonly words: readonly string[];
  /** Columns that contain names. Error messages may show some of these names. */
  readonly nameColumns: readonly string[];
};

/**
 * Returns the text and its encoding. If the bytes are invalid in the encoding that is proven or most likely, returns the
 * place of the first invalid bytes. Fails with `source-encoding-ambiguous`.
 */
export const guessEncoding = (bytes: Buffer, evidence: Evidence, file: string): Guess | FailedGuess => {
  const [proven, another] = candidates.filter((encoding) => isProven(bytes, encoding, evidence));
  if (proven !== undefined && another === undefined) return { ...readAs(bytes, proven), encoding: proven };
  if (proven === undefined) {
    const [only, other] = provenSingleByte(bytes, (encoding) => isProven(bytes, encoding, evidence));
    if (only && !other) return only;
    if (only && other) throw ambiguous([only, other], evidence, file);
  }
  const readings = wideReadings(bytes);
  const [first, second] = readings;
  if (first && !second && first.encoding === "big5") return first;
  const all = possibleReadings(bytes, readings);
  if (all.length === 0) return readAs(bytes, "big5") as FailedGuess;
  throw ambiguous(all, evidence, file);
};

/** The readings of bytes that are not UTF-8 in all encodings that can be told apart. `wide`: those of East Asia. */
export const possibleReadings = (bytes: Buffer, wide: readonly Guess[] = wideReadings(bytes)): readonly Guess[] => [
  ...wide,
  ...usualSingleByte(bytes),
];

/** The readings in the encodings of East Asia in which all bytes are valid. */
const wideReadings = (bytes: Buffer): readonly Guess[] =>
  candidates.flatMap((encoding): Guess[] => {
    const reading = readAs(bytes, encoding);
    return "text" in reading && !strays.test(encoding === "big5" ? "" : reading.text) ? [{ ...reading, encoding }] : [];
  });

/**
 * Whether a cell at the beginning of the file, read in this encoding, equals a word of the mapping that is not ASCII.
 * Invalid bytes in other cells do not matter.
 */
export const isProven = (bytes: Buffer, encoding: string, { words, ...form }: Evidence): boolean => {
  const known = new Set(words.map(compact).filter((word) => /[^\x20-\x7e]/.test(word)));
  if (known.size === 0) return false;
  const text = iconv.decode(headOf(bytes), encoding);
  return rowsOf(text, form).some((row) => row.some((cell) => known.has(cell)));
};

const candidates = ["big5", "gb18030", "shift_jis", "euc-kr"];

/** iconv-lite decodes bytes that have no character to these private-use characters. No user-defined character is among them. */
const strays = /[\uE766-\uF8FF]/;

const headBytes = 65_536;

/** Returns the beginning of a file. It is cut at a line end, because a line end never lies inside a character. */
const headOf = (bytes: Buffer): Buffer => {
  if (bytes.length <= headBytes) return bytes;
  const end = bytes.lastIndexOf(10, headBytes);
  return bytes.subarray(0, end === -1 ? bytes.length : end + 1);
};

/** Returns the rows at the beginning of a text. It is parsed leniently, because its quotes have not been checked yet. */
const rowsOf = (text: string, { delimiter, quote }: CsvForm): readonly (readonly string[])[] => {
  try {
    const rows = parse(text.slice(0, headBytes), {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      quote: quote === "none" ? null : '"',
    });
    return rows.map((row) => row.map(compact));
  } catch {
    return [];
  }
};

const ambiguous = (readings: readonly Guess[], evidence: Evidence, file: string): MusterdError => {
  const names = readings.map(({ encoding }) => encoding).join(", ");
  const what =
    readings.length > 1
      ? `the file can be read as ${names}, and nothing in it proves which is right`
      : `the file is neither UTF-8 nor Big5; it can be read as ${names}, and nothing in it proves that this is right`;
  return new MusterdError("source-encoding-ambiguous", [what, ...samplesOf(readings, evidence)].join("\n"), {
    place: { file },
    hint: `name the \`encoding\` of the feed (${names} or another one), or export the file as UTF-8`,
  });
};

const mostSamples = 3;

/**
 * Returns some cells of the header and of name columns that differ between the readings, for the error message. Of another column
 * that differs, which may be private, it returns one letter.
 */
const samplesOf = (readings: readonly Guess[], { skipTopRows, nameColumns, ...form }: Evidence): readonly string[] => {
  const tables = readings.map(({ text }) => rowsOf(text, form));
  const rows = tables[0] ?? [];
  const header = rows.findIndex((row, index) => index >= skipTopRows && row.some((cell) => cell !== ""));
  const wanted = new Set(nameColumns.map(compact));
  const samples: string[] = [];
  let letter: string | undefined;
  for (const [index, row] of rows.entries()) {
    if (index < header) continue;
    for (const column of row.keys()) {
      const cells = tables.map((table) => table[index]?.[column] ?? "");
      if (readings.length > 1 && new Set(cells).size === 1) continue;
      const sample = (place: string, texts: readonly string[]): string =>
        `${place}: ${readings.map(({ encoding }, at) => `${encoding} “${texts[at]}”`).join(", ")}`;
      const isName = index === header || wanted.has(rows[header]?.[column] ?? "");
      if (isName && mayShow(cells)) {
        samples.push(sample(index === header ? "in the header" : `a name in row ${index + 1}`, cells));
        if (samples.length === mostSamples) return samples;
      } else letter ??= sample(`a letter in row ${index + 1}, column ${column + 1}`, differingLetter(cells));
    }
  }
  return samples.length > 0 || letter === undefined ? samples : [letter];
};

/** The first letter that is not the same in all readings of a cell. */
const differingLetter = (cells: readonly string[]): readonly string[] => {
  const letters = cells.map((cell) => Array.from(cell));
  const at = (letters[0] ?? []).findIndex((_, place) => new Set(letters.map((all) => all[place])).size > 1);
  return letters.map((all) => all[at] ?? "");
};

/**
 * Whether a message may show the cell. It must be short and without digits, as numbers and dates of people are not shown.
 * It must not be ASCII, because ASCII is the same in all readings.
 */
const mayShow = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.length <= 20 && !/\d/.test(cell)) && cells.some((cell) => /[^\x20-\x7e]/.test(cell));
