import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { visibleText } from "../../src/lib/control-characters.ts";
import type { Language } from "../../src/model/words/language.ts";
import { entriesOf } from "../../src/report/entries/entries.ts";
import { presentable, type Report } from "../../src/report/entries/report.ts";
import { jsonReport } from "../../src/report/json/json.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { entryPhrasing } from "../../src/report/phrasing/entry-phrasing.ts";
import { groupsOf } from "../../src/report/phrasing/groups.ts";
import { capital, phrasing } from "../../src/report/phrasing/phrasing.ts";
import { csvReport } from "../../src/report/tables/csv.ts";
import { safeCell } from "../../src/report/tables/safe-cell.ts";
import { reportTables } from "../../src/report/tables/tables.ts";
import { escapeXml, xlsxReport } from "../../src/report/tables/xlsx.ts";
import { inert, markdownReport } from "../../src/report/text/markdown.ts";
import { textReport } from "../../src/report/text/text.ts";
import { cases, runs } from "../support/suites/runs.ts";
import { arbitraryReport, markup, secretValues } from "./arbitrary-report.ts";
import { textOfPage, unpackedPage } from "./unpacked-page.ts";

const law = { seed: 20261121, ...cases(150) };
const wide = { colour: false, width: 4000, full: true };

/** A block of code in a list item, which ends at the first line of as many back-ticks as it begins with, or more (CommonMark 4.5). */
const fenced = /^ {2}(`{3,})yaml\n((?:.*\n)*?) {2} {0,3}\1`*[ \t]*$/gm;

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
    expect(seen).toBeGreaterThan(runs(500));
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

  it("says in every format what a first plan has matched, and what is on one side only", () => {
    let seen = 0;
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const say = phrasing(report);
        const formats = [textReport(report, wide), markdownReport(report, true), sheetsOf(report), htmlReport(report)];
        for (const { kind, matched, proposed, onlySource, onlyTarget } of report.plan.adoption ?? []) {
          const counts = [proposed, onlySource, onlyTarget].map((n) => (n === 0 ? "[0·]" : say.number(n)));
          const row = [say.kind(kind), say.matchedBy(matched), ...counts].join("(?:<[^>]*>|[ │|])+");
          for (const format of formats) expect(format).toMatch(new RegExp(`[>│|] ?${row}[ <]`, "i"));
          seen += 1;
        }
        expect(JSON.parse(jsonReport(report)).adoption).toEqual(report.plan.adoption ?? null);
      }),
      law,
    );
    expect(seen).toBeGreaterThan(runs(25));
  });

  it("says in every format what the service was seen to do besides, and who was written how often", () => {
    let seen = 0;
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const say = phrasing(report);
        const { entries } = entriesOf(report.plan, report.outcomes);
        const tries = entries.flatMap(({ outcome }) => outcome?.tries ?? []);
        const habits = report.habits ?? [];
        seen += tries.length + habits.length;
        const formats = [
          [textReport(report, wide), visibleText],
          [markdownReport(report, true), inert],
          [sheetsOf(report), (text: string) => escapeXml(visibleText(text))],
          [textOfPage(htmlReport(report)), (text: string) => text],
        ] as const;
        for (const [shown, escaped] of formats) {
          for (const habit of habits) expect(shown).toContain(escaped(say.habit(habit)));
          for (const n of new Set(tries)) {
            const said = shown.split(say.phrase("tries", { n })).length - 1;
            expect(said).toBeGreaterThanOrEqual(tries.filter((one) => one === n).length);
          }
        }
        const json = JSON.parse(jsonReport(report)) as { habits: unknown; entries: { outcome?: { tries?: number } }[] };
        expect(json.habits).toEqual(habits);
        expect(json.entries.flatMap(({ outcome }) => outcome?.tries ?? [])).toEqual(tries);
      }),
      law,
    );
    expect(seen).toBeGreaterThan(runs(300));
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

  it("has the lines of a proposal as a block of code in Markdown, as they are, which none of them can end", () => {
    const ticks = fc.array(fc.stringMatching(/^`{0,5}[ a]?`{0,5}$/), { maxLength: 2 });
    fc.assert(
      fc.property(arbitraryReport, ticks, (report, lines) => {
        const proposals = (report.plan.proposals ?? []).map((one) => ({ ...one, lines: [...one.lines, ...lines] }));
        const text = markdownReport({ ...report, plan: { ...report.plan, proposals } }, true);
        const blocks = [...text.matchAll(fenced)].map(([, , block = ""]) => block);
        const wanted = proposals.filter((one) => one.lines.length > 0).map((one) => one.lines.map(visibleText));
        expect(blocks).toEqual(wanted.map((block) => block.map((line) => `  ${line}\n`).join("")));
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
        const { breaches } = report.plan;
        const limits = report.run?.release === undefined ? breaches.length : 0;
        expect(rows).toHaveLength(count + limits + 1);
        expect(rows.flat().filter((cell) => cell !== safeCell(cell))).toEqual([]);
        expect(sheetsOf(report)).not.toMatch(/<f>|<c (?![^>]*( t="inlineStr"| s="[34]"><v>-?\d+<))/);
      }),
      law,
    );
  });

  it("has a sheet for each table in XLSX, whose name Excel accepts", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const names = reportTables(report).map(({ name }) => name);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const name of names) {
          expect(name).toMatch(/^[^:\\/?*[\]']{1,31}$/);
          seen.add(name);
        }
      }),
      law,
    );
    expect(seen.size).toBe(2 * 10);
  });

  it("never lets text of the data become markup", () => {
    let seen = 0;
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        seen += JSON.stringify(report).split(markup).length - 1;
        const html = htmlReport(report);
        expect(html).not.toContain(markup);
        expect(markdownReport(report, true).replaceAll(fenced, "")).not.toMatch(/[<>]/);
        expect(html.match(/<!--/g)).toBeNull();
        expect(html.match(/<script/g)?.length ?? 0).toBeLessThanOrEqual(2);
        expect(html.match(/<\/script/g)?.length ?? 0).toBeLessThanOrEqual(2);
      }),
      law,
    );
    expect(seen).toBeGreaterThan(runs(2500));
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
        const grouped = (of: readonly (typeof entries)[number][]) => groupsOf(of).flatMap((group) => group.entries);
        const ordered = [...grouped(entries.filter(isWorst)), ...grouped(entries.filter((entry) => !isWorst(entry)))];
        expect(inSections("worst", "changes").map(({ label, summary }) => [label, summary])).toEqual(
          ordered.map((entry) => [entry.label, capital(tell.summary(entry))]),
        );
        expect(inSections("worst")).toHaveLength(entries.filter(isWorst).length);
        expect(
          inSections("held")
            .map(({ label }) => label)
            .sort(),
        ).toEqual(held.map(({ label }) => label).sort());
        const facts = ordered.map((entry) => tell.rest(entry).map((fact) => tell.fact(fact).after));
        expect(inSections("worst", "changes").map((entry) => entry.facts.map(([, , after]) => after))).toEqual(facts);
      }),
      law,
    );
  });
});
