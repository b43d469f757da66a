/** A cell that names several departments of the people's file is no department of its own. */
import { describe, expect, it } from "vitest";
import { csvText, readCsv } from "./csv-folder.ts";

const read = (departments: readonly string[], code: object = {}, more: object = {}) => {
  const rows = departments.map((department, at) => [`E${at}`, `user${at}`, `Ann Lee ${"abcdefgh"[at]}`, department]);
  const column = { column: "dept", ...code };
  return readCsv(
    { "e.csv": csvText(["no", "account", "name", "dept"], rows) },
    {
      departments: { file: "e.csv", distinct: true, columns: { code: column, name: column, ...more } },
      employees: {
        file: "e.csv",
        columns: { number: "no", account: "account", name: "name", department: column },
      },
    },
  );
};
const codesOf = ({ directory }: Awaited<ReturnType<typeof read>>) =>
  directory.departments?.map(({ code }) => code.replaceAll("\u001f", "/")).toSorted();

describe("a list of departments in a cell", () => {
  it.each(["Legal;Sales", "Legal; Sales", "Sales、Legal", "Legal, Sales", "Sales|Legal", "legal；SALES"])(
    "is none itself: %s",
    async (list) => {
      const snapshot = await read(["Legal", "Sales", list, "Sales"]);
      expect(codesOf(snapshot)).toEqual(["Legal", "Sales"]);
      const found = snapshot.rejected.map(({ kind, line, code }) => `${kind}:${line} ${code}`);
      expect(found).toEqual(["department:4 value-several"]);
    },
  );

  it.each(["Legal;Audit", "Research, Development", ";", "Legal;"])(
    "is none where a part is no department: %s",
    async (text) => {
      const { rejected } = await read(["Legal", "Sales", text, "Sales"]);
      expect(rejected.filter(({ code }) => code === "value-several")).toEqual([]);
    },
  );

  it("is a department where the mapping says that the cell is one", async () => {
    const snapshot = await read(["Legal", "Sales", "Legal;Sales"], { take: "unique" });
    expect([codesOf(snapshot), snapshot.rejected]).toEqual([["Legal", "Legal;Sales", "Sales"], []]);
  });
});
