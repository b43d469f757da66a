/**
 * Reads departments that are given as a path of names in one column (總公司/製造處/一課). The code of the department is the
 * path with a dot between the names. Each shorter path (總公司/製造處, 總公司) is a department too, the parent of the next
 * longer one.
 */
import type { Convert, Converted } from "../values/cell.ts";

/** The names along a path, a blank one where a level is left out in the middle; what is blank at the ends is no level. */
const names = (path: string, separator: string): readonly string[] => {
  const all = path
    .replaceAll(fullWidth(separator), separator)
    .split(separator)
    .map((name) => name.trim());
  const first = all.findIndex((name) => name !== "");
  const inside = first < 0 ? [] : all.slice(first, all.findLastIndex((name) => name !== "") + 1);
  // Several blanks between two names are one separator.
  return separator.trim() === "" ? inside.filter((name) => name !== "") : inside;
};

/** The same characters as East Asian programs write them: ／ for /. */
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

const codeSeparator = ".";

/** A name that contains a dot is bad, because the code would be ambiguous, and so is a path that leaves out a level in its middle. */
export const pathCode = (path: string, separator: string, convert: Convert): Converted => {
  const parts = names(path, separator);
  if (parts.length === 0) return { value: undefined };
  if (parts.includes("")) return gap;
  if (parts.some((name) => name.includes(codeSeparator))) return ambiguous;
  return convert(parts.join(codeSeparator));
};

const gap: Converted = {
  bad: { code: "path-gap", reason: "a level in the middle of the path is blank, so the department is not known" },
};

const ambiguous: Converted = {
  bad: {
    code: "path-ambiguous",
    reason: `a name in the path holds "${codeSeparator}", which stands between names in codes`,
  },
};

/** All departments along the path of a code, from the top: code, name and parent. */
export const pathDepartments = (
  code: string,
): readonly { readonly code: string; readonly name: string; readonly parent: string | null }[] => {
  const parts = code.split(codeSeparator);
  return parts.map((name, index) => ({
    code: parts.slice(0, index + 1).join(codeSeparator),
    name,
    parent: index === 0 ? null : parts.slice(0, index).join(codeSeparator),
  }));
};
