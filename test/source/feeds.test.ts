/** What the feeds of a reading tell besides records. */
import { expect, it } from "vitest";
import { inspectCsv } from "./csv-folder.ts";

it("the columns of a file that no setting uses are told, those of a lookup table are not", async () => {
  const files = {
    "people.csv": "account,town,seat\nann,T,1\n",
    "towns.csv": "code,name,country\nT,Taipei,TW\n",
  };
  const { unread } = await inspectCsv(
    files,
    {
      lookups: { towns: { file: "towns.csv" } },
      employees: {
        file: "people.csv",
        columns: {
          account: "account",
          name: { column: "town", lookup: { table: "towns", key: "code", take: "name" } },
        },
      },
    },
    Date.parse("2026-11-26T04:00:00Z"),
  );
  expect(unread).toEqual([{ file: "people.csv", lastDays: [], columns: ["seat"] }]);
});
