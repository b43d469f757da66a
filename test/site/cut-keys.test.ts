/**
 * A site that stores keys otherwise than they were sent, without a word, and whose E12 changes whoever has the account already. Two of HR's
 * accounts become one there, and the second create would overwrite the first person.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

type Person = { readonly account: string; readonly employeeNumber: string; readonly active?: boolean };

let server: ScriptedServer;
let writer: TargetWriter;
let people: Person[];
let overwritten: string[];

beforeEach(async () => {
  [people, overwritten] = [[], []];
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const others = Array.from({ length: 20 }, (_, at) => `n${at}`);
const asked = ["user10", "user100", "user101", "User100", "amy", "jo.an", "joan", ...others];

/** The site makes `stored` of an account that is written, and looks accounts up as `sought`. */
const storing = async (stored: (account: string) => string, sought = (account: string) => account) => {
  const withAccount = (account: string) => people.find((one) => one.account === account);
  const nobody = { status: 404, json: { errorCode: "NO_SUCH_PERSON", traceId: "t" } };
  const list = { json: people };
  for (const route of ["GET /deptlevel", "GET /jobtitle", "GET /jobfunc", "GET /department"])
    server.script.set(route, { json: [] });
  server.script.set("GET /department/employee", list);
  server.script.set("POST /employee", ({ body }) => {
    const created = { ...(body as Person), account: stored((body as Person).account), active: true };
    const at = people.findIndex(({ account }) => account === created.account);
    if (at >= 0) overwritten.push(created.account);
    people.splice(at >= 0 ? at : people.length, at >= 0 ? 1 : 0, created);
    return {};
  });
  for (const account of asked)
    server.script.set(`GET /employee/0/${account}`, () => {
      const found = withAccount(sought(account));
      return found ? { json: found } : nobody;
    });
  for (const at of asked.keys())
    server.script.set(`GET /employee/1/${at}`, () => {
      const found = people.find(({ employeeNumber }) => employeeNumber === `${at}`);
      return found ? { json: found } : nobody;
    });
  server.script.set("PUT /employee/status", {});
  await writer.readLists();
};

const create = (account: string): Promise<string> => {
  const number = `${asked.indexOf(account)}`;
  const operation = { id: "E12", account, data: { name: `P ${number}`, number }, defaultLogin: ["UOF"], posts: [] };
  return writer
    .perform(operation as unknown as Operation, () => undefined)
    .catch((error: unknown) => (error as MusterdError).code);
};
const writes = () => server.routes().filter((route) => !route.startsWith("GET"));

const cut = (account: string) => account.slice(0, 6);
const plain = (account: string) => account.replaceAll(".", "");

describe.each([
  ["looks them up as they are", undefined],
  ["looks them up cut", cut],
])("a site that cuts accounts and %s", (_, sought) => {
  it("overwrites nobody, and creates those whose accounts it cannot cut", async () => {
    await storing(cut, sought);
    expect(await Promise.all(["user100", "user101", "user10", "amy"].map(create))).toEqual([
      "stored-otherwise",
      "stored-otherwise",
      "stored-otherwise",
      "applied",
    ]);
    expect(overwritten).toEqual([]);
    expect(writes()).toEqual(["POST /employee", "POST /employee"]);
  });
});

it("nobody is created under an account that the site has made of another, however it is spelled", async () => {
  await storing(cut);
  expect(await Promise.all(["User100", "user10"].map(create))).toEqual(["stored-otherwise", "stored-otherwise"]);
  expect(people.map(({ account }) => account)).toEqual(["User10"]);
});

it("a newcomer of a site that looks accounts up cut is not created over somebody listed", async () => {
  people.push({ account: "user10", employeeNumber: "0" });
  await storing(cut, cut);
  expect(await create("user100")).toBe("answers-for-other");
  expect(writes()).toEqual([]);
});

it("a newcomer with the longest account is looked up before the create also where nobody else is any more", async () => {
  people.push({ account: "user10", employeeNumber: "0", active: false });
  await storing(cut, cut);
  for (const account of others) expect(await create(account)).toBe("applied");
  expect(await create("user100")).toBe("answers-for-other");
  expect(overwritten).toEqual([]);
});

it("a site that removes characters makes two people one only once", async () => {
  await storing(plain);
  expect(await Promise.all(["user100", "jo.an", "joan"].map(create))).toEqual([
    "applied",
    "stored-otherwise",
    "stored-otherwise",
  ]);
  expect(overwritten).toEqual([]);
});

it("nobody else is created where accounts get a domain", async () => {
  await storing((account) => `ACME\\${account}`);
  expect(await Promise.all(["user100", "amy"].map(create))).toEqual(["stored-otherwise", "stored-otherwise"]);
  expect(writes()).toEqual(["POST /employee"]);
});

it("a site that stores accounts as sent is asked once for each sort", async () => {
  await storing((account) => account);
  expect(await Promise.all(["user100", "jo.an", "user10", "amy", "joan", "user101"].map(create))).toEqual(
    Array(6).fill("applied"),
  );
  expect(server.routes().filter((route) => route === "GET /department/employee")).toHaveLength(3);
});
