/** Leavers, joiners and the missing, on a site that shows of nobody whether they are active. */
import { expect, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import {
  createdFor,
  employeeSubject,
  ledgerKey,
  type Memory,
  missingReadings,
  writtenStatus,
} from "../../../src/model/memory/memory.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { defaultPeoplePolicy } from "../../../src/model/plan/settings.ts";
import { readingRemembered } from "../../../src/plan/people/missing.ts";
import { addDays } from "../../../src/plan/values/days.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";
import { defaultSettings, today } from "../../support/random/arbitraries.ts";
import { withEntries } from "../../support/target/execute-plan.ts";
import { planBetween } from "../../support/target/plan-between.ts";

const shown = (target: TargetSnapshot): TargetSnapshot => ({
  ...target,
  statusUnknown: true,
  employees: target.employees.map(({ active: _, ...one }) => one),
});

const company = directory().employee("boss");
const amy = (fields: Partial<Employee> = {}) => company.employee("amy", { number: "1", ...fields });
const knowing = (field: string, value: string): Memory => ({
  written: new Map([[ledgerKey(employeeSubject("amy"), field), value]]),
});
const planOf = (site: DirectoryBuilder, hr: DirectoryBuilder, memory: Memory) =>
  planBetween(site, hr, { memory, shown }).changes;
const idsOf = (changes: readonly Change[]) => changes.map(({ id }) => id);

test.each(["active", "inactive"])("a joiner starts under an account that was %s before", (was) => {
  const before = knowing(writtenStatus, was);
  const changes = planOf(company, amy({ hireDate: addDays(today, 3) }), before);
  expect(changes.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(["E12", "E7"]);
  const entries = changes.flatMap(({ remember = [] }) => remember);
  const started = amy({ hireDate: today });
  const memory = { written: withEntries(before.written, entries) };
  expect(idsOf(planOf(started, started, memory))).toEqual(["employee/amy/reactivate"]);
});

test("somebody whom the site refused to disable is disabled by the next run, and the cause stays in doubt until then", () => {
  const onLeave = { ...company.build(), employees: [{ account: "amy", number: "1", name: "amy", onLeave: true }] };
  const memory = knowing(createdFor, "on-leave");
  const hr = directory(onLeave);
  expect(idsOf(planOf(amy(), hr, memory))).toEqual(["employee/amy/deactivate"]);
  const input = { source: hr.source(), target: shown(amy().target()), settings: defaultSettings, today, memory };
  expect(readingRemembered(input, { changes: planOf(amy(), hr, memory), held: [] })).toEqual([]);
});

test("the readings without somebody are counted", () => {
  const settings = { ...defaultSettings, people: { ...defaultPeoplePolicy, missing: 2 } };
  const memory = knowing(missingReadings, "0");
  const input = { source: company.source(), target: shown(amy().target()), settings, today, memory };
  expect(readingRemembered(input, { changes: [], held: [] })).toContainEqual({
    subject: "employee/amy",
    field: missingReadings,
    value: `1 ${today}`,
  });
});
