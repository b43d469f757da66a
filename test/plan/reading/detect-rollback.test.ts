/** Tests how a service that was restored from a backup is detected, and what is written again. */
import { describe, expect, it } from "vitest";
import type { TargetLists } from "../../../src/model/directory/snapshot.ts";
import { employeeSubject, ledgerKey, type Memory, postSubject, type Stale } from "../../../src/model/memory/memory.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { maskChange } from "../../../src/model/plan/sensitive.ts";
import { makePlan } from "../../../src/plan/make-plan.ts";
import { type Applied, detectRollback } from "../../../src/plan/reading/detect-rollback.ts";
import { defaultSettings, today } from "../../support/random/arbitraries.ts";

const nothing: TargetLists = { levels: [], titles: [], functions: [], departments: [], employees: [] };

const applied = (runId: string, change: Partial<Change> & Pick<Change, "kind" | "key" | "action">): Applied => ({
  runId,
  change: {
    id: `${change.kind}/${change.key}/${change.action}`,
    label: change.key,
    reason: "differs",
    fields: [],
    step: 5,
    wave: 1,
    operations: [],
    needs: [],
    ...change,
  },
});

const renamed = applied("2", {
  kind: "employee",
  key: "amy",
  action: "update",
  fields: [{ field: "name", before: "甲", after: "乙" }],
});
const disabled = applied("2", {
  kind: "employee",
  key: "bob",
  action: "deactivate",
  fields: [{ field: "active", before: true, after: false }],
});
const created = applied("1", { kind: "department", key: "RD", action: "create" });

const people = (...employees: TargetLists["employees"]): TargetLists => ({ ...nothing, employees });

