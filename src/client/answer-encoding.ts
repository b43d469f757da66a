/**
 * Answers are asked for as they are, but a proxy may compress them all the same (RFC 9110, 8.4). They are decompressed as they come,
 * so that what they take in memory is known before all of it is there.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";

/** Parts of this size are given back to the system when they are dropped; Node's own, of 16 KiB, stay with the process. */
const chunkSize = 256 * 2 ** 10;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip({ chunkSize }),
  "x-gzip": () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
  zstd: () => createZstdDecompress({ chunkSize }),
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

/** The text of a whole answer; undefined if it is not UTF-8. Empties `chunks`, so that their memory can be freed before the text is made. */
export const textOf = (chunks: Buffer[]): string | undefined => {
  const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  chunks.length = 0;
  try {
    return utf8.decode(whole);
  } catch {
    return undefined;
  }
};
