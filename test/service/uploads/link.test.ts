/**
 * The upload by link: which files are fetched, which addresses are never requested, and when the service gives up.
 */
import type { LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UploadResult } from "../../../src/contract/records/shared.ts";
import { isPublicAddress } from "../../../src/service/uploads/addresses.ts";
import { type OutboundSettings, openOutbound } from "../../../src/service/uploads/outbound.ts";
import { baseline } from "../cases/baseline.ts";
import { startTestService } from "../running-service.ts";
import { type FileHost, redirectTo, startFileHost } from "./file-host.ts";
import { privateHosts, publicAddresses } from "./private-addresses.ts";
import { readBack, someBytes, systemGroup, uploaderOf, userGroup } from "./upload-client.ts";

const bytes = someBytes(200_000);
const maxFileBytes = 1_000_000;

let host: FileHost;
let other: FileHost;
let service: Awaited<ReturnType<typeof startTestService>>;
/** A service with the default settings, which permit no private networks. */
let closed: typeof service;
/** Gives up soon, which a busy machine makes of any file. */
let impatient: typeof service;

/** Starts a service with these settings for outgoing requests, for one test. */
const withService = async (outbound: OutboundSettings, use: (one: typeof service) => Promise<void>) => {
  const one = await startTestService({ outbound });
  try {
    await use(one);
  } finally {
    await one.close();
  }
};

const plain = (port: number, path = "/file"): string => `http://127.0.0.1:${port}${path}`;

beforeAll(async () => {
  other = await startFileHost({ "/file": (_request, response) => void response.end(bytes) }, "127.0.0.2");
  host = await startFileHost({
    "/file": (_request, response) => void response.end(bytes),
    "/empty": (_request, response) => void response.end(),
    "/exact": (_request, response) => void response.end(Buffer.alloc(maxFileBytes)),
    "/promised": (_request, response) =>
      void response.writeHead(200, { "content-length": maxFileBytes + 1 }).write("a"),
    "/endless": (_request, response) => {
      const more = () => void (response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more)));
      more();
    },
    "/cut": (_request, response) => {
      response.writeHead(200, { "content-length": 10 });
      response.write("12345", () => response.destroy());
    },
    "/cut-unmeasured": (_request, response) => void response.write("12345", () => response.destroy()),
    "/silent": () => undefined,
    "/stalls": (_request, response) => void response.write("12345"),
    "/trickles": (_request, response) => {
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    },
    "/gzip": (_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(bytes)),
    "/identity": (_request, response) => void response.writeHead(200, { "content-encoding": "identity" }).end(bytes),
    "/partial": (_request, response) => void response.writeHead(206).end(bytes),
    "/none": (_request, response) => void response.writeHead(204).end(),
    "/error": (_request, response) => void response.writeHead(500).end("<h1>no</h1>"),
    "/nowhere": (_request, response) => void response.writeHead(302).end(),
    "/1": redirectTo("/file"),
    "/2": redirectTo("/1", 301),
    "/3": redirectTo("/2", 307),
    "/4": redirectTo("/3", 308),
    "/round": redirectTo("/round", 303),
    "/to-private": redirectTo(`http://127.0.0.2:${other.port}/file`),
    "/to-file": redirectTo("file:///etc/passwd"),
    "/to-credentials": redirectTo("http://a:b@127.0.0.1/file"),
    "/to-name": redirectTo(`http://localhost:${other.port}/file`),
  });
  const outbound = { allowPrivateNetworks: ["127.0.0.1"] };
  service = await startTestService({ uploadLimits: { maxFileBytes }, outbound });
  impatient = await startTestService({ outbound: { ...outbound, idleMs: 300, totalMs: 900 } });
  await service.load(baseline());
  closed = await startTestService();
});
afterAll(async () => {
  await service.close();
  await impatient.close();
  await closed.close();
  await host.close();
  await other.close();
});

