/** Laws of reading the members of all departments in parts: nobody is left out, and no part is larger than it need be. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CallError } from "../../../src/client/call-error.ts";
import type { Department } from "../../../src/model/directory/directory.ts";
import { ofAllParts, type Part, partsOf } from "../../../src/site/reads/all-members.ts";
import { cases } from "../../support/suites/runs.ts";

/** Random forests: the parent of a department is one before it, or one that is not listed. */
const forests = fc.array(fc.nat(), { minLength: 1, maxLength: 120 }).map((picks) =>
  picks.map(
    (pick, at): Department => ({
      code: `D${at}`,
      name: `D${at}`,
      parent: at === 0 ? "ACME" : `d${(pick % (at + 1)) - 1}`,
    }),
  ),
);

const shownBy = (departments: readonly Department[], { code, includeSubDept }: Part): readonly string[] => {
  const shown = [code];
  if (includeSubDept === "true")
    for (const one of shown)
      shown.push(...departments.flatMap((child) => (child.parent?.toUpperCase() === one ? [child.code] : [])));
  return shown;
};

describe("the parts of a company", () => {
  it("show every department once, about 5,000 people at a time", () => {
    fc.assert(
      fc.property(forests, fc.nat(200_000), (departments, people) => {
        const parts = partsOf(departments, people);
        const shown = parts.map((part) => shownBy(departments, part));
        expect(shown.flat().sort()).toEqual(departments.map(({ code }) => code).sort());
        for (const one of shown.filter(({ length }) => length > 1))
          expect((one.length * people) / departments.length).toBeLessThanOrEqual(5_000);
      }),
      { seed: 20_261_127, ...cases(300) },
    );
  });

  it("are the roots with all below them in a small company", () => {
    const departments = ["A", "B"].map(
      (code): Department => ({ code, name: code, parent: code === "A" ? "ACME" : "A" }),
    );
    expect(partsOf(departments, 4_900)).toEqual([{ code: "A", includeSubDept: "true" }]);
  });
});

describe("where a service refuses to show a department by itself", () => {
  const refusal = new CallError("D9", {
    code: "target-refused",
    message: "inactive",
    hint: "-",
    outcome: "not-done",
    retryable: false,
  });
  const departments = ["A", "B", "C"].map(
    (code): Department => ({ code, name: code, parent: code === "A" ? "ACME" : "A" }),
  );
  const readBut = (refused: (part: Part) => boolean) => async (part: Part) => {
    if (refused(part)) throw refusal;
    return [part];
  };

  it("the roots are read with all below them", async () => {
    expect(
      await ofAllParts(
        departments,
        3_000,
        readBut(({ code }) => code === "B"),
      ),
    ).toEqual([{ code: "A", includeSubDept: "true" }]);
  });

  it("nothing is known if it refuses these, too", async () => {
    expect(
      await ofAllParts(
        departments,
        3_000,
        readBut(() => true),
      ),
    ).toBeUndefined();
  });
});
