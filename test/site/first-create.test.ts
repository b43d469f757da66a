/** The first create of a kind goes alone: what it shows decides whether others are sent. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type ScriptedServer, silent, startScriptedServer } from "./scripted-server.ts";

let server: ScriptedServer;
let writer: TargetWriter;
beforeEach(async () => {
  server = await startScriptedServer();
  writer = openWriter(server.settings, silent);
  for (const list of ["GET /deptlevel", "GET /jobtitle", "GET /jobfunc", "GET /department/employee", "GET /department"])
    server.script.set(list, { json: [] });
  server.script.set("POST /deptlevel", {});
});
afterEach(async () => {
  await writer.close();
  await server.close();
});

const create = (code: string) =>
  writer
    .perform({ id: "V2", code, name: code, active: true }, () => undefined)
    .catch((error: { code: string }) => error.code);
const writes = () => server.routes().filter((route) => route === "POST /deptlevel").length;

it("sends the others once the first can be read", async () => {
  expect(await Promise.all(["A", "B", "C"].map(create))).toEqual(["applied", "applied", "applied"]);
  expect(server.routes().slice(0, 2)).toEqual(["POST /deptlevel", "GET /deptlevel"]);
});

it("sends no other if the first cannot be read, until the lists can be", async () => {
  server.script.set("GET /deptlevel", { json: [{ code: 1, name: "A" }] });
  expect(await Promise.all(["A", "B", "C"].map(create))).toEqual(Array(3).fill("response-unexpected"));
  expect(writes()).toBe(1);
  server.script.set("GET /deptlevel", { json: [{ code: "A", name: "A" }] });
  await writer.readLists();
  expect(await create("B")).toBe("applied");
  expect(writes()).toBe(2);
});

it("tells that the first cannot be read also where it may have failed", async () => {
  server.script.set("POST /deptlevel", { status: 500 });
  server.script.set("GET /deptlevel", { json: [{ code: 1, name: "A" }] });
  expect(await Promise.all(["A", "B"].map(create))).toEqual(Array(2).fill("response-unexpected"));
  expect(writes()).toBe(1);
});

const join = (number: number, dates: object = { birthDate: "1990-05-02", hireDate: "2026-01-05" }) =>
  writer
    .perform(
      {
        id: "E12",
        account: `p${number}`,
        data: { name: "P", number: `${number}`, ...dates },
        defaultLogin: ["UOF"],
        posts: [],
      },
      () => undefined,
    )
    .catch((error: { code: string; failure?: { message: string } }) => `${error.code}: ${error.failure?.message}`);

/** E1 and E2 show newcomers with these dates as soon as they have been created. */
const showing = (dates: object) => {
  const people: { account: string }[] = [];
  server.script.set("POST /employee", ({ body }) => {
    const { account, name, employeeNumber } = body as { account: string; name: string; employeeNumber: string };
    people.push({ account, name, employeeNumber, active: true, ...dates } as { account: string });
    return {};
  });
  server.script.set("GET /department/employee", () => ({ json: people }));
  for (const number of [1, 2, 3]) {
    const found = () => ({ json: people.find(({ account }) => account === `p${number}`) ?? null });
    server.script.set(`GET /employee/0/p${number}`, found);
    server.script.set(`GET /employee/1/${number}`, found);
  }
};
const joined = () => server.routes().filter((route) => route === "POST /employee").length;

it.each([
  [
    "in a form that nobody understands",
    { birthDate: "05/02/1990", hireDate: "2026-01-05" },
    /date that can be understood/,
  ],
  ["that nobody has written in such a form", { expiredTime: "never" }, /date that can be understood/],
  ["as the day before", { birthDate: "1990-05-01T00:00:00", hireDate: "2026-01-04T00:00:00" }, /not the day before/],
  ["as the day after", { birthDate: "1990-05-03", hireDate: null }, /not the day after/],
])("creates one person only on a site that shows dates %s", async (_, dates, message) => {
  showing(dates);
  const [first, ...others] = await Promise.all([1, 2, 3].map((number) => join(number)));
  expect(first).toMatch(message);
  expect(others).toEqual([first, first]);
  expect(joined()).toBe(1);
});

it.each([
  ["the dates that were written", { birthDate: "1990-05-01T16:00:00Z", hireDate: "2026-01-05" }],
  ["masked dates", { birthDate: "1990-**-**", hireDate: "2026-01-05" }],
  ["no dates", {}],
  ["one date of its own", { birthDate: "1990-05-02", hireDate: "2026-01-04" }],
])("creates everybody on a site that shows %s", async (_, dates) => {
  showing(dates);
  expect(await Promise.all([1, 2].map((number) => join(number)))).toEqual(["applied", "applied"]);
});

it.each([
  ["in Big5", Buffer.from('[{"account":"p1","name":"\xb3\xaf"}]', "latin1")],
  ["behind other text", "Notice: [] "],
])("creates one person only on a site that answers %s", async (_, text) => {
  showing({});
  for (const route of ["GET /department/employee", "GET /employee/0/p1"])
    server.script.set(route, () => (joined() === 0 ? { json: [] } : { text }));
  const [first, ...others] = await Promise.all([1, 2, 3].map((number) => join(number)));
  expect(first).toMatch(/^response-incomplete/);
  expect(others).toHaveLength(2);
  for (const other of others) expect(other).toMatch(/^response-incomplete/);
  expect(joined()).toBe(1);
});

it.each([
  ["finds nobody", { status: 404, json: { errorCode: "NOBODY" } }, "response-unexpected", 1],
  ["is refused otherwise", { status: 400, json: { errorCode: "BUSY" } }, "applied", 3],
])(
  "creates as many people as the site can be relied on where E2 %s whom E1 shows",
  async (_, answer, result, count) => {
    showing({});
    for (const number of [1, 2, 3])
      for (const by of ["0/p", "1/"]) server.script.set(`GET /employee/${by}${number}`, answer);
    const made = await Promise.all([1, 2, 3].map((number) => join(number)));
    expect([made.map((one) => one.split(":")[0]), joined()]).toEqual([Array(3).fill(result), count]);
  },
);
