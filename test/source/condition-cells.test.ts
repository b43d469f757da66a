/** Counting the filled cells of columns in which a blank decides something. */
import { expect, it } from "vitest";
import type { Part } from "../../src/source/feeds/feed.ts";
import { watchConditions } from "../../src/source/rows/condition-cells.ts";

const partOf = (hasEntries: boolean) => ({ kind: { hasEntries } }) as Part;

it.each([
  ["the files of a part are counted together", partOf(false), { rows: 3, filled: 2 }],
  ["a directory that is read again from its start is counted anew", partOf(true), { rows: 1, filled: 1 }],
])("%s", (_, part, counts) => {
  const cells = watchConditions();
  const first = cells.at("employee", "type", part);
  for (const isFilled of [true, false]) first(isFilled);
  cells.at("employee", "type", part)(true);
  expect(cells.seen()).toEqual([{ kind: "employee", column: "type", ...counts }]);
});

it("the parts of a table are counted together, and each table by itself", () => {
  const cells = watchConditions();
  for (const part of [partOf(false), partOf(true)]) cells.at("employee", "type", part)(true);
  cells.at("department", "type", partOf(false))(false);
  expect(cells.seen()).toEqual([
    { kind: "employee", column: "type", rows: 2, filled: 2 },
    { kind: "department", column: "type", rows: 1, filled: 0 },
  ]);
});
