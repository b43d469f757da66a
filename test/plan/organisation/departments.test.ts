/** Tests closing departments: one that has active people or departments stays open. The tree never gets a cycle. */
import { describe, expect, test } from "vitest";
import type { TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { type DirectoryBuilder, directory } from "../../support/directory/directory-builder.ts";
import { heldIn, idsOf, planBetween } from "../../support/target/plan-between.ts";
import { triedTwice } from "../../support/tried-twice.ts";

const open = () => directory().level("L1").department("HQ").department("RD", { parent: "HQ" });
const closed = () =>
  directory().level("L1").department("HQ", { active: false }).department("RD", { parent: "HQ", active: false });

describe("a branch that is closed", () => {
  test("is planned also where a move that the site does not take leaves two departments below each other (life 30000241)", () => {
    const now = directory().level("L1").department("LAB").department("QA", { parent: "LAB" });
    const wanted = directory()
      .level("L1")
      .department("QA", { active: false })
      .department("LAB", { parent: "QA", active: false });
    const moved = planBetween(now, wanted).changes.find(({ id }) => id === "department/QA/move");
    const plan = planBetween(now, wanted, { memory: triedTwice(moved) });
    expect(heldIn(plan)).toContain("department/QA/move: does-not-converge");
  });

  test("is closed from its leaves", () => {
    const { changes, held } = planBetween(open(), closed());
    expect(idsOf(changes)).toEqual(["department/RD/deactivate", "department/HQ/deactivate"]);
    expect(held).toEqual([]);
  });

  test("is closed without waiting for another name of what was below it", () => {
    const desired = directory()
      .level("L1")
      .department("HQ", { active: false })
      .department("RD", { parent: "HQ", active: false, name: "研發處" });
    const { changes } = planBetween(open(), desired);
    expect(idsOf(changes)).toContain("department/RD/update");
    expect(changes.find(({ id }) => id === "department/HQ/deactivate")?.needs).toEqual(["department/RD/deactivate"]);
  });

  test("stays open above an open department", () => {
    const desired = directory().level("L1").department("HQ", { active: false }).department("RD", { parent: "HQ" });
    const plan = planBetween(open(), desired);
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["department/HQ/deactivate: still-occupied"]);
    expect(plan.held.map(({ about }) => about)).toEqual([["RD"]]);
  });

  test("stays open while it has people whom HR does not list", () => {
    const plan = planBetween(open().employee("amy").in("RD"), closed().employee("bob", { active: false }));
    expect(heldIn(plan)).toContain("department/RD/deactivate: still-occupied");
    expect(idsOf(plan.changes)).toEqual([]);
  });

  test("needs the changes that empty it: of people who leave or move, and of departments that move", () => {
    const current = open().department("LAB", { parent: "RD" }).employee("amy").in("RD").employee("bob").in("RD");
    const desired = directory()
      .level("L1")
      .department("HQ")
      .department("RD", { parent: "HQ", active: false })
      .department("LAB", { parent: "HQ" })
      .employee("amy", { active: false })
      .employee("bob")
      .in("HQ");
    const { changes } = planBetween(current, desired);
    expect(changes.find(({ id }) => id === "department/RD/deactivate")?.needs).toEqual([
      "department/LAB/move",
      "employee/amy/deactivate",
      "post/bob/remove",
      "post/bob/update",
    ]);
  });

  test("stays open while it, or a closed department below it, has people of another company", () => {
    const shown = (target: TargetSnapshot) => ({
      ...target,
      strangers: ["ghost"],
      members: new Map([...target.members, ["RD", ["ghost"]]]),
    });
    const blockersOf = (current: DirectoryBuilder) =>
      planBetween(current, closed(), { shown }).held.map(({ key, about }) => [key, about]);
    expect(blockersOf(open())).toEqual([
      ["HQ", ["RD", "ghost"]],
      ["RD", ["ghost"]],
    ]);
    const half = directory().level("L1").department("HQ").department("RD", { parent: "HQ", active: false });
    expect(blockersOf(half)).toEqual([["HQ", ["ghost"]]]);
  });

  test("stays open while somebody in it cannot be disabled, for example as the manager of another one", () => {
    const company = open().department("LAB");
    const current = company.employee("amy").in("RD").managing("LAB");
    const plan = planBetween(
      current,
      closed().department("LAB", { manager: "amy" }).employee("amy", { active: false }),
    );
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toContain("department/RD/deactivate: still-occupied");
    expect(heldIn(plan)).toContain("employee/amy/deactivate: still-manager");
  });

  test("stays open while a member stays whose posts cannot be read", () => {
    const current = open().employee("amy").in("RD");
    const shown = (target: TargetSnapshot) => ({
      ...target,
      employees: target.employees.map(({ posts: _unread, ...one }) => one),
    });
    const plan = planBetween(current, closed().employee("amy"), { shown });
    expect(plan.held.find(({ id }) => id === "department/RD/deactivate")).toMatchObject({
      reason: "still-occupied",
      about: ["amy"],
    });
  });

  test("stays open if its members cannot be read", () => {
    const plan = planBetween(open(), closed(), { shown: (target) => ({ ...target, members: new Map() }) });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toContain("department/RD/deactivate: unreadable-in-target");
    expect(plan.held.find(({ key }) => key === "RD")?.about).toEqual(["RD"]);
  });
});

