/**
 * Answers are asked for as they are, but a proxy may compress them all the same (RFC 9110, 8.4). They are decompressed as they come,
 * so that what they take in memory is known before all of it is there.
 */
import type { IncomingHttpHeaders } from "node:http";
import { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from "node:zlib";

/** Parts of this size are given back to the system when they are dropped; Node's own, of 16 KiB, stay with the process. */
const chunkSize = 256 * 2 ** 10;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  "x-gzip": () => createGunzip({ chunkSize }),
  deflate: () => createAnyInflate(),
  br: () => createBrotliDecompress({ chunkSize }),
  zstd: () => createZstdDecompress({ chunkSize }),
};

/** Some programs send what they call deflate without the header that zlib asks for; the first byte tells them apart. */
const createAnyInflate = (): Transform => {
  let inflate: Transform | undefined;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      if (!inflate && part.length === 0) return done();
      inflate ??= (((part[0] ?? 0) & 0x0f) === 0x08 ? createInflate : createInflateRaw)({ chunkSize })
        .on("data", (plain) => this.push(plain))
        .on("error", (error) => this.destroy(error));
      inflate.write(part, done);
    },
    flush(done) {
      if (inflate) inflate.on("end", done).end();
      else done();
    },
  });
};

/** The names of an answer's encodings, the last one that was applied first. */
const encodingsOf = (headers: IncomingHttpHeaders): string[] =>
  (headers["content-encoding"] ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity")
    .reverse();

/** More than this is nobody's mistake; each layer may multiply what the next one has to read. */
const mostLayers = 2;

/** The encodings of an answer that cannot be decompressed here, for the message; undefined if it can. */
export const unknownEncoding = (headers: IncomingHttpHeaders): string | undefined => {
  const names = encodingsOf(headers);
  const isKnown = names.length <= mostLayers && names.every((name) => Object.hasOwn(decoders, name));
  return isKnown ? undefined : names.reverse().join("|").slice(0, 40);
};

type Receiver = {
  readonly take: (part: Buffer) => void;
  readonly end: () => void;
  readonly fail: (cause: unknown) => void;
};

/** Passes the parts of one answer on to `receiver`, decompressed where the headers say so in a form that is known here. */
export const decompressing = (receiver: Receiver) => {
  let layers: readonly Transform[] = [];
  let decoder: Transform | undefined;
  let isEmpty = true;
  const drop = (): void => {
    for (const layer of layers) layer.destroy();
  };
  return {
    drop,
    begin: (headers: IncomingHttpHeaders): void => {
      if (unknownEncoding(headers) !== undefined) return;
      layers = encodingsOf(headers).flatMap((name) => decoders[name]?.() ?? []);
      decoder = layers[0];
      for (const layer of layers) layer.on("error", receiver.fail);
      layers
        .reduce<Transform | undefined>((before, layer) => before?.pipe(layer) ?? layer, undefined)
        ?.on("data", receiver.take)
        .on("end", receiver.end);
    },
    take: (part: Buffer): void => {
      isEmpty = false;
      if (!decoder) receiver.take(part);
      else if (!decoder.destroyed) decoder.write(part);
    },
    end: (): void => {
      // A proxy may state an encoding also where there is nothing to encode.
      if (decoder && !isEmpty) return void decoder.end();
      drop();
      receiver.end();
    },
  };
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** What UTF-16 begins with (RFC 2781, 3.2). */
const utf16 = { fffe: "utf-16le", feff: "utf-16be" } as const;

/** The text of a whole answer; undefined if it is neither UTF-8 nor marked as UTF-16. Empties `chunks`, so that their memory can be freed before the text is made. */
export const textOf = (chunks: Buffer[]): string | undefined => {
  const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  chunks.length = 0;
  const wide = utf16[whole?.subarray(0, 2).toString("hex") as keyof typeof utf16];
  try {
    return (wide ? new TextDecoder(wide, { fatal: true }) : utf8).decode(whole);
  } catch {
    return undefined;
  }
};
