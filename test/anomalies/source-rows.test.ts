/** Tests rows and cells as real exports contain them: bad ones are listed with their place, good ones are read. */
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { csvText, people, plainTable, readCsv } from "../source/csv-folder.ts";

const one = async (field: string, text: string) => {
  const { files, settings } = people([field], ["ann", "1", text], ["bob", "2", ""]);
  const { directory, rejected } = await readCsv(files, settings);
  return { directory, rejected, ann: directory.employees?.find(({ account }) => account === "ann") };
};

const postFields = ["account", "number", "department", "title", "functions", "supervisor"];

/** Ann and Bob with a post each; `field` of Ann is `text`. */
const inPost = (field: string, text: string) => {
  const ann = ["ann", "1", "D1", "T1", "F1", "2"].with(postFields.indexOf(field), text);
  const rows = csvText(postFields, [ann, ["bob", "2", "D1", "T1", "F1", ""]]);
  return readCsv({ "e.csv": rows }, { employees: plainTable("e.csv", ...postFields) });
};

describe("a cell that cannot be read", () => {
  it.each([
    ["birthDate", "1990-02-30", "date-invalid"],
    ["hireDate", "113/05/01", "date-invalid"],
    ["expiredTime", "31.12.2026", "date-invalid"],
    ["active", "0912345678", "value-unknown"],
    ["department", "R\r\nD", "character-invalid"],
  ])("in %s (%j) rejects the row, and its value is not shown", async (field, text, code) => {
    const { directory, rejected } = await one(field, text);
    expect(directory.employees?.map(({ account }) => account)).toEqual(["bob"]);
    expect(rejected).toEqual([
      { kind: "employee", file: "employees.csv", line: 2, column: field, code, reason: expect.any(String), key: "ann" },
    ]);
    expect(rejected[0]?.reason).not.toContain(text);
  });

  it("in a descriptive field leaves out the field, not the person", async () => {
    const { directory, rejected } = await one("gender", "A123456789");
    expect(directory.employees).toMatchObject([{ account: "ann" }, { account: "bob" }]);
    expect(rejected).toMatchObject([{ line: 2, column: "gender", code: "value-unknown", key: "ann" }]);
    expect(rejected[0]?.reason).not.toContain("A123456789");
  });

  it.each([
    ["phoneNumber", "0912\n345678", "character-invalid"],
    ["phoneNumber", "8.86E+11", "number-mangled"],
    ["idCardNumber", "A12345\u0001789", "character-invalid"],
    ["email", "ann@\u200Bexample.com", "character-invalid"],
    ["name", "MÃ¼ller", "encoded-twice"],
  ])("in %s (%j) costs only this field", async (field, text, code) => {
    const { rejected, ann } = await one(field, text);
    expect(ann).toEqual({ account: "ann", number: "1" });
    expect(rejected).toMatchObject([{ line: 2, column: field, code, key: "ann", dropped: "field" }]);
    expect(rejected[0]?.reason).not.toContain(text.slice(2));
  });

  it.each(["王?明", "#N/A", "8.86E+11"])("as a supervisor (%s) costs only the supervisor", async (text) => {
    const { directory, rejected } = await inPost("supervisor", text);
    expect(directory.employees?.[0]?.posts).toEqual([{ department: "D1", main: true, title: "T1", functions: ["F1"] }]);
    expect(rejected).toMatchObject([{ column: "supervisor", line: 2, dropped: "field" }]);
  });

  it.each(["??", "########", "3-Mar", "2026-03-03", "1.00E+03", "#N/A", "BÃ¼ro"])(
    "in a code (%s) rejects the row: nobody is moved to it",
    async (text) => {
      for (const field of ["department", "title", "functions", "number"]) {
        const { directory, rejected } = await inPost(field, text);
        expect([field, directory.employees?.map(({ account }) => account)]).toEqual([field, ["bob"]]);
        expect(rejected).toMatchObject([{ column: field, line: 2 }]);
      }
    },
  );

  it.each([
    ["gender", "unknown"],
    ["active", "maybe"],
  ])("in %s (%s) is reported with the unknown word", async (field, text) => {
    const { rejected } = await one(field, text);
    expect(rejected).toMatchObject([{ line: 2, column: field, code: "value-unknown", key: "ann" }]);
    expect(rejected[0]?.reason).toContain(`"${text}" is not known; expected`);
  });

  it("of a value map is reported, so that the map can be completed", async () => {
    const active = { column: "狀態", values: { 在職: true, 離職: false } };
    const { directory, rejected } = await readCsv(
      { "e.csv": "帳號,狀態\na,留職停薪\nb,離職\nc,A123456789\n" },
      { employees: { file: "e.csv", columns: { account: "帳號", active } } },
    );
    expect(directory.employees).toEqual([{ account: "b", active: false }]);
    expect(rejected.map(({ line, column, code, reason }) => ({ line, column, code, reason }))).toEqual([
      {
        line: 2,
        column: "狀態",
        code: "value-unmapped",
        reason: '"留職停薪" is not known; expected one of the mapped values: 在職, 離職',
      },
      { line: 4, column: "狀態", code: "value-unmapped", reason: "expected one of the mapped values: 在職, 離職" },
    ]);
  });

  it("is rejected with what is to be written where no word is mapped yet", async () => {
    const { rejected } = await readCsv(
      { "e.csv": "帳號,狀態\na,啟用\n" },
      { employees: { file: "e.csv", columns: { account: "帳號", active: { column: "狀態", values: {} } } } },
    );
    expect(rejected[0]?.reason).toBe('"啟用" is not known; `values` maps no word yet');
  });

  it.each(["0", "-1", "1.5", "ten", "1e3"])("as rank (%s) rejects the title", async (rank) => {
    const { rejected } = await readCsv(
      { "t.csv": `code,rank\nT,${rank}\n` },
      { titles: plainTable("t.csv", "code", "rank") },
    );
    expect(rejected).toMatchObject([
      { kind: "title", code: "integer-invalid", key: "T", reason: "expected an integer from 1 to 2147483647" },
    ]);
  });

  it("is listed together with all others of the row", async () => {
    const { files, settings } = people(["birthDate", "gender"], ["ann", "1", "x", "y"]);
    const { rejected } = await readCsv(files, settings);
    expect(rejected.map(({ column }) => column).sort()).toEqual(["birthDate", "gender"]);
  });
});

