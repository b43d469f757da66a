/** Uploads that the death of the service interrupts: no partial file is visible, and they can continue. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startService } from "../../../src/service/service.ts";
import { callerOf, optionsFor, temporaryDirectory } from "../running-service.ts";
import {
  beginChunk,
  type Caller,
  chunksOf,
  idIn,
  inChunks,
  readBack,
  sha256,
  someBytes,
  uploaderOf,
} from "./upload-client.ts";

let directory: string;
let databasePath: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  databasePath = join(directory, "service.db");
});
afterEach(() => rm(directory, { recursive: true }));

const stored = () => readdir(`${databasePath}.files`).catch(() => []);

const start = async () => {
  const running = await startService(optionsFor(databasePath));
  return { ...callerOf(running.url), close: running.close };
};

const chunkBytes = 400_000;
const file = () => inChunks(someBytes(1_000_000), chunkBytes);

it.each([0, 1, 2])("continues after it was killed in the middle of chunk %i", async (killedIn) => {
  const child = fork(new URL("../killable-service.ts", import.meta.url), [databasePath], { stdio: "ignore" });
  const before = callerOf(((await once(child, "message")) as [string])[0]);
  const uploaded = file();
  const { fields, pieces } = uploaded;
  const send = (service: Caller, number: number) => chunksOf(uploaderOf(service), uploaded)(number);
  const done = await uploaderOf(before).sendBase64("whole.txt", "QQ==");
  for (let number = 0; number < killedIn; number += 1) expect((await send(before, number)).status).toBe(200);
  const whole = pieces[killedIn] as Buffer;
  beginChunk(before, { ...fields, ChunkNumber: killedIn }, whole.subarray(0, whole.length - 1));
  await expect.poll(stored).toHaveLength(1 + Math.min(killedIn, 1) + 1);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;

  const after = await start();
  expect(await stored()).toHaveLength(1 + Math.min(killedIn, 1));
  expect(await readBack(after, done.result.id)).toEqual(Buffer.from("A"));
  expect(await readBack(after, idIn(fields))).toBeUndefined();
  const wrong = { ...fields, ChunkNumber: killedIn };
  expect(await uploaderOf(after).sendChunk(wrong, someBytes(1))).toMatchObject({
    code: "OPA-CHUNK-TOO-SMALL",
    details: { expectedChunk: killedIn },
  });
  for (const number of [0, 1, 2]) expect((await send(after, number)).status).toBe(200);
  expect(await readBack(after, idIn(fields))).toEqual(Buffer.concat(pieces));
  await after.close();
});

it.each([25])("shows only complete files when it is killed after %i answers to many senders", async (answers) => {
  const child = fork(new URL("../killable-service.ts", import.meta.url), [databasePath], { stdio: "ignore" });
  const before = callerOf(((await once(child, "message")) as [string])[0]);
  /** For each id, the digest of the file, the number of its chunks, and how many of them were answered. */
  const sent = new Map<string, { digest: string; count: number; answered: number }>();
  let answered = 0;
  const upload = async (): Promise<void> => {
    for (;;) {
      const bytes = someBytes(20_000);
      const { fields, pieces } = inChunks(bytes, 7_000);
      const state = { digest: sha256(bytes), count: pieces.length, answered: 0 };
      sent.set(idIn(fields), state);
      for (const [ChunkNumber, piece] of pieces.entries()) {
        const { status } = await uploaderOf(before).sendChunk({ ...fields, ChunkNumber }, piece);
        if (status !== 200) throw new Error(`answered ${status}`);
        state.answered += 1;
        answered += 1;
        if (answered === answers) child.kill("SIGKILL");
      }
    }
  };
  const ended = once(child, "exit");
  await Promise.all([...Array.from({ length: 4 }, () => upload().catch(() => undefined)), ended]);

  const after = await start();
  for (const [id, { digest, count, answered: known }] of sent) {
    const bytes = await readBack(after, id);
    // If only the answer to the last chunk is missing, that chunk may or may not have arrived.
    const permitted = known === count ? [digest] : known === count - 1 ? [digest, undefined] : [undefined];
    expect(permitted).toContain(bytes && sha256(bytes));
  }
  expect(answered).toBeGreaterThanOrEqual(answers);
  await after.close();
});
