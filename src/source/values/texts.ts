/**
 * Converts texts. Keys, numbers and addresses are compared by machines, so they are normalised to NFKC. Names are read
 * by people, so they are normalised to NFC only (NFKC would turn ㈱ into three characters). A text that has lost
 * characters, for example in an older encoding, is never written.
 */
import { invisibleInKeys } from "../../contract/records/texts.ts";
import type { BadCell, Convert } from "./cell.ts";
import { damageOfCode, isEncodedTwice, isNoName, lostSign, mangled } from "./damaged-texts.ts";

export type CodeOptions = {
  readonly case?: "lower" | "upper" | undefined;
  /** The number of digits, including leading zeros. Values with letters are exempt. */
  readonly width?: number | undefined;
};

/** A key as it is written to the service: in NFKC, without white space or invisible characters at its ends. */
export const compact = (text: string): string =>
  special.test(text) ? withoutInvisibleEnds(text).normalize("NFKC").trim() : text.trim();

/** Converts keys, numbers, phone numbers and addresses. */
export const code = ({ case: letters, width }: CodeOptions = {}): Convert => {
  const sized = width === undefined ? undefined : widthCheck(width);
  return (cell) => {
    let value = cell;
    if (special.test(cell)) {
      const visible = withoutInvisibleEnds(cell);
      const unfit = firstOf(visible, unfitForCodes);
      if (unfit !== undefined)
        return { bad: characterInvalid("a value without control, invisible or private-use", unfit) };
      value = visible.normalize("NFKC").trim();
      if (value === "") return { value: undefined };
      const alike = latin.test(value) ? firstOf(value, likeLatin) : undefined;
      if (alike !== undefined) return { bad: characterInvalid("Latin letters without look-alike", alike) };
      if (isEncodedTwice(visible)) return { bad: encodedTwice };
    }
    if (mangled.test(value)) return numberMangled;
    const damage = damageOfCode(value);
    if (damage !== undefined) return { bad: { code: "code-damaged", reason: `the code is damaged: ${damage}` } };
    const misfit = sized?.(value);
    if (misfit) return misfit;
    if (letters === undefined) return { value };
    return { value: letters === "lower" ? value.toLowerCase() : value.toUpperCase() };
  };
};

/** Converts a name that is the key of its record. If it is bad, the whole record is rejected. */
export const keyName: Convert = (cell) => {
  const visible = withoutInvisibleEnds(cell);
  const converted = name(visible);
  if ("bad" in converted) return { bad: { code: converted.bad.code, reason: converted.bad.reason } };
  const unseen = firstOf(visible, invisibleInKeys);
  return unseen === undefined ? converted : { bad: characterInvalid("a name without invisible", unseen) };
};

/** Converts a list of codes, split at `separator`, by default at `;` or `|`. `convert` converts one of them. */
export const codes = (separator: string | undefined, convert: Convert): Convert => {
  const at = separator ?? /[;|；｜]/;
  return (cell) => {
    const list: string[] = [];
    for (const part of cell.split(at)) {
      const item = part.trim();
      if (item === "") continue;
      const converted = convert(item);
      if ("bad" in converted) return converted;
      if (typeof converted.value === "string") list.push(converted.value);
    }
    return { value: list };
  };
};

/**
 * Matches every character that is not printable ASCII, and "&", which begins a character of HTML. Most codes contain none of these and
 * need no further check.
 */
const special = /[^\x20-\x25\x27-\x7e]/;
const invisible = /^[\s\p{Cf}]$/u;
/** Characters that join no letters and are seen nowhere: programs and web pages leave them behind. */
const unseen = /[\u00AD\u200B\u2060\uFEFF]/g;
/** Nobody sees anything of it: fillers of Korean and of Braille, and variants of no character. Inside a name some change how it is drawn. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** Scans from both ends. A regular expression for the end would start again at every blank and could take very long. */
const withoutInvisibleEnds = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && invisible.test(characterAt(text, start))) start += characterAt(text, start).length;
  while (start < end) {
    const last = characterAt(text, isLowHalf(text.charCodeAt(end - 1)) ? end - 2 : end - 1);
    if (!invisible.test(last)) break;
    end -= last.length;
  }
  return text.slice(start, end);
};

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0);

