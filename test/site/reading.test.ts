import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wordsOf } from "../../src/cli/words/words.ts";
import type { DetailScope } from "../../src/model/directory/snapshot.ts";
import { openReader } from "../../src/site/open-target.ts";
import type { TargetReader } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

const lists: Readonly<Record<string, unknown>> = {
  "GET /deptlevel": [
    { seq: 1, code: "L2", name: "課", active: true },
    { seq: 0, code: "L1", name: "處", active: true },
  ],
  "GET /department": [
    { parentCode: null, code: "HQ", deptLevelCode: "L1", name: "總公司", description: null, active: true, seq: 0 },
    { parentCode: "HQ", code: "RD", deptLevelCode: "L2", name: "研發課", description: " ", active: false, seq: 3 },
  ],
  "GET /jobtitle": [
    [{ seq: 1, rank: 2, code: "T2", title: "專員", active: true }],
    [{ seq: 1, rank: 1, code: "T1", title: "經理", active: true }],
  ],
  "GET /jobfunc": [[{ categoryName: "技術", code: "F1", jobFunc: "開發", active: true, seq: 0 }]],
  "GET /department/employee": [
    {
      account: "amy",
      name: "甲",
      employeeNumber: "001",
      birthDate: "1955-07-01T00:00:00",
      email: "",
      gender: "Male",
      active: true,
      locked: false,
    },
    {
      account: "bob",
      name: "乙",
      employeeNumber: " ",
      birthDate: null,
      idCardNumber: "A12*****89",
      expiredTime: "9999-12-31T00:00:00",
      gender: "2",
    },
  ],
};

let server: ScriptedServer;
let reader: TargetReader;

const open = async (...overrides: Parameters<typeof startScriptedServer>) => {
  server = await startScriptedServer(...overrides);
  for (const [route, json] of Object.entries(lists)) server.script.set(route, { json });
  reader = openReader(server.settings, silent);
};
beforeEach(() => open());
afterEach(async () => {
  await reader.close();
  await server.close();
});

describe("the lists of the service", () => {
  it("are read as model records", async () => {
    expect(await reader.readLists()).toEqual({
      levels: [
        { code: "L1", name: "處", active: true, order: 0 },
        { code: "L2", name: "課", active: true, order: 1 },
      ],
      departments: [
        { code: "HQ", parent: null, level: "L1", name: "總公司", description: null, active: true, order: 0 },
        { code: "RD", parent: "HQ", level: "L2", name: "研發課", description: null, active: false, order: 3 },
      ],
      titles: [
        { code: "T1", title: "經理", rank: 1, order: 1, active: true },
        { code: "T2", title: "專員", rank: 2, order: 1, active: true },
      ],
      functions: [{ code: "F1", name: "開發", category: "技術", order: 0, active: true }],
      employees: [
        {
          account: "amy",
          name: "甲",
          number: "001",
          birthDate: "1955-07-01",
          email: null,
          gender: "Male",
          idCardNumber: null,
          expiredTime: null,
          active: true,
          locked: false,
          // No record of the list has a phone number, or sign-in methods.
          hidden: ["phoneNumber", "loginValidation"],
        },
        {
          account: "bob",
          name: "乙",
          number: null,
          birthDate: null,
          email: null,
          expiredTime: null,
          // Nobody knows the word of the gender, and the ID card number is masked.
          hidden: ["gender", "idCardNumber", "phoneNumber", "loginValidation"],
        },
      ],
    });
  });

  it("are the same if the service wraps every body", async () => {
    const bare = await reader.readLists();
    for (const [route, json] of Object.entries(lists)) server.script.set(route, { json: { model: json } });
    expect(await reader.readLists()).toEqual(bare);
  });

  it.each(["", null, undefined, "ACME", "acme ", "HQ"])("treat the parent %j as the top", async (parentCode) => {
    server.script.set("GET /department", { json: [{ code: "HQ", parentCode }] });
    expect((await reader.readLists()).departments[0]).toMatchObject({ code: "HQ", parent: null });
  });

  it("treat the company's code as a department if it is one", async () => {
    server.script.set("GET /department", { json: [{ code: "ACME" }, { code: "RD", parentCode: "ACME" }] });
    expect((await reader.readLists()).departments[1]).toMatchObject({ code: "RD", parent: "ACME" });
  });

  it.each([
    ["flat", [{ code: "F1" }, { code: "F2" }]],
    ["deep, with nulls", [[[{ code: "F1" }], null], [{ code: "F2" }]]],
    ["repeated", [[{ code: "F1" }], [{ code: "F1" }, { code: "F2" }]]],
  ])("accept functions that are %s", async (_, json) => {
    server.script.set("GET /jobfunc", { json });
    expect((await reader.readLists()).functions.map(({ code }) => code)).toEqual(["F1", "F2"]);
  });

  it("accept `enabled` for `active`", async () => {
    server.script.set("GET /department/employee", { json: [{ account: "amy", enabled: false }] });
    expect((await reader.readLists()).employees).toMatchObject([{ account: "amy", active: false }]);
  });

  it("send key and company with every call, and the application if there is one", async () => {
    await reader.readLists();
    expect(server.seen.map(({ headers }) => [headers["api-key"], headers["corpcode"], headers["app-id"]])).toEqual(
      Array.from({ length: 5 }, () => ["k-1", "ACME", undefined]),
    );
    await reader.close();
    await server.close();
    await open({ appId: "hr-sync" });
    await reader.check();
    expect(server.seen[0]?.headers["app-id"]).toBe("hr-sync");
  });
});

