/**
 * What a list offers, the operation that follows accepts: forms and their initiation, documents and their voiding, tasks and their
 * approval, folders and their contents. The rules run on a company in memory, and every accepted change is undone.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { OperationId } from "../../../src/contract/contract.ts";
import { type Company, rules } from "../../../src/service/features.ts";
import type { Caller } from "../../../src/service/kernel/callers/caller.ts";
import { undo } from "../../../src/service/kernel/company/company.ts";
import type { RuledId } from "../../../src/service/kernel/http/feature.ts";
import { Refusal } from "../../../src/service/kernel/refusal.ts";
import { cases } from "../../support/suites/runs.ts";
import { account, baseline } from "../cases/baseline.ts";
import { libraries } from "../documents/cases/libraries.ts";
import { caller as anyKey, companyInMemory } from "../everyday/company-in-memory.ts";
import { formsBaseline } from "../forms/baseline.ts";
import { application } from "../forms/form-cases.ts";
import { now } from "../signing/signing-case.ts";
import { signingCompany } from "../signing/signing-company.ts";

type Given = { readonly params?: object; readonly body?: object; readonly caller?: Caller };

const run = (company: Company, id: OperationId, { params = {}, body = {}, caller = anyKey }: Given): unknown =>
  (rules[id as RuledId] as (...given: unknown[]) => unknown)(company, { params, body, caller });

/** True if the operation accepts the request; its changes are undone. */
const accepts = (company: Company, id: OperationId, given: Given): boolean => {
  company.journal.clear();
  try {
    run(company, id, given);
    return true;
  } catch (thrown) {
    if (thrown instanceof Refusal) return false;
    throw thrown;
  } finally {
    undo(company.journal);
  }
};

it("F5 and F6 list exactly the forms that F1 accepts from the person, in some department", () => {
  const met = { listed: 0, empty: 0 };
  const organisation = baseline();
  const anyCompany = fc.record({
    active: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    posts: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    isOpen: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  });
  fc.assert(
    fc.property(anyCompany, ({ active, posts, isOpen }) => {
      const employees = organisation.employees.map((person, at) => ({
        ...person,
        active: active[at] ?? true,
        depts: posts[at] ? person.depts : [],
      }));
      const departments = organisation.departments.map((one) => ({ ...one, manager: null }));
      const all = formsBaseline();
      const forms = { ...all, forms: all.forms.map((one, at) => ({ ...one, allowApplyForm: isOpen[at] ?? true })) };
      const company = companyInMemory({ organisation: { ...organisation, departments, employees }, forms });
      for (const person of employees) {
        const accepted = forms.forms.flatMap(({ code }) => {
          const from = (deptCode: string) => application({ applyAccount: account(person.account), deptCode });
          const isAccepted = departments.some((one) =>
            accepts(company, "F1", { params: { formCodeOrId: code }, body: from(one.code) }),
          );
          return isAccepted ? [code] : [];
        });
        expect(person.active || accepted.length === 0).toBe(true);
        const whose = { userType: "0", userCode: person.account };
        for (const [id, params] of [["F5", whose] as const, ["F6", { ...whose, corpCode: "ACME" }] as const]) {
          const { formList } = run(company, id, { params }) as { formList: { formCode: string }[] };
          expect(formList.map(({ formCode }) => formCode).toSorted()).toEqual(accepted.toSorted());
        }
        met[accepted.length > 0 ? "listed" : "empty"] += 1;
      }
    }),
    { seed: 20261122, ...cases(60) },
  );
  expect(Math.min(met.listed, met.empty)).toBeGreaterThan(5);
});

const everyone = ["ann", "bea", "cal", "dan", "eve", "fay", "gil", "hal", "ida", "joe"];
const pageOptions = { size: 1_000 };

