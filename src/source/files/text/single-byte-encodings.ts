/**
 * Single-byte encodings of Latin, Cyrillic and Greek text. Every file can be read in nearly all of them, with other letters, so
 * a file is believed only if words of the mapping prove readings that are all the same text.
 */
import { readAs } from "../encodings.ts";

type SingleByteReading = { readonly text: string; readonly encoding: string };

/** In the order in which one of several equal readings is named. */
const provable = [
  "windows-1252",
  "windows-1250",
  "windows-1254",
  "windows-1257",
  "iso-8859-2",
  "iso-8859-15",
  "cp850",
  "macintosh",
  "windows-1251",
  "koi8-r",
  "windows-1253",
];

/** Those of which an error shows how the file would read. */
const usual = ["windows-1252", "windows-1250", "cp850"];

/** The different texts of the encodings that `isProven` accepts, under the name of the first encoding. */
export const provenSingleByte = (
  bytes: Buffer,
  isProven: (encoding: string) => boolean,
): readonly SingleByteReading[] => different(bytes, provable.filter(isProven));

/** The different texts of the usual encodings, if the bytes look like Latin text; none otherwise. */
export const usualSingleByte = (bytes: Buffer): readonly SingleByteReading[] =>
  isLatinShaped(bytes) ? everyUsual(bytes) : [];

/** The different texts of the usual encodings, whatever the bytes look like. */
export const everyUsual = (bytes: Buffer): readonly SingleByteReading[] => different(bytes, usual);

const different = (bytes: Buffer, encodings: readonly string[]): readonly SingleByteReading[] => {
  const byText = new Map<string, SingleByteReading>();
  for (const encoding of encodings) {
    const reading = readAs(bytes, encoding);
    if (!("text" in reading) || controls.test(reading.text) || byText.has(reading.text)) continue;
    byText.set(reading.text, { text: reading.text, encoding });
  }
  return [...byText.values()];
};

/** Control characters that no text has; a byte without a letter in an encoding becomes one. */
const controls = /[\u0080-\u009f]/;

/** Accents stand alone among letters of ASCII. In UTF-8, and mostly in the encodings of East Asia, such bytes stand side by side. */
const isLatinShaped = (bytes: Buffer): boolean => {
  const runs = bytes.toString("latin1").match(/[\u0080-\u00ff]+/g) ?? [];
  return runs.length > 0 && runs.filter((run) => run.length === 1).length * 10 >= runs.length * 9;
};
