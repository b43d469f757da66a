/** The content of a document in F8b and U3: field values, with sums and averages for grids (R79). */
import type { Grid } from "../../contract/form-records.ts";
import { fieldType, type SectionField } from "../../contract/forms-section.ts";
import { requireRow } from "../kernel/table.ts";
import { valueOf } from "./field-texts.ts";
import type { Company, DocumentRow } from "./tables.ts";

export const showFields = (company: Company, { formId, values }: DocumentRow) =>
  requireRow(company.forms, formId).fields.map(({ name, code, typeId }) => ({
    fieldName: name,
    code,
    typeId,
    value: valueOf(values, code) ?? null,
  }));

/**
 * U3 returns grids separately from the other fields. A grid within a group is returned twice: in the value of the group, and as
 * one of the grids, with the code `<group>.<grid>`.
 */
export const showDetail = (company: Company, document: DocumentRow) => {
  const { fields } = requireRow(company.forms, document.formId);
  return {
    fields: fields
      .filter(({ typeId }) => typeId !== fieldType.grid)
      .map(({ name, code }) => ({ field_Name: name, code, value: valueOf(document.values, code) ?? null })),
    grids: gridsOf(fields, document.values),
  };
};

type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const gridsOf = (fields: readonly SectionField[], values: Values): Grid[] =>
  fields.flatMap((field) => {
    const value = valueOf(values, field.code);
    if (field.typeId === fieldType.grid) return [showGrid(field, Array.isArray(value) ? value.filter(isRecord) : [])];
    if (field.typeId !== fieldType.group) return [];
    return gridsOf(field.fields ?? [], isRecord(value) ? value : {}).map((grid) => ({
      ...grid,
      code: `${field.code}.${grid.code}`,
    }));
  });

const showGrid = ({ code, name, fields: columns = [] }: SectionField, rows: readonly Values[]): Grid => {
  const numbersOf = (column: SectionField): readonly number[] =>
    rows.map((row) => valueOf(row, column.code)).filter((value) => typeof value === "number");
  const numeric = columns.filter(({ typeId }) => typeId === fieldType.number);
  const ofNumbers = (compute: (numbers: readonly number[]) => number | null) =>
    Object.fromEntries(numeric.map((column) => [column.code, compute(numbersOf(column))]));
  return {
    code,
    name,
    columns: columns.map((column) => ({ code: column.code, name: column.name })),
    rows: [...rows],
    sumByCode: ofNumbers(sum),
    avgByCode: ofNumbers((numbers) => (numbers.length === 0 ? null : sum(numbers) / numbers.length)),
  };
};

/** Removes the rounding error of binary fractions: 0.1 + 0.2 is 0.3. */
const sum = (numbers: readonly number[]): number => {
  const total = numbers.reduce((before, number) => before + number, 0);
  const decimals = Math.max(0, ...numbers.map(decimalsOf));
  return decimals > 15 ? total : Number(total.toFixed(decimals));
};

const decimalsOf = (number: number): number => {
  const [digits = "", exponent = "0"] = String(number).split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
};
