import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Language } from "../../src/model/language.ts";
import { csvReport } from "../../src/report/csv.ts";
import { entriesOf } from "../../src/report/entries.ts";
import { entryPhrasing } from "../../src/report/entry-phrasing.ts";
import { htmlReport } from "../../src/report/html.ts";
import { jsonReport } from "../../src/report/json.ts";
import { inert, markdownReport } from "../../src/report/markdown.ts";
import { capital, phrasing } from "../../src/report/phrasing.ts";
import { presentable, type Report } from "../../src/report/report.ts";
import { safeCell } from "../../src/report/safe-cell.ts";
import { textReport } from "../../src/report/text.ts";
import { visibleText } from "../../src/report/wrap-text.ts";
import { escapeXml, xlsxReport } from "../../src/report/xlsx.ts";
import { runs } from "../support/runs.ts";
import { arbitraryReport, markup, secretValues } from "./arbitrary-report.ts";
import { textOfPage, unpackedPage } from "./unpacked-page.ts";

const law = { seed: 20261121, numRuns: runs(300) };
const wide = { colour: false, width: 4000, full: true };

/** Returns the sheets of the workbook. */
const sheetsOf = (report: Report): string =>
  Object.entries(unzipSync(xlsxReport(report)))
    .map(([name, content]) => (name.includes("sheet") ? strFromU8(content) : ""))
    .join("\n");

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
          return [
            textReport(one, wide),
            jsonReport(one),
            textOfPage(htmlReport(one)),
            markdownReport(one, true),
            csvReport(one),
            sheetsOf(one),
          ];
        });
        for (const secret of secrets) for (const format of shown) expect(format).not.toContain(secret);
      }),
      law,
    );
    expect(seen).toBeGreaterThan(runs(1000));
  });

  it("names every object, with the values of all its fields, in every format", () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const formats = [
          [textReport(report, wide), visibleText],
          [markdownReport(report, true), inert],
          [csvReport(report), (text: string) => visibleText(text).replaceAll('"', '""')],
          [sheetsOf(report), (text: string) => escapeXml(visibleText(text))],
        ] as const;
        const { plan } = presentable(report);
        const { entries, held } = entriesOf(plan);
        const tell = entryPhrasing(plan, phrasing(report));
        for (const entry of [...entries, ...held]) {
          const facts = entry.facts.filter(({ field }) => field !== "active");
          const values = facts.map((fact) => tell.fact(fact)).flatMap(({ before = "", after }) => [before, after]);
          for (const [shown, escaped] of formats)
            for (const text of [entry.label, ...values]) expect(shown).toContain(escaped(text).trimEnd());
        }
      }),
      law,
    );
  });

  it("shows every proposal in the full text, and no line for the configuration in two", () => {
    fc.assert(
      fc.property(arbitraryReport, fc.constantFrom(40, 4000), (report, width) => {
        const text = textReport(report, { ...wide, width });
        for (const { lines } of report.plan.proposals ?? [])
          for (const line of lines) expect(text).toContain(visibleText(line));
        expect(text.match(/^ {4}\? /gm) ?? []).toHaveLength(report.plan.proposals?.length ?? 0);
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

  it("has a cell for every field in CSV and XLSX, and no formula", () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const { entries, held } = entriesOf(report.plan);
        const count = [...entries, ...held].reduce((sum, { facts }) => sum + Math.max(1, facts.length), 0);
        const rows = parse(csvReport(report), { bom: true });
        expect(rows).toHaveLength(count + 1);
        expect(rows.flat().filter((cell) => cell !== safeCell(cell))).toEqual([]);
        expect(sheetsOf(report)).not.toMatch(/<f>|<c (?![^>]* t="inlineStr")/);
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
        expect(markdownReport(report, true)).not.toMatch(/(?<!\\)[<>]/);
        expect(html.match(/<!--/g)).toBeNull();
        expect(html.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(2);
        expect(html.match(/<\/script/g)?.length ?? 0).toBeLessThanOrEqual(2);
      }),
      law,
    );
    expect(seen).toBeGreaterThan(runs(5000));
  });

  it("gives the page's script every entry and every held entry in the words of the text report, the worst first", () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const { plan, outcomes } = presentable(report);
        const { entries, held } = entriesOf(plan, outcomes);
        const tell = entryPhrasing(plan, phrasing(report));
        const shown = unpackedPage(htmlReport(report)).entries;
        const inSections = (...sections: readonly string[]) =>
          shown.filter(({ section }) => sections.includes(section));
        const isWorst = (entry: (typeof entries)[number]) => entry.severe || entry.outcome?.result === "failed";
        const ordered = [...entries.filter(isWorst), ...entries.filter((entry) => !isWorst(entry))];
        expect(inSections("worst", "changes").map(({ label, summary }) => [label, summary])).toEqual(
          ordered.map((entry) => [entry.label, capital(tell.summary(entry))]),
        );
        expect(inSections("worst")).toHaveLength(entries.filter(isWorst).length);
        expect(inSections("held").map(({ label }) => label)).toEqual(held.map(({ label }) => label));
        const facts = ordered.map((entry) => tell.rest(entry).map((fact) => tell.fact(fact).after));
        expect(inSections("worst", "changes").map((entry) => entry.facts.map(([, , after]) => after))).toEqual(facts);
      }),
      law,
    );
  });
});
