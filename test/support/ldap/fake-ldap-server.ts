/**
 * A fake LDAP server with scripted answers, for behaviour that the real servers in these tests never produce: an empty page
 * with a cookie, repeated pages, an attribute's values in several parts, a connection that ends within a page. It supports
 * bind, search and unbind (RFC 4511), and does not say how new its data is.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { BerReader } from "ldapts";

export type FakeSearch = {
  /** Number of the search over all connections, from 1. */
  readonly number: number;
  readonly base: string;
  readonly scope: "base" | "one" | "sub";
  readonly attributes: readonly string[];
  readonly controls: ReadonlyMap<string, Buffer>;
  /** Cookie of the paging control; "" on the first page. */
  readonly cookie: string;
};

type FakeControl = { readonly type: string; readonly value: Buffer };

export type FakeAnswer =
  | {
      readonly dn: string;
      readonly attributes?: Readonly<Record<string, readonly (string | Buffer)[]>>;
      readonly controls?: readonly FakeControl[];
    }
  | { readonly references: readonly string[] }
  /** The result that ends a search request; with a cookie, more pages follow. */
  | {
      readonly status: number;
      readonly message?: string;
      readonly cookie?: string;
      /** Leaves out the paging control. */
      readonly unpaged?: true;
      readonly controls?: readonly FakeControl[];
    }
  /** A whole message as bytes, or whatever else; gets the identifier of the request. */
  | { readonly raw: (id: number) => Buffer }
  /** Messages without end, as long as the client reads them. */
  | { readonly endless: (id: number, at: number) => Buffer }
  /** These bytes one by one, with so many milliseconds between them. */
  | { readonly trickle: number; readonly bytes: (id: number) => Buffer }
  /** Any other response as bytes, for example an intermediate response with tag 0x79. */
  | { readonly operation: Buffer }
  /** The connection ends within a message. */
  | "drop";

export type FakeLdapServer = {
  readonly url: string;
  readonly searches: readonly FakeSearch[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

type Result = { readonly status: number; readonly message: string };
type Raw = { readonly raw: (id: number) => Buffer };
const granted: Result = { status: 0, message: "" };

type FakeOptions = {
  readonly bind?: Result | Raw;
  readonly startTls?: Result;
  /** Whom the server takes the client for; without it, it does not tell. */
  readonly whoAmI?: () => string;
};

/** `onSearch` returns the answers to a search. If none of them has a `status`, the search stays open. */
export const startFakeLdapServer = async (
  onSearch: (search: FakeSearch) => readonly FakeAnswer[],
  { bind = granted, startTls, whoAmI }: FakeOptions = {},
): Promise<FakeLdapServer> => {
  const searches: FakeSearch[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.setNoDelay();
    socket.on("error", () => {});
    let rest: Buffer = Buffer.alloc(0);
    let speaksTls = false;
    socket.on("data", (part: Buffer) => {
      // The client may still send an alert, which is no LDAP message either.
      if (speaksTls) return;
      if (part[0] === tlsHandshake && rest.length === 0) {
        speaksTls = true;
        socket.write("no TLS here");
        return;
      }
      rest = Buffer.concat([rest, part]);
      for (let message = firstMessage(rest); message; message = firstMessage(rest)) {
        rest = rest.subarray(message.length);
        answer(socket, message);
      }
    });
  });
  const answer = (socket: Socket, message: Buffer): void => {
    const reader = new BerReader(message);
    reader.readSequence();
    const id = reader.readInt() ?? 0;
    const operation = reader.peek();
    if (operation === 0x77 && whoAmI) socket.write(envelope(id, tlv(0x78, result(0, ""), tlv(0x8b, whoAmI()))));
    else if (operation === 0x77 && startTls)
      socket.write(envelope(id, tlv(0x78, result(startTls.status, startTls.message))));
    else if ("raw" in bind && (operation === 0x60 || operation === 0x77)) socket.write(bind.raw(id));
    else if (operation === 0x60 && "status" in bind)
      socket.write(envelope(id, tlv(0x61, result(bind.status, bind.message))));
    else if (operation === 0x42) socket.end();
    else if (operation === 0x63) {
      const search = readSearch(reader, searches.length + 1);
      if (search.base === "" && whoAmI && search.attributes.includes("+")) {
        send(socket, id, { dn: "", attributes: { supportedExtension: ["1.3.6.1.4.1.4203.1.11.3"] } });
        send(socket, id, { status: 0 });
        return;
      }
      if (search.base === "" && search.attributes.includes("highestCommittedUSN")) {
        send(socket, id, { status: 0 });
        return;
      }
      searches.push(search);
      for (const part of onSearch(search)) send(socket, id, part);
    }
  };
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    searches,
    connections: () => sockets.length,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), "close");
    },
  };
};

