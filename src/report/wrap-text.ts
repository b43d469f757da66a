/**
 * Text on a terminal: what a string takes in columns (a Chinese character takes two), padding and wrapping by columns,
 * and data made harmless, so that a name with an escape sequence or a line break cannot change what is shown.
 */

/** Lines of at most `width` columns, broken at spaces or between wide characters; a longer word is cut. */
export const wrapText = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(pieces) ?? []) {
    if (line !== "" && displayWidth(line + piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
    while (displayWidth(line) > width) {
      const head = headOf(line, width);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return line.trim() === "" && lines.length > 0 ? lines : [...lines, line.trimEnd()];
};

/** Columns that a string takes; without combining and format characters. */
export const displayWidth = (text: string): number => {
  let width = 0;
  for (const character of text) width += zeroWidth.test(character) ? 0 : doubleWidth.test(character) ? 2 : 1;
  return width;
};

/** The text with spaces behind it up to `width` columns. */
export const padText = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - displayWidth(text)));

/** The text with control and direction characters made visible. */
export const visibleText = (text: string): string =>
  text.replace(invisible, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
  });

const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;

const doubleWidth =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/** What may stand at the end of a line: a word with its spaces, or one wide character. */
const pieces =
  /[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]\s*|[^\s\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}]+\s*|\s+/gu;

/** The longest beginning of at most `width` columns, at least one character. */
const headOf = (text: string, width: number): string => {
  let head = "";
  for (const character of text) {
    if (head !== "" && displayWidth(head + character) > width) break;
    head += character;
  }
  return head;
};
