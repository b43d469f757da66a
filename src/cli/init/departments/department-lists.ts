/** Cells that name several departments of the column, such as `A/B;A/C` or `Finance, Sales`. They look like one more department. */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import { listMarks } from "../../../source/values/texts.ts";
import { ask, type Making, type Setting } from "../draft.ts";
import type { Column } from "../tables/columns.ts";

const partsOf = (text: string, mark: string): readonly string[] => text.split(mark).map((part) => part.trim());

/** The mark between the departments of a cell, if in one cell each part is a department that others have. `known`: further departments. */
const markOf = ({ texts }: Column, path: string | undefined, known: readonly string[]): string | undefined =>
  listMarks.find((mark) => {
    if (mark === path) return false;
    const lists = texts.filter((text) => text.includes(mark)).map((text) => partsOf(text, mark));
    const single = [...texts.filter((text) => !text.includes(mark)), ...known];
    const departments = new Set(single.flatMap((text) => withParents(text, path)).map(canonicalKey));
    return lists.some((parts) => parts.every((part) => part !== "" && departments.has(canonicalKey(part))));
  });

/** A department and, if it is a path, those above it. */
const withParents = (text: string, path: string | undefined): readonly string[] => {
  if (path === undefined) return [text];
  const parts = text.split(path);
  return parts.map((_, at) => parts.slice(0, at + 1).join(path));
};

/** `reads`: whether departments are read at all; `more`: what a mapping of the column needs so that it reads the first of several. */
export type ListChoice = { readonly reads: boolean; readonly more: Readonly<Record<string, Setting>> };

const whole: ListChoice = { reads: true, more: {} };

/** Asks what a cell with several departments says; without such a cell it is one. `path`: what stands between the levels of a department. */
export const listChoice = (
  making: Making,
  column: Column,
  path?: string,
  known: readonly string[] = [],
): ListChoice => {
  const mark = markOf(column, path, known);
  if (mark === undefined) return whole;
  const { ask: say } = making.words;
  const lists = column.texts.filter((text) => text.includes(mark));
  const rows = column.cells.filter((cell) => cell.includes(mark)).length;
  const answer = ask(making, {
    id: "department-list",
    text: say.departmentList(column.name, rows),
    shown: lists.slice(0, 3),
    options: [
      { value: "first", label: say.firstOfList },
      { value: "whole", label: say.wholeList },
      { value: "none", label: say.noDepartments },
    ],
  });
  if (answer === "first") return { reads: true, more: { split: mark, take: "first" } };
  return { reads: answer === "whole", more: answer === "whole" ? { take: "unique" } : {} };
};

/** A mapping with more options, if it reads the column. */
export const withMore = (mapping: Setting, { name }: Column, more: ListChoice["more"]): Setting => {
  if (Object.keys(more).length === 0) return mapping;
  if (mapping === name) return { column: name, ...more };
  const isOfColumn = typeof mapping === "object" && mapping !== null && "column" in mapping && mapping.column === name;
  return isOfColumn ? { ...mapping, ...more } : mapping;
};