describe("a list that cannot be trusted", () => {
  it.each<[string, string, Reply, string]>([
    ["a key that is refused", "GET /department/employee", { status: 401 }, "target-unauthorized"],
    ["a redirect", "GET /department", { status: 302, headers: { location: "/sign-in" } }, "target-misconfigured"],
    [
      "a web page",
      "GET /department",
      { text: "<html></html>", headers: { "content-type": "text/html" } },
      "target-misconfigured",
    ],
    ["a missing route", "GET /jobtitle", { status: 404, text: "" }, "target-misconfigured"],
    [
      "a cut-off body",
      "GET /department/employee",
      { json: lists["GET /department/employee"], accident: "cut" },
      "response-incomplete",
    ],
    ["half a JSON", "GET /department/employee", { text: '[{"account":"amy"},' }, "response-incomplete"],
    [
      "a body that is not UTF-8",
      "GET /deptlevel",
      { text: Buffer.from('[{"code":"L\u00e9"}]', "latin1") },
      "response-incomplete",
    ],
    ["an empty body", "GET /department/employee", { text: "" }, "response-incomplete"],
    ["null and more", "GET /department/employee", { json: { model: null, total: 3 } }, "response-unexpected"],
    ["an object", "GET /department/employee", { json: { items: [] } }, "response-unexpected"],
    [
      "a record without key",
      "GET /department/employee",
      { json: [{ account: "amy" }, { name: "乙" }, { name: "丙" }] },
      "response-unexpected",
    ],
    ["a blank account", "GET /department/employee", { json: [{ account: " " }] }, "response-unexpected"],
    [
      "impossible dates of everybody",
      "GET /department/employee",
      { json: ["amy", "bob", "cid"].map((account) => ({ account, birthDate: "secret" })) },
      "response-unexpected",
    ],
    [
      "an account twice",
      "GET /department/employee",
      { json: [{ account: "amy" }, { account: "amy", name: "乙" }] },
      "response-unexpected",
    ],
    ["an error in a 200", "GET /deptlevel", { json: { errorCode: "X", traceId: "t" } }, "target-refused"],
    ["a lasting failure", "GET /deptlevel", { status: 503 }, "target-unavailable"],
    ["lasting silence", "GET /deptlevel", { accident: "reset" }, "target-no-answer"],
  ])("fails the reading: %s", async (_, route, reply, code) => {
    server.script.set(route, reply);
    server.script.set("GET /employee/0/amy", { json: { account: "amy" } });
    await expect(reader.readLists()).rejects.toMatchObject({ code, retryable: false });
  });

  it.each([
    ["of one code", "F1", "F1"],
    ["whose codes differ in case only", "f1", "F1"],
  ])("has several functions %s: the first is marked, and the others are read", async (_, first, second) => {
    const closed = { code: first, jobFunc: "a" };
    server.script.set("GET /jobfunc", {
      json: [[closed, { code: "F2", jobFunc: "c" }], [{ ...closed, code: second, jobFunc: "b" }]],
    });
    expect((await reader.readLists()).functions).toMatchObject([
      { code: first, name: "a", ambiguous: true },
      { code: "F2", name: "c" },
    ]);
    server.script.set("GET /jobfunc", { json: [[closed], [{ ...closed, jobFunc: "b" }]] });
    await expect(reader.readLists()).rejects.toThrow(/J4 .*at \[0\]\.code: expected every record once/);
  });

  it("has a department without a code: it is left out, unless most have none", async () => {
    const [hq, rd] = lists["GET /department"] as object[];
    const nameless = [
      { ...hq, code: "" },
      { ...rd, code: null },
    ];
    server.script.set("GET /department", { json: [...nameless, hq, rd] });
    expect((await reader.readLists()).departments.map(({ code }) => code)).toEqual(["HQ", "RD"]);
    server.script.set("GET /department", { json: [hq, ...nameless] });
    await expect(reader.readLists()).rejects.toThrow("at [1].code: expected a code");
  });

  it("is reported with its place, not with its value", async () => {
    server.script.set("GET /department/employee", {
      json: [{ account: "amy" }, ...["bob", "cid", "dan"].map((account) => ({ account, birthDate: "secret" }))],
    });
    await expect(reader.readLists()).rejects.toThrow(/^E1 .*at \[1\]\.birthDate/);
    await expect(reader.readLists()).rejects.not.toThrow(/secret|bob/);
  });

  it("hides what cannot be understood of one person, and reads everybody", async () => {
    const others = ["bob", "cid"].map((account) => ({ account, birthDate: "1999-01-01", hireDate: "0000-00-00" }));
    server.script.set("GET /department/employee", {
      json: [{ account: "amy", birthDate: "secret", gender: "secret", expiredTime: "secret" }, ...others],
    });
    const [amy, bob] = (await reader.readLists()).employees;
    expect(amy?.hidden).toEqual(expect.arrayContaining(["birthDate", "gender"]));
    expect(amy).not.toHaveProperty("birthDate");
    expect(amy).not.toHaveProperty("expiredTime");
    expect(bob).toMatchObject({ birthDate: "1999-01-01", hireDate: null });
    expect(JSON.stringify(amy)).not.toContain("secret");
  });

  it("is read again if it was cut off", async () => {
    server.script.set("GET /department", [
      { json: lists["GET /department"], accident: "cut" },
      { status: 500 },
      { json: lists["GET /department"] },
    ]);
    expect((await reader.readLists()).departments).toHaveLength(2);
    expect(server.routes().filter((route) => route === "GET /department")).toHaveLength(3);
  });

  it("is not read again if it was refused", async () => {
    server.script.set("GET /department", { status: 400, json: { errorCode: "X", traceId: "t" } });
    await expect(reader.readLists()).rejects.toMatchObject({ code: "target-refused" });
    expect(server.routes().filter((route) => route === "GET /department")).toHaveLength(1);
  });

  it("times out if the service is silent", async () => {
    await reader.close();
    await server.close();
    await open({ timeoutMs: 100, retries: 1 });
    server.script.set("GET /deptlevel", [{ accident: "hang" }, { accident: "hang" }]);
    await expect(reader.check()).rejects.toMatchObject({ code: "target-no-answer" });
    expect(server.seen).toHaveLength(2);
  });

  it("reports an address where nobody listens", async () => {
    await server.close();
    await expect(reader.check()).rejects.toMatchObject({ code: "target-unavailable" });
  });
});