/** Encodes a tag, a length and a value (ITU-T X.690). */
export const tlv = (tag: number, ...parts: readonly (Buffer | string)[]): Buffer => {
  const value = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  if (value.length < 0x80) return Buffer.concat([Buffer.from([tag, value.length]), value]);
  const length = Buffer.alloc(6, tag);
  length.writeUInt8(0x84, 1);
  length.writeUInt32BE(value.length, 2);
  return Buffer.concat([length, value]);
};

const tlsHandshake = 0x16;
const pagingType = "1.2.840.113556.1.4.319";

const number = (tag: number, value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return tlv(tag, bytes);
};

const result = (status: number, message: string): Buffer =>
  Buffer.concat([tlv(0x0a, Buffer.from([status])), tlv(0x04, ""), tlv(0x04, message)]);

/** An LDAP message with its identifier and controls. */
export const envelope = (id: number, operation: Buffer, controls: readonly FakeControl[] = []): Buffer => {
  const listed = controls.map(({ type, value }) => tlv(0x30, tlv(0x04, type), tlv(0x04, value)));
  return tlv(0x30, number(0x02, id), operation, ...(listed.length > 0 ? [tlv(0xa0, ...listed)] : []));
};

const pump = (socket: Socket, next: (at: number) => Buffer): void => {
  let at = 0;
  const more = (): void => {
    for (let free = true; free && !socket.destroyed; at += 1) free = socket.write(next(at));
    if (!socket.destroyed) socket.once("drain", more);
  };
  more();
};

const send = (socket: Socket, id: number, answer: FakeAnswer): void => {
  if (answer === "drop") {
    // Sends only the beginning of a message.
    socket.write(Buffer.from([0x30, 0x50, 0x02, 0x01]), () => socket.destroy());
  } else if ("dn" in answer) {
    const attributes = Object.entries(answer.attributes ?? {}).map(([type, values]) =>
      tlv(0x30, tlv(0x04, type), tlv(0x31, ...values.map((value) => tlv(0x04, value)))),
    );
    socket.write(envelope(id, tlv(0x64, tlv(0x04, answer.dn), tlv(0x30, ...attributes)), answer.controls));
  } else if ("references" in answer) {
    socket.write(envelope(id, tlv(0x73, ...answer.references.map((uri) => tlv(0x04, uri)))));
  } else if ("raw" in answer) {
    socket.write(answer.raw(id));
  } else if ("endless" in answer) {
    pump(socket, (at) => answer.endless(id, at));
  } else if ("trickle" in answer) {
    const bytes = answer.bytes(id);
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else socket.write(bytes.subarray(at, (at += 1)));
    }, answer.trickle);
  } else if ("operation" in answer) {
    socket.write(envelope(id, answer.operation));
  } else {
    const paging = { type: pagingType, value: tlv(0x30, number(0x02, 0), tlv(0x04, answer.cookie ?? "")) };
    const controls = [...(answer.unpaged ? [] : [paging]), ...(answer.controls ?? [])];
    socket.write(envelope(id, tlv(0x65, result(answer.status, answer.message ?? "")), controls));
  }
};

const firstMessage = (bytes: Buffer): Buffer | undefined => {
  const reader = new BerReader(bytes);
  if (reader.readSequence() === null || reader.remain < reader.length) return undefined;
  return bytes.subarray(0, reader.offset + reader.length);
};

/** SearchRequest of RFC 4511, section 4.5.1; the filter is skipped. */
const readSearch = (reader: BerReader, number: number): FakeSearch => {
  reader.readSequence();
  const base = reader.readString() ?? "";
  const scope = (["base", "one", "sub"] as const)[reader.readEnumeration() ?? 0] ?? "base";
  reader.readEnumeration();
  reader.readInt();
  reader.readInt();
  reader.readBoolean();
  reader.readSequence();
  reader.offset += reader.length;
  const attributes = [...strings(reader)];
  const controls = new Map<string, Buffer>();
  if (reader.peek() === 0xa0) {
    reader.readSequence();
    while (reader.remain > 0) {
      reader.readSequence();
      const type = reader.readString() ?? "";
      if (reader.peek() === 0x01) reader.readBoolean();
      controls.set(type, reader.peek() === 0x04 ? (reader.readString(0x04, true) ?? Buffer.alloc(0)) : Buffer.alloc(0));
    }
  }
  return { number, base, scope, attributes, controls, cookie: cookieOf(controls.get(pagingType)) };
};

function* strings(reader: BerReader): Generator<string> {
  reader.readSequence();
  const end = reader.offset + reader.length;
  while (reader.offset < end) yield reader.readString() ?? "";
}

const cookieOf = (value: Buffer | undefined): string => {
  if (!value) return "";
  const reader = new BerReader(value);
  reader.readSequence();
  reader.readInt();
  return reader.readString() ?? "";
};
