/** Codes that the service spells otherwise than HR: references go out as the service has them, because a site may look them up so. */
import { describe, expect, test } from "vitest";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";
import { planBetween } from "../../support/target/plan-between.ts";

const company = (level: string, department: string, title: string, job: string): DirectoryBuilder =>
  directory()
    .level(level, { name: "課" })
    .department(department, { name: "研發" })
    .title(title, { title: "專員" })
    .function(job, { name: "開發" });

const site = company("l1", "rd", "t1", "f1");
const hr = company("L1", "RD", "T1", "F1");
const post = { title: "T1", functions: ["F1"] } as const;

const operationsIn = (current: DirectoryBuilder, desired: DirectoryBuilder) =>
  planBetween(current, desired).changes.flatMap(({ operations }) => operations);

describe("a code that the service spells otherwise", () => {
  test("is no difference", () => {
    const plan = planBetween(
      site.employee("amy").in("rd", { title: "t1", functions: ["f1"], supervisor: null }),
      hr.employee("amy").in("RD", post),
    );
    expect([plan.changes, plan.held]).toEqual([[], []]);
  });

  test("is sent as the service spells it, and a new one as HR spells it", () => {
    const grown = hr.department("QA", { parent: "RD", level: "L1" }).department("LAB", { parent: "QA", level: "L1" });
    const operations = operationsIn(site, grown.employee("amy").in("RD", post).in("QA", post));
    expect(operations).toContainEqual(expect.objectContaining({ id: "D2", code: "QA", parent: "rd", level: "l1" }));
    expect(operations).toContainEqual(expect.objectContaining({ id: "D2", code: "LAB", parent: "QA", level: "l1" }));
    const wanted = { title: "t1", functions: ["f1"] };
    expect(operations).toContainEqual(
      expect.objectContaining({
        id: "E12",
        posts: [
          expect.objectContaining({ department: "rd", ...wanted }),
          expect.objectContaining({ department: "QA", ...wanted }),
        ],
      }),
    );
  });

  test("is sent so when somebody moves there, and when it gets a new level or place", () => {
    const before = site.level("l2").department("hq").employee("amy").in("hq");
    const after = hr.level("L2").department("HQ").department("RD2", { parent: "HQ" });
    const operations = operationsIn(before.department("rd2"), after.employee("amy").in("RD", post));
    expect(operations).toContainEqual({ id: "D7", code: "rd2", parent: "hq", seq: expect.anything() as unknown });
    const moves = operations.filter(({ id }) => id === "E14");
    expect(moves.at(-1)).toMatchObject({ posts: [{ department: "rd", title: "t1", functions: ["f1"] }] });
  });
});
