/** Forms go to whoever is chosen for a post, also to somebody who has left: a plan that leaves such a choice behind names the approver. */
import { expect, it } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { planBetween } from "../../support/target/plan-between.ts";

type Says = {
  readonly hasLeft?: readonly string[];
  /** Of Amy's forms; undefined: it is not stated. */
  readonly approver?: string | null;
  readonly manager?: string;
};

const office = ({ hasLeft = [], approver, manager = "eve" }: Says) => {
  const active = (account: string) => ({ active: !hasLeft.includes(account) });
  const people = ["eve", "dan", "bob"].reduce(
    (built, account) => built.employee(account, active(account)).in("RD"),
    directory().level("L1").department("RD", { manager }),
  );
  return people.employee("amy", active("amy")).in("RD", approver === undefined ? {} : { supervisor: approver });
};

const approves = { approver: "bob" };

const namedIn = (now: Says, wanted: Says) =>
  planBetween(office(now), office(wanted))
    .notices.filter(({ code }) => code === "inactive-approver")
    .map(({ key }) => key);

it("names whoever leaves, or has left, and stays the approver of somebody who works", () => {
  const left = { hasLeft: ["bob"] };
  expect(namedIn(approves, { ...left, ...approves })).toEqual(["bob"]);
  expect(namedIn(approves, left)).toEqual(["bob"]);
  expect(namedIn({ ...left, ...approves }, left)).toEqual(["bob"]);
});

it("names nobody who has a successor, whose people leave too, or who stays", () => {
  const left = { hasLeft: ["bob"] };
  expect(namedIn(approves, { ...left, approver: "dan" })).toEqual([]);
  expect(namedIn(approves, { ...left, approver: null })).toEqual([]);
  expect(namedIn(approves, { hasLeft: ["bob", "amy"] })).toEqual([]);
  expect(namedIn(approves, {})).toEqual([]);
});

it("names nobody who may only approve as the manager, where the service shows who approves, because another manager follows", () => {
  const byEve = (person: Employee) => ({
    ...person,
    posts: (person.posts ?? []).map((post) => ({ ...post, supervisor: "eve" })),
  });
  const shown = (target: TargetSnapshot) => ({ ...target, employees: target.employees.map(byEve) });
  const wanted = office({ hasLeft: ["eve"], manager: "dan" });
  expect(planBetween(office({}), wanted, { shown }).notices).toEqual([]);
});
