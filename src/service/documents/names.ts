/**
 * Names of folders and documents, and paths of folders. A name must be a safe file name on any system, because callers may use
 * it as one. Names are compared the way codes are (R14).
 */
import { extname } from "node:path";
import { refuse } from "../kernel/refusal.ts";

const longestNameBytes = 255;

/** Maximum depth of folders. Without it, a caller could create folders of any depth. */
const deepestFolder = 50;

/** Control characters, line separators, and direction marks, which can disguise a file's extension. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Device names of Windows, with any extension. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

const isValidName = (name: string): boolean =>
  /^[^/\\]+$/.test(name) &&
  name.trim() === name &&
  // This excludes `.` and `..`. Windows also ignores a dot at the end of a name.
  !name.endsWith(".") &&
  name.isWellFormed() &&
  !unseen.test(name) &&
  !device.test(name) &&
  Buffer.byteLength(name) <= longestNameBytes;

/** True for a text that can be a serial or a version: short and on one line. */
export const isLabel = (text: string): boolean =>
  text.trim() === text && text !== "" && text.length <= 100 && text.isWellFormed() && !unseen.test(text);

/** Refuses an unsafe name (R90). */
export const requireValidName = (name: string, where: string): void => {
  if (!isValidName(name)) refuse("OPA-NAME-INVALID", where);
};

/**
 * Returns the names in a path; none for `/`. Refuses a path that does not begin with a slash, ends with one, contains an empty
 * name, or is too deep.
 */
export const namesOn = (path: string, where: string): readonly string[] => {
  if (path === "/") return [];
  const [before, ...names] = path.split("/");
  if (before !== "" || names.length === 0 || names.length > deepestFolder || names.includes("")) {
    refuse("OPA-FOLDER-PATH", where);
  }
  for (const name of names) requireValidName(name, where);
  return names;
};

/** Returns `name` if it is free, otherwise `name (1).ext` with the first free number. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  let candidate = name;
  for (let number = 1; isTaken(candidate); number += 1) candidate = `${stem} (${number})${extension}`;
  return candidate;
};
