/**
 * The configuration as it may be sent to somebody else: names of settings, columns and formats stay; words of cells, decisions about
 * people, accounts, distinguished names and whatever is not known to be harmless are masked.
 */

/** Settings whose texts say how something is read or when something runs, and nothing about anybody. */
const harmless = new Set(
  (
    "language encoding delimiter quote ready file files sheet sheets from fillDown column attribute concat join path date case take " +
    "normalize by flag table key reads columns newest wins validOn until peopleBy joinBy duplicates scope changes on schedule timeZone " +
    "level omittedFields expected level apply missing version host redis url corpCode apiKey token target"
  ).split(" "),
);

/** Parts in which every text may be about somebody or come from a cell. */
const aboutPeople = new Set([
  "adopt",
  "protectedAccounts",
  "records",
  "values",
  "is",
  "matches",
  "renames",
  "bind",
  "empty",
  "replace",
]);

/** `name`: the setting that has the value. */
export const shareable = (value: unknown, name = ""): unknown => {
  if (aboutPeople.has(name)) return summary(value);
  if (Array.isArray(value)) return value.map((one) => shareable(one, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, shareable(inner, isColumns(name) ? "column" : key)]),
    );
  if (typeof value !== "string") return value;
  if (name === "folder") return value.split("/").at(-1);
  if (/^(?:env|file):/.test(value)) return `${value.slice(0, value.indexOf(":"))}:•••`;
  if (name === "url") return value.replace(/\/\/[^/@]*@/, "//•••@");
  return harmless.has(name) ? value : "•••";
};

/** A text directly below `columns` or `attributes` is the name of a column. */
const isColumns = (name: string): boolean => name === "columns" || name === "attributes";

const summary = (value: unknown): string => {
  if (Array.isArray(value)) return `(${value.length})`;
  return typeof value === "object" && value !== null ? `(${Object.keys(value).length})` : "•••";
};
