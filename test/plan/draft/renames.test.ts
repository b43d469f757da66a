/** Tests listed renames of codes. None leads to a code that another object has, unless the list renames that object too. */
import { describe, expect, test } from "vitest";
import type { SourceSnapshot, TargetLists } from "../../../src/model/directory/snapshot.ts";
import { emptyMemory, ledgerKey, type Memory, postSubject } from "../../../src/model/memory/memory.ts";
import type { LedgerEntry } from "../../../src/model/plan/plan.ts";
import { unnotedRenames } from "../../../src/plan/draft/open-renames.ts";
import { renamedMemory } from "../../../src/plan/draft/renames.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { withEntries } from "../../support/target/execute-plan.ts";
import { heldIn, planBetween } from "../../support/target/plan-between.ts";
import { triedTwice } from "../../support/tried-twice.ts";

const levels = (...codes: string[]) =>
  codes.reduce((all, code) => all.level(code, { name: `${code}-name` }), directory());

const remembering = (...entries: readonly (readonly LedgerEntry[] | undefined)[]): Memory => ({
  ...emptyMemory,
  written: withEntries(
    new Map(),
    entries.flatMap((some) => some ?? []),
  ),
});

describe("a listed rename", () => {
  const leveled = directory().level("L1");
  test.each([
    ["level", directory().level("A", { name: "甲" }), directory().level("B", { name: "甲" })],
    ["title", directory().title("A", { title: "甲" }), directory().title("B", { title: "甲" })],
    ["function", directory().function("A", { name: "甲" }), directory().function("B", { name: "甲" })],
    ["department", leveled.department("A", { name: "甲" }), leveled.department("B", { name: "甲" })],
  ] as const)("of a %s gives its object the new code, under its name", (kind, now, wanted) => {
    const { changes } = planBetween(now, wanted, { renames: [{ kind, from: "A", to: "B" }] });
    const fields = [{ field: "code", before: "A", after: "B" }];
    expect(changes).toMatchObject([{ kind, key: "A", label: "甲", action: "rename", fields }]);
  });

  test.each([
    ["level", "name", directory().level("A", { name: "甲" }), directory().level("B", { name: "乙" })],
    ["title", "title", directory().title("A", { title: "甲" }), directory().title("B", { title: "乙" })],
    ["function", "name", directory().function("A", { name: "甲" }), directory().function("B", { name: "乙" })],
  ] as const)("of a %s whose name the site does not show writes HR's name, or is held", (kind, field, now, wanted) => {
    const unnamed = <Record extends object>(records: readonly Record[] = []) =>
      records.map((record) => ({ ...record, [field]: undefined }));
    const without = <Lists extends Partial<TargetLists>>(lists: Lists): Lists => ({
      ...lists,
      [`${kind}s`]: unnamed<object>(lists[`${kind}s`]),
    });
    const renames = [{ kind, from: "A", to: "B" }];
    const plan = planBetween(now, wanted, { renames, shown: without });
    expect(plan.changes.flatMap(({ operations }) => operations)).toMatchObject([
      { code: "A", newCode: "B", [field]: "乙" },
    ]);
    const stated = ({ directory: lists, ...source }: SourceSnapshot) => ({ ...source, directory: without(lists) });
    const silent = planBetween(now, wanted, { renames, shown: without, stated });
    expect(silent.changes).toEqual([]);
    expect(heldIn(silent)).toContain(`${kind}/A/rename: value-hidden`);
  });

  test("is held if the new code is taken", () => {
    const plan = planBetween(levels("L1", "L2"), levels("L1", "L2"), {
      renames: [{ kind: "level", from: "L1", to: "L2" }],
    });
    expect(plan.changes.filter(({ action }) => action === "rename")).toEqual([]);
    expect(heldIn(plan)).toContain("level/L1/rename: ambiguous");
  });

  test("that is held because the new code is taken keeps nobody out of what has that code", () => {
    const now = directory().level("L1").department("RD").department("QA");
    const wanted = directory().level("L1").department("QA").employee("amy").in("QA");
    const plan = planBetween(now, wanted, { renames: [{ kind: "department", from: "RD", to: "QA" }] });
    expect(heldIn(plan)).toContain("department/RD/rename: ambiguous");
    expect(plan.changes.map(({ id }) => id)).toContain("employee/amy/create");
  });

  test("can be part of a cycle, through a temporary code", () => {
    const plan = planBetween(levels("L1", "L2"), levels("L1", "L2"), {
      renames: [
        { kind: "level", from: "L1", to: "L2" },
        { kind: "level", from: "L2", to: "L1" },
      ],
    });
    const codes = plan.changes.flatMap(({ fields }) =>
      fields.flatMap(({ field, after }) => (field === "code" ? [after] : [])),
    );
    expect(plan.held).toEqual([]);
    expect(codes.map((code) => (code === "L1" || code === "L2" ? code : "parked"))).toEqual(["parked", "L1", "L2"]);
  });

  test.each([1, 2])("in a cycle leaves no object under a temporary code if step %i of it is held", (last) => {
    const renames = listed("L1>L2", "L2>L1");
    const cycle = planBetween(levels("L1", "L2"), levels("L1", "L2"), { renames });
    const step = cycle.changes.filter(({ action }) => action === "rename")[last];
    const plan = planBetween(levels("L1", "L2"), levels("L1", "L2"), { renames, memory: triedTwice(step) });
    expect(step?.action).toBe("rename");
    expect(plan.changes.filter(({ action }) => action === "rename")).toEqual([]);
    expect(plan.held.map(({ key }) => key).sort()).toEqual(["L1", "L2"]);
  });

  const listed = (...pairs: readonly string[]) =>
    pairs.map((pair) => ({ kind: "level" as const, from: pair.slice(0, 2), to: pair.slice(3) }));
  const renamed = (...given: Parameters<typeof planBetween>) =>
    planBetween(...given)
      .changes.filter(({ action }) => action !== "update")
      .map(({ action, key, fields }) => [action, key, fields[0]?.after]);

  test("that the site does not take lets nobody into a department whose code HR has given to another one (life 30000049)", () => {
    const office = directory().level("L1").department("RD").department("QA");
    const now = directory().level("L1").department("RD");
    const renames = [{ kind: "department" as const, from: "RD", to: "QA" }];
    const wanted = office.employee("amy").in("RD");
    const [rename] = planBetween(now, wanted, { renames }).changes.filter(({ action }) => action === "rename");
    const plan = planBetween(now, wanted, { renames, memory: triedTwice(rename) });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(
      expect.arrayContaining(["department/RD/rename: does-not-converge", "employee/amy/create: reference-held"]),
    );
    // Where HR has given it to nobody, the people of the department go on under the old code.
    const kept = planBetween(now, directory().level("L1").department("RD").employee("amy").in("RD"), {
      renames,
      memory: triedTwice(rename),
    });
    expect(kept.changes.map(({ id }) => id)).toEqual(["employee/amy/create"]);
  });

  test("goes straight to the last code if neither side has those in between", () => {
    const renames = listed("L1>L2", "L2>L3");
    expect(renamed(levels("L1"), levels("L3"), { renames })).toEqual([["rename", "L1", "L3"]]);
    expect(renamed(levels("L2"), levels("L3"), { renames })).toEqual([["rename", "L2", "L3"]]);
    expect(renamed(levels("L3"), levels("L3"), { renames })).toEqual([]);
  });

  test("that was taken back is done backwards where it was done, and else not at all", () => {
    const renames = listed("L1>L2", "L2>L1");
    expect(renamed(levels("L2"), levels("L1"), { renames })).toEqual([["rename", "L2", "L1"]]);
    expect(renamed(levels("L1"), levels("L1"), { renames })).toEqual([]);
  });

  test("ends where the codes in between lead back to themselves", () => {
    const renames = listed("L1>L2", "L2>L3", "L3>L2");
    expect(() => planBetween(levels("L1"), levels("L9"), { renames })).not.toThrow();
  });

  test("of a cycle that was cut off without a note is remembered before the rest of the cycle", () => {
    const renames = listed("L1>L2", "L2>L1");
    const wanted = levels("L1", "L2");
    const [parks] = planBetween(wanted, wanted, { renames }).changes;
    const parked = String(parks?.fields[0]?.after);
    // Nobody has noted that L2 became L1.
    const cut = levels(parked, "L1");
    const memory = remembering(parks?.remember);
    const rest = planBetween(cut, wanted, { renames, memory }).changes.filter(({ action }) => action === "rename");
    expect(rest.map(({ key, fields }) => [key, fields[0]?.after])).toEqual([[parked, "L2"]]);
    const source = wanted.source(renames);
    expect(unnotedRenames(source, levels(parked, "L2").target(), memory)).toEqual([]);
    const found = unnotedRenames(source, cut.target(), memory);
    expect(found).toEqual([{ subject: "rename/level", field: "L2→L1", value: "done" }]);
    const after = remembering(parks?.remember, found, rest[0]?.remember);
    expect(heldIn(planBetween(wanted, wanted, { renames, memory: after }))).toEqual([]);
    expect(renamed(wanted, wanted, { renames, memory: after })).toEqual([]);
    expect(unnotedRenames(source, wanted.target(), after)).toEqual([]);
  });

  test("of a code that was exchanged before is planned like any other", () => {
    const swap = listed("L1>L2", "L2>L1");
    const both = levels("L1", "L2");
    const written = planBetween(both, both, { renames: swap }).changes.map(({ remember }) => remember);
    expect(renamed(both, levels("L3", "L2"), { renames: listed("L1>L3"), memory: remembering(...written) })).toEqual([
      ["rename", "L1", "L3"],
    ]);
  });

  test("of an exchange, of which the site has one side only, is not taken back by the other one", () => {
    const renames = listed("L1>L2", "L2>L1");
    const [before, wanted] = [levels("L1"), levels("L1", "L2")];
    const source = wanted.source(renames);
    const unnoted = unnotedRenames(source, before.target(), emptyMemory);
    const noted = remembering(unnoted);
    const first = planBetween(before, wanted, { renames, memory: noted }).changes.filter(
      (one) => one.action === "rename",
    );
    expect(first.map(({ key, fields }) => [key, fields[0]?.after])).toEqual([["L1", "L2"]]);
    // What becomes L1 is not there yet: somebody has to decide whether it is a new one.
    const memory = remembering(unnoted, ...first.map(({ remember }) => remember));
    expect(unnotedRenames(source, levels("L2").target(), memory)).toEqual([]);
    expect(renamed(levels("L2"), wanted, { renames, memory })).toEqual([["create", "L1", "L1-name"]]);
    expect(renamed(wanted, wanted, { renames, memory })).toEqual([]);
  });

  test("of a code that nobody had when a new object got it is not about that object", () => {
    const renames = listed("L1>L2", "L2>L1");
    const wanted = levels("L1", "L2");
    const first = planBetween(levels("L3"), wanted, { renames });
    const remembered = first.changes.map(({ key, action, remember }) => [key, action, remember?.length]);
    expect(remembered).toEqual([
      ["L1", "create", 1],
      ["L2", "create", 1],
    ]);
    // Only one of the two could be created.
    const memory = remembering(first.changes[0]?.remember);
    expect(renamed(levels("L1", "L3"), wanted, { renames, memory })).toEqual([["create", "L2", "L2-name"]]);
    // What was done before is forgotten by no create.
    const done = remembering([{ subject: "rename/level", field: "L1→L2", value: "done" }]);
    const again = planBetween(levels("L2"), wanted, { renames: listed("L1>L2"), memory: done });
    expect(again.changes.map(({ key, remember }) => [key, remember])).toEqual([["L1", undefined]]);
  });

  test("that was done is not about the next object with the old code, where HR has none with the new code any more", () => {
    const memory = remembering([{ subject: "rename/level", field: "L1→L2", value: "done" }]);
    const [renames, site] = [listed("L1>L2"), levels("L1")];
    expect(renamed(site, levels("L1"), { renames, memory })).toEqual([]);
    expect(renamed(site, levels("L1", "L2"), { renames, memory })).toContainEqual(["rename", "L1", "L2"]);
    const rejected = [
      { kind: "level", file: "levels.csv", column: "name", code: "text-invalid", reason: "", key: "l2" },
    ];
    const stated = (source: SourceSnapshot) => ({ ...source, rejected }) as SourceSnapshot;
    expect(renamed(site, levels("L1"), { renames, memory, stated })).toContainEqual(["rename", "L1", "L2"]);
  });

  test("of a chain is done again after a restore", () => {
    const renames = listed("L1>L2", "L2>L3");
    const [before, wanted] = [levels("L1", "L2"), levels("L2", "L3")];
    const done = planBetween(before, wanted, { renames }).changes.map(({ remember }) => remember);
    const memory = remembering(...done);
    expect(renamed(wanted, wanted, { renames, memory })).toEqual([]);
    expect(renamed(before, wanted, { renames, memory })).toContainEqual(["rename", "L2", "L3"]);
    // Of a chain of several weeks, the service lacks the last step only.
    const [now, last] = [levels("L2"), levels("L3")];
    const both = remembering(unnotedRenames(last.source(renames), now.target(), emptyMemory), ...done);
    expect(renamed(now, last, { renames, memory: both })).toEqual([["rename", "L2", "L3"]]);
  });

  test("of a cycle is done, although the site showed every step of it only later", () => {
    const renames = listed("L1>L2", "L2>L1");
    const wanted = levels("L1", "L2");
    const [parks] = planBetween(wanted, wanted, { renames }).changes;
    const parked = String(parks?.fields[0]?.after);
    const source = wanted.source(renames);
    const shown = [levels("L1", "L2"), levels(parked, "L2"), levels(parked, "L1"), wanted];
    const memory = shown.reduce<Memory>(
      (known, site) => ({
        ...known,
        written: withEntries(known.written, unnotedRenames(source, site.target(), known)),
      }),
      emptyMemory,
    );
    expect(heldIn(planBetween(wanted, wanted, { renames, memory }))).toEqual([]);
    expect(renamed(wanted, wanted, { renames, memory })).toEqual([]);
    // The service was restored from before the cycle.
    const restored = planBetween(levels("L1"), levels("L2"), { renames: listed("L1>L2"), memory });
    expect(restored.changes.map(({ action }) => action)).toContain("rename");
  });
});

