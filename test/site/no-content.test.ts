/** Answers that say nothing: 204 is the answer "none" where a list may be empty, and no answer where everybody would be missing. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReader } from "../../src/site/open-target.ts";
import type { TargetReader } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let reader: TargetReader;

const none: Reply = { status: 204 };
const amy = { account: "amy", name: "Amy", employeeNumber: "1" };

beforeEach(async () => {
  server = await startScriptedServer();
  reader = openReader(server.settings, silent);
  server.script.set("GET /deptlevel", { json: [] });
  server.script.set("GET /department", { json: [{ code: "RD", name: "RD", active: true, seq: 0 }] });
  server.script.set("GET /jobtitle", { json: [] });
  server.script.set("GET /jobfunc", { json: [] });
  server.script.set("GET /department/employee", { json: [amy] });
});
afterEach(async () => {
  await reader.close();
  await server.close();
});

describe("204", () => {
  it("is an empty list of titles and functions", async () => {
    server.script.set("GET /jobtitle", none);
    server.script.set("GET /jobfunc", none);
    expect(await reader.readLists()).toMatchObject({ titles: [], functions: [] });
  });

  it.each(["GET /deptlevel", "GET /department", "GET /department/employee"])("is no answer to %s", async (route) => {
    server.script.set(route, none);
    await expect(reader.readLists()).rejects.toMatchObject({ code: "response-incomplete" });
  });

  it("is a department without members, and a person without posts", async () => {
    server.script.set("GET /department/employee/RD/false", none);
    server.script.set("GET /employee/dept/0/amy", none);
    const lists = await reader.readLists();
    const found = await reader.readDetails(lists, { managersOf: [], postsOf: ["amy"], membersOf: ["RD"] });
    expect(found.unreadable).toEqual([]);
    expect(found.employees[0]?.posts).toEqual([]);
    expect(found.members.get("RD")).toEqual([]);
  });
});

describe("a list of people", () => {
  const blank = { account: null, name: "", employeeNumber: null };
  const codeOf = (people: readonly unknown[]) => {
    server.script.set("GET /department/employee", { json: people });
    return reader.readLists().then(
      ({ employees }) => employees.map(({ account }) => account),
      (error: { readonly code: string }) => error.code,
    );
  };

  it("is read without a record of nobody", async () => {
    expect(await codeOf([blank, amy, { ...amy, account: "bob", employeeNumber: "2" }])).toEqual(["amy", "bob"]);
  });

  it("is read with somebody who cannot be named, but not if hardly anybody can", async () => {
    const bob = { ...amy, account: "bob", employeeNumber: "2" };
    expect(await codeOf([{ ...blank, employeeNumber: "3" }, amy, bob])).toEqual(["amy", "bob", "(3)"]);
    expect(await codeOf([{ ...blank, name: "Cid" }, amy, bob])).toEqual(["amy", "bob", "(Cid)"]);
    expect(await codeOf([blank, blank, amy])).toBe("response-unexpected");
    expect(await codeOf([{ ...blank, name: "Bob" }, { ...blank, name: "Cid" }, amy])).toBe("response-unexpected");
  });
});
