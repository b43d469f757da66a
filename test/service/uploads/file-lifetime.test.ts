/** How long files are kept, measured with the service's clock, and that file rows and stored bytes agree after every start. */
import { copyFile, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createCompany } from "../../../src/service/features.ts";
import { serviceCaller } from "../../../src/service/kernel/callers/caller.ts";
import { openCompanyFile } from "../../../src/service/kernel/company/company-file.ts";
import { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import { openStore } from "../../../src/service/kernel/records/open-store.ts";
import { startService } from "../../../src/service/service.ts";
import { findFile, holdFile, keptUnreferencedMs, releaseFile } from "../../../src/service/uploads/files.ts";
import { openFileStore } from "../../../src/service/uploads/store.ts";
import { callerOf, optionsFor, temporaryDirectory } from "../running-service.ts";
import { chunksOf, idIn, inChunks, readBack, someBytes, uploaderOf } from "./upload-client.ts";

let directory: string;
let nowMs: number;

beforeEach(async () => {
  directory = await temporaryDirectory();
  nowMs = Date.parse("2026-03-01T00:00:00Z");
});
afterEach(() => rm(directory, { recursive: true }));

const clock = { nowMs: () => nowMs };
const folder = () => join(directory, "files");
const stored = async (): Promise<number> => (await readdir(folder())).length;

/** Opens the stored rows and the stored files without HTTP. */
const open = async () => {
  const records = await openStore(join(directory, "service.db"));
  const file = await openCompanyFile(records, createCompany("ACME", Quirks.parse({}), clock));
  const store = await openFileStore(folder(), file, 1_000_000);
  const close = async () => {
    store.close();
    await records.close();
  };
  return { file, store, company: file.company, close };
};

/** Opens the same data with a service over HTTP. */
const start = async (filesFolder = folder()) => {
  const running = await startService({ ...optionsFor(join(directory, "service.db")), filesFolder, clock });
  return { ...callerOf(running.url), close: running.close };
};

it("keeps length and bytes of a stored file, in pieces or as a whole", async () => {
  const { store, close } = await open();
  const bytes = someBytes(300_000);
  const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 200_000), bytes.subarray(200_000)];
  for (const source of [[bytes], pieces]) {
    const row = await store.putBytes(source, { fileName: "a.bin" });
    expect(row).toMatchObject({ fileName: "a.bin", length: bytes.length, references: 0 });
    const read: Buffer[] = [];
    for await (const piece of store.bytes.read(row.stored)) read.push(Buffer.from(piece));
    expect(Buffer.concat(read)).toEqual(bytes);
  }
  await close();
});

it("keeps the length of a file uploaded in chunks", async () => {
  const service = await start();
  const uploaded = inChunks(someBytes(10), 4);
  for (const number of [0, 1, 2]) await chunksOf(uploaderOf(service), uploaded)(number);
  await service.close();
  const { company, close } = await open();
  expect(company.files.all()).toMatchObject([{ uuid: idIn(uploaded.fields), length: 10, references: 0 }]);
  expect(company.partialFiles.all()).toEqual([]);
  await close();
});

it("leaves nothing of bytes that end in an error or exceed the limit", async () => {
  const { store, company, close } = await open();
  const failing = async function* () {
    yield someBytes(10);
    throw new Error("the source broke");
  };
  await expect(store.putBytes(failing(), { fileName: "a.bin" })).rejects.toThrow("the source broke");
  await expect(store.putBytes([someBytes(11)], { fileName: "a.bin" }, 10)).rejects.toThrow("OPA-FILE-TOO-LARGE");
  expect([await stored(), company.files.all()]).toEqual([0, []]);
  await close();
});

it("deletes an unreferenced file a day after its upload, and a released one a day after its release", async () => {
  const { file, store, company, close } = await open();
  const free = await store.putBytes([someBytes(5)], { fileName: "free" });
  const held = await store.putBytes([someBytes(6)], { fileName: "held" });
  await file.write(() => holdFile(company, held.id));
  const find = (uuid: string) => findFile(company, serviceCaller, { id: uuid }, "file");

  nowMs += keptUnreferencedMs - 1;
  await store.sweep();
  expect(find(free.uuid).id).toBe(free.id);
  nowMs += 1;
  // An expired file cannot be used even before it is deleted.
  expect(() => find(free.uuid)).toThrow("OPA-FILE-UNKNOWN");
  expect(await stored()).toBe(2);
  await store.sweep();
  expect([await stored(), find(held.uuid).references]).toEqual([1, 1]);

  await file.write(() => releaseFile(company, held.id));
  nowMs += keptUnreferencedMs - 1;
  await store.sweep();
  expect(await stored()).toBe(1);
  nowMs += 1;
  await store.sweep();
  expect([await stored(), company.files.all()]).toEqual([0, []]);
  await close();
});

