import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../src/lib/errors.ts";
import type { Post } from "../../src/model/directory/directory.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

const refusal: Reply = { status: 400, json: { errorCode: "X", traceId: "t" } };
const reset: Reply = { accident: "reset" };

let server: ScriptedServer;
let writer: TargetWriter;
const free = () => undefined;
const outcome = (operation: Operation) =>
  writer.perform(operation, free).catch((error: unknown) => (error as MusterdError).code);
const written = () =>
  server.seen.filter(({ route }) => !route.startsWith("GET")).map(({ route, body }) => [route, body]);

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter({ ...server.settings, omittedFields: "kept" }, silent);
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const user = { userType: 0, userCode: "amy" };

describe("operations that set a state", () => {
  it.each<[Operation, string, unknown]>([
    [{ id: "V4", code: "L1", seq: 0 }, "PUT /deptlevel/seq", { code: "L1", seq: 0 }],
    [{ id: "V5", code: "L1", active: false }, "PUT /deptlevel/status", { code: "L1", active: false }],
    [{ id: "T4", code: "T1", rank: 2, seq: 1 }, "PUT /jobtitle/seq", { code: "T1", rank: 2, seq: 1 }],
    [{ id: "T5", code: "T1", active: true }, "PUT /jobtitle/status", { code: "T1", active: true }],
    [{ id: "J2", category: "技術", seq: 0 }, "PUT /jobfunc/category/seq", { category: "技術", seq: 0 }],
    [
      { id: "J7", code: "F1", category: "技術", seq: 2 },
      "PUT /jobfunc/seq",
      { code: "F1", categoryName: "技術", seq: 2 },
    ],
    [{ id: "J8", code: "F1", active: false }, "PUT /jobfunc/status", { code: "F1", active: false }],
    [
      { id: "J6", code: "F1", newCode: "F1", name: "測試" },
      "PUT /jobfunc",
      { originalCode: "F1", code: "F1", jobFunc: "測試" },
    ],
    [
      { id: "T3", code: "T1", newCode: "T1", title: "副理" },
      "PUT /jobtitle",
      { originalCode: "T1", code: "T1", title: "副理" },
    ],
    [{ id: "D4", code: "RD", active: true }, "PUT /department/status", { code: "RD", active: true }],
    [{ id: "D7", code: "RD", parent: "HQ", seq: 0 }, "PUT /department/move", { parentCode: "HQ", code: "RD", seq: 0 }],
    [{ id: "D7", code: "RD", parent: null, seq: 1 }, "PUT /department/move", { code: "RD", seq: 1 }],
    [{ id: "D12", code: "RD", manager: "amy" }, "PUT /department/manager", { code: "RD", manager: user }],
    [{ id: "D11", code: "RD" }, "DELETE /department/manager/RD", undefined],
    [{ id: "E7", account: "amy", active: true }, "PUT /employee/status", { user, active: true }],
    [
      { id: "E8", account: "amy", expiredTime: "2026-12-31T15:59:59.000Z" },
      "PUT /employee/expired",
      { user, expiredTime: "2026-12-31T23:59:59+08:00" },
    ],
    [
      { id: "E9", account: "amy", resignationDate: "2026-12-31" },
      "PUT /employee/resignation",
      { user, resignationDate: "2026-12-31T00:00:00+08:00" },
    ],
    [{ id: "E9", account: "amy", resignationDate: null }, "PUT /employee/resignation", { user, resignationDate: null }],
    [
      { id: "E13", account: "amy", department: "RD", supervisor: null },
      "PUT /employee/supervisor",
      { user, deptCode: "RD", supervisorType: 0 },
    ],
    [
      { id: "E13", account: "amy", department: "RD", supervisor: "bob" },
      "PUT /employee/supervisor",
      { user, deptCode: "RD", supervisorType: 1, supervisor: { userType: 0, userCode: "bob" } },
    ],
  ])("are repeated after a lost answer: %j", async (operation, route, body) => {
    server.script.set(route, [reset, {}]);
    expect(await outcome(operation)).toBe("applied");
    expect(written()).toEqual([
      [route, body],
      [route, body],
    ]);
  });

  it("send a date in the far future if the service refuses null for an expiry", async () => {
    server.script.set("PUT /employee/expired", [refusal, {}]);
    expect(await outcome({ id: "E8", account: "amy", expiredTime: null })).toBe("applied");
    expect(written().map(([, body]) => (body as { expiredTime: unknown }).expiredTime)).toEqual([
      null,
      "9999-12-31T23:59:59+08:00",
    ]);
  });

  it("send a date in the far future if the service refuses null for a last day", async () => {
    server.script.set("PUT /employee/resignation", [refusal, {}]);
    expect(await outcome({ id: "E9", account: "amy", resignationDate: null })).toBe("applied");
    expect(written().map(([, body]) => (body as { resignationDate: unknown }).resignationDate)).toEqual([
      null,
      "9999-12-31T00:00:00+08:00",
    ]);
  });

  it.each([
    [{ id: "E8", account: "amy", expiredTime: "2027-01-31T15:59:59.000Z" }, "PUT /employee/expired"],
    [{ id: "E9", account: "amy", resignationDate: "2027-01-31" }, "PUT /employee/resignation"],
  ] as const)("never put the far future in the place of a date that is refused: %j", async (operation, route) => {
    server.script.set(route, refusal);
    expect(await outcome(operation)).toBe("target-refused");
    expect(written()).toHaveLength(1);
  });

  it("never send the far future unless the service has refused to clear a date", async () => {
    server.script.set("PUT /employee/expired", { status: 503 });
    expect(await outcome({ id: "E8", account: "amy", expiredTime: null })).toBe("target-unavailable");
    expect(new Set(written().map(([, body]) => (body as { expiredTime: unknown }).expiredTime))).toEqual(
      new Set([null]),
    );
  });

  it.each<[Reply, string]>([
    [{ json: null }, "already-so"],
    [{ json: { account: "amy" } }, "target-refused"],
  ])("check why a manager cannot be cleared: %j", async (manager, expected) => {
    server.script.set("DELETE /department/manager/RD", refusal);
    server.script.set("GET /department/manager/RD", manager);
    expect(await outcome({ id: "D11", code: "RD" })).toBe(expected);
  });
});

