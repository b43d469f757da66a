/**
 * Characters that nobody sees and that change what others see: control characters (ESC, CR, C1 …), line separators, and those that
 * change the writing direction. A terminal obeys them, so each way to a terminal passes one function of this file.
 */

const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const visible = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\ufffd";
};

/** Replaces such characters with visible ones, line breaks and tabs included. */
export const visibleText = (text: string): string => text.replace(invisible, visible);

/** Like `visibleText`, but keeps line breaks: for text of several lines. */
export const visibleLines = (text: string): string =>
  text.replace(invisible, (character) => (character === "\n" ? character : visible(character)));

/**
 * Escapes them in JSON, or in YAML whose strings are all quoted. Nothing is lost, because they occur only inside strings there.
 * Line breaks between values stay.
 */
export const escapedJson = (json: string): string =>
  json.replace(invisible, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** True if the text has such a character other than a line break. */
export const hasInvisible = (text: string): boolean => visibleLines(text) !== text;
