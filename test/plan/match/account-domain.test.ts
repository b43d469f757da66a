/** Tests when newcomers are held because the service has a domain around all accounts that HR states without. */
import { describe, expect, it } from "vitest";
import { directory } from "../../support/directory/directory-builder.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";

const names = ["amy", "ben", "cleo"];
const company = (accounts: readonly string[]) =>
  accounts.reduce((made, account, at) => made.employee(account, { number: `E${at}`, name: `Name ${at}` }), directory());
const hr = company([...names, "newbie"]);

describe("a newcomer where the service shows accounts with a domain", () => {
  it.each([
    ["ACME\\", names.map((name) => `ACME\\${name}`)],
    ["@acme.local", names.map((name) => `${name.toUpperCase()}@acme.local`)],
  ])("is held: %s", (domain, shown) => {
    const plan = planBetween(company(shown), hr);
    expect(heldIn(plan)).toContain("employee/newbie/create: account-domain");
    expect(plan.held[0]?.about).toEqual([domain]);
    expect(plan.notices.find(({ code }) => code === "account-domain")?.key).toBe(domain);
  });

  it.each([
    ["of one person", ["ACME\\amy", "ben", "cleo"]],
    ["of two sorts", ["ACME\\amy", "LTD\\ben", "ACME\\cleo"]],
    ["that is none", ["amy2", "ben2", "cleo2"]],
  ])("is created where it is one %s", (_, shown) => {
    const plan = planBetween(company(shown), hr);
    expect(idsOf(plan.changes)).toContain("employee/newbie/create");
  });
});
