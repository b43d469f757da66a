/** Uploads for the benchmarks: meaningless bytes, sent without being kept in memory. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathTemplateOf } from "../src/contract/contract.ts";

/** Yields `length` meaningless bytes in parts of 64 KiB. */
export const bytes = function* (length: number): Generator<Buffer> {
  const piece = Buffer.alloc(65_536, "musterd");
  for (let left = length; left > 0; left -= piece.length) yield piece.subarray(0, left);
};

export const post = async (url: string, type: string, body: Iterable<Buffer>): Promise<void> => {
  const headers = { "api-key": "bench-key", corpcode: "BENCH", "content-type": type };
  const sent = request(url, { method: "POST", headers });
  const answered = once(sent, "response");
  await pipeline(Readable.from(body), sent);
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 200) throw new Error(`the upload is answered with ${response.statusCode}`);
};

export const sendChunks = async (url: string, length: number, chunkSize: number): Promise<void> => {
  const count = Math.ceil(length / chunkSize);
  const file = {
    Id: randomUUID(),
    FileName: "bench.bin",
    Length: length,
    ChunkSize: chunkSize,
    ChunkTotalCount: count,
  };
  for (let number = 0; number < count; number += 1) {
    const fields = Object.entries({ ...file, ChunkNumber: number });
    const head = fields.map(
      ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const form = function* () {
      yield Buffer.from(
        `${head.join("")}--edge\r\nContent-Disposition: form-data; name="ChunkFile"; filename="c"\r\n\r\n`,
      );
      yield* bytes(Math.min(chunkSize, length - number * chunkSize));
      yield Buffer.from("\r\n--edge--\r\n");
    };
    await post(url + pathTemplateOf("UP1", "1"), "multipart/form-data; boundary=edge", form());
  }
};
