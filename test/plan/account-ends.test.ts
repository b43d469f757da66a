/** A service may give accounts an end of its own, which locks people out one day: a plan names them in time, and changes nothing. */
import { expect, it } from "vitest";
import type { Employee } from "../../src/model/directory/directory.ts";
import { addDays } from "../../src/plan/values/days.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { planBetween } from "../support/target/plan-between.ts";

const amy = (fields: Partial<Employee> = {}) => directory().employee("amy", fields);

const { today } = planBetween(amy(), amy());
const end = (days: number) => `${addDays(today, days)}T15:59:59.000Z`;

const noticesIn = (shown: Partial<Employee>, stated: Partial<Employee> = {}) => {
  const { changes, notices } = planBetween(amy(shown), amy(stated));
  return [...changes.map(({ id }) => id), ...notices.map(({ code, key }) => `${key}: ${code}`)];
};

it("names whoever works and whose account has ended, or ends within a month", () => {
  for (const days of [-400, 0, 29]) expect(noticesIn({ expiredTime: end(days) })).toEqual(["amy: account-ends"]);
});

it("names nobody whose account ends later or never, who leaves, or whose end HR states", () => {
  expect(noticesIn({ expiredTime: end(30) })).toEqual([]);
  expect(noticesIn({ expiredTime: null })).toEqual([]);
  expect(noticesIn({ active: false, expiredTime: end(1) }, { active: false })).toEqual([]);
  expect(noticesIn({ expiredTime: end(1) }, { expiredTime: end(1) })).toEqual([]);
});
