/** Tests posts and managers: every list of posts has exactly one main post, and no list is written in part. */
import { describe, expect, test } from "vitest";
import type { Post } from "../../../src/model/directory/directory.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";

const company = () => directory().level("L1").title("T1").department("RD").department("QA").department("HQ");
const amy = () => company().employee("amy");
const plain = { title: null, functions: [] };

const postsSent = (plan: ReturnType<typeof planBetween>): (readonly Post[])[] =>
  plan.changes.flatMap(({ operations }) => operations.flatMap((one) => (one.id === "E14" ? [one.posts] : [])));

describe("a mover", () => {
  test("has one main post in every list that is sent", () => {
    const sent = postsSent(planBetween(amy().in("RD"), amy().in("QA")));
    expect(sent.map((posts) => posts.map(({ department, main }) => [department, main]))).toEqual([
      [
        ["QA", true],
        ["RD", false],
      ],
      [["QA", true]],
    ]);
  });

  test("keeps the last post", () => {
    const stated = amy();
    const plan = planBetween(amy().in("RD"), stated, {
      stated: (source) => ({
        ...source,
        directory: { ...source.directory, employees: [{ account: "amy", name: "amy", active: true, posts: [] }] },
      }),
    });
    expect(postsSent(plan)).toEqual([]);
    expect(heldIn(plan)).toEqual(["post/amy/remove: last-post"]);
  });

  test("keeps a post that a rejected row may state", () => {
    const plan = planBetween(amy().in("RD", plain).in("QA"), amy().in("RD"), {
      stated: (source) => ({ ...source, doubtfulPosts: ["QA"] }),
    });
    expect(postsSent(plan)).toEqual([]);
    expect(heldIn(plan)).toEqual(["post/amy/remove: holder-unknown"]);
  });

  test("does not lose a title that cannot be read", () => {
    const plan = planBetween(amy().in("RD", { title: "T1" }), amy().in("RD").in("QA"), {
      shown: (target) => ({
        ...target,
        employees: target.employees.map((person) => ({ ...person, posts: [{ department: "RD", main: true }] })),
      }),
    });
    expect(postsSent(plan)).toEqual([]);
    expect(heldIn(plan)).toEqual(["post/amy/update: unreadable-in-target"]);
  });

  test("who leaves is only disabled", () => {
    const leaver = company().employee("amy", { active: false });
    expect(idsOf(planBetween(amy().in("RD"), leaver.in("QA")).changes)).toEqual(["employee/amy/deactivate"]);
  });

  test("keeps the post in a department that he still manages", () => {
    const current = amy().in("RD").managing("RD").employee("bob", { active: false }).in("RD");
    const desired = amy().in("QA").employee("bob", { active: false }).in("RD").managing("RD");
    const plan = planBetween(current, desired);
    expect(heldIn(plan)).toEqual(["manager/RD/update: person-inactive", "post/amy/remove: still-manager"]);
    expect(postsSent(plan).map((posts) => posts.map(({ department }) => department))).toEqual([["QA", "RD"]]);
  });
});

describe("a manager", () => {
  const plan = planBetween(
    amy().in("RD").managing("RD").employee("bob").in("QA"),
    amy().in("QA").employee("bob").in("RD").managing("RD"),
  );

  test("is appointed after the posts are gained and before any is given up", () => {
    expect(plan.changes.map(({ id, wave }) => [id, wave])).toEqual([
      ["post/amy/update", 1],
      ["post/bob/update", 1],
      ["manager/RD/update", 2],
      ["post/amy/remove", 3],
      ["post/bob/remove", 3],
    ]);
  });

  test("is appointed only if the move has succeeded; the old manager stays until then", () => {
    const needs = new Map(plan.changes.map((change) => [change.id, change.needs]));
    expect(needs.get("manager/RD/update")).toEqual(["post/bob/update"]);
    expect(needs.get("post/amy/remove")).toContain("manager/RD/update");
  });

  test("who leaves is not appointed", () => {
    const desired = company().employee("amy", { active: false }).in("RD").managing("RD");
    expect(heldIn(planBetween(amy().in("RD"), desired))).toEqual(["manager/RD/update: person-inactive"]);
  });

  test("of a closed department is cleared", () => {
    const closing = directory().level("L1").title("T1").department("RD", { active: false }).department("QA");
    const desired = closing.department("HQ").employee("amy").in("QA").managing("RD");
    const { changes } = planBetween(amy().in("RD").managing("RD"), desired);
    expect(changes.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(["E14", "D11", "E14", "D4"]);
  });
});

test("a title or function that somebody gives up need not be there any more", () => {
  const held = amy().in("RD", { title: "OLD", functions: ["F9"] });
  const plan = planBetween(held, amy().in("RD", { title: "T1", functions: [] }));
  expect(postsSent(plan)).toEqual([[{ department: "RD", main: true, title: "T1", functions: [] }]]);
  expect(heldIn(planBetween(held, amy().in("RD", { functions: [] })))).toEqual(["post/amy/update: reference-missing"]);
});