describe("clearing a manager", () => {
  it("finds that there is none if D11 and D10 answer 404 without an error body, and D10 has answered for others", async () => {
    server.script.set("DELETE /department/manager/RD", { status: 404 });
    server.script.set("GET /department/manager/RD", { status: 404 });
    expect(await outcome({ id: "D11", code: "RD" })).toBe("target-misconfigured");
    server.script.set("GET /department/manager/QA", { json: { account: "amy" } });
    const lists = { levels: [], departments: [{ code: "QA", name: "QA" }], titles: [], functions: [], employees: [] };
    await writer.readDetails(lists, { managersOf: ["QA"], postsOf: [], membersOf: [] });
    expect(await outcome({ id: "D11", code: "RD" })).toBe("already-so");
  });

  it("is not assumed to be done if the service does not answer", async () => {
    server.script.set("DELETE /department/manager/RD", { status: 503 });
    server.script.set("GET /department/manager/RD", { json: null });
    expect(await outcome({ id: "D11", code: "RD" })).toBe("target-unavailable");
  });
});

describe("disabling", () => {
  it.each<[Reply, string, number]>([
    [{ json: { account: "amy", active: true } }, "applied", 1],
    [{ json: { account: "amy", active: false } }, "already-so", 0],
    [{ json: {} }, "gone", 0],
    [{ status: 500 }, "target-unavailable", 0],
  ])("a person reads first: %j", async (found, expected, writes) => {
    server.script.set("GET /employee/0/amy", found);
    server.script.set("PUT /employee/status", {});
    expect(await outcome({ id: "E7", account: "amy", active: false })).toBe(expected);
    expect(written()).toHaveLength(writes);
  });

  it.each<[Reply, string, number]>([
    [{ json: [] }, "applied", 1],
    [{ json: [{ account: "amy", active: false }] }, "applied", 1],
    [{ json: [{ account: "amy", active: true }] }, "still-occupied", 0],
    [{ json: [{ account: "amy" }] }, "still-occupied", 0],
    [refusal, "target-refused", 0],
  ])("a department checks for active people first: %j", async (members, expected, writes) => {
    server.script.set("GET /department/employee/RD/false", members);
    server.script.set("PUT /department/status", {});
    expect(await outcome({ id: "D4", code: "RD", active: false })).toBe(expected);
    expect(written()).toHaveLength(writes);
  });
});

