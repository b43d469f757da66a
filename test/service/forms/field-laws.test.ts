/**
 * Field values compared with the designs of their fields: all valid values are accepted, and one invalid value is reported with
 * its field and nothing else.
 */
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { FieldValue } from "../../../src/contract/records/forms.ts";
import { type FieldType, fieldType, SectionField } from "../../../src/contract/sections/forms.ts";
import type { Company } from "../../../src/service/features.ts";
import { checkFields } from "../../../src/service/forms/field-values.ts";
import { serviceCaller } from "../../../src/service/kernel/callers/caller.ts";
import { findFile } from "../../../src/service/uploads/files.ts";
import { cases } from "../../support/suites/runs.ts";
import { account, baseline, number } from "../cases/baseline.ts";
import { companyInMemory } from "../everyday/company-in-memory.ts";

const check = (fields: readonly SectionField[], given: readonly FieldValue[]) =>
  checkFields(company, fields, given, (ref, where) => findFile(company, serviceCaller, ref, where));

const fileId = "f0000000-0000-4000-8000-000000000001";
let company: Company;

beforeAll(() => {
  company = companyInMemory({ organisation: baseline() });
  const file = {
    uuid: fileId,
    fileName: "a.pdf",
    length: 1,
    stored: "",
    chunks: null,
    references: 1,
    expiresAt: "",
  };
  company.files.put({ id: company.newId(), ...file });
});

/** A valid `value` and an invalid value, `spoilt`. The service reports `spoilt` at the field's own place followed by `below`. */
type Sample = { readonly value: unknown; readonly spoilt: unknown; readonly below: string };
type Design = { readonly field: SectionField; readonly sample: Sample };

const secret = "VERY-SECRET";

const samples: Readonly<Record<Exclude<FieldType, "grid" | "group">, fc.Arbitrary<readonly [unknown, unknown]>>> = {
  text: fc.tuple(fc.constantFrom("x", " 王 ", "a\nb"), fc.constantFrom(1, true, [secret], { secret })),
  textArea: fc.tuple(fc.constant("long\ntext"), fc.constantFrom(0, [secret])),
  number: fc.tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom("12", secret, true, [1])),
  date: fc.tuple(
    fc.constantFrom("2024-02-29", "1999-12-31"),
    fc.constantFrom("2023-02-29", "2024/01/01", 20_240_101, secret),
  ),
  dateTime: fc.tuple(
    fc.constantFrom("2024-02-29T10:00:00", "2024-01-01T00:00:00+08:00", "2024-01-01T00:00:00.5Z"),
    fc.constantFrom("2024-01-01", "2024-01-01T25:00:00", secret, 5),
  ),
  select: fc.tuple(
    fc.constantFrom("one", "two", { option: "two", fillText: "more" }, { option: "one", fillText: " " }),
    fc.constantFrom(secret, 1, ["one"], { option: "one", fillText: secret }, { name: "one" }, { option: secret }),
  ),
  checkbox: fc.tuple(
    fc.constantFrom(["one"], ["one", "two"], [{ option: "two", fillText: "more" }]),
    fc.constantFrom("one", 1, ["one", "one"], [{ option: "two", fillText: "x" }, "two"], { option: "one" }),
  ),
  user: fc.tuple(
    fc.constantFrom(account("amy"), number("004"), { ...account("amy"), corpCode: "ACME" }),
    fc.constantFrom(
      account(secret),
      "amy",
      number("amy"),
      { ...account("amy"), corpCode: "OTHER" },
      { userCode: "amy" },
    ),
  ),
  department: fc.tuple(fc.constantFrom("RD", " rd1 "), fc.constantFrom(secret, 1, { code: "RD" })),
  file: fc.tuple(
    fc.constant([{ id: fileId, fileName: "b.pdf" }]),
    fc.constantFrom(fileId, { id: fileId, fileName: "b" }, 1),
  ),
};

const simpleTypes = Object.keys(samples) as (keyof typeof samples)[];
const options = [{ name: "one" }, { name: "two", enableFillText: true }];

const simple = (code: string): fc.Arbitrary<Design> =>
  fc.constantFrom(...simpleTypes).chain((typeId) =>
    fc.tuple(samples[typeId], fc.boolean()).map(([[value, spoilt], isRequired]) => {
      const isChoice = typeId === fieldType.select || typeId === fieldType.checkbox;
      const field = SectionField.parse({ name: code, code, typeId, isRequired, ...(isChoice ? { options } : {}) });
      return { field, sample: { value, spoilt, below: "" } };
    }),
  );

/** Several designs together, with distinct codes. */
const several = (make: (code: string) => fc.Arbitrary<Design>, min: number): fc.Arbitrary<readonly Design[]> =>
  fc.integer({ min, max: 4 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => make(`c${n}`))));

const valuesOf = (designs: readonly Design[]) =>
  Object.fromEntries(designs.map(({ field, sample }) => [field.code, sample.value]));

