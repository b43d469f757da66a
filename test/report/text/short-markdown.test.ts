/** What a short Markdown report leaves out is counted where it would stand, and no name ends a span of code. */
import { expect, it } from "vitest";
import type { Proposal } from "../../../src/model/plan/proposal.ts";
import { markdownReport } from "../../../src/report/text/markdown.ts";
import { change, held, planWith, reportOf } from "../report-builder.ts";

/** Changes of so many kinds that the shortest form is needed. */
const many = Array.from({ length: 60 }, (_, n) =>
  change({
    id: `c${n}`,
    key: `p${n}`,
    label: `Person ${n}`,
    fields: [{ field: `field${n}`, before: "a", after: "b" }],
  }),
);

const sectionOf = (markdown: string, title: string): readonly string[] => {
  const lines = markdown.split("\n");
  const from = lines.findIndex((line) => line.startsWith(`## ${title}`));
  if (from < 0) return [];
  const to = lines.findIndex((line, at) => at > from && line.startsWith("## "));
  return lines.slice(from + 1, to < 0 ? undefined : to).filter(Boolean);
};

/** A long head of exceeded limits leaves no room for examples. */
const breaches = (["create", "update", "move", "rename", "reactivate", "deactivate", "remove"] as const).flatMap(
  (action) =>
    (["employee", "department", "title"] as const).map((kind) => {
      return { code: "cap-exceeded", kind, action, count: 2, limit: 1, base: 9 } as const;
    }),
);

it("says of the held records how many there are, and why", () => {
  const waiting = Array.from({ length: 30 }, (_, n) => held({ id: `h${n}`, key: `n${n}`, label: `Newcomer ${n}` }));
  const text = markdownReport(reportOf(planWith({ changes: many, held: waiting, breaches })), false);
  expect(text.split("\n").length).toBeLessThan(64);
  expect(text).not.toContain("Newcomer");
  expect(sectionOf(text, "Held").join("\n")).toMatch(/^- 30 · employee number, account or id/);
});

it("says how many proposals it leaves out", () => {
  const proposals = Array.from({ length: 7 }, (_, n): Proposal => {
    const one = (side: string) => [{ key: `${side}${n}`, label: `Name ${side}${n}` }];
    return {
      what: "recode",
      kind: "department",
      from: one("a"),
      to: one("b"),
      evidence: [],
      meanwhile: "held",
      lines: [],
    };
  });
  const text = markdownReport(reportOf(planWith({ changes: many, proposals, breaches })), false);
  const shown = text.split("\n").filter((line) => line.includes("Name a")).length;
  expect(shown).toBeGreaterThan(0);
  expect(text).toContain(`… and ${7 - shown} more`);
});

it("keeps a command with back-ticks a command", () => {
  const only = {
    subjects: [{ named: "a`<img src=x>`b", kind: "employee", key: "a", label: "A", below: false }],
    leftOut: 0,
    leftOutEntries: 0,
  };
  const plan = planWith({ changes: many.slice(0, 1), breaches, only: only as never });
  expect(markdownReport(reportOf(plan), false)).toMatch(/^ {3}`` musterd apply .*a`<img src=x>`b.* ``$/m);
});
