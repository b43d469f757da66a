/**
 * The one rule for names of files and folders (R90): a name must be a safe file name on any system, because callers may use it
 * as one. The service itself never uses a name as a path.
 */
import { refuse } from "../kernel/refusal.ts";

/** The limit of most file systems, for a name in UTF-8. */
export const longestNameBytes = 255;

/**
 * Control characters, line separators, direction marks, which can disguise a file's extension, and the replacement character,
 * which stands for text that could not be decoded.
 */
export const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFFFD]/u;

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

/** Refuses an unsafe name; `where` names the property. */
export const requireValidName = (name: string, where: string): void => {
  if (!isValidName(name)) refuse("OPA-NAME-INVALID", where);
};
