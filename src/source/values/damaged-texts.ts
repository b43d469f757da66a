/**
 * Recognises texts that were damaged on their way here and that are readable all the same: characters that were encoded
 * twice (MÃ¼ller, M&uuml;ller), and codes that a spreadsheet or an older encoding has made something else of. What they
 * were is not guessed, so they are never written.
 */

/** Whether the text shows the bytes or the name of a character instead of the character, or one of another encoding. */
export const isEncodedTwice = (text: string): boolean =>
  entity.test(text) ||
  inWord.test(text) ||
  (beginsPair.test(text) && (twice.test(text) || (text.match(letterAndSign)?.length ?? 0) > 1));

/** `&uuml;`, `&#29579;`, `&amp;`: the references that HTML writes. Other words between & and ; may be meant. */
const entity =
  /&(?:#\d{2,7}|#x[0-9a-f]{2,6}|amp|lt|gt|quot|apos|nbsp|szlig|[aoOA]e?lig|eth|ETH|thorn|THORN|[a-zA-Z](?:uml|acute|grave|circ|tilde|cedil|ring|slash|caron));/;

/**
 * Signs inside a word, or a capital letter that no word has there: an accented letter of a Mac (MŸller) or of DOS (M‚ller) that was
 * read as windows-1252.
 */
const inWord = /\p{L}[‚„†‡‰ƒˆ˜™•…‹›€Ÿ]\p{L}|\p{L}[ŠŽŒ]\p{Ll}/u;

/** The characters that windows-1252 and ISO 8859-1 have for the second and later bytes of a character in UTF-8. */
const trail = "[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]";
const beginsPair = /[\u00c2-\u00f4]/;
/**
 * A Western or Central European letter is two of these characters, a Greek, Cyrillic or Hebrew one as well, but then there are
 * several; a Chinese one is three.
 */
const twice = new RegExp(
  `[\\u00c2-\\u00c5]${trail}|(?:[\\u00ce-\\u00d1\\u00d7]${trail}){2}|[\\u00e0-\\u00ef]${trail}{2}|[\\u00f0-\\u00f4]${trail}{3}`,
);

/** Where the control characters among the bytes were dropped, as in workbooks, a letter with a sign behind it is left of each character. */
const letterAndSign = /[\u00e0-\u00ef][\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf€‚„†‡ˆ‰‹•˜™›]/g;

/** Why a code is not what was meant, or undefined. `1.00E+03` is recognised with numbers (texts.ts), `#N/A` before any conversion. */
export const damageOfCode = (code: string): string | undefined => {
  if (code.includes("?")) return "a character was lost and became “?”";
  if (lostSign.test(code)) return "a character was lost and became a sign such as “□”";
  return asDate.test(code) ? "a spreadsheet has made a date of it: keep the column as text" : undefined;
};

/** Signs that older systems and fonts write for a character that they lack. Before a text, □ may be an ornament. */
export const lostSign = /[〓▯]|(?<=\p{L})□/u;

/** Whether a name is a date or a number with an exponent: a spreadsheet has made it of something else. */
export const isNoName = (name: string): boolean => /\d/.test(name) && (asDate.test(name) || mangled.test(name));

/**
 * Matches numbers such as 1.23457E+11, 1,23457E+11 and 1e+21, and 1.23457E11 as programs in Java write them. Spreadsheets and scripts
 * write long numbers like this and lose digits. Without the sign and a fraction (1E05) it may be a code.
 */
export const mangled = /^-?\d(?:[.,]\d+e\+?|e\+)\d{1,3}$/i;

/**
 * A date cell, or a code such as 3-3 or 3-1 as a spreadsheet shows it: 3-Mar, Mar-03, 03. Mrz, 3月1日, 2026/3/1. Capital letters
 * (3-MAR) are written by people.
 */
const asDate =
  /^(?:\d{4}[-/]\d{1,2}[-/]\d{1,2}(?:[T ][\d:]{5,8})?|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d\d|\d\d\. (?:Jan|Feb|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)|\d{1,2}月\d{1,2}日)$/;
