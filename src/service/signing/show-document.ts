/** The content of a document in F8b and U3: field values, with sums and averages for grids (R79), and its files (R105). */
import { filesCode, type Grid } from "../../contract/records/forms.ts";
import type { FileRef } from "../../contract/records/shared.ts";
import { fieldType, type SectionField } from "../../contract/sections/forms.ts";
import { requireRow } from "../kernel/company/table.ts";
import { type Values, valueOf } from "./field-texts.ts";
import type { Company, DocumentRow } from "./tables.ts";

export const showFields = (company: Company, document: DocumentRow) =>
  shownFields(company, document).map(({ name, ...field }) => ({ fieldName: name, ...field }));

/**
 * U3 returns grids separately from the other fields. A grid within a group is returned twice: in the value of the group, and as
 * one of the grids, with the code `<group>.<grid>`.
 */
export const showDetail = (company: Company, document: DocumentRow) => ({
  fields: shownFields(company, document)
    .filter(({ typeId }) => typeId !== fieldType.grid)
    .map(({ name, code, value }) => ({ field_Name: name, code, value })),
  grids: gridsOf(requireRow(company.forms, document.formId).fields, document.values),
});

/** All files of a document, those in the values of fields included. */
export const filesOf = (company: Company, { fileIds }: DocumentRow): readonly FileRef[] =>
  fileIds.map((fileId) => {
    const { uuid: id, fileName } = requireRow(company.files, fileId);
    return { id, fileName };
  });

const shownFields = (company: Company, document: DocumentRow) => {
  const fields = requireRow(company.forms, document.formId).fields.map(({ name, code, typeId }) => {
    return { name, code, typeId, value: valueOf(document.values, code) ?? null };
  });
  const files = { name: "附件", code: filesCode, typeId: fieldType.file, value: filesOf(company, document) };
  return files.value.length === 0 ? fields : [...fields, files];
};

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const gridsOf = (fields: readonly SectionField[], values: Values): Grid[] =>
  fields.flatMap((field) => {
    const value = valueOf(values, field.code);
    if (field.typeId === fieldType.grid) return [showGrid(field, Array.isArray(value) ? value.filter(isRecord) : [])];
    if (field.typeId !== fieldType.group) return [];
    const nested = gridsOf(field.fields ?? [], isRecord(value) ? value : {});
    return nested.map((grid) => ({ ...grid, code: `${field.code}.${grid.code}` }));
  });

const showGrid = ({ code, name, fields: columns = [] }: SectionField, rows: readonly Values[]): Grid => {
  const numbers = columns
    .filter(({ typeId }) => typeId === fieldType.number)
    .map((column) => [column.code, rows.map((row) => valueOf(row, column.code)).filter(isNumber)] as const);
  return {
    code,
    name,
    columns: columns.map((column) => ({ code: column.code, name: column.name })),
    rows: [...rows],
    sumByCode: Object.fromEntries(numbers.map(([of, list]) => [of, sum(list)])),
    avgByCode: Object.fromEntries(numbers.map(([of, list]) => [of, list.length > 0 ? sum(list) / list.length : null])),
  };
};

const isNumber = (value: unknown): value is number => typeof value === "number";

/** Removes the rounding error of binary fractions (0.1 + 0.2 is 0.3): rounds to the most decimals that a number has. */
const sum = (numbers: readonly number[]): number => {
  const total = numbers.reduce((before, number) => before + number, 0);
  const digits = Array.from({ length: 16 }, (_, at) => at);
  const decimals = digits.find((most) => numbers.every((number) => Number(number.toFixed(most)) === number));
  return decimals === undefined ? total : Number(total.toFixed(decimals));
};
