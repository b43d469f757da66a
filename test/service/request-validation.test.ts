/** Tests how much of what is wrong with a request is looked for. */
import { expect, it } from "vitest";
import { buildLazyValidators } from "../../src/service/kernel/http/request-validation.ts";

const schema = {
  type: "object",
  properties: { names: { type: "array", maxItems: 500_000, items: { type: "array", items: { type: "string" } } } },
};
const compile = buildLazyValidators({}, { customOptions: { coerceTypes: false, allErrors: true } });
const findings = (names: readonly unknown[]) => {
  const validate = compile({ schema });
  const isValid = validate({ names });
  return { isValid, places: validate.errors?.map(({ instancePath }) => instancePath) ?? [] };
};
const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);

it.each<[string, unknown, number]>([
  ["items", 0, 100],
  ["items of items", many(1_000, 0), 10_000],
])("of thousands of wrong %s, only the first are named", (_, item, count) => {
  const { isValid, places } = findings(many(1_000, item));
  expect([isValid, places.length]).toEqual([false, count]);
});

it.each<[string, unknown[], string]>([
  ["behind them", [...many(5_000, ["A"]), 0, 0], "/names/5000"],
  ["with their number", many(500_001, ["A"]), "/names"],
])("what is wrong %s is found all the same", (_, names, place) => {
  expect(findings(names)).toEqual({ isValid: false, places: [place] });
});

it("a valid request is valid", () => {
  expect(findings(many(5_000, ["A"]))).toEqual({ isValid: true, places: [] });
});
