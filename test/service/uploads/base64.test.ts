/** The upload of a file as base64 text, in both groups; the text and its size are checked strictly. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { base64BodyLimitBytes } from "../../../src/contract/operations/uploads.ts";
import { UploadResult } from "../../../src/contract/records/shared.ts";
import { baseline } from "../cases/baseline.ts";
import { keyOf, pathOf, startTestService } from "../running-service.ts";
import { readBack, sha256, someBytes, systemGroup, type UploadGroup, uploaderOf, userGroup } from "./upload-client.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let groups: Record<"UP3" | "U16", UploadGroup>;

beforeAll(async () => {
  service = await startTestService();
  await service.load(baseline());
  groups = { UP3: systemGroup, U16: userGroup(await service.token("amy", ["P-DocManage"])) };
});
afterAll(() => service.close());

/** What RFC 4648 and RFC 2045 let a decoder accept (R97), with the bytes that it means. */
const loose = {
  "a line end inside": ["QUJD\r\nQUJD", "ABCABC"],
  "a line end of Unix inside": ["QUJD\nQUJD", "ABCABC"],
  "a line end at the end": ["QUJD\r\n", "ABC"],
  "a line end inside the padding": ["QQ=\n=", "A"],
  "one byte without padding": ["QQ", "A"],
  "two bytes without padding": ["QUI", "AB"],
  "lines without padding": ["QUJD\nQQ\n", "ABCA"],
} as const;

const notBase64 = {
  "a blank inside": "QUJD QUJD",
  "a tab inside": "QUJD\tQUJD",
  "the alphabet of URLs": "-_-_",
  "half of the padding": "QQ=",
  "padding inside": "QQ==QQ==",
  "too much padding": "QUJD====",
  "only padding": "====",
  "an impossible length": "QUJDQ",
  "unused bits after the last byte": "QR==",
  "more unused bits after the last byte": "QUJ=",
  "a character outside the alphabet": "QU!D",
  "full-width letters": "ＱＵＪＤ",
  "the prefix of a data URL": "data:text/plain;base64,QUJD",
};

describe.each(["UP3", "U16"] as const)("%s", (operation) => {
  const uploader = () => uploaderOf(service, groups[operation]);

  it.each([1, 2, 3, 1_000])("takes %i bytes", async (length) => {
    const bytes = someBytes(length);
    const { status, result } = await uploader().sendBase64("報告.pdf", bytes.toString("base64"));
    expect(status).toBe(200);
    expect(UploadResult.parse(result)).toEqual(result);
    expect(result.fileName).toBe("報告.pdf");
    expect(await readBack(service, result.id)).toEqual(bytes);
  });

  it.each(Object.entries(loose))("takes %s", async (_fact, [text, means]) => {
    const { status, result } = await uploader().sendBase64("a.txt", text);
    expect(status).toBe(200);
    expect(await readBack(service, result.id)).toEqual(Buffer.from(means));
  });

  it("takes base64 in lines of 76 characters, as MIME sends it", async () => {
    const bytes = someBytes(10_000);
    const lines = bytes.toString("base64").match(/.{1,76}/g) ?? [];
    const { result } = await uploader().sendBase64("a.bin", lines.join("\r\n"));
    expect(await readBack(service, result.id)).toEqual(bytes);
  });

  it.each(Object.entries(notBase64))("refuses %s", async (_fact, text) => {
    const { status, code, details } = await uploader().sendBase64("a.txt", text);
    expect([status, code, details]).toEqual([400, "OPA-BASE64-INVALID", { property: "base64Content" }]);
  });

  it.each(["", " ", null, undefined, 7, ["QQ=="]])("refuses the content %j", async (content) => {
    expect(await uploader().sendBase64("a.txt", content)).toMatchObject({ status: 400, code: "OPA-REQUEST-INVALID" });
  });

  it.each([" ", null, undefined, 7])("refuses the name %j", async (name) => {
    expect(await uploader().sendBase64(name, "QQ==")).toMatchObject({ status: 400, code: "OPA-REQUEST-INVALID" });
  });

  it("stores the same content twice as two files", async () => {
    const [one, two] = [await uploader().sendBase64("a.txt", "QQ=="), await uploader().sendBase64("a.txt", "QQ==")];
    expect(one.result.id).not.toBe(two.result.id);
  });

  it("accepts a body of exactly 10 MB and refuses one with a byte more", async () => {
    const around = JSON.stringify({ fileName: "a.bin", base64Content: "" }).length;
    const length = Math.floor((base64BodyLimitBytes - around) / 4) * 4;
    const bytes = someBytes((length / 4) * 3);
    const blanks = base64BodyLimitBytes - around - length;
    const fileName = `a.bin${"n".repeat(blanks)}`;
    const taken = await uploader().sendBase64(fileName, bytes.toString("base64"));
    expect(taken.status).toBe(200);
    expect(sha256((await readBack(service, taken.result.id)) as Buffer)).toBe(sha256(bytes));
    const refused = await uploader().sendBase64(`${fileName}n`, bytes.toString("base64"));
    expect([refused.status, refused.code]).toEqual([413, "OPA-BODY-TOO-LARGE"]);
  });
});

it("accepts the second spelling of the version", async () => {
  expect((await uploaderOf(service).sendBase64("a.txt", "QQ==", "1.0")).status).toBe(200);
});

it("logs each upload once, without its content", async () => {
  await service.admin("DELETE", "/calls");
  await uploaderOf(service).sendBase64("secret-name.txt", "QQ==");
  await uploaderOf(service).sendBase64("..", "QQ==");
  await uploaderOf(service, { ...systemGroup, headers: { ...keyOf, "Api-Key": "unknown" } }).sendBase64("a", "QQ==");
  const calls = await service.calls();
  expect(calls.map(({ operation, status, key }) => [operation, status, key])).toEqual([
    ["UP3", 200, "sync"],
    ["UP3", 400, "sync"],
    ["UP3", 401, null],
  ]);
  expect(JSON.stringify(calls)).not.toContain("secret-name");
});

it("is affected by faults", async () => {
  await service.admin("POST", "/faults", { operation: "UP3", kind: "status", status: 503 });
  await service.admin("POST", "/faults", { operation: "UP3", kind: "reset", after: 1 });
  const send = () => uploaderOf(service).sendBase64("a.txt", "QQ==");
  expect((await send()).status).toBe(503);
  expect((await send()).status).toBe(200);
  await expect(send()).rejects.toThrow("fetch failed");
  expect((await send()).status).toBe(200);
});

it("shows the result in an envelope if the site has one", async () => {
  await service.admin("PUT", "/quirks", { envelope: "model" });
  const { result } = await uploaderOf(service).sendBase64("a.txt", "QQ==");
  expect(result).toEqual({ model: { id: expect.any(String), fileName: "a.txt" } });
  await service.admin("PUT", "/quirks", {});
});

it("needs no permission refresh", async () => {
  const { dirty } = await service.refreshes();
  await uploaderOf(service).sendBase64("a.txt", "QQ==");
  expect((await service.refreshes()).dirty).toBe(dirty);
  expect((await service.raw("GET", pathOf("UP3"), keyOf)).status).toBe(404);
});
