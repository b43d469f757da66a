/** Checks that the edits of `npm run mutants` and `npm run simulate -- --broken` still match the code (one that does not tests nothing), and how others are drawn. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { allMutants } from "../scripts/mutants/all-mutants.ts";
import { brokenPlaces } from "../scripts/mutants/broken-places.ts";
import { textOf } from "../scripts/mutants/declarations.ts";
import { nearestTests } from "../scripts/mutants/nearest-tests.ts";
import { inDiff } from "../scripts/mutants/sample.ts";

it("the text of every mutant and of every broken place occurs once in its file, and their tests exist", () => {
  expect(allMutants.length).toBeGreaterThan(100);
  const places = Object.values(brokenPlaces).flatMap(({ edits }) => edits.map((edit) => ({ ...edit, tests: [] })));
  const stale = [...allMutants, ...places].flatMap(({ file, before, tests }) => {
    const count = existsSync(file) ? readFileSync(file, "utf8").split(before).length - 1 : 0;
    return [...(count === 1 ? [] : [`${file}: ${count} × ${before}`]), ...tests.filter((test) => !existsSync(test))];
  });
  expect(stale).toEqual([]);
});

it("no edit is named twice, which would cost its tests twice", () => {
  const same = Map.groupBy(allMutants, ({ file, before, after }) => JSON.stringify([file, before, after]));
  expect([...same].flatMap(([edit, all]) => (all.length > 1 ? [edit] : []))).toEqual([]);
});

it("with a commit, only lines are drawn that a change since has made", () => {
  const isChanged = inDiff(
    "--- a/x.ts\n+++ b/x.ts\n@@ -3 +3 @@ f\n-a\n+b\n@@ -9,2 +9,0 @@\n-c\n-d\n@@ -20,0 +18,2 @@\n+e\n+f\n",
  );
  expect(Array.from({ length: 25 }, (_, at) => at).filter(isChanged)).toEqual([3, 18, 19]);
});

it("the nearest tests are those that use a declaration or say what it says, and slow ones are never among them", () => {
  const testsOf = nearestTests();
  expect(testsOf("src/store/plans/approvals.ts")[0]).toBe("test/store/retries.test.ts");
  expect(testsOf("src/plan/people/disable.ts")).toContain("test/plan/organisation/departments.test.ts");
  expect(testsOf("src/daemon/control/callers.ts")).toContain("test/daemon/roles.test.ts");
  expect(testsOf("src/queue/watched-queues.ts").every((test) => !test.includes(".slow."))).toBe(true);
  expect(testsOf("src/store/plans/undo-values.ts")).toContain("test/run/undo.test.ts");
  expect(testsOf("src/site/reads/dates.ts")[0]).toBe("test/site/reads/dates.test.ts");
  expect(testsOf("src/plan/questions/decisions.ts")).toContain("test/plan/questions/decisions.test.ts");
  const line =
    textOf("src/store/access/sessions.ts")
      .split("\n")
      .findIndex((one) => one.startsWith("  endAll:")) + 1;
  expect(testsOf("src/store/access/sessions.ts", line)).toContain("test/console/links.test.ts");
});
