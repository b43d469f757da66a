/** Routes use the organisation as it was at the last permission refresh. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OperationId } from "../../../src/contract/contract.ts";
import { startService } from "../../../src/service/service.ts";
import { callerOf, type Input, optionsFor, startTestService, temporaryDirectory } from "../running-service.ts";
import { account, signingCompany } from "./signing-company.ts";
import { type Signing, signingOn } from "./signing-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let company: Signing;

beforeAll(async () => {
  service = await startTestService();
  company = signingOn(service);
});
afterAll(() => service.close());
beforeEach(() => service.admin("PUT", "/company", { ...signingCompany(), documents: { documents: [] } }));

const short = { days: 1 };
const long = { days: 5 };
const costly = { amount: 1000 };

it("asks the old manager until the next permission refresh, and the new one from then on", async () => {
  await company.call("D12", { body: { code: "RD1", manager: account("eve") } });
  const before = await company.apply("LEAVE", "dan", "RD1", short);
  expect(await company.waitingFor(before)).toEqual(["cal"]);

  await company.refresh();
  const after = await company.apply("LEAVE", "dan", "RD1", short);
  expect(await company.waitingFor(after)).toEqual(["eve"]);
  // Earlier tasks stay with their signers.
  expect(await company.waitingFor(before)).toEqual(["cal"]);
  await company.approve(before, "cal");
  expect(await company.document(before)).toMatchObject({ status: 3 });
});

it("asks the manager at the time when a step is reached", async () => {
  const formSn = await company.apply("LEAVE", "dan", "RD1", long);
  await company.call("D12", { body: { code: "HQ", manager: account("hal") } });
  await company.call("D11", { params: { code: "RD" } });
  await company.refresh();
  await company.approve(formSn, "cal");
  expect(await company.waitingFor(formSn)).toEqual(["hal"]);
});

type Change = readonly [OperationId, Input];
type Story = {
  readonly fact: string;
  readonly changes: readonly Change[];
  readonly form: string;
  readonly values?: object;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

const post = (code: string, jobFuncs: readonly string[] = []) => ({ code, isMainDept: true, jobFuncs });

const stories: readonly Story[] = [
  {
    fact: "a manager who leaves the position",
    changes: [["D11", { params: { code: "RD1" } }]],
    form: "LEAVE",
    values: short,
    before: ["cal"],
    after: ["bea"],
  },
  {
    fact: "a chosen supervisor",
    changes: [
      ["E13", { body: { user: account("dan"), deptCode: "RD1", supervisorType: 1, supervisor: account("hal") } }],
    ],
    form: "ORDER",
    before: ["cal"],
    after: ["hal"],
  },
  {
    fact: "a new holder of a function",
    changes: [["E14", { body: { user: account("hal"), depts: [post("HQ", ["AUDIT"])] } }]],
    form: "EXPENSE",
    values: { amount: 1 },
    before: ["fay", "gil"],
    after: ["fay", "gil", "hal"],
  },
  {
    fact: "the last holder of a function in a department",
    changes: [
      ["E14", { body: { user: account("eve"), depts: [post("RD1")] } }],
      ["E14", { body: { user: account("cal"), depts: [post("RD1")] } }],
    ],
    form: "MEMO",
    before: ["cal", "eve"],
    after: ["bea"],
  },
  {
    fact: "a department that moves",
    changes: [
      ["D11", { params: { code: "RD1" } }],
      ["D7", { body: { parentCode: "HQ", code: "RD1", seq: 0 } }],
    ],
    form: "LEAVE",
    values: short,
    before: ["cal"],
    after: ["ann"],
  },
  {
    fact: "a person with a new account and a function with a new code, which are still the same",
    changes: [
      ["E11", { body: { user: account("fay"), account: "fiona", name: "FAY", employeeNumber: "N-fay" } }],
      ["J6", { body: { originalCode: "AUDIT", code: "CHECK", jobFunc: "AUDIT" } }],
      ["E11", { body: { user: account("hal"), account: "henry", name: "HAL" } }],
      ["D3", { body: { originalCode: "FIN", code: "MONEY", name: "MONEY", deptLevelCode: "L1" } }],
    ],
    form: "EXPENSE",
    values: costly,
    before: ["fiona", "gil", "henry"],
    after: ["fiona", "gil", "henry"],
  },
  {
    fact: "a person who is hired and made a manager",
    changes: [
      ["E12", { body: { account: "kim", name: "KIM", depts: [post("RD1", ["LEAD"])] } }],
      ["D12", { body: { code: "RD1", manager: account("kim") } }],
    ],
    form: "MEMO",
    before: ["cal", "eve"],
    after: ["cal", "eve", "kim"],
  },
];

it.each(stories)("reads $fact only after the refresh", async ({ changes, form, values = {}, before, after }) => {
  for (const [id, input] of changes) await company.call(id, input);
  const waiting = async () => new Set(await company.waitingFor(await company.apply(form, "dan", "RD1", values)));
  expect(await waiting()).toEqual(new Set(before));
  await company.refresh();
  expect(await waiting()).toEqual(new Set(after));
});

it("reads agents only after the refresh", async () => {
  const formSn = await company.apply("EXPENSE", "dan", "RD1", { amount: 1 });
  const endTime = "2126-01-01T00:00:00Z";
  await company.call("A2", { body: { user: account("fay"), endTime } });
  await company.call("A5", { body: { user: account("fay"), from: [], to: { employee: account("eve") }, priority: 1 } });
  expect(await company.pendingFor("eve")).toEqual([]);
  await company.refresh();
  expect(await company.pendingFor("eve")).toMatchObject([{ formSn, isAgent: true }]);
});

it("asks no inactive person, with or without a refresh", async () => {
  await company.call("E7", { body: { user: account("cal"), active: false } });
  expect(await company.waitingFor(await company.apply("LEAVE", "dan", "RD1", short))).toEqual(["bea"]);
  expect(await company.waitingFor(await company.apply("MEMO"))).toEqual(["eve"]);
});

describe("a refresh", () => {
  it("hands the tasks of inactive people to the step's present signers", async () => {
    const [leave, memo, expense] = [
      await company.apply("LEAVE", "dan", "RD1", short),
      await company.apply("MEMO"),
      await company.apply("EXPENSE", "dan", "RD1", costly),
    ];
    for (const who of ["cal", "fay", "hal"]) await company.call("E7", { body: { user: account(who), active: false } });
    expect(await company.waitingFor(leave)).toEqual(["cal"]);
    await company.refresh();
    expect(await company.waitingFor(leave)).toEqual(["bea"]);
    expect(await company.waitingFor(memo)).toEqual(["eve"]);
    // One of the two auditors is enough. The manager of hal is asked instead of hal.
    expect(await company.waitingFor(expense)).toEqual(["gil", "ann"]);
  });

  it("hands on the tasks of deleted people, and keeps what they signed", async () => {
    const [waiting, signed] = [
      await company.apply("LEAVE", "dan", "RD1", short),
      await company.apply("LEAVE", "dan", "RD1", long),
    ];
    await company.approve(signed, "cal");
    await company.call("D11", { params: { code: "RD1" } });
    await company.call("E10", { body: account("cal") });
    expect(await company.waitingFor(await company.apply("LEAVE", "dan", "RD1", short))).toEqual(["bea"]);
    await company.refresh();
    expect(await company.waitingFor(waiting)).toEqual(["bea"]);
    expect((await company.document(signed)).tasks).toMatchObject([
      { signer: null, decidedBy: null, decision: "approved" },
      { signer: "bea" },
    ]);
    const whole = await service.admin("GET", "/company");
    await service.admin("PUT", "/company", whole);
    expect(await service.admin("GET", "/company")).toEqual(whole);
  });

  it("ends a document as abnormal when nobody is left to sign", async () => {
    const formSn = await company.apply("LEAVE", "dan", "RD1", short);
    for (const who of ["ann", "bea", "cal"]) await company.call("E7", { body: { user: account(who), active: false } });
    await company.refresh();
    expect(await company.document(formSn)).toMatchObject({ status: 6, endDate: expect.any(String) as string });
    expect(await company.initiate("LEAVE", "dan", "RD1", short)).toMatchObject({
      resultMessage: expect.stringMatching(/^OPA-ROUTE-EMPTY/) as string,
    });
  });

  it("continues from the applicant's main department when the document's department was deleted", async () => {
    await company.call("D2", {
      body: { parentCode: "FIN", code: "TMP", deptLevelCode: "L1", name: "TMP", active: true },
    });
    await company.call("E14", {
      body: { user: account("dan"), depts: [post("RD1"), { code: "TMP", isMainDept: false }] },
    });
    await company.refresh();
    const formSn = await company.apply("LEAVE", "dan", "TMP", long);
    expect(await company.waitingFor(formSn)).toEqual(["ann"]);
    await company.call("E14", { body: { user: account("dan"), depts: [post("RD1")] } });
    await company.call("D6", { params: { code: "TMP" } });
    await company.refresh();
    await company.approve(formSn, "ann");
    expect(await company.waitingFor(formSn)).toEqual(["bea"]);
  });
});

it("asks nobody in a service that was never refreshed", async () => {
  const fresh = await startTestService();
  const unrefreshed = signingOn(fresh);
  await unrefreshed.call("V2", { body: { code: "L1", name: "L1", active: true } });
  await unrefreshed.call("D2", { body: { code: "HQ", deptLevelCode: "L1", name: "HQ", active: true } });
  for (const who of ["ann", "dan"]) {
    await unrefreshed.call("E12", { body: { account: who, name: who, depts: [post("HQ")] } });
  }
  await unrefreshed.call("D12", { body: { code: "HQ", manager: account("ann") } });
  const forms = {
    categories: [{ category: "All" }],
    forms: [{ code: "A", name: "A", category: "All", fields: [], route: [{ kind: "manager", name: "M" }] }],
  };
  await fresh.admin("PUT", "/company", { forms });
  expect(await unrefreshed.initiate("A", "dan", "HQ", {})).toMatchObject({
    resultMessage: expect.stringMatching(/^OPA-ROUTE-EMPTY/) as string,
  });
  await unrefreshed.refresh();
  expect(await unrefreshed.waitingFor(await unrefreshed.apply("A", "dan", "HQ"))).toEqual(["ann"]);
  await fresh.close();
});

it("keeps the state of the last refresh, and every document, over a restart", async () => {
  const directory = await temporaryDirectory();
  const options = { ...optionsFor(join(directory, "service.db")), filesFolder: join(directory, "files") };
  const first = await startService(options);
  const before = signingOn(callerOf(first.url));
  await before.admin("PUT", "/company", signingCompany());
  await before.call("D12", { body: { code: "RD1", manager: account("eve") } });
  // A refused request must leave no copy of the rows that it changed.
  expect((await callerOf(first.url).call("D12", { body: { code: "RD", manager: account("eve") } })).status).toBe(400);
  const formSn = await before.apply("LEAVE", "dan", "RD1", long);
  const whole = await before.admin("GET", "/company");
  await first.close();

  const second = await startService(options);
  const after = signingOn(callerOf(second.url));
  expect(await after.admin("GET", "/company")).toEqual(whole);
  expect(await after.waitingFor(await after.apply("LEAVE", "dan", "RD1", short))).toEqual(["cal"]);
  await after.approve(formSn, "cal");
  await after.approve(formSn, "bea");
  expect(await after.document(formSn)).toMatchObject({ status: 3 });
  await after.refresh();
  expect(await after.waitingFor(await after.apply("LEAVE", "dan", "RD1", short))).toEqual(["eve"]);
  await second.close();
  await rm(directory, { recursive: true });
});
