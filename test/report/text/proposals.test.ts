/** Tests how reports show proposals. */
import { describe, expect, it } from "vitest";
import type { Proposal } from "../../../src/model/plan/proposal.ts";
import { jsonReport } from "../../../src/report/json/json.ts";
import { proposalSection } from "../../../src/report/text/proposals.ts";
import { textReport } from "../../../src/report/text/text.ts";
import { planWith, reportOf } from "../report-builder.ts";

const line = '- { kind: department, source: "RD9", is: "RD1" }';

const merge: Proposal = {
  what: "merge",
  kind: "department",
  from: [
    { key: "RD1", label: "研發一課" },
    { key: "RD2", label: "RD2" },
  ],
  to: [{ key: "RD9", label: "研發課" }],
  people: 37,
  of: 40,
  evidence: [["people"]],
  meanwhile: "held",
  lines: [line],
};

const recode: Proposal = { ...merge, what: "recode", evidence: [["name"], ["people"]] };

const twin: Proposal = {
  what: "twin",
  kind: "employee",
  from: [{ key: "wang.m", label: "王小明" }],
  to: [{ key: "wang.x", label: "王小明" }],
  evidence: [["email"], ["name", "birthDate"]],
  meanwhile: "held",
  lines: [],
};

const options = { colour: false, width: 100, full: true };

describe("proposals in reports", () => {
  it("say what HR seems to have done, the evidence in numbers, what happens meanwhile, and the lines", () => {
    const text = textReport(reportOf(planWith({ proposals: [merge, recode, twin] })), options);
    expect(text).toContain("Proposals · 3");
    expect(text).toContain("same people: 37 of 40 · agrees in: name · held");
    expect(text).toContain("? departments 研發一課 (RD1), RD2 may have been merged into 研發課 (RD9)");
    expect(text).toContain("same people: 37 of 40 · held until this is decided");
    expect(text).toContain(`\n        ${line}\n`);
    expect(text).toContain("? 王小明 (wang.m) may be the same person as 王小明 (wang.x) in HR");
    expect(text).toContain("agrees in: e-mail, name + birth date");
  });

  it("say neither that none of no people agree, nor anything before what happens meanwhile", () => {
    const given: Proposal = { ...twin, what: "given-again", evidence: [] };
    const text = textReport(reportOf(planWith({ proposals: [{ ...recode, people: 0, of: 0 }, given] })), options);
    expect(text).toContain("\n        agrees in: name · held until this is decided\n");
    expect(text).toContain("\n        held until this is decided");
  });

  it("have words in Traditional Chinese", () => {
    const section = proposalSection({ plan: planWith({ proposals: [merge] }), language: "zh-TW" });
    expect(section).toMatchObject({
      heading: "建議",
      rows: [{ said: "部門 研發一課 (RD1)、RD2 可能已併入 研發課 (RD9)", meanwhile: "決定之前暫緩", lines: [line] }],
    });
    expect(section?.rows[0]?.why).toBe("相同人員：40 人中的 37 人");
  });

  it("say that the evidence is in the source where both records are", () => {
    const plan = planWith({ proposals: [{ ...twin, inSource: true, meanwhile: "created" }] });
    expect(proposalSection({ plan, language: "en" })?.rows[0]?.said).toBe(
      "HR may have one person twice: 王小明 (wang.m) and 王小明 (wang.x)",
    );
  });

  it("are in the JSON report, and no heading is shown where there are none", () => {
    expect(JSON.parse(jsonReport(reportOf(planWith({ proposals: [merge] })))).proposals).toEqual([merge]);
    expect(JSON.parse(jsonReport(reportOf(planWith()))).proposals).toEqual([]);
    expect(textReport(reportOf(planWith()), options)).not.toContain("Proposals");
  });

  it("never wrap a line for the configuration", () => {
    const long = `- { kind: department, source: "${"X".repeat(120)}", is: "RD1" }`;
    const text = textReport(reportOf(planWith({ proposals: [{ ...merge, lines: [long] }] })), options);
    expect(text).toContain(long);
  });
});
