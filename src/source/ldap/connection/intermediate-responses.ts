/**
 * Takes messages out of the bytes of a connection before ldapts reads them. ldapts does not know the intermediate
 * response (RFC 4511, section 4.13), in which a server sends deletions and cookies (RFC 4533, section 2.5). If one
 * arrives, ldapts drops all bytes that arrived in the same chunk. While `during` runs, entries are taken out too, so that
 * ldapts need not keep a hundred thousand of them in memory. All other bytes go to ldapts unchanged. Bytes that are no
 * answer to the request in flight end the connection, because ldapts ignores them and waits (see answer-guard.ts).
 */
import type { Socket } from "node:net";
import { BerReader } from "ldapts";
import type { MusterdError } from "../../../lib/errors.ts";
import type { AnswerGuard, MessageHead } from "./answer-guard.ts";

/** A message that was taken out: its complete bytes with the envelope, and the tag of its operation. */
export type TakenMessage = { readonly tag: number; readonly bytes: Buffer };

export type IntermediateResponses = {
  /** `openLdapConnection` calls this with its socket before ldapts listens to it. */
  readonly onSocket: (socket: Socket) => void;
  /**
   * Passes entries (tag 0x64) and intermediate responses (tag 0x79) to `take` until `work` has ended. If `take` throws,
   * `during` rejects with that error. Only one call may run at a time.
   */
  readonly during: <Result>(take: (message: TakenMessage) => void, work: () => Promise<Result>) => Promise<Result>;
};

/** `guard` judges the head of every message. */
export const intermediateResponses = (guard: Pick<AnswerGuard, "judge">): IntermediateResponses => {
  let take: ((message: TakenMessage) => void) | undefined;
  return {
    onSocket: (socket) => {
      const filter = messageFilter(
        (tag) => tag === tags.intermediate || (tag === tags.entry && take !== undefined),
        (message) => take?.(message),
        guard.judge,
      );
      const emit = socket.emit.bind(socket) as (event: string, ...args: unknown[]) => boolean;
      socket.emit = ((event: string, ...args: unknown[]) => {
        if (event !== "data") return emit(event, ...args);
        if (socket.destroyed) return true;
        const { pieces, fault } = filter(args[0] as Buffer);
        if (fault) socket.on("error", () => {}).destroy(fault);
        else for (const piece of pieces) emit("data", piece);
        return true;
      }) as Socket["emit"];
    },
    during: async (listener, work) => {
      let failure: { readonly thrown: unknown } | undefined;
      take = (message) => {
        if (failure) return;
        try {
          listener(message);
        } catch (thrown) {
          // An error thrown in an event of the socket would end the process.
          failure = { thrown };
        }
      };
      try {
        const result = await work();
        if (failure) throw failure.thrown;
        return result;
      } finally {
        take = undefined;
      }
    },
  };
};

/** Tags of protocol operations (RFC 4511, section 4.1.1). */
export const tags = { entry: 0x64, intermediate: 0x79 } as const;

/** Returns the name and the value of an intermediate response; both are optional. */
export const readIntermediateResponse = (bytes: Buffer): { readonly name?: string; readonly value?: Buffer } => {
  const reader = new BerReader(bytes);
  reader.readSequence();
  reader.readInt();
  reader.readSequence(tags.intermediate);
  const end = reader.offset + reader.length;
  const part = (tag: number): Buffer | undefined =>
    reader.offset < end && reader.peek() === tag ? (reader.readString(tag, true) ?? undefined) : undefined;
  const name = part(0x80)?.toString();
  const value = part(0x81);
  return { ...(name === undefined ? {} : { name }), ...(value && { value }) };
};

/** The bytes that go to ldapts, or why the stream is not read any further. */
type Filtered = { readonly pieces: readonly Buffer[]; readonly fault?: MusterdError };

/**
 * Returns a function that gets the chunks of a stream of LDAP messages one by one, and returns the bytes that go to ldapts.
 * A message whose tag is `wanted` is left out of them, and goes to `take` once it is complete. `judge` gets the head of each
 * message, or undefined for bytes that are not LDAP, and returns an error if the stream must end there.
 */
export const messageFilter = (
  wanted: (tag: number) => boolean,
  take: (message: TakenMessage) => void,
  judge: AnswerGuard["judge"],
): ((piece: Buffer) => Filtered) => {
  /** The beginning of a message whose tag has not arrived yet. */
  let head: Buffer = empty;
  /** How many bytes of the current message still have to go to ldapts. */
  let passing = 0;
  let taken: { readonly tag: number; readonly bytes: Buffer; filled: number } | undefined;

  return (piece) => {
    const bytes = head.length > 0 ? Buffer.concat([head, piece]) : piece;
    head = empty;
    const passed: Buffer[] = [];
    let at = 0;
    /** Start of the bytes that go to ldapts and are not in `passed` yet. */
    let from = 0;
    while (at < bytes.length) {
      if (taken) {
        const copied = bytes.copy(taken.bytes, taken.filled, at);
        taken.filled += copied;
        from = at += copied;
        if (taken.filled < taken.bytes.length) break;
        const { tag, bytes: message } = taken;
        taken = undefined;
        take({ tag, bytes: message });
      } else if (passing > 0) {
        const step = Math.min(passing, bytes.length - at);
        passing -= step;
        at += step;
      } else {
        const start = readHead(bytes, at);
        if (start === undefined) {
          head = bytes.subarray(at);
          break;
        }
        const isTaken = wanted(start.tag);
        const fault = judge(start === noMessage ? undefined : { ...start, isTaken });
        if (fault) return { pieces: [], fault };
        if (start === noMessage || !isTaken) {
          passing = start.length;
          continue;
        }
        if (at > from) passed.push(bytes.subarray(from, at));
        from = at;
        taken = { tag: start.tag, bytes: Buffer.allocUnsafe(start.length), filled: 0 };
      }
    }
    const end = bytes.length - head.length;
    if (!taken && end > from) passed.push(bytes.subarray(from, end));
    return { pieces: passed };
  };
};

const empty = Buffer.alloc(0);

const noMessage = { id: 0, tag: 0, length: Number.POSITIVE_INFINITY };

/** Returns the head of the message at `at`; undefined if too few bytes have arrived. */
const readHead = (bytes: Buffer, at: number): MessageHead | undefined => {
  if (bytes[at] !== 0x30) return noMessage;
  const first = bytes[at + 1];
  if (first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (first === 0x80 || lengthBytes > 6) return noMessage;
  const body = at + 2 + lengthBytes;
  // The identifier of a message is an integer of at most four bytes.
  const idLength = bytes[body + 1];
  if (idLength === undefined) return undefined;
  if (bytes[body] !== 0x02 || idLength === 0 || idLength > 4) return noMessage;
  const tag = bytes[body + 2 + idLength];
  if (tag === undefined) return undefined;
  const content = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  // The envelope holds at least the identifier and the tag.
  if (content < 3 + idLength) return noMessage;
  return { id: bytes.readIntBE(body + 2, idLength), tag, length: 2 + lengthBytes + content };
};
