/**
 * The upload operations of both groups as cases for a typed client. The tests in uploads/ cover what only a raw request can do.
 */
import type { OperationId } from "../../src/contract/contract.ts";
import { base64BodyLimitBytes } from "../../src/contract/operations/uploads.ts";
import { baseline } from "./cases/baseline.ts";
import type { ConformanceCases, ConformanceGroup, ConformanceRefusal, ConformanceSuccess } from "./conformance-case.ts";
import { anyId } from "./forms/operation-cases.ts";
import { chunkRefusals, chunkSuccesses, fileBytes, type SentChunk } from "./uploads/chunk-cases.ts";
import { startFileHost } from "./uploads/file-host.ts";
import { inChunks } from "./uploads/upload-client.ts";

const as = "amy";
const fileOf = (bytes: Buffer): File => new File([new Uint8Array(bytes)], "chunk");

const chunkInput = (id: OperationId, fields: object, bytes: Buffer | undefined) => ({
  ...(id === "U14" ? { as } : {}),
  body: { ...fields, ...(bytes ? { ChunkFile: fileOf(bytes) } : {}) },
});

const succeeding = (id: OperationId): ConformanceSuccess[] =>
  chunkSuccesses
    .filter(({ isFileFirst }) => !isFileFirst)
    .map(({ fact, bytes, chunkSize, numbers, fileName = "plan.bin" }) => {
      const { fields, pieces } = inChunks(bytes, chunkSize, { FileName: fileName });
      const calls = numbers.map((number) => chunkInput(id, { ...fields, ChunkNumber: number }, pieces[number]));
      const first = calls.slice(0, -1).map((call) => [id, call] as const);
      return { fact, first, ...calls.at(-1), answers: { id: anyId, fileName } };
    });

const refusing = (id: OperationId): ConformanceRefusal[] =>
  chunkRefusals.map(({ fact, first = [], sends, code, status }) => {
    const { fields, pieces } = inChunks(fileBytes, 4);
    const input = ({ number, fields: other = {}, bytes }: SentChunk) => {
      const all = Object.entries({ ...fields, ChunkNumber: number, ...other });
      const sent = Object.fromEntries(all.filter(([, value]) => value !== undefined));
      return chunkInput(id, sent, bytes === null ? undefined : (bytes ?? pieces[number] ?? Buffer.from("89")));
    };
    const before = first.map((chunk) => [id, input(chunk)] as const);
    return { fact, first: before, ...input(sends), code, ...(status === undefined ? {} : { status }) };
  });

const caller = (id: OperationId) => (id.startsWith("U1") ? { as } : {});

const byLink = (id: OperationId) => {
  const link = (url: string, fileName = "報告.pdf") => ({ ...caller(id), body: { fileName, url } });
  return {
    succeeds: [{ fact: "fetches a file", ...link("host:/file"), answers: { id: anyId, fileName: "報告.pdf" } }],
    refuses: [
      { fact: "a link to a local file", ...link("file:///etc/passwd"), code: "OPA-ADDRESS-FORBIDDEN" },
      { fact: "an invalid link", ...link("not a link"), code: "OPA-ADDRESS-FORBIDDEN" },
      { fact: "a host that is not permitted", ...link("http://localhost/file"), code: "OPA-ADDRESS-FORBIDDEN" },
      { fact: "a missing file", ...link("host:/missing"), code: "OPA-LINK-FAILED" },
      { fact: "a file that is too large", ...link("host:/large"), code: "OPA-FILE-TOO-LARGE", status: 413 },
      { fact: "a name that is a path", ...link("host:/file", "../a.txt"), code: "OPA-NAME-INVALID" },
    ],
  };
};

const byBase64 = (id: OperationId) => {
  const base64 = (base64Content: string, fileName = "a.txt") => ({ ...caller(id), body: { fileName, base64Content } });
  const largest = Math.floor((base64BodyLimitBytes - 100) / 4) * 4;
  return {
    succeeds: [{ fact: "takes a file", ...base64("QUJD"), answers: { id: anyId, fileName: "a.txt" } }],
    refuses: [
      { fact: "text that is not base64", ...base64("Q U J D"), code: "OPA-BASE64-INVALID" },
      { fact: "a name that is a path", ...base64("QUJD", "../a.txt"), code: "OPA-NAME-INVALID" },
      { fact: "a body above 10 MB", ...base64("A".repeat(largest + 200)), code: "OPA-BODY-TOO-LARGE", status: 413 },
    ],
  };
};

const cases: ConformanceCases = {
  UP1: { succeeds: succeeding("UP1"), refuses: refusing("UP1") },
  UP2: byLink("UP2"),
  UP3: byBase64("UP3"),
  U14: { succeeds: succeeding("U14"), refuses: refusing("U14") },
  U15: byLink("U15"),
  U16: byBase64("U16"),
};

export const uploadGroup: ConformanceGroup = {
  name: "uploads",
  cases,
  company: () => ({ organisation: baseline() }),
  options: {
    uploadLimits: { maxFileBytes: 100, maxChunkBytes: 50, maxChunks: 10 },
    outbound: { allowedHosts: ["127.0.0.1"], allowPrivateNetworks: true },
  },
  prepare: async () => {
    const { port, close } = await startFileHost({
      "/file": (_request, response) => void response.end("0123456789"),
      "/large": (_request, response) => void response.end("x".repeat(101)),
    });
    const words = ["/file", "/large", "/missing"].map(
      (path) => [`host:${path}`, `http://127.0.0.1:${port}${path}`] as const,
    );
    return { words: new Map(words), close };
  },
};
