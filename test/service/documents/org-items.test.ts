/**
 * Organisation items (a department, person, title or function): whom they cover, and what becomes of them when the organisation
 * changes.
 */
import { beforeEach, describe, expect, it } from "vitest";
import type { OrgItem } from "../../../src/contract/records/shared.ts";
import { type Company, createCompany } from "../../../src/service/features.ts";
import { Quirks } from "../../../src/service/kernel/quirks/quirks.ts";
import { findEmployee } from "../../../src/service/organisation/lookup.ts";
import { isCoveredBy, showItems, toStoredItems } from "../../../src/service/organisation/org-items.ts";
import { loadOrganisation } from "../../../src/service/organisation/section.ts";
import { baseline } from "../cases/baseline.ts";

let company: Company;
beforeEach(() => {
  company = createCompany("ACME", Quirks.parse({}), { nowMs: () => 0 });
  loadOrganisation(company, baseline());
});

const personOf = (userCode: string) => findEmployee(company, { userType: 0, userCode }, "");
const among = (test: (account: string) => boolean): string[] => ["amy", "bob", "cat", "dan", "eve"].filter(test);
const meantBy = (item: OrgItem): string[] =>
  among((account) => isCoveredBy(company, personOf(account), toStoredItems(company, [item], "items")));

const rd = { code: "RD" };
const hq = { code: "HQ", containsChildren: true };

describe("an organisation item", () => {
  it.each([
    ["a department", { itemType: 0, dept: rd }, ["bob"]],
    ["a department and all below it", { itemType: 0, dept: { ...rd, containsChildren: true } }, ["bob", "cat"]],
    ["a department with part-time members", { itemType: 0, dept: { code: "HQ" } }, ["amy", "bob"]],
    ["everyone with a post below the top", { itemType: 0, dept: hq }, ["amy", "bob", "cat", "dan"]],
    ["the company", { itemType: 0, dept: { code: "acme", isCompany: true } }, ["amy", "bob", "cat", "dan", "eve"]],
    ["a person by account", { itemType: 1, employee: { userType: 0, userCode: "EVE" } }, ["eve"]],
    ["a person by number", { itemType: 1, employee: { userType: 1, userCode: "002" } }, ["bob"]],
    ["a title", { itemType: 2, jobTitleCode: "MGR" }, ["amy", "bob"]],
    ["a title in a department", { itemType: 2, jobTitleCode: "MGR", dept: rd }, ["bob"]],
    ["a title of another post of the person", { itemType: 2, jobTitleCode: "ENG", dept: { code: "FIN" } }, []],
    ["a function", { itemType: 3, jobFuncCode: "DEV" }, ["cat"]],
    ["a function below a department", { itemType: 3, jobFuncCode: "DEV", dept: hq }, ["cat"]],
    ["a function outside the department", { itemType: 3, jobFuncCode: "DEV", dept: rd }, []],
  ] as const)("covers the right people by %s", (_, item, expected) => {
    expect(meantBy(item)).toEqual(expected);
  });

  const all: OrgItem[] = [
    { itemType: 0, dept: { ...rd, containsChildren: false, isCompany: false } },
    { itemType: 1, employee: { userType: 0, userCode: "dan" } },
    { itemType: 2, jobTitleCode: "MGR", dept: { ...hq, isCompany: false } },
    { itemType: 3, jobFuncCode: "DEV" },
  ];

  it("is shown as it was stored", () => {
    expect(showItems(company, toStoredItems(company, all, "items"))).toEqual(all);
  });

  it("follows new codes", () => {
    const kept = toStoredItems(company, all, "items");
    const department = company.departments.by("code", "rd")[0];
    if (!department) throw new Error("there is no RD");
    company.departments.put({ ...department, code: "LAB9" });
    expect(showItems(company, kept)[0]).toEqual({
      itemType: 0,
      dept: { code: "LAB9", containsChildren: false, isCompany: false },
    });
    expect(among((account) => isCoveredBy(company, personOf(account), kept))).toEqual(["amy", "bob", "cat", "dan"]);
  });

  it("covers nobody when its object was deleted", () => {
    const kept = toStoredItems(company, all, "items");
    const dan = personOf("dan");
    company.employees.remove(dan.id);
    for (const { id } of company.functions.all()) company.functions.remove(id);
    expect(showItems(company, kept)).toEqual([all[0], all[2]]);
    expect(isCoveredBy(company, { ...dan, id: company.newId() }, kept)).toBe(false);
  });
});
