/** Tests which of the approvers that a service shows are known to be chosen. */
import { expect, test } from "vitest";
import { emptyMemory, ledgerKey, type Memory, postSubject, supervisorDoubt } from "../../../src/model/memory/memory.ts";
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

const known = (supervisorsShown: SupervisorsShown, written: Memory["written"] = new Map()) => {
  const memory = { ...emptyMemory, written };
  const context = { departments: { current }, memory, supervisorsShown } as unknown as PlanContext;
  return chosenSupervisors(context, "amy", posts).map(({ value }) => value);
};

test.each([
  ["was chosen, if he is it still", "boss", {}, ["boss", "zed"]],
  ["was chosen, if the manager of now is another one", "eve", {}, ["zed"]],
  ["was chosen, if that is doubted", "boss", { doubt: "1" }, ["zed"]],
  ["is only the manager, if nobody was chosen", null, {}, [null, "zed"]],
])(
  "of a manager who approves, what was written tells that he %s",
  (_, value, { doubt }: { doubt?: string }, expected) => {
    const subject = postSubject("amy", "HQ");
    const written = new Map([
      [ledgerKey(subject, "supervisor"), value],
      ...(doubt === undefined ? [] : [[ledgerKey(subject, supervisorDoubt), doubt] as const]),
    ]);
    expect(known("effective", written)).toEqual(expected);
  },
);

test("an approver is chosen who is no manager, and any where the service shows only chosen ones", () => {
  expect(known("chosen")).toEqual(["Boss", "zed"]);
  expect(known("effective")).toEqual(["zed"]);
  expect(known("unknown")).toEqual(["zed"]);
});
