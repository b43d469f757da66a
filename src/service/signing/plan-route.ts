/**
 * The applicable steps of a form's route. Its conditions are evaluated once, when a document is created, because the values of
 * a document do not change.
 */
import { fieldType, type RouteCondition, type SectionField } from "../../contract/sections/forms.ts";
import type { StoredStep } from "../forms/route.ts";
import type { FormRow } from "../forms/tables.ts";
import { readInstant } from "../kernel/instant.ts";
import { textsOf, type Values, valueOf } from "./field-texts.ts";

/** The steps of the form's route that apply to a document with these values. */
export const planRoute = ({ fields, route }: FormRow, values: Values): readonly StoredStep[] => {
  /** Returns a list with the step, or an empty list when the step's condition is false. */
  const applying = <S extends { readonly when?: RouteCondition | undefined }>(step: S): readonly S[] =>
    !step.when || holds(fields, step.when, values) ? [{ ...step, when: undefined }] : [];
  const plan = (steps: readonly StoredStep[]): readonly StoredStep[] =>
    steps.flatMap((step): readonly StoredStep[] => {
      if (step.kind !== "branches") return applying(step);
      const branches = step.branches
        .flatMap(applying)
        .map((branch) => ({ ...branch, steps: plan(branch.steps) }))
        .filter(({ steps: inBranch }) => inBranch.length > 0);
      return branches.length > 0 ? applying({ ...step, branches }) : [];
    });
  return plan(route);
};

/** For a field without a value, only the condition `notEqual` is true. */
const holds = (
  fields: readonly SectionField[],
  { field: code, is, value: limit }: RouteCondition,
  values: Values,
): boolean => {
  const field = fields.find((one) => one.code === code);
  const [value, wanted] = [comparable(field, valueOf(values, code)), comparable(field, limit)];
  if (is === "notEqual") return value !== wanted;
  if (value === undefined || wanted === undefined) return false;
  if (is === "equal") return value === wanted;
  return is === "atLeast" ? value >= wanted : value < wanted;
};

/** The value in a form that can be compared: a number, an instant in UTC, or the first text of the value. */
const comparable = (field: SectionField | undefined, value: unknown): string | number | undefined => {
  if (typeof value === "number") return value;
  const [text] = textsOf(field, value);
  return text !== undefined && field?.typeId === fieldType.dateTime ? readInstant(text, `fields.${field.code}`) : text;
};
