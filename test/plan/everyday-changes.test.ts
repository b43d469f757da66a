/** Tests everyday changes to an organisation: the resulting state, and the order of the changes. */
import { describe, expect, test } from "vitest";
import type { Rename } from "../../src/model/directory/snapshot.ts";
import { emptyMemory } from "../../src/model/memory/memory.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { contentDifferences } from "../support/expected/content-differences.ts";
import { defaultSettings, type Pair, today } from "../support/random/arbitraries.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

/** Makes a plan from `current` to `desired` and applies it. */
const carryOut = (current: DirectoryBuilder, desired: DirectoryBuilder, renames: readonly Rename[] = []) => {
  const pair: Pair = {
    source: desired.source(renames),
    current: current.full(),
    memory: emptyMemory,
    settings: defaultSettings,
    today,
    rules: {},
    seed: 1,
  };
  const target = memoryTarget(pair.current);
  const plan = planFor(pair, target, pair.memory);
  const { refusals } = executePlan(plan, target, pair.memory, { seed: pair.seed });
  return { plan, target, refusals, written: target.log.map((operation) => operation.id) };
};

const company = () => directory().level("L1").department("HQ").department("RD", { parent: "HQ" });

describe("a plan", () => {
  test("brings a joiner in with all posts at once", () => {
    const { written, target, refusals } = carryOut(company(), company().employee("E001").in("RD").in("HQ"));
    expect(refusals).toEqual([]);
    expect(written).toEqual(["E12"]);
    expect(target.state.employees[0]?.posts.map((post) => [post.department, post.main])).toEqual([
      ["RD", true],
      ["HQ", false],
    ]);
  });

  test("gives a department its new manager before the old one is disabled", () => {
    const current = company().employee("E001").in("RD").managing("RD").employee("E002").in("HQ");
    const desired = company().employee("E001", { active: false }).employee("E002").in("RD").managing("RD");
    const { written, target } = carryOut(current, desired);
    expect(written).toEqual(["E14", "D12", "E14", "E7"]);
    expect(target.state.departments[1]?.manager).toBe("E002");
    expect(target.state.employees[0]?.active).toBe(false);
  });

  test("disables a leaver, does not delete", () => {
    const { written, target } = carryOut(company().employee("E001"), company().employee("E001", { active: false }));
    expect(written).toEqual(["E7"]);
    expect(target.state.employees.map((person) => [person.account, person.active])).toEqual([["E001", false]]);
  });

  test("swaps parent and child without a cycle", () => {
    const desired = directory().level("L1").department("HQ", { parent: "RD" }).department("RD");
    const { refusals, target } = carryOut(company(), desired);
    expect(refusals).toEqual([]);
    const parents = Object.fromEntries(target.state.departments.map(({ code, parent }) => [code, parent]));
    expect(parents).toEqual({ HQ: "RD", RD: null });
  });

  test("swaps two codes, and people follow their department", () => {
    const current = company().employee("E001").in("RD");
    const desired = directory()
      .level("L1")
      .department("RD", { name: "HQ" })
      .department("HQ", { name: "RD", parent: "RD" })
      .employee("E001")
      .in("HQ");
    const renames: Rename[] = [
      { kind: "department", from: "HQ", to: "RD" },
      { kind: "department", from: "RD", to: "HQ" },
    ];
    const { refusals, target, written } = carryOut(current, desired, renames);
    expect(refusals).toEqual([]);
    expect(new Set(written)).toEqual(new Set(["D3"]));
    expect(contentDifferences(desired.full(), target.state)).toEqual([]);
  });

  test("leaves what only the target has, and lists it", () => {
    const { plan, written } = carryOut(company().employee("ADMIN").in("HQ"), company().employee("E001").in("RD"));
    expect(written).toEqual(["E12"]);
    expect(plan.notices.filter((notice) => notice.code === "unmanaged").map((notice) => notice.key)).toEqual(["ADMIN"]);
  });
});
