/**
 * A setting that does nothing cannot exist: each setting of the parts `identity`, `policy` and `guard`, set to something other
 * than its default, changes some plan, or has a named test of what it changes besides plans.
 */
import { existsSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { guardPart, identityPart, policyPart } from "../../src/config/plan-settings.ts";
import { type Action, actions, type Kind, kinds } from "../../src/model/directory/kind.ts";
import { managedFields } from "../../src/model/directory/known-fields.ts";
import { employeeSubject, ledgerKey } from "../../src/model/memory/memory.ts";
import type { PeoplePolicy, PlanSettings } from "../../src/model/plan/settings.ts";
import type { PlanInput } from "../../src/plan/draft/plan-context.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { disturbedInputs } from "../support/random/disturbed.ts";

type JsonSchema = { readonly properties?: Readonly<Record<string, JsonSchema>> };

const leavesOf = ({ properties }: JsonSchema, path: readonly string[] = []): readonly string[] =>
  properties
    ? Object.entries(properties).flatMap(([name, schema]) => leavesOf(schema, [...path, name]))
    : [path.join(".")];

const parts = z.strictObject({ identity: identityPart, policy: policyPart, guard: guardPart });
const leaves = leavesOf(z.toJSONSchema(parts, { io: "input", unrepresentable: "any" }) as JsonSchema);

/** Other values of a setting for one input; one of them must change the plan of some input. */
type Others = (input: PlanInput) => readonly Partial<PlanSettings>[];

const people =
  (changed: Partial<PeoplePolicy>): Others =>
  ({ settings }) => [{ people: { ...settings.people, ...changed } }];

const others: Readonly<Record<string, Others>> = {
  "identity.rules": () => [{ identity: identityPart.parse({ rules: [{ same: ["name"], weight: 100 }] }) }],
  "identity.holdFrom": () => [{ identity: identityPart.parse({ holdFrom: 1000 }) }],
  "policy.protectedAccounts": () => [{ protectedAccounts: ["*"] }],
  "policy.newEmployeeLogin": () => [{ newEmployeeLogin: ["AD"] }],
  "policy.managerMustBeMember": ({ settings }) => [{ managerMustBeMember: !settings.managerMustBeMember }],
  "policy.people.waitForHireDate": people({ waitForHireDate: false }),
  "policy.people.createDaysBefore": people({ createDaysBefore: 0 }),
  "policy.people.graceDays": people({ graceDays: 3650 }),
  "policy.people.missing": people({ missing: 1 }),
};

/** What is no matter of one plan, with the test of what it does. */
const elsewhere: Readonly<Record<string, string>> = {
  "identity.adopt": "test/plan/questions/decisions.test.ts",
  "policy.fields": "test/config/settings-laws.test.ts",
  "guard.caps": "test/config/settings-laws.test.ts",
  "policy.people.timeZone": "test/lib/clock.test.ts",
  "guard.maxFailuresBeforeDisabling": "test/run/outcomes.test.ts",
};

const inputs = fc.sample(disturbedInputs(), { seed: 20261126, numRuns: 200 });
const plans = new Map<PlanInput, string>();

const planOf = (input: PlanInput): string => {
  const { changes, held, notices, breaches } = makePlan(input);
  return JSON.stringify({ changes, held, notices, breaches });
};

const planAsItIs = (input: PlanInput): string => {
  const plan = plans.get(input) ?? planOf(input);
  plans.set(input, plan);
  return plan;
};

const changesSomePlan = (otherSettings: Others, among: readonly PlanInput[] = inputs): boolean =>
  among.some((input) =>
    otherSettings(input).some(
      (changed) => planOf({ ...input, settings: { ...input.settings, ...changed } }) !== planAsItIs(input),
    ),
  );

it("every setting is tried here, or has a test elsewhere", () => {
  expect([...Object.keys(others), ...Object.keys(elsewhere)].toSorted()).toEqual(leaves.toSorted());
  expect(Object.values(elsewhere).filter((file) => !existsSync(file))).toEqual([]);
});

it.each(Object.entries(others))("%s changes some plan", (_, otherSettings) => {
  expect(changesSomePlan(otherSettings)).toBe(true);
});

/** The same inputs, in which the service has a value that HR states for somebody else: the pairs do not edit every field. */
const exchanged = (field: string): readonly PlanInput[] =>
  inputs.map((input) => {
    const stated = (input.source.directory.employees ?? []).flatMap((employee) =>
      Object.entries(employee).flatMap(([name, value]) => (name === field && value !== null ? [value] : [])),
    );
    const employees = input.target.employees.map((employee, at) => ({
      ...employee,
      [field]: stated[at % stated.length] ?? "another",
    }));
    // What cannot be read back is what musterd has written.
    const written = new Map([
      ...input.memory.written,
      ...employees.map(({ account }) => [ledgerKey(employeeSubject(account), field), "2020-01-31"] as const),
    ]);
    return { ...input, target: { ...input.target, employees }, memory: { ...input.memory, written } };
  });

it.each(managedFields)("policy.fields of %s changes some plan, with `ignore` and with `fill-if-empty`", (field) => {
  const [kind = "", name = ""] = field.split(".");
  const among = kind === "employee" && name !== "account" ? exchanged(name) : inputs;
  const changed = (["ignore", "fill-if-empty"] as const).map((policy) =>
    changesSomePlan(({ settings }) => [{ fields: { ...settings.fields, [field]: policy } }], among),
  );
  expect(changed).toEqual([true, true]);
});

it("guard.caps of every act that a plan can have blocks some plan", () => {
  const acts = new Set(
    inputs.flatMap((input) => makePlan(input).changes.map(({ kind, action }) => `${kind}/${action}`)),
  );
  const capped = (kind: Kind, action: Action): boolean =>
    changesSomePlan(() => [{ caps: { [kind]: { [action]: { count: 0 } } } }]);
  const free = kinds.flatMap((kind) =>
    actions.flatMap((action) => (acts.has(`${kind}/${action}`) && !capped(kind, action) ? [`${kind}/${action}`] : [])),
  );
  expect(acts.size).toBeGreaterThan(20);
  expect(free).toEqual([]);
});

it("guard.caps refuses the act by which people move, which no change has, and names the limits that count", () => {
  const { error } = guardPart.safeParse({ caps: { employee: { move: { count: 0 } } } });
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
    "caps.employee.move: limits nothing; moves of people are limited by `post.update` and `post.remove`",
  ]);
  expect(guardPart.safeParse({ caps: { department: { move: { count: 0 } } } }).success).toBe(true);
});
