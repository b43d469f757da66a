/** Writes the parts of the HTML report about the organisation: its picture, the flows of people, and the tables behind both. */
import { escapeHtml } from "../../lib/escape-html.ts";
import { type Company, companyOf, type Department, markCounts } from "../entries/company-trees.ts";
import { movementCells, movementColumns } from "../phrasing/head-counts.ts";
import { capital, type Phrasing } from "../phrasing/phrasing.ts";
import type { ShownReport } from "../phrasing/shown-report.ts";
import { filled } from "../words/filled.ts";
import { flowPicture } from "./flow-picture.ts";
import { streamsOf } from "./flows.ts";
import { treePicture } from "./tree-picture.ts";

/** Rows of a table: texts and numbers in the order of the columns. */
type TableRows = readonly (readonly (string | number | null)[])[];

export type OrganisationParts = ReturnType<typeof organisationParts>;

export const organisationParts = (shown: ShownReport) => {
  const { say } = shown;
  const company = companyOf(shown.report.plan.organisation);
  const rows = departmentRows(company, shown);
  const flows = flowRows(company, shown);
  const { closed, new: added, moved } = markCounts(company);
  const hasPicture = closed + added + moved > 0;
  return {
    /** The picture of the trees, and the departments with the largest changes; empty if nothing changes. */
    picture: hasPicture ? pictureSection(company, say) : "",
    largest: largestSection(company, shown, largestShown[hasPicture ? "withPicture" : "alone"]),
    /** The sections below the first screen. */
    sections: [flowSection(company, flows.length, say), departmentSection(rows, say)].join("\n"),
    /** The rows of the tables that the script draws. */
    tables: { departments: rows, flows },
  };
};

const pictureSection = (company: Company, say: Phrasing): string => {
  const { page } = say.words;
  return `<section class="card" aria-labelledby="h-tree"><h2 id="h-tree">${escapeHtml(page.organisation)}</h2>
${treePicture(company, say)}
<p class="hint">${escapeHtml([page.treeHint, ...(company.isCounted ? [page.treePeople] : [])].join(" "))} <a href="#h-departments">${escapeHtml(page.asTable)}</a></p></section>`;
};

/** A picture of the organisation is tall; without it the table stands beside a short list. */
const largestShown = { withPicture: 10, alone: 5 };

/** The departments whose head counts change most. */
const largestSection = (company: Company, shown: ShownReport, atMost: number): string => {
  const { model, say } = shown;
  if (model.movements.length === 0) return "";
  const { page } = say.words;
  const heads = movementColumns(say).map((head) => `<th scope="col">${escapeHtml(head)}</th>`);
  const above = (code: string): string => {
    const { before, after } = company.departments.get(code) ?? {};
    const parent = company.departments.get((after ?? before)?.parent ?? "");
    const name = (parent?.after ?? parent?.before)?.name;
    return name === undefined ? "" : ` <small>${escapeHtml(name)}</small>`;
  };
  const rows = model.movements.slice(0, atMost).map((movement) => {
    const [department = "", ...cells] = movementCells(shown, movement);
    const numbers = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join("");
    return `<tr><th scope="row"><bdi>${escapeHtml(department)}</bdi>${above(movement.code)}</th>${numbers}</tr>`;
  });
  return `<section class="card" aria-labelledby="h-largest"><h2 id="h-largest">${escapeHtml(page.headCounts)} <small>${escapeHtml(page.largestChanges)}</small></h2>
<table class="heads"><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table></section>`;
};

const flowSection = (company: Company, rowCount: number, say: Phrasing): string => {
  const moves = company.flows.filter(({ from, to }) => from !== null && to !== null);
  if (moves.length === 0) return "";
  const { page } = say.words;
  const streams = streamsOf(company, 18);
  const note = streams.inside > 0 ? filled(page.flowInside, { n: say.number(streams.inside) }) : "";
  return `<section class="card" aria-labelledby="h-flows"><h2 id="h-flows">${escapeHtml(page.flows)}</h2>
${flowPicture(company, streams, say)}
<p class="hint">${escapeHtml(note)}</p>
${table("flows", [page.from, page.to, page.count], page.asTable, rowCount, say)}</section>`;
};

const departmentSection = (rows: TableRows, say: Phrasing): string => {
  const [first] = rows;
  if (first === undefined) return "";
  const { page } = say.words;
  const [department = "", ...numbers] = movementColumns(say);
  const what = first.length > numbers.length + 1 ? [page.what] : [];
  const heads = [department, ...what, ...numbers];
  return `<section class="card" aria-labelledby="h-departments"><h2 id="h-departments">${escapeHtml(page.headCounts)}</h2>
${table("departments", heads, page.asTable, rows.length, say)}</section>`;
};

/** A table that the page's script fills when it is opened. */
const table = (name: string, heads: readonly string[], title: string, rowCount: number, say: Phrasing): string =>
  `<details data-table="${name}"${rowCount <= 30 ? " open" : ""}><summary>${escapeHtml(title)} <small>${say.number(rowCount)}</small></summary>
<table class="cells ${name}"><thead><tr>${heads.map((head) => `<th scope="col">${escapeHtml(head)}</th>`).join("")}</tr></thead><tbody></tbody></table><div class="pager"></div></details>`;

/**
 * Every department that changes or that somebody joins or leaves, in the order of the tree after the plan: its name, what happens
 * to it (no row has this if nothing happens to any), and the numbers.
 */
const departmentRows = (company: Company, shown: ShownReport): TableRows => {
  const { entries, movements } = shown.model;
  const moves = new Map(movements.map((movement) => [movement.code, movement]));
  const said = new Map(
    entries.filter(({ kind }) => kind === "department").map((entry) => [entry.key, capital(shown.tell.summary(entry))]),
  );
  const row = ({ code, before, after }: Department): TableRows => {
    const what = said.get(code) ?? "";
    const movement = moves.get(code);
    if (what === "" && movement === undefined) return [];
    const unmoved = {
      code,
      before: before?.people,
      after: after?.people,
      joins: 0,
      leaves: 0,
      movesIn: 0,
      movesOut: 0,
    };
    const [department = "", ...numbers] = movementCells(shown, movement ?? unmoved);
    return [[department, ...(said.size > 0 ? [what] : []), ...numbers]];
  };
  const codes = new Set([...sortedAsTree(company), ...company.departments.keys()]);
  return [...codes].flatMap((code) => {
    const department = company.departments.get(code);
    return department === undefined ? [] : row(department);
  });
};

/** Codes from the top down, each department followed by those below it. */
const sortedAsTree = ({ after }: Company): readonly string[] => {
  const codes: string[] = [];
  after.eachBefore(({ data }) => void codes.push(data.code));
  return codes;
};

const flowRows = ({ flows }: Company, { tell, say: { words } }: ShownReport): TableRows =>
  flows
    .toSorted((a, b) => b.people - a.people)
    .map(({ from, to, people }) => [
      from === null ? words.page.joining : tell.named("department", from),
      to === null ? words.page.leaving : tell.named("department", to),
      people,
    ]);
