/**
 * Values of attributes as text. ldapts decides by the bytes of a value whether it gives a string or bytes. So binary
 * attributes are known here by name; their values are never text, even if the bytes happen to be UTF-8.
 */
import type { Cell } from "../record.ts";

/** An attribute of an entry, from ldapts or from entry-message.ts. */
export type AttributeValues = {
  readonly type: string;
  readonly values: readonly (string | Buffer)[];
  /** The bytes of each value; entry-message.ts gives them for binary attributes only. */
  readonly parsedBuffers: readonly Buffer[];
};

/** How the values of an attribute become a cell; the name may have any case. */
export const attributeText = (name: string): ((attribute: AttributeValues) => Cell) => {
  const text = binary[name.toLowerCase()];
  if (text) return ({ parsedBuffers }) => cell(parsedBuffers.map((bytes) => text(bytes) ?? unreadable));
  return ({ values }) => {
    const [only] = values;
    if (values.length === 1 && typeof only === "string") return only;
    return cell(values.map((value) => (typeof value === "string" ? value : unreadable)));
  };
};

/** No field accepts this character, so the cell is reported and nothing is written. */
const unreadable = "\uFFFD";

const cell = (texts: readonly string[]): Cell => (texts.length > 1 ? texts : (texts[0] ?? ""));

/** In the form of Active Directory's own tools: the first three groups are little-endian (MS-DTYP, section 2.3.4). */
const guidText = (bytes: Buffer): string | undefined => {
  if (bytes.length !== 16) return undefined;
  const hex = bytes.toString("hex");
  const turned = [3, 2, 1, 0, 5, 4, 7, 6].map((at) => hex.slice(2 * at, 2 * at + 2)).join("");
  return `${turned.slice(0, 8)}-${turned.slice(8, 12)}-${turned.slice(12)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** MS-DTYP, section 2.4.2.2: revision, count, big-endian authority, little-endian numbers. */
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

/** Whether the attribute, named as in an answer of a server, is binary. */
export const isBinary = (type: string): boolean => {
  const known = binaryTypes.get(type);
  if (known !== undefined) return known;
  const found = Object.hasOwn(binary, (type.split(";")[0] ?? "").toLowerCase());
  binaryTypes.set(type, found);
  return found;
};

const binaryTypes = new Map<string, boolean>();
