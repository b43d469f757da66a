/**
 * Names of folders and documents, and the paths they make. A name is safe as the name of a file on any system, whatever a
 * caller later does with it; names are the same as codes are (R14).
 */
import { extname } from "node:path";
import { refuse } from "../refusal.ts";

const longestNameBytes = 255;

/** Folders below each other; a path of a hostile caller has no end. */
const deepestFolder = 50;

/** Control characters, line ends, and what turns the direction of writing to show another extension. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Names that are devices in Windows, with any extension. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

const isSoundName = (name: string): boolean =>
  /^[^/\\]+$/.test(name) &&
  name.trim() === name &&
  // `.`, `..`, and what Windows takes for the name without the dot
  !name.endsWith(".") &&
  name.isWellFormed() &&
  !unseen.test(name) &&
  !device.test(name) &&
  Buffer.byteLength(name) <= longestNameBytes;

/** Is this fit to be a serial or a version: a short text in one line? */
export const isLabel = (text: string): boolean =>
  text.trim() === text && text !== "" && text.length <= 100 && text.isWellFormed() && !unseen.test(text);

/** Refuses a name that is not safe (R90). */
export const requireValidName = (name: string, where: string): void => {
  if (!isSoundName(name)) refuse("OPA-NAME-INVALID", where);
};

/** The names on a path; none for `/`. Refuses a path that does not begin with a slash, ends with one, or has an empty name. */
export const namesOn = (path: string, where: string): readonly string[] => {
  if (path === "/") return [];
  const [before, ...names] = path.split("/");
  if (before !== "" || names.length === 0 || names.length > deepestFolder || names.includes("")) {
    refuse("OPA-FOLDER-PATH", where);
  }
  for (const name of names) requireValidName(name, where);
  return names;
};

/** `name (1).ext`, or the first number above that is free. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  let candidate = name;
  for (let number = 1; isTaken(candidate); number += 1) candidate = `${stem} (${number})${extension}`;
  return candidate;
};
