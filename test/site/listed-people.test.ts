/** Tests for whom E2 is asked before E12: what E1 has shown decides, and whoever exists all the same never gets a second account. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Operation } from "../../src/model/plan/operation.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { type CompanyService, startCompanyService } from "./company.ts";
import { silent } from "./scripted-server.ts";

let service: CompanyService;
let writer: TargetWriter;

beforeAll(async () => {
  service = await startCompanyService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.reset();
  writer = openWriter(service.settings, silent);
});
afterEach(() => writer.close());

const newcomer = (at: number, account = `new${at}`): Extract<Operation, { id: "E12" }> => ({
  id: "E12",
  account,
  data: { name: `新${at}`, number: `N${at}` },
  defaultLogin: ["UOF"],
  posts: [],
});
const create = async (people: readonly Operation[]) => {
  const results: string[] = [];
  for (const person of people) results.push(await writer.perform(person, () => undefined));
  return results;
};
const newcomers = (count: number, from = 1) => Array.from({ length: count }, (_, at) => newcomer(from + at));
/** How often E2 was asked; the first newcomer of a connection is looked at twice more: as stored, and as E1 shows the account. */
const searches = async () => (await service.calls()).filter(({ operation }) => operation === "E2").length;
const own = async () => (await service.dump()).employees.filter(({ name }) => name?.startsWith("新"));

it("searches for 20 people and one in 100, where E1 lists inactive people", async () => {
  await writer.readLists();
  expect(await create(newcomers(120))).toEqual(Array.from({ length: 120 }, () => "applied"));
  expect(await searches()).toBe(2 * 21 + 2);
});

it("searches for everybody where E1 lists no inactive people, was not read, or shows the number", async () => {
  await create(newcomers(25));
  await service.quirks({ inactivePeople: "hidden" });
  await writer.readLists();
  await create(newcomers(25, 26));
  // Besides, the first one is looked at twice after E12, and each one on the site that shows nobody inactive.
  expect(await searches()).toBe(2 * 50 + 2 + 25);
});

it("rehires whom E1 does not show, although it shows other inactive people", async () => {
  await writer.readLists();
  await create(newcomers(30));
  for (const { account } of newcomers(30)) await writer.perform({ id: "E7", account, active: false }, () => undefined);
  await service.quirks({ inactivePeople: "some" });
  const listed = (await writer.readLists()).employees.filter(({ active }) => active === false);
  expect(listed.length).toBeGreaterThan(1);
  expect(listed.length).toBeLessThan(31);
  const shown = new Set(listed.map(({ account }) => account));
  const hidden = newcomers(30).filter(({ account }) => !shown.has(account));
  const results = await create([...newcomers(25, 31), ...hidden]);
  expect(results.slice(25)).toEqual(hidden.map(() => "rehired"));
  expect(await own()).toHaveLength(55);
});

it("searches for everybody from the first one that E1 does not show", async () => {
  await writer.readLists();
  await create(newcomers(30));
  const left = newcomers(4);
  for (const { account } of left) await writer.perform({ id: "E7", account, active: false }, () => undefined);
  await service.quirks({ inactivePeople: "some" });
  const shown = new Set((await writer.readLists()).employees.map(({ account }) => account));
  const hidden = left.filter(({ account }) => !shown.has(account));
  expect(hidden.length * (left.length - hidden.length)).toBeGreaterThan(0);
  const before = await searches();
  await create([...hidden, ...newcomers(30, 31)]);
  expect((await searches()) - before).toBeGreaterThanOrEqual(2 * (hidden.length + 30));
});

it.each(["before", "after"])(
  "creates whoever was not searched for once, when the answer is lost %s the write",
  async (when) => {
    await writer.readLists();
    await create(newcomers(20));
    await service.fault({ operation: "E12", kind: "reset", when });
    expect(await create([newcomer(21), newcomer(22)])).toEqual(["applied", "applied"]);
    expect(await own()).toHaveLength(22);
  },
);

it("searches for whomever E1 has come to show since the plan was made", async () => {
  await create(newcomers(3));
  await writer.readLists();
  await create(newcomers(20, 31));
  const before = await searches();
  await expect(create([newcomer(3, "other")])).rejects.toMatchObject({ code: "already-exists" });
  expect((await service.calls()).filter(({ operation }) => operation === "E12")).toHaveLength(23);
  expect((await searches()) - before).toBe(2);
});

it("creates nobody under a number that somebody else has, of whom E1 shows nothing", async () => {
  await writer.readLists();
  await create(newcomers(21));
  // The list is older than the last two of them.
  const other = newcomer(21, "other");
  await expect(create([other])).rejects.toMatchObject({ code: "already-exists" });
  expect(await own()).toHaveLength(21);
});

it("sends a refused create once", async () => {
  await writer.readLists();
  await create(newcomers(20));
  await service.fault({ operation: "E12", kind: "status", status: 400 });
  await expect(create([newcomer(21)])).rejects.toMatchObject({ code: "target-refused" });
  expect((await service.calls()).filter(({ operation }) => operation === "E12")).toHaveLength(21);
});