describe("two departments that exchange their names", () => {
  const named = (hq: string, rd: string, parent: string | null) =>
    directory()
      .level("L1")
      .department("ALL")
      .department("HQ", { name: hq, parent })
      .department("RD", { name: rd, parent });
  const exchange = (memory = triedTwice(undefined), parent: string | null = null) =>
    planBetween(named("總部", "研發", parent), named("研發", "總部", parent), { memory });

  test.each([null, "ALL"])("do so by way of a temporary name, where their parent is %s", (parent) => {
    expect(idsOf(exchange(undefined, parent).changes)).toEqual([
      "department/HQ/update/aside",
      "department/RD/update",
      "department/HQ/update",
    ]);
  });

  test("leave none under a temporary name while its last name is held", () => {
    const last = exchange().changes.find(({ id }) => id === "department/HQ/update");
    const plan = exchange(triedTwice(last));
    expect(heldIn(plan)).toEqual(["department/HQ/update: does-not-converge"]);
    expect(idsOf(plan.changes)).toEqual(["department/RD/update"]);
  });
});

describe("a manager who leaves", () => {
  test("stays active until somebody else is the manager", () => {
    const current = open().employee("amy").in("RD").managing("RD");
    const desired = open().employee("amy", { active: false }).in("RD");
    const unstated = planBetween(current, desired);
    expect(unstated.changes).toEqual([]);
    expect(heldIn(unstated)).toEqual(["employee/amy/deactivate: still-manager"]);
    expect(unstated.held.map(({ about }) => about)).toEqual([["RD"]]);
  });

  test("is disabled only after the change that makes somebody else the manager", () => {
    const current = open().employee("amy").in("RD").managing("RD").employee("bob").in("RD");
    const desired = open().employee("amy", { active: false }).employee("bob").in("RD").managing("RD");
    const { changes } = planBetween(current, desired);
    expect(changes.find(({ id }) => id === "employee/amy/deactivate")?.needs).toContain("manager/RD/update");
  });
});

describe("a level that is no longer used", () => {
  const levels = (active = true) => directory().level("L1").level("L2", { active });

  test("is disabled after the change that gives its last department another level", () => {
    const { changes } = planBetween(
      levels().department("HQ", { level: "L2" }),
      levels(false).department("HQ", { level: "L1" }),
    );
    expect(changes.find(({ id }) => id === "level/L2/deactivate")?.needs).toEqual(["department/HQ/update"]);
  });

  test("stays while a department gets it, new or not", () => {
    const arriving = planBetween(levels().department("HQ"), levels(false).department("HQ", { level: "L2" }));
    expect(heldIn(arriving)).toContain("level/L2/deactivate: still-used");
    const created = planBetween(levels(), levels(false).department("HQ", { level: "L2" }));
    expect(heldIn(created)).toContain("level/L2/deactivate: still-used");
  });
});

describe("departments that should be below each other", () => {
  test("stay where they are, and are listed as held", () => {
    const current = directory().level("L1").department("HQ").department("RD");
    const desired = directory().level("L1").department("HQ", { parent: "RD" }).department("RD", { parent: "HQ" });
    const plan = planBetween(current, desired);
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["department/HQ/move: tree-cycle", "department/RD/move: tree-cycle"]);
    expect(plan.held.map(({ about }) => about)).toEqual([
      ["HQ", "RD"],
      ["HQ", "RD"],
    ]);
  });
});

