/** Forms as a section of the company document: refusals and the places they name, defaults for missing properties, and dumps. */
import { beforeEach, expect, it } from "vitest";
import { CompanyDocument } from "../../../src/contract/sections/company-document.ts";
import { dumpCompany, loadCompany } from "../../../src/service/company-document.ts";
import type { Company } from "../../../src/service/features.ts";
import { readDocument } from "../../../src/service/kernel/http/read-document.ts";
import { Refusal } from "../../../src/service/kernel/refusal.ts";
import { baseline } from "../cases/baseline.ts";
import { companyInMemory } from "../everyday/company-in-memory.ts";
import { formsBaseline, ids } from "./baseline.ts";

let company: Company;

beforeEach(() => {
  company = companyInMemory({ organisation: baseline(), forms: formsBaseline() });
});

const load = (document: unknown): void => loadCompany(company, readDocument(CompanyDocument, document));

it("reads back what it dumps", () => {
  const { forms } = dumpCompany(company);
  expect(forms?.forms.map(({ code }) => code)).toEqual(["EXPENSE", "LEAVE", "CLOSED"]);
  load({ forms });
  expect(dumpCompany(company).forms).toEqual(forms);
  expect(dumpCompany(companyInMemory({ organisation: baseline(), forms })).forms).toEqual(forms);
});

it("dumps the same text whether ids were given or generated", () => {
  const fields = [{ name: "f", code: "f", typeId: "select", options: [{ name: "o" }] }];
  const form = { code: "F", name: "x", category: "A", fields, route: [] };
  load({ forms: { categories: [{ category: "A" }], forms: [form] } });
  const made = dumpCompany(company);
  load(made);
  expect(JSON.stringify(dumpCompany(company).forms)).toBe(JSON.stringify(made.forms));
});

it("gives the same ids for the same file, and others for other codes", () => {
  const section = {
    categories: [{ category: "A" }],
    forms: ["F", "G"].map((code) => ({
      code,
      name: "x",
      category: "a",
      fields: [{ name: "f", code: "f", typeId: "text" }],
      route: [],
    })),
  };
  const make = () => dumpCompany(companyInMemory({ organisation: baseline(), forms: section })).forms;
  const [first, second] = [make(), make()];
  expect(first).toEqual(second);
  const all = first?.forms.flatMap(({ id, fields }) => [id, ...fields.map((field) => field.id)]) ?? [];
  expect(new Set(all).size).toBe(4);
});

it("keeps a form that has a new code, and follows new codes of what it refers to", () => {
  const row = company.forms.by("uuid", ids.expense)[0]?.id;
  const { forms } = dumpCompany(company);
  load({ forms: { ...forms, forms: forms?.forms.map((form) => ({ ...form, code: `${form.code}-2` })) } });
  expect(company.forms.by("uuid", ids.expense)[0]).toMatchObject({ id: row, code: "EXPENSE-2" });
  const department = company.departments.by("code", "rd")[0];
  if (department) company.departments.put({ ...department, code: "RESEARCH" });
  expect(dumpCompany(company).forms?.forms[1]?.applicants).toEqual([
    { itemType: 0, dept: { code: "RESEARCH", containsChildren: true, isCompany: false } },
  ]);
});

it("does not remove a form that has documents or pending initiations", () => {
  const form = company.forms.by("code", "expense")[0]?.id ?? 0;
  const row = { id: company.newId(), traceId: "t", formId: form, process: 0, callback: "none" };
  company.initiations.put(row as never);
  expect(() => load({ forms: { categories: [], forms: [] } })).toThrow("OPA-IN-USE");
});

const withForm = (more: object) => ({
  categories: [{ category: "A" }],
  forms: [{ code: "F", name: "F", category: "A", fields: [], route: [], ...more }],
});
const field = (more: object = {}) => ({ name: "f", code: "f", typeId: "text", ...more });
const withFields = (...fields: object[]) => withForm({ fields });
const number = field({ code: "n", typeId: "number" });
const withStep = (step: object, fields: object[] = [field(), number]) =>
  withForm({ fields, route: [{ name: "s", ...step }] });
const when = (field_: string, is: string, value: unknown) => ({ kind: "manager", when: { field: field_, is, value } });
const deep = (typeId: string, ...kinds: string[]): object =>
  field({ typeId, fields: kinds.length > 0 ? [deep(kinds[0] ?? "", ...kinds.slice(1))] : [field()] });

