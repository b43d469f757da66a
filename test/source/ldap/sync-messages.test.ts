/**
 * The filter that sees the messages of the server before ldapts does: which messages it takes out and which bytes it
 * passes on, however the stream is cut.
 */
import { once } from "node:events";
import { connect, createServer } from "node:net";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerGuard } from "../../../src/source/ldap/connection/answer-guard.ts";
import {
  intermediateResponses,
  messageFilter,
  tags,
} from "../../../src/source/ldap/connection/intermediate-responses.ts";
import { readingLimits } from "../../../src/source/ldap/connection/reading-limits.ts";
import { tlv } from "../../support/ldap/fake-ldap-server.ts";

type Sent = { readonly tag: number; readonly bytes: Buffer };

const id = fc.oneof(fc.integer({ min: 0, max: 127 }), fc.integer({ min: 128, max: 2 ** 31 - 1 }));

const integer = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return tlv(0x02, value < 128 ? bytes.subarray(3) : bytes);
};

/** Messages whose length is encoded in the short or the long form. */
const message: fc.Arbitrary<Sent> = fc
  .record({
    number: id,
    tag: fc.constantFrom(tags.intermediate, tags.entry, 0x65, 0x73, 0x61, 0x78),
    body: fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ minLength: 100, maxLength: 300 })),
  })
  .map(({ number, tag, body }) => ({ tag, bytes: tlv(0x30, integer(number), tlv(tag, Buffer.from(body))) }));

/** The bytes, divided at the positions `cuts`. */
const pieces = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
};

/** A guard before the first search, which accepts every message of an ordinary length. */
const guard = () => {
  const place = { feed: "hr", url: "ldap://localhost" };
  return answerGuard(place, readingLimits({ maxEntries: 1000, maxMinutes: 1 }, place));
};

const filtered = (bytes: Buffer, cuts: readonly number[], wanted: (tag: number) => boolean) => {
  const taken: Sent[] = [];
  const filter = messageFilter(wanted, (found) => taken.push(found), guard().judge);
  const given = pieces(bytes, cuts).map(filter);
  const fault = given.find((one) => one.fault)?.fault;
  return { passed: Buffer.concat(given.flatMap((one) => one.pieces)), taken, fault };
};

describe("the stream of messages", () => {
  it("loses and changes nothing, however it is cut", () => {
    const cuts = fc.array(fc.nat(), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), cuts, fc.boolean(), (messages, at, entriesToo) => {
        const wanted = (tag: number) => tag === tags.intermediate || (entriesToo && tag === tags.entry);
        const { passed, taken } = filtered(Buffer.concat(messages.map(({ bytes }) => bytes)), at, wanted);
        const passing = messages.filter(({ tag }) => !wanted(tag)).map(({ bytes }) => bytes);
        expect(passed.equals(Buffer.concat(passing))).toBe(true);
        expect(taken).toEqual(messages.filter(({ tag }) => wanted(tag)));
      }),
      { seed: 4533, numRuns: 500 },
    );
  });

  it("is right at every single cut, byte by byte too", () => {
    const bytes = [tlv(0x79, "a"), tlv(0x64, "b".repeat(300)), tlv(0x65, "c"), tlv(0x79, "d".repeat(200))].map(
      (operation) => tlv(0x30, integer(300), operation),
    );
    const whole = Buffer.concat(bytes);
    const every = Array.from(whole, (_, at) => [at]);
    for (const cuts of [...every, Array.from(whole.keys())]) {
      const { passed, taken } = filtered(whole, cuts, (tag) => tag === tags.intermediate);
      expect(passed.equals(Buffer.concat(bytes.slice(1, 3)))).toBe(true);
      expect(taken.map((found) => found.bytes)).toEqual([bytes[0], bytes[3]]);
    }
  });

  it("ends at the first byte that is not LDAP", () => {
    const good = tlv(0x30, integer(1), tlv(0x79, "x"));
    for (const bad of [
      "HTTP/1.1 400",
      "\x30\x80\x02\x01\x01\x79",
      "\x30\x88\xff\xff\xff\xff\xff\xff\xff\xff\x02\x01",
    ]) {
      const noise = Buffer.concat([Buffer.from(bad, "latin1"), good]);
      const { passed, taken, fault } = filtered(Buffer.concat([good, noise]), [], (tag) => tag === 0x79);
      expect(fault).toMatchObject({ code: "source-ldap-protocol" });
      expect(passed).toHaveLength(0);
      expect(taken).toHaveLength(1);
    }
  });

  it("reserves no memory for a message that claims to be endless", () => {
    const claim = Buffer.from("30860fffffffffff0201017900", "hex");
    const { taken, fault } = filtered(claim, [], () => true);
    expect(taken).toEqual([]);
    expect(fault).toMatchObject({ code: "source-ldap-endless" });
  });
});

describe("a socket whose intermediate responses are taken", () => {
  it("shows the others to its listeners, and entries only while nobody takes them", async () => {
    const entry = tlv(0x30, integer(1), tlv(0x64, "entry"));
    const info = tlv(0x30, integer(1), tlv(0x79, "info"));
    const done = tlv(0x30, integer(1), tlv(0x65, "done"));
    const server = createServer((socket) => socket.on("data", () => socket.write(Buffer.concat([info, entry, done]))));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = connect((server.address() as { port: number }).port, "127.0.0.1");
    const responses = intermediateResponses(guard());
    responses.onSocket(socket);
    let seen = Buffer.alloc(0);
    let arrived = () => {};
    socket.on("data", (piece: Buffer) => {
      seen = Buffer.concat([seen, piece]);
      if (seen.includes("done")) arrived();
    });
    const ask = async (): Promise<Buffer> => {
      seen = Buffer.alloc(0);
      const answer = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      socket.write("?");
      await answer;
      return seen;
    };

    expect(await ask()).toEqual(Buffer.concat([entry, done]));
    const taken: number[] = [];
    expect(await responses.during(({ tag }) => taken.push(tag), ask)).toEqual(done);
    expect(taken).toEqual([0x79, 0x64]);
    const bad = new Error("cannot be read");
    const failing = responses.during(() => {
      throw bad;
    }, ask);
    await expect(failing).rejects.toBe(bad);
    expect(await ask()).toEqual(Buffer.concat([entry, done]));
    socket.destroy();
    server.close();
  });
});