describe("changing a department", () => {
  const rd = {
    code: "RD",
    parentCode: "HQ",
    deptLevelCode: "L2",
    name: "研發課",
    description: "所有研發",
    active: true,
  };
  const change = { id: "D3", code: "RD", newCode: "RD", set: { name: "研究課" } } as const;
  beforeEach(() => {
    server.script.set("GET /department", { json: [rd] });
    server.script.set("PUT /department", {});
  });

  it("sends texts back without the blanks and the decomposed letters with which the site shows them", async () => {
    server.script.set("GET /department", { json: [{ ...rd, description: "Cafe\u0301   " }] });
    expect(await outcome(change)).toBe("applied");
    expect(written()[0]?.[1]).toMatchObject({ name: "研究課", description: "Caf\u00e9" });
  });

  it("sends unset fields with their present value", async () => {
    expect(await outcome(change)).toBe("applied");
    expect(written()).toEqual([
      [
        "PUT /department",
        { originalCode: "RD", code: "RD", name: "研究課", deptLevelCode: "L2", description: "所有研發" },
      ],
    ]);
  });

  it("clears a description with null", async () => {
    await outcome({ ...change, set: { description: null } });
    expect(written()[0]?.[1]).toMatchObject({ name: "研發課", description: null });
  });

  it.each<[Operation, readonly object[], string]>([
    [change, [{ ...rd, name: "研究課" }], "already-so"],
    [change, [], "gone"],
    [change, [{ ...rd, deptLevelCode: null }], "value-missing"],
    [{ ...change, newCode: "R1" }, [{ ...rd, code: "R1", name: "研究課" }], "already-so"],
    [{ ...change, newCode: "R1" }, [{ ...rd, code: "R1" }], "gone"],
  ])("writes nothing for %j if the departments are %j", async (operation, departments, expected) => {
    server.script.set("GET /department", { json: departments });
    expect(await outcome(operation)).toBe(expected);
    expect(written()).toEqual([]);
  });

  it("writes nothing where the site shows no description and HR states none: leaving it out may clear it", async () => {
    await writer.close();
    writer = openWriter(server.settings, silent);
    const { description: _, ...shown } = rd;
    server.script.set("GET /department", { json: [shown] });
    expect(await outcome(change)).toBe("value-hidden");
    expect(await outcome({ ...change, newCode: "R1", set: {} })).toBe("value-hidden");
    expect(written()).toEqual([]);
    expect(await outcome({ ...change, set: { name: "研究課", description: "x" } })).toBe("applied");
    // Here records differ in what they have, so this one leaves out null.
    server.script.set("GET /department", { json: [shown, { ...shown, code: "QA", parentCode: "RD", seq: 3 }] });
    expect(await outcome(change)).toBe("applied");
    expect(written()[1]?.[1]).toHaveProperty("description", null);
  });

  it("finds a renamed department after a lost answer", async () => {
    server.script.set("PUT /department", reset);
    server.script.set("GET /department", [{ json: [rd] }, { json: [{ ...rd, code: "R1", name: "研究課" }] }]);
    expect(await outcome({ ...change, newCode: "R1" })).toBe("applied");
    expect(written()).toHaveLength(1);
  });
});