it.each([
  [
    "a code twice",
    { ...withForm({}), forms: [...withForm({}).forms, { ...withForm({}).forms[0], code: "f" }] },
    "OPA-CODE-TAKEN",
    "forms.1.code",
  ],
  [
    "an id twice",
    { ...withForm({}), forms: ["F", "G"].map((code) => ({ ...withForm({ id: ids.car }).forms[0], code })) },
    "OPA-ID-TAKEN",
    "forms.1.id",
  ],
  ["an unknown category", withForm({ category: "B" }), "OPA-FORM-CATEGORY-UNKNOWN", "forms.0.category"],
  [
    "a category twice",
    { categories: [{ category: "A" }, { category: "a " }], forms: [] },
    "OPA-NAME-TAKEN",
    "categories.1.category",
  ],
  ["a code that cannot be in a path", withForm({ code: "a/b" }), "OPA-REQUEST-INVALID", "forms.0.code"],
  ["a blank name", withForm({ name: " " }), "OPA-REQUEST-INVALID", "forms.0.name"],
  [
    "a kind of field that does not exist",
    withFields(field({ typeId: "colour" })),
    "OPA-REQUEST-INVALID",
    "forms.0.fields.0.typeId",
  ],
  ["an unknown property", withForm({ colour: "red" }), "OPA-REQUEST-INVALID", "forms.0"],
  ["a field code twice", withFields(field(), field({ code: "F" })), "OPA-CODE-TAKEN", "forms.0.fields.1.code"],
  [
    "a field id twice",
    withFields(field({ id: ids.car }), field({ code: "g", id: ids.car })),
    "OPA-ID-TAKEN",
    "forms.0.fields",
  ],
  ["a grid without columns", withFields(field({ typeId: "grid" })), "OPA-FIELD-NESTED", "forms.0.fields.0.fields"],
  ["columns in a text field", withFields(field({ fields: [field()] })), "OPA-FIELD-NESTED", "forms.0.fields.0.fields"],
  ["a grid in a grid", withFields(deep("grid", "grid")), "OPA-FIELD-NESTED", "forms.0.fields.0.fields.0.typeId"],
  [
    "a group in a grid in a group",
    withFields(deep("group", "grid", "group")),
    "OPA-FIELD-NESTED",
    "forms.0.fields.0.fields.0.fields.0.typeId",
  ],
  ["a group in a group", withFields(deep("group", "group")), "OPA-FIELD-NESTED", "forms.0.fields.0.fields.0.typeId"],
  [
    "a select without options",
    withFields(field({ typeId: "select" })),
    "OPA-FIELD-OPTIONS",
    "forms.0.fields.0.options",
  ],
  [
    "options of a number",
    withFields(field({ typeId: "number", options: [{ name: "a" }] })),
    "OPA-FIELD-OPTIONS",
    "forms.0.fields.0.options",
  ],
  [
    "an option twice",
    withFields(field({ typeId: "select", options: [{ name: "a" }, { name: "A" }] })),
    "OPA-NAME-TAKEN",
    "forms.0.fields.0.options.1.name",
  ],
  [
    "an option id twice",
    withFields(field({ typeId: "checkbox", options: ["a", "b"].map((name) => ({ name, id: ids.car })) })),
    "OPA-ID-TAKEN",
    "forms.0.fields.0.options.1.id",
  ],
  ["a subject with an unknown field", withForm({ subject: "{a}" }), "OPA-FIELD-UNKNOWN", "forms.0.subject"],
  [
    "a subject with a grid",
    withForm({ fields: [deep("grid")], subject: "x {f}" }),
    "OPA-FIELD-UNKNOWN",
    "forms.0.subject",
  ],
  [
    "a condition on an unknown field",
    withStep(when("x", "equal", "1")),
    "OPA-FIELD-UNKNOWN",
    "forms.0.route.0.when.field",
  ],
  [
    "a number compared with a text",
    withStep(when("n", "atLeast", "1")),
    "OPA-CONDITION-INVALID",
    "forms.0.route.0.when.value",
  ],
  ["a text compared by size", withStep(when("f", "below", "1")), "OPA-CONDITION-INVALID", "forms.0.route.0.when.is"],
  [
    "a day that does not exist",
    withStep(when("d", "below", "2023-02-29"), [field({ code: "d", typeId: "date" })]),
    "OPA-CONDITION-INVALID",
    "forms.0.route.0.when.value",
  ],
  [
    "an option that does not exist",
    withStep(when("s", "equal", "b"), [field({ code: "s", typeId: "select", options: [{ name: "a" }] })]),
    "OPA-CONDITION-INVALID",
    "forms.0.route.0.when.value",
  ],
  [
    "an unknown signer",
    withStep({ kind: "person", accounts: ["amy", "zoe"] }),
    "OPA-USER-UNKNOWN",
    "forms.0.route.0.accounts.1",
  ],
  [
    "an unknown function",
    withStep({ kind: "jobFunction", jobFuncCode: "NO" }),
    "OPA-FUNCTION-UNKNOWN",
    "forms.0.route.0.jobFuncCode",
  ],
  [
    "an unknown signer in a branch",
    withStep({
      kind: "branches",
      branches: [{ name: "b", steps: [{ name: "s", kind: "person", accounts: ["zoe"] }] }],
    }),
    "OPA-USER-UNKNOWN",
    "forms.0.route.0.branches.0.steps.0.accounts.0",
  ],
  [
    "a branch on an unknown field",
    withStep({
      kind: "branches",
      branches: [{ name: "b", when: { field: "x", is: "equal", value: "" }, steps: [{ name: "s", kind: "manager" }] }],
    }),
    "OPA-FIELD-UNKNOWN",
    "forms.0.route.0.branches.0.when.field",
  ],
  [
    "an unknown applicant",
    withForm({ applicants: [{ itemType: 0, dept: { code: "NO" } }] }),
    "OPA-DEPT-UNKNOWN",
    "forms.0.applicants.0.dept.code",
  ],
  [
    "an unknown owner of a connection",
    { ...withForm({}), connections: [{ code: "c", name: "c", connectionType: 0, editor: "zoe" }] },
    "OPA-USER-UNKNOWN",
    "connections.0.editor",
  ],
  [
    "a connection code twice",
    { ...withForm({}), connections: ["c", "C"].map((code) => ({ code, name: "c", connectionType: 0, editor: "amy" })) },
    "OPA-CODE-TAKEN",
    "connections.1.code",
  ],
])("refuses %s with its place", (_, forms, code, place) => {
  const refusal = (() => {
    try {
      load({ forms });
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code, expando: [{ expandoObject: { property: `forms.${place}` } }] });
});
