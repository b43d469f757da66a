/**
 * Compares names of people. Two spellings of one name agree: full width, blanks, accents, common variants of a Chinese character,
 * the family name first or last. Near names differ in one character, or in the order of the characters.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import { withoutVariants } from "../values/character-variants.ts";

/** Names written in characters that are whole syllables or words: one of them says as much as a Latin word. */
const syllable = String.raw`[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]`;
const syllables = new RegExp(syllable, "gu");

const plainName = /^[\u4E00-\u9FFF]*$/;

/** Letters that no decomposition takes apart, and that a system without them writes in this way. */
const plainLetters: Readonly<Record<string, string>> = {
  đ: "d",
  ð: "d",
  ł: "l",
  ø: "o",
  æ: "ae",
  œ: "oe",
  þ: "th",
};

const foldable = new RegExp(`[${Object.keys(plainLetters).join("")}ァ-ヶ]`, "gu");

/** Katakana as Hiragana, which stands 96 places before it: both write the same reading. */
const plainLetter = (letter: string): string =>
  plainLetters[letter] ?? String.fromCodePoint((letter.codePointAt(0) ?? 0) - 96);

/** A name in the form that is compared: without accents, case, blanks, punctuation and variants of characters. */
export const comparedName = (name: string): string => {
  if (plainName.test(name)) return withoutVariants(name);
  const words = wordsOf(name);
  return withoutVariants(words.join(""));
};

/** Words in small letters and without accents. Separates a Chinese name from a Latin one beside it. */
const wordsOf = (name: string): string[] =>
  canonicalKey(name)
    .normalize("NFD")
    .replaceAll(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.slice(0, 1))
    .normalize("NFC")
    .replaceAll(foldable, plainLetter)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");

/** A Latin name of fewer letters has too many neighbours. */
const minLetters = 5;

/**
 * Keys that two names share if they are near. A name with digits has none: "Temp 1" and "Temp 2" are two people. Of names
 * with two characters, one of which differs, half is different; whoever compares them needs better evidence.
 */
export const nearForms = (name: string): readonly string[] => {
  const compared = comparedName(name);
  const characters = Array.from(compared);
  const isChinese = compared.match(syllables) !== null;
  if (/\d/.test(compared) || characters.length < (isChinese ? 2 : minLetters)) return [];
  const without = (at: number, put: string) => [...characters.slice(0, at), put, ...characters.slice(at + 1)].join("");
  const replaced = characters.map((_, at) => without(at, "?"));
  // The name itself meets a longer name that lacks one character.
  const shortened = characters.length > 2 ? characters.map((_, at) => `-${without(at, "")}`) : [];
  const ordered = isChinese ? characters.toSorted() : wordsOf(name).toSorted();
  return [...new Set([...replaced, ...shortened, `-${compared}`, `=${ordered.join("")}`])];
};

/**
 * How much two names differ. letter: in one character, or only in their order · part: they share a word or a character · whole:
 * they share nothing. Undefined: they cannot be compared, because they are written in different scripts.
 */
export type NameDifference = "none" | "letter" | "part" | "whole";

export const nameDifference = (one: string, other: string): NameDifference | undefined => {
  if (one === other) return "none";
  const [a, b] = [comparedName(one), comparedName(other)];
  if (a === b) return "none";
  if (a === "" || b === "") return undefined;
  const [left, right] = [a.match(syllables), b.match(syllables)];
  if (Boolean(left) !== Boolean(right) || scriptsOf(a).isDisjointFrom(scriptsOf(b))) return undefined;
  const difference =
    left && right ? differenceOf(left, right, minSyllables) : latinDifference(wordsOf(one), wordsOf(other));
  const marks = markDifference(a, b);
  if (difference === "none") return marks ?? "none";
  return difference === "letter" && marks ? "part" : difference;
};

const scripts = [
  "Latin",
  "Han",
  "Hiragana",
  "Hangul",
  "Cyrillic",
  "Greek",
  "Arabic",
  "Hebrew",
  "Thai",
  "Devanagari",
].map((script) => new RegExp(`\\p{Script=${script}}`, "u"));

/** A name in another script is the same or another one, and nobody can tell. */
const scriptsOf = (name: string): ReadonlySet<RegExp | undefined> => {
  const found = scripts.filter((script) => script.test(name));
  return new Set(found.length > 0 ? found : [undefined]);
};

/** Digits, and a single letter behind characters, tell namesakes apart: 王小明A and 王小明B, Temp 1 and Temp 2. */
const mark = new RegExp(String.raw`\d+|(?<=${syllable})\p{Script=Latin}(?!\p{Script=Latin})`, "gu");

/** Of two compared names. Undefined: both have the same marks. */
const markDifference = (one: string, other: string): "letter" | "part" | undefined => {
  const [a, b] = [one.match(mark), other.match(mark)];
  if (a?.join() === b?.join()) return undefined;
  return a && b ? "part" : "letter";
};

/** Of names with two characters, one of which differs, only half is the same. */
const minSyllables = 3;

const latinDifference = (one: readonly string[], other: readonly string[]): NameDifference => {
  const [a, b] = [one.toSorted().join(""), other.toSorted().join("")];
  if (a === b) return "none";
  if (differenceOf(Array.from(one.join("")), Array.from(other.join("")), minLetters) === "letter") return "letter";
  const isIn = (words: readonly string[]) => (word: string) => words.some((known) => isLike(word, known));
  // A name that is only longer: "Amy" and "Amy Lin", "D. Chen" and "David Chen".
  if (one.every(isIn(other)) || other.every(isIn(one))) return "letter";
  return one.some(isIn(other)) ? "part" : "whole";
};

/** The same word, an abbreviation, or a word with one letter wrong. */
const isLike = (one: string, other: string): boolean =>
  one.startsWith(other) ||
  other.startsWith(one) ||
  (Math.min(one.length, other.length) >= minLetters && isOneEdit(Array.from(one), Array.from(other)));

const differenceOf = (one: readonly string[], other: readonly string[], min: number): NameDifference => {
  const [a, b] = [one.toSorted().join(""), other.toSorted().join("")];
  if (one.join("") === other.join("")) return "none";
  if (a === b || (Math.max(one.length, other.length) >= min && isOneEdit(one, other))) return "letter";
  return one.some((character) => other.includes(character)) ? "part" : "whole";
};

/** Does one text become the other by adding, leaving out or replacing one character, or by exchanging two neighbours? */
export const isOneEdit = (one: readonly string[], other: readonly string[]): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false;
  const isSameFrom = (a: number, b: number) => one.slice(a).join("\n") === other.slice(b).join("\n");
  const at = one.findIndex((character, index) => character !== other[index]);
  if (at === -1) return true;
  const isExchanged = one[at] === other[at + 1] && one[at + 1] === other[at];
  return (
    isSameFrom(at + 1, at + 1) ||
    isSameFrom(at + 1, at) ||
    isSameFrom(at, at + 1) ||
    (isExchanged && isSameFrom(at + 2, at + 2))
  );
};
