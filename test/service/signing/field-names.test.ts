/** Form fields whose codes are also names of properties of JavaScript's Object. */
import { expect, it } from "vitest";
import type { SectionField } from "../../../src/contract/sections/forms.ts";
import { fillTemplate } from "../../../src/service/signing/field-texts.ts";
import { showDetail, showFields } from "../../../src/service/signing/show-document.ts";
import type { DocumentRow } from "../../../src/service/signing/tables.ts";
import { baseline } from "../cases/baseline.ts";
import { companyInMemory } from "../everyday/company-in-memory.ts";

const fields = ["constructor", "__proto__", "title"].map(
  (code): SectionField => ({ name: code, code, typeId: "text" }) as SectionField,
);
const forms = { categories: [{ category: "A" }], forms: [{ code: "F", name: "x", category: "A", fields, route: [] }] };

it("an empty field has no value, whatever its code", () => {
  const company = companyInMemory({ organisation: baseline(), forms });
  const [form] = company.forms.all();
  const document = { formId: form?.id, values: { title: "x" }, fileIds: [] } as unknown as DocumentRow;
  expect(showFields(company, document).map(({ value }) => value)).toEqual([null, null, "x"]);
  expect(showDetail(company, document).fields.map(({ value }) => value)).toEqual([null, null, "x"]);
  expect(fillTemplate("{constructor}{__proto__}{title}", fields, document.values)).toBe("x");
});
