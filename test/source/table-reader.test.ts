/** Records that stand in the configuration are read as those of a file are. */
import { expect, it } from "vitest";
import { readCsv } from "./csv-folder.ts";

it("a person in the configuration has data and a post", async () => {
  const { directory, rejected } = await readCsv(
    {},
    {
      departments: { records: [{ code: "RD", name: "研發" }] },
      titles: { records: [{ code: "T1", title: "工程師" }] },
      employees: { records: [{ account: "ann", number: "1", name: "Ann", department: "RD", title: "T1" }] },
    },
  );
  expect(rejected).toEqual([]);
  expect(directory.employees).toEqual([
    { account: "ann", number: "1", name: "Ann", posts: [{ department: "RD", title: "T1", main: true }] },
  ]);
});
