/** The user's own file of functions, loaded and called as a run does. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCsv } from "./csv-folder.ts";

let folder: string;
let mappingFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-mapping-"));
  mappingFile = join(folder, "mapping.ts");
  await writeFile(
    mappingFile,
    `type Input = Readonly<Record<string, string | readonly string[]>>;
export const account = ({ first, last }: Input) => \`\${first}.\${last}\`.toLowerCase();
export const nobody = () => null;
export const nothing = () => undefined;
export const list = () => ["A1", "B2"];
export const fails = ({ last }: Input) => { throw new Error(\`secret \${last}\`); };
export const number = () => 5;
`,
  );
});

afterAll(() => rm(folder, { recursive: true }));

const read = (columns: object, file = mappingFile) =>
  readCsv(
    { "e.csv": "first,last,n\nAnn,Lin,1\n" },
    {
      mappingFile: file,
      employees: { file: "e.csv", columns: { account: { function: "account", reads: ["first", "last"] }, ...columns } },
    },
  );

const named = (name: string) => ({ function: name, reads: ["last"] });

describe("a function of the mapping file", () => {
  it("makes a value that is converted like a cell", async () => {
    const { directory } = await read({
      loginValidation: named("list"),
      englishName: named("nobody"),
      name: named("nothing"),
    });
    expect(directory.employees).toEqual([{ account: "ann.lin", loginValidation: ["A1", "B2"], englishName: null }]);
  });

  it.each(["fails", "number"])(
    "that misbehaves (%s) makes a bad cell and tells none of what it was given",
    async (name) => {
      const { directory, rejected } = await read({ name: named(name) });
      expect(directory.employees).toEqual([]);
      expect(rejected).toMatchObject([{ line: 2, column: "name", code: "function-failed", key: "ann.lin" }]);
      expect(JSON.stringify(rejected)).not.toContain("Lin");
    },
  );

  it("that is not there is told with the others before anything is read", async () => {
    await expect(read({ name: named("missing"), email: named("absent") })).rejects.toMatchObject({
      code: "source-functions-unusable",
      message: "the file does not export the function missing, absent",
    });
  });

  it.each(["no-such-file.ts", "broken.ts"])("in a file that cannot be loaded (%s) is an error", async (name) => {
    await writeFile(join(folder, "broken.ts"), "export const = ;");
    await expect(read({}, join(folder, name))).rejects.toMatchObject({ code: "source-functions-unusable" });
  });

  it("without a mapping file is an error", async () => {
    const source = { employees: { file: "e.csv", columns: { account: named("account") } } };
    await expect(readCsv({ "e.csv": "last\nLin\n" }, source)).rejects.toMatchObject({
      code: "source-functions-unusable",
    });
  });
});
