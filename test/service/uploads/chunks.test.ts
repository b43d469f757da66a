/**
 * The upload in chunks, in both groups: accepted chunks, refusals after which the data received so far is kept, and who owns an
 * upload.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UploadResult } from "../../../src/contract/records/shared.ts";
import { baseline } from "../cases/baseline.ts";
import { keyOf, pathOf, startTestService } from "../running-service.ts";
import { chunkRefusals, chunkSuccesses, fileBytes, type SentChunk } from "./chunk-cases.ts";
import {
  chunksOf,
  formOf,
  idIn,
  inChunks,
  readBack,
  someBytes,
  systemGroup,
  type UploadGroup,
  uploaderOf,
  userGroup,
} from "./upload-client.ts";

const uploadLimits = { maxFileBytes: 100, maxChunkBytes: 50, maxChunks: 10 };

let service: Awaited<ReturnType<typeof startTestService>>;
let groups: Record<"UP1" | "U14", UploadGroup>;

beforeAll(async () => {
  service = await startTestService({ uploadLimits });
  await service.load(baseline());
  groups = { UP1: systemGroup, U14: userGroup(await service.token("amy", ["P-DocManage"])) };
});
afterAll(() => service.close());

describe.each(["UP1", "U14"] as const)("%s", (operation) => {
  const uploader = () => uploaderOf(service, groups[operation]);

  it.each(chunkSuccesses)("$fact", async ({ bytes, chunkSize, numbers, isFileFirst, fileName = "plan.bin" }) => {
    const { fields, pieces } = inChunks(bytes, chunkSize, { FileName: fileName });
    const ids = new Set<string>();
    for (const number of numbers) {
      const sent = await uploader().sendChunk({ ...fields, ChunkNumber: number }, pieces[number], isFileFirst);
      expect(sent.status).toBe(200);
      expect(UploadResult.parse(sent.result)).toEqual(sent.result);
      ids.add(sent.result.id);
      expect(sent.result).toEqual({ id: [...ids][0], fileName });
    }
    expect(await readBack(service, [...ids][0] ?? "")).toEqual(bytes);
  });

  it.each(chunkRefusals)(
    "refuses $fact, and the upload continues",
    async ({ first = [], sends, code, status, details }) => {
      const { fields, pieces } = inChunks(fileBytes, 4);
      const send = ({ number, fields: other = {}, bytes }: SentChunk) => {
        const all = Object.entries({ ...fields, ChunkNumber: number, ...other });
        const sent = Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
        return uploader().sendChunk(sent, bytes === null ? undefined : (bytes ?? pieces[number] ?? Buffer.from("89")));
      };
      for (const chunk of first) expect((await send(chunk)).status).toBe(200);
      const refused = await send(sends);
      expect([refused.status, refused.code]).toEqual([status ?? 400, code]);
      expect(refused.details).toEqual(details ?? refused.details);
      for (const number of [0, 1]) expect((await send({ number })).status).toBe(200);
      const last = await send({ number: 2 });
      expect(last.status).toBe(200);
      expect(await readBack(service, last.result.id)).toEqual(fileBytes);
    },
  );
});

it("accepts the second spelling of the version", async () => {
  const { fields, pieces } = inChunks(fileBytes, 10);
  const form = formOf({ ...fields, ChunkNumber: 0 }, pieces[0]);
  expect((await uploaderOf(service).sendForm(form, "1.0")).status).toBe(200);
});

it("treats an Id in capitals as the same", async () => {
  const { fields, pieces } = inChunks(fileBytes, 5);
  await uploaderOf(service).sendChunk({ ...fields, ChunkNumber: 0 }, pieces[0]);
  const last = { ...fields, Id: fields.Id.toUpperCase(), ChunkNumber: 1 };
  expect((await uploaderOf(service).sendChunk(last, pieces[1])).result.id).toBe(idIn(fields));
  expect(await readBack(service, idIn(fields).toUpperCase())).toEqual(fileBytes);
});

it("gives every caller files of their own under the same Id, so nobody learns which Ids others use", async () => {
  const stranger = { ...systemGroup, headers: { ...keyOf, "Api-Key": "stranger-secret" } };
  const whole = await uploaderOf(service).sendBase64("a.txt", "QQ==");
  const senders = [uploaderOf(service), uploaderOf(service, stranger), uploaderOf(service, groups.U14)];
  const uploads = senders.map((sender, at) => ({ sender, bytes: Buffer.from(`file of ${at}`) }));
  const ids = new Map<number, string>();
  for (const number of [0, 1]) {
    for (const [at, { sender, bytes }] of uploads.entries()) {
      const { fields, pieces } = inChunks(bytes, 5, { Id: whole.result.id });
      const sent = await sender.sendChunk({ ...fields, ChunkNumber: number }, pieces[number]);
      expect([sent.status, sent.result.id]).toEqual([200, ids.get(at) ?? sent.result.id]);
      ids.set(at, sent.result.id);
    }
  }
  expect(new Set([...ids.values(), whole.result.id]).size).toBe(4);
  for (const [at, { bytes }] of uploads.entries()) expect(await readBack(service, ids.get(at) ?? "")).toEqual(bytes);
});

it("accepts one of two simultaneous first chunks", async () => {
  const [a, b] = [Buffer.from("aaaabb"), Buffer.from("ccccdd")];
  const id = randomUUID();
  const send = (bytes: Buffer, number: number) => chunksOf(uploaderOf(service), inChunks(bytes, 4, { Id: id }))(number);
  const outcomes = await Promise.all([send(a, 0), send(b, 0)]);
  expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set([undefined, "OPA-CHUNK-DIFFERS"]));
  const winner = outcomes[0]?.status === 200 ? a : b;
  expect((await send(winner, 1)).status).toBe(200);
  expect(await readBack(service, idIn({ Id: id }))).toEqual(winner);
});

it("stores a chunk once when it is sent many times at the same moment", async () => {
  const bytes = someBytes(100);
  const uploaded = inChunks(bytes, 50);
  for (const number of [0, 1]) {
    const sends = Array.from({ length: 8 }, () => chunksOf(uploaderOf(service), uploaded)(number));
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  }
  expect(await readBack(service, idIn(uploaded.fields))).toEqual(bytes);
});

it("refuses a duplicate field, a second file, and a body that is not a form", async () => {
  const { fields, pieces } = inChunks(fileBytes, 10);
  const sent = { ...fields, ChunkNumber: 0 };
  const twice = formOf(sent, pieces[0]);
  twice.append("Length", "10");
  const twoFiles = formOf(sent, pieces[0]);
  twoFiles.append("ChunkFile", new Blob(["0123456789"]));
  for (const form of [twice, twoFiles]) {
    expect((await uploaderOf(service).sendForm(form)).code).toBe("OPA-REQUEST-INVALID");
  }
  const path = pathOf("UP1");
  expect((await service.raw("POST", path, keyOf, sent)).status).toBe(415);
  expect((await service.raw("POST", path, keyOf)).status).toBe(415);
  const broken = { ...keyOf, "Content-Type": "multipart/form-data; boundary=x" };
  for (const body of ['--x\r\nContent-Disposition: form-data; name="Id"\r\n\r\nno end', "not a form"]) {
    const answer = await service.raw("POST", path, broken, body);
    expect([answer.status, (answer.json as { errorCode: string }).errorCode]).toEqual([400, "OPA-MULTIPART-INVALID"]);
  }
  const noBoundary = { ...keyOf, "Content-Type": "multipart/form-data" };
  expect((await service.raw("POST", path, noBoundary, "--x--")).status).toBe(400);
});

it("ignores unknown fields", async () => {
  const { fields, pieces } = inChunks(fileBytes, 10);
  const sent = { Extra: "1", ...fields, ChunkNumber: 0 };
  expect((await uploaderOf(service).sendChunk(sent, pieces[0])).status).toBe(200);
});

it("needs a known key, or a token for managing documents", async () => {
  const { fields, pieces } = inChunks(fileBytes, 10);
  const form = () => formOf({ ...fields, ChunkNumber: 0 }, pieces[0]);
  const nobody = { ...systemGroup, headers: { ...keyOf, "Api-Key": "unknown" } };
  expect(await uploaderOf(service, nobody).sendForm(form())).toMatchObject({ status: 401, code: "OPA-KEY-UNKNOWN" });
  const otherCompany = { ...systemGroup, headers: { ...keyOf, CorpCode: "OTHER" } };
  expect(await uploaderOf(service, otherCompany).sendForm(form())).toMatchObject({
    status: 400,
    code: "OPA-CORP-UNKNOWN",
  });
  const noToken = userGroup("unknown");
  expect(await uploaderOf(service, noToken).sendForm(form())).toMatchObject({ status: 401, code: "OPA-TOKEN-INVALID" });
  const reader = userGroup(await service.token("amy", ["P-Profile", "P-DocRead"]));
  expect(await uploaderOf(service, reader).sendForm(form())).toMatchObject({ status: 401, code: "OPA-KEY-PERMISSION" });
  const stranger = { ...systemGroup, headers: { ...keyOf, "Api-Key": "stranger-secret" } };
  expect((await uploaderOf(service, stranger).sendForm(form())).status).toBe(200);
});
