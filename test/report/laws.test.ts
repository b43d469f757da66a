import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Language } from "../../src/model/language.ts";
import { entriesOf } from "../../src/report/entries.ts";
import { entryPhrasing } from "../../src/report/entry-phrasing.ts";
import { htmlReport } from "../../src/report/html.ts";
import { jsonReport } from "../../src/report/json.ts";
import { phrasing } from "../../src/report/phrasing.ts";
import { presentable } from "../../src/report/report.ts";
import { textReport } from "../../src/report/text.ts";
import { visibleText } from "../../src/report/wrap-text.ts";
import { runs } from "../support/runs.ts";
import { arbitraryReport, markup, secretValues } from "./arbitrary-report.ts";

const law = { seed: 20261121, numRuns: runs(300) };
const wide = { colour: false, width: 4000, full: true };

/** Returns the data that the page contains: the lists that its script draws. */
const embedded = (html: string): { groups: { section: string; entries: { label: string }[] }[] } => {
  const json = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html)?.[1];
  return json === undefined ? { groups: [] } : JSON.parse(json);
};

describe("a report of any plan", () => {
  it("never shows an ID number, a birth date or a phone, in any format and language", () => {
    let seen = 0;
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const secrets = secretValues(report.plan);
        seen += secrets.length;
        const languages: readonly Language[] = ["en", "zh-TW"];
        const shown = languages.flatMap((language) => {
          const one = { ...report, language };
          return [textReport(one, wide), jsonReport(one), htmlReport(one)];
        });
        for (const secret of secrets) for (const format of shown) expect(format).not.toContain(secret);
      }),
      law,
    );
    expect(seen).toBeGreaterThan(runs(1000));
  });

  it("names every object in the full text, with the values of all its fields", () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const text = textReport(report, wide);
        const { plan } = presentable(report);
        const { entries, held } = entriesOf(plan);
        const tell = entryPhrasing(plan, phrasing(report));
        for (const entry of [...entries, ...held]) {
          expect(text).toContain(visibleText(entry.label));
          for (const fact of entry.facts.filter(({ field }) => field !== "active"))
            expect(text).toContain(visibleText(tell.fact(fact).after).trimEnd());
        }
      }),
      law,
    );
  });

  it("has one block in the full text for each entry and each held entry", () => {
    fc.assert(
      fc.property(arbitraryReport, ({ run: _run, outcomes: _outcomes, ...report }) => {
        const blocks = textReport(report, wide).match(/^ {4}[+~>»↕\-^×] /gm) ?? [];
        const { entries, held } = entriesOf(report.plan);
        expect(blocks).toHaveLength(entries.length + held.length);
      }),
      law,
    );
  });

  it("lets no control character of the data reach the terminal", () => {
    fc.assert(
      fc.property(arbitraryReport, fc.integer({ min: 20, max: 200 }), (report, width) => {
        const text = textReport(report, { colour: false, width, full: true });
        // oxlint-disable-next-line no-control-regex -- these characters must not occur
        expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }),
      law,
    );
  });

  it("parses as JSON and has every change, in the order of the plan", () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const json = JSON.parse(jsonReport(report));
        expect(json.changes.map((one: { id: string }) => one.id)).toEqual(report.plan.changes.map((one) => one.id));
        expect(json.held).toHaveLength(report.plan.held.length);
        expect(json.changes.map((one: { fields: unknown[] }) => one.fields.length)).toEqual(
          report.plan.changes.map((one) => one.fields.length),
        );
      }),
      law,
    );
  });

  it("never lets text of the data become markup", () => {
    let seen = 0;
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        seen += JSON.stringify(report).split(markup).length - 1;
        const html = htmlReport(report);
        expect(html).not.toContain(markup);
        expect(html.match(/<!--/g)).toBeNull();
        expect(html.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(2);
        expect(html.match(/<\/script/g)?.length ?? 0).toBeLessThanOrEqual(2);
      }),
      law,
    );
    expect(seen).toBeGreaterThan(runs(5000));
  });

  it("gives the page's script every change and every held change", () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const { groups } = embedded(htmlReport(report));
        const labels = (section: string) =>
          groups.filter((one) => one.section === section).flatMap((one) => one.entries.map((entry) => entry.label));
        expect(labels("changes").sort()).toEqual(report.plan.changes.map((one) => one.label).sort());
        expect(labels("held").sort()).toEqual(report.plan.held.map((one) => one.label).sort());
      }),
      law,
    );
  });
});
