/**
 * Laws of the explanations in the HTML page over random pairs of directories: behind each row stands what `musterd explain` says
 * about the record that the row is about.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Explainer } from "../../src/explain/explain.ts";
import { adoptedKinds } from "../../src/model/directory/identity.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { type Language, languages } from "../../src/model/words/language.ts";
import { decide, makePlan, type PlanInput } from "../../src/plan/make-plan.ts";
import { restrictedTo } from "../../src/plan/restrict/restrict-plan.ts";
import type { Report } from "../../src/report/entries/report.ts";
import { rowsToExplain } from "../../src/report/page/data.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { explanationLines, explanationText } from "../../src/report/text/explanation-text.ts";
import { explainRows } from "../../src/run/explain-record.ts";
import type { Store } from "../../src/store/store.ts";
import { explainerOf } from "../support/explaining.ts";
import { disturbedInputs } from "../support/random/disturbed.ts";
import { cases, runs } from "../support/suites/runs.ts";
import { reportOf } from "./report-builder.ts";
import { largePlan, samplePlan } from "./sample-plan.ts";
import { type ShownEntry, textOfPage, unpackedPage } from "./unpacked-page.ts";

const store = { history: async () => async () => [] } as unknown as Store;
const noRecords = { records: [], dropped: [], past: [] };
const explainable: ReadonlySet<string> = new Set(adoptedKinds);

/** The report of a plan with explanations of its rows, as `musterd plan --html` makes it. */
const explainedReport = async (input: PlanInput, whole: Plan, plan: Plan, language: Language): Promise<Report> => {
  const { source, target } = input;
  const memory = { ...input.memory, links: input.memory.links ?? { employee: new Map(), department: new Map() } };
  const prepared = {
    plan,
    whole,
    desired: source,
    current: target,
    memory,
    decided: decide({ ...input, keepsReasons: true }),
  };
  const readings = {
    ...prepared,
    wholeIds: new Set<string>(),
    digests: { source: "", site: "" },
    links: memory.links,
    traceOf: () => noRecords,
  };
  const report = reportOf(plan, { language });
  return { ...report, explain: await explainRows({ store }, readings, rowsToExplain(report), "run") };
};

const rows = (report: Report): readonly ShownEntry[] =>
  unpackedPage(htmlReport(report)).entries.filter(
    ({ kind, section }) => explainable.has(kind) && isAboutObject(section),
  );

const isAboutObject = (section: string): boolean => ["worst", "changes", "held"].includes(section);

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, "");

/** What the command prints about the record that a change or held change of the plan is about, by the id of that. */
const printed = ({ records, explain }: Explainer, report: Report): ReadonlyMap<string, string> =>
  new Map(
    records.flatMap((record) => {
      const explanation = { ...noRecords, ...explain(record).explanation };
      const text = explanationText(explanation, report, 100);
      return [...explanation.changes, ...explanation.held].map(({ id }) => [id, text] as const);
    }),
  );

describe("the explanation behind a row of the page", () => {
  it("is what the command prints about the object of the row, in both languages", async () => {
    await fc.assert(
      fc.asyncProperty(disturbedInputs(), fc.constantFrom(...languages), async (input, language) => {
        const plan = makePlan(input);
        const report = await explainedReport(input, plan, plan, language);
        const texts = printed(explainerOf(input, plan), report);
        const expected = rowsToExplain(report)
          .filter(({ kind, changes }) => explainable.has(kind) && changes.length > 0)
          .map(({ kind, key, changes }) => `${kind}/${key} ${withoutSpace(texts.get(changes[0] ?? "") ?? "none")}`);
        const shown = rows(report).map(({ kind, key, why }) => `${kind}/${key} ${withoutSpace(why)}`);
        expect(shown.sort()).toEqual(expected.sort());
        expect(textOfPage(htmlReport(report))).not.toMatch(/02-2345-6789|0912-345-678/);
      }),
      { ...cases(200), seed: 121 },
    );
  });

  it("is that of the command for the key of the row, wherever the key names one record", async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(disturbedInputs(), async (input) => {
        const plan = makePlan(input);
        const report = await explainedReport(input, plan, plan, "en");
        const explainer = explainerOf(input, plan);
        for (const { kind, key, why } of rows(report)) {
          const [record, ...others] = explainer.find(`${kind}/${key}`);
          if (!record || others.length > 0) continue;
          const lines = explanationLines({ ...noRecords, ...explainer.explain(record).explanation }, report);
          // An account that one person gives up and another one gets names the one who will have it.
          if (lines[0] === why.split("\n")[0]) found += 1;
          else continue;
          expect(why).toBe(lines.join("\n"));
        }
      }),
      { ...cases(200), seed: 122 },
    );
    expect(found).toBeGreaterThan(runs(200));
  });

  it("says of a restricted plan what it does, and what it leaves out", async () => {
    let left = 0;
    await fc.assert(
      fc.asyncProperty(disturbedInputs(), fc.nat({ max: 999 }), async (input, draw) => {
        const whole = makePlan(input);
        const names = whole.changes.flatMap(({ kind, key }) =>
          kind === "employee" || kind === "department" ? [key] : [],
        );
        const result = restrictedTo(whole, [names[draw % names.length] ?? ""], input);
        fc.pre("plan" in result);
        const { plan } = result;
        const report = await explainedReport(input, whole, plan, "en");
        const ids = new Set([...plan.changes, ...plan.held].map(({ id }) => id));
        for (const row of rowsToExplain(report).filter(
          ({ kind, changes }) => explainable.has(kind) && changes.length > 0,
        )) {
          const explanation = report.explain?.(row);
          expect(explanation?.fingerprint).toBe(plan.fingerprint);
          const told = [...(explanation?.changes ?? []), ...(explanation?.held ?? [])].map(({ id }) => id);
          expect(told).toEqual(expect.arrayContaining([...row.changes]));
          expect(told.filter((id) => !ids.has(id))).toEqual([]);
          for (const { changes, held, why } of explanation?.fields ?? []) {
            expect(changes.length + held.length > 0).toBe(why === undefined);
            if (why === "left-out") left += 1;
          }
        }
      }),
      { ...cases(200), seed: 123 },
    );
    expect(left).toBeGreaterThan(0);
  });

  it("is there for the first 3,000 rows, what is held before what is usual", () => {
    const { held } = samplePlan;
    const asked = rowsToExplain(reportOf({ ...largePlan(4000), held }));
    expect(asked).toHaveLength(3000);
    const ids = new Set(asked.flatMap(({ changes }) => changes));
    expect(held.filter(({ id }) => !ids.has(id))).toEqual([]);
  });
});
