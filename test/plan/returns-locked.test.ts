/** Nobody unlocks an account (R62), so a plan that enables its owner must not look as if that were enough. */
import { expect, it } from "vitest";
import type { Employee } from "../../src/model/directory.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { planBetween } from "../support/target/plan-between.ts";

const amy = (fields: Partial<Employee> = {}) => directory().employee("amy", fields);

const noticesIn = (fields: Partial<Employee>) =>
  planBetween(amy(fields), amy()).notices.map(({ code, key }) => `${key}: ${code}`);

it("names whoever returns to an account that the service has locked", () => {
  expect(noticesIn({ active: false, locked: true })).toEqual(["amy: returns-locked"]);
});

it("names nobody who is not locked, or has been active all along", () => {
  expect(noticesIn({ active: false, locked: false })).toEqual([]);
  expect(noticesIn({ active: true, locked: true })).toEqual([]);
});
