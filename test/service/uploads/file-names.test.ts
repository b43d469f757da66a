/** File names that callers send: they are stored as sent or refused, and never become part of a path. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { line } from "../../../src/contract/records/texts.ts";
import { Refusal } from "../../../src/service/kernel/refusal.ts";
import { requireValidName } from "../../../src/service/uploads/file-name.ts";
import { cases, runs } from "../../support/suites/runs.ts";
import { startTestService, temporaryDirectory } from "../running-service.ts";
import { inChunks, readBack, uploaderOf } from "./upload-client.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let directory: string;

beforeAll(async () => {
  directory = await temporaryDirectory();
  service = await startTestService({ filesFolder: join(directory, "files") });
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true });
});

const isTaken = (name: string): boolean => {
  try {
    requireValidName(name, "fileName");
    return line.safeParse(name).success;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Refusal);
    return false;
  }
};

const taken = [
  "a",
  "報告 2026.pdf",
  "café.txt",
  "cafe\u0301.txt",
  ".profile",
  "a..b",
  "C:",
  "console",
  "%2e%2e%2f",
  "👩‍🔬.png",
  "x".repeat(255),
  "字".repeat(85),
];
const refused = [
  "",
  " ",
  "\u3000",
  ".",
  "..",
  "...",
  "a.",
  " a",
  "a ",
  "con",
  "NUL.txt",
  "a\u202Etxt.exe",
  "/",
  "../a",
  "a/../../b",
  "/etc/passwd",
  "C:\\a",
  "..\\a",
  "a\0b",
  "a\nb",
  "a\tb",
  "a\u007Fb",
  "a\u0085b",
  "a\u2028b",
  "a\uD800b",
  "\uDC00",
  "a\uFFFDb",
  "x".repeat(256),
  "字".repeat(86),
];

it.each(taken)("accepts the name %j", async (fileName) => {
  const { status, result } = await uploaderOf(service).sendBase64(fileName, "QQ==");
  expect([status, result.fileName]).toEqual([200, fileName]);
});

it.each(refused)("refuses the name %j", async (fileName) => {
  expect(isTaken(fileName)).toBe(false);
  const { status, code } = await uploaderOf(service).sendBase64(fileName, "QQ==");
  // The schema refuses what no text of one line may be, and a blank property (R9 and R96 in interface-notes.md).
  const isLine = fileName.trim() !== "" && line.safeParse(fileName).success;
  expect([status, code]).toEqual([400, isLine ? "OPA-NAME-INVALID" : "OPA-REQUEST-INVALID"]);
});

it("keeps every name as it was sent or refuses it, and writes nothing outside the folder", async () => {
  const anyName = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: fc.constantFrom("a", ".", "/", "\\", "\0", "字", " ", "%", "\u202E"), maxLength: 12 }),
    fc.string({ unit: "grapheme", maxLength: 120 }),
  );
  const bytes = Buffer.from("content");
  let names = 0;
  await fc.assert(
    fc.asyncProperty(anyName, async (fileName) => {
      const { fields, pieces } = inChunks(bytes, bytes.length, { FileName: fileName });
      const byBase64 = await uploaderOf(service).sendBase64(fileName, bytes.toString("base64"));
      const sent = [byBase64];
      // A form writes every line break as CR LF, and cannot contain half of a surrogate pair.
      if (fileName.isWellFormed())
        sent.push(await uploaderOf(service).sendChunk({ ...fields, ChunkNumber: 0 }, pieces[0]));
      for (const { status, result } of sent) {
        expect(status).toBe(isTaken(fileName) ? 200 : 400);
        if (status !== 200) continue;
        names += 1;
        expect(result.fileName).toBe(fileName);
        expect(await readBack(service, result.id)).toEqual(bytes);
      }
    }),
    { seed: 20260115, ...cases(150) },
  );
  expect(names).toBeGreaterThan(runs(150) / 3);
  expect(await readdir(directory)).toEqual(["files"]);
  const stored = await readdir(join(directory, "files"));
  expect(stored.filter((name) => !/^[\da-f-]{36}\.bytes$/.test(name))).toEqual([]);
  expect(stored.length).toBe(names + taken.length);
});
