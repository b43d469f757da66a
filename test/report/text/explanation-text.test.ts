/** Tests the explanation as text, over random pairs of directories and in both languages. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Explanation } from "../../../src/model/runs/explanation.ts";
import { languages } from "../../../src/model/words/language.ts";
import { makePlan } from "../../../src/plan/make-plan.ts";
import type { Report } from "../../../src/report/entries/report.ts";
import { explanationText } from "../../../src/report/text/explanation-text.ts";
import { displayWidth } from "../../../src/report/text/wrap-text.ts";
import { explainerOf } from "../../support/explaining.ts";
import { disturbedInputs } from "../../support/random/disturbed.ts";
import { cases } from "../../support/suites/runs.ts";

const whole: Pick<Explanation, "records" | "dropped" | "past"> = {
  records: [
    {
      setting: "source.employees",
      file: "people\u202e.csv",
      line: 7,
      outOfScope: true,
      fields: [
        { field: "name", cells: { 姓名: "王\n小明" }, value: "王小明" },
        { field: "birthDate", cells: { 生日: "•••" }, rule: '{"date":["roc"]}', value: "•••" },
        { field: "active", cells: { 狀態: "" } },
      ],
      rejected: [],
    },
  ],
  dropped: [],
  past: [],
};

describe("the text of an explanation", () => {
  it("names every field that is written or held with its values, and no other control character than the line break", () => {
    fc.assert(
      fc.property(disturbedInputs(), fc.constantFrom(...languages), (input, language) => {
        const plan = makePlan(input);
        const { records, explain } = explainerOf(input, plan);
        const report: Report = { plan, target: "target", source: "source", madeAt: "2026-11-21T00:00:00Z", language };
        for (const record of records) {
          const explanation = { ...whole, ...explain(record).explanation };
          const text = explanationText(explanation, report, 100);
          expect(text).not.toMatch(/undefined|\[object|02-2345-6789|0912-345-678|[^\P{C}\n]/u);
          const lines = text.split("\n");
          expect(lines.filter((line) => displayWidth(line) > 100)).toEqual([]);
          const written = explanation.fields.filter(({ changes, held }) => changes.length + held.length > 0);
          expect(lines.filter((line) => line.includes(" → ")).length).toBeGreaterThanOrEqual(written.length);
        }
      }),
      { ...cases(100), seed: 21 },
    );
  });
});