describe("a cell that is longer than the service permits", () => {
  const reason = (most: number) =>
    `expected at most ${most} characters, the service's limit, and found ${most + 1}: shorten it in HR`;
  const read = async (field: string, text: string) => {
    const { files, settings } = people(["active", field], ["ann", "1", "false", text]);
    return readCsv(files, settings);
  };

  it.each([
    ["name", 255],
    ["phoneNumber", 255],
    ["idCardNumber", 255],
    ["email", 255],
    ["loginValidation", 255],
    ["department", 255],
    ["businessCard", 4_000],
  ])("in %s leaves out the field with its place and the limit (%i), and the person may leave", async (field, most) => {
    const textOf = (length: number) =>
      field === "email" ? `${"x".repeat(length - 4)}@x.y` : `${"x".repeat(length - 3)}123`;
    const { directory, rejected } = await read(field, textOf(most + 1));
    expect(directory.employees).toEqual([{ account: "ann", number: "1", active: false }]);
    const place = { kind: "employee", key: "ann", file: "employees.csv", line: 2, column: field, dropped: "field" };
    expect(rejected).toEqual([{ ...place, code: "value-too-long", reason: reason(most) }]);
    expect((await read(field, textOf(most))).rejected).toEqual([]);
  });

  it("is measured as it would be written", async () => {
    const { rejected } = await read("email", "㈱".repeat(86));
    expect(rejected).toMatchObject([{ code: "value-too-long", reason: expect.stringContaining("found 258") }]);
  });

  it.each(["account", "number"] as const)("as %s is reported, and still tells who the person is", async (field) => {
    const long = "x".repeat(256);
    const { files, settings } = people([], field === "account" ? [long, "1"] : ["ann", long]);
    const { directory, rejected } = await readCsv(files, settings);
    expect(directory.employees).toEqual([{ account: "ann", number: "1", [field]: long }]);
    expect(rejected).toMatchObject([{ line: 2, column: field, code: "value-too-long", dropped: "field" }]);
  });

  it("as an id is used, because ids are never written", async () => {
    const { directory, rejected } = await read("id", "x".repeat(256));
    expect([directory.employees?.[0]?.id?.length, rejected]).toEqual([256, []]);
  });

  it("as the code of a department rejects the row", async () => {
    const { directory, rejected } = await readCsv(
      { "d.csv": `code,name\n${"D".repeat(256)},n\nRD,n\n` },
      { departments: plainTable("d.csv", "code", "name") },
    );
    expect(directory.departments).toEqual([{ code: "RD", name: "n" }]);
    expect(rejected).toMatchObject([{ line: 2, column: "code", code: "value-too-long", reason: reason(255) }]);
  });

  it("as rank rejects the title", async () => {
    const { rejected } = await readCsv(
      { "t.csv": "code,rank\nT,2147483648\n" },
      { titles: plainTable("t.csv", "code", "rank") },
    );
    expect(rejected).toMatchObject([{ code: "integer-invalid", reason: "expected an integer from 1 to 2147483647" }]);
  });
});

