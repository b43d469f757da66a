/** The quirk `takesAlong`: for each name, one call, and what is then otherwise than after the same call without the quirk. */
import { expect, it } from "vitest";
import type { OperationId } from "../../../src/contract/contract.ts";
import { type TakenAlong, takenAlong } from "../../../src/service/kernel/quirks/write-quirks.ts";
import { account, baseline } from "../cases/baseline.ts";
import type { Input } from "../running-service.ts";
import { startQuirkyService } from "./quirky-service.ts";

const { service, quirks } = await startQuirkyService();

/** The baseline, but cat leads RD1, has dates, and has chosen dan; dan has chosen cat; RD2 is closed, with eve in it. */
const rich = () => {
  const company = baseline();
  const [, , cat, dan, eve] = company.employees;
  Object.assign(cat ?? {}, { expiredTime: "2030-01-01T00:00:00Z", resignationDate: "2029-12-31T00:00:00+08:00" });
  Object.assign(cat?.depts[0] ?? {}, { supervisor: "dan" });
  Object.assign(dan?.depts[0] ?? {}, { supervisor: "cat", jobTitleCode: "ENG", jobFuncs: ["QA"] });
  Object.assign(eve ?? {}, { depts: [{ code: "RD2", isMainDept: true }] });
  for (const row of company.departments) {
    if (row.code === "RD1") row.manager = "cat";
    if (row.code === "RD2") row.active = false;
  }
  return company;
};

const user = account("cat");
const updateCat: Input = { body: { user, account: "cat", name: "Cat" } };
const leads = (code: string, who: string): Input => ({ body: { code, manager: account(who) } });
const status = (active: boolean): Input => ({ body: { user, active } });
const newcomer: Input = {
  body: {
    account: "fay",
    name: "Fay",
    depts: [
      { code: "LAB", isMainDept: true, jobTitleCode: "ENG", jobFuncs: ["DEV", "OPS"] },
      { code: "FIN", isMainDept: false },
    ],
  },
};
const posts: Input = {
  body: {
    user,
    depts: [
      { code: "RD1", isMainDept: true },
      { code: "FIN", isMainDept: false },
    ],
  },
};
const newDepartment: Input = {
  body: { parentCode: "RD", code: "RD3", name: "RD3", deptLevelCode: "L3", active: true },
};
const department = (originalCode: string, code = originalCode): Input => ({
  body: { originalCode, code, name: "New name", deptLevelCode: "L2" },
});
const expiry: Input = { body: { user, expiredTime: "2031-01-01T00:00:00Z" } };
const lastDay: Input = { body: { user, resignationDate: "2028-12-31T00:00:00+08:00" } };
const approver: Input = { body: { user, deptCode: "FIN", supervisorType: 1, supervisor: account("bob") } };

type Example = readonly [call: readonly [OperationId, Input], changes: readonly string[]];

