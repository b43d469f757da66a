/** The column of the department above may have a header that nobody knows: where it is not read, `init` says so. */
import { expect, it } from "vitest";
import { inFolder, proposalOf } from "./proposal-of.ts";

const employees =
  "工號,帳號,姓名,在職狀態,部門代號\n000001,chen.my,陳美玉,在職,HQ\n000002,lin.dw,林大為,在職,RD\n000003,wang.xm,王小明,離職,RD1\n";

const notesOf = async (header: string, root: string) => {
  const departments = `部門代號,部門名稱,${header}\nHQ,總公司,${root}\nRD,研發處,HQ\nRD1,研發一課,RD\nFIN,財務處,HQ\n`;
  return inFolder({ "departments.csv": departments, "employees.csv": employees }, async (folder) => {
    const { draft, yaml } = await proposalOf(folder, () => "");
    return {
      notes: draft.notes.filter((note) => note.includes(header)),
      reads: yaml.includes(`parent: { column: ${header}`),
    };
  });
};

it.each([
  ["HQ", ""],
  ["0", 'empty: ["0"], '],
])("where the top one has %s, is left to somebody who knows, and named with its setting", async (root, empty) => {
  const header = "歸口單位";
  expect(await notesOf(header, root)).toEqual({
    notes: [
      `${header} names departments and is not read: if it is the department above, add parent: { column: ${header}, ${empty}blank: clear }.`,
    ],
    reads: false,
  });
});

it.each([
  ["歸口單位", ""],
  ["上層部門代號", "HQ"],
])("under %s, where the top one has %j, is read", async (header, root) => {
  expect(await notesOf(header, root)).toEqual({ notes: [], reads: true });
});
