import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalDn, isBelow, parentDn } from "../../src/source/values/dn.ts";

const seed = { seed: 4514, numRuns: 300 };

const type = fc.constantFrom("cn", "OU", "dc", "uid", "2.5.4.3", "departmentNumber");
/** Values with every character that must be escaped somewhere, and with Chinese characters. */
const value = fc
  .array(
    fc.constantFrom("a", "Z", "9", " ", ",", "+", '"', "\\", "#", ";", "<", ">", "=", "陳", "志", "，", "é", "\u0000"),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((characters) => characters.join(""));
type Part = { readonly type: string; readonly value: string };
const part: fc.Arbitrary<Part> = fc.record({ type, value });
const rdn = fc.array(part, { minLength: 1, maxLength: 2 });
const name = fc.array(rdn, { minLength: 1, maxLength: 4 });

/** Escapes special characters with backslashes (RFC 4514, section 2.4). */
const escapedShort = (text: string): string =>
  text.replace(/[,+"\\<>;]|^[ #]| $/g, "\\$&").replaceAll("\u0000", "\\00");
const escapedHex = (text: string): string => Buffer.from(text).toString("hex").replace(/../g, "\\$&");

const written = (rdns: readonly (readonly Part[])[], escape: (text: string) => string, comma = ",", plus = "+") =>
  rdns.map((parts) => parts.map((one) => `${one.type}=${escape(one.value)}`).join(plus)).join(comma);

/** Returns the same text for all spellings of a value. */
const meaning = (text: string): string => text.normalize("NFKC").toLowerCase();

const sameRdn = (left: readonly Part[], right: readonly Part[]): boolean =>
  canonicalDn(written([left], escapedHex)) === canonicalDn(written([right], escapedHex));

describe("the canonical form of a DN", () => {
  it("does not exist beyond 250 levels or 8192 characters", () => {
    const deep = (levels: number): string => Array.from({ length: levels }, () => "o=a").join(",");
    expect([deep(250), deep(251)].map(canonicalDn)).toEqual([deep(250), undefined]);
    const long = (characters: number): string => "o=".padEnd(characters, "a");
    expect([long(8192), long(8193)].map(canonicalDn)).toEqual([long(8192), undefined]);
  });

  it("is the same for every spelling: escapes, case, spaces around separators, order within an RDN", () => {
    fc.assert(
      fc.property(name, (rdns) => {
        const canonical = canonicalDn(written(rdns, escapedShort));
        expect(canonical).toBeDefined();
        const turned = rdns.map((parts) => parts.toReversed());
        expect(canonicalDn(written(rdns, escapedHex))).toBe(canonical);
        expect(canonicalDn(written(turned, escapedShort, " , ", " + "))).toBe(canonical);
        expect(canonicalDn(written(rdns, (text) => escapedShort(text.toLowerCase())).toLowerCase())).toBe(canonical);
        expect(canonicalDn(canonical ?? "")).toBe(canonical);
      }),
      seed,
    );
  });

  it("keeps names apart that mean different things", () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const same = meaning(left) === meaning(right);
        const [one, other] = [left, right].map((text) => canonicalDn(`cn=${escapedShort(text)},dc=example`));
        expect(one === other).toBe(same);
      }),
      seed,
    );
  });

  it.each([
    ["CN=陳志明,OU=研發部,DC=example,DC=com", "cn=陳志明,ou=研發部,dc=example,dc=com"],
    ["CN=王，小明,DC=x", "cn=王\\2c小明,dc=x"],
    ["CN=\\E7\\8E\\8B,DC=x", "cn=王,dc=x"],
    ["CN=Lee\\, An + UID=7 , DC=x", "cn=lee\\2c an+uid=7,dc=x"],
    ["OID.2.5.4.3=#0402AB01,dc=x", "2.5.4.3=#0402ab01,dc=x"],
    ["cn=a\\ ,dc=x", "cn=a\\20,dc=x"],
    ["  ", ""],
  ])("writes %s as %s", (dn, canonical) => {
    expect(canonicalDn(dn)).toBe(canonical);
  });

  it.each(["Chen Chih-Ming", "cn=a,,dc=x", "cn=a,", "=a", "cn=a\\", "cn=a\\x", "cn=\\e7\\8e,dc=x"])(
    "does not exist for %s",
    (text) => {
      expect(canonicalDn(text)).toBeUndefined();
      expect(isBelow(text, "")).toBe(false);
    },
  );
});

describe("the DN above", () => {
  it("is everything after the first RDN, whatever that contains", () => {
    fc.assert(
      fc.property(rdn, name, (first, rest) => {
        const above = written(rest, escapedShort);
        expect(parentDn(`${written([first], escapedShort)},${above}`)).toBe(above.trimStart());
        expect(parentDn(written([first], escapedHex))).toBe("");
      }),
      seed,
    );
  });

  it("is above every name made below it, and above nothing else", () => {
    fc.assert(
      fc.property(name, name, name, (below, above, other) => {
        const dn = written([...below, ...above], escapedHex);
        expect(isBelow(dn, written(above, escapedShort))).toBe(true);
        expect(isBelow(written(above, escapedShort), dn)).toBe(false);
        expect(isBelow(dn, dn)).toBe(false);
        const end = [...below, ...above].slice(1).slice(-other.length);
        const ends = end.length === other.length && end.every((parts, index) => sameRdn(parts, other[index] ?? []));
        expect(isBelow(dn, written(other, escapedShort))).toBe(ends);
      }),
      seed,
    );
  });

  it("is not taken from inside a value", () => {
    expect(isBelow("cn=a\\,dc=x", "dc=x")).toBe(false);
    expect(isBelow("cn=a\\\\,dc=x", "dc=x")).toBe(true);
    expect(isBelow("cn=a,DC=Example , dc=X", "dc=example,dc=x")).toBe(true);
  });
});
