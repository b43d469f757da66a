/**
 * Handles text on a terminal. It computes the width of a string in columns (a Chinese character takes two), and pads and wraps by
 * columns.
 */

/** Wraps text to `width` columns, at spaces or between wide characters. Words longer than a line are cut. */
export const wrapText = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.match(pieces) ?? []) {
    if (line !== "" && isWider(line + piece.trimEnd(), width)) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else line += piece;
    while (isWider(line.trimEnd(), width)) {
      const head = headOf(line, width);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return line.trim() === "" && lines.length > 0 ? lines : [...lines, line.trimEnd()];
};

/** Returns the width of a string in columns. Combining and format characters take no column. */
export const displayWidth = (text: string): number => {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
};

const columnsOf = (character: string): number => (zeroWidth.test(character) ? 0 : doubleWidth.test(character) ? 2 : 1);

/** Reads no further than needed: a cell may have a hundred thousand characters. */
const isWider = (text: string, width: number): boolean => {
  let left = width;
  for (const character of text) {
    left -= columnsOf(character);
    if (left < 0) return true;
  }
  return false;
};

/** Pads the text with spaces to `width` columns. */
export const padText = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - displayWidth(text)));

const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u;

const doubleWidth =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;

/**
 * Matches the units that wrapping never splits: a word with the spaces after it, or one wide character; brackets and marks stay with what
 * they belong to. Of more brackets in a row each is a unit: a text of nothing else would take time with the square of its length.
 */
const pieces = (() => {
  const wide = String.raw`\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff60\u{20000}-\u{3fffd}`;
  const opening = String.raw`(\[（「『《〈【“`;
  const closing = String.raw`)\],.;:!?%，。、；：！？）」』》〉】”…`;
  return new RegExp(
    `[${opening}]{0,8}(?:(?![${opening}${closing}])[${wide}]|(?:[^\\s${wide}${opening}]|[${opening}](?=[^\\s${wide}]))+)[${closing}]*\\s*|\\S\\s*|\\s+`,
    "gu",
  );
})();

/** Returns the longest prefix of at most `width` columns, but at least one character. */
const headOf = (text: string, width: number): string => {
  let head = "";
  let left = width;
  for (const character of text) {
    left -= columnsOf(character);
    if (head !== "" && left < 0) break;
    head += character;
  }
  return head;
};
