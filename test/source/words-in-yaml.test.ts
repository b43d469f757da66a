/** Words of cells are keys of the configuration: they mean what stands there, whatever YAML takes them for. */
import { expect, it } from "vitest";
import { readYaml } from "../../src/lib/yaml-text.ts";
import { inFolder, readWith } from "../cli/init/proposal-of.ts";

const statusOf = (words: string, cells: readonly string[]) => {
  const rows = cells.map((cell, n) => `${n + 1},p${n},${cell}`);
  const yaml = `source:
  feeds: { hr: { files: { folder: . } } }
  quality: { rejected-many: off }
  employees:
    file: employees.csv
    columns: { number: number, account: account, active: { column: status, values: ${words} } }`;
  return inFolder({ "employees.csv": `number,account,status\n${rows.join("\n")}\n` }, async (folder) => {
    const { value } = readYaml(yaml) as { readonly value: unknown };
    const { directory } = (await readWith(folder, JSON.stringify(value))).snapshot;
    return cells.map((_, n) => directory.employees?.find(({ account }) => account === `p${n}`)?.active);
  });
};

it.each([
  ["{ TRUE: true, FALSE: false }", ["TRUE", "FALSE", "true", "False"], [true, false, true, false]],
  ["{ 'true': true, 'false': false }", ["TRUE", "false"], [true, false]],
  ["{ 01: true, 02: false }", ["01", "02"], [true, false]],
  ["{ 1.0: true, null: false }", ["1.0", "null"], [true, false]],
] as const)("%s", async (words, cells, active) => {
  expect(await statusOf(words, cells)).toEqual(active);
});

it("a word that stands twice is still found, by what it is", () => {
  expect(readYaml("{ 01: a, 1: b }")).toEqual({ value: { "01": "a", "1": "b" } });
  expect(readYaml("values:\n  01: a\n  01: b\n")).toEqual({
    problem: "the key 01 occurs twice in one mapping",
    line: 3,
  });
});
