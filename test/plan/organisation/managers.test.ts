/** Managers who change departments on a site that has refused to give anybody a second post. */
import { expect, test } from "vitest";
import { directory } from "../../support/directory/directory-builder.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";
import { refusedOnce } from "../../support/tried-twice.ts";

const led = (amy: string, bob: string) =>
  directory()
    .level("L1")
    .department("RD")
    .department("QA")
    .employee("amy", { number: "1" })
    .in(amy)
    .managing(amy)
    .employee("bob", { number: "2" })
    .in(bob)
    .managing(bob);

test("managers who swap are appointed after the exchanges of posts, one of them after the department has none", () => {
  const [now, wanted] = [led("RD", "QA"), led("QA", "RD")];
  const posts = planBetween(now, wanted).changes.filter(({ kind }) => kind === "post");
  const plan = planBetween(now, wanted, { memory: refusedOnce(posts) });
  expect([idsOf(plan.changes), heldIn(plan)]).toEqual([
    ["manager/QA/update/aside", "post/bob/remove", "manager/RD/update", "post/amy/remove", "manager/QA/update"],
    [],
  ]);
});
