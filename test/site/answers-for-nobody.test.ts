/**
 * A site whose E2 breaks for an account that nobody has, or reports it under 200 in a form of its own. Where it does so for anybody who is
 * not there, and finds whoever is, that is its way to say "nobody", and E1 decides (R52).
 */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
const bob = { account: "bob", name: "Bob", employeeNumber: "2", active: true };
const amy = { account: "amy", name: "Amy", employeeNumber: "1", active: true };
const nobody = "musterd-nobody";

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  server.script.set("GET /department/employee", { json: [bob] });
  finds({ json: bob });
  server.script.set("POST /employee", () => {
    server.script.set("GET /department/employee", { json: [bob, amy] });
    server.script.set("GET /employee/0/amy", { json: amy });
    return {};
  });
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

/** What E2 answers for Bob, who is there. */
const finds = (reply: Reply) => {
  server.script.set("GET /employee/0/bob", reply);
  server.script.set("GET /employee/1/2", reply);
};
/** What E2 answers for Amy, who is not, and for a code that nobody has. */
const says = (forAmy: Reply, forNobody: Reply = forAmy) => {
  for (const route of ["GET /employee/0/amy", "GET /employee/1/1"]) server.script.set(route, forAmy);
  for (const by of [0, 1]) server.script.set(`GET /employee/${by}/${nobody}`, forNobody);
};
const create = () =>
  writer
    .perform(
      { id: "E12", account: "amy", data: { name: "Amy", number: "1" }, defaultLogin: ["UOF"], posts: [] },
      () => undefined,
    )
    .catch((error: unknown) => (error as MusterdError).code);
const creates = () => server.routes().filter((route) => route === "POST /employee").length;

const broken: Reply = { status: 500, json: { message: "Object reference not set" } };
const plain: Reply = { text: "not found", headers: { "content-type": "text/plain" } };
const own: Reply = { json: { code: 1001, msg: "no such user", data: null } };

it.each([
  ["breaks", broken],
  ["has an answer of its own", own],
  ["has a text", { json: "ERROR: no such user" }],
  ["has a text that is no JSON", plain],
])("creates a newcomer where E2 %s for anybody who is not there", async (_, reply) => {
  says(reply);
  expect(await create()).toBe("applied");
  expect(creates()).toBe(1);
});

it("creates a newcomer there also in an empty service", async () => {
  server.script.set("GET /department/employee", { json: [] });
  says(broken);
  expect(await create()).toBe("applied");
});

it.each<[string, Reply, Reply, Reply, string]>([
  [
    "breaks for this person only",
    broken,
    { status: 404, json: { errorCode: "NONE" } },
    { json: bob },
    "target-unavailable",
  ],
  ["breaks for everybody", broken, broken, broken, "target-unavailable"],
  ["answers nobody else in this form", own, broken, { json: bob }, "response-unexpected"],
  ["answers so for whoever is there", own, own, own, "response-unexpected"],
  ["answers with a text to everybody", plain, plain, plain, "response-incomplete"],
  ["is cut off for this person only", { text: '{"account":' }, plain, { json: bob }, "response-incomplete"],
])("creates nobody where E2 %s", async (_, forAmy, forNobody, forBob, code) => {
  says(forAmy, forNobody);
  finds(forBob);
  expect(await create()).toBe(code);
  expect(creates()).toBe(0);
});

it("does not create whom E1 shows", async () => {
  server.script.set("GET /department/employee", {
    json: [bob, { ...amy, name: "Somebody Else", employeeNumber: "7" }],
  });
  says(broken);
  expect(await create()).toBe("already-exists");
  expect(creates()).toBe(0);
});