test("what is remembered of posts follows a department to its new code, and what was remembered under that code goes", () => {
  const entry = (department: string) => ledgerKey(postSubject("amy", department), "supervisor");
  const written = new Map([
    [entry("RD"), "boss"],
    [entry("LAB"), "other"],
    [entry("QA"), "zed"],
  ]);
  const { written: now } = renamedMemory({ ...emptyMemory, written }, new Map([["rd", "LAB"]]));
  expect(Object.fromEntries(now)).toEqual({ [entry("LAB")]: "boss", [entry("QA")]: "zed" });
});

test("what is remembered of the titles and functions of posts gets the new codes, also of departments that are renamed with them", () => {
  const site = directory().level("L1").title("A").title("B").function("F1").department("RD").employee("amy").in("RD");
  const hr = directory().level("L1").title("B").title("A").function("F2").department("LAB").employee("amy").in("LAB");
  const entry = (department: string, field: string) => ledgerKey(postSubject("amy", department), field);
  const written = new Map([
    [entry("RD", "title"), "A"],
    [entry("RD", "functions"), "F0\nF1"],
  ]);
  const renames = [
    { kind: "title", from: "A", to: "B" },
    { kind: "title", from: "B", to: "A" },
    { kind: "function", from: "F1", to: "F2" },
    { kind: "department", from: "RD", to: "LAB" },
  ] as const;
  const { changes } = planBetween(site, hr, { renames, memory: { ...emptyMemory, written } });
  const now = withEntries(
    written,
    changes.flatMap(({ remember = [] }) => remember),
  );
  expect([now.get(entry("LAB", "title")), now.get(entry("LAB", "functions"))]).toEqual(["B", "F0\nF2"]);
});
