/** The quota of uploaded files: what counts, what the refusal states, and when the space comes back. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { keptUnreferencedMs } from "../../../src/service/uploads/files.ts";
import { baseline } from "../cases/baseline.ts";
import { startTestService } from "../running-service.ts";
import { startFileHost } from "./file-host.ts";
import { beginChunk, chunksOf, inChunks, someBytes, uploaderOf, userGroup } from "./upload-client.ts";

const quotaBytes = 300_000;
let service: Awaited<ReturnType<typeof startTestService>>;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.parse("2026-03-01T00:00:00Z");
  const outbound = { allowPrivateNetworks: true };
  service = await startTestService({ uploadLimits: { quotaBytes }, outbound, clock: { nowMs: () => nowMs } });
  await service.load(baseline());
});
afterEach(() => service.close());

const send = (bytes: number, uploader = uploaderOf(service)) =>
  uploader.sendBase64("a.bin", someBytes(bytes).toString("base64"));
const refusal = (usedBytes: number, fileBytes: number) => ({
  status: 400,
  code: "OPA-UPLOAD-QUOTA",
  details: { usedBytes, fileBytes, quotaBytes },
});

it("refuses a file that exceeds the quota, with the numbers, and counts each caller alone", async () => {
  expect((await send(200_000)).status).toBe(200);
  expect(await send(100_001)).toMatchObject(refusal(200_000, 100_001));
  expect((await send(100_000)).status).toBe(200);
  expect(await send(1)).toMatchObject(refusal(300_000, 1));
  for (const account of ["amy", "bob"]) {
    const own = uploaderOf(service, userGroup(await service.token(account)));
    expect((await send(300_000, own)).status).toBe(200);
    expect((await send(1, own)).code).toBe("OPA-UPLOAD-QUOTA");
  }
});

it("counts a small file with 64 KiB, so that the number of files is bounded, too", async () => {
  for (let sent = 0; sent < 4; sent += 1) expect((await send(1)).status).toBe(200);
  expect(await send(1)).toMatchObject(refusal(4 * 65_536, 1));
});

it("counts an unfinished file with its whole length until it expires", async () => {
  const chunk = chunksOf(uploaderOf(service), inChunks(someBytes(250_000), 100_000));
  expect((await chunk(0)).status).toBe(200);
  expect(await send(60_000)).toMatchObject(refusal(250_000, 60_000));
  const refused = await chunksOf(uploaderOf(service), inChunks(someBytes(250_000), 100_000))(0);
  expect(refused).toMatchObject(refusal(250_000, 250_000));
  for (const number of [1, 2]) expect((await chunk(number)).status).toBe(200);
  expect(await send(60_000)).toMatchObject(refusal(250_000, 60_000));
  nowMs += keptUnreferencedMs;
  expect((await send(60_000)).status).toBe(200);
});

it("gives the space back when documents and their files are gone, and not before", async () => {
  await service.admin("PUT", "/company", { libraries: [{ code: "GEN", name: "General" }] });
  const address = { rootFolderCode: "GEN", folderPath: "/" };
  const { result } = await send(300_000);
  const documents = [{ id: result.id, fileName: "a.bin" }];
  await service.call("L10", { body: { ...address, documents, duplicateAction: 0 } });
  nowMs += 2 * keptUnreferencedMs;
  expect(await send(1)).toMatchObject(refusal(300_000, 1));
  await service.call("L11", { body: { ...address, fileName: "a.bin" } });
  expect(await send(1)).toMatchObject(refusal(300_000, 1));
  await service.admin("DELETE", "/trash");
  expect((await send(300_000)).status).toBe(200);
});

it("does not fetch a link for a caller without space", async () => {
  let fetched = 0;
  const host = await startFileHost({ "/file": (_request, response) => response.end(`file ${(fetched += 1)}`) });
  const link = () => uploaderOf(service).sendLink("a.bin", `http://127.0.0.1:${host.port}/file`);
  expect((await link()).status).toBe(200);
  expect((await send(234_000)).status).toBe(200);
  expect(await link()).toMatchObject({ code: "OPA-UPLOAD-QUOTA" });
  expect(fetched).toBe(1);
  await host.close();
});

/** Begins a file of one chunk, and waits until its bytes but the last have come in, beside `before` other bytes. */
const begin = async (bytes: number, before = 0) => {
  const { fields } = inChunks(someBytes(bytes), bytes);
  const sent = beginChunk(service, { ...fields, ChunkNumber: 0 }, Buffer.alloc(bytes - 1, "x"));
  await comingIn(before + bytes - 1);
  return sent;
};
const comingIn = async (bytes: number) => {
  await expect.poll(() => send(quotaBytes + 1)).toMatchObject(refusal(bytes, quotaBytes + 1));
};

it("counts what is still coming in, and gives the space back when that upload fails", async () => {
  const first = await begin(120_000);
  const second = await begin(80_000, 119_999);
  expect(await send(100_003)).toMatchObject(refusal(199_998, 100_003));
  const chunk = await chunksOf(uploaderOf(service), inChunks(someBytes(100_003), 100_003))(0);
  expect(chunk).toMatchObject({ status: 400, code: "OPA-UPLOAD-QUOTA" });
  first.destroy();
  await comingIn(79_999);
  expect((await send(200_001)).status).toBe(200);
  second.destroy();
  await comingIn(200_001);
});

it("counts a file that is being fetched", async () => {
  const host = await startFileHost({ "/file": (_request, response) => void response.write(someBytes(250_000)) });
  const fetched = uploaderOf(service).sendLink("a.bin", `http://127.0.0.1:${host.port}/file`);
  await comingIn(250_000);
  expect(await send(50_001)).toMatchObject(refusal(250_000, 50_001));
  await host.close();
  expect(await fetched).toMatchObject({ code: "OPA-LINK-FAILED" });
  await comingIn(0);
});

it("accepts in parallel as much as fits, and not more", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(100_000)));
  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(3);
  expect(codes.filter((code) => code === "OPA-UPLOAD-QUOTA")).toHaveLength(3);
  expect(await send(1)).toMatchObject(refusal(300_000, 1));
});

it("accepts files in chunks that use the whole quota, sent in parallel", async () => {
  const upload = async () => {
    const send = chunksOf(uploaderOf(service), inChunks(someBytes(150_000), 40_000));
    const statuses: number[] = [];
    for (const number of [0, 1, 2, 3]) statuses.push((await send(number)).status);
    return statuses;
  };
  expect(await Promise.all([upload(), upload()])).toEqual([Array(4).fill(200), Array(4).fill(200)]);
});
