/**
 * Validates the names of uploaded files. The service never uses such a name as a path; the checks protect programs that read
 * the name later. A valid name is stored byte for byte as sent.
 */
import { refuse } from "../kernel/refusal.ts";

/** The limit of most file systems, for a name in UTF-8. */
const longestNameBytes = 255;

/** Path separators, control characters, line separators, and the replacement character for undecodable text. */
const forbidden = /[/\\\p{Cc}\p{Zl}\p{Zp}\uFFFD]/u;

/** Returns the name; refuses a name that is blank, too long, or could be a path. `where` names the property. */
export const requireFileName = (name: string, where: string): string =>
  isFileName(name) ? name : refuse("OPA-FILE-NAME-INVALID", where);

const isFileName = (name: string): boolean =>
  /\S/.test(name) &&
  name !== "." &&
  name !== ".." &&
  name.isWellFormed() &&
  !forbidden.test(name) &&
  Buffer.byteLength(name) <= longestNameBytes;
