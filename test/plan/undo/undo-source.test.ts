/** Tests under which codes the source of an undo states what was there before. */
import { expect, test } from "vitest";
import { emptyMemory } from "../../../src/model/memory/memory.ts";
import type { Change, Kind } from "../../../src/model/plan/plan.ts";
import { undoSource } from "../../../src/plan/undo/undo-source.ts";

const changed = (kind: Kind, key: string, action: string, field: string, before: string, after: string) => ({
  change: {
    id: `${kind}/${key}/${action}`,
    kind,
    key,
    label: key,
    action,
    fields: [{ field, before, after }],
  } as unknown as Change,
  outcome: { result: "applied" as const },
});

test("a function goes back to its category under the name that this gets back", () => {
  const changes = [
    changed("category", "A", "rename", "code", "A", "C"),
    changed("function", "F1", "update", "category", "C", "B"),
  ];
  const lists = {
    levels: [],
    titles: [],
    departments: [],
    employees: [],
    functions: [
      { code: "F1", name: "一", category: "B" },
      { code: "F2", name: "二", category: "C" },
    ],
  };
  const { source } = undoSource(
    { id: "1", changes, siblings: [], renamedSince: [], undoneSince: [] },
    lists,
    emptyMemory,
  );
  expect(source.renames).toMatchObject([{ kind: "category", from: "C", to: "A" }]);
  expect(source.directory.functions?.find(({ code }) => code === "F1")).toMatchObject({ category: "A" });
});
