/** Tests which of the approvers that a service shows are known to be chosen. */
import { expect, test } from "vitest";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import type { SupervisorsShown } from "../../../src/plan/draft/manager-chain.ts";
import type { PlanContext } from "../../../src/plan/draft/plan-context.ts";
import { chosenSupervisors } from "../../../src/plan/posts/chosen-supervisor.ts";
import { directory } from "../../support/directory/directory-builder.ts";

const company = directory().department("HQ", { manager: "boss" }).department("RD", { parent: "HQ" }).target();
const current = new Map(company.departments.map((one) => [one.code.toLowerCase(), one]));
const posts = [
  { department: "HQ", main: true, supervisor: "Boss" },
  { department: "RD", main: false, supervisor: "zed" },
];

const known = (shows: SupervisorsShown, written: Memory["written"] = new Map()) => {
  const context = { departments: { current }, memory: { ...emptyMemory, written } } as unknown as PlanContext;
  return chosenSupervisors(context, shows, "amy", posts).map(({ value }) => value);
};

test("an approver is chosen who is no manager, and any where the service shows only chosen ones", () => {
  expect(known("chosen")).toEqual(["Boss", "zed"]);
  expect(known("effective")).toEqual(["zed"]);
  expect(known("unknown")).toEqual(["zed"]);
});
