/** Tests changes to people: matching, protected accounts, field policies, last days, and values that the service hides. */
import { describe, expect, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { ledgerKey, omittedFieldsEntry } from "../../../src/model/memory/memory.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { today } from "../../support/random/arbitraries.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";

const person = (account: string, fields: Partial<Employee> = {}) => directory().employee(account, fields);

describe("an account that is protected", () => {
  const settings = { protectedAccounts: ["admin", "svc-*"] };
  const numbered = { number: "1", name: "Amy" };

  test("is not renamed", () => {
    const plan = planBetween(person("admin", numbered), person("amy", numbered), { settings });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/admin/rename: protected"]);
  });

  test("is not given to anybody", () => {
    const plan = planBetween(person("amy", numbered), person("admin", numbered), { settings });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/amy/rename: protected"]);
  });

  test("is not created", () => {
    const plan = planBetween(directory(), person("svc-mail"), { settings });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/svc-mail/create: protected"]);
  });
});

describe("a field", () => {
  const fieldsWritten = (policy: "manage" | "ignore" | "fill-if-empty", before: string | null, after?: string) => {
    const stated = after === undefined ? {} : { phoneNumber: after };
    const settings = { fields: { "employee.phoneNumber": policy } };
    const plan = planBetween(person("amy", { phoneNumber: before }), person("amy", stated), { settings });
    return plan.changes.flatMap(({ fields }) => fields.map((change) => change.after));
  };

  test.each([
    ["manage", "0911", "0922", ["0922"]],
    ["manage", "0911", undefined, []],
    ["ignore", "0911", "0922", []],
    ["ignore", null, "0922", []],
    ["fill-if-empty", "0911", "0922", []],
    ["fill-if-empty", null, "0922", ["0922"]],
  ] as const)(
    "with the policy %s, current value %s and stated value %s is written as %j",
    (policy, before, after, written) => {
      expect(fieldsWritten(policy, before, after)).toEqual(written);
    },
  );

  test("is not written for a newcomer if the policy ignores it", () => {
    const settings = { fields: { "employee.phoneNumber": "ignore" } } as const;
    const [create] = planBetween(directory(), person("amy", { phoneNumber: "0911" }), { settings }).changes;
    expect(create?.fields.map(({ field }) => field)).toEqual(["name"]);
  });
});

describe("a person", () => {
  test("is somebody else if the account has another number", () => {
    const plan = planBetween(person("amy", { number: "1" }), person("amy", { number: "2" }));
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/amy/update: identity-conflict"]);
  });

  test("is held if two people of the service have the same number", () => {
    const current = person("amy", { number: "1" }).employee("bob", { number: "1" });
    const plan = planBetween(current, person("ann", { number: "1" }));
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/ann/update: identity-conflict"]);
  });

  test("is not changed if two rows state one number", () => {
    const desired = person("amy", { number: "1", name: "Amy" }).employee("bob", { number: "1", name: "Bob" });
    const plan = planBetween(person("amy").employee("bob"), desired);
    expect(plan.changes).toEqual([]);
    expect(plan.held.map(({ reason }) => reason)).toEqual(["identity-conflict", "identity-conflict"]);
  });
});

describe("a last day", () => {
  const leaver = (fields: Partial<Employee>) =>
    planBetween(person("amy"), directory({ employees: [{ account: "amy", name: "amy", ...fields }] }));

  test("is still worked: the account is disabled the day after", () => {
    expect(idsOf(leaver({ resignationDate: today }).changes)).toEqual(["employee/amy/update"]);
    const after = leaver({ resignationDate: "2026-11-20" });
    expect(idsOf(after.changes)).toContain("employee/amy/deactivate");
  });

  test("in the past holds a person whom the source calls active", () => {
    const plan = leaver({ active: true, resignationDate: "2026-11-20" });
    expect(heldIn(plan)).toEqual(["employee/amy/deactivate: status-and-date-disagree"]);
  });

  test("is cleared when the person returns", () => {
    const memory = { written: new Map([[ledgerKey("employee/amy", "resignationDate"), "2026-01-31"]]) };
    const plan = planBetween(person("amy", { active: false }), person("amy"), { memory });
    expect(plan.changes.flatMap(({ operations }) => operations)).toEqual([
      { id: "E9", account: "amy", resignationDate: null },
      { id: "E7", account: "amy", active: true },
    ]);
  });
});

describe("a value that the service hides", () => {
  const planOf = (stated: Partial<Employee>, omittedFields: "unknown" | "kept", observed?: string) =>
    planBetween(person("amy", { name: "amy" }), person("amy", { name: "Amy Lin", ...stated }), {
      settings: { omittedFields },
      memory: {
        written: new Map(observed ? [[ledgerKey(omittedFieldsEntry.subject, omittedFieldsEntry.field), observed]] : []),
      },
      shown: (target) => ({
        ...target,
        employees: target.employees.map(({ idCardNumber: _hidden, ...shown }) => ({
          ...shown,
          hidden: ["idCardNumber"],
        })),
      }),
    });

  test("is sent as HR states it", () => {
    const { changes } = planOf({ idCardNumber: "A123456789" }, "unknown");
    expect(changes.flatMap(({ operations }) => operations)).toMatchObject([
      { id: "E11", set: { name: "Amy Lin", idCardNumber: "A123456789" } },
    ]);
  });

  test("holds the change if HR does not state it and the site may clear it", () => {
    expect(heldIn(planOf({}, "unknown"))).toEqual(["employee/amy/update: value-hidden"]);
    expect(heldIn(planOf({}, "kept", "cleared"))).toEqual(["employee/amy/update: value-hidden"]);
    expect(idsOf(planOf({}, "kept").changes)).toEqual(["employee/amy/update"]);
  });
});

describe("a generated account", () => {
  const made = (source: SourceSnapshot): SourceSnapshot => ({ ...source, generatedAccounts: new Set(["amy.lin"]) });
  const amy = { number: "1", name: "Amy" };

  test("is given to newcomers only and replaces no existing account", () => {
    expect(idsOf(planBetween(directory(), person("amy.lin", amy), { stated: made }).changes)).toEqual([
      "employee/amy.lin/create",
    ]);
    const plan = planBetween(person("old", amy), person("amy.lin", { ...amy, name: "Amy Lin" }), { stated: made });
    expect(idsOf(plan.changes)).toEqual(["employee/old/update"]);
    expect(plan.held).toEqual([]);
  });

  test("does not make a person conflict with somebody else who has it", () => {
    const current = person("old", amy).employee("amy.lin", { number: "9", name: "Amy" });
    const plan = planBetween(current, person("amy.lin", amy), { stated: made });
    expect([plan.changes, plan.held]).toEqual([[], []]);
  });

  test("refers, as manager or supervisor, to the person's account in the service", () => {
    const office = (account: string, manager?: string) => {
      const base = directory()
        .level("L1")
        .department("RD", manager === undefined ? {} : { manager });
      return base.employee(account, amy).in("RD").employee("bob", { number: "2", name: "Bob" }).in("RD");
    };
    const desired = office("amy.lin", "amy.lin");
    const plan = planBetween(office("old"), desired, { stated: made });
    expect(plan.changes.flatMap(({ operations }) => operations)).toMatchObject([
      { id: "D12", code: "RD", manager: "old" },
    ]);
  });
});

test("an address that many people have is written for none of them, and keeps nobody out", () => {
  const people = Array.from({ length: 500 }, (_, index) => {
    return { account: `p${index}`, name: `Person ${index}`, email: "all@example.com", active: true } as const;
  });
  const { changes, held } = planBetween(directory(), directory({ employees: people }));
  expect(changes.map(({ action, fields }) => [action, fields.some(({ field }) => field === "email")])).toEqual(
    people.map(() => ["create", false]),
  );
  expect(held.map(({ key, reason, about }) => [reason, about.length, about.includes(key)])).toEqual(
    people.map(() => ["value-taken", 20, false]),
  );
});

test("whoever comes back to a common mailbox is enabled; two who would share one are not", () => {
  const mail = { email: "shop@example.com" };
  const team = (members: number, active: boolean) =>
    directory({
      employees: Array.from({ length: members }, (_, index) => {
        return {
          account: `p${index}`,
          number: `${index}`,
          name: `Person ${index}`,
          ...mail,
          active: index > 0 || active,
        };
      }),
    });
  const back = (members: number) => planBetween(team(members, false), team(members, true));
  expect([back(3).changes.map(({ id }) => id), heldIn(back(3))]).toEqual([["employee/p0/reactivate"], []]);
  expect([back(2).changes, heldIn(back(2))]).toEqual([[], ["employee/p0/reactivate: value-taken"]]);
});

test("of people who exchange a value, nobody takes it from somebody who keeps it in the end", () => {
  const team = (emails: Readonly<Record<string, string>>) =>
    directory({
      employees: Object.entries(emails).map(([account, mail]) => {
        return { account, number: account, name: account, active: true, email: `${mail}@example.com` };
      }),
    });
  const site = team({ a: "m1", b: "m2", c: "m3", d: "m4" });
  const idsBetween = (emails: Readonly<Record<string, string>>, protectedAccounts: readonly string[] = []) =>
    planBetween(site, team(emails), { settings: { protectedAccounts } }).changes.map(({ id }) => id);
  const swapped = { a: "m2", b: "m1", c: "m3", d: "m4" };
  expect(idsBetween(swapped)).toEqual(["employee/b/update", "employee/a/update"]);
  expect([idsBetween(swapped, ["a"]), idsBetween(swapped, ["b"])]).toEqual([[], []]);
  const turned = { a: "m2", b: "m3", c: "m1", d: "m4" };
  expect(idsBetween(turned)).toHaveLength(3);
  // Somebody else is to have a value of the circle, too.
  for (const d of ["m1", "m2", "m3"]) expect(idsBetween({ ...turned, d })).toEqual([]);
});
