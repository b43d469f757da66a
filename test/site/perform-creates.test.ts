import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MusterdError } from "../../src/lib/errors.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

const refusal: Reply = { status: 400, json: { errorCode: "X", traceId: "t" } };
const reset: Reply = { accident: "reset" };

let server: ScriptedServer;
let writer: TargetWriter;
const free = () => undefined;
const perform = (operation: Operation) => writer.perform(operation, free);
const count = (route: string) => server.routes().filter((seen) => seen === route).length;

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

describe("creating a department", () => {
  const operation = { id: "D2", code: "RD", parent: "HQ", level: "L2", name: "研發課", active: true } as const;
  const asWanted = { code: "RD", parentCode: "HQ", deptLevelCode: "L2", name: "研發課", active: true };
  const other = { ...asWanted, name: "研究課" };
  const writes = () => count("POST /department");

  it.each<[string, readonly Reply[], readonly object[], string, number]>([
    ["taken", [{}], [], "applied", 1],
    ["lost, done as wanted", [reset], [asWanted], "applied", 1],
    ["failed, done as wanted", [{ status: 500 }], [asWanted], "applied", 1],
    ["answered by half a JSON, done", [{ text: '{"code"' }], [asWanted], "applied", 1],
    ["lost, not done, then accepted", [reset, {}], [], "applied", 2],
    ["lost and not done every time", [reset], [], "target-no-answer", 3],
    ["lost, something else there", [reset], [other], "conflict", 1],
    ["refused, as wanted already", [refusal], [asWanted], "already-so", 1],
    ["refused, something else there", [refusal], [other], "target-refused", 1],
    ["refused, nothing there", [refusal], [], "target-refused", 1],
    ["postponed, then accepted", [{ status: 429 }, {}], [asWanted], "applied", 2],
    ["postponed every time", [{ status: 429 }], [], "target-unavailable", 3],
    ["false", [{ json: false }], [], "target-refused", 1],
    ["forbidden", [{ status: 401 }], [], "target-unauthorized", 1],
  ])("whose answer is %s", async (_, replies, departments, outcome, times) => {
    server.script.set("POST /department", replies);
    server.script.set("GET /department", { json: departments });
    const performed = perform(operation).catch((error: unknown) => (error as MusterdError).code);
    expect(await performed).toBe(outcome);
    expect(writes()).toBe(times);
  });

  it("enables what is there and not listed while it is inactive", async () => {
    server.script.set("POST /department", refusal);
    server.script.set("PUT /department/status", {});
    server.script.set("GET /department", [{ json: [] }, { json: [] }, { json: [other] }]);
    expect(await perform(operation)).toBe("applied");
    expect(count("PUT /department/status")).toBe(1);
  });

  it("is refused if something else is there and listed", async () => {
    server.script.set("POST /department", refusal);
    server.script.set("PUT /department/status", {});
    server.script.set("GET /department", { json: [other] });
    await expect(perform(operation)).rejects.toMatchObject({ code: "target-refused" });
    expect(count("PUT /department/status")).toBe(0);
  });

  it("is refused if enabling it is refused, or shows nothing", async () => {
    server.script.set("POST /department", refusal);
    server.script.set("GET /department", { json: [] });
    for (const reply of [refusal, {}]) {
      server.script.set("PUT /department/status", reply);
      await expect(perform(operation)).rejects.toMatchObject({ code: "target-refused" });
    }
    await expect(perform({ ...operation, active: false })).rejects.toMatchObject({ code: "target-refused" });
    expect(count("PUT /department/status")).toBe(2);
  });

  it("counts as applied if the first answer was lost and a later one is a refusal", async () => {
    server.script.set("POST /department", [reset, refusal]);
    server.script.set("GET /department", [{ json: [] }, { json: [asWanted] }]);
    expect(await perform(operation)).toBe("applied");
  });

  it("finds the department under an equivalent spelling of the code", async () => {
    server.script.set("POST /department", reset);
    server.script.set("GET /department", { json: [{ ...asWanted, code: "ｒｄ " }] });
    expect(await perform(operation)).toBe("applied");
  });

  it("omits the parent for the top, and states everything else", async () => {
    server.script.set("POST /department", {});
    await perform({ ...operation, parent: null, description: null });
    expect(server.seen[0]?.body).toEqual({
      code: "RD",
      deptLevelCode: "L2",
      name: "研發課",
      active: true,
      description: null,
    });
  });
});