it("F8c says of every document whether F9 accepts it, and F8d lists only what F10 accepts", () => {
  const met = { mayVoid: 0, mayNot: 0, tasks: 0 };
  fc.assert(
    fc.property(fc.subarray(everyone), (disabled) => {
      const company = companyInMemory(signingCompany(), () => Date.parse(now));
      for (const name of disabled) run(company, "E7", { body: { user: account(name), active: false } });
      for (const name of everyone) {
        const user = account(name);
        const applied = run(company, "F8c", { body: { user, taskStatus: 0, pageOptions } }) as {
          items: { formSn: string; allowedToCancel: boolean; allowedToRetrieve: boolean }[];
        };
        for (const { formSn, allowedToCancel, allowedToRetrieve } of applied.items) {
          const body = { user, formNo: formSn, reason: "Not needed" };
          expect([formSn, allowedToCancel]).toEqual([formSn, accepts(company, "F9", { body })]);
          expect(allowedToCancel || !allowedToRetrieve).toBe(true);
          met[allowedToCancel ? "mayVoid" : "mayNot"] += 1;
        }
        const pending = run(company, "F8d", { body: { user, pageOptions } }) as { items: { nodeId: string }[] };
        const offered = pending.items.map(({ nodeId }) => nodeId);
        const accepted = company.tasks.all().flatMap(({ uuid: nodeId }) => {
          return accepts(company, "F10", { body: { user, nodeId } }) ? [nodeId] : [];
        });
        expect(offered.toSorted()).toEqual(accepted.toSorted());
        met.tasks += offered.length;
      }
    }),
    { seed: 20261122, ...cases(60) },
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThan(10);
});

it("A4 lists only forms that A5 accepts", () => {
  const company = companyInMemory({ organisation: baseline(), forms: formsBaseline() });
  const categories = run(company, "A4", { body: account("amy") }) as { formItems: { formId: string }[] }[];
  const ids = categories.flatMap(({ formItems }) => formItems.map(({ formId }) => formId));
  expect(ids).toHaveLength(3);
  for (const formId of ids) {
    const body = { user: account("amy"), formId, from: [], to: { employee: account("bob") }, priority: 1 };
    expect([formId, accepts(company, "A5", { body })]).toEqual([formId, true]);
  }
});

it("U9 lists only libraries that U10 accepts, and U10 only folders that U5, U6 and U13 accept", () => {
  const withoutContents = libraries().map((one) => ({ ...one, documents: [], controlledDocuments: [] }));
  const company = companyInMemory({ organisation: baseline(), libraries: withoutContents });
  let folders = 0;
  for (const { id: employeeId } of company.employees.all()) {
    const caller: Caller = { kind: "user", name: "app", permissions: new Set(), employeeId };
    for (const { code } of run(company, "U9", { caller }) as { code: string }[]) {
      expect([code, accepts(company, "U10", { params: { rootCode: code }, caller })]).toEqual([code, true]);
      const listed = run(company, "U10", { params: { rootCode: code }, caller }) as { path: string }[];
      for (const { path } of listed) {
        const body = { rootFolderCode: code, folderPath: path, pageOptions, documentNames: [] };
        for (const id of ["U5", "U6", "U13"] as const)
          expect([id, path, accepts(company, id, { body, caller })]).toEqual([id, path, true]);
        const [info] = run(company, "U13", { body, caller }) as { allowDelete: boolean }[];
        expect([path, info?.allowDelete]).toEqual([path, accepts(company, "U12", { body, caller })]);
        folders += 1;
      }
    }
  }
  expect(folders).toBeGreaterThan(10);
});

it("L6 shows only readers that L7 accepts", () => {
  const withoutContents = libraries().map((one) => ({ ...one, documents: [], controlledDocuments: [] }));
  const company = companyInMemory({ organisation: baseline(), libraries: withoutContents });
  const place = { rootFolderCode: "GEN", folderPath: "/rules" };
  const { readers } = run(company, "L6", { body: place }) as { readers: unknown[] };
  expect(readers).not.toEqual([]);
  expect(accepts(company, "L7", { body: { ...place, readers } })).toBe(true);
});
