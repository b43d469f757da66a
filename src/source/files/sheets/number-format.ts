/**
 * Shows a number as a spreadsheet does where its format adds digits or texts that a code needs: `000000`, `"E"0000`,
 * `0000-00`. What only makes a number easier to read (thousands, decimals, a unit) is left out.
 */
import { formatUnclear } from "../../values/lost-cells.ts";

/**
 * Returns how a format shows a plain decimal number; undefined if it adds nothing that a code needs. A number with leading zeros in a
 * format that is not followed becomes `formatUnclear`.
 */
export const numberFormat = (code: string): ((number: string) => string) | undefined => {
  if (code.length > longestFormat) return () => formatUnclear;
  const all = (code.match(sections) ?? []).map((section) => ({ section, tokens: section.match(token) ?? [] }));
  if (!all.some(({ tokens }) => adds(tokens))) return undefined;
  return (number) => {
    const { tokens } = sectionFor(Number(number), all);
    if (!adds(tokens)) return number;
    if (/^\d{1,15}$/.test(number) && tokens.every((one) => isDigit(one) || literalOf(one) !== undefined)) {
      return filled(number, tokens);
    }
    return showsMoreDigits(number, tokens) ? formatUnclear : number;
  };
};

/** Spreadsheets take no longer format, so a part of one ends before it; without that, unclosed parts would take quadratic time. */
const longestFormat = 255;

/** A text in quotes, something in brackets, an escaped character, a space as wide as a character, General, or a character. */
const token = /"[^"]{0,255}"|\[[^\]]{0,255}\]|\\[^]|[_*][^]|General|[^]/giu;

const sections = /(?:"[^"]{0,255}"|\[[^\]]{0,255}\]|\\[^]|[^;"\\[])+/gu;

type Section = { readonly section: string; readonly tokens: readonly string[] };

/** The section of a format for a number: by its conditions, or for positive numbers, negative ones and zero. */
const sectionFor = (value: number, all: readonly Section[]): Section => {
  const [first = { section: "", tokens: [] }, negative = first, zero = first] = all;
  if (all.some(({ section }) => condition.test(section)))
    return all.find(({ section }) => holds(value, section)) ?? first;
  if (value < 0) return negative;
  return value === 0 ? zero : first;
};

const condition = /\[(<=|>=|<>|<|>|=)(-?[\d.]+)\]/;

const holds = (value: number, section: string): boolean => {
  const [, sign, text] = condition.exec(section) ?? [];
  const limit = Number(text);
  if (sign === undefined) return true;
  if (sign === "<>") return value !== limit;
  return (
    (sign.includes("=") && value === limit) || (sign[0] === "<" && value < limit) || (sign[0] === ">" && value > limit)
  );
};

const isDigit = (one: string): boolean => /^(?:[0#?]|General)$/i.test(one);

/** The text that a part of a format shows whatever the number is; undefined for a part that stands for some of the number. */
const literalOf = (one: string): string | undefined => {
  if (one.startsWith('"')) return one.slice(1, -1);
  if (one.startsWith("\\")) return one.slice(1);
  if (one.startsWith("[$")) return one.slice(2, -1).replace(/-[0-9a-f]*$/i, "");
  if (one.startsWith("[")) return condition.test(one) || /^\[[a-z]+\d*\]$/i.test(one) ? "" : undefined;
  if (/^[_*]/.test(one)) return "";
  return /^[.,%/@0#?a-z]/i.test(one) ? undefined : one;
};

/** A format with a single digit and a text behind it only, such as `0"人"`, has a unit there; a currency is one, too. */
const adds = (tokens: readonly string[]): boolean => {
  const first = tokens.findIndex(isDigit);
  if (first === -1) return false;
  const shows = (one: string): boolean => !one.startsWith("[$") && /[^\s()+]/u.test(literalOf(one) ?? "");
  const last = tokens.findLastIndex(isDigit);
  return tokens.slice(0, last).some(shows) || zerosIn(tokens) > 1;
};

/** The zeros of a format before its decimal point. */
const zerosIn = (tokens: readonly string[]): number => {
  const point = tokens.indexOf(".");
  return (point === -1 ? tokens : tokens.slice(0, point)).filter((one) => one === "0").length;
};

const showsMoreDigits = (number: string, tokens: readonly string[]): boolean =>
  zerosIn(tokens) > number.replace(/^-/, "").replace(/\..*$/, "").length;

/** Fills the digits in from the right; the first place takes those that are left over. */
const filled = (number: string, tokens: readonly string[]): string => {
  const first = tokens.findIndex(isDigit);
  let rest = number === "0" ? "" : number;
  let shown = "";
  for (let at = tokens.length - 1; at >= 0; at--) {
    const one = tokens[at] ?? "";
    if (!isDigit(one)) {
      shown = (literalOf(one) ?? "") + shown;
      continue;
    }
    const from = at === first || one.length > 1 ? 0 : Math.max(0, rest.length - 1);
    shown = (rest.slice(from) || (/^[0g]/i.test(one) ? "0" : "")) + shown;
    rest = rest.slice(0, from);
  }
  return shown.trim();
};
