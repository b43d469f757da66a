import { expect, it } from "vitest";
import { addressOf, namedBy } from "../../../src/model/directory/address.ts";
import type { Change } from "../../../src/model/plan/plan.ts";
import { netChanges } from "../../../src/plan/undo/net-changes.ts";

const change = (parts: Partial<Change>): Change => ({
  id: "supervisor/amy/R%2fD/update",
  ...namedBy({ of: "supervisor", person: "amy", department: "R/D" }),
  label: "Amy",
  action: "update",
  reason: "differs",
  fields: [],
  step: 9,
  wave: 1,
  operations: [],
  needs: [],
  ...parts,
});

it("finds the person of a supervisor under a new account, although the department's code has a slash", () => {
  const chosen = change({ fields: [{ field: "supervisor", before: null, after: "bob" }] });
  const fields = [{ field: "account", before: "amy", after: "amy.c" }];
  const renamed = change({ id: "employee/amy/rename", kind: "employee", key: "amy", action: "rename", fields });
  const { all } = netChanges({
    id: "1",
    changes: [{ change: chosen, outcome: { result: "applied" } }],
    siblings: [],
    renamedSince: [renamed],
    undoneSince: [],
  });
  expect(all.map((net) => addressOf(net))).toEqual([{ of: "supervisor", person: "amy.c", department: "R/D" }]);
});

it("finds what was there before under its present code", () => {
  const moved = change({
    id: "department/RD/move",
    ...namedBy({ of: "department", key: "RD" }),
    action: "move",
    fields: [{ field: "parent", before: "HQ", after: "LAB" }],
  });
  const recoded = (from: string, to: string) =>
    change({
      id: `department/${from}/rename`,
      ...namedBy({ of: "department", key: from }),
      action: "rename",
      fields: [{ field: "code", before: from, after: to }],
    });
  const { all } = netChanges({
    id: "1",
    changes: [{ change: moved, outcome: { result: "applied" } }],
    siblings: [],
    renamedSince: [recoded("HQ", "H2"), recoded("LAB", "L2")],
    undoneSince: [],
  });
  expect(all.map(({ fields }) => [...fields])).toEqual([[["parent", { before: "H2", after: "L2", passed: [] }]]]);
});

it("knows what an earlier undo has passed through, however the account is spelled", () => {
  const named = (value: string) => ({
    id: "employee/Amy/update",
    ...namedBy({ of: "employee", key: "Amy" }),
    fields: [{ field: "name", before: "A", after: value }],
  });
  const { all } = netChanges({
    id: "1",
    changes: [{ change: change(named("B")), outcome: { result: "applied" } }],
    siblings: [],
    renamedSince: [],
    undoneSince: [change(named("C"))],
  });
  expect(all.map(({ fields }) => [...fields])).toEqual([[["name", { before: "A", after: "B", passed: ["C"] }]]]);
});
