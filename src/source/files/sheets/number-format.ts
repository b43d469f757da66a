/**
 * Shows a number as a spreadsheet does where its format adds digits or texts that a code needs: `000000`, `"E"0000`,
 * `0000-00`. What only makes a number easier to read (thousands, decimals, a unit) is left out.
 */
import { formatUnclear } from "../../values/lost-cells.ts";

/**
 * Returns how a format shows a plain decimal number; undefined if it adds nothing that a code needs. A number with leading zeros in a
 * format that is not followed becomes `formatUnclear`. All that a format says is worked out once: millions of cells may have it.
 */
export const numberFormat = (code: string): ((number: string) => string) | undefined => {
  if (code.length > longestCode) return () => formatUnclear;
  const all = (code.match(sections) ?? []).map(sectionOf);
  if (!all.some((section) => section.adds)) return undefined;
  const isConditional = all.some(({ limit }) => limit !== undefined);
  return (number) => {
    const section = sectionFor(Number(number), all, isConditional);
    if (!section.adds) return number;
    if (section.isFollowed && /^\d{1,15}$/.test(number)) return filled(number, section);
    return showsMoreDigits(number, section) ? formatUnclear : number;
  };
};

/** Spreadsheets take no longer format, so a part of one ends before it; without that, unclosed parts would take quadratic time. */
export const longestCode = 255;

/** No code has more places and texts. */
const mostParts = 50;

/** A text in quotes, something in brackets, an escaped character, a space as wide as a character, General, or a character. */
const token = /"[^"]{0,255}"|\[[^\]]{0,255}\]|\\[^]|[_*][^]|General|[^]/giu;

const sections = /(?:"[^"]{0,255}"|\[[^\]]{0,255}\]|\\[^]|[^;"\\[])+/gu;

/** A place for a digit (`isWhole`: for all that are left), or a text; undefined: for a part that stands for some of the number. */
type Part =
  | { readonly isDigit: true; readonly isWhole: boolean; readonly blank: "0" | "" }
  | { readonly isDigit: false; readonly text: string | undefined };

type Section = {
  readonly limit: { readonly sign: string; readonly value: number } | undefined;
  readonly parts: readonly Part[];
  /** The first place for digits takes those that are left over. */
  readonly first: number;
  /** The zeros before the decimal point. */
  readonly zeros: number;
  /** Adds something that a code needs. */
  readonly adds: boolean;
  /** Consists of places for digits and texts only. */
  readonly isFollowed: boolean;
};

const noSection: Section = { limit: undefined, parts: [], first: -1, zeros: 0, adds: false, isFollowed: true };

const condition = /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/;

const sectionOf = (section: string): Section => {
  const tokens: readonly string[] = section.match(token) ?? [];
  const [, sign, value] = condition.exec(section) ?? [];
  const parts = tokens.map(partOf);
  const point = tokens.indexOf(".");
  const zeros = (point === -1 ? tokens : tokens.slice(0, point)).filter((one) => one === "0").length;
  const first = parts.findIndex(({ isDigit }) => isDigit);
  const last = parts.findLastIndex(({ isDigit }) => isDigit);
  return {
    limit: sign === undefined ? undefined : { sign, value: Number(value) },
    parts,
    first,
    zeros,
    // A format with a single digit and a text behind it only, such as `0"人"`, has a unit there; a currency is one, too.
    adds: first !== -1 && (tokens.slice(0, last).some(shows) || zeros > 1),
    isFollowed: parts.length <= mostParts && parts.every((part) => part.isDigit || part.text !== undefined),
  };
};

const partOf = (one: string): Part =>
  /^(?:[0#?]|General)$/i.test(one)
    ? { isDigit: true, isWhole: one.length > 1, blank: /^[0g]/i.test(one) ? "0" : "" }
    : { isDigit: false, text: literalOf(one) };

const shows = (one: string): boolean => !one.startsWith("[$") && /[^\s()+]/u.test(literalOf(one) ?? "");

/** The text that a part of a format shows whatever the number is; undefined for a part that stands for some of the number. */
const literalOf = (one: string): string | undefined => {
  if (one.startsWith('"')) return one.slice(1, -1);
  if (one.startsWith("\\")) return one.slice(1);
  if (one.startsWith("[$")) return one.slice(2, -1).replace(/-[0-9a-f]*$/i, "");
  if (one.startsWith("[")) return condition.test(one) || /^\[[a-z]+\d*\]$/i.test(one) ? "" : undefined;
  if (/^[_*]/.test(one)) return "";
  return /^[.,%/@0#?a-z]/i.test(one) ? undefined : one;
};

/** The section of a format for a number: by its conditions, or for positive numbers, negative ones and zero. */
const sectionFor = (value: number, all: readonly Section[], isConditional: boolean): Section => {
  const [first = noSection, negative = first, zero = first] = all;
  if (isConditional) return all.find(({ limit }) => holds(value, limit)) ?? first;
  if (value < 0) return negative;
  return value === 0 ? zero : first;
};

const holds = (value: number, limit: Section["limit"]): boolean => {
  if (limit === undefined) return true;
  const { sign, value: bound } = limit;
  if (sign === "<>") return value !== bound;
  return (
    (sign.includes("=") && value === bound) || (sign[0] === "<" && value < bound) || (sign[0] === ">" && value > bound)
  );
};

const showsMoreDigits = (number: string, { zeros }: Section): boolean =>
  zeros > number.replace(/^-/, "").replace(/\..*$/, "").length;

/** Fills the digits in from the right; the first place takes those that are left over. */
const filled = (number: string, { parts, first }: Section): string => {
  let rest = number === "0" ? "" : number;
  let shown = "";
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at];
    if (!part?.isDigit) {
      shown = (part?.text ?? "") + shown;
      continue;
    }
    const from = at === first || part.isWhole ? 0 : Math.max(0, rest.length - 1);
    shown = (rest.slice(from) || part.blank) + shown;
    rest = rest.slice(0, from);
  }
  return shown.trim();
};
