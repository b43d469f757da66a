/**
 * Sizes of the pictures in the HTML report. They are drawn without a browser, so the widths of texts are estimated: a Chinese
 * character is as wide as the font size, a Latin one about 0.56 of it.
 */

import { visibleText } from "../../lib/control-characters.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { displayWidth } from "../text/wrap-text.ts";

/** Lengths are in user units of the picture; at full size they are CSS pixels. */
export type Geometry = {
  readonly width: number;
  /** The width of each of the two columns of text. */
  readonly column: number;
  readonly fontSize: number;
  readonly rowHeight: number;
  /** Name and numbers of a row stand in one line or in two. */
  readonly lines: 1 | 2;
};

export const wide: Geometry = { width: 860, column: 335, fontSize: 13, rowHeight: 21, lines: 1 };

/** For phones. */
export const narrow: Geometry = { width: 360, column: 152, fontSize: 12, rowHeight: 36, lines: 2 };

const latinShare = 0.56;

export const textWidth = (text: string, fontSize: number): number => widthOf(displayWidth(text), fontSize);

const widthOf = (columns: number, fontSize: number): number => columns * latinShare * fontSize;

/** Returns the text in at most `width`, with `…` where it is cut, escaped for markup. */
export const fitted = (text: string, width: number, fontSize: number): string => {
  const whole = visibleText(text);
  if (textWidth(whole, fontSize) <= width) return escapeHtml(whole);
  let short = "";
  let columns = displayWidth("…");
  for (const character of whole) {
    columns += displayWidth(character);
    if (widthOf(columns, fontSize) > width) break;
    short += character;
  }
  return escapeHtml(`${short}…`);
};

/** Returns a smooth band between two points as a path. */
export const band = (x1: number, y1: number, x2: number, y2: number): string => {
  const middle = (x1 + x2) / 2;
  return `M${round(x1)},${round(y1)}C${round(middle)},${round(y1)} ${round(middle)},${round(y2)} ${round(x2)},${round(y2)}`;
};

export const round = (length: number): number => Math.round(length * 10) / 10;
