/** Tests answers that a proxy compresses although nobody has asked for it, and those that fill the memory when they are decompressed. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { openClient } from "../../src/client/client.ts";

const levels = JSON.stringify([{ code: "L1", name: "處", seq: 1, active: true }]);

let server: Server;
const asked: (string | undefined)[] = [];
const told: string[] = [];
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
    told.push((error as Error).message);
    return (error as { readonly code?: string }).code;
  } finally {
    await client.close();
  }
};

describe("an answer without a body that says it is compressed", () => {
  const disable = async (encoding: string, status: number): Promise<unknown> => {
    server = createServer((_, response) => {
      response.writeHead(status, { "content-encoding": encoding }).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = openClient({ url, corpCode: "ACME", apiKey: "k-1" }, { backoffMs: 1, retries: 0 });
    try {
      return await client.setDepartmentLevelStatus({ body: { code: "L1", active: false } });
    } catch (error) {
      return (error as { readonly code?: string }).code;
    } finally {
      await client.close();
    }
  };

  it.each(["gzip", "deflate", "br", "zstd", "gzip, br"])("in %s is whole", async (encoding) => {
    for (const status of [200, 204]) {
      expect(await disable(encoding, status)).toBeUndefined();
      server.close();
    }
  });
});

describe("a compressed answer", () => {
  it.each([
    ["gzip", gzipSync],
    ["X-GZip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["gzip, identity", gzipSync],
    ["gzip, gzip", (plain: string) => gzipSync(gzipSync(plain))],
    ["deflate, br", (plain: string) => brotliCompressSync(deflateRawSync(plain))],
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

  it("in a way that is not known here is refused by its name", async () => {
    for (const encoding of ["compress", "gzip, dcb", "gzip, gzip, gzip"]) {
      expect(await readLevels(encoding, gzipSync(levels))).toBe("response-incomplete");
      expect(told.at(-1)).toContain(`(${encoding.replaceAll(", ", "|")})`);
      server.close();
    }
  });

  it("that would fill the memory is given up", async () => {
    const bomb = Buffer.concat(Array.from({ length: 300 }).fill(gzipSync(Buffer.alloc(2 ** 20, " "))) as Buffer[]);
    expect(await readLevels("gzip", bomb)).toBe("response-unexpected");
    server.close();
    expect(await readLevels("gzip, gzip", gzipSync(bomb))).toBe("response-unexpected");
  });
});

it.each(["utf16le", "utf16be"])("an answer in %s that is marked as such is read", async (form) => {
  const wide = Buffer.from(`\ufeff${levels}`, "utf16le");
  expect(await readLevels("", form === "utf16be" ? wide.swap16() : wide)).toEqual(["L1"]);
});