describe("details", () => {
  const scope: DetailScope = { managersOf: ["HQ", "RD"], postsOf: ["amy", "bob"], membersOf: ["RD"] };
  const post = {
    code: "RD",
    isMainDept: true,
    superVisorAccount: "",
    jobTitle: { code: "T1", name: "經理" },
    jobFuncs: [{ code: "F1", name: "開發" }],
  };
  const read = async (about = scope) => reader.readDetails(await reader.readLists(), about);

  beforeEach(() => {
    server.script.set("GET /department/manager/HQ", { json: { account: "amy" } });
    server.script.set("GET /department/manager/RD", { status: 204 });
    server.script.set("GET /employee/dept/0/amy", { json: { depts: [post] } });
    server.script.set("GET /employee/dept/0/bob", { json: { depts: [] } });
    server.script.set("GET /department/employee/RD/false", { json: [{ account: "amy" }, { account: "bob" }] });
  });

  it("fill in managers, posts and members", async () => {
    const { departments, employees, members, unreadable } = await read();
    expect(departments.map(({ manager }) => manager)).toEqual(["amy", null]);
    expect(employees.map(({ posts }) => posts)).toEqual([
      [{ department: "RD", main: true, title: "T1", functions: ["F1"], supervisor: null }],
      [],
    ]);
    expect([...members]).toEqual([["RD", ["amy", "bob"]]]);
    expect(unreadable).toEqual([]);
  });

  it.each<[string, Reply]>([
    ["null", { json: null }],
    ["an empty object", { json: {} }],
    ["no content", { status: 204 }],
    ["an empty envelope", { json: { model: {} } }],
    ["an envelope of null", { json: { model: null } }],
    ["a blank account", { json: { account: "", name: null } }],
  ])("treat %s as no manager", async (_, reply) => {
    server.script.set("GET /department/manager/HQ", reply);
    expect((await read()).departments[0]?.manager).toBeNull();
  });

  it("treat a site's own error code as no manager, and no other code", async () => {
    const refusal = { status: 400, json: { errorCode: "NO_MANAGER", traceId: "t" } };
    server.script.set("GET /department/manager/HQ", refusal);
    expect((await read()).unreadable).toEqual([{ kind: "manager", key: "HQ", code: "target-refused" }]);
    await reader.close();
    reader = openReader({ ...server.settings, absentErrorCodes: ["NO_MANAGER"] }, silent);
    expect(await read()).toMatchObject({ unreadable: [], departments: [{ manager: null }, { manager: null }] });
  });

  it.each<[string, Reply, string]>([
    ["refused", { status: 400, json: { errorCode: "X", traceId: "t" } }, "target-refused"],
    ["missing", { status: 404, json: { errorCode: "X", traceId: "t" } }, "target-refused"],
    ["failing", { status: 500 }, "target-unavailable"],
    ["without an answer", { accident: "reset" }, "target-no-answer"],
    ["cut off", { json: { depts: [post] }, accident: "cut" }, "response-incomplete"],
    ["without posts", { json: {} }, "response-unexpected"],
    ["with one department twice", { json: { depts: [post, { ...post, isMainDept: false }] } }, "response-unexpected"],
  ])("leave a person's posts unknown if the answer is %s", async (_, reply, code) => {
    server.script.set("GET /employee/dept/0/amy", reply);
    server.script.set("GET /employee/0/amy", { json: { account: "amy" } });
    const { employees, unreadable } = await read();
    expect(unreadable).toEqual([{ kind: "post", key: "amy", code }]);
    expect(employees[0]).not.toHaveProperty("posts");
    expect(employees[1]).toHaveProperty("posts");
  });

  it("name what cannot be read by kind and key, in whatever order the answers come", async () => {
    server.script.set("GET /employee/0/amy", { json: { account: "amy" } });
    server.script.set("GET /employee/0/bob", { json: { account: "bob" } });
    const refused = { status: 400, json: { errorCode: "X", traceId: "t" } };
    server.script.set("GET /department/manager/HQ", { ...refused, after: delay(300) });
    server.script.set("GET /employee/dept/0/amy", { ...refused, after: delay(200) });
    server.script.set("GET /employee/dept/0/bob", refused);
    const names = (await read()).unreadable.map(({ kind, key }) => `${kind} ${key}`);
    expect(names).toEqual(["manager HQ", "post amy", "post bob"]);
  });

  it("leave a title unknown if it has a name but no code", async () => {
    const named = { ...post, jobTitle: { code: null, name: "經理" }, jobFuncs: [{ code: "", name: "開發" }] };
    server.script.set("GET /employee/dept/0/amy", { json: { depts: [named] } });
    expect((await read()).employees[0]?.posts).toEqual([{ department: "RD", main: true, supervisor: null }]);
  });

  it("take a post that stands alone for the main post where E4 does not say so, and several for unreadable", async () => {
    const { isMainDept: _, ...unsaid } = post;
    const posts = (...depts: object[]) => server.script.set("GET /employee/dept/0/amy", { json: { depts } });
    const other = { ...unsaid, code: "HQ" };
    posts(unsaid);
    expect((await read()).employees[0]?.posts).toEqual([expect.objectContaining({ department: "RD", main: true })]);
    posts(unsaid, other);
    expect((await read()).unreadable).toEqual([{ kind: "post", key: "amy", code: "response-unexpected" }]);
    posts({ ...unsaid, isMainDept: null }, { ...other, isMainDept: null });
    expect((await read()).unreadable).toEqual([{ kind: "post", key: "amy", code: "response-unexpected" }]);
    posts(unsaid, { ...other, isMainDept: false });
    expect((await read()).employees[0]?.posts?.map(({ main }) => main)).toEqual([false, false]);
    posts({ ...unsaid, isMainDept: false });
    expect((await read()).employees[0]?.posts?.map(({ main }) => main)).toEqual([false]);
  });

  it("leave open what E4 shows of no post, where the site does not omit nulls", async () => {
    const { jobFuncs: _, ...shown } = post;
    server.script.set("GET /employee/dept/0/amy", { json: { depts: [shown] } });
    expect((await read()).employees[0]?.posts?.[0]).toHaveProperty("functions", []);
    await reader.close();
    reader = openReader(server.settings, silent);
    server.script.set("GET /department/employee", { json: ["amy", "bob"].map((account) => ({ account, name: "甲" })) });
    const [amy] = (await read()).employees;
    expect(amy?.posts).toEqual([{ department: "RD", main: true, title: "T1", supervisor: null }]);
  });

  it("end the reading, before anything else is read, if the key is refused", async () => {
    await reader.close();
    reader = openReader({ ...server.settings, concurrency: 1 }, silent);
    server.script.set("GET /department/manager/HQ", { status: 401 });
    await expect(read()).rejects.toMatchObject({ code: "target-unauthorized" });
    expect(server.routes().slice(5)).toEqual(Array.from({ length: 2 }, () => "GET /department/manager/HQ"));
  });

  it.each<[string, string, string, object]>([
    ["D10", "GET /department/manager/HQ", "GET /department/manager/RD", { departments: [{ manager: null }, {}] }],
    ["E4", "GET /employee/dept/0/amy", "GET /employee/dept/0/bob", { employees: [{ posts: [] }, {}] }],
  ])("take a 404 without an error body for none if %s answers for others", async (_, route, other, expected) => {
    server.script.set(route, { status: 404 });
    expect(await read()).toMatchObject({ ...expected, unreadable: [] });
    await reader.close();
    reader = openReader(server.settings, silent);
    server.script.set(other, { status: 404 });
    await expect(read()).rejects.toMatchObject({ code: "target-misconfigured" });
  });

  it.each<[string, string, Reply, object]>([
    ["D10", "GET /department/manager/HQ", { json: { account: "amy" } }, { departments: [{ manager: "amy" }, {}] }],
    ["E4", "GET /employee/dept/0/amy", { json: { depts: [post] } }, { employees: [{ posts: [{}] }, {}] }],
  ])(
    "ask again where %s has answered 404 without an error body, which may soon be over",
    async (_, route, reply, expected) => {
      await reader.close();
      reader = openReader({ ...server.settings, concurrency: 1 }, silent);
      expect(await read()).toMatchObject({ unreadable: [] });
      server.script.set(route, [{ status: 404 }, reply]);
      expect(await read()).toMatchObject({ ...expected, unreadable: [] });
    },
  );

  it("are found by `check`, although D10 answers 404 without an error body for the first department", async () => {
    server.script.set("GET /employee/0/amy", { json: { account: "amy" } });
    server.script.set("GET /department/manager/HQ", { status: 404 });
    server.script.set("GET /department/employee/HQ/false", { json: [] });
    const failed = async () =>
      (await reader.checkBindings(wordsOf("en").check)).flatMap((line) => ("error" in line ? [line.part] : []));
    server.script.set("GET /department/manager/RD", { status: 404 });
    expect(await failed()).toEqual(["target D10"]);
    server.script.set("GET /department/manager/RD", { json: null });
    expect(await failed()).toEqual([]);
  });

  it("take a 404 without an error body for an empty department if D9 answers for others", async () => {
    server.script.set("GET /department/employee/HQ/false", { status: 404 });
    const { members, unreadable } = await read({ ...scope, membersOf: ["HQ", "RD"] });
    expect([members.get("HQ"), members.get("RD"), unreadable]).toEqual([[], ["amy", "bob"], []]);
  });

  it("are not read any more, by any lane, after the first failure", async () => {
    const failed = Promise.withResolvers<void>();
    server.script.set("GET /department/manager/HQ", { status: 401 });
    server.script.set("GET /department/manager/RD", { status: 204, after: failed.promise });
    const found = await reader.readLists();
    await reader.close();
    reader = openReader({ ...server.settings, concurrency: 2 }, silent);
    await expect(reader.readDetails(found, scope)).rejects.toMatchObject({ code: "target-unauthorized" });
    failed.resolve();
    // After two further complete calls, the delayed call has been answered, and any call after it would have been sent.
    await reader.check();
    await reader.check();
    expect(server.routes().filter((route) => route.startsWith("GET /employee"))).toEqual([]);
  });
});

describe("a postponed call", () => {
  it("keeps its slot, so that no other call loads the service meanwhile", async () => {
    await reader.close();
    reader = openReader({ ...server.settings, concurrency: 1 }, silent);
    server.script.set("GET /deptlevel", [{ status: 429 }, { status: 503 }, { json: [] }]);
    await reader.readLists();
    expect(server.routes().slice(0, 4)).toEqual([
      "GET /deptlevel",
      "GET /deptlevel",
      "GET /deptlevel",
      "GET /department",
    ]);
  });
});

describe("concurrency", () => {
  it("never exceeds its limit", async () => {
    await reader.close();
    reader = openReader({ ...server.settings, concurrency: 3 }, silent);
    const found = await reader.readLists();
    expect(new Set(server.seen.map(({ port }) => port)).size).toBeLessThanOrEqual(3);
    expect(found.levels).toHaveLength(2);
  });
});
