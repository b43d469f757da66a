/** Tests how an entry is read from the bytes of its message, whose lengths a server may write in several forms. */
import { describe, expect, it } from "vitest";
import { readEntryMessage } from "../../../../src/source/ldap/entries/entry-message.ts";

/** An element whose length takes `size` bytes behind the first; 0: the short form. */
const element = (tag: number, size: number, ...parts: readonly (string | Buffer)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(size === 0 ? 1 : size + 1);
  if (size === 0) length[0] = content.length;
  else {
    length[0] = 0x80 + size;
    length.writeUIntBE(content.length, 1, size);
  }
  return Buffer.concat([Buffer.of(tag), length, content]);
};

const message = (size: number, more: readonly Buffer[] = []): Buffer => {
  const mail = element(0x30, size, element(0x04, size, "mail"), element(0x31, size, element(0x04, size, "a@b.c")));
  const entry = element(0x64, size, element(0x04, size, "cn=ann"), element(0x30, size, mail, ...more));
  return element(0x30, size, element(0x02, size, Buffer.of(1)), entry);
};

/** An attribute whose first byte of length says "none", and as many bytes as this byte would mean as a number. */
const withoutLength = (): Buffer => {
  const value = element(0x04, 0, "v".repeat(121));
  return Buffer.concat([Buffer.of(0x30, 0x80), element(0x04, 0, "x"), element(0x31, 0, value)]);
};

describe("an entry", () => {
  it.each([0, 1, 2, 4, 6])("is read if its lengths take %i further bytes", (size) => {
    const { name, attributes } = readEntryMessage(message(size));
    expect({ name, attributes }).toMatchObject({ name: "cn=ann", attributes: [{ type: "mail", values: ["a@b.c"] }] });
  });

  it("of half a million elements is read, and one of more is refused", () => {
    // Twelve elements stand around the values.
    const withValues = (count: number) => {
      const values = element(0x31, 4, Buffer.from("0400".repeat(count), "hex"));
      return () => readEntryMessage(message(4, [element(0x30, 4, element(0x04, 0, "x"), values)]));
    };
    expect(withValues(499_988)().attributes[1]?.values).toHaveLength(499_988);
    expect(withValues(499_989)).toThrow(expect.objectContaining({ code: "source-ldap-protocol" }));
  });

  it.each([
    ["of no stated length", Buffer.of(0x30, 0x80)],
    ["of no stated length that 128 bytes follow", withoutLength()],
    ["whose length takes seven bytes", Buffer.of(0x30, 0x87, 0, 0, 0, 0, 0, 0, 0)],
    ["whose length ends behind the bytes", Buffer.of(0x30, 0x84, 0)],
    ["that is longer than what is around it", Buffer.of(0x30, 0x05)],
    ["of another kind", Buffer.of(0x04, 0x00)],
  ])("with an element %s is refused", (_, element) => {
    expect(() => readEntryMessage(message(1, [element]))).toThrow(
      expect.objectContaining({ code: "source-ldap-protocol" }),
    );
  });
});
