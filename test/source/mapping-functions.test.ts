/** The user's mapping functions, loaded and called as in a run. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type FieldContext, loadFunctions } from "../../src/source/cells/mapping-functions.ts";
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
export const loops = () => { for (;;); };
export const loopsCatching = () => { for (;;) try { for (;;); } catch {} };
export const exits = () => process.exit(0);
export const eats = () => { const all: unknown[] = []; for (;;) all.push(new Array(1e6).fill(all.length)); };
let calls = 0;
export const counts = () => String(++calls);
export const isActive = ({ state }: Input) => state === "on" ? "Y" : "N";
export const echo = ({ last }: Input) => last;
type Rows = readonly Readonly<Record<string, string>>[];
type Context = { tables: Record<string, Rows>; lookups: Record<string, Rows> };
export const departmentOf = ({ where }: Input, { tables, lookups }: Context) => {
  const code = lookups.codes?.find(({ old }) => old === String(where).toUpperCase())?.new;
  return tables.departments?.find((department) => department.code === code)?.code;
};
export const changes = ({ where }: Input, { tables }: Context) => {
  if (where === "a2") tables.departments![0]!.code = "X";
  return undefined;
};
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
  it("is not asked about a formula that has failed, and does not decide by it", async () => {
    const columns = {
      account: "first",
      active: { function: "isActive", reads: ["state"] },
      name: { function: "echo", reads: ["last"] },
    };
    const settings = { mappingFile, employees: { file: "e.csv", columns } };
    const { directory, rejected } = await readCsv(
      { "e.csv": "first,last,state\na,Lin,on\nb,Wu,#N/A\nc,#REF!,off\n" },
      settings,
    );
    expect(directory.employees).toEqual([
      { account: "a", name: "Lin", active: true },
      { account: "c", active: false },
    ]);
    expect(rejected.map(({ line, code, dropped }) => `${line} ${code} ${dropped}`)).toEqual([
      "3 formula-error undefined",
      "4 formula-error field",
    ]);
    const meant = { ...columns, active: { ...columns.active, empty: ["#N/A"] } };
    const blank = await readCsv(
      { "e.csv": "first,last,state\nb,Wu,#N/A\n" },
      { mappingFile, employees: { file: "e.csv", columns: meant } },
    );
    expect(blank.directory.employees).toEqual([{ account: "b", name: "Wu", active: false }]);
  });

  it("makes a value that is converted like a cell", async () => {
    const { directory } = await read({
      loginValidation: named("list"),
      englishName: named("nobody"),
      name: named("nothing"),
    });
    expect(directory.employees).toEqual([{ account: "ann.lin", loginValidation: ["A1", "B2"], englishName: null }]);
  });

  it.each([
    ["first", "A1"],
    ["last", "B2"],
  ])("that answers with a list can give the %s of it", async (take, value) => {
    const { directory } = await read({ idCardNumber: { ...named("list"), take } });
    expect(directory.employees).toMatchObject([{ idCardNumber: value }]);
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

  it("that is missing is reported with the others before anything is read", async () => {
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

describe("functions", () => {
  const nothing: FieldContext = { tables: {}, lookups: {} };
  const answering = async (names: readonly string[], limitMs = 10_000) => {
    const functions = await loadFunctions(mappingFile, names, limitMs);
    try {
      for (const name of names) functions.named(name).ask({ last: "Lin" });
      await functions.settle(() => nothing);
      return names.map((name) => functions.named(name).answer({ last: "Lin" }));
    } finally {
      await functions.close();
    }
  };

  it.each(["loops", "loopsCatching"])("that never return (%s) end the reading, and nothing else", async (name) => {
    // Loading the file has the same limit, and takes longer beside other tests.
    await expect(answering([name], 3_000)).rejects.toMatchObject({
      code: "source-functions-timeout",
      message: `1 calls of the function ${name} took longer than 3 s; nothing was read`,
    });
    expect(await answering(["nobody"])).toEqual([{ cell: null }]);
  });

  it("keep no timer when they have answered", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await answering(["nobody"])).toEqual([{ cell: null }]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["exits", "eats"])("that end their thread (%s) end the reading", async (name) => {
    await expect(answering([name], 50_000)).rejects.toMatchObject({ code: "source-functions-unusable" });
  });

  it("in a file that is not UTF-8 are refused, because what they compare with would never be found", async () => {
    const file = join(folder, "big5.ts");
    await writeFile(file, iconv.encode('export const f = ({ kind }) => (kind === "約聘" ? "N" : "Y");\n', "big5"));
    await expect(loadFunctions(file, ["f"])).rejects.toMatchObject({
      code: "source-functions-unusable",
      message: expect.stringContaining("it is not in UTF-8"),
    });
  });

  it("in a file that takes too long to load are refused", async () => {
    const file = join(folder, "endless.ts");
    await writeFile(file, "while (true);\nexport const f = () => null;\n");
    await expect(loadFunctions(file, ["f"], 700)).rejects.toMatchObject({ code: "source-functions-timeout" });
  });

  it("are called once for equal columns, and in parts for many", async () => {
    const functions = await loadFunctions(mappingFile, ["counts", "echo"]);
    const { ask, answer } = functions.named("counts");
    for (const last of ["a", "b", "a"]) ask({ last });
    const echo = functions.named("echo");
    for (let at = 0; at < 2_500; at++) echo.ask({ last: `${at}` });
    await functions.settle(() => nothing);
    await functions.close();
    expect(["a", "b", "a", "c"].map((last) => answer({ last }))).toEqual([
      { cell: "1" },
      { cell: "2" },
      { cell: "1" },
      { cell: undefined },
    ]);
    expect([0, 999, 1_000, 2_499].map((at) => echo.answer({ last: `${at}` }))).toEqual([
      { cell: "0" },
      { cell: "999" },
      { cell: "1000" },
      { cell: "2499" },
    ]);
  });

  it("see what was read before, and cannot change it", async () => {
    const { directory, rejected } = await readCsv(
      {
        "d.csv": "code,name\nA,甲\nB,\n",
        "x.csv": "old,new\nA1,A\nA2,B\n",
        "e.csv": "account,where\nann,a1\nbob,?\ncyd,a2\n",
      },
      {
        mappingFile,
        quality: { "rejected-many": "off" },
        lookups: { codes: { file: "x.csv" } },
        departments: { file: "d.csv", columns: { code: "code", name: "name" } },
        employees: {
          file: "e.csv",
          columns: {
            account: "account",
            department: { function: "departmentOf", reads: ["where"] },
            englishName: { function: "changes", reads: ["where"] },
          },
        },
      },
    );
    expect(directory.employees).toEqual([
      { account: "ann", posts: [{ department: "A", main: true }] },
      { account: "bob" },
    ]);
    expect(rejected.map(({ code, line }) => [code, line])).toEqual([["function-failed", 4]]);
  });

  it("with dates in several formats are refused with the configuration", async () => {
    const hireDate = { ...named("list"), date: ["iso", "roc"] };
    await expect(read({ hireDate })).rejects.toThrow(/`date` must name a single format/);
  });
});