describe("fetches", () => {
  it.each(["UP2", "U15"])("a file for %s", async (operation) => {
    const group = operation === "UP2" ? systemGroup : userGroup(await service.token("amy", ["P-DocManage"]));
    const { status, result } = await uploaderOf(service, group).sendLink("報告.pdf", plain(host.port));
    expect(status).toBe(200);
    expect(UploadResult.parse(result)).toEqual(result);
    expect(result.fileName).toBe("報告.pdf");
    expect(await readBack(service, result.id)).toEqual(bytes);
  });

  it.each([
    ["/empty", 0],
    ["/exact", maxFileBytes],
    ["/identity", bytes.length],
    ["/1", bytes.length],
    ["/3", bytes.length],
  ])("%s", async (path, length) => {
    const { status, result } = await uploaderOf(service).sendLink("a.bin", plain(host.port, path));
    expect(status).toBe(200);
    expect((await readBack(service, result.id))?.length).toBe(length);
  });
});

describe("gives up", () => {
  it.each([
    ["/missing", "status", 404],
    ["/error", "status", 500],
    ["/none", "status", 204],
    ["/partial", "status", 206],
    ["/nowhere", "status", 302],
    ["/4", "redirects", undefined],
    ["/round", "redirects", undefined],
    ["/gzip", "encoding", undefined],
    ["/cut", "connection", undefined],
    ["/cut-unmeasured", "connection", undefined],
    ["/silent", "timeout", undefined],
    ["/stalls", "timeout", undefined],
    ["/trickles", "timeout", undefined],
  ])("at %s: %s", async (path, reason, status) => {
    const asked = reason === "timeout" ? impatient : service;
    const refused = await uploaderOf(asked).sendLink("a.bin", plain(host.port, path));
    expect([refused.status, refused.code]).toEqual([400, "OPA-LINK-FAILED"]);
    expect(refused.details).toEqual({ property: "url", reason, ...(status === undefined ? {} : { status }) });
  });

  it("at an address without a listener, or with an unknown name", async () => {
    const gone = await startFileHost({});
    await gone.close();
    for (const url of [plain(gone.port), "http://no-such-name.invalid/"]) {
      expect(await uploaderOf(service).sendLink("a.bin", url)).toMatchObject({ status: 400, code: "OPA-LINK-FAILED" });
    }
  });

  it.each(["/endless", "/promised"])("at a file that is too large: %s", async (path) => {
    const refused = await uploaderOf(service).sendLink("a.bin", plain(host.port, path));
    expect([refused.status, refused.code]).toEqual([413, "OPA-FILE-TOO-LARGE"]);
  });
});