describe("a restored service", () => {
  it("is detected by the values that the last run had replaced", () => {
    const lists = people({ account: "amy", name: "甲" }, { account: "bob", active: true });
    expect(detectRollback([renamed, disabled, created], lists)).toEqual({
      all: true,
      undone: 2,
      seen: 2,
      people: new Set(["amy", "bob"]),
      drifted: [
        { kind: "employee", key: "amy", label: "amy" },
        { kind: "employee", key: "bob", label: "bob" },
      ],
    });
  });

  it("is detected by details that the plan would write again, where nothing else of the run can be read (life 2000271)", () => {
    const written = (manager: string | null): Applied =>
      applied("2", {
        kind: "manager",
        key: "QA",
        action: "update",
        fields: [{ field: "manager", before: "amy", after: manager }],
      });
    const planned = (...changes: Applied[]) =>
      detectRollback(
        [written(null), created],
        { ...nothing, departments: [{ code: "RD" }] },
        changes.map(({ change }) => change),
      );
    expect(planned(written(null))).toMatchObject({ all: true, undone: 1, seen: 1 });
    expect([planned(), planned(written("bob"))]).toMatchObject([undefined, { all: false, undone: 0 }]);
  });

  it("is detected by an order that the plan would set again, where the run wrote nothing else that shows (life 29000187)", () => {
    const ordered = (after: number): Applied =>
      applied("2", {
        kind: "title",
        key: "T",
        action: "reorder",
        fields: [{ field: "order", before: 1, after }],
      });
    const lists = { ...nothing, titles: [{ code: "T", order: 1 }], departments: [{ code: "RD" }] };
    const planned = (...changes: Applied[]) =>
      detectRollback(
        [ordered(2), created],
        lists,
        changes.map(({ change }) => change),
      );
    expect(planned(ordered(2))).toMatchObject({ all: true, undone: 1, seen: 1 });
    expect([planned(), planned(ordered(3))]).toMatchObject([undefined, { all: false, undone: 0 }]);
  });

  it("is detected by a personal value that the plan would write again, although the store has it masked (life 22000242)", () => {
    const born = (field: string, before: string, after: string): Applied =>
      applied("2", { kind: "employee", key: "amy", action: "update", fields: [{ field, before, after }] });
    const masked = born("birthDate", "•••", "•••");
    const planned = (...changes: Applied[]) =>
      detectRollback(
        [masked, created],
        { ...people({ account: "amy", birthDate: "1990-02-28" }), departments: [{ code: "RD" }] },
        changes.map(({ change }) => change),
      );
    expect(masked.change).toEqual(maskChange(born("birthDate", "1990-02-28", "1991-02-28").change));
    expect(planned(born("birthDate", "1990-02-28", "1991-02-28"))).toMatchObject({ all: true, undone: 1, seen: 1 });
    expect([planned(), planned(born("hireDate", "2020-01-01", "2020-01-02"))]).toEqual([undefined, undefined]);
  });

  it("is detected beside somebody who was created disabled, is not listed, and whom no plan would create again yet (life 38000310)", () => {
    const manager = applied("2", {
      kind: "manager",
      key: "QA",
      action: "update",
      fields: [{ field: "manager", before: "amy", after: null }],
    });
    const joiner = applied("2", {
      kind: "employee",
      key: "zoe",
      action: "create",
      fields: [
        { field: "birthDate", after: "•••" },
        { field: "active", after: false },
      ],
    });
    const found = (lists: TargetLists) => detectRollback([manager, joiner], lists, [manager.change]);
    expect(found(nothing)).toMatchObject({ all: true, undone: 1, seen: 1 });
    // Whoever is listed stands.
    expect(found(people({ account: "zoe", birthDate: "1990-02-28", active: false }))).toMatchObject({
      all: false,
      seen: 2,
    });
  });

  it("is detected by it also where the same change has written a last day, which nothing shows (life 23000874)", () => {
    const idCardNumber = { field: "idCardNumber", before: "A120000194", after: "A120000200" };
    const of = (...fields: Change["fields"]) =>
      applied("2", { kind: "employee", key: "amy", action: "update", fields }).change;
    const lastDay = { field: "resignationDate", before: null, after: "2026-12-31" };
    const birthDate = { field: "birthDate", before: "1972-03-03", after: "1972-03-04" };
    const found = (...written: Change["fields"]) => {
      const stored = { runId: "2", change: maskChange(of(idCardNumber, ...written)) };
      const lists = people({ account: "amy", idCardNumber: "A120000194", birthDate: "1972-03-04" });
      return detectRollback([stored], lists, [of(idCardNumber)]);
    };
    expect(found(lastDay)).toMatchObject({ all: true, people: new Set(["amy"]) });
    // Of two values that show, one is as it was left.
    expect(found(birthDate)).toMatchObject({ all: false, undone: 0 });
  });

  it("is detected beside codes that were exchanged, which look the same before and after (life 23000874)", () => {
    const rename = (from: string, to: string) =>
      applied("2", {
        kind: "department",
        key: from,
        action: "rename",
        fields: [{ field: "code", before: from, after: to }],
      });
    const parked = rename("A", "TMP");
    const exchange = [
      rename("TMP", "B"),
      rename("B", "A"),
      { ...parked, change: { ...parked.change, reason: "swap" } },
    ] as const;
    const lists = { ...people({ account: "amy", name: "甲" }), departments: [{ code: "A" }, { code: "B" }] };
    expect(detectRollback([renamed, ...exchange], lists)).toMatchObject({ all: true, undone: 1 });
  });

  it("is not assumed if all changes stand", () => {
    const lists = { ...people({ account: "amy", name: "乙" }, { account: "bob", active: false }) };
    expect(detectRollback([renamed, disabled], lists)).toBeUndefined();
  });

  it("is not assumed if the site hides disabled people", () => {
    expect(detectRollback([renamed, disabled], people({ account: "amy", name: "乙" }))).toBeUndefined();
  });

  it("is judged by the newest run with a readable change", () => {
    const other = applied("3", { kind: "post", key: "amy", action: "update" });
    const lists = people({ account: "amy", name: "乙" }, { account: "bob", active: false });
    // An older run created a department that is missing now. The newest run's change is there, so somebody has deleted it.
    expect(detectRollback([other, renamed, disabled, created], lists)).toBeUndefined();
    const old = people({ account: "amy", name: "甲" }, { account: "bob", active: true });
    expect(detectRollback([other, renamed, disabled], old)).toMatchObject({ all: true, undone: 2 });
  });

  it("leaves people in doubt whose change an older run made, by whatever spelling", () => {
    const newest = applied("3", { kind: "department", key: "RD", action: "create" });
    const change = { ...renamed.change, key: "AMY" };
    const lists = { ...people({ account: "amy", name: "甲" }), departments: [{ code: "RD" }] };
    expect(detectRollback([newest, { runId: "2", change }], lists)).toMatchObject({
      all: false,
      people: new Set(["amy"]),
      drifted: [],
    });
  });

  it("counts somebody who was disabled and is not shown as standing", () => {
    expect(detectRollback([renamed, disabled], people({ account: "amy", name: "甲" }))).toMatchObject({
      all: false,
      people: new Set(["amy"]),
    });
  });

  it("is not assumed for values that somebody has changed since; these objects are listed", () => {
    const drifted = [{ kind: "employee", key: "amy", label: "amy" }];
    const lists = people({ account: "amy", name: "丙" });
    expect(detectRollback([renamed], lists)).toMatchObject({ all: false, people: new Set(), drifted });
  });

  it("puts only one person in doubt if the other changes stand", () => {
    const third = applied("2", {
      kind: "employee",
      key: "cat",
      action: "update",
      fields: [{ field: "email", before: null, after: "cat@example.com" }],
    });
    const lists = people(
      { account: "amy", name: "乙" },
      { account: "bob", active: true },
      { account: "cat", email: "cat@example.com" },
    );
    expect(detectRollback([renamed, disabled, third], lists)).toMatchObject({ all: false, people: new Set(["bob"]) });
  });

  it("is judged by the last of several changes of one object", () => {
    const before = applied("1", {
      kind: "employee",
      key: "amy",
      action: "update",
      fields: [{ field: "name", before: "乙", after: "甲" }],
    });
    expect(detectRollback([renamed, before], people({ account: "amy", name: "乙" }))).toBeUndefined();
  });

  const lastDayOf = (runId: string, before: { readonly before?: string }) =>
    applied(runId, {
      kind: "employee",
      key: "bob",
      action: "update",
      fields: [{ field: "resignationDate", ...before, after: null }],
    });

  it("is judged by an earlier change where the last shows nowhere; the person is not in doubt for that (life 9000284)", () => {
    const lists = people({ account: "bob", active: true });
    const later = lastDayOf("3", { before: "2026-11-21" });
    expect(detectRollback([later, disabled], lists)).toMatchObject({ all: true, people: new Set() });
  });

  it("is not judged by a change before one that was made in doubt (lives 9001220, 9001223)", () => {
    expect(detectRollback([lastDayOf("3", {}), disabled], people({ account: "bob", active: true }))).toBeUndefined();
  });

  it("is not seen in codes that were exchanged through a temporary one, nor does somebody else seem to have changed them", () => {
    const rename = (from: string, to: string, reason: Change["reason"] = "listed-rename"): Applied => {
      const { change } = applied("2", { kind: "department", key: from, action: "rename", reason });
      return { runId: "2", change: { ...change, fields: [{ field: "code", before: from, after: to }] } };
    };
    const exchange = [rename("TMP", "B"), rename("B", "A"), rename("A", "TMP", "swap")];
    const bothNamed = (a: string, b: string) => ({
      ...nothing,
      departments: [
        { code: "A", active: true, name: a },
        { code: "B", active: true, name: b },
      ],
    });
    expect(detectRollback(exchange, bothNamed("b", "a"))).toBeUndefined();
    // The last change before was of the department that is called B now.
    const fields = [{ field: "name", before: "old", after: "new" }];
    const update = applied("1", { kind: "department", key: "A", action: "update", fields });
    expect(detectRollback([...exchange, update], bothNamed("old", "new"))).toBeUndefined();
  });

  it("is detected by an undone rename", () => {
    const rename = applied("2", {
      kind: "department",
      key: "RD",
      action: "rename",
      fields: [{ field: "code", before: "RD", after: "R1" }],
    });
    const departments = (code: string) => ({ ...nothing, departments: [{ code }] });
    expect(detectRollback([rename], departments("RD"))).toMatchObject({ all: true });
    expect(detectRollback([rename], departments("R1"))).toBeUndefined();
    expect(detectRollback([rename], departments("X"))).toBeUndefined();
    // The change after the rename is the last one of the same object.
    const fields = [{ field: "name", before: "甲", after: "乙" }];
    const update = applied("2", { kind: "department", key: "R1", action: "update", fields });
    const lists = { ...nothing, departments: [{ code: "R1", name: "甲" }] };
    expect(detectRollback([update, rename], lists)).toMatchObject({ all: true, seen: 1 });
  });

  it("is not judged by what a later change has replaced, whatever the person was called between (life 16001076)", () => {
    const of = (runId: string, key: string, action: Change["action"], field: string, before: unknown, after: unknown) =>
      applied(runId, { kind: "employee", key, action, fields: [{ field, before, after }] as Change["fields"] });
    // Newest first: renamed and disabled; the undo of that; renamed and disabled.
    const history = [
      of("3", "amy", "deactivate", "active", true, false),
      of("3", "amy", "rename", "account", "amy", "amanda"),
      of("2", "amanda", "rename", "account", "amanda", "amy"),
      of("2", "amanda", "reactivate", "active", false, true),
      of("1", "amy", "deactivate", "active", true, false),
      of("1", "amy", "rename", "account", "amy", "amanda"),
    ];
    const shown = (account: string, active: boolean) => ({ ...nothing, employees: [{ account, active }] });
    expect(detectRollback(history, shown("amanda", false))).toBeUndefined();
    expect(detectRollback(history, shown("amy", true))).toMatchObject({ all: true, people: new Set(["amy"]) });
    // Somebody else enables the person.
    expect(detectRollback(history, shown("amanda", true))).toMatchObject({ undone: 1, people: new Set(["amanda"]) });
  });

  it("is not judged by a change of whoever had a name before", () => {
    const rename = applied("2", {
      kind: "employee",
      key: "bob",
      action: "rename",
      fields: [{ field: "account", before: "bob", after: "amy" }],
    });
    const lists = { ...nothing, employees: [{ account: "amy", name: "甲" }] };
    expect(detectRollback([rename, { ...renamed, runId: "1" }], lists)).toBeUndefined();
  });

  it("is not judged by what no reading could show: a disabled newcomer, an order, a value of which nothing was known", () => {
    const fields = [{ field: "active", after: false }];
    const joiner = applied("2", { kind: "employee", key: "amy", action: "create", fields });
    expect(detectRollback([joiner], nothing)).toBeUndefined();
    const order = [{ field: "order", before: 1, after: 2 }];
    const moved = applied("2", { kind: "title", key: "T", action: "reorder", fields: order });
    expect(detectRollback([moved], { ...nothing, titles: [{ code: "T", order: 1 }] })).toBeUndefined();
    const blind = applied("2", {
      kind: "employee",
      key: "amy",
      action: "update",
      fields: [{ field: "name", after: "乙" }],
    });
    expect(detectRollback([blind], people({ account: "amy", name: "丙" }))).toBeUndefined();
  });

  it("is not judged by masked or hidden values", () => {
    for (const [before, after] of [
      ["•••", "•••"],
      ["•••", null],
      [null, "•••"],
    ] as const) {
      const fields = [{ field: "phoneNumber", before, after }];
      const phone = applied("2", { kind: "employee", key: "amy", action: "update", fields });
      for (const phoneNumber of ["0900", null, undefined])
        expect(detectRollback([phone], people({ account: "amy", phoneNumber } as never))).toBeUndefined();
    }
  });
});