describe("creating in the catalogue", () => {
  it.each<[Operation, string, string, unknown]>([
    [
      { id: "V2", code: "L1", name: "處", active: true },
      "POST /deptlevel",
      "GET /deptlevel",
      [{ code: "L1", name: "處", active: true }],
    ],
    [
      { id: "T2", code: "T1", title: "經理", rank: 3, active: true },
      "POST /jobtitle",
      "GET /jobtitle",
      [[{ code: "T1", title: "經理", rank: 3, active: true }]],
    ],
    [
      { id: "J5", code: "F1", category: "技術", name: "開發", active: true },
      "POST /jobfunc",
      "GET /jobfunc",
      [[{ code: "F1", categoryName: "技術", jobFunc: "開發", active: true }]],
    ],
  ])("reads after a lost answer: $id", async (operation, write, read, found) => {
    server.script.set(write, reset);
    server.script.set(read, { json: found });
    expect(await perform(operation)).toBe("applied");
    // The list is read once more after the first create (R103).
    expect(server.routes()).toEqual([write, read, read]);
  });
});

describe("a rename", () => {
  const operation = { id: "V3", code: "L1", newCode: "L9", name: "處" } as const;

  it.each<[string, Reply, readonly object[], string]>([
    ["lost, done", reset, [{ code: "L9", name: "處" }], "applied"],
    ["refused, done before", refusal, [{ code: "L9", name: "處" }], "already-so"],
    ["lost, not done", reset, [{ code: "L1", name: "處" }], "target-no-answer"],
    [
      "refused, both there",
      refusal,
      [
        { code: "L1", name: "處" },
        { code: "L9", name: "處" },
      ],
      "target-refused",
    ],
    ["lost, another name there", reset, [{ code: "L9", name: "部" }], "conflict"],
  ])("whose answer is %s", async (_, reply, levels, outcome) => {
    server.script.set("PUT /deptlevel", reply);
    server.script.set("GET /deptlevel", { json: levels });
    expect(await perform(operation).catch((error: unknown) => (error as MusterdError).code)).toBe(outcome);
  });

  it("of the name alone is written again", async () => {
    server.script.set("PUT /deptlevel", [reset, {}]);
    expect(await perform({ ...operation, newCode: "L1" })).toBe("applied");
    expect(server.routes()).toEqual(["PUT /deptlevel", "PUT /deptlevel"]);
  });

  it("of a category is recognised by its functions", async () => {
    server.script.set("PUT /jobfunc/category", reset);
    server.script.set("GET /jobfunc", { json: [{ code: "F1", categoryName: "研發" }] });
    expect(await perform({ id: "J1", category: "技術", newCategory: "研發" })).toBe("applied");
  });
});

