/** Tests whom D10 means where it writes accounts otherwise than E1; runs with people of other companies: test/run/other-companies.test.ts. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openReader } from "../../../src/site/open-target.ts";
import type { TargetReader } from "../../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "../scripted-server.ts";

const lists: Readonly<Record<string, unknown>> = {
  "GET /deptlevel": [],
  "GET /department": [{ parentCode: null, code: "RD", deptLevelCode: "L1", name: "研發課", active: true, seq: 0 }],
  "GET /jobtitle": [],
  "GET /jobfunc": [],
  "GET /department/employee": [
    { account: "amy", name: "甲", employeeNumber: "001", active: true, locked: false },
    { account: "bob", name: "乙", employeeNumber: "", active: true, locked: false },
  ],
};

let server: ScriptedServer;
let reader: TargetReader;

beforeEach(async () => {
  server = await startScriptedServer();
  for (const [route, json] of Object.entries(lists)) server.script.set(route, { json });
  reader = openReader(server.settings, silent);
});
afterEach(async () => {
  await reader.close();
  await server.close();
});

describe("a manager whose account D10 writes otherwise than E1", () => {
  const shown = { name: "甲", employeeNumber: "001", active: true, locked: false };
  const managerWhere = async (record: object) => {
    server.script.set("GET /department/manager/RD", { json: { ...shown, ...record } });
    const found = await reader.readDetails(await reader.readLists(), {
      managersOf: ["RD"],
      postsOf: [],
      membersOf: [],
    });
    return [found.departments.find(({ code }) => code === "RD")?.manager, found.strangers];
  };

  it.each(["001", "CORP\\amy", "amy@corp.example"])("is known by number and name: %s", async (account) => {
    server.script.set(`GET /employee/0/${encodeURIComponent(account)}`, { status: 404, json: { errorCode: "NOBODY" } });
    expect(await managerWhere({ account })).toEqual(["amy", []]);
  });

  it.each([{ name: "丙" }, { employeeNumber: "002" }, { employeeNumber: null }, { name: null }])(
    "is a stranger if one of the two differs or is missing: %j",
    async (other) => {
      server.script.set("GET /employee/0/G.amy", { status: 404, json: { errorCode: "NOBODY" } });
      expect(await managerWhere({ account: "G.amy", ...other })).toEqual(["G.amy", ["G.amy"]]);
    },
  );
});

it("a manager without number is who has the account in another spelling, whomever E2 finds", async () => {
  server.script.set("GET /department/manager/RD", { json: { account: "BOB", name: "乙", employeeNumber: "" } });
  server.script.set("GET /employee/0/BOB", { status: 404, json: { errorCode: "NOBODY" } });
  const scope = { managersOf: ["RD"], postsOf: [], membersOf: [] };
  const found = await reader.readDetails(await reader.readLists(), scope);
  expect([found.departments[0]?.manager, found.strangers]).toEqual(["BOB", []]);
});

it.each([
  ["has the same account", "amy", ["amy"]],
  ["has another account", "bob", []],
])("an approver without number may be somebody of another company who %s", async (_, account, namesakes) => {
  const post = { code: "RD", isMainDept: true, superVisorAccount: "amy" };
  server.script.set("GET /employee/dept/0/bob", { json: { depts: [post] } });
  server.script.set("GET /department/employee/RD/true", { json: [{ account, name: "丁", employeeNumber: "9" }] });
  const scope = { managersOf: [], postsOf: ["bob"], membersOf: [] };
  expect((await reader.readDetails(await reader.readLists(), scope)).namesakes).toEqual(namesakes);
});

describe("where E1 shows nobody's number, and D10 does", () => {
  const managerIs = async (own: object) => {
    const amy = { account: "amy", name: "甲", active: true, locked: false };
    server.script.set("GET /department/employee", { json: [amy] });
    server.script.set("GET /employee/0/amy", { json: { ...amy, ...own } });
    server.script.set("GET /department/manager/RD", { json: { ...amy, employeeNumber: "001" } });
    const scope = { managersOf: ["RD"], postsOf: [], membersOf: [] };
    const found = await reader.readDetails(await reader.readLists(), scope);
    return found.departments.find(({ code }) => code === "RD")?.manager;
  };

  it.each([{ employeeNumber: "001" }, {}])(
    "a manager is who has the account, if E2 does not differ: %j",
    async (own) => {
      expect(await managerIs(own)).toBe("amy");
    },
  );
  it("a manager is a stranger if E2 shows another number", async () => {
    expect(await managerIs({ employeeNumber: "002" })).toBe("amy (001)");
  });
});

describe("somebody of whom E4 knows nothing", () => {
  const nobody = { status: 404, json: { errorCode: "NOBODY" } };
  const people = ["amy", "bob", "cid"].map((account) => ({
    account,
    name: account,
    employeeNumber: account,
    active: true,
  }));
  const postsOfAmy = async (found: readonly string[]) => {
    server.script.set("GET /department/employee", { json: people });
    server.script.set("GET /employee/dept/0/amy", nobody);
    for (const person of people)
      server.script.set(
        `GET /employee/0/${person.account}`,
        found.includes(person.account) ? { json: person } : nobody,
      );
    const read = await reader.readDetails(await reader.readLists(), {
      managersOf: [],
      postsOf: ["amy"],
      membersOf: [],
    });
    return [read.strangers, read.unreadable.map(({ key, code }) => [key, code])];
  };

  it("is of another company where E2 finds others, and unreadable where it finds nobody", async () => {
    expect(await postsOfAmy(["bob"])).toEqual([["amy"], []]);
    expect(await postsOfAmy([])).toEqual([[], [["amy", "response-unexpected"]]]);
  });
});