describe("changing a person", () => {
  const amy = {
    account: "amy",
    name: "甲",
    employeeNumber: "001",
    loginValidation: ["UOF"],
    gender: "Female",
    englishName: null,
    idCardNumber: "A2******89",
    birthDate: "1990-02-02T16:00:00Z",
    phoneNumber: "0900",
    businessCard: "",
    hireDate: null,
    email: "amy@example.com",
    emailEx: "a2@example.com",
    active: true,
  };
  const change = { id: "E11", account: "amy", newAccount: "amy", set: { name: "乙", emailEx: null } } as const;
  beforeEach(() => {
    server.script.set("GET /employee/0/amy", { json: amy });
    server.script.set("PUT /employee", {});
  });

  it("refuses to omit a masked field if that might clear it", async () => {
    writer = openWriter({ ...server.settings, omittedFields: "unknown" }, silent);
    expect(await outcome(change)).toBe("value-hidden");
    expect(written()).toEqual([]);
  });

  it("writes to nobody who has got the account since the plan, which the number shows", async () => {
    const leaver = { id: "E7", account: "amy", active: false } as const;
    expect(await outcome({ ...change, numbers: ["002", "003"] })).toBe("changed-since-plan");
    expect(await outcome({ ...leaver, numbers: ["002"] })).toBe("changed-since-plan");
    expect(written()).toEqual([]);
    server.script.set("PUT /employee/status", {});
    expect(await outcome({ ...change, numbers: ["002", "001"] })).toBe("applied");
    expect(await outcome({ ...leaver, numbers: ["001"] })).toBe("applied");
    server.script.set("GET /employee/0/amy", { json: { ...amy, employeeNumber: null } });
    expect(await outcome({ ...leaver, numbers: ["002"] })).toBe("applied");
  });

  it("sends texts back without the blanks and the decomposed letters with which the site shows them", async () => {
    const shown = { ...amy, name: "\u3000Ren\u0065\u0301  ", businessCard: "顧問   " };
    server.script.set("GET /employee/0/amy", { json: shown });
    expect(await outcome({ ...change, set: { phoneNumber: "0911" } })).toBe("applied");
    expect(written()[0]?.[1]).toMatchObject({ name: "Ren\u00e9", businessCard: "顧問", phoneNumber: "0911" });
  });

  it("sends every known field, dates at +08:00, and not the masked one", async () => {
    expect(await outcome(change)).toBe("applied");
    expect(written()).toEqual([
      [
        "PUT /employee",
        {
          user,
          account: "amy",
          name: "乙",
          employeeNumber: "001",
          loginValidation: ["UOF"],
          gender: "Female",
          englishName: null,
          birthDate: "1990-02-03T00:00:00+08:00",
          phoneNumber: "0900",
          businessCard: null,
          hireDate: null,
          email: "amy@example.com",
          emailEx: null,
        },
      ],
    ]);
  });

  it("writes a masked field when the plan states it", async () => {
    await outcome({ ...change, set: { idCardNumber: "A123456789" } });
    expect(written()[0]?.[1]).toMatchObject({ idCardNumber: "A123456789", name: "甲" });
  });

  it.each<[Operation, Reply, string]>([
    [
      { ...change, set: { name: "甲", birthDate: "1990-02-03", businessCard: null, loginValidation: ["uof"] } },
      { json: amy },
      "already-so",
    ],
    [change, { json: null }, "gone"],
    [{ ...change, set: { email: "x@example.com" } }, { json: { ...amy, name: " " } }, "value-missing"],
  ])("writes nothing for %j if the person is %j", async (operation, found, expected) => {
    server.script.set("GET /employee/0/amy", found);
    expect(await outcome(operation)).toBe(expected);
    expect(written()).toEqual([]);
  });

  describe("whose account is renamed", () => {
    const rename = { ...change, newAccount: "ann", set: {} } as const;
    const none: Reply = { json: null };

    it.each<[string, Reply, Reply, Reply, string, number]>([
      ["taken", { json: amy }, { json: { ...amy, account: "ann" } }, {}, "applied", 1],
      ["taken in lower case", { json: amy }, { json: { ...amy, account: "ANN" } }, {}, "applied", 1],
      ["accepted and dropped", { json: amy }, none, {}, "not-applied", 1],
      ["lost, done", { json: amy }, { json: { ...amy, account: "ann" } }, reset, "applied", 1],
      ["lost, not done", { json: amy }, none, reset, "target-no-answer", 3],
      ["lost, somebody else there", { json: amy }, { json: { account: "ann", name: "丙" } }, reset, "conflict", 1],
      ["not needed: done before", none, { json: { ...amy, account: "ann" } }, {}, "already-so", 0],
      ["not needed: nobody there", none, none, {}, "gone", 0],
    ])("is searched under both accounts: %s", async (_, old, renamed, reply, expected, writes) => {
      server.script.set("GET /employee/0/amy", old);
      server.script.set("GET /employee/0/ann", renamed);
      server.script.set("PUT /employee", reply);
      expect(await outcome(rename)).toBe(expected);
      expect(written()).toHaveLength(writes);
    });
  });
});

