/**
 * Converts the values of attributes to text. ldapts returns a value as a string if its bytes are UTF-8, and as bytes
 * otherwise. The bytes of a binary value may happen to be UTF-8, so binary attributes are recognised by their names.
 */
import { oncePer } from "../../../lib/once.ts";
import type { Cell } from "../../feeds/record.ts";
import { lostValue } from "../../values/lost-cells.ts";

/** An attribute of an entry, from ldapts or from entry-message.ts. */
export type AttributeValues = {
  readonly type: string;
  readonly values: readonly (string | Buffer)[];
  /** The bytes of each value; entry-message.ts gives them for binary attributes only. */
  readonly parsedBuffers: readonly Buffer[];
};

/** The texts of one attribute of an entry. The case of its name does not matter. */
export const valuesOf = (attributes: readonly Pick<AttributeValues, "type" | "values">[], name: string): string[] =>
  attributes
    .filter(({ type }) => type.toLowerCase() === name.toLowerCase())
    .flatMap(({ values }) => values.map(String));

/** Returns the function that makes a cell of the values of this attribute. The case of the name does not matter. */
export const attributeText = (name: string): ((attribute: AttributeValues) => Cell) => {
  const text = binary[name.toLowerCase()];
  if (text) return ({ parsedBuffers }) => cell(parsedBuffers.map((bytes) => text(bytes) ?? lostValue));
  return ({ values }) => {
    const [only] = values;
    if (values.length === 1 && typeof only === "string") return only;
    return cell(values.map((value) => (typeof value === "string" ? value : lostValue)));
  };
};

const cell = (texts: readonly string[]): Cell => (texts.length > 1 ? texts : (texts[0] ?? ""));

/** A GUID as Active Directory shows it: its first three groups are little-endian (MS-DTYP, section 2.3.4). */
const guidText = (bytes: Buffer): string | undefined => {
  if (bytes.length !== 16) return undefined;
  const hex = bytes.toString("hex");
  const turned = [3, 2, 1, 0, 5, 4, 7, 6].map((at) => hex.slice(2 * at, 2 * at + 2)).join("");
  return `${turned.slice(0, 8)}-${turned.slice(8, 12)}-${turned.slice(12)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** A SID: revision, count, big-endian authority, little-endian numbers (MS-DTYP, section 2.4.2.2). */
const sidText = (bytes: Buffer): string | undefined => {
  const count = bytes[1] ?? 0;
  if (bytes.length !== 8 + 4 * count || bytes[0] !== 1) return undefined;
  const numbers = Array.from({ length: count }, (_, index) => bytes.readUInt32LE(8 + 4 * index));
  return ["S-1", bytes.readUIntBE(2, 6), ...numbers].join("-");
};

const binary: Readonly<Record<string, (bytes: Buffer) => string | undefined>> = {
  objectguid: guidText,
  "ms-ds-consistencyguid": guidText,
  objectsid: sidText,
};

/** Whether an attribute is binary. `type` is its name in a server's answer, perhaps with options. */
export const isBinary = oncePer((type: string) => Object.hasOwn(binary, (type.split(";")[0] ?? "").toLowerCase()));