describe("a department below one whose move the service does not take", () => {
  const chain = (...codes: readonly string[]) =>
    codes.reduce(
      (all, code, at) => all.department(code, at === 0 ? {} : { parent: codes[at - 1] ?? "" }),
      directory().level("L1"),
    );

  test("stays where it is if it would close a circle there", () => {
    const [now, wanted] = [chain("A", "B", "C"), chain("B", "A").department("C", { parent: "B" })];
    const first = planBetween(now, wanted);
    expect(idsOf(first.changes).filter((id) => id.endsWith("/move"))).toEqual([
      "department/B/move",
      "department/A/move",
    ]);
    const plan = planBetween(now, wanted, { memory: triedTwice(first.changes.find(({ key }) => key === "B")) });
    expect(heldIn(plan)).toEqual(["department/A/move: tree-cycle", "department/B/move: does-not-converge"]);
    expect(plan.changes).toEqual([]);
  });

  test("moves there if it closes none", () => {
    const now = chain("A", "B").department("C");
    const wanted = chain("B").department("A").department("C", { parent: "B" });
    const [first] = planBetween(now, wanted).changes;
    const plan = planBetween(now, wanted, { memory: triedTwice(first) });
    expect(heldIn(plan)).toEqual(["department/B/move: does-not-converge"]);
    expect(idsOf(plan.changes)).toEqual(["department/C/move"]);
  });
});

describe("a code that no path could name", () => {
  test("is held when it is new, with everything that needs it, and kept where it is", () => {
    const current = directory().level("L1").department("A/B");
    const desired = directory().level("L1").department("A/B").department("R/D").department("X", { parent: "R/D" });
    const plan = planBetween(current, desired);
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["department/R/D/create: key-refused", "department/X/create: reference-held"]);
    expect(plan.held.map(({ about }) => about)).toEqual([["R/D"], ["department/r/d"]]);
  });
});

describe("a department that was closed earlier", () => {
  const left = (manager: string | null) =>
    directory().level("L1").department("HQ").department("RD", { active: false, manager }).employee("amy").in("HQ");

  test("loses the manager whom HR no longer states, whatever musterd remembers", () => {
    const { changes } = planBetween(left("amy"), left(null));
    expect(changes.map(({ id, operations }) => [id, operations.map((one) => one.id)])).toEqual([
      ["manager/RD/update", ["D11"]],
    ]);
  });

  test("keeps the one whom HR still states, and gets no other", () => {
    expect(planBetween(left("amy"), left("amy")).changes).toEqual([]);
    expect(planBetween(left(null), left("amy")).changes).toEqual([]);
  });
});

describe("a field that the service shows of no department", () => {
  const named = (name: string, fields: object = {}) =>
    directory()
      .level("L1")
      .department("RD", { name, ...fields });
  const without =
    (...fields: readonly string[]) =>
    (target: TargetSnapshot): TargetSnapshot => ({
      ...target,
      departments: target.departments.map(
        (found) =>
          Object.fromEntries(Object.entries(found).filter(([field]) => !fields.includes(field))) as typeof found,
      ),
    });
  const updateOf = ({ changes }: Plan) => changes.find(({ id }) => id === "department/RD/update");

  test("is sent with HR's value when another one is written, and is no difference itself", () => {
    const shown = without("level", "description");
    const desired = named("B", { description: "x", level: "L1" });
    expect(updateOf(planBetween(named("A"), desired, { shown }))?.operations).toEqual([
      { id: "D3", code: "RD", newCode: "RD", set: { name: "B", level: "L1", description: "x" } },
    ]);
    const same = planBetween(named("B"), desired, { shown });
    expect([same.changes, same.held]).toEqual([[], []]);
    expect(same.notices).toContainEqual({ code: "not-shown", kind: "department", key: "*", label: "description" });
    const cleared = planBetween(named("B"), named("B", { description: null }), { shown });
    expect(cleared.notices.filter(({ label }) => label === "description")).toEqual([]);
  });

  test("holds the change where HR does not state it, because the write may clear it", () => {
    const shown = without("description");
    expect(heldIn(planBetween(named("A"), named("B"), { shown }))).toEqual(["department/RD/update: value-hidden"]);
    const kept = planBetween(named("A"), named("B"), { shown, settings: { omittedFields: "kept" } });
    expect(updateOf(kept)?.operations).toEqual([{ id: "D3", code: "RD", newCode: "RD", set: { name: "B" } }]);
  });

  test("goes along with a new code, or holds it", () => {
    const hr = directory().level("L1").department("R2", { name: "A", description: "x" });
    const renames = [{ kind: "department", from: "RD", to: "R2" }] as const;
    const shown = without("level", "description");
    expect(planBetween(named("A"), hr, { shown, renames }).changes.flatMap(({ operations }) => operations)).toEqual([
      { id: "D3", code: "RD", newCode: "R2", set: { level: "L1", description: "x" } },
    ]);
    const silent = directory().level("L1").department("R2", { name: "A" });
    expect(heldIn(planBetween(named("A"), silent, { shown, renames }))).toContain("department/RD/rename: value-hidden");
    const both = named("A").department("QA", { name: "B" });
    const exchanged = directory().level("L1").department("QA", { name: "A" }).department("RD", { name: "B" });
    const cycle = [
      ...renames.map((one) => ({ ...one, to: "QA" })),
      { kind: "department", from: "QA", to: "RD" } as const,
    ];
    const plan = planBetween(both, exchanged, { shown, renames: cycle });
    expect([plan.changes, plan.held.length > 0]).toEqual([[], true]);
  });

  test("is left where it is not managed, and nothing is said about it", () => {
    const settings = { fields: { "department.description": "ignore" } } as const;
    const plan = planBetween(named("A"), named("B", { description: "x" }), { shown: without("description"), settings });
    expect([heldIn(plan), plan.notices.filter(({ code }) => code === "not-shown")]).toEqual([
      ["department/RD/update: value-hidden"],
      [],
    ]);
  });
});

