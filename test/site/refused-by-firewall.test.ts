/**
 * A firewall or web server before the service refuses single texts and paths with a page of its own: `D'Arcy` as an attack, `R&D` in a path.
 * It must not end every run: of a company with one such record, nobody else would be written and nobody disabled (R5, R15).
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { stopsRun } from "../../src/site/calls/stops-run.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

const page = (status: number): Reply => ({
  status,
  text: "<html>Request blocked</html>",
  headers: { "content-type": "text/html" },
});
const people = ["amy", "b&w"].map((account) => ({ account, name: account, employeeNumber: account, active: true }));

let server: ScriptedServer;
let writer: TargetWriter;

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  for (const list of ["deptlevel", "jobtitle", "jobfunc"]) server.script.set(`GET /${list}`, { json: [] });
  server.script.set("GET /department", { json: ["HQ", "R&D"].map((code) => ({ code, name: code, active: true })) });
  server.script.set("GET /department/employee", { json: people });
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const failure = (operation: Operation): Promise<MusterdError> =>
  writer
    .perform(operation, () => undefined)
    .then(
      () => expect.unreachable("the firewall has refused it"),
      (error: unknown) => error as MusterdError,
    );
const renaming = { id: "T3", code: "T1", newCode: "T1", title: "D'Arcy" } as const;

describe("a write", () => {
  beforeEach(() => writer.check());

  it.each([200, 400, 403, 406, 413, 422, 493])(
    "that gets a page with %i concerns its own change only",
    async (status) => {
      server.script.set("PUT /jobtitle", page(status));
      const error = await failure(renaming);
      expect([error.code, stopsRun(error)]).toEqual(["target-refused", false]);
    },
  );

  it.each([
    [200, "target-misconfigured"],
    [403, "target-unauthorized"],
  ])("that gets a page with %i ends the run where other calls get it, too", async (status, code) => {
    server.script.set("PUT /jobtitle", page(status));
    server.script.set("GET /deptlevel", page(status));
    const error = await failure(renaming);
    expect([error.code, stopsRun(error)]).toEqual([code, true]);
  });

  it("that creates somebody concerns only this newcomer, and is repeated before", async () => {
    await writer.readLists();
    for (const code of ["eve", "7"]) server.script.set(`GET /employee/${code === "7" ? 1 : 0}/${code}`, { json: null });
    server.script.set("POST /employee", page(200));
    const newcomer = {
      id: "E12",
      account: "eve",
      data: { name: "D'Arcy", number: "7" },
      defaultLogin: [],
      posts: [],
    } as const;
    expect(stopsRun(await failure(newcomer))).toBe(false);
    expect(server.routes().filter((route) => route === "POST /employee").length).toBeGreaterThan(1);
  });

  it("that gets a page with 200 may have been carried out", async () => {
    server.script.set("PUT /jobtitle", page(200));
    expect(await failure(renaming)).toMatchObject({ code: "target-refused", failure: { outcome: "unknown" } });
    expect(writer.unanswered()).toBeGreaterThan(0);
  });

  it("that gets 403 is sent once more, after V1 has shown that the key is accepted", async () => {
    server.script.set("PUT /jobtitle", page(403));
    expect(await failure(renaming)).toMatchObject({ code: "target-refused" });
    expect(
      server
        .routes()
        .filter((route) => ["PUT /jobtitle", "GET /deptlevel"].includes(route))
        .slice(-4),
    ).toEqual(["PUT /jobtitle", "GET /deptlevel", "PUT /jobtitle", "GET /deptlevel"]);
  });

  it("that gets a momentary 403 is carried out", async () => {
    server.script.set("PUT /jobtitle", [page(403), { json: {} }]);
    await writer.perform(renaming, () => undefined);
    expect(server.routes().filter((route) => route === "PUT /jobtitle")).toHaveLength(2);
  });
});

describe("a reading about one object that gets a page with 400", () => {
  const read = async () =>
    writer.readDetails(await writer.readLists(), {
      managersOf: ["HQ", "R&D"],
      postsOf: ["amy", "b&w"],
      membersOf: [],
    });

  beforeEach(() => {
    server.script.set("GET /department/manager/HQ", { json: null });
    server.script.set("GET /department/manager/R%26D", page(400));
    server.script.set("GET /employee/dept/0/amy", { json: { depts: [] } });
    server.script.set("GET /employee/dept/0/b%26w", page(400));
    server.script.set("GET /employee/0/b%26w", page(400));
  });

  it("leaves this object unknown where others get an answer", async () => {
    expect((await read()).unreadable).toEqual([
      { kind: "manager", key: "R&D", code: "path-value-refused" },
      { kind: "post", key: "b&w", code: "path-value-refused" },
    ]);
  });

  it("leaves the answer about a person to E1", async () => {
    await writer.readLists();
    server.script.set("PUT /employee/status", {});
    const disabling = { id: "E7", account: "b&w", active: false, numbers: ["b&w"] } as const;
    await expect(writer.perform(disabling, () => undefined)).resolves.not.toThrow();
  });

  it("ends the reading where nobody gets an answer", async () => {
    server.script.set("GET /employee/dept/0/amy", page(400));
    await expect(read()).rejects.toMatchObject({ code: "target-misconfigured" });
  });
});