/** A grid or group whose spoilt value contains one spoilt or unknown field. */
const container = (code: string, inner: (code: string) => fc.Arbitrary<Design>, kinds: readonly ("grid" | "group")[]) =>
  fc
    .tuple(fc.constantFrom(...kinds), several(inner, 1), fc.nat(3), fc.nat(2), fc.boolean())
    .map(([typeId, designs, nth, rows, isStrange]): Design => {
      const field = SectionField.parse({ name: code, code, typeId, fields: designs.map((one) => one.field) });
      const target = designs[nth % designs.length] as Design;
      const good = valuesOf(designs);
      const bad = isStrange ? { ...good, strange: 1 } : { ...good, [target.field.code]: target.sample.spoilt };
      const inside = isStrange ? ".strange" : `.${target.field.code}${target.sample.below}`;
      if (typeId === "group") return { field, sample: { value: good, spoilt: bad, below: inside } };
      const before = Array.from({ length: rows }, () => good);
      return { field, sample: { value: [...before, good], spoilt: [...before, bad], below: `.${rows}${inside}` } };
    });

const grid = (code: string) => container(code, simple, ["grid"]);
const anyField = (code: string): fc.Arbitrary<Design> =>
  fc.oneof(
    { weight: 4, arbitrary: simple(code) },
    { weight: 1, arbitrary: container(code, (inner) => fc.oneof(simple(inner), grid(inner)), ["group"]) },
    { weight: 1, arbitrary: grid(code) },
  );

const design = several(anyField, 1);
const fieldsOf = (designs: readonly Design[]) => designs.map(({ field }) => field);
const given = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([code, value]) => ({ code, value }));

it("accepts every valid value, and also its stored form", () => {
  fc.assert(
    fc.property(design, (designs) => {
      const first = check(fieldsOf(designs), given(valuesOf(designs)));
      expect(first.problems).toEqual([]);
      expect(Object.keys(first.values)).toEqual(designs.map(({ field }) => field.code));
      expect(check(fieldsOf(designs), given(first.values))).toEqual(first);
    }),
    { seed: 78, ...cases(400) },
  );
});

it("names the one invalid field, and never its value", () => {
  fc.assert(
    fc.property(design, fc.nat(3), (designs, nth) => {
      const { field, sample } = designs[nth % designs.length] as Design;
      const values = { ...valuesOf(designs), [field.code]: sample.spoilt };
      const { problems } = check(fieldsOf(designs), given(values));
      expect(problems).toHaveLength(1);
      const [place] = problems[0]?.split(" ") ?? [];
      expect(place).toMatch(new RegExp(`^${field.code}${sample.below}(\\.\\d+)?$`));
      expect(problems[0]).not.toContain(secret);
    }),
    { seed: 78, ...cases(600) },
  );
});

it("requires exactly the required fields", () => {
  fc.assert(
    fc.property(design, fc.constantFrom(undefined, null, "", "  ", []), (designs, nothing) => {
      const values = Object.fromEntries(designs.map(({ field }) => [field.code, nothing]));
      const missing = designs.filter(({ field }) => field.isRequired).map(({ field }) => `${field.code} is required`);
      expect(check(fieldsOf(designs), given(values))).toEqual({
        values: {},
        fileIds: [],
        problems: missing,
      });
      expect(check(fieldsOf(designs), []).problems).toEqual(missing);
    }),
    { seed: 78, ...cases(200) },
  );
});

it("reports fields that are unknown, duplicate, or not to be set from outside", () => {
  const fields = [
    SectionField.parse({ name: "a", code: "a", typeId: "text" }),
    SectionField.parse({ name: "s", code: "s", typeId: "text", notSupport: true, isRequired: true }),
  ];
  const values = [
    { code: "a", value: "1" },
    { code: "a", value: "2" },
    { code: "s", value: "3" },
    { code: "x".repeat(500), value: secret },
  ];
  expect(check(fields, values).problems).toEqual([
    "a is given twice",
    `${"x".repeat(100)} is not a field of the form`,
    "s cannot be set from outside",
  ]);
  const many = Array.from({ length: 100 }, (_, n) => ({ code: `x${n}`, value: 1 }));
  expect(check(fields, many).problems).toHaveLength(20);
});

it("accepts any text of an external source without options, and keeps names of files as they were uploaded", () => {
  const external = SectionField.parse({ name: "p", code: "p", typeId: "select", isExternalSource: true });
  const papers = SectionField.parse({ name: "f", code: "f", typeId: "file" });
  const values = [
    { code: "p", value: "anything" },
    { code: "f", value: [{ id: fileId.toUpperCase(), fileName: "mine.pdf" }] },
  ];
  const checked = check([external, papers], values);
  expect(checked.values).toEqual({ p: "anything", f: [{ id: fileId, fileName: "a.pdf" }] });
  expect(checked.fileIds).toHaveLength(1);
  const unknown = [{ code: "f", value: [{ id: "f0000000-0000-4000-8000-000000000002", fileName: "a.pdf" }] }];
  expect(check([papers], unknown).problems).toEqual(["f.0 names an unknown file"]);
});

it("reports a field that is given twice, in a list of any length", () => {
  const others = Array.from({ length: 400_000 }, (_, at) => ({ code: `c${at}`, value: 1 }));
  const { problems } = check([], [{ code: "a", value: 1 }, { code: "a", value: 2 }, ...others]);
  expect(problems.slice(0, 3)).toEqual([
    "a is given twice",
    "a is not a field of the form",
    "c0 is not a field of the form",
  ]);
});
