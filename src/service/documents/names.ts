/** Paths of folders, names for documents whose name is taken, and the rule for serials and versions. */
import { extname } from "node:path";
import { fold } from "../kernel/identity.ts";
import { refuse } from "../kernel/refusal.ts";
import { longestNameBytes, requireValidName, unseen } from "../uploads/file-name.ts";

/** Maximum depth of folders. Without it, a caller could create folders of any depth. */
const deepestFolder = 50;

/** True for a text that can be a serial or a version: short and on one line. */
export const isLabel = (text: string): boolean =>
  text.trim() === text && text !== "" && text.length <= 100 && text.isWellFormed() && !unseen.test(text);

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

/** A longer ending of a name is no extension. In characters, with the dot. */
const longestExtension = 20;

/**
 * Returns `name` if it is free, otherwise `name (1).ext` with the first free number, shortened to the longest possible name.
 * `tried` remembers the numbers for the next name of a request: ten thousand equal names would be tried fifty million times.
 */
export const freeName = (
  name: string,
  isTaken: (name: string) => boolean,
  tried = new Map<string, number>(),
): string => {
  const extension = extname(name).length > longestExtension ? "" : extname(name);
  const stem = name.slice(0, name.length - extension.length);
  if (!isTaken(name)) return name;
  for (let number = tried.get(fold(name)) ?? 1; ; number += 1) {
    const ending = ` (${number})${extension}`;
    const candidate = shortened(stem, longestNameBytes - Buffer.byteLength(ending)) + ending;
    tried.set(fold(name), number);
    if (!isTaken(candidate)) return candidate;
  }
};

/** Cuts a text after a whole character, so that it takes at most `bytes` bytes in UTF-8. */
const shortened = (text: string, bytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
