/**
 * Recognises texts that a program or a person has put in place of a value: words for "no value" (NULL, nan, N/A, 無), for "as above" (同上), results
 * of formulas (0, TRUE), characters that hide a value (王○明, 0912***678) or stand for a lost one (王□明), codes of characters (\u738b), and
 * numbers as a program calculates them (1002.0). What they stand for is not guessed, so they are never written. Where such a text is meant, `empty: []` of the field says so.
 */
import type { Kind } from "../../model/directory/kind.ts";
import { type FieldSpec, isDispensable } from "../mapping/fields.ts";
import type { BadCell, Convert } from "../values/cell.ts";

/** Wraps a conversion: texts that stand for something else are bad cells. */
export const refusingStandIns = (convert: Convert, spec: FieldSpec, at: { kind: Kind; field: string }): Convert => {
  const isName = at.kind === "employee" && spec.type === "name";
  const isOfPerson = isName || (at.kind === "employee" && personal.has(at.field));
  const resultOf = isName ? nameOfFormula : ofFormula;
  const isKey = at.kind === "employee" && keys.has(at.field);
  const isNeverZero = isName || (at.kind === "employee" && neverZero.has(at.field));
  const keeps = isDispensable(spec) && { keepsRecord: true as const };
  return (cell) => {
    const made = convert(cell);
    if ("bad" in made || made.value === undefined) return made;
    const found = isNoValue(cell)
      ? (dittos.has(cell) && asAbove) || noValue
      : ((isTruth(cell) || (isNeverZero && isZero(cell))) && resultOf) ||
        showsSigns(cell, isOfPerson) ||
        (isName && lostInNames.test(cell) && lostSign) ||
        (isCalculated(cell, at.field) && calculated) ||
        (isKey && wholeRow.test(cell) && separated);
    return found ? { bad: { ...found, ...keeps } } : made;
  };
};

const personal = new Set(["number", "account", "email", "emailEx", "phoneNumber", "idCardNumber"]);
const keys = new Set(["number", "account"]);
/** Departments and people may be numbered from 0. */
const neverZero = new Set(["account", "idCardNumber"]);

/** Programs write these words in their own case; Nan and Null are names. */
const byPrograms = "nan NaN NaT null NULL <NA> <na> \\N undefined".split(" ");
const byPeople = (
  "none (none) <none> (null) [null] <null> n/a n.a. (blank) (empty) (leer) tbd tba " +
  "無 无 空白 (空白) （空白） なし 無し 없음 不明 不詳 待定 未定 未填"
).split(" ");
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const inCases = (word: string): readonly string[] => [word, word.toUpperCase(), capital(word)];
/** They refer to the cell above, which is not known once rows are sorted or left out. */
const dittos = new Set(
  ["ditto", "dito", "idem", "as above", "same as above", "siehe oben", "同上", "同前"].flatMap(inCases),
);
const words = new Set([...byPrograms, ...byPeople.flatMap(inCases), ...dittos]);
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * By the first UTF-16 unit of a text: whether a word for "no value" begins so (`likeWord`), and whether it is a digit, a letter of ASCII or a
 * common Chinese character (`plain`). To look it up here takes less time than to look for the whole text, or to test its characters.
 */
const beginnings = new Uint8Array(0x1_00_00);
const [plain, likeWord] = [1, 2];
for (const [first, last] of ["09", "AZ", "az", "\u4e00\u9fff"])
  if (first && last) beginnings.fill(plain, first.charCodeAt(0), last.charCodeAt(0) + 1);
for (const word of words) beginnings[word.charCodeAt(0)] = (beginnings[word.charCodeAt(0)] ?? 0) | likeWord;

/** Whether the text says that there is no value, or has neither a letter nor a digit (`-`, `.`, `***`). */
export const isNoValue = (text: string): boolean => {
  const begins = beginnings[text.charCodeAt(0)] ?? 0;
  return ((begins & likeWord) !== 0 && words.has(text)) || ((begins & plain) === 0 && !letterOrDigit.test(text));
};

