/** Mapping options for texts: blanks, words, corrections and lookups. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fieldsOf, type Table, tables } from "../../src/source/mapping/fields.ts";
import { type NormalForm, textSteps } from "../../src/source/values/text-steps.ts";
import { type Files, people, plainTable, readCsv } from "./csv-folder.ts";

const seed = { seed: 20_261_122, numRuns: 100 };
const lenient = { quality: { "rejected-many": "off", "fill-fell": "off" } };

/** Reads people with one more column, mapped to `field` by `mapping`. */
const read = async (field: string, mapping: object, cells: readonly string[], more: object = {}, files: Files = {}) => {
  const table = people(["x"], ...cells.map((cell, at) => [`u${at}`, `E${at}`, cell]));
  const columns = { account: "account", number: "number", [field]: { column: "x", ...mapping } };
  const settings = { employees: { file: "employees.csv", columns }, ...lenient, ...more };
  const { directory, rejected } = await readCsv({ ...table.files, ...files }, settings);
  const values = directory.employees?.map((person) => (person as Record<string, unknown>)[field]);
  return { values, rejected: rejected.map(({ code, line }) => `${code} ${line}`) };
};

describe("texts that stand for a blank cell", () => {
  const cells = ["NULL", " n/a ", "０", "無", "Ann", ""];
  const empty = ["null", "N/A", "0", "無"];

  it("say nothing, or clear the field where a blank does", async () => {
    const said = await read("englishName", {}, cells, { empty });
    expect(said).toEqual({
      values: [undefined, undefined, undefined, undefined, "Ann", undefined],
      rejected: [],
    });
    const cleared = await read("englishName", { blank: "clear" }, cells, { empty });
    expect(cleared.values).toEqual([null, null, null, null, "Ann", null]);
  });

  it("are those of the field, else of the part, else of the source", async () => {
    const part = { file: "e.csv", columns: { account: "a", englishName: "n", title: "n", department: "d" } };
    const employees = { ...part, empty: ["-"], columns: { ...part.columns, englishName: { column: "n", empty: [] } } };
    const { directory } = await readCsv({ "e.csv": "a,n,d\nx,-,D\ny,keine,D\n" }, { empty: ["keine"], employees });
    expect(directory.employees).toEqual([
      { account: "x", englishName: "-", posts: [{ department: "D", main: true }] },
      { account: "y", englishName: "keine", posts: [{ department: "D", main: true, title: "keine" }] },
    ]);
  });

  it("are blank for keys, templates, conditions and lists too", async () => {
    const { directory, rejected } = await readCsv(
      { "e.csv": "a,last,first,type\nann,Lin,NULL,NULL\nNULL,Wu,Bo,NULL\ncyd,Ho,Cy,x\n" },
      {
        ...lenient,
        empty: ["NULL"],
        employees: {
          file: "e.csv",
          only: [{ column: "type", blank: true }],
          columns: { account: "a", name: "{last} {first}", englishName: { concat: ["last", "{first}"], join: "-" } },
        },
      },
    );
    expect(directory.employees).toEqual([{ account: "ann", englishName: "Lin" }]);
    expect(rejected.map(({ code, line }) => [code, line])).toEqual([["key-missing", 3]]);
  });
});