describe("creating a person", () => {
  const operation = {
    id: "E12",
    defaultLogin: ["UOF"],
    account: "amy",
    data: { name: "甲", number: "001", birthDate: "1990-02-03", email: null, loginValidation: ["UOF"] },
    expiredTime: null,
    posts: [{ department: "RD", main: true, title: "T1", functions: ["F2", "F1"], supervisor: "bob" }],
  } as const;
  const byAccount = "GET /employee/0/amy";
  const byNumber = "GET /employee/1/001";
  const write = "POST /employee";
  const posts = "GET /employee/dept/0/amy";
  const postOfAmy = {
    code: "RD",
    isMainDept: true,
    jobTitle: { code: "T1" },
    jobFuncs: [{ code: "F1" }, { code: "F2" }],
  };
  const amy = { account: "amy", name: "甲", employeeNumber: "001", active: true };
  const wanted = {
    ...amy,
    birthDate: "1990-02-03",
    email: null,
    loginValidation: ["UOF"],
    expiredTime: null,
    idCardNumber: null,
    phoneNumber: null,
  };

  beforeEach(() => {
    server.script.set(byAccount, { json: null });
    server.script.set(byNumber, { status: 404, json: { errorCode: "NONE", traceId: "t" } });
    server.script.set(write, {});
    server.script.set(posts, { json: { depts: [postOfAmy] } });
  });

  /** Read once after the first create (R103). */
  const list = "GET /department/employee";

  it("searches for account and number, then writes every known field", async () => {
    server.script.set(byAccount, [{ json: null }, { json: amy }]);
    expect(await perform(operation)).toBe("applied");
    // The first newcomer is read back, to find out whether the site creates people as active and with their posts (R54).
    expect(server.routes()).toEqual([byAccount, byNumber, write, byAccount, posts, list]);
    expect(server.seen[2]?.body).toEqual({
      account: "amy",
      name: "甲",
      employeeNumber: "001",
      birthDate: "1990-02-03T00:00:00+08:00",
      email: null,
      loginValidation: ["UOF"],
      expiredTime: null,
      depts: [{ code: "RD", isMainDept: true, jobTitleCode: "T1", jobFuncs: ["F1", "F2"] }],
    });
  });

  it("waits for a site that shows a new person only later", async () => {
    server.script.set("PUT /employee/status", {});
    server.script.set(byAccount, [{ json: null }, { json: null }, { json: { ...amy, active: false } }]);
    server.script.set(posts, [refusal, { json: { depts: [postOfAmy] } }]);
    expect(await perform(operation)).toBe("applied");
    expect(server.routes().slice(3)).toEqual([byAccount, byAccount, "PUT /employee/status", posts, posts, list]);
  });

  it("says that a new person is accepted and not shown, not that the reading is refused", async () => {
    server.script.set(byAccount, { json: null });
    server.script.set(posts, refusal);
    expect(await perform(operation).catch((error: unknown) => (error as MusterdError).code)).toBe("not-applied");
  });

  it("disables a new person whom the site shows only later", async () => {
    server.script.set("PUT /employee/status", {});
    server.script.set(byAccount, [{ json: null }, { json: { ...amy, active: true } }]);
    expect(await perform({ id: "E7", account: "amy", active: false })).toBe("applied");
  });

  it("takes a 404 without an error body for nobody if E1 does not list the person", async () => {
    const notFound = { status: 404, json: { title: "Not Found", status: 404 } };
    server.script.set(byAccount, [notFound, { json: amy }]);
    server.script.set(byNumber, notFound);
    server.script.set("GET /department/employee", { json: [] });
    expect(await perform(operation)).toBe("applied");
  });

  it("enables all newcomers if the first was inactive, and checks only once", async () => {
    server.script.set("PUT /employee/status", {});
    server.script.set(byAccount, [{ json: null }, { json: { ...amy, active: false } }, { json: null }]);
    expect(await perform(operation)).toBe("applied");
    expect(server.routes()).toEqual([byAccount, byNumber, write, byAccount, "PUT /employee/status", posts, list]);
    expect(server.seen.at(-3)?.body).toEqual({ user: { userType: 0, userCode: "amy" }, active: true });
    server.seen.length = 0;
    expect(await perform(operation)).toBe("applied");
    expect(server.routes()).toEqual([byAccount, byNumber, write, "PUT /employee/status"]);
  });

  it("checks only once if newcomers are active and have their posts", async () => {
    server.script.set(byAccount, [{ json: null }, { json: { ...amy, active: true } }, { json: null }]);
    expect(await perform(operation)).toBe("applied");
    expect(await perform(operation)).toBe("applied");
    expect(server.routes()).toEqual([byAccount, byNumber, write, byAccount, posts, list, byAccount, byNumber, write]);
  });

  it("writes the posts of all newcomers if the first had none", async () => {
    server.script.set("PUT /employee/dept", {});
    server.script.set(byAccount, [{ json: null }, { json: amy }, { json: null }]);
    const none = { json: { depts: [] } };
    server.script.set(posts, [none, none, none, none, none, { json: { depts: [postOfAmy] } }]);
    expect(await perform(operation)).toBe("applied");
    expect(count("PUT /employee/dept")).toBe(1);
  });

  it("sends null for no posts", async () => {
    await perform({ ...operation, posts: [] });
    expect(server.seen[2]?.body).toMatchObject({ depts: null });
  });

  it.each<[string, Reply, Reply, string]>([
    ["this very person", { json: wanted }, { json: wanted }, "already-so"],
    ["another person's account", { json: { ...amy, employeeNumber: "002" } }, { json: null }, "already-exists"],
    [
      "a namesake without a number",
      { json: { ...amy, name: "乙", employeeNumber: null } },
      { json: null },
      "already-exists",
    ],
    ["two people", { json: amy }, { json: { ...amy, account: "ann" } }, "already-exists"],
    ["another person's number", { json: {} }, { json: { ...amy, account: "ann" } }, "already-exists"],
  ])("does not overwrite %s", async (_, account, number, outcome) => {
    server.script.set(byAccount, account);
    server.script.set(byNumber, number);
    expect(await perform(operation).catch((error: unknown) => (error as MusterdError).code)).toBe(outcome);
    expect(count(write)).toBe(0);
  });

  it.each([
    [{ idCardNumber: "A1", birthDate: "1990-02-03" }, true],
    [{ idCardNumber: "A9", birthDate: "1971-01-01" }, false],
    [{ idCardNumber: "A9", birthDate: null }, false],
    [{ idCardNumber: null, birthDate: "1971-01-01" }, false],
    [{ idCardNumber: "A1", birthDate: "1971-01-01" }, true],
    [{ idCardNumber: "A9", birthDate: "1990-02-03" }, true],
    [{ idCardNumber: null, birthDate: null }, true],
  ])("finds somebody inactive with both keys, and %o; is enabled: %s (life 16000759)", async (shown, isEnabled) => {
    for (const route of [byAccount, byNumber]) server.script.set(route, { json: { ...amy, ...shown, active: false } });
    server.script.set("PUT /employee/resignation", {});
    server.script.set("PUT /employee/status", {});
    const named = { ...operation, data: { ...operation.data, idCardNumber: "A1" } } as const;
    const code = await perform(named).catch((error: unknown) => (error as MusterdError).code);
    expect([code !== "already-exists", count("PUT /employee/status")]).toEqual([isEnabled, isEnabled ? 1 : 0]);
  });

  it.each<[string, readonly Reply[], string, number]>([
    ["the same person", [{ json: null }, { json: amy }], "applied", 1],
    ["somebody else", [{ json: null }, { json: { ...amy, name: "乙" } }], "conflict", 1],
    ["nobody", [{ json: null }], "target-no-answer", 3],
  ])("reads after a lost answer and finds %s", async (_, account, outcome, times) => {
    server.script.set(write, reset);
    server.script.set(byAccount, account);
    server.script.set(byNumber, { json: null });
    expect(await perform(operation).catch((error: unknown) => (error as MusterdError).code)).toBe(outcome);
    expect(count(write)).toBe(times);
  });

  it("reads the whole list if a 400 does not tell whether the person exists", async () => {
    server.script.set(byAccount, refusal);
    server.script.set("GET /department/employee", { json: [{ account: "AMY", name: "丁", employeeNumber: "004" }] });
    await expect(perform(operation)).rejects.toMatchObject({ code: "already-exists" });
  });

  it("refuses a person without a name before anything is sent", async () => {
    await expect(perform({ ...operation, data: {} })).rejects.toMatchObject({ code: "value-missing" });
    expect(server.seen).toEqual([]);
  });
});

