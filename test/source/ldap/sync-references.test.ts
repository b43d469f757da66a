/** Entries that must be read again because they refer to another entry by its name. */
import { describe, expect, it } from "vitest";
import type { CachedEntry } from "../../../src/source/feeds/feed-cache.ts";
import type { Told } from "../../../src/source/ldap/changes/change-feed.ts";
import { pointingAway } from "../../../src/source/ldap/changes/dn-references.ts";

const header = ["cn", "dn", "parentDn", "objectCategory", "manager", "secretary"];
const dnOf = (name: string): string => `CN=${name},OU=Staff,DC=example`;

const entry = (name: string, manager = "", ...secretaries: readonly string[]): CachedEntry => ({
  id: name,
  dn: dnOf(name),
  cells: [name, dnOf(name), "OU=Staff,DC=example", "CN=Person,CN=Schema,DC=example", manager, secretaries],
});
const byId = (...entries: readonly CachedEntry[]) => new Map(entries.map((one) => [one.id, one]));

const remembered = byId(
  entry("boss"),
  entry("a", dnOf("boss")),
  // b names boss in another spelling. c names boss as the second value of its secretary attribute.
  entry("b", "cn=BOSS, ou=staff, dc=example"),
  entry("c", "", dnOf("a"), dnOf("boss")),
  entry("d", dnOf("a")),
  entry("e", "CN=Chairman,OU=Board,DC=example"),
);

const away = (told: Partial<Told>): readonly string[] => [
  ...pointingAway(header, remembered, { upserts: new Map(), deletes: new Set(), othersRenamed: false, ...told }),
];

describe("entries are read again", () => {
  it("not for their own name, their place or their class", () => {
    expect(away({})).toEqual([]);
    expect(away({ othersRenamed: true })).toEqual(["e"]);
  });

  it("when the name they point to is gone, in whatever spelling", () => {
    const renamed = { ...entry("boss"), dn: dnOf("chief") };
    expect(away({ upserts: byId(renamed) })).toEqual(["a", "b", "c"]);
    expect(away({ deletes: new Set(["boss"]) })).toEqual(["a", "b", "c"]);
    expect(away({ deletes: new Set(["boss"]), othersRenamed: true })).toEqual(["a", "b", "c", "e"]);
  });

  it("not when they were reported themselves, or the other entry changed in another way", () => {
    expect(away({ deletes: new Set(["boss"]), upserts: byId(entry("a")) })).toEqual(["b", "c"]);
    expect(away({ upserts: byId({ ...entry("boss"), cells: [] }) })).toEqual([]);
  });

  it("when the name now belongs to another entry", () => {
    const swapped = byId({ ...entry("boss"), dn: dnOf("a") }, { ...entry("a"), dn: dnOf("boss") });
    expect(away({ upserts: swapped })).toEqual(["b", "c", "d"]);
  });
});
