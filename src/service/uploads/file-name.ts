/**
 * What may be the name of a file. The service never uses such a name as a path; that it cannot be one protects those who
 * read it afterwards. A good name is kept as it was sent, byte for byte.
 */
import { refuse } from "../refusal.ts";

/** As most file systems allow, in UTF-8. */
const longestNameBytes = 255;

/** Separators of paths, control characters, line ends, and the sign of text that could not be read. */
const forbidden = /[/\\\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u;

/** Returns the name; refuses one that is blank, too long, or could be a path. `where` names the property. */
export const requireFileName = (name: string, where: string): string =>
  isFileName(name) ? name : refuse("OPA-FILE-NAME-INVALID", where);

const isFileName = (name: string): boolean =>
  /\S/.test(name) &&
  name !== "." &&
  name !== ".." &&
  name.isWellFormed() &&
  !forbidden.test(name) &&
  Buffer.byteLength(name) <= longestNameBytes;
