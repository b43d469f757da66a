/** Tests that what is said of a row stays short however many rows are in the same trouble: it is stored, reported and told for each of them. */
import { expect, it } from "vitest";
import { asMusterdError } from "../../src/lib/errors.ts";
import { readCsv } from "./csv-folder.ts";

const many = 2_000;
const rows = (row: (at: number) => string): string => Array.from({ length: many }, (_, at) => `${row(at)}\n`).join("");

it("names twenty of the rows that share a key, and says how many there are besides", async () => {
  const { rejected } = await readCsv(
    { "people.csv": `account,name\n${rows((at) => `same,Name ${at}`)}` },
    { employees: { file: "people.csv", columns: { account: "account", name: "name" } } },
  );
  expect(rejected).toHaveLength(many);
  expect(rejected[0]?.reason).toMatch(/ is in people\.csv lines 2, 3, .*, 21 and 1980 more; it cannot be known/);
  expect(Math.max(...rejected.map(({ reason }) => reason.length))).toBeLessThan(300);
});

it("names twenty of the departments that lie below themselves", async () => {
  const read = readCsv(
    { "departments.csv": `code,name,parent\n${rows((at) => `D${at},Name ${at},D${(at + 1) % many}`)}` },
    { departments: { file: "departments.csv", columns: { code: "code", name: "name", parent: "parent" } } },
  );
  const error = await read.catch(asMusterdError);
  expect(error).toMatchObject({
    code: "source-tree-cycle",
    message: expect.stringMatching(/^departments lie below themselves: D0 → D1 → .* → D19 → … \(1980 more\) → D0$/),
  });
});
