/** Nobody unlocks an account (R62), so a plan names whoever should be active and is locked, also if it enables them. */
import { expect, it } from "vitest";
import type { Employee } from "../../src/model/directory/directory.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { planBetween } from "../support/target/plan-between.ts";

const amy = (fields: Partial<Employee> = {}) => directory().employee("amy", fields);

const noticesIn = (fields: Partial<Employee>) =>
  planBetween(amy(fields), amy()).notices.map(({ code, key }) => `${key}: ${code}`);

it("names whoever returns to an account that the service has locked", () => {
  expect(noticesIn({ active: false, locked: true })).toEqual(["amy: locked"]);
});

it("names in every plan whoever is active and locked, because a write may have locked them", () => {
  expect(noticesIn({ active: true, locked: true })).toEqual(["amy: locked"]);
});

it("names nobody who is not locked, leaves, or is not HR's", () => {
  expect(noticesIn({ active: false, locked: false })).toEqual([]);
  expect(noticesIn({ active: true, locked: false })).toEqual([]);
  const locked = amy({ active: true, locked: true });
  const codesIn = (source: ReturnType<typeof directory>) => planBetween(locked, source).notices.map(({ code }) => code);
  expect(codesIn(amy({ active: false }))).toEqual([]);
  expect(codesIn(directory().employee("bob", {}))).toEqual(["unmanaged"]);
});
