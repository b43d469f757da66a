/** The formats that people pass on: Markdown, CSV and XLSX. */
import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import readExcelFile from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { csvReport } from "../../src/report/tables/csv.ts";
import { safeCell } from "../../src/report/tables/safe-cell.ts";
import { reportTables } from "../../src/report/tables/tables.ts";
import { workbookOf, xlsxReport } from "../../src/report/tables/xlsx.ts";
import { markdownReport } from "../../src/report/text/markdown.ts";
import { change, departmentsNamed, outcomesOf, planWith, reportOf, runWith } from "./report-builder.ts";
import { samplePlan } from "./sample-plan.ts";

/** Names that a spreadsheet could take for formulas. */
const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1+1", "＋1", "－1", "＠A1", "|cmd"];

const hostile = planWith({
  changes: formulas.map((name, index) =>
    change({
      key: `k${index}`,
      id: `employee/${index}`,
      label: name,
      fields: [{ field: "name", before: name, after: name }],
    }),
  ),
});

describe("csvReport", () => {
  const rows = (csv: string): string[][] => parse(csv, { bom: true });

  it("has a row for each field that changes, with what happens to whom, in the words of the language", () => {
    const [head, ...found] = rows(csvReport(reportOf(samplePlan, { language: "zh-TW" })));
    expect(head).toEqual("狀態 類別 對象 代號或帳號 部門 異動內容 欄位 變更前 變更後 原因".split(" "));
    expect(found).toContainEqual([
      "已規劃",
      "員工",
      "黃志強",
      "huang.zq",
      "業務部 (SALES)",
      "離職（停用）：業務部 (SALES)",
      "啟用",
      "是",
      "否",
      "已過離職日",
    ]);
    expect(found).toContainEqual([
      "已規劃",
      "部門",
      "研發二部",
      "RD2",
      "",
      "移動：業務部 (SALES) → 研發部 (RD)",
      "上層部門",
      "業務部 (SALES)",
      "研發部 (RD)",
      "",
    ]);
    expect(found.filter(([state]) => state === "暫緩")).toHaveLength(2);
  });

  it("says what became of each change", () => {
    const plan = planWith({ changes: [change()] });
    const outcomes = outcomesOf({
      changeId: "employee/wang.xm/update",
      result: "failed",
      code: "refused",
      message: "status 400",
    });
    const [, row] = rows(csvReport(reportOf(plan, { outcomes })));
    expect([row?.[0], row?.[9]]).toEqual(["failed", "failed · refused · status 400"]);
  });

  it("has no cell that a spreadsheet takes for a formula", () => {
    const cells = rows(csvReport(reportOf(hostile))).flat();
    expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠|]/u.test(cell))).toEqual([]);
    // Control characters are replaced with visible ones beforehand.
    expect(cells.filter((cell) => cell.startsWith("'"))).toHaveLength(3 * (formulas.length - 2));
    expect(formulas.map(safeCell)).toEqual(formulas.map((text) => `'${text}`));
  });
});

describe("safeCell", () => {
  it("has no formula behind a semicolon, where Excel begins a cell in many countries", () => {
    expect(["a;=1", 'a; "=1', "a;;@b;＝1", "a;b"].map(safeCell)).toEqual(["a;'=1", `a;' "=1`, "a;;'@b;'＝1", "a;b"]);
  });
});

describe("xlsxReport", () => {
  const sheets = (bytes: Uint8Array) =>
    Object.entries(unzipSync(bytes)).flatMap(([name, content]) => (name.includes("sheet") ? [strFromU8(content)] : []));

  it("can be read, and has the cells of every table", async () => {
    const report = reportOf(samplePlan, { run: runWith(), language: "zh-TW" });
    const read = await readExcelFile(Buffer.from(xlsxReport(report)));
    const tables = reportTables(report);
    expect(read.map(({ sheet }) => sheet)).toEqual(tables.map(({ name }) => name));
    for (const [index, { columns, rows }] of tables.entries()) {
      const cells = read[index]?.data.map((row) => row.map((cell) => cell ?? ""));
      const width = columns.length;
      expect(cells?.map((row) => [...row, ...Array(width - row.length).fill("")])).toEqual([columns, ...rows()]);
    }
  });

  it("has texts with the format of a text, counts as numbers, and no formula", () => {
    const all = sheets(xlsxReport(reportOf(hostile))).join("\n");
    const cells = all.match(/<c [^>]*>/g) ?? [];
    expect(cells.length).toBeGreaterThan(4 * formulas.length);
    expect(cells.filter((cell) => !/ s="[12]" t="inlineStr">$| s="[34]">$/.test(cell))).toEqual([]);
    expect(all).not.toContain("<f>");
  });

  it("is the same file for the same report", () => {
    expect(xlsxReport(reportOf(samplePlan))).toEqual(xlsxReport(reportOf(samplePlan)));
  });

  it("can be read whatever characters the data has, and after a very long text", async () => {
    const strange = `a\u0000\u0008\ud800\ufffe & <b> "c" 𠮷 ${"長".repeat(40_000)}`;
    const read = await readExcelFile(
      Buffer.from(xlsxReport(reportOf(planWith({ changes: [change({ label: strange })] })))),
    );
    expect(String(read[1]?.data[1]?.[2])).toMatch(/^a␀␈\ufffd\ufffd & <b> "c" 𠮷 長+$/u);
  });

  it("continues a table with too many rows in further sheets", async () => {
    const rows = () => Array.from({ length: 7 }, (_, index) => [`row ${index}`]);
    const read = await readExcelFile(Buffer.from(workbookOf([{ name: "T", columns: ["C"], rows }], 3)));
    expect(read.map(({ sheet, data }) => [sheet, data.flat()])).toEqual([
      ["T", ["C", "row 0", "row 1", "row 2"]],
      ["T 2", ["C", "row 3", "row 4", "row 5"]],
      ["T 3", ["C", "row 6"]],
    ]);
    expect((await readExcelFile(Buffer.from(workbookOf([{ name: "T", columns: ["C"], rows }], 7)))).length).toBe(1);
  });
});

