import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Address,
  addressKey,
  addressOf,
  namedBy,
  objectOf,
  parseAddress,
  placeField,
  placeIn,
  printAddress,
  withKeys,
} from "../../../src/model/directory/address.ts";
import { canonicalKey } from "../../../src/model/directory/canonical.ts";
import { ledgerKey, parsePostKey, postSubject } from "../../../src/model/memory/memory.ts";
import { cases } from "../../support/suites/runs.ts";

const key = fc.oneof(
  fc.string({ unit: fc.constantFrom("/", ":", "%", "%2f", "%25", " ", "\n", "a", "A", "研", "發", "處", "ａ", ".") }),
  fc.string({ unit: "grapheme" }),
);

const address: fc.Arbitrary<Address> = fc.oneof(
  fc.record({ of: fc.constantFrom("level", "department", "category", "function", "title", "employee"), key }),
  fc.record({ of: fc.constant("manager" as const), department: key }),
  fc.record({ of: fc.constantFrom("post", "supervisor"), person: key, department: key }),
);

describe("addresses", () => {
  it("are read back from their text, whatever characters the keys have", () => {
    fc.assert(
      fc.property(address, (one) => {
        expect(parseAddress(printAddress(one))).toEqual(one);
      }),
      { seed: 20261126, ...cases(400) },
    );
  });

  it("are read back from what a change and its field name, whatever characters the keys have", () => {
    fc.assert(
      fc.property(address, (one) => {
        const field = one.of === "post" ? placeField("post", one.department) : "name";
        expect(addressOf(namedBy(one), field)).toEqual(one);
      }),
      { seed: 20261126, ...cases(400) },
    );
  });

  it("are the same exactly if they differ only in the spelling of keys", () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        const spelt = (each: Address) => withKeys(each, (_, text) => canonicalKey(text));
        expect(addressKey(withKeys(one, (_, text) => ` ${text} `))).toBe(addressKey(one));
        const [a, b] = [spelt(one), spelt(other)];
        expect(addressKey(one) === addressKey(other)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
      { seed: 20261126, ...cases(200) },
    );
  });

  it("have other texts than all other addresses", () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        expect(printAddress(one) === printAddress(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { seed: 20261126, ...cases(200) },
    );
  });

  it("of posts are the subjects of the ledger", () => {
    fc.assert(
      fc.property(key, key, (person, department) => {
        const found = parsePostKey(ledgerKey(postSubject(person, department), "supervisor"));
        expect(found && addressKey({ of: "post", person: found.account, department: found.department })).toBe(
          addressKey({ of: "post", person, department }),
        );
      }),
      { seed: 20261126, ...cases(200) },
    );
  });

  it.each(["", "post/amy", "post/amy/RD/update", "level", "level/A/B", "applied/level", "constructor/A"])(
    "are not read from %j",
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );

  it("of posts and supervisors belong to people, those of managers to departments", () => {
    expect(objectOf({ of: "post", person: "amy", department: "RD" })).toEqual({ of: "employee", key: "amy" });
    expect(objectOf({ of: "supervisor", person: "amy", department: "RD" })).toEqual({ of: "employee", key: "amy" });
    expect(objectOf({ of: "manager", department: "RD" })).toEqual({ of: "department", key: "RD" });
    expect(objectOf({ of: "title", key: "ENG" })).toEqual({ of: "title", key: "ENG" });
  });

  it("of the posts of a new person are posts; a change to posts is about the person", () => {
    const post = { of: "post", person: "amy", department: "R/D:1" };
    expect(addressOf({ kind: "employee", key: "amy" }, "post:R/D:1")).toEqual(post);
    expect(addressOf({ kind: "post", key: "amy" })).toEqual({ of: "employee", key: "amy" });
  });

  it("of fields without a department are none", () => {
    expect(["post", "name", "", ":post", "posts:RD"].map(placeIn)).toEqual(Array(5).fill(undefined));
  });
});