it("keeps a partial file for a day after its last chunk; then the Id can be used again", async () => {
  const service = await start();
  const uploaded = inChunks(someBytes(12), 4);
  const send = chunksOf(uploaderOf(service), uploaded);
  await send(0);
  nowMs += keptUnreferencedMs - 1;
  expect((await send(1)).status).toBe(200);
  nowMs += keptUnreferencedMs;
  expect(await send(2)).toMatchObject({ code: "OPA-CHUNK-EARLY", details: { expectedChunk: 0 } });
  expect(await stored()).toBe(0);
  for (const number of [0, 1, 2]) expect((await send(number)).status).toBe(200);
  const id = idIn(uploaded.fields);
  expect(await readBack(service, id)).toEqual(Buffer.concat(uploaded.pieces));

  nowMs += keptUnreferencedMs;
  expect(await readBack(service, id)).toBeUndefined();
  expect((await send(0)).status).toBe(200);
  expect(await stored()).toBe(1);
  await service.close();
});

it("deletes at every start what has expired or has no row, and nothing else", async () => {
  const before = await start();
  const { result } = await uploaderOf(before).sendBase64("a.txt", "QQ==");
  const unfinished = inChunks(someBytes(8), 4);
  await chunksOf(uploaderOf(before), unfinished)(0);
  await before.close();
  const [name = ""] = await readdir(folder());
  await copyFile(join(folder(), name), join(folder(), "6f4ea1b2-1111-4222-8333-444455556666.bytes"));
  await writeFile(join(folder(), "somebody-elses.txt"), "keep");
  await writeFile(join(folder(), "6f4ea1b2-1111-4222-8333-444455556666"), "keep");

  const again = await start();
  expect(await stored()).toBe(4);
  expect(await readBack(again, result.id)).toEqual(Buffer.from("A"));
  expect((await chunksOf(uploaderOf(again), unfinished)(1)).status).toBe(200);
  await again.close();

  nowMs += keptUnreferencedMs;
  await (await start()).close();
  expect((await readdir(folder())).sort()).toEqual(["6f4ea1b2-1111-4222-8333-444455556666", "somebody-elses.txt"]);
});

it("restarts a file whose first chunks were lost from the disk", async () => {
  const before = await start();
  const unfinished = inChunks(someBytes(12), 4);
  for (const number of [0, 1]) await chunksOf(uploaderOf(before), unfinished)(number);
  await before.close();
  const [name = ""] = await readdir(folder());
  await truncate(join(folder(), name), 7);
  const after = await start();
  expect(await chunksOf(uploaderOf(after), unfinished)(2)).toMatchObject({
    code: "OPA-CHUNK-EARLY",
    details: { expectedChunk: 0 },
  });
  await after.close();
});

it("does not start without the bytes of its files, and releases the database", async () => {
  const before = await start();
  const { result } = await uploaderOf(before).sendBase64("a.txt", "QQ==");
  await before.close();
  const elsewhere = join(directory, "elsewhere");
  await expect(start(elsewhere)).rejects.toMatchObject({ code: "service-files", place: { file: elsewhere } });
  const after = await start();
  expect(await readBack(after, result.id)).toEqual(Buffer.from("A"));
  await after.close();
});

it("has its folder next to the database, private to its owner, and none before the first file", async () => {
  const running = await startService(optionsFor(join(directory, "service.db")));
  expect(await readdir(directory)).not.toContain("service.db.files");
  await uploaderOf(callerOf(running.url)).sendBase64("a.txt", "QQ==");
  const beside = join(directory, "service.db.files");
  const [name = ""] = await readdir(beside);
  for (const path of [beside, join(beside, name)]) expect((await stat(path)).mode & 0o077).toBe(0);
  await running.close();
});

it("refuses a file that cannot be written to disk, and accepts the next", async () => {
  const blocked = join(directory, "blocked");
  const service = await start(join(blocked, "files"));
  await writeFile(blocked, "");
  const send = () => uploaderOf(service).sendBase64("a.txt", "QQ==");
  expect(await send()).toMatchObject({ status: 503, code: "OPA-STORE-FAILED" });
  await rm(blocked);
  expect((await send()).status).toBe(200);
  await service.close();
});

it("does not start with an unusable folder", async () => {
  const blocked = join(directory, "blocked");
  await writeFile(blocked, "");
  await expect(start(blocked)).rejects.toMatchObject({ code: "service-files", place: { file: blocked } });
});