const examples: Readonly<Record<TakenAlong, Example>> = {
  "E7-off-posts": [["E7", status(false)], ["employees.cat.depts.FIN.code: gone"]],
  "E7-off-approvers": [
    ["E7", status(false)],
    ["employees.cat.depts.FIN.supervisor: null", "employees.cat.depts.RD1.supervisor: null"],
  ],
  "E7-off-functions": [["E7", status(false)], ["employees.cat.depts.RD1.jobFuncs: "]],
  "E7-off-titles": [["E7", status(false)], ["employees.cat.depts.RD1.jobTitleCode: null"]],
  "E7-off-resignation": [["E7", status(false)], ["employees.cat.resignationDate: null"]],
  "E7-on-posts": [["E7", status(true)], ["employees.cat.depts.FIN.code: gone"]],
  "E7-on-approvers": [
    ["E7", status(true)],
    ["employees.cat.depts.FIN.supervisor: null", "employees.cat.depts.RD1.supervisor: null"],
  ],
  "E7-on-expiry": [["E7", status(true)], ["employees.cat.expiredTime: null"]],
  "E8-disables": [["E8", expiry], ["employees.cat.active: false"]],
  "E8-resignation": [["E8", expiry], ["employees.cat.resignationDate: null"]],
  "E8-approvers": [
    ["E8", expiry],
    ["employees.cat.depts.FIN.supervisor: null", "employees.cat.depts.RD1.supervisor: null"],
  ],
  "E9-disables": [["E9", lastDay], ["employees.cat.active: false"]],
  "E9-expiry": [["E9", lastDay], ["employees.cat.expiredTime: null"]],
  "E9-approvers": [
    ["E9", lastDay],
    ["employees.cat.depts.FIN.supervisor: null", "employees.cat.depts.RD1.supervisor: null"],
  ],
  "E9-managed": [["E9", lastDay], ["departments.RD1.manager: null"]],
  "E11-posts": [["E11", updateCat], ["employees.cat.depts.FIN.code: gone"]],
  "E11-approvers": [
    ["E11", updateCat],
    ["employees.cat.depts.FIN.supervisor: null", "employees.cat.depts.RD1.supervisor: null"],
  ],
  "E11-approved": [["E11", updateCat], ["employees.dan.depts.FIN.supervisor: null"]],
  "E11-functions": [["E11", updateCat], ["employees.cat.depts.RD1.jobFuncs: "]],
  "E11-titles": [["E11", updateCat], ["employees.cat.depts.RD1.jobTitleCode: null"]],
  "E11-expiry": [["E11", updateCat], ["employees.cat.expiredTime: null"]],
  "E11-resignation": [["E11", updateCat], ["employees.cat.resignationDate: null"]],
  "E11-disables": [["E11", updateCat], ["employees.cat.active: false"]],
  "E11-managed": [["E11", updateCat], ["departments.RD1.manager: null"]],
  "E12-posts": [["E12", newcomer], ["employees.fay.depts.FIN.code: gone"]],
  "E12-functions": [["E12", newcomer], ["employees.fay.depts.LAB.jobFuncs: DEV"]],
  "E12-titles": [["E12", newcomer], ["employees.fay.depts.LAB.jobTitleCode: null"]],
  "E12-manages": [
    ["E12", newcomer],
    ["departments.FIN.manager: fay", "departments.LAB.manager: fay"],
  ],
  "E12-locks": [["E12", newcomer], ["employees.fay.locked: true"]],
  "E12-expires": [["E12", newcomer], ["employees.fay.expiredTime: 2099-02-25T15:59:59.000Z"]],
  "E13-posts": [["E13", approver], ["employees.cat.depts.RD1.supervisor: bob"]],
  "E13-members": [["E13", approver], ["employees.dan.depts.FIN.supervisor: bob"]],
  "E14-expiry": [["E14", posts], ["employees.cat.expiredTime: null"]],
  "E14-resignation": [["E14", posts], ["employees.cat.resignationDate: null"]],
  "E14-managed": [["E14", posts], ["departments.RD1.manager: null"]],
  "E14-approved": [["E14", posts], ["employees.dan.depts.FIN.supervisor: null"]],
  "E14-members-approvers": [["E14", posts], ["employees.dan.depts.FIN.supervisor: null"]],
  "E14-members-functions": [["E14", posts], ["employees.dan.depts.FIN.jobFuncs: "]],
  "E14-members-titles": [["E14", posts], ["employees.dan.depts.FIN.jobTitleCode: null"]],
  "E14-enables": [
    ["E14", { body: { user: account("eve"), depts: [{ code: "LAB", isMainDept: true }] } }],
    ["employees.eve.active: true"],
  ],
  "D2-parent-manager": [["D2", newDepartment], ["departments.RD.manager: null"]],
  "D2-manages": [["D2", newDepartment], ["departments.RD3.manager: bob"]],
  "D3-manager": [["D3", department("RD")], ["departments.RD.manager: null"]],
  "D3-place": [["D3", department("RD")], ["order: HQ FIN RD RD1 RD2 LAB"]],
  "D3-titles": [["D3", department("RD1")], ["employees.cat.depts.RD1.jobTitleCode: null"]],
  "D3-functions": [["D3", department("RD1")], ["employees.cat.depts.RD1.jobFuncs: "]],
  "D3-approvers": [["D3", department("RD1")], ["employees.cat.depts.RD1.supervisor: null"]],
  "D3-recode-posts": [["D3", department("FIN", "F")], ["employees.cat.depts.F.code: gone"]],
  "D3-recode-children": [
    ["D3", department("RD", "R")],
    ["departments.RD1.parentCode: null", "departments.RD2.parentCode: null", "order: HQ R FIN LAB RD1 RD2"],
  ],
  "D4-on-children": [["D4", { body: { code: "RD", active: true } }], ["departments.RD2.active: true"]],
  "D4-on-members": [["D4", { body: { code: "RD2", active: true } }], ["employees.eve.active: true"]],
  "D4-off-manager": [["D4", { body: { code: "RD1", active: false } }], ["departments.RD1.manager: null"]],
  "D4-off-posts": [["D4", { body: { code: "FIN", active: false } }], ["employees.cat.depts.FIN.code: gone"]],
  "D7-children": [
    ["D7", { body: { parentCode: "LAB", code: "RD", seq: 0 } }],
    ["departments.RD1.parentCode: HQ", "departments.RD2.parentCode: HQ", "order: HQ FIN RD1 RD2 LAB RD"],
  ],
  "D7-posts": [["D7", { body: { parentCode: "LAB", code: "FIN", seq: 0 } }], ["employees.cat.depts.FIN.code: gone"]],
  "D7-titles": [
    ["D7", { body: { parentCode: "LAB", code: "FIN", seq: 0 } }],
    ["employees.dan.depts.FIN.jobTitleCode: null"],
  ],
  "D7-approvers": [
    ["D7", { body: { parentCode: "LAB", code: "FIN", seq: 0 } }],
    ["employees.cat.depts.FIN.supervisor: null", "employees.dan.depts.FIN.supervisor: null"],
  ],
  "D11-approvers": [["D11", { params: { code: "RD1" } }], ["employees.cat.depts.RD1.supervisor: null"]],
  "D12-approvers": [
    ["D12", leads("FIN", "cat")],
    ["employees.cat.depts.FIN.supervisor: null", "employees.dan.depts.FIN.supervisor: null"],
  ],
  "D12-managed": [["D12", leads("FIN", "cat")], ["departments.RD1.manager: null"]],
  "D12-chosen": [["D12", leads("FIN", "dan")], ["employees.cat.depts.FIN.supervisor: dan"]],
  "V5-off-departments": [["V5", { body: { code: "L3", active: false } }], ["departments.RD1.active: false"]],
  "T3-posts": [
    ["T3", { body: { originalCode: "ENG", code: "E", title: "E" } }],
    ["employees.cat.depts.RD1.jobTitleCode: null", "employees.dan.depts.FIN.jobTitleCode: null"],
  ],
  "T4-posts": [
    ["T4", { body: { code: "ENG", rank: 10 } }],
    ["employees.cat.depts.RD1.jobTitleCode: null", "employees.dan.depts.FIN.jobTitleCode: null"],
  ],
  "T5-off-posts": [
    ["T5", { body: { code: "ENG", active: false } }],
    ["employees.cat.depts.RD1.jobTitleCode: null", "employees.dan.depts.FIN.jobTitleCode: null"],
  ],
  "J6-posts": [
    ["J6", { body: { originalCode: "QA", code: "Q", jobFunc: "Q" } }],
    ["employees.dan.depts.FIN.jobFuncs: "],
  ],
  "J7-posts": [
    ["J7", { body: { code: "QA", categoryName: "Checking", seq: 0 } }],
    ["employees.dan.depts.FIN.jobFuncs: "],
  ],
  "J8-off-posts": [["J8", { body: { code: "QA", active: false } }], ["employees.dan.depts.FIN.jobFuncs: "]],
};