describe("markdownReport", () => {
  it("lists what is worst first, one item for each object, with its fields below", () => {
    const lines = markdownReport(reportOf(samplePlan), true).split("\n");
    const from = lines.indexOf("## Look at these first · 3");
    expect(lines.slice(from, from + 8)).toEqual([
      "## Look at these first · 3",
      "",
      "- employee **黃志強 (huang.zq)**: is disabled: 業務部 (SALES)",
      "  - the last working day has passed",
      "- department **研發部 (RD)**: gets another manager: huang.zq → lee.xh",
      "- employee **王小明 (wang.xm)**: loses a chosen approver: 研發部 (RD) lee.xh → the department manager; moves: 業務部 (SALES) · M1 → 研發部 (RD) · M1 · F01 · F02",
      "  - e-mail: old@example.com → new@example.com",
      "  - post · 業務部 (SALES): main department, M1 → part-time post, M1",
    ]);
    expect(lines).toContain("| Departments | 1 gets another manager · 1 is moved · 1 is renamed |");
  });

  it("begins with what a run failed at", () => {
    const plan = planWith({ changes: [change({ key: "a", id: "a" }), change({ key: "b", id: "b" })] });
    const outcomes = outcomesOf(
      { changeId: "a", result: "applied" },
      { changeId: "b", result: "failed", code: "refused", message: "status 400" },
    );
    const text = markdownReport(reportOf(plan, { outcomes, run: runWith({ status: "partial" }) }), false);
    expect(text).toMatch(/^# .*\n\n\| \| \|\n\|---\|---\|\n\| Result \| ✓ applied 1 {2}✗ failed 1 \|/);
    expect(text.indexOf("## Failed · 1")).toBeLessThan(text.indexOf("## Changes · 1"));
    expect(text).toContain("  - failed · refused · status 400\n");
  });

  it("counts people by department, and shows five of a large group", () => {
    const state = (people: number) => ({ name: "研發部", parent: null, people, total: people });
    const plan = planWith({
      changes: [
        ...Array.from({ length: 25 }, (_, index) =>
          change({ key: `k${index}`, id: `k${index}`, label: `other ${index}.` }),
        ),
        ...Array.from({ length: 25 }, (_, index) =>
          change({ key: `g${index}`, id: `g${index}`, label: `leaver ${index}.`, action: "deactivate" }),
        ),
      ],
      names: departmentsNamed({ RD: "研發部" }),
      organisation: {
        departments: [{ code: "RD", before: state(30), after: state(5) }],
        flows: [{ from: "RD", to: null, people: 25 }],
      },
    });
    const text = markdownReport(reportOf(plan), false);
    expect(text.match(/leaver \d+\./g)).toHaveLength(5);
    expect(text.match(/other \d+\./g)).toHaveLength(5);
    expect(text).toContain("… and 20 more");
    expect(text).toContain("| 研發部 (RD) | 30 |  | −25 | 5 | −25 (−83 %) |");
    expect(markdownReport(reportOf(plan), true).match(/other \d+\./g)).toHaveLength(25);
  });

  it("lets nothing of the data become markup", () => {
    const label = "**b** [x](http://y) <img> `c` | d_e_ # f ~~g~~ & \\";
    const text = markdownReport(reportOf(planWith({ changes: [change({ label })] })), true);
    expect(text).toContain(
      String.raw`**\*\*b\*\* \[x\](http://y) &lt;img&gt; \`c\` \| d\_e\_ \# f \~\~g\~\~ &amp; \\ (wang.xm)**`,
    );
  });

  it("shows the lines of a proposal as YAML, to be copied", () => {
    const line = '- { kind: employee, source: "E`1`", is: "wang_x" }';
    const [from, to] = [[{ key: "wang_x", label: "王小明" }], [{ key: "E1", label: "王小明" }]];
    const proposals = [
      { what: "twin", kind: "employee", from, to, evidence: [["email"]], meanwhile: "held", lines: [line] },
    ] as const;
    expect(markdownReport(reportOf(planWith({ proposals })), false)).toContain(
      [
        String.raw`- 王小明 (wang\_x) may be the same person as 王小明 (E1) in HR`,
        "  - agrees in: e-mail · held until this is decided",
        "  ```yaml",
        `  ${line}`,
        "  ```",
        "",
      ].join("\n"),
    );
  });

  it("shows the command that releases a plan, and the reason of a release", () => {
    const breaches = [{ code: "source-empty", kind: "title", count: 0, limit: 1, base: 12 }] as const;
    const plan = planWith({ changes: [change()], breaches });
    expect(markdownReport(reportOf(plan), false)).toContain(
      `\`musterd apply --plan ${plan.fingerprint.slice(0, 12)} --accept source-empty:title`,
    );
    const release = {
      fingerprint: "a1",
      accepted: ["source-empty:title"],
      by: "ann@host",
      at: "2026-11-21T03:00:00.000Z",
      reason: "titles are kept by hand",
    };
    const released = markdownReport(reportOf(plan, { run: runWith({ release }) }), false);
    expect(released).toContain("titles are kept by hand");
    expect(released).not.toContain("musterd apply");
  });
});
