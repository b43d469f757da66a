/** What is said about files that cannot be read names the cause that is seen in them. */
import { expect, it } from "vitest";
import { inFolder, readWith } from "../../cli/init/proposal-of.ts";

const reading = (content: string) => {
  const employees = { file: "employees.csv", columns: { number: "number", account: "account", name: "name" } };
  const source = { feeds: { hr: { files: { folder: "." } } }, employees };
  return inFolder({ "employees.csv": content }, (folder) => readWith(folder, JSON.stringify({ source })));
};

it("a blank before a quote", async () => {
  await expect(reading('number,account,name\n1,a,x\n2,b, "Lee, Amy"\n')).rejects.toMatchObject({
    code: "source-csv-invalid",
    place: { line: 3, column: "3" },
    hint: expect.stringContaining(
      "a quote must stand at the very beginning of its cell: take the blanks before it away",
    ),
  });
  await expect(reading('number,account,name\n1,a,x\n2,b,Lee "Amy" Wu\n')).rejects.toMatchObject({
    code: "source-csv-invalid",
    hint: expect.not.stringContaining("blanks"),
  });
});

it("an answer in JSON in the place of the export", async () => {
  await expect(reading('{"error": "no such report"}')).rejects.toMatchObject({
    code: "source-format-foreign",
    hint: "look into the file, which may say what has failed; JSON is not read, so let HR's system export CSV or XLSX",
  });
});
