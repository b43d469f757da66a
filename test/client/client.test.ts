/** Tests the client with the answers that real sites may give: whatever their form, callers get the contract's values. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CallError, type Client, type ClientOptions, openClient } from "../../src/client/client.ts";
import { operationIds, specOf } from "../../src/contract/contract.ts";
import { type Reply, type ScriptedServer, startScriptedServer } from "../site/scripted-server.ts";

const employee = { account: "amy", name: "Amy", active: true };
const title = (code: string) => ({ code, title: code, rank: 1, seq: 1, active: true });

let server: ScriptedServer;
let client: Client<"system">;

const open = (options: ClientOptions = {}): Client<"system"> =>
  openClient({ url: server.settings.url, corpCode: "ACME", apiKey: "k-1" }, { backoffMs: 1, retries: 2, ...options });

beforeEach(async () => {
  server = await startScriptedServer();
  client = open();
});
afterEach(async () => {
  await client.close();
  await server.close();
});

const failureOf = async (call: Promise<unknown>): Promise<CallError> => {
  const error = await call.then(
    () => expect.fail("the call succeeded"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
};

describe("a hostile answer", () => {
  it("without end is given up before it fills the memory, and not asked for again", async () => {
    const { port } = new URL(server.settings.url);
    const mebibyte = Buffer.alloc(2 ** 20, " ");
    let sent = 0;
    const endless = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      Readable.from(
        (function* () {
          for (; sent < 2_000; sent += 1) yield mebibyte;
        })(),
      ).pipe(response);
    }).listen(0, "127.0.0.1");
    await once(endless, "listening");
    const url = server.settings.url.replace(port, String((endless.address() as AddressInfo).port));
    await using lured = openClient({ url, corpCode: "ACME", apiKey: "k-1" }, { backoffMs: 1, retries: 2 });
    const { failure } = await failureOf(lured.listEmployees());
    expect(failure).toMatchObject({ code: "response-unexpected", outcome: "not-done", retryable: false });
    expect(sent).toBeLessThan(400);
    endless.closeAllConnections();
    endless.close();
  });

  it("of lists inside lists inside lists does not overflow the stack", async () => {
    server.script.set("GET /jobtitle", { text: "[".repeat(100_000) + "]".repeat(100_000) });
    expect((await failureOf(client.listJobTitles())).failure.code).toBe("response-unexpected");
  });
});

it("has the methods of its group of operations only", () => {
  const names = (group: string): string[] =>
    operationIds.flatMap((id) => (specOf(id).group === group ? [specOf(id).name] : []));
  expect(Object.keys(client)).toEqual(expect.arrayContaining(names("system")));
  const others = names("user").filter((name) => !names("system").includes(name));
  expect(others.length).toBeGreaterThan(0);
  expect(Object.keys(client).filter((name) => others.includes(name))).toEqual([]);
});

describe("a request", () => {
  it("carries key and company, and the body as JSON", async () => {
    server.script.set("POST /department", { json: { code: "A" } });
    const body = { code: "A", name: "a", deptLevelCode: "L1", active: true };
    expect(await client.createDepartment({ body })).toEqual({ code: "A" });
    expect(server.seen[0]).toMatchObject({ body, headers: { "api-key": "k-1", corpcode: "ACME" } });
    expect(server.seen[0]?.headers["app-id"]).toBeUndefined();
  });

  it("carries the application if one is given, and a token instead of a key", async () => {
    const named = openClient({ url: server.settings.url, corpCode: "ACME", apiKey: "k-1", appId: "app" });
    server.script.set("GET /deptlevel", { json: [] });
    await named.listDepartmentLevels();
    expect(server.seen[0]?.headers["app-id"]).toBe("app");
    await named.close();

    let asked = 0;
    await using user = openClient({
      url: server.settings.url,
      token: async () => {
        asked += 1;
        return `t-${asked}`;
      },
    });
    server.script.set("GET /oauth/base/v1/profile", { json: { name: "Amy" } });
    expect(await user.getProfile()).toEqual({ name: "Amy" });
    await user.getProfile();
    const headers = server.seen.slice(1).map((call) => call.headers);
    expect(headers.map(({ authorization }) => authorization)).toEqual(["Bearer t-1", "Bearer t-2"]);
    expect(headers[0]).not.toHaveProperty("api-key");
  });

  it("uses another path or version if the site has one", async () => {
    await using moved = open({ version: "2", paths: { V1: "POST /levels" } });
    server.script.set("POST /openapi/base/v2/levels", { json: [] });
    expect(await moved.listDepartmentLevels()).toEqual([]);
  });

  it("encodes a value in the path, and is not sent if the value could address something else", async () => {
    server.script.set("GET /employee/0/王 五", { json: employee });
    expect(await client.getEmployee({ params: { userType: "0", userCode: "王 五" } })).toMatchObject({
      account: "amy",
    });
    const unsafe = client.getEmployee({ params: { userType: "0", userCode: "a/b" } });
    await expect(unsafe).rejects.toMatchObject({ code: "path-value-refused" });
    expect(server.seen).toHaveLength(1);
  });

  it("sends an empty body where the contract has an optional one", async () => {
    server.script.set("POST /permission/update", {});
    expect(await client.refreshPermissions()).toBeUndefined();
    expect(server.seen[0]?.body).toEqual({});
  });
});

describe("an answer to a read", () => {
  it.each<[string, Reply]>([
    ["bare", { json: [{ code: "L1" }] }],
    ["in an envelope", { json: { model: [{ code: "L1" }] } }],
    ["in an envelope in another case", { json: { Model: [{ Code: "L1" }] } }],
    ["with additional fields of the site", { json: [{ code: "L1", colour: "red" }] }],
  ])("is the contract's record: %s", async (_, reply) => {
    server.script.set("GET /deptlevel", reply);
    expect(await client.listDepartmentLevels()).toEqual([{ code: "L1" }]);
  });

  it.each([
    ["by rank", [[title("A"), title("B")], [title("C")]]],
    ["flat", [title("A"), title("B"), title("C")]],
    ["deeper", [[[title("A")], [title("B"), null]], [title("C")]]],
  ])("is one list of titles: %s", async (_, json) => {
    server.script.set("GET /jobtitle", { json });
    expect((await client.listJobTitles()).map(({ code }) => code)).toEqual(["A", "B", "C"]);
  });

  it.each<[string, Reply]>([
    ["null", { json: null }],
    ["an empty object", { json: {} }],
    ["an empty envelope", { json: { model: null } }],
    ["no content", { status: 204 }],
    ["an empty body", {}],
    ["a blank account", { json: { account: " ", name: null } }],
    ["a record of default values", { json: { account: null, name: "", gender: "Male", active: false, locked: false } }],
    ["an object of blanks", { json: { code: null, name: " " } }],
    ["404 with an error body", { status: 404, json: { errorCode: "NONE", traceId: "t" } }],
    ["a listed code", { status: 400, json: { errorCode: "NO_SUCH_USER", traceId: "t" } }],
  ])("is null when nobody is found: %s", async (_, reply) => {
    await using lenient = open({ absentErrorCodes: ["NO_SUCH_USER"] });
    server.script.set("GET /employee/0/amy", reply);
    expect(await lenient.getEmployee({ params: { userType: "0", userCode: "amy" } })).toBeNull();
  });

  it.each<[string, Reply]>([
    ["null", { json: null }],
    ["204", { status: 204 }],
  ])("is null when a department has no manager: %s", async (_, reply) => {
    server.script.set("GET /department/manager/A", reply);
    expect(await client.getDepartmentManager({ params: { code: "A" } })).toBeNull();
  });

  it.each<[string, unknown]>([
    ["a list", [{ account: "amy" }]],
    ["a name", { manager: { account: "amy" } }],
    ["a reference", { userType: 0, userCode: "amy", corpCode: null }],
    ["a name without an account", { account: null, name: "Amy" }],
    ["a message", { message: "no such person" }],
  ])("is refused where a person stands in %s, which is not nobody", async (_, json) => {
    server.script.set("GET /employee/0/amy", { json });
    server.script.set("GET /department/manager/A", { json });
    const refused = { code: "response-unexpected" };
    await expect(client.getEmployee({ params: { userType: "0", userCode: "amy" } })).rejects.toMatchObject(refused);
    await expect(client.getDepartmentManager({ params: { code: "A" } })).rejects.toMatchObject(refused);
  });

  it("has a blank account where a manager is named by number only, and is refused where E2 does so", async () => {
    const json = { account: null, employeeNumber: "1" };
    server.script.set("GET /employee/0/amy", { json });
    server.script.set("GET /department/manager/A", { json });
    const asked = client.getEmployee({ params: { userType: "0", userCode: "amy" } });
    await expect(asked).rejects.toMatchObject({ code: "response-unexpected" });
    expect(await client.getDepartmentManager({ params: { code: "A" } })).toEqual({ account: "", employeeNumber: "1" });
  });

  it("is a list of one when the site shows a single object", async () => {
    const rule = { docSerialRule: 0, docVerRule: 0, expectedVersion: "1", allowCustomVer: false };
    server.script.set("POST /openapi/dms/v1/iso/doc/rule/new", { json: { model: rule } });
    expect(await client.listNewDocumentRules({ body: { rootFolderCode: "A", folderPath: "/" } })).toEqual([rule]);
  });

  const one = [{ code: "L1", name: "處", seq: 1, active: true }];
  it.each<[string, Reply]>([
    ["in a header", { json: one, headers: { "x-total-count": "1" } }],
    ["beside the list", { json: { model: one, total: 1, pageInfo: { itemsCount: 1, hasNext: false } } }],
  ])("is whole when it has as many records as is said %s", async (_, reply) => {
    server.script.set("GET /deptlevel", reply);
    expect(await client.listDepartmentLevels()).toHaveLength(1);
  });

  it.each<[string, Reply, string]>([
    [
      "a missing route",
      { status: 404, text: "Not Found", headers: { "content-type": "text/plain" } },
      "target-misconfigured",
    ],
    ["a missing record", { status: 404, json: { errorCode: "X", traceId: "t" } }, "target-refused"],
    ["a redirect", { status: 302, headers: { location: "/sign-in" } }, "target-misconfigured"],
    ["a web page", { text: "<html></html>", headers: { "content-type": "text/html" } }, "target-misconfigured"],
    ["an error under 200", { json: { errorCode: "X", traceId: "t" } }, "target-refused"],
    ["401", { status: 401 }, "target-unauthorized"],
    ["403", { status: 403 }, "target-unauthorized"],
    ["something else", { json: [{ name: "no code" }] }, "response-unexpected"],
    ["half a body", { text: '[{"code":"L1"', accident: "cut" }, "response-incomplete"],
    ["half of the JSON", { text: '[{"code":"L1"' }, "response-incomplete"],
    ["a part", { status: 206, json: [], headers: { "content-range": "items 0-0/2" } }, "response-incomplete"],
    ["a first page", { json: one, headers: { "x-total-count": "2" } }, "response-incomplete"],
    ["a range", { json: one, headers: { "content-range": "items 0-0/2" } }, "response-incomplete"],
    ["a page in an envelope", { json: { model: one, total: 2 } }, "response-incomplete"],
    ["a page with its place", { json: { model: one, pageInfo: { itemsCount: 2 } } }, "response-incomplete"],
    ["a page before another", { json: { Model: one, has_more: true } }, "response-incomplete"],
    ["a page", { json: [], headers: { link: '</deptlevel>; rel="prev", </x>; rel=next' } }, "response-incomplete"],
  ])("fails by what it means: %s", async (_, reply, code) => {
    server.script.set("GET /deptlevel", reply);
    const error = await failureOf(client.listDepartmentLevels());
    expect([error.code, error.operation]).toEqual([code, "V1"]);
  });

  it("says which permission is missing", async () => {
    server.script.set("GET /deptlevel", { status: 401 });
    expect((await failureOf(client.listDepartmentLevels())).hint).toContain(
      "Organization > Department and personnel data",
    );
  });
});

describe("an answer to a write", () => {
  const move = { body: { code: "A", active: false } };

  it.each<[string, Reply]>([
    ["nothing", {}],
    ["true", { json: true }],
    ["an object without content", { json: {} }],
    ["a text", { text: "OK", headers: { "content-type": "text/plain" } }],
  ])("may contain nothing: %s", async (_, reply) => {
    server.script.set("PUT /department/status", reply);
    expect(await client.setDepartmentStatus(move)).toBeUndefined();
  });

  it("is a refusal if it is false", async () => {
    server.script.set("PUT /department/status", { json: { model: false } });
    expect(await failureOf(client.setDepartmentStatus(move))).toMatchObject({
      code: "target-refused",
      failure: { outcome: "not-done" },
    });
  });

  it("is an error with unknown outcome if the call needs the missing content", async () => {
    const form = { deptCode: "A", fields: [], applyAccount: { userType: 0, userCode: "amy" } } as const;
    const request = { params: { formCodeOrId: "LEAVE" }, body: { ...form, fields: [] } };
    server.script.set("POST /openapi/bpm/v1/form/apply/LEAVE", {});
    expect((await failureOf(client.initiateForm(request))).failure.outcome).toBe("unknown");
    server.script.set("POST /openapi/bpm/v1/form/apply/LEAVE", { json: { model: "trace-1" } });
    expect(await client.initiateForm(request)).toBe("trace-1");
  });
});

describe("a failing call", () => {
  const busy = { status: 503 };

  it("is repeated for a read", async () => {
    const repeats: string[] = [];
    await using patient = open({ onRepeat: ({ code }, attempt) => repeats.push(`${code} ${attempt}`) });
    server.script.set("GET /deptlevel", [busy, { accident: "reset" }, { json: [] }]);
    expect(await patient.listDepartmentLevels()).toEqual([]);
    expect(repeats).toEqual(["target-unavailable 1", "target-no-answer 2"]);
  });

  it("is repeated for a write that was refused as busy, after the requested time", async () => {
    server.script.set("PUT /department/status", [{ status: 429, headers: { "retry-after": "0" } }, { json: true }]);
    await client.setDepartmentStatus({ body: { code: "A", active: true } });
    expect(server.seen).toHaveLength(2);
  });

  it.each<[string, Reply]>([
    ["an error of the service", busy],
    ["no answer", { accident: "reset" }],
    ["half an answer", { text: '{"code":"A"}', accident: "cut" }],
  ])("is not repeated for a write that may have been done: %s", async (_, reply) => {
    server.script.set("PUT /department/status", reply);
    const error = await failureOf(client.setDepartmentStatus({ body: { code: "A", active: true } }));
    expect(error).toMatchObject({ retryable: false, failure: { outcome: "unknown" } });
    expect(server.seen).toHaveLength(1);
  });

  it("ends after the maximum time of the call", async () => {
    server.script.set("GET /deptlevel", { accident: "hang" });
    await using hasty = open({ retries: 0 });
    expect((await failureOf(hasty.listDepartmentLevels({ timeoutMs: 50 }))).code).toBe("target-no-answer");
  });

  it("ends when its caller aborts it, and is not repeated", async () => {
    const stop = new AbortController();
    server.script.set("GET /deptlevel", () => {
      stop.abort(new Error("enough"));
      return { accident: "hang" };
    });
    await expect(client.listDepartmentLevels({ signal: stop.signal })).rejects.toThrow("enough");
    await expect(client.listDepartmentLevels({ signal: stop.signal })).rejects.toThrow("enough");
    expect(server.seen).toHaveLength(1);
  });
});

describe("items of pages", () => {
  const all = Array.from({ length: 5 }, (_, number) => ({
    folder: "/",
    document: { id: crypto.randomUUID(), fileId: crypto.randomUUID(), fileName: `${number}`, length: number },
    editor: { itemType: 1 },
    modifiedDate: "2026-01-01T00:00:00Z",
    allowDelete: true,
  }));
  /** `info`: what the site says of the whole list; `shown`: the items of one of its pages. */
  const answerWith = (
    info: object,
    shown = (page: number, size: number) => all.slice(page * size, (page + 1) * size),
  ) =>
    server.script.set("POST /openapi/dms/v1/doc/list", ({ body }) => {
      const { page, size } = (body as { pageOptions: { page: number; size: number } }).pageOptions;
      const pageInfo = { pageSize: size, itemsCount: all.length, pageNumber: page, pageCount: 3, ...info };
      return { json: { pageInfo, items: shown(page, size) } };
    });
  const body = { rootFolderCode: "A", folderPath: "/", pageOptions: { size: 2, order: 1 } } as const;
  const namesOf = async () => {
    const names: string[] = [];
    for await (const { document } of client.items("L8", body)) names.push(document.fileName);
    return names;
  };

  it("are fetched page by page, as far as they are read", async () => {
    answerWith({});
    expect(await namesOf()).toEqual(["0", "1", "2", "3", "4"]);
    expect(server.seen.map((call) => call.body)).toMatchObject(
      [0, 1, 2].map((page) => ({ pageOptions: { page, order: 1 } })),
    );

    for await (const { folder } of client.items("L8", body)) {
      expect(folder).toBe("/");
      break;
    }
    expect(server.seen).toHaveLength(4);

    for await (const { folder } of client.items("L8", { rootFolderCode: "A", folderPath: "/" }))
      expect(folder).toBe("/");
    expect(server.seen.slice(4).map((call) => call.body)).toMatchObject([{ pageOptions: { page: 0, size: 100 } }]);
  });

  const pairs = (page: number) => all.slice(page * 2, page * 2 + 2);
  it.each<[string, Parameters<typeof answerWith>]>([
    ["counts the items of the page", [{ itemsCount: 2 }]],
    ["counts nothing", [{ itemsCount: 0, pageCount: 0 }]],
    ["counts too many", [{ itemsCount: 9 }]],
    [
      "has smaller pages, and counts their items",
      [{ itemsCount: 1, pageSize: 1 }, (page) => all.slice(page, page + 1)],
    ],
    ["shows the last page again, and counts too many", [{ itemsCount: 9 }, (page) => pairs(Math.min(page, 2))]],
    ["counts pages from 1", [{}, (page) => pairs(Math.max(page - 1, 0))]],
    ["knows no pages", [{ itemsCount: 9 }, () => all]],
  ])("are all there, and once, where a site %s", async (_, how) => {
    answerWith(...how);
    expect(await namesOf()).toEqual(["0", "1", "2", "3", "4"]);
    expect(server.seen.length).toBeLessThanOrEqual(6);
  });
});

describe("waiting for an initiation", () => {
  const state = (process: number) => ({ traceId: "t", process, result: process === 2 ? 1 : 0, retryCount: 0 });

  it("queries until it has ended", async () => {
    server.script.set("POST /openapi/bpm/v1/form/apply/trace", [
      { json: state(0) },
      { json: state(1) },
      { json: state(2) },
    ]);
    expect(await client.waitForInitiation("t", { everyMs: 1 })).toMatchObject({ process: 2, result: 1 });
    expect(server.seen.map(({ body }) => body)).toEqual([1, 2, 3].map(() => ({ traceId: "t" })));
  });

  it("gives up after the given time", async () => {
    server.script.set("POST /openapi/bpm/v1/form/apply/trace", { json: state(1) });
    const waiting = client.waitForInitiation("t", { everyMs: 2, timeoutMs: 20 });
    await expect(waiting).rejects.toMatchObject({ code: "initiation-pending" });
  });
});