describe("never asks", () => {
  it.each(privateHosts)("%s", async (name) => {
    const asked = host.asked.length;
    const refused = await uploaderOf(closed).sendLink("a.bin", `http://${name}:${host.port}/file`);
    expect([refused.status, refused.code]).toEqual([400, "OPA-ADDRESS-FORBIDDEN"]);
    expect(refused.details).toEqual({ property: "url", reason: "network" });
    expect(host.asked.length).toBe(asked);
  });

  it("a name that resolves to addresses that are not public", async () => {
    const asked = host.asked.length;
    const refused = await uploaderOf(closed).sendLink("a.bin", `http://localhost:${host.port}/file`);
    expect([refused.status, refused.code]).toEqual([400, "OPA-ADDRESS-FORBIDDEN"]);
    expect(host.asked.length).toBe(asked);
  });

  it.each([
    ["ftp://127.0.0.1/file", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["data:text/plain,hello", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["//127.0.0.1/file", "scheme"],
    ["/file", "scheme"],
    ["http://", "scheme"],
    ["http://[::1%25lo]/", "scheme"],
    ["http://a@127.0.0.1/file", "credentials"],
    ["http://a:b@127.0.0.1/file", "credentials"],
    ["http://:b@127.0.0.1/file", "credentials"],
  ])("%s (%s)", async (url, reason) => {
    const refused = await uploaderOf(service).sendLink("a.bin", url);
    expect([refused.status, refused.code]).toEqual([400, "OPA-ADDRESS-FORBIDDEN"]);
    expect(refused.details).toEqual({ property: "url", reason });
  });

  it.each([
    ["/to-private", "network"],
    ["/to-name", "network"],
    ["/to-file", "scheme"],
    ["/to-credentials", "credentials"],
  ])("where %s leads", async (path, reason) => {
    const outbound = { allowPrivateNetworks: ["127.0.0.1"], lookup: resolvingTo("127.0.0.2") };
    await withService(outbound, async (one) => {
      const refused = await uploaderOf(one).sendLink("a.bin", plain(host.port, path));
      expect([refused.status, refused.code]).toEqual([400, "OPA-ADDRESS-FORBIDDEN"]);
      expect(refused.details?.["reason"]).toBe(reason);
    });
    expect(other.asked).toEqual([]);
  });

  it("the second address of a name that changes its address", async () => {
    // Each look-up returns another address; the service may connect only to the one that it has checked.
    const lookup = resolvingTo("127.0.0.1", "127.0.0.2");
    await withService({ allowPrivateNetworks: ["127.0.0.1"], lookup }, async (one) => {
      const url = `http://files.test:${host.port}/file`;
      expect((await uploaderOf(one).sendLink("a.bin", url)).status).toBe(200);
    });
    expect(other.asked).toEqual([]);
  });

  it("the forbidden addresses of a name", async () => {
    const lookup: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [
        { address: "127.0.0.2", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ]);
    await withService({ allowPrivateNetworks: ["127.0.0.1"], lookup }, async (one) => {
      expect((await uploaderOf(one).sendLink("a.bin", `http://files.test:${host.port}/file`)).status).toBe(200);
    });
    expect(other.asked).toEqual([]);
  });

  it("a host that is not on the list, by name or by redirect", async () => {
    const allowedHosts = ["files.test", "*.cloud.test"];
    const lookup = resolvingTo("127.0.0.1");
    await withService({ allowPrivateNetworks: true, allowedHosts, lookup }, async (one) => {
      const send = (name: string, path = "/file") =>
        uploaderOf(one).sendLink("a.bin", `http://${name}:${host.port}${path}`);
      for (const name of ["files.test", "FILES.test.", "a.cloud.test", "a.b.cloud.test"]) {
        expect((await send(name)).status).toBe(200);
      }
      for (const name of [
        "other.test",
        "a.files.test",
        "cloud.test",
        "evilcloud.test",
        "files.test.evil",
        "127.0.0.1",
      ]) {
        expect((await send(name)).details).toEqual({ property: "url", reason: "host" });
      }
      expect((await send("files.test", "/to-name")).details).toEqual({ property: "url", reason: "host" });
    });
  });
});

it("checks every connection, also if the address was not checked before", async () => {
  const outbound = openOutbound({ allowPrivateNetworks: ["127.0.0.1"], allowedHosts: ["127.0.0.1", "127.0.0.2"] });
  const ask = (address: string, port: number) =>
    request(`http://${address}:${port}/file`, { dispatcher: outbound.dispatcher });
  const answer = await ask("127.0.0.1", host.port);
  expect(answer.statusCode).toBe(200);
  await answer.body.dump();
  await expect(ask("127.0.0.2", other.port)).rejects.toMatchObject({ code: "OPA-ADDRESS-FORBIDDEN" });
  await expect(ask("localhost", other.port)).rejects.toMatchObject({ code: "OPA-ADDRESS-FORBIDDEN" });
  expect(other.asked).toEqual([]);
  await outbound.close();
});

it.each(publicAddresses)("treats %s as public", (address) => expect(isPublicAddress(address)).toBe(true));

it("refuses a missing name or address, and stores no name that is a path", async () => {
  const { sendLink } = uploaderOf(service);
  const invalid = { status: 400, code: "OPA-REQUEST-INVALID" };
  for (const wrong of [undefined, null, " ", 7]) {
    expect(await sendLink(wrong, plain(host.port))).toMatchObject(invalid);
    expect(await sendLink("a.bin", wrong)).toMatchObject(invalid);
  }
  const asked = host.asked.length;
  expect(await sendLink("../a.bin", plain(host.port))).toMatchObject({ code: "OPA-NAME-INVALID" });
  expect(host.asked.length).toBe(asked);
});

/** Returns one address after the other, and then always the last one. */
const resolvingTo = (...addresses: readonly string[]): LookupFunction => {
  let looked = 0;
  return (_hostname, _options, callback) => {
    const address = addresses[Math.min(looked, addresses.length - 1)] as string;
    looked += 1;
    callback(null, [{ address, family: 4 }]);
  };
};
