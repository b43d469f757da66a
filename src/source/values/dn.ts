/**
 * Distinguished names (RFC 4514). Servers spell a name differently in an entry and in an attribute that points to it;
 * the canonical form is the same for all spellings. In the canonical form every special character of a value is a hex
 * pair, so a comma is always a separator.
 */

/**
 * The canonical form of a DN: types and values in lower case and NFKC, no spaces around separators, the parts of a
 * multi-valued RDN sorted. Undefined for a text that is not a DN; "" is the root. A
 * text of more than 8192 characters or 250 levels is no DN either.
 */
export const canonicalDn = (dn: string): string | undefined => (isTooLong(dn) ? undefined : canonicalName(dn));

/** The text under which a DN is looked up: its canonical form, or the text itself if it is not a DN. */
export const dnKey = (dn: string): string => canonicalDn(dn) ?? dn;

/** Whether both name one entry, in whatever spelling. */
export const sameDn = (left: string, right: string): boolean => canonicalDn(left) === canonicalDn(right);

/** The length that OpenLDAP permits, and more levels than any directory has: a longer name could take minutes. */
const [mostCharacters, mostLevels] = [8192, 250];

const isTooLong = (dn: string): boolean => dn.length > mostCharacters || dn.split(",").length > mostLevels;

const canonicalName = (dn: string): string | undefined => {
  if (dn.trim() === "") return "";
  const end = separatorAfter(dn, ",", 0);
  const rdn = end === -1 ? dn : dn.slice(0, end);
  const canonical = canonicalFirst(rdn);
  if (canonical === undefined || end === -1) return canonical;
  const rest = dn.slice(end + 1);
  // If nothing follows the separator, the parent is missing: the text is not a DN, and the parent is not the root.
  const parent = rest.trim() === "" ? undefined : canonicalParent(rest);
  return parent === undefined ? undefined : `${canonical},${parent}`;
};

const canonicalFirst = (rdn: string): string | undefined => {
  if (plainAscii.test(rdn)) return rdn.toLowerCase();
  return plain.test(rdn) && rdn.normalize("NFKC") === rdn ? lowerCase(rdn) : canonicalRdn(rdn);
};

/** Remembers the canonical forms of parents, because a hundred thousand entries share a few thousand parents. */
const canonicalParent = (dn: string): string | undefined => {
  const known = parents.get(dn);
  if (known !== undefined) return known;
  const canonical = canonicalName(dn);
  if (parents.size >= mostParents) parents.clear();
  if (canonical !== undefined) parents.set(dn, canonical);
  return canonical;
};

const parents = new Map<string, string>();
const mostParents = 10_000;

/** The DN without its first RDN, otherwise as it is spelt; "" for a topmost entry. */
export const parentDn = (dn: string): string => {
  const end = separatorAfter(dn, ",", 0);
  return end === -1 ? "" : dn.slice(end + 1).trimStart();
};

/**
 * The values of a DN without the types of its attributes, which servers spell in several ways (`ou`, `organizationalUnitName`,
 * `2.5.4.11`). A text that is not a DN has no values, so it equals nothing.
 */
export const rdnValues = (dn: string): string | undefined =>
  canonicalDn(dn)
    ?.replace(/(^|[,+])[^=,+]*=/g, "$1")
    .replace(/ {2,}/g, " ");

/** Both may be in any spelling. A DN is not below itself, and a text that is not a DN is below nothing. */
export const isBelow = (dn: string, ancestor: string): boolean => {
  const [below, above] = [canonicalDn(dn), canonicalDn(ancestor)];
  if (below === undefined || above === undefined || below === above) return false;
  return above === "" || below.endsWith(`,${above}`);
};

/** Matches an RDN in the most common spelling, with special characters as hex pairs. Such an RDN only needs lower case. */
const plain =
  /^[a-z][a-z0-9-]*=(?:[^\s\\+"#;<>=\p{Cc}]|\\(?:2[2bc]|3[b-e]|5c))+(?: (?:[^\s\\+"#;<>=\p{Cc}]|\\(?:2[2bc]|3[b-e]|5c))+)*$/iu;

/** Matches most of what `plain` does, in half the time. */
const plainAscii = /^[a-z][a-z0-9-]*=[!$-*\-./0-:?-[\]-~]+$/i;

/** Lower case can undo the normal form NFKC, so the text is normalised again. */
const lowerCase = (text: string): string => text.toLowerCase().normalize("NFKC");

const canonicalRdn = (rdn: string): string | undefined => {
  const parts = split(rdn, "+").map(canonicalPart);
  if (!parts.every((part) => part !== undefined)) return undefined;
  return parts.toSorted((left, right) => (left < right ? -1 : 1)).join("+");
};

const split = (text: string, separator: "," | "+"): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (let end = separatorAfter(text, separator, 0); end !== -1; end = separatorAfter(text, separator, from)) {
    parts.push(text.slice(from, end));
    from = end + 1;
  }
  parts.push(text.slice(from));
  return parts;
};

/** Index of the next separator that is not escaped (an even number of backslashes stands before it), or -1. */
const separatorAfter = (text: string, separator: "," | "+", from: number): number => {
  for (let at = text.indexOf(separator, from); at !== -1; at = text.indexOf(separator, at + 1)) {
    let before = at;
    while (text[before - 1] === "\\") before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
};

const canonicalPart = (part: string): string | undefined => {
  const found = /^\s*(?:oid\.)?([a-z][a-z0-9-]*|\d+(?:\.\d+)*)\s*=\s*(.*)$/is.exec(part);
  if (!found) return undefined;
  const [, type = "", written = ""] = found;
  const value = /^#(?:[0-9a-f]{2})+\s*$/i.test(written) ? written.trim().toLowerCase() : canonicalValue(written);
  return value === undefined ? undefined : `${type.toLowerCase()}=${value}`;
};

const canonicalValue = (written: string): string | undefined => {
  const value = unescaped(trimmedEnd(written));
  return value === undefined ? undefined : escaped(lowerCase(value.normalize("NFKC")));
};

/** Removes trailing spaces. If the first of them is escaped, only that space stays. */
const trimmedEnd = (written: string): string => {
  const end = written.trimEnd();
  let backslashes = 0;
  while (end.at(-1 - backslashes) === "\\") backslashes++;
  return backslashes % 2 === 1 ? written.slice(0, end.length + 1) : end;
};

/** Undefined if a backslash stands before a character that cannot be escaped, or if the hex pairs are not UTF-8. */
const unescaped = (written: string): string | undefined => {
  if (!written.includes("\\")) return written;
  let broken = false;
  const value = written.replace(/(?:\\[0-9a-f]{2})+|\\(.?)/gis, (found, character: string | undefined) => {
    if (character === undefined) {
      const text = Buffer.from(found.replaceAll("\\", ""), "hex").toString();
      broken ||= text.includes("\uFFFD");
      return text;
    }
    broken ||= !/^[ "#+,;<=>\\]$/.test(character);
    return character;
  });
  return broken ? undefined : value;
};

const escaped = (value: string): string =>
  value.replace(/["+,;<=>\\\p{Cc}]|^[ #]| $/gu, (character) =>
    Buffer.from(character).toString("hex").replace(/../g, "\\$&"),
  );
