/**
 * Answers are asked for as they are, but a proxy may compress them all the same (RFC 9110, 8.4). They are decompressed as they come,
 * so that what they take in memory is known before all of it is there.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

type Receiver = {
  readonly take: (part: Buffer) => void;
  readonly end: () => void;
  readonly fail: (cause: unknown) => void;
};

/** Passes the parts of one answer on to `receiver`, decompressed where the headers say so in a form that is known here. */
export const decompressing = (receiver: Receiver) => {
  let decoder: Transform | undefined;
  return {
    begin: (headers: IncomingHttpHeaders): void => {
      const name = headers["content-encoding"]?.trim().toLowerCase() ?? "";
      if (!Object.hasOwn(decoders, name)) return;
      decoder = decoders[name]?.().on("data", receiver.take).on("end", receiver.end).on("error", receiver.fail);
    },
    take: (part: Buffer): void => {
      if (!decoder) receiver.take(part);
      else if (!decoder.destroyed) decoder.write(part);
    },
    end: (): void => {
      if (decoder) decoder.end();
      else receiver.end();
    },
    drop: (): void => void decoder?.destroy(),
  };
};

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a whole answer; undefined if it is not UTF-8. */
export const textOf = (chunks: readonly Buffer[]): string | undefined => {
  try {
    return utf8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  } catch {
    return undefined;
  }
};
