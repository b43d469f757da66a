/** Uploads that the sender interrupts: no partial file is visible, and they can continue. */
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import type { ClientRequest } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startService } from "../../../src/service/service.ts";
import { callerOf, optionsFor, temporaryDirectory } from "../running-service.ts";
import { beginChunk, chunksOf, idIn, inChunks, readBack, someBytes, uploaderOf } from "./upload-client.ts";

let directory: string;
let databasePath: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  databasePath = join(directory, "service.db");
});
afterEach(() => rm(directory, { recursive: true }));

const stored = () => readdir(`${databasePath}.files`).catch(() => []);

const start = async (uploadLimits = {}, slowMs = 60_000) => {
  const running = await startService({ ...optionsFor(databasePath), uploadLimits, slowMs });
  return { ...callerOf(running.url), close: running.close };
};

/** Waits for the connection to close. `once` cannot be used: it would reject with the error that comes first. */
const closing = (sent: ClientRequest) => new Promise<void>((resolve) => void sent.on("close", resolve));

const chunkBytes = 400_000;
const file = () => inChunks(someBytes(1_000_000), chunkBytes);

it("forgets a chunk whose connection was cut, and accepts it when it is sent again", async () => {
  const service = await start();
  const uploaded = file();
  const { fields, pieces } = uploaded;
  const send = chunksOf(uploaderOf(service), uploaded);
  expect((await send(0)).status).toBe(200);
  const sent = beginChunk(service, { ...fields, ChunkNumber: 1 }, (pieces[1] as Buffer).subarray(0, 300_000));
  await expect.poll(stored).toHaveLength(2);
  sent.destroy();
  await expect.poll(stored).toHaveLength(1);
  expect(await send(2)).toMatchObject({ code: "OPA-CHUNK-EARLY", details: { expectedChunk: 1 } });
  for (const number of [1, 2]) expect((await send(number)).status).toBe(200);
  expect(await readBack(service, idIn(fields))).toEqual(Buffer.concat(pieces));
  await service.close();
});

it("disconnects a silent sender, and keeps nothing of it", async () => {
  const service = await start({}, 100);
  const { fields, pieces } = file();
  const sent = beginChunk(service, { ...fields, ChunkNumber: 0 }, (pieces[0] as Buffer).subarray(0, 300_000));
  await closing(sent);
  await expect.poll(stored).toHaveLength(0);
  await service.close();
});

it("answers a chunk that is too large while it is still being sent, and disconnects an endless sender", async () => {
  const service = await start({ maxChunkBytes: 100_000 });
  const { fields } = file();
  const sent = beginChunk(service, { ...fields, ChunkNumber: 0 }, Buffer.alloc(100_001));
  const begun = performance.now();
  const [response] = await once(sent, "response");
  expect(performance.now() - begun).toBeLessThan(9_000);
  expect(response.statusCode).toBe(413);
  const ended = closing(sent);
  const goOn = (left: number) =>
    void (sent.destroyed || left === 0 || sent.write(Buffer.alloc(65_536), () => setImmediate(goOn, left - 1)));
  goOn(1_000);
  response.resume();
  await ended;
  expect(await stored()).toEqual([]);
  await service.close();
});

it("keeps nothing of unfinished uploads when it is closed", async () => {
  const service = await start();
  const { fields, pieces } = file();
  beginChunk(service, { ...fields, ChunkNumber: 0 }, (pieces[0] as Buffer).subarray(0, 300_000));
  await expect.poll(stored).toHaveLength(1);
  await service.close();
  await (await start()).close();
  expect(await stored()).toEqual([]);
});