describe("words", () => {
  const values = { 男: "Male", 女: "Female", 不明: null };

  it("can mean no value, and those that are not listed can all mean one", async () => {
    const cells = ["男", "不明", "雙性"];
    expect(await read("gender", { values }, cells)).toEqual({
      values: ["Male", null, undefined],
      rejected: ["value-unmapped 4"],
    });
    expect(await read("gender", { values, otherwise: "Other" }, cells)).toEqual({
      values: ["Male", null, "Other"],
      rejected: [],
    });
    expect((await read("gender", { values, otherwise: null }, cells)).values).toEqual(["Male", null, null]);
    expect((await read("active", { values: { 在職: true }, otherwise: false }, ["在職", "歿"])).values).toEqual([
      true,
      false,
    ]);
  });

  // The fields that only describe an object. All other fields decide who somebody is, whether they work here, or what
  // they may do.
  const describing: Readonly<Partial<Record<Table, readonly string[]>>> = {
    levels: ["order"],
    titles: ["order"],
    categories: ["order"],
    functions: ["order"],
    departments: ["description", "order"],
    employees: ["englishName", "gender", "idCardNumber", "phoneNumber", "businessCard", "email", "emailEx"],
  };
  const mapped = tables.flatMap((table) =>
    Object.entries(fieldsOf(table))
      .filter(([, { type }]) => !["date", "instant", "codes", "person"].includes(type))
      .map(([field, { type, form }]) => ({
        table,
        field,
        type,
        form,
        drops: describing[table]?.includes(field) === true,
      })),
  );
  const constants: Readonly<Record<string, unknown>> = { boolean: true, integer: 1, gender: "Male" };
  const forms = { email: "v@example.com", phone: "0912345678", none: "V" };

  it.each(mapped)(
    "of $table.$field that are not listed drop the field: $drops",
    async ({ table, field, type, form, drops }) => {
      const keys = Object.keys(fieldsOf(table)).filter((name) => fieldsOf(table)[name]?.key && name !== field);
      const value = constants[type] ?? forms[form ?? "none"];
      const columns = {
        ...Object.fromEntries(keys.map((key) => [key, "k"])),
        ...(table === "employees" && field === "title" ? { department: { value: "D" } } : {}),
        ...(table === "posts" && field !== "main" ? { main: { value: true } } : {}),
        [field]: { column: "x", values: { known: value } },
      };
      const settings = {
        ...lenient,
        employees: { records: [{ account: "K", number: "K" }] },
        departments: { records: [{ code: "K", name: "D" }] },
        [table]: { file: "t.csv", columns },
      };
      const text = `k,x\nK,known\nK2,other\n`;
      const { rejected, directory } = await readCsv({ "t.csv": text }, settings);
      expect(rejected.map(({ code, line }) => [code, line])).toContainEqual(["value-unmapped", 3]);
      if (table === "posts") return;
      const there = directory[table]?.some((row) => JSON.stringify(row).includes('"K2"')) ?? false;
      expect(there).toBe(drops);
    },
  );
});

describe("texts", () => {
  it.each([
    ["pad", { pad: 6 }, ["123", "１２", "A12", "1234567"], ["000123", "000012", "A12", "1234567"]],
    ["pad with width", { pad: 4, width: 4 }, ["7"], ["0007"]],
    [
      "replace",
      {
        replace: [
          { match: "^台", with: "臺" },
          { match: "\\((.)\\)", with: "-$1" },
        ],
      },
      ["台a(b)(c)"],
      ["臺a-b-c"],
    ],
    ["replace by nothing", { replace: [{ match: ".*", with: "" }] }, ["x"], [undefined]],
    ["normalize", { normalize: ["nfkc", "lower", "no-spaces"] }, ["Ａ b\u3000C"], ["abc"]],
    ["capture before replace", { capture: "\\d+", replace: [{ match: "1", with: "2" }] }, ["a11b"], ["22"]],
    ["take of a list in one cell", { split: "/", take: "last" }, ["a/b/ ", " / ", "c"], ["b", undefined, "c"]],
    ["a list without empty ones", { split: "/", take: "first", empty: ["-"] }, ["-/b", "-"], ["b", undefined]],
  ])("are put right by %s", async (_, mapping, cells, values) => {
    expect(await read("idCardNumber", mapping, cells)).toEqual({ values, rejected: [] });
  });

  it("of several values must be one where they are said to be", async () => {
    expect(await read("idCardNumber", { split: ";", take: "unique" }, ["a;A;a ", "a;b"])).toEqual({
      values: ["a", undefined],
      rejected: ["value-several 3"],
    });
  });

  it("are in a form that stays when it is made once more", () => {
    const forms: readonly NormalForm[] = ["nfkc", "lower", "upper", "spaces", "no-spaces", "digits", "no-accents"];
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...forms), (text, form) => {
        const step = textSteps({ normalize: [form] });
        const once = step?.(text) ?? "";
        expect(step?.(once)).toBe(once);
      }),
      seed,
    );
  });

  it.each([
    ["no-accents", "Zoë Ångström がぎ й", "Zoe Angstrom がぎ и"],
    ["digits", "(０2) 2345-6789 分機 1", "02234567891"],
    ["spaces", " 王\u3000 小明 ", "王 小明"],
  ] as const)("normalize by %s", (form, text, expected) => {
    expect(textSteps({ normalize: [form] })?.(text)).toBe(expected);
  });

  it("take the file and the sheet for columns", async () => {
    const settings = {
      employees: {
        files: ["*職.csv"],
        columns: {
          account: "account",
          active: { column: "@file", values: { "在職.csv": true, "離職.csv": false } },
          name: "{account} in {@file}",
          englishName: "@sheet",
        },
      },
    };
    const { directory } = await readCsv({ "在職.csv": "account\nann\n", "離職.csv": "account\nbob\n" }, settings);
    expect(directory.employees).toEqual([
      { account: "ann", name: "ann in 在職.csv", active: true },
      { account: "bob", name: "bob in 離職.csv", active: false },
    ]);
  });
});