describe("a plan for it", () => {
  const stale = (all: boolean, accounts: readonly string[] = []): Stale => ({
    all,
    undone: 3,
    seen: 3,
    people: new Set(accounts),
    drifted: [],
  });
  const memory = (known: Stale | undefined, lastDay: string | null): Memory => ({
    written: new Map<string, string | null>([
      [ledgerKey(employeeSubject("amy"), "resignationDate"), lastDay],
      [ledgerKey(postSubject("amy", "RD"), "supervisor"), "bob"],
      [ledgerKey("category", "order"), JSON.stringify(["一", "二"])],
      [ledgerKey("rename/department", "OLD→RD"), "done"],
    ]),
    ...(known && { stale: known }),
  });
  const post = { department: "RD", main: true, title: null, functions: [], supervisor: "bob" };
  const office = {
    levels: [{ code: "L", name: "部", active: true, order: 0 }],
    titles: [],
    functions: ["一", "二"].map((category, at) => ({
      code: `F${at}`,
      name: category,
      category,
      active: true,
      order: 0,
    })),
    employees: [
      { account: "amy", number: "1", name: "甲", active: true, posts: [post] },
      { account: "bob", number: "2", name: "乙", active: true, posts: [{ ...post, supervisor: null }] },
    ],
  };
  /** `stated`: amy's last day, of which HR says nothing with null. `written`: the one in the ledger. */
  const planned = (
    known?: Stale,
    code = "RD",
    { stated = "2027-01-31", written = "2027-01-31" }: { stated?: string | null; written?: string | null } = {},
  ) =>
    makePlan({
      source: {
        directory: {
          categories: [
            { name: "一", order: 0 },
            { name: "二", order: 1 },
          ],
          employees: office.employees.map((person) =>
            person.account === "amy" && stated !== null ? { ...person, resignationDate: stated } : person,
          ),
        },
        rejected: [],
        renames: [{ kind: "department", from: "OLD", to: "RD" }],
      },
      target: {
        ...office,
        departments: [
          { code, name: "研發", parent: null, level: "L", description: null, active: true, order: 0, manager: "bob" },
        ],
        employees: office.employees.map((person) => ({
          ...person,
          posts: person.posts.map((held) => ({ ...held, department: code })),
        })),
        unreadable: [],
        members: new Map(),
      },
      memory: memory(known, written),
      settings: defaultSettings,
      today,
    });
  const ids = (plan: ReturnType<typeof planned>) => plan.changes.map(({ id }) => id);

  it("writes nothing if the ledger can be trusted", () => {
    expect(ids(planned())).toEqual([]);
  });

  it("writes again what cannot be read, and says why", () => {
    const plan = planned(stale(true));
    expect(ids(plan)).toEqual(["category/*/reorder", "employee/amy/update", "supervisor/amy/RD/update"]);
    expect(plan.changes.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(["J2", "J2", "E9", "E13"]);
    expect(plan.notices.map(({ code }) => code)).toContain("target-older-than-memory");
  });

  it("clears a last day that has passed, of somebody who works again", () => {
    const lastDays = (written: string) =>
      planned(stale(true), "RD", { stated: null, written }).changes.flatMap(({ operations }) =>
        operations.filter(({ id }) => id === "E9"),
      );
    expect(lastDays("2026-11-20")).toMatchObject([{ id: "E9", account: "amy", resignationDate: null }]);
    expect(lastDays("2027-01-31")).toEqual([]);
  });

  it("clears a last day again that was cleared when somebody came back", () => {
    const { changes } = planned(stale(true), "RD", { stated: null, written: null });
    expect(changes.flatMap(({ operations }) => operations)).toContainEqual({
      id: "E9",
      account: "amy",
      numbers: ["1"],
      resignationDate: null,
    });
  });

  it("writes only one person's remembered values again if only that person is in doubt", () => {
    expect(ids(planned(stale(false, ["amy"])))).toEqual(["employee/amy/update", "supervisor/amy/RD/update"]);
    expect(ids(planned(stale(false, ["bob"])))).toEqual([]);
  });

  it("renames again if the new code is gone and the old one exists", () => {
    expect(ids(planned(undefined, "OLD"))).toContain("department/OLD/rename");
  });
});