describe("a code that several departments of the service have", () => {
  const site = directory().level("L1").department("HQ").department("RD", { name: "A" }).department("QA", { name: "A" });
  const marked = (target: TargetSnapshot): TargetSnapshot => ({
    ...target,
    departments: target.departments.map((found) => (found.code === "RD" ? { ...found, ambiguous: true } : found)),
  });
  const hr = directory().level("L1").department("HQ").department("RD", { name: "B", parent: "HQ" });

  test("is left alone with all that refers to it, and said; other departments are written", () => {
    const desired = hr.department("QA", { name: "B", parent: "RD" }).employee("amy").in("RD").managing("RD");
    const plan = planBetween(site.employee("amy").in("HQ"), desired, { shown: marked });
    expect(idsOf(plan.changes)).toEqual(["department/QA/update"]);
    // Who is not moved there cannot manage it either.
    expect(new Set(plan.held.map(({ reason }) => reason))).toEqual(new Set(["reference-held", "not-a-member"]));
    expect(plan.held.map(({ id }) => id)).toEqual([
      "department/QA/move",
      "department/RD/update",
      "manager/RD/update",
      "post/amy/update",
    ]);
    expect(plan.notices).toContainEqual({ code: "several-in-service", kind: "department", key: "RD", label: "A" });
    expect(planBetween(site, directory(), { shown: marked }).notices.map(({ code }) => code)).not.toContain(
      "several-in-service",
    );
  });

  test("is not given up for another, and not closed", () => {
    const renamed = directory()
      .level("L1")
      .department("HQ")
      .department("R2", { name: "A" })
      .department("QA", { name: "A" });
    const renames = [{ kind: "department", from: "RD", to: "R2" }] as const;
    expect(heldIn(planBetween(site, renamed, { shown: marked, renames }))).toContain("department/RD/rename: ambiguous");
    const closed = directory().level("L1").department("HQ").department("RD", { active: false });
    expect(planBetween(site, closed, { shown: marked }).changes).toEqual([]);
  });
});

describe("a department whose status the policy leaves to the service", () => {
  const settings = { fields: { "department.active": "ignore" } } as const;
  const staffed = (company: DirectoryBuilder) => company.employee("amy").in("RD").employee("bob").in("RD");

  test("keeps its manager, or gets the next one, although HR closes it", () => {
    const managed = (manager: string) =>
      staffed(directory().level("L1").department("HQ").department("RD", { parent: "HQ", manager }));
    const closes = (manager: string) =>
      staffed(directory().level("L1").department("HQ").department("RD", { parent: "HQ", manager, active: false }));
    const written = (wanted: string) =>
      planBetween(managed("amy"), closes(wanted), { settings }).changes.flatMap(({ operations }) => operations);
    expect(written("amy")).toEqual([]);
    expect(written("bob")).toMatchObject([{ id: "D12", code: "RD", manager: "bob" }]);
    // Where the policy lets HR close it, it has no manager any more.
    const { changes } = planBetween(managed("amy"), closes("amy"));
    expect(changes.flatMap(({ operations }) => operations)).toEqual([{ id: "D11", code: "RD" }]);
  });

  test("is no open place for people of another company, although HR opens it", () => {
    const company = (active: boolean, parent: string) =>
      staffed(directory().level("L1").department("HQ").department("OLD", { active }).department("RD", { parent }));
    const shown = (target: TargetSnapshot) => ({
      ...target,
      strangers: ["ghost"],
      members: new Map([...target.members, ["RD", ["amy", "bob", "ghost"]]]),
    });
    const plan = planBetween(company(false, "HQ"), company(true, "OLD"), { shown, settings });
    expect(idsOf(plan.changes)).toEqual([]);
    expect(heldIn(plan)).toEqual(["department/RD/move: still-occupied"]);
  });
});
