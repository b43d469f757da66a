import { describe, expect, it } from "vitest";
import { htmlReport } from "../../../src/report/page/html.ts";
import { change, planWith, reportOf, runWith } from "../report-builder.ts";
import { samplePlan } from "../sample-plan.ts";

describe("htmlReport", () => {
  it("begins, where a service is met for the first time, with what is known of it", () => {
    const adoption = [
      { kind: "employee", matched: { number: 270 }, proposed: 28, onlySource: 0, onlyTarget: 30 },
    ] as const;
    const page = htmlReport(reportOf(planWith({ adoption })));
    expect(page).toContain('<td class="t">number 270</td>');
    expect(page).toContain('<td class="n" data-head="To decide">28</td>');
  });

  it("stands alone: it forbids every request and refers to nothing outside", () => {
    const html = htmlReport(reportOf(samplePlan, { target: "local" }));
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"`);
    expect(html).not.toMatch(/\b(?:src|action)=|\bhref="[^#]|https?:|url\(|@import/);
  });

  it("says what happens, how often, and what is worst, without the script", () => {
    const markup = htmlReport(reportOf(samplePlan, { language: "zh-TW" })).split("<script")[0];
    expect(markup).toContain('<html lang="zh-Hant-TW">');
    expect(markup).toContain("<b>9</b> <span>筆異動</span>");
    expect(markup).toContain("員工：離職（停用） 1 人");
    expect(markup).toContain("<strong>員工 · 離職（停用）</strong> <small><bdi>黃志強</bdi></small>");
    expect(markup).toContain('<tr><th scope="row">部門</th><td><span>');
    expect(markup).toContain("已規劃，尚未套用。");
  });

  it("counts departments in its tiles as in its first sentence, whether they are in use or not", () => {
    const of = (key: string, action: "update" | "reactivate", field: string, before: unknown, after: unknown) =>
      change({ kind: "department", key, action, fields: [{ field, before, after }] } as Parameters<typeof change>[0]);
    const changes = [of("A", "update", "name", "a", "b"), of("B", "reactivate", "active", false, true)];
    const html = htmlReport(reportOf(planWith({ changes })));
    expect(html).toContain("1 department is in use again, 1 is renamed.");
    expect(html).toContain("<b>1</b> <span>Departments renamed</span>");
    expect(html).toContain("<b>1</b> <span>Departments in use again</span>");
  });

  it("draws the organisation only where departments change their place", () => {
    const state = (name: string, parent: string | null) => ({ name, parent, people: 1, total: 1 });
    const renamed = { code: "A", before: state("a", null), after: state("b", null) };
    const moved = { code: "B", before: state("c", "A"), after: state("c", null) };
    const pageOf = (...departments: (typeof renamed)[]) =>
      htmlReport(reportOf(planWith({ changes: [change({})], organisation: { departments, flows: [] } })));
    expect(pageOf(renamed)).not.toContain('id="h-tree"');
    expect(pageOf(renamed, moved)).toContain('id="h-tree"');
  });

  it("shows hostile names as text", () => {
    const label = `</script><script>alert("1")</script><img onerror='x'>`;
    const html = htmlReport(
      reportOf(planWith({ changes: [change({ label, department: label })] }), {
        source: label,
        run: runWith({ id: label }),
      }),
    );
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img onerror=&#39;x&#39;&gt;");
  });

  it("says that there is nothing to do, without search box or script", () => {
    const html = htmlReport(reportOf(planWith()));
    expect(html).toContain("Nothing to do: the service already agrees with the source.");
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<input");
  });

  it("says why a plan is not safe, and the command that approves it", () => {
    const breach = {
      code: "cap-exceeded",
      kind: "employee",
      action: "create",
      count: 60,
      limit: 30,
      base: 300,
    } as const;
    const html = htmlReport(reportOf(planWith({ breaches: [breach] })));
    expect(html).toContain("Employees · create: 60 of 300 (20 %), 2 times the limit of 30");
    expect(html).toContain(`musterd apply --plan ${"a1".repeat(6)} --accept cap-exceeded:employee/create --reason`);
  });

  it("says what an earlier approval covers", () => {
    const approval = { givenAt: "2026-11-21T18:00:00.000Z", covered: 1, coveredEntries: 1 };
    expect(htmlReport(reportOf(planWith({ changes: [change()], approval })))).toContain("1 of 1 entries");
  });

  it("says what the quality gate found", () => {
    const numbers = { count: 60, limit: 80, base: 100, message: "", hint: "" };
    const finding = { rule: "rows-fell", severity: "warn", kind: "department", ...numbers } as const;
    expect(htmlReport(reportOf(planWith({ findings: [finding] })))).toContain(
      "Departments: from 100 to 60, at least 80 were expected · warning (rows-fell)",
    );
  });

  it("says how a run ended and whether the refresh is owed", () => {
    const run = runWith({
      status: "failed",
      refresh: "owed",
      error: { code: "target-unreachable", message: "no answer" },
    });
    const html = htmlReport(reportOf(samplePlan, { run }));
    expect(html).toContain(
      `<div class="verdict bad"><p>Failed</p><p>Permission refresh: still owed</p><p>target-unreachable: no answer</p></div>`,
    );
  });
});