type Tree = { readonly [name: string]: unknown };

/** Every value of the company with its place; objects in a list are named by code or account. */
const placesIn = (value: unknown, at = ""): readonly (readonly [string, string])[] => {
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item === "string");
    if (texts.length === value.length) return [[at.slice(1), texts.join(" ")]];
    const name = (item: Tree) => String(item["code"] ?? item["account"]);
    const places = value.flatMap((item: Tree) => placesIn(item, `${at}.${name(item)}`));
    return at === ".departments" ? [...places, ["order", value.map(name).join(" ")]] : places;
  }
  if (typeof value !== "object" || value === null) return [[at.slice(1), String(value)]];
  return Object.entries(value).flatMap(([name, part]) => placesIn(part, `${at}.${name}`));
};

const dumpAfter = async ([id, input]: Example[0], chosen: readonly TakenAlong[]) => {
  await quirks({});
  await service.load(rich());
  await quirks({ takesAlong: [...chosen] });
  expect((await service.call(id, input)).status).toBe(200);
  return new Map(placesIn(await service.dump()));
};

it.each(takenAlong)("%s", async (name) => {
  const [call, changes] = examples[name];
  const plain = await dumpAfter(call, []);
  const changed = await dumpAfter(call, [name]);
  const places = [...new Set([...plain.keys(), ...changed.keys()])].toSorted();
  // Of a post that is gone, only its code is named.
  const isRest = (place: string) => !changed.has(place) && !place.endsWith(".code");
  const different = places.filter((place) => plain.get(place) !== changed.get(place) && !isRest(place));
  expect(different.map((place) => `${place}: ${changed.get(place) ?? "gone"}`)).toEqual(changes);
});
