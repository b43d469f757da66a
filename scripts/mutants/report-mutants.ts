/** Edits of the reports: what a report leaves out, or says wrongly, somebody approves unseen. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const entries = ["test/report/entries/entries.test.ts"];

export const reportMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/report/entries/facts.ts",
    ["test/report/preview.test.ts"],
    [["      earlier.after = fact.after;", "", "a mover keeps a post that the plan takes away"]],
  ),
  ...mutantsOf("src/model/plan/subjects.ts", entries, [
    ["    known.set(reference(subject.kind, to), subject);", "", "an object with a new code is shown as two"],
  ]),
  ...mutantsOf("src/report/entries/entries.ts", entries, [
    ['outcome?.result === "failed" ? 0 :', 'outcome?.result === "failed" ? 2 :', "what has failed is not shown first"],
  ]),
  ...mutantsOf("src/report/phrasing/entry-phrasing.ts", entries, [
    [
      "move?.from.department) return after === null;",
      "move?.from.department) return true;",
      "a kept post is not shown",
    ],
  ]),
  ...mutantsOf(
    "src/report/page/figures.ts",
    ["test/report/page/html.test.ts"],
    [['"new", "reopened", "moved"', '"new", "moved"', "the tiles leave out what the first sentence counts"]],
  ),
  ...mutantsOf(
    "src/report/page/organisation.ts",
    ["test/report/page/html.test.ts"],
    [["closed + added + moved > 0", "true", "names alone draw a tree with an empty half"]],
  ),
  ...mutantsOf(
    "src/report/words/zh-tw/error-details.ts",
    ["test/report/error-details.test.ts"],
    [["parts.length > 1 &&", "parts.length > 9 &&", "of two limits only one is told in Chinese"]],
  ),
  ...mutantsOf(
    "src/plan/organisation.ts",
    ["test/report/figures-laws.test.ts"],
    [["...(isWhole && heads)", "...heads", "an undo calls the people it touches a head count"]],
  ),
  ...mutantsOf(
    "src/report/phrasing/groups.ts",
    ["test/report/phrasing/groups.test.ts"],
    [["stated.has(factText(fact)));\n  }", "stated.size > 0);\n  }", "a group says of all what is true of one"]],
  ),
  ...mutantsOf(
    "src/report/text/short-report.ts",
    ["test/report/text/short-report.test.ts"],
    [["if (full) return", "if (full || sections.length > 0) return", "a report of 100,000 changes fills the terminal"]],
  ),
  ...mutantsOf(
    "src/report/tables/csv.ts",
    ["test/report/formats.test.ts"],
    [["const cell = safeCell(text);", "const cell = text;", "a name runs as a formula in somebody's spreadsheet"]],
  ),
  ...mutantsOf(
    "src/report/phrasing/shown-report.ts",
    ["test/report/laws.test.ts"],
    [["const report = presentable(given);", "const report = given;", "tickets, CSV and XLSX show ID numbers"]],
  ),
  ...mutantsOf(
    "src/model/runs/entry-counts.ts",
    ["test/store/entry-numbers.test.ts"],
    [["Math.min(rank, ", "Math.max(rank, ", "an entry of which one change has failed counts as applied"]],
  ),
];