/** What a spreadsheet shows, in its formats, of a formula that has looked up a blank cell. */
const isZero = (text: string): boolean => text.charCodeAt(0) === zero && /^0(?:[.,]0+|0:00(?::00)?)?$/.test(text);

/** What a spreadsheet shows of a formula that has compared something, and what its file has. */
const isTruth = (text: string): boolean => text.length < 6 && /^(?:TRUE|FALSE|true|false)$/.test(text);

/** What the signs in a text show; most texts have none of them. */
const showsSigns = (text: string, isOfPerson: boolean): BadCell | false => {
  if (!mayHaveSigns.test(text)) return false;
  if (escaped.test(text)) return escapes;
  return isOfPerson && isMasked(text) && masked;
};

/** Anything but ASCII without `\` `%` `=` `*` `O` `X`, and common Chinese characters. */
const mayHaveSigns = /[^ -$&-)+-<>-NP-WYZ[\]-~\u4e00-\u9fff]/;

/** Characters as programs write them elsewhere: \u738b, %E7%8E%8B, =E7=8E=8B. */
const escaped = /\\u[0-9a-fA-F]{4}|(?:%[0-9A-F]{2}){2}|(?:=[0-9A-F]{2}){3}/;

/** J*** D**, a***@example.com; 王○明, 王O明 with one sign for each character. */
const stars = /[*＊]{2}|\p{Script=Han}[*＊]/u;
const circles = /^\p{Script=Han}{1,2}[○◯●ＯＸOX]+\p{Script=Han}?$/u;

const isMasked = (text: string): boolean => stars.test(text) || circles.test(text);

/** 1002.0 of a program that calculates with numbers that may be missing, 1,002 of a report, '1002 of a spreadsheet. */
const isCalculated = (text: string, field: string): boolean => {
  const last = text.charCodeAt(text.length - 1);
  if (last === zero && (field === "number" ? /^\d+\.0+$/ : /^\d{3,}\.0$/).test(text)) return true;
  return field === "number" && /^(?:\d{1,3}(?:,\d{3})+|'\d+)$/.test(text);
};

const zero = 0x30;

/**
 * What older systems and fonts write for a character that they lack, and the backslash: in Big5 it is the second byte of 功, 許 and 蓋, and
 * programs write it twice.
 */
const lostInNames = /[□■\\]/;

/** Two separators: of a row that is divided in another way than the others, all stands in its first cell. */
const wholeRow = /[,;|，；｜、][^,;|，；｜、]*[,;|，；｜、]/;

const noValue: BadCell = {
  code: "no-value",
  reason: "the text stands for “no value”: list it in `empty`, or set `empty: []` for this field if the text is meant",
};
const asAbove: BadCell = {
  code: "no-value",
  reason:
    "the text refers to the cell above: write the value itself, or set `empty: []` for this field if the text is meant",
};
const ofFormula: BadCell = {
  code: "no-value",
  reason:
    "the text is the result of a formula, such as the 0 for a blank cell that it has looked up: correct the cell, or set `empty: []` for this field if the text is meant",
};
const lostSign: BadCell = {
  code: "name-lossy",
  reason:
    "a sign (□, ■) or a backslash stands in the name where a character was lost or written wrongly on its way here; it is not written",
};
const separated: BadCell = {
  code: "character-invalid",
  reason: "expected one key, and found several separators: has this row other separators than the header?",
};
const nameOfFormula: BadCell = {
  code: "name-lossy",
  reason:
    "the name of a person is the result of a formula, such as the 0 for a blank cell that it has looked up: correct the cell; it is not written",
};
const escapes: BadCell = {
  code: "encoded-twice",
  reason:
    "the text shows the codes of characters instead of the characters (\\u738b, %E7%8E%8B): correct the export; it is not written",
};
const masked: BadCell = {
  code: "value-masked",
  reason: "the value was masked (*, ○) on its way here: let the export write it in full; it is not written",
};
const calculated: BadCell = {
  code: "number-mangled",
  reason: "a program has written the number with a decimal point, a comma or an apostrophe: keep the column as text",
};