const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Characters that no key or address may contain: those that the service refuses, too (R96), and the replacement character. */
const unfitForCodes = new RegExp(`${invisibleInKeys.source}|\uFFFD`, "u");
const latin = /\p{Script=Latin}/u;
/** Letters that look like Latin ones. Beside Latin letters they make another key that nobody can tell from the right one. */
const likeLatin = /[\p{Script=Cyrillic}ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον]/u;
/** Control characters, and those that end a line or reorder the text around them: the service refuses them, too (R96). */
const unfitForNames = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** Control characters other than tabs and line ends, which the service refuses (R96). */
const unfitForTexts = /[^\P{Cc}\t\n\r]/u;
const lostInNames = new RegExp(`[?\\p{Co}\\p{Cs}\uFFFD]|${lostSign.source}`, "u");
const lostInTexts = /[\p{Co}\p{Cs}\uFFFD]/u;
const questionMark = 0x3f;
const ampersand = 0x26;

/** Whether all characters are printable ASCII (but not "&" or `except`) or common Chinese: nothing can be wrong with them. */
const isPlain = (text: string, except: number | undefined): boolean => {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const plain =
      unit < 0x7f ? unit >= 0x20 && unit !== except && unit !== ampersand : unit >= 0x4e00 && unit <= 0x9fff;
    if (!plain) return false;
  }
  return true;
};

/**
 * Converts a text for people. Characters like `lost` show that others were lost on the way, and those like `unfit` must not
 * be in it. `except` is a character that `lost` finds in texts that look plain.
 */
const readable =
  (kind: "name" | "text", lost: RegExp, unfit: RegExp, except?: number): Convert =>
  (text) => {
    if (kind === "name" && isNoName(text)) return { bad: madeBySpreadsheet };
    if (isPlain(text, except)) return { value: text };
    const cell = kind === "name" ? withoutInvisibleEnds(text.replaceAll(unseen, "")) : text;
    if (cell === "" || (kind === "name" && blank.test(cell))) return { value: undefined };
    const gone = firstOf(cell, lost);
    if (gone !== undefined) return { bad: lossy(kind, gone) };
    const control = firstOf(cell, unfit);
    if (control === undefined && isEncodedTwice(cell)) return { bad: { ...encodedTwice, keepsRecord: true } };
    if (control === undefined) return { value: cell.normalize("NFC") };
    return { bad: { ...characterInvalid(`a ${kind} without control`, control), keepsRecord: true } };
  };

/** An older encoding replaces a character that it lacks with `?`, so a name with `?` is never written. */
export const name = readable("name", lostInNames, unfitForNames, questionMark);

/** Tabs, line ends and question marks are permitted in free text. */
export const text = readable("text", lostInTexts, unfitForTexts);

/** Position and kind of the first match, for messages. It does not reveal the characters around the match. */
const firstOf = (text: string, pattern: RegExp): string | undefined => {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const position = Array.from(text.slice(0, found.index)).length + 1;
  const [character] = found;
  const point = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  if (character === "?") return `character ${position} is “?”`;
  return `character ${position} is ${/\p{Co}/u.test(character) ? `private use ${point}` : point}`;
};

const characterInvalid = (expected: string, unfit: string): BadCell => ({
  code: "character-invalid",
  reason: `expected ${expected} characters; ${unfit}`,
});

const encodedTwice: BadCell = {
  code: "encoded-twice",
  reason: "the text was encoded twice, as in “Ã¼” or “&uuml;” for “ü”: correct the export; it is not written",
};

const madeBySpreadsheet: BadCell = {
  code: "name-lossy",
  reason: "a spreadsheet has made a date or a number of the name: keep the column as text; it is not written",
  keepsRecord: true,
};

const lossy = (kind: "name" | "text", lost: string): BadCell => ({
  code: `${kind}-lossy`,
  reason: `the ${kind} has lost characters on its way here: ${lost}; it is not written`,
  keepsRecord: true,
});

const numberMangled = {
  bad: {
    code: "number-mangled",
    reason: "a spreadsheet has written the number with an exponent and lost its digits: keep the column as text",
  },
};

const widthCheck = (width: number) => {
  const expected = `expected ${width} digits`;
  const short = {
    bad: {
      code: "zeros-lost",
      reason: `${expected}; leading zeros were probably lost: keep the column as text`,
    },
  };
  const long = { bad: { code: "width-differs", reason: `${expected}, or a value with letters` } };
  return (value: string) => {
    if (value.length === width || !/^\d+$/.test(value)) return undefined;
    return value.length < width ? short : long;
  };
};

/** What stands between the departments that one cell lists. */
export const listMarks: readonly string[] = [";", "；", "、", "|", "，", ","];
