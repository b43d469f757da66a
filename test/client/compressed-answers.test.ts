/** Tests answers that a proxy compresses although nobody has asked for it, and those that fill the memory when they are decompressed. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { openClient } from "../../src/client/client.ts";

const levels = JSON.stringify([{ code: "L1", name: "處", seq: 1, active: true }]);

let server: Server;
const asked: (string | undefined)[] = [];
afterEach(() => server.close());

/** What reading the levels gives: the codes, or the code of the failure. */
const readLevels = async (encoding: string, body: Buffer): Promise<unknown> => {
  server = createServer((request, response) => {
    asked.push(request.headers["accept-encoding"]);
    response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = openClient({ url, corpCode: "ACME", apiKey: "k-1" }, { backoffMs: 1, retries: 0 });
  try {
    return (await client.listDepartmentLevels()).map(({ code }) => code);
  } catch (error) {
    return (error as { readonly code?: string }).code;
  } finally {
    await client.close();
  }
};

describe("a compressed answer", () => {
  it.each([
    ["gzip", gzipSync],
    ["X-GZip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ])("in %s is read, although it was asked for as it is", async (encoding, compress) => {
    expect(await readLevels(encoding, compress(levels))).toEqual(["L1"]);
    expect(asked.at(-1)).toBe("identity");
  });

  it("that is cut off, or is none, is incomplete", async () => {
    expect(await readLevels("gzip", gzipSync(levels).subarray(0, -6))).toBe("response-incomplete");
    server.close();
    expect(await readLevels("gzip", Buffer.from(levels))).toBe("response-incomplete");
  });

  it("that would fill the memory is given up", async () => {
    const bomb = Buffer.concat(Array.from({ length: 300 }).fill(gzipSync(Buffer.alloc(2 ** 20, " "))) as Buffer[]);
    expect(await readLevels("gzip", bomb)).toBe("response-unexpected");
  });
});
