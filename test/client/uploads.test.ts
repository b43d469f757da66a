/** Tests uploads by the client to a running service: from all kinds of sources, in order, and continued after a failure. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openClient, type SystemClient } from "../../src/client/client.ts";
import { baseline } from "../service/cases/baseline.ts";
import { corpCode, keyOf, startTestService } from "../service/running-service.ts";
import { type FileHost, startFileHost } from "../service/uploads/file-host.ts";
import { idIn, readBack, sha256 } from "../service/uploads/upload-client.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let client: SystemClient;
let host: FileHost;
let folder: string;
let repeats: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-uploads-"));
  host = await startFileHost({ "/file": (_request, response) => void response.end("from afar") });
  service = await startTestService({ outbound: { allowPrivateNetworks: true } });
  await service.load(baseline());
  client = openClient(
    { url: service.url, corpCode, apiKey: keyOf["Api-Key"] },
    { backoffMs: 1, onRepeat: ({ code }) => repeats.push(code) },
  );
});
afterAll(async () => {
  await client.close();
  await service.close();
  await host.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => service.admin("DELETE", "/faults"));

const fileName = "報告.pdf";
const blobOf = (bytes: Buffer): Blob => new Blob([new Uint8Array(bytes)]);

const streamOf = async function* (bytes: Buffer, pieceSize: number) {
  for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
};

/** Resolves with the name and the digest of a file in the service. */
const stored = async (upload: Promise<{ id: string; fileName: string }>): Promise<string> => {
  const { id, fileName: name } = await upload;
  return `${name} ${sha256((await readBack(service, id)) ?? Buffer.alloc(0))}`;
};
const whole = (bytes: Buffer): string => `${fileName} ${sha256(bytes)}`;

describe("a file", () => {
  const bytes = randomBytes(100_000);

  it("is the same from a path, a Blob or a stream", async () => {
    const path = join(folder, "a.bin");
    await writeFile(path, bytes);
    expect(await stored(client.uploadFile(path, { fileName, chunkSize: 30_000 }))).toBe(whole(bytes));
    expect(await stored(client.uploadFile(blobOf(bytes), { fileName, chunkSize: 30_000 }))).toBe(whole(bytes));
    const stream = { fileName, chunkSize: 30_000, length: bytes.length };
    expect(await stored(client.uploadFile(streamOf(bytes, 7_000), stream))).toBe(whole(bytes));
    expect(await stored(client.uploadFile(blobOf(bytes).stream(), stream))).toBe(whole(bytes));
  });

  it("is complete, whatever the sizes of file, chunks and pieces", async () => {
    const sizes = fc.record({
      length: fc.nat(60),
      chunkSize: fc.integer({ min: 1, max: 70 }),
      pieceSize: fc.integer({ min: 1, max: 70 }),
    });
    const law = fc.asyncProperty(sizes, async ({ length, chunkSize, pieceSize }) => {
      const some = bytes.subarray(0, length);
      expect(await stored(client.uploadFile(streamOf(some, pieceSize), { fileName, chunkSize, length }))).toBe(
        whole(some),
      );
      expect(await stored(client.uploadFile(blobOf(some), { fileName, chunkSize }))).toBe(whole(some));
    });
    await fc.assert(law, { numRuns: 15, seed: 20_261_121 });
  });

  it.each([-1, 1])("is refused if the stream does not have the stated length: %i", async (wrong) => {
    const options = { fileName, chunkSize: 30_000, length: bytes.length + wrong };
    await expect(client.uploadFile(streamOf(bytes, 7_000), options)).rejects.toMatchObject({ code: "upload-length" });
  });

  it.each([{ kind: "reset", when: "after" }, { kind: "status", status: 503 }, { kind: "truncate" }])(
    "survives a chunk without an answer: $kind",
    async (fault) => {
      await service.admin("POST", "/faults", { operation: "UP1", after: 1, ...fault });
      repeats = [];
      expect(await stored(client.uploadFile(blobOf(bytes), { fileName, chunkSize: 40_000 }))).toBe(whole(bytes));
      expect(repeats).toHaveLength(1);
    },
  );

  it("continues with another client when the first was stopped", async () => {
    const id = randomUUID();
    const stop = new AbortController();
    let sentChunks = 0;
    const stopped = client.uploadFile(blobOf(bytes), {
      fileName,
      chunkSize: 30_000,
      id,
      signal: stop.signal,
      onChunk: (progress) => {
        sentChunks = progress.sentChunks;
        if (sentChunks === 2) stop.abort(new Error("stopped"));
      },
    });
    await expect(stopped).rejects.toThrow("stopped");
    expect(await readBack(service, idIn({ Id: id }))).toBeUndefined();

    await using other = openClient({ url: service.url, corpCode, apiKey: keyOf["Api-Key"] });
    const seen: number[] = [];
    const onChunk = (progress: { sentChunks: number }) => seen.push(progress.sentChunks);
    const upload = other.uploadFile(blobOf(bytes), { fileName, chunkSize: 30_000, id, sentChunks, onChunk });
    expect(await stored(upload)).toBe(whole(bytes));
    expect(seen).toEqual([3, 4]);
    // Only the answer names the file, so the last chunk is sent again.
    const again = other.uploadFile(blobOf(bytes), { fileName, chunkSize: 30_000, id, sentChunks: 4 });
    expect(await stored(again)).toBe(whole(bytes));
  });
});

it("the other two ways, in both groups, give the same kind of result", async () => {
  expect(await stored(client.uploadBase64(Buffer.from("small"), { fileName }))).toBe(whole(Buffer.from("small")));
  const url = `http://127.0.0.1:${host.port}/file`;
  expect(await stored(client.uploadLink(url, { fileName }))).toBe(whole(Buffer.from("from afar")));

  await using user = openClient({ url: service.url, token: await service.token("amy") });
  const chunks = user.uploadFile(blobOf(Buffer.from("chunks")), { fileName, chunkSize: 4 });
  expect(await stored(chunks)).toBe(whole(Buffer.from("chunks")));
  expect(await stored(user.uploadBase64(Buffer.from("small"), { fileName }))).toBe(whole(Buffer.from("small")));
  expect(await stored(user.uploadLink(url, { fileName }))).toBe(whole(Buffer.from("from afar")));
});
