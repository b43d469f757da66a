import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/report/entries/report.ts";
import { textReport } from "../../../src/report/text/text.ts";
import { displayWidth } from "../../../src/report/text/wrap-text.ts";
import { change, departmentsNamed, held, outcomesOf, planWith, reportOf, runWith } from "../report-builder.ts";
import { samplePlan } from "../sample-plan.ts";

const text = (report: Report, options: { full?: boolean; width?: number; colour?: boolean } = {}): string =>
  textReport(report, { colour: false, width: 100, full: false, ...options });

const many = (count: number, kind: "employee" | "title" = "employee") =>
  Array.from({ length: count }, (_, index) =>
    change({ kind, key: `key-${index}`, label: `label ${index}.`, department: "RD" }),
  );

describe("textReport", () => {
  it("shows an entry under its kind and verb, one line for each field, values under each other", () => {
    const plan = planWith({
      names: departmentsNamed({ RD: "研發部" }),
      changes: [
        change({
          department: "RD",
          fields: [
            { field: "name", before: "王曉明", after: "王小明" },
            { field: "expiredTime", before: null, after: "2026-12-31T15:59:59Z" },
          ],
        }),
      ],
    });
    expect(text(reportOf(plan))).toContain(
      [
        "Changes · 1",
        "  Employees: 1 is changed",
        "    ~ 王小明 wang.xm · 研發部 (RD)",
        "        name:           王曉明 → 王小明",
        "        account expiry: never → 2026-12-31 23:59:59 (UTC+8)",
      ].join("\n"),
    );
    expect(text(reportOf(plan, { language: "zh-TW" }))).toContain(
      [
        "變更 · 1",
        "  員工：資料異動 1 人",
        "    ~ 王小明 wang.xm · 研發部 (RD)",
        "        姓名：     王曉明 → 王小明",
        "        帳號到期： 永不到期 → 2026-12-31 23:59:59 (UTC+8)",
      ].join("\n"),
    );
  });

  it("says in one line that somebody moves, and apart that the former department stays as a part-time post", () => {
    const shown = text(reportOf(samplePlan), { full: true });
    expect(shown).toContain("        moves: 業務部 (SALES) · M1 → 研發部 (RD) · M1 · F01 · F02\n");
    expect(shown).toContain("post · 業務部 (SALES): main department, M1 → part-time post, M1\n");
    expect(shown).not.toContain("研發部 (RD): ");
    expect(text(reportOf(samplePlan, { language: "zh-TW" }))).toContain("調動：業務部 (SALES) · M1 → 研發部 (RD)");
  });

  it("begins with what happens to how many, people first and the worst first", () => {
    const lines = text(reportOf(samplePlan), { width: 120 }).split("\n");
    const at = lines.indexOf("Totals");
    expect(lines.slice(at + 1, at + 6)).toEqual([
      "Employees          1 is disabled · 1 loses a chosen approver · 1 joins · 1 moves · 1 is changed",
      "Departments        1 gets another manager · 1 is moved · 1 is renamed",
      "Job titles         1 is renamed",
      "Department levels  1 is new",
      "Held               2",
    ]);
    expect(text(reportOf(samplePlan, { language: "zh-TW" }), { width: 120 })).toContain(
      "員工      離職（停用） 1 人 · 取消指定的簽核主管 1 人 · 到職 1 人 · 調動 1 人 · 資料異動 1 人\n",
    );
  });

  it("shows the worst before all others, and five of a large group", () => {
    const leavers = many(30).map((one) => ({
      ...one,
      id: `leaver/${one.key}`,
      key: `leaver-${one.key}`,
      label: `leaver ${one.key}.`,
      action: "deactivate" as const,
      fields: [{ field: "active", before: true, after: false }],
    }));
    const shown = text(reportOf(planWith({ changes: [...many(30), ...leavers] })));
    expect(shown.match(/leaver key-\d+\./g)).toHaveLength(5);
    expect(shown.match(/label \d+\./g)).toHaveLength(5);
    expect(shown.indexOf("Look at these first · 30")).toBeLessThan(shown.indexOf("leaver key-0."));
    expect(shown.lastIndexOf("leaver key-")).toBeLessThan(shown.indexOf("label 0."));
  });

  it("counts joiners, movers and leavers by department, with the head counts before and after", () => {
    const plan = planWith({
      changes: [change()],
      names: departmentsNamed({ RD: "研發部", HR: "人力資源部", NEW: "新部門" }),
      organisation: {
        departments: [
          {
            code: "RD",
            before: { name: "研發部", parent: null, people: 40, total: 40 },
            after: { name: "研發部", parent: null, people: 38, total: 38 },
          },
          {
            code: "HR",
            before: { name: "人力資源部", parent: null, people: 1200, total: 1200 },
            after: { name: "人力資源部", parent: null, people: 1201, total: 1201 },
          },
          { code: "NEW", after: { name: "新部門", parent: null, people: 2, total: 2 } },
        ],
        flows: [
          { from: null, to: "HR", people: 1 },
          { from: "RD", to: "NEW", people: 2 },
          { from: "RD", to: null, people: 3 },
          { from: null, to: "RD", people: 3 },
        ],
      },
    });
    const lines = text(reportOf(plan)).split("\n");
    const at = lines.indexOf("People by department");
    expect(lines.slice(at + 1, at + 5).map((line) => line.split(/ {2,}/))).toEqual([
      ["Before", "In", "Out", "After", "Change", "Department"],
      ["40", "+3", "−5", "38", "−2 (−5 %)", "研發部 (RD)"],
      ["·", "+2", "·", "2", "+2", "新部門 (NEW)"],
      ["1,200", "+1", "·", "1,201", "+1 (+0.1 %)", "人力資源部 (HR)"],
    ]);
  });

  it("says a reason only where the action does not say it", () => {
    const shown = text(reportOf(samplePlan));
    expect(shown).toContain("· the last working day has passed");
    expect(shown).not.toContain("the source has another value");
  });

  it("prints five of a large group with what they have in common, or all of them", () => {
    const report = reportOf(planWith({ changes: [...many(25), ...many(3, "title")] }));
    expect(text(report).match(/label \d+\./g)).toHaveLength(8);
    expect(text(report)).toContain(
      "  Employees: 25 are changed\n    e-mail: old@example.com → new@example.com\n    ~ label 0. key-0 · RD\n",
    );
    expect(text(report)).toContain("… and 20 more (see the HTML report, or --full)");
    expect(text(report, { full: true }).match(/label \d+\./g)).toHaveLength(28);
    expect(text(report, { full: true })).not.toContain("more (see");
  });

  it("prints a failed change before the twenty others, with its code and message", () => {
    const changes = many(25);
    const outcomes = outcomesOf(
      ...changes.map(({ id }, index) =>
        index === 24
          ? ({ changeId: id, result: "failed", code: "refused", message: "operation E11 answered 400" } as const)
          : ({ changeId: id, result: "applied" } as const),
      ),
    );
    const shown = text(reportOf(planWith({ changes }), { outcomes }));
    expect(shown).toContain("Failed · 1\n  Employees: 1 is changed\n    ✗ ~ label 24. key-24 · RD\n");
    expect(shown).toContain("        ✗ failed · refused · operation E11 answered 400\n");
    expect(shown).toContain("Result: ✓ applied 24  ✗ failed 1\n");
  });

  it("tells every result and the state of the permission refresh", () => {
    const changes = many(4);
    const results = ["applied", "already-so", "failed", "not-tried"] as const;
    const outcomes = outcomesOf(...results.map((result, index) => ({ changeId: changes[index]?.id ?? "", result })));
    const run = runWith({ status: "partial", refresh: "owed", error: { code: "stopped", message: "on request" } });
    const shown = text(reportOf(planWith({ changes }), { run, outcomes }));
    for (const [index, sign] of ["✓", "=", "✗", "·"].entries())
      expect(shown).toContain(`    ${sign} ~ label ${index}. key-${index} · RD\n`);
    expect(shown).toContain("Run          run-1 · partly done · by command");
    expect(shown).toContain("Result: ✓ applied 1  = already so 1  ✗ failed 1  · not tried 1");
    expect(shown).toContain("Permission refresh: still owed\nstopped: on request\n");
  });

  it("says in one line that there is nothing to do", () => {
    expect(text(reportOf(planWith()))).toContain("\nNothing to do: the service already agrees with the source.\n");
    expect(text(reportOf(planWith(), { language: "zh-TW" }))).toContain("\n無需變更：系統與來源資料一致。\n");
    const row = {
      kind: "employee",
      file: "e.csv",
      line: 9,
      column: "no",
      code: "duplicate-key",
      reason: "is twice",
    } as const;
    for (const rejected of [[row], [{ ...row, dropped: "field" as const }]]) {
      const half = text(reportOf(planWith({ rejected })));
      expect(half).not.toContain("already agrees");
      expect(half).toContain("\nNothing to do for what could be read; rejected rows and fields left out have not been");
    }
    expect(text(reportOf(samplePlan))).not.toContain("Nothing to do");
  });

  it("does not say that both sides agree where something is held or the plan is not safe", () => {
    const breaches = [{ code: "source-empty", kind: "employee", count: 0, limit: 1, base: 300 }] as const;
    expect(text(reportOf(planWith({ held: [held()] })))).toContain(
      "\nNothing to apply now: all that differs is held.\n",
    );
    expect(text(reportOf(planWith({ held: [held()], breaches })))).not.toContain("Nothing to");
  });

  it("says what an earlier approval covers, and when it was given", () => {
    const plan = planWith({
      changes: [change(), change({ key: "b" })],
      approval: { givenAt: "2026-11-21T18:00:00.000Z", covered: 1, coveredEntries: 1 },
    });
    expect(text(reportOf(plan))).toContain(
      "2026-11-22 02:00:00 (UTC+8) · 1 of 2 entries, not counted again by the guard\n",
    );
    expect(text(reportOf(plan, { language: "zh-TW" }))).toContain("2 筆中的 1 筆");
    expect(text(reportOf(planWith()))).not.toContain("Approved earlier");
  });

  it("names what a held change is held for", () => {
    const plan = planWith({
      held: [held(), held({ key: "QA", kind: "department", reason: "value-missing", about: ["level"] })],
    });
    expect(text(reportOf(plan))).toContain("! employee number, account or id lead to several people");
    const shown = text(reportOf(plan)).replaceAll(/\s+/g, " ");
    expect(shown).toContain("a value that the service requires is missing (level)");
    expect(shown).toContain("where a column is mapped to it, correct the cell in HR's row");
    expect(text(reportOf(plan, { language: "zh-TW" }))).toContain("缺少系統要求的欄位值（部門層級）");
  });

  it("shows whom a held person may be, what speaks for it and what differs, masked", () => {
    const candidate = {
      key: "wang",
      label: "王 小明",
      active: false,
      weight: 140,
      evidence: [["email"], ["name", "hireDate"]] as const,
      fields: [
        { field: "number", before: null, after: "E1" },
        { field: "idCardNumber", before: "A123", after: "A124" },
      ],
    };
    const shown = text(reportOf(planWith({ held: [held({ reason: "possible-twin", candidates: [candidate] })] })));
    expect(shown).toContain("? 王 小明 (wang) · inactive · agrees in: e-mail, name + hire date\n");
    expect(shown).toContain("          employee number: (none) → E1\n");
    expect(shown).toContain("          ID card number:  ••• → •••\n");
  });

  it("begins, where a service is met for the first time, with what is known of it", () => {
    const adoption = [
      { kind: "employee", matched: { number: 270, account: 2 }, proposed: 28, onlySource: 0, onlyTarget: 30 },
    ] as const;
    const lines = text(reportOf(planWith({ adoption }))).split("\n");
    const row = lines.findIndex((line) => line.includes("employees"));
    expect(lines[row]).toMatch(/│ employees │ number 270, account 2 │ +28 │ +· │ +30 │/);
    expect(lines.slice(0, row).join()).not.toContain("Totals");
  });

  it("shows rejected rows by file, line and column, and notices by what they say", () => {
    const shown = text(reportOf(samplePlan));
    expect(shown).toContain("    employees.csv:42 到職日: is not a calendar date (E0042)\n");
    expect(shown).toContain("  Has no manager\n    department 品質保證部 QA\n");
  });

  it("says of a limit of 0 no multiple of it", () => {
    const breaches = [
      { code: "cap-exceeded", kind: "employee", action: "deactivate", count: 2, limit: 0, base: 101 },
    ] as const;
    expect(text(reportOf(planWith({ breaches })))).toContain(
      "Employees · deactivate: 2 of 101 (2 %), the limit is 0\n",
    );
  });

  it("says above all how far a limit is exceeded, and to ask HR first", () => {
    const breaches = [
      { code: "cap-exceeded", kind: "employee", action: "deactivate", count: 1200, limit: 30, base: 10_000 },
      { code: "cap-exceeded", kind: "employee", action: "create", count: 80, limit: 50, base: 300 },
      { code: "source-empty", kind: "title", count: 0, limit: 1, base: 12 },
    ] as const;
    const shown = text(reportOf(planWith({ breaches })));
    expect(shown).toContain("Employees · deactivate: 1,200 of 10,000 (12 %), 40 times the limit of 30\n");
    const order = ["Blocked: not safe", "1. Do nothing yet", "2. If it is, approve", "3. Only if it is ordinary"];
    const places = order.map((part) => shown.indexOf(part));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    const names = ["cap-exceeded:employee/deactivate", "cap-exceeded:employee/create", "source-empty:title"];
    const command = [
      "musterd apply --plan",
      "a1".repeat(6),
      ...names.map((name) => `--accept ${name}`),
      '--reason "…"',
    ];
    expect(shown).toContain(`     ${command.join(" ")}\n`);
  });

  it("names the command of another approver where whoever applies may not accept limits", () => {
    const breaches = [
      { code: "cap-exceeded", kind: "employee", action: "deactivate", count: 1200, limit: 30, base: 10_000 },
    ] as const;
    const shown = text(reportOf(planWith({ breaches }), { fourEyes: true }));
    expect(shown).toContain(`     musterd release ${"a1".repeat(6)} --reason "…"\n`);
    expect(shown).not.toContain("musterd apply");
  });

  it("shows what the quality gate found and what it leads to, and where an entry of a directory stands", () => {
    const plan = planWith({
      findings: [
        {
          rule: "fill-fell",
          severity: "hold",
          kind: "employee",
          field: "email",
          count: 3,
          limit: 68,
          base: 98,
          message: "",
          hint: "",
        },
      ],
      rejected: [{ kind: "employee", file: "cn=ann,dc=x", column: "mail", code: "value-several", reason: "has two" }],
    });
    expect(text(reportOf(plan))).toContain(
      "Quality of the source\n  ! Employees: e-mail: filled in 3 % of the records, last time in 98 % · this kind is left alone in\n",
    );
    expect(text(reportOf(plan))).toContain("Nothing to apply now: what the gate holds has not been compared.");
    expect(text(reportOf(plan))).toContain("    cn=ann,dc=x mail: has two\n");
    expect(text(reportOf(plan, { language: "zh-TW" }))).toContain("本次執行不處理此類資料 (fill-fell)");
  });

  it("keeps wrapped lines inside the width, also in Chinese", () => {
    const long = "負責產品驗證、供應商稽核與客訴分析；".repeat(8);
    const plan = planWith({
      changes: [change({ fields: [{ field: "description", before: "short words ".repeat(20), after: long }] })],
    });
    const lines = text(reportOf(plan), { width: 60 }).split("\n");
    expect(lines.filter((line) => displayWidth(line) > 60)).toEqual([`Fingerprint: ${plan.fingerprint}`]);
    expect(lines.length).toBeGreaterThan(20);
  });

  it("paints only when asked to", () => {
    const plain = text(reportOf(samplePlan));
    const painted = text(reportOf(samplePlan), { colour: true });
    expect(plain).not.toContain("\u001b");
    expect(painted).toContain("\u001b[32m+\u001b[39m");
    expect(stripVTControlCharacters(painted)).toBe(plain);
  });
});
