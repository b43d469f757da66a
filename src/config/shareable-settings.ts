/**
 * The configuration as it may be sent to somebody else: names of settings, columns and formats stay; words of cells, decisions about
 * people, accounts, distinguished names and whatever is not known to be harmless are masked.
 */

/** Settings whose texts say how something is read or when something runs, and nothing about anybody. */
const harmless = new Set(
  (
    "language encoding delimiter quote ready file files sheet sheets from fillDown column attribute concat join path date case take " +
    "normalize by flag table key reads columns newest wins validOn until peopleBy joinBy duplicates scope changes on schedule timeZone " +
    "level omittedFields expected level apply missing version host redis corpCode target"
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

/** Settings that name a secret by reference; whoever has written the secret itself, as a text or a number, must not show it. */
const secrets = new Set(["apiKey", "token", "password", "clientSecret", "secret", "authorization"]);

/** The parts whose `url` is no secret. All other addresses are named by reference. */
const withAddress = new Set(["target", "ldap"]);

/** `name`: the setting that has the value; `part`: that to which it belongs. */
export const shareable = (value: unknown, name = "", part = ""): unknown => {
  if (aboutPeople.has(name)) return summary(value);
  if (Array.isArray(value)) return value.map((one) => shareable(one, name, part));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, shareable(inner, isColumns(name) ? "column" : key, name)]),
    );
  if (typeof value === "string" && /^(?:env|file):/.test(value)) return `${value.slice(0, value.indexOf(":"))}:•••`;
  if (secrets.has(name) || (name === "key" && part === "state")) return "•••";
  if (typeof value !== "string") return value;
  if (name === "folder") return value.split("/").at(-1);
  if (name === "url" && withAddress.has(part)) return value.replace(/\/\/.*@/, "//•••@").replace(/\?.*$/, "?•••");
  return harmless.has(name) ? value : "•••";
};

/** A text directly below `columns` or `attributes` is the name of a column. */
const isColumns = (name: string): boolean => name === "columns" || name === "attributes";

const summary = (value: unknown): string => {
  if (Array.isArray(value)) return `(${value.length})`;
  return typeof value === "object" && value !== null ? `(${Object.keys(value).length})` : "•••";
};