describe("the check before every call", () => {
  it("can end an operation, and nothing more is sent", async () => {
    const stopped = new MusterdError("cancelled", "the run was stopped", { hint: "start it again", retryable: true });
    let left = 2;
    const beforeCall = () => {
      left -= 1;
      if (left < 0) throw stopped;
    };
    server.script.set("POST /department", reset);
    server.script.set("GET /department", { json: [] });
    const operation = { id: "D2", code: "RD", parent: null, level: "L2", name: "研發課", active: true } as const;
    await expect(writer.perform(operation, beforeCall)).rejects.toBe(stopped);
    expect(server.routes()).toEqual(["POST /department", "GET /department"]);
  });

  it("also runs before repetitions", async () => {
    let calls = 0;
    server.script.set("PUT /department/status", [{ status: 503 }, { status: 503 }, {}]);
    await writer.perform({ id: "D4", code: "RD", active: true }, () => {
      calls += 1;
    });
    expect(calls).toBe(3);
  });

  it("also runs during a long wait", async () => {
    let asked = 0;
    server.script.set("PUT /department/status", [{ status: 429, headers: { "retry-after": "1" } }, {}]);
    await writer.perform({ id: "D4", code: "RD", active: true }, () => {
      asked += 1;
    });
    expect(server.seen).toHaveLength(2);
    expect(asked).toBe(4);
  });

  it("can end a long wait that the service has requested", async () => {
    let stopped = false;
    server.script.set("PUT /department/status", () => {
      stopped = true;
      return { status: 429, headers: { "retry-after": "60" } };
    });
    const beforeCall = () => {
      if (stopped) throw new MusterdError("cancelled", "the run was stopped", { hint: "start it again" });
    };
    await expect(writer.perform({ id: "D4", code: "RD", active: true }, beforeCall)).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(server.seen).toHaveLength(1);
  });
});
