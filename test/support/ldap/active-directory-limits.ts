/**
 * Gives Samba the limits of Microsoft's domain controllers, which it does not have (MS-ADTS, section 3.1.1.3.4.6): a page, or
 * an answer without pages, has at most 1000 entries, and an attribute at most 1500 values. If `member` has more, its first 1500
 * values are under the name `member;range=0-1499`, next to an empty `member`. Messages are passed on one by one.
 */
import { BerReader } from "ldapts";
import { tlv } from "./fake-ldap-server.ts";

export type ActiveDirectoryLimits = {
  /** Takes a message of the client, and returns the message to pass on to the server. */
  readonly request: (message: Buffer) => Buffer;
  /** Takes a message of the server, and returns the message to pass on to the client; undefined if none is passed on. */
  readonly response: (message: Buffer) => Buffer | undefined;
};

const maxPageSize = 1000;
const maxValRange = 1500;
const pagingType = "1.2.840.113556.1.4.319";
const dirSyncType = "1.2.840.113556.1.4.841";

/** The limits for one connection. */
export const activeDirectoryLimits = (): ActiveDirectoryLimits => {
  /** The number of entries that the server has returned for each search without pages, by message id. */
  const counts = new Map<number, number>();
  return {
    request: (message) => {
      const { id, tag, operation, rest } = opened(message);
      if (tag !== 0x63) return message;
      const controls = readControls(rest);
      if (!controls.some(({ type }) => type === pagingType || type === dirSyncType)) counts.set(id, 0);
      const limited = controls.map((control) => (control.type === pagingType ? limitedPage(control) : control));
      const written = limited.map(({ type, value }) =>
        tlv(0x30, tlv(0x04, type), tlv(0x01, Buffer.from([0xff])), tlv(0x04, value)),
      );
      return tlv(0x30, number(id), operation, ...(written.length > 0 ? [tlv(0xa0, ...written)] : []));
    },
    response: (message) => {
      const { id, tag, operation, rest } = opened(message);
      const count = counts.get(id);
      if (tag === 0x64) {
        if (count !== undefined) counts.set(id, count + 1);
        if (count !== undefined && count >= maxPageSize) return undefined;
        return tlv(0x30, number(id), limitedEntry(operation), rest);
      }
      if (tag !== 0x65 || count === undefined || count <= maxPageSize) return message;
      const sizeLimitExceeded = tlv(0x65, tlv(0x0a, Buffer.from([4])), tlv(0x04, ""), tlv(0x04, ""));
      return tlv(0x30, number(id), sizeLimitExceeded);
    },
  };
};

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return tlv(0x02, bytes);
};

/** Opens the envelope of an LDAP message: returns its id, the bytes of the operation, and the bytes of the controls. */
const opened = (message: Buffer) => {
  const reader = new BerReader(message);
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const from = reader.offset;
  const tag = reader.readSequence() ?? 0;
  const end = reader.offset + reader.length;
  return { id, tag, operation: message.subarray(from, end), rest: message.subarray(end) };
};

type Control = { readonly type: string; readonly value: Buffer };

const readControls = (bytes: Buffer): readonly Control[] => {
  const controls: Control[] = [];
  const reader = new BerReader(bytes);
  if (bytes.length > 0) reader.readSequence(0xa0);
  while (reader.remain > 0) {
    reader.readSequence();
    const type = reader.readString() ?? "";
    if (reader.peek() === 0x01) reader.readBoolean();
    controls.push({ type, value: reader.readString(0x04, true) ?? Buffer.alloc(0) });
  }
  return controls;
};

const limitedPage = ({ type, value }: Control): Control => {
  const reader = new BerReader(value);
  reader.readSequence();
  const size = reader.readInt() ?? 0;
  const cookie = reader.readString(0x04, true) ?? Buffer.alloc(0);
  return { type, value: tlv(0x30, number(Math.min(size, maxPageSize)), tlv(0x04, cookie)) };
};

const limitedEntry = (operation: Buffer): Buffer => {
  const reader = new BerReader(operation);
  reader.readSequence();
  const dn = reader.readString() ?? "";
  reader.readSequence();
  const attributes: Buffer[] = [];
  while (reader.remain > 0) {
    reader.readSequence();
    const type = reader.readString() ?? "";
    const values: Buffer[] = [];
    reader.readSequence(0x31);
    const end = reader.offset + reader.length;
    while (reader.offset < end) values.push(reader.readString(0x04, true) ?? Buffer.alloc(0));
    attributes.push(...limitedValues(type, values));
  }
  return tlv(0x64, tlv(0x04, dn), tlv(0x30, ...attributes));
};

const limitedValues = (type: string, values: readonly Buffer[]): readonly Buffer[] => {
  const attribute = (name: string, some: readonly Buffer[]): Buffer =>
    tlv(0x30, tlv(0x04, name), tlv(0x31, ...some.map((value) => tlv(0x04, value))));
  if (values.length <= maxValRange) return [attribute(type, values)];
  const [, name = type, first = "0"] = /^(.*);range=(\d+)-/.exec(type) ?? [];
  const piece = `${name};range=${first}-${Number(first) + maxValRange - 1}`;
  const head = attribute(piece, values.slice(0, maxValRange));
  return name === type ? [attribute(type, []), head] : [head];
};
