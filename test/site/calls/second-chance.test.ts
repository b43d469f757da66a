/**
 * A key that was accepted and an address that has answered are not wrong because of one answer: a session has ended, or a gateway has
 * answered. Such a call is repeated once; before, one of them ended every run, and leavers could sign in for days.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MusterdError } from "../../../src/lib/errors.ts";
import { openWriter } from "../../../src/site/open-target.ts";
import type { TargetWriter } from "../../../src/site/target.ts";
import { type Reply, type ScriptedServer, silent, startScriptedServer } from "../scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error as MusterdError).code,
  );
const enable = () => codeOf(writer.perform({ id: "E7", account: "amy", active: true }, () => undefined));
const callsOf = (route: string) => server.routes().filter((one) => one === route).length;

beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  for (const list of ["deptlevel", "department", "jobtitle", "jobfunc", "employee", "department/employee"])
    server.script.set(`GET /${list}`, { json: [] });
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const unauthorized: Reply = { status: 401 };
const forbidden: Reply = { status: 403 };
const redirect: Reply = { status: 307, headers: { location: "/login" } };
const page: Reply = { text: "<html>", headers: { "content-type": "text/html" } };

describe("a reading", () => {
  it.each<[string, Reply, string, number]>([
    ["once after a 401", unauthorized, "target-unauthorized", 5],
    ["as others are after a redirect", redirect, "target-misconfigured", 6],
    ["as others are after a page", page, "target-misconfigured", 6],
  ])("is repeated %s", async (_, reply, code, calls) => {
    server.script.set("GET /deptlevel", [{ json: [] }, reply, { json: [] }, reply]);
    await writer.check();
    expect(await codeOf(writer.check())).toBe("done");
    expect(await codeOf(writer.check())).toBe(code);
    expect(callsOf("GET /deptlevel")).toBe(calls);
  });

  it.each<[Reply, number]>([
    [unauthorized, 2],
    [redirect, 3],
    [page, 3],
  ])("is repeated also where only other operations have answered: %j", async (reply, calls) => {
    await writer.check();
    server.script.set("GET /employee/0/amy", reply);
    const disabled = writer.perform({ id: "E7", account: "amy", active: false }, () => undefined);
    expect(await codeOf(disabled)).not.toBe("done");
    expect(callsOf("GET /employee/0/amy")).toBe(calls);
  });

  it.each([unauthorized, redirect, page])("is not repeated where nothing has answered: %j", async (reply) => {
    server.script.set("GET /deptlevel", reply);
    expect(await codeOf(writer.check())).not.toBe("done");
    expect(callsOf("GET /deptlevel")).toBe(1);
  });

  it("is not repeated without the permission", async () => {
    await writer.check();
    server.script.set("GET /deptlevel", forbidden);
    expect(await codeOf(writer.check())).toBe("target-unauthorized");
    expect(callsOf("GET /deptlevel")).toBe(2);
  });
});

describe("a question about one object that is blocked", () => {
  const people = ["amy", "bob"].map((account) => ({ account, name: account, employeeNumber: account }));
  const scope = { managersOf: [], membersOf: [], postsOf: ["amy", "bob"] } as const;
  const unreadable = async () => {
    const lists = await writer.readLists();
    const { unreadable } = await writer.readDetails(lists, scope);
    return unreadable.map(({ key, code }) => `${key} ${code}`);
  };
  const posts = (account: string, reply: Reply) => server.script.set(`GET /employee/dept/0/${account}`, reply);

  beforeEach(() => {
    server.script.set("GET /department/employee", { json: people });
    posts("bob", { json: { depts: [] } });
    for (const account of ["amy", "bob"])
      server.script.set(`GET /employee/0/${account}`, { json: people.find((one) => one.account === account) });
  });

  it.each([{ after: new Promise<void>((done) => setTimeout(done, 50)) }, {}])(
    "leaves that object unknown, where others get an answer and the key is still accepted: %j",
    async (late) => {
      posts("amy", forbidden);
      posts("bob", { json: { depts: [] }, ...late });
      expect(await unreadable()).toEqual(["amy target-refused"]);
    },
  );

  it("is left unknown behind a web page, too, which a filter puts in place of one value", async () => {
    posts("amy", page);
    expect(await unreadable()).toEqual(["amy target-refused"]);
  });

  it("ends the reading behind web pages, where nothing else gets an answer", async () => {
    posts("amy", page);
    server.script.set("GET /deptlevel", [{ json: [] }, page]);
    expect(await codeOf(unreadable())).toBe("target-misconfigured");
  });

  it("ends the reading behind web pages, where the operation has answered for nobody", async () => {
    for (const account of ["amy", "bob"]) posts(account, page);
    expect(await codeOf(unreadable())).toBe("target-misconfigured");
  });

  it("ends the reading at once, where the key is not accepted any more", async () => {
    for (const account of ["amy", "bob"]) posts(account, forbidden);
    server.script.set("GET /deptlevel", [{ json: [] }, forbidden]);
    expect(await codeOf(unreadable())).toBe("target-unauthorized");
  });

  it("ends the reading, where nobody gets an answer", async () => {
    for (const account of ["amy", "bob"]) posts(account, forbidden);
    expect(await codeOf(unreadable())).toBe("target-unauthorized");
  });

  it("about a person leaves the answer to E1", async () => {
    await writer.readLists();
    server.script.set("GET /employee/0/amy", forbidden);
    server.script.set("PUT /employee/status", {});
    const disabling = { id: "E7", account: "amy", active: false, numbers: ["amy"] } as const;
    expect(await codeOf(writer.perform(disabling, () => undefined))).toBe("done");
  });
});

it("no write follows an answer that the key is not permitted", async () => {
  await writer.check();
  server.script.set("PUT /employee/status", [{}, { status: 401 }, {}]);
  expect(await enable()).toBe("done");
  expect(await enable()).toBe("target-unauthorized");
  expect(callsOf("PUT /employee/status")).toBe(2);
});

describe("a write", () => {
  const newcomer = { id: "E12", data: { name: "Amy", number: "7" }, defaultLogin: [], posts: [] } as const;
  const create = (account: string) => codeOf(writer.perform({ ...newcomer, account }, () => undefined));

  it.each([
    [redirect, "target-misconfigured"],
    // Where V1 is still answered, a firewall may have put the page there because of this write.
    [page, "target-refused"],
  ])("is repeated: %j", async (reply, code) => {
    server.script.set("PUT /employee/status", [{}, reply, {}, reply]);
    expect([await enable(), await enable(), await enable()]).toEqual(["done", "done", code]);
    expect(callsOf("PUT /employee/status")).toBe(6);
    // Each page may stand for a write that was carried out.
    expect([writer.mutations(), writer.unanswered()]).toEqual([6, 4]);
  });

  it.each([redirect, page])("is repeated also as the first one, where a reading has answered: %j", async (reply) => {
    await writer.check();
    server.script.set("PUT /employee/status", [reply, {}]);
    expect(await enable()).toBe("done");
    expect([writer.mutations(), writer.unanswered()]).toEqual([2, 1]);
  });

  it("that refreshes permissions, and is refused with 409 each time, names the other refresh as the likely reason", async () => {
    await writer.check();
    server.script.set("POST /permission/update", { status: 409 });
    await expect(writer.refresh(() => undefined)).rejects.toMatchObject({
      code: "target-unavailable",
      hint: expect.stringContaining("another refresh"),
    });
  });

  it.each([redirect, page])(
    "that refreshes permissions is not repeated, because it may still run: %j",
    async (reply) => {
      await writer.check();
      server.script.set("POST /permission/update", reply);
      expect(await codeOf(writer.refresh(() => undefined))).toBe("refresh-unknown");
      expect(callsOf("POST /permission/update")).toBe(1);
    },
  );

  it.each([redirect, page])("is not repeated where nothing has answered: %j", async (reply) => {
    server.script.set("PUT /employee/status", [reply, {}]);
    expect(await enable()).toBe("target-misconfigured");
    expect(callsOf("PUT /employee/status")).toBe(1);
  });

  it("that creates somebody who is not searched for is not repeated after a 401", async () => {
    expect(await codeOf(writer.readLists())).toBe("done");
    server.script.set("POST /employee", [{}, unauthorized]);
    server.script.set("PUT /employee/status", {});
    // How the site stores such accounts must be known, and the first 20 newcomers are searched for.
    await create("p100");
    for (let at = 1; at < 21; at += 1) expect(await create(`p${at}`)).not.toBe("done");
    expect(callsOf("POST /employee")).toBe(21);
  });

  it("that creates somebody is repeated after a page only when nobody was found", async () => {
    expect(await codeOf(writer.readLists())).toBe("done");
    server.script.set("POST /employee", [page, {}]);
    server.script.set("GET /employee/0/amy", [
      { status: 404, json: { errorCode: "NO" } },
      { json: { account: "amy", name: "Amy", employeeNumber: "7", active: true } },
    ]);
    expect(await create("amy")).toBe("done");
    expect(callsOf("POST /employee")).toBe(1);
  });
});

/** A proxy that is being restarted answers so for all who are still to be read, and would for their second questions, too. */
it("nobody is without posts because a proxy answered 404 for a moment", async () => {
  await writer.close();
  writer = openWriter({ ...server.settings, backoffMs: 100, concurrency: 1 }, silent);
  const people = ["amy", "bob", "cat"].map((account) => ({ account, name: account, employeeNumber: account }));
  server.script.set("GET /department/employee", { json: people });
  const depts = [{ code: "HQ", isMainDept: true, jobTitle: null, jobFuncs: [] }];
  server.script.set("GET /employee/dept/0/amy", { json: { depts } });
  let until = 0;
  for (const account of ["bob", "cat"])
    server.script.set(`GET /employee/dept/0/${account}`, () => {
      until ||= performance.now() + 150;
      return performance.now() < until ? { status: 404 } : { json: { depts } };
    });
  const scope = { managersOf: [], membersOf: [], postsOf: ["amy", "bob", "cat"] } as const;
  const { employees, unreadable } = await writer.readDetails(await writer.readLists(), scope);
  expect([employees.map(({ posts }) => posts?.length), unreadable]).toEqual([[1, 1, 1], []]);
});