describe("a row", () => {
  it("without its key is rejected and listed with its number", async () => {
    const { files, settings } = people([], ["", "1"], ["bob", "2"]);
    const { directory, rejected } = await readCsv(files, settings);
    expect(directory.employees).toEqual([{ account: "bob", number: "2" }]);
    expect(rejected).toMatchObject([{ line: 2, column: "account", code: "key-missing", key: "1" }]);
  });

  it("with a wrong number of cells is rejected; only its first cell is trusted", async () => {
    const { rejected, directory } = await readCsv(
      { "e.csv": "account,number\nann,1,x\nbob\n\ncyd,3\n" },
      { employees: plainTable("e.csv", "account", "number") },
    );
    expect(directory.employees).toEqual([{ account: "cyd", number: "3" }]);
    expect(rejected).toMatchObject([
      { line: 2, column: "*", code: "cell-count", key: "ann", reason: "the row has 3 cells, the header has 2" },
      { line: 3, column: "*", code: "cell-count", key: "bob" },
    ]);
    const turned = await readCsv(
      { "e.csv": "number,account\n1,ann,x\n" },
      { employees: plainTable("e.csv", "account", "number") },
    );
    expect(turned.rejected).toMatchObject([{ key: "1" }]);
  });

  it("keeps its physical line number after multi-line cells, blank lines and mixed line ends", async () => {
    const content = 'code,description\r\nA,"one\r\ntwo\r\n\r\nthree"\n\r\n\nB,x\r\n"","y"\n';
    const { directory, rejected } = await readCsv(
      { "d.csv": content },
      { departments: plainTable("d.csv", "code", "description") },
    );
    expect(directory.departments).toEqual([
      { code: "A", description: "one\r\ntwo\r\n\r\nthree" },
      { code: "B", description: "x" },
    ]);
    expect(rejected).toMatchObject([{ line: 9, code: "key-missing" }]);
  });
});

describe("a name with lost characters", () => {
  it.each(["王?明", "王\uFFFD明", "王\uE000明", "王\u{F0000}明"])(
    "(%j) is not written, and the person stays",
    async (text) => {
      const { ann, rejected } = await one("name", text);
      expect(ann).toEqual({ account: "ann", number: "1" });
      expect(rejected).toMatchObject([{ kind: "employee", line: 2, column: "name", code: "name-lossy", key: "ann" }]);
    },
  );

  it.each([
    ["name", "王\n明", "character-invalid"],
    ["businessCard", "經\uE000理", "text-lossy"],
  ])("or with invalid characters, in %s, is left out and listed", async (field, text, code) => {
    const { ann, rejected } = await one(field, text);
    expect(ann).toEqual({ account: "ann", number: "1" });
    expect(rejected).toMatchObject([{ column: field, code, key: "ann" }]);
  });

  it("in the user-defined area of Big5 is not decoded as another character", async () => {
    const content = Buffer.concat([iconv.encode("account,name\nann,王", "cp950"), Buffer.from([0xfa, 0x41, 0x0a])]);
    const { directory, rejected } = await readCsv(
      { "e.csv": content },
      { employees: plainTable("e.csv", "account", "name") },
    );
    expect(directory.employees).toEqual([{ account: "ann" }]);
    expect(rejected).toMatchObject([{ code: "name-lossy", key: "ann" }]);
  });

  it("rejects the row if the name is the key", async () => {
    const { directory, rejected } = await readCsv(
      { "c.csv": csvText(["name"], [["管?"], ["行政"]]) },
      { categories: plainTable("c.csv", "name") },
    );
    expect(directory.categories).toEqual([{ name: "行政" }]);
    expect(rejected).toMatchObject([{ kind: "category", line: 2, code: "name-lossy" }]);
  });
});