describe("a lookup", () => {
  const files = { "codes.csv": "名稱,代碼,備註\n研發處,RD,x\n人資處,HR,x\n兩處,A,x\n兩處,B,x\n無處,NULL,x\n短,S\n" };
  const lookups = { departments: { file: "codes.csv" } };
  const lookup = { table: "departments", key: "名稱", take: "代碼" };

  it("finds one text by another; a text that is missing or ambiguous is reported", async () => {
    const cells = ["研發處", "人資處 ", "沒有", "兩處", "無處", "", "短"];
    expect(await read("idCardNumber", { lookup }, cells, { lookups, empty: ["NULL"] }, files)).toEqual({
      values: ["RD", "HR", undefined, undefined, undefined, undefined, undefined],
      rejected: ["lookup-unknown 4", "lookup-ambiguous 5", "lookup-unknown 8"],
    });
  });

  it("that finds nothing says which rows of its table were left out", async () => {
    const columns = { account: "account", idCardNumber: { column: "x", lookup } };
    const settings = { ...lenient, lookups, employees: { file: "employees.csv", columns } };
    const { rejected } = await readCsv({ ...people(["x"], ["amy", "1", "短"]).files, ...files }, settings);
    expect(rejected.map(({ reason }) => reason)).toEqual([expect.stringMatching(/1 of its rows .*codes\.csv:7/)]);
  });

  it("of what decides rejects the row", async () => {
    const said = await read("department", { lookup }, ["沒有"], { lookups }, files);
    expect(said).toEqual({ values: [], rejected: ["lookup-unknown 2"] });
  });

  it("in a column that is not there is refused", async () => {
    const wrong = read("idCardNumber", { lookup: { ...lookup, take: "編號" } }, ["x"], { lookups }, files);
    await expect(wrong).rejects.toMatchObject({
      code: "source-column-unknown",
      place: { setting: "source.lookups.departments" },
    });
  });

  it("in a column whose name stands twice in the header is refused", async () => {
    const twice = {
      "codes.csv": files["codes.csv"]?.replace(/^[^\n]*/, (header) => `${header},${header.split(",")[0]}`) ?? "",
    };
    const wrong = read("idCardNumber", { lookup }, ["x"], { lookups }, { ...files, ...twice });
    await expect(wrong).rejects.toMatchObject({ code: "source-column-twice" });
  });

  it("in a table that is not there is refused with the configuration", async () => {
    const wrong = read("idCardNumber", { lookup: { ...lookup, table: "titles" } }, ["x"], { lookups }, files);
    await expect(wrong).rejects.toThrow(/titles is not a table of `source.lookups`/);
  });
});

describe("the settings refuse", () => {
  it.each([
    ["`otherwise` alone", { otherwise: "V" }, /`otherwise` belongs to `values`/],
    ["`split` of one value", { split: ";" }, /`split` needs `take`/],
    ["an unknown form", { normalize: ["pinyin"] }, /normalize/],
    ["null where nothing can be cleared", { values: { x: null } }, /values/],
  ])("%s", async (_, mapping, message) => {
    const settings = { employees: { ...plainTable("e.csv", "account"), columns: {} } };
    const columns = { account: "a", id: { column: "x", ...mapping } };
    await expect(readCsv({}, { employees: { ...settings.employees, columns } })).rejects.toThrow(message);
  });
});
