/** Sites that show inactive people nowhere, and update one by E12 without enabling anybody: whoever returns is enabled all the same. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
const refusal: Reply = { status: 400, json: { errorCode: "X", traceId: "t" } };
const amy = { account: "amy", name: "Amy", employeeNumber: "7", active: true };
const operation = {
  id: "E12",
  account: "amy",
  data: { name: "Amy", number: "7" },
  defaultLogin: [],
  posts: [],
} as const;
const create = () => writer.perform(operation, () => undefined).catch((error: unknown) => (error as MusterdError).code);
const written = () =>
  server.seen.flatMap(({ route, body }) => (route.startsWith("PUT") ? [[route, body] as const] : []));
let holder: unknown;

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  holder = null;
  server.script.set("GET /department/employee", { json: [] });
  server.script.set("POST /employee", {});
  server.script.set("GET /employee/0/amy", () => ({ json: holder }));
  server.script.set("GET /employee/1/7", { json: null });
  server.script.set("PUT /employee/resignation", {});
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const enables = (shown: unknown) => () => {
  holder = shown;
  return {};
};

it("somebody whom nothing shows after E12 is enabled, and the old last day is cleared", async () => {
  server.script.set("PUT /employee/status", enables(amy));
  expect(await create()).toBe("applied");
  const user = { userType: 0, userCode: "amy" };
  expect(written().map(([, body]) => body)).toEqual([
    { user, active: true },
    { user, resignationDate: null },
  ]);
});

it("who returns after others were shown is enabled, too, where the list shows nobody inactive", async () => {
  server.script.set("GET /department/employee", { json: [{ account: "bob", name: "Bob", active: true }] });
  for (const list of ["deptlevel", "department", "jobtitle", "jobfunc"])
    server.script.set(`GET /${list}`, { json: [] });
  await writer.readLists();
  server.script.set("PUT /employee/status", enables(amy));
  const zoe = { ...operation, account: "zoe", data: { name: "Zoe", number: "8" } };
  const looks = [{ json: null }, { json: { ...amy, account: "zoe", name: "Zoe", employeeNumber: "8" } }];
  server.script.set("GET /employee/0/zoe", looks);
  server.script.set("GET /employee/1/8", { json: null });
  expect(await writer.perform(zoe, () => undefined)).toBe("applied");
  expect(written()).toEqual([]);
  expect(await create()).toBe("applied");
  expect(written()).toHaveLength(2);
});

it("whom E2 shows without a status is enabled, where the list states one of everybody (life 5001751)", async () => {
  const { active: _, ...hidden } = amy;
  holder = hidden;
  server.script.set("GET /employee/dept/0/amy", { json: { depts: [] } });
  server.script.set("PUT /employee/status", enables(amy));
  for (const list of ["deptlevel", "department", "jobtitle", "jobfunc"])
    server.script.set(`GET /${list}`, { json: [] });
  server.script.set("GET /department/employee", { json: [{ account: "bob", name: "Bob", active: true }] });
  await writer.readLists();
  expect(await create()).toBe("rehired");
  expect(written()).toContainEqual(["PUT /employee/status", { user: { userType: 0, userCode: "amy" }, active: true }]);
});

it("whose last day is refused until they are enabled gets it cleared after that", async () => {
  holder = { ...amy, active: false };
  server.script.set("GET /employee/dept/0/amy", { json: { depts: [] } });
  server.script.set("PUT /employee/resignation", () => ((holder as typeof amy).active ? {} : refusal));
  server.script.set("PUT /employee/status", enables(amy));
  expect(await create()).toBe("rehired");
  const user = { userType: 0, userCode: "amy" };
  expect(written().slice(-2)).toEqual([
    ["PUT /employee/status", { user, active: true }],
    ["PUT /employee/resignation", { user, resignationDate: null }],
  ]);
});

it("somebody else under the account is disabled again", async () => {
  server.script.set("PUT /employee/status", enables({ ...amy, name: "Cid", employeeNumber: "3" }));
  expect(await create()).toBe("already-exists");
  expect(written().map(([, body]) => (body as { readonly active: boolean }).active)).toEqual([true, false]);
});

it("where nobody can be enabled, reading back tells what is missing", async () => {
  server.script.set("PUT /employee/status", refusal);
  expect(await create()).toBe("applied");
});

it("whoever is shown after E12 is not written again", async () => {
  server.script.set("POST /employee", enables(amy));
  expect([await create(), written()]).toEqual(["applied", []]);
});

describe("a refused create, where nobody is shown", () => {
  const createKnown = () =>
    writer
      .perform({ ...operation, known: true }, () => undefined)
      .catch((error: unknown) => (error as MusterdError).code);

  beforeEach(() => {
    server.script.set("POST /employee", refusal);
    server.script.set("PUT /employee/status", enables(amy));
  });

  it("enables whom musterd knows to be there", async () => {
    server.script.set("GET /employee/dept/0/amy", { json: { depts: [] } });
    expect(await createKnown()).toBe("rehired");
    expect(written().map(([route]) => route)).toEqual(["PUT /employee/status", "PUT /employee/resignation"]);
  });

  it("enables nobody else", async () => {
    expect([await create(), written()]).toEqual(["target-refused", []]);
    server.script.set("PUT /employee/status", enables({ ...amy, employeeNumber: "3" }));
    expect(await createKnown()).toBe("already-exists");
    expect(written().map(([, body]) => (body as { readonly active: boolean }).active)).toEqual([true, false]);
  });

  it("stays refused where enabling is refused, too", async () => {
    server.script.set("PUT /employee/status", refusal);
    expect(await createKnown()).toBe("target-refused");
  });
});
