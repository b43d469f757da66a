/** Tests when newcomers are held because HR and the service have employee numbers that differ in their leading zeros. */
import { describe, expect, it } from "vitest";
import { directory } from "../../support/directory/directory-builder.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";

const company = (...numbers: readonly string[]) =>
  numbers.reduce((made, number, at) => made.employee(`p${at}`, { number, name: `Name ${at}` }), directory());

describe("a newcomer where the service shows other leading zeros than HR states", () => {
  it.each([
    ["none", company("12", "10013"), company("00012", "10013", "00014")],
    ["more", company("00000012"), company("00012", "00013", "00014")],
    ["HR none", company("00012", "10013"), company("12", "10013", "14")],
  ])("is held: %s", (_, current, desired) => {
    const plan = planBetween(current, desired);
    expect(heldIn(plan)).toContain("employee/p2/create: zeros-lost");
    expect(plan.held.find(({ key }) => key === "p2")?.about).toEqual(["number"]);
    expect(idsOf(plan.changes)).not.toContain("employee/p2/create");
  });

  it.each([
    ["only of one person, and not of others", company("12", "00013"), company("00012", "00013", "00014")],
    ["and the number of the newcomer begins with none", company("12", "10013"), company("00012", "10013", "10014")],
    ["not: the numbers are others", company("22", "10013"), company("00012", "10013", "00014")],
  ])("is created where it does so %s", (_, current, desired) => {
    expect(idsOf(planBetween(current, desired).changes)).toContain("employee/p2/create");
  });
});