describe("replacing posts", () => {
  const read = "GET /employee/dept/0/amy";
  const shown = (code: string, isMainDept: boolean) => ({
    code,
    isMainDept,
    jobTitle: { code: "T1" },
    jobFuncs: [{ code: "F2" }, { code: "F1" }],
  });
  const held = (department: string, main: boolean): Post => ({
    department,
    main,
    title: "T1",
    functions: ["F1", "F2"],
    supervisor: null,
  });
  const both = { json: { depts: [shown("RD", true), shown("QA", false)] } };
  const rdAndHq = { json: { depts: [shown("RD", true), shown("HQ", false)] } };
  const rdOnly = { json: { depts: [shown("RD", true)] } };
  const operation = {
    id: "E14",
    account: "amy",
    before: [held("RD", true), held("QA", false)],
    posts: [held("RD", true)],
  } as const;
  beforeEach(() => server.script.set("PUT /employee/dept", {}));

  it.each<[string, readonly Reply[], Partial<typeof operation>, string, number]>([
    ["as planned, and the service does it", [both, rdOnly], {}, "applied", 1],
    ["as planned, and the service keeps the post", [both], {}, "not-applied", 1],
    ["as planned, and shown without the post only later", [both, both, both, rdOnly], {}, "applied", 1],
    ["as planned, and shown so only after an earlier write", [rdAndHq, both, rdOnly], {}, "applied", 1],
    ["as wanted", [rdOnly], {}, "already-so", 0],
    ["otherwise", [{ json: { depts: [shown("QA", true)] } }], {}, "changed-since-plan", 0],
    ["unreadable", [refusal], {}, "target-refused", 0],
  ])("reads first; the posts are %s", async (_, posts, change, expected, writes) => {
    server.script.set(read, posts);
    expect(await outcome({ ...operation, ...change })).toBe(expected);
    expect(written()).toHaveLength(writes);
  });

  it("takes the plan's word for which is the main post where the site marks none", async () => {
    const unmarked = (...codes: string[]) => ({
      json: { depts: codes.map((code) => ({ ...shown(code, true), isMainDept: undefined })) },
    });
    server.script.set(read, [unmarked("RD", "QA"), unmarked("RD")]);
    expect(await outcome(operation)).toBe("applied");
    server.script.set(read, unmarked("RD", "QA"));
    const exchanged = [held("RD", false), held("QA", true)];
    // What the plan wants cannot be seen here, so it is written.
    expect(await outcome({ ...operation, posts: exchanged })).toBe("applied");
    server.script.set(read, unmarked("RD", "HQ"));
    expect(await outcome(operation)).toBe("response-unexpected");
    expect(written()).toHaveLength(2);
  });

  it("sends all four fields of every post", async () => {
    server.script.set(read, rdOnly);
    const added: Post = { department: "QA", main: false, title: null, functions: ["F9", "F3"] };
    expect(
      await outcome({ ...operation, before: [held("rd", true)], posts: [{ department: "RD", main: true }, added] }),
    ).toBe("applied");
    expect(written()).toEqual([
      [
        "PUT /employee/dept",
        {
          user,
          depts: [
            { code: "RD", isMainDept: true, jobTitleCode: "T1", jobFuncs: ["F1", "F2"] },
            { code: "QA", isMainDept: false, jobTitleCode: null, jobFuncs: ["F3", "F9"] },
          ],
        },
      ],
    ]);
  });

  it.each([[[]], [[held("RD", false)]], [[held("RD", true), held("QA", true)]]])(
    "never leaves a person without one main post: %j",
    async (posts) => {
      expect(await outcome({ ...operation, posts })).toBe("main-post-missing");
      expect(server.seen).toEqual([]);
    },
  );
});

describe("the permission refresh", () => {
  const route = "POST /permission/update";
  const refresh = () =>
    writer.refresh(free).then(
      () => "done",
      (error: unknown) => (error as MusterdError).code,
    );

  it.each<[string, readonly Reply[], string, number]>([
    ["done", [{}], "done", 1],
    ["busy for too long", [{ status: 409 }, { status: 503 }, { status: 500 }], "target-unavailable", 3],
    ["put off, then done", [{ status: 429 }, {}], "done", 2],
    ["lost", [reset], "refresh-unknown", 1],
    ["given up by a gateway", [{ status: 504 }], "refresh-unknown", 1],
    ["refused", [refusal], "target-refused", 1],
    ["forbidden", [{ status: 401 }], "target-unauthorized", 1],
  ])("is %s", async (_, replies, expected, calls) => {
    server.script.set(route, replies);
    expect(await refresh()).toBe(expected);
    expect(server.seen.map(({ body }) => body)).toEqual(Array.from({ length: calls }, () => ({})));
  });

  it("names the gateway that gives up before we do", async () => {
    server.script.set(route, { status: 504 });
    await expect(writer.refresh(free)).rejects.toMatchObject({ hint: expect.stringMatching(/gateway/) });
  });

  it("is unknown if no answer comes in time", async () => {
    await writer.close();
    writer = openWriter({ ...server.settings, refreshTimeoutMs: 100 }, silent);
    server.script.set(route, { accident: "hang" });
    expect(await refresh()).toBe("refresh-unknown");
  });

  it("never runs twice at once", async () => {
    const first = Promise.withResolvers<void>();
    let atWork = 0;
    let most = 0;
    const guard = () => {
      atWork += 1;
      most = Math.max(most, atWork);
      first.resolve();
    };
    server.script.set(route, () => {
      atWork -= 1;
      return {};
    });
    await Promise.all([writer.refresh(guard), writer.refresh(guard), first.promise]);
    expect(most).toBe(1);
    expect(server.seen).toHaveLength(2);
  });
});
