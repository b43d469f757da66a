/**
 * The kinds of text. Keys, numbers and addresses are compared by machines and take NFKC; names are read by people and
 * take NFC only (NFKC would turn ㈱ into three characters). A text that has lost characters is never written.
 */
import type { Convert, Converted } from "./cell.ts";

/** Characters that no key or address holds: control, invisible, private use, replacement. */
const unfit = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\uFFFD]/u;
const lost = /[\p{Co}\uFFFD]/u;
const plainAscii = /^[\x20-\x7e]*$/;

/** Trimmed and NFKC: a key as it is written to the service. */
export const compact = (text: string): string => (plainAscii.test(text) ? text.trim() : text.normalize("NFKC").trim());

const badCharacter: Converted = {
  bad: { code: "character-invalid", reason: "expected a value without control, invisible or private-use characters" },
};

const nameLossy: Converted = {
  bad: {
    code: "name-lossy",
    reason: "the name has lost characters (?, U+FFFD or private use) on its way here; it is not written",
    keepsRecord: true,
  },
};

const nameBroken: Converted = {
  bad: { code: "character-invalid", reason: "expected a name without control characters", keepsRecord: true },
};

const textLossy: Converted = {
  bad: { code: "text-lossy", reason: "the text has lost characters (U+FFFD or private use)", keepsRecord: true },
};

/** Keys, numbers, phones, addresses. */
export const code =
  (letters: "lower" | "upper" | undefined): Convert =>
  (cell) => {
    const plain = plainAscii.test(cell);
    if (!plain && unfit.test(cell)) return badCharacter;
    const value = plain ? cell : compact(cell);
    if (letters === undefined) return { value };
    return { value: letters === "lower" ? value.toLowerCase() : value.toUpperCase() };
  };

/** A name for people. `?` is what an older encoding leaves of a character it lacks: such a name is never written. */
export const name: Convert = (cell) => {
  if (cell.includes("?") || lost.test(cell)) return nameLossy;
  return /\p{Cc}/u.test(cell) ? nameBroken : { value: cell.normalize("NFC") };
};

/** A name that is a key: without it there is no record. */
export const keyName: Convert = (cell) => {
  const converted = name(cell);
  return "bad" in converted ? { bad: { code: converted.bad.code, reason: converted.bad.reason } } : converted;
};

/** Free text; it may hold line ends and question marks. */
export const text: Convert = (cell) => (lost.test(cell) ? textLossy : { value: cell.normalize("NFC") });

/** A list of codes, split at `;` or `|`. */
export const codes: Convert = (cell) => {
  const parts = cell.split(/[;|；｜]/).map((part) => part.trim());
  const converted = parts.filter((part) => part !== "").map(code(undefined));
  const bad = converted.find((part) => "bad" in part);
  return bad ?? { value: converted.map((part) => ("value" in part ? String(part.value) : "")) };
};
