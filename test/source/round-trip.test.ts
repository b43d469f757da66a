/**
 * Laws: a directory that we write as CSV, in any encoding, is read back unchanged. If a file is damaged, some of its
 * statements are missing, but none is wrong.
 */
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { Department, Directory, Employee, Post } from "../../src/model/directory/directory.ts";
import { fieldsOf, type Table } from "../../src/source/mapping/fields.ts";
import { cases } from "../support/suites/runs.ts";
import { csvText, plainTable, readCsv } from "./csv-folder.ts";

const seed = { seed: 20_240_501, ...cases(60) };

/** A text of signs alone is taken for no value. */
const saysSomething = /[\p{L}\p{N}]/u;

/**
 * Names with characters whose second Big5 byte is `\` or `|`, with a CP950 extension, and with characters that need
 * quotes.
 */
const name = fc
  .array(fc.constantFrom(...Array.from("許功蓋育碁恒王大明（）, \"-a'Z")), { minLength: 1, maxLength: 6 })
  .map((characters) => characters.join("").trim())
  .filter((text) => saysSomething.test(text));
const code = fc.stringMatching(/^[A-Za-z0-9._-]{1,6}$/).filter((text) => saysSomething.test(text));
const codes = (max: number, of = code) =>
  fc.uniqueArray(of, { minLength: 1, maxLength: max, selector: (text) => text.toLowerCase() });
/** A zero in this column is what a formula shows for a blank cell. */
const account = code.filter((text) => /[^0.,+-]/.test(text));
const date = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => new Date(Date.UTC(1913, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));

const directory: fc.Arbitrary<Directory> = fc
  .record({ departmentCodes: codes(6), accounts: codes(8, account), titleCodes: codes(3), functionCodes: codes(3) })
  .chain(({ departmentCodes, accounts, titleCodes, functionCodes }) => {
    const department = (text: string, index: number): fc.Arbitrary<Department> =>
      fc.record({
        code: fc.constant(text),
        name,
        parent: index === 0 ? fc.constant(null) : fc.constantFrom(null, ...departmentCodes.slice(0, index)),
        description: fc.option(fc.constantFrom("a\r\nb", 'a "', "研發、測試？"), { nil: null }),
        order: fc.nat(99),
        active: fc.boolean(),
        manager: fc.option(fc.constantFrom(...accounts), { nil: null }),
      });
    const post = (place: string, main: boolean): fc.Arbitrary<Post> =>
      fc.record({
        department: fc.constant(place),
        main: fc.constant(main),
        title: fc.option(fc.constantFrom(...titleCodes), { nil: null }),
        functions: fc.subarray(functionCodes),
        supervisor: fc.option(fc.constantFrom(...accounts), { nil: null }),
      });
    const employee = (account: string, index: number): fc.Arbitrary<Employee> =>
      fc.record({
        account: fc.constant(account),
        number: fc.constant(`E${index}`),
        name,
        gender: fc.option(fc.constantFrom("Male" as const, "Female" as const, "Other" as const), { nil: null }),
        birthDate: fc.option(
          date.filter((day) => day > "1960"),
          { nil: null },
        ),
        expiredTime: fc.option(
          date.map((day) => `${day}T15:59:59.000Z`),
          { nil: null },
        ),
        active: fc.boolean(),
        posts: fc
          .shuffledSubarray(departmentCodes, { minLength: 1 })
          .chain((places) => fc.tuple(...places.map((place, position) => post(place, position === 0)))),
      });
    return fc.record({
      titles: fc.tuple(
        ...titleCodes.map((text) =>
          fc.record({ code: fc.constant(text), title: name, rank: fc.integer({ min: 1, max: 99 }) }),
        ),
      ),
      functions: fc.tuple(...functionCodes.map((text) => fc.record({ code: fc.constant(text), name, category: name }))),
      departments: fc.tuple(...departmentCodes.map(department)),
      employees: fc.tuple(...accounts.map(employee)),
    });
  });

const cell = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(";");
  return typeof value === "object" || value === undefined ? "" : `${value as string | number | boolean}`;
};

const headers = {
  titles: { code: "職稱代號", title: "職稱", rank: "職等" },
  functions: { code: "職務代號", name: "職務", category: "職務類別" },
  departments: {
    code: "部門代號",
    name: "部門名稱",
    parent: "上層部門",
    description: "說明",
    order: "順序",
    active: "狀態",
    manager: "主管帳號",
  },
  employees: {
    account: "帳號",
    number: "工號",
    name: "姓名",
    gender: "性別",
    birthDate: "出生日期",
    expiredTime: "到期",
    active: "在職",
  },
  posts: {
    employee: "帳號",
    department: "部門",
    main: "主要",
    title: "職稱代號",
    functions: "職務",
    supervisor: "簽核主管",
  },
} as const;

const mapped = (table: Table, field: string, column: string) =>
  fieldsOf(table)[field]?.clearable ? { column, blank: "clear" } : column;

const settings = {
  peopleBy: "account",
  ...Object.fromEntries(
    Object.entries(headers).map(([table, columns]) => [
      table,
      {
        file: `${table}.csv`,
        columns: Object.fromEntries(
          Object.entries(columns).map(([field, column]) => [field, mapped(table as Table, field, column)]),
        ),
      },
    ]),
  ),
};

const tablesOf = (from: Directory): Record<keyof typeof headers, readonly Record<string, unknown>[]> => ({
  titles: from.titles ?? [],
  functions: from.functions ?? [],
  departments: from.departments ?? [],
  employees: (from.employees ?? []).map((person) => ({ ...person, expiredTime: person.expiredTime?.slice(0, 10) })),
  posts: (from.employees ?? []).flatMap(({ account, posts }) =>
    (posts ?? []).map((post) => ({ ...post, employee: account })),
  ),
});

const filesOf = (from: Directory, encode: (text: string) => Buffer): Record<string, Buffer> =>
  Object.fromEntries(
    Object.entries(tablesOf(from)).map(([table, rows]) => {
      const columns = Object.entries(headers[table as keyof typeof headers]);
      const text = csvText(
        columns.map(([, header]) => header),
        rows.map((row) => columns.map(([field]) => cell(row[field]))),
      );
      return [`${table}.csv`, encode(text)];
    }),
  );

describe("a directory written as CSV", () => {
  it.each([
    ["UTF-8", (text: string) => Buffer.from(text)],
    ["UTF-8 with byte order mark", (text: string) => Buffer.from(`\uFEFF${text}`)],
    ["Big5", (text: string) => iconv.encode(text, "cp950")],
  ])("reads back as it was from %s", async (_, encode) => {
    await fc.assert(
      fc.asyncProperty(directory, async (written) => {
        const read = await readCsv(filesOf(written, encode), settings);
        expect(read.directory).toEqual(written);
        expect(read.rejected).toEqual([]);
      }),
      seed,
    );
  });

  it("with one bad posts row never gives anybody a shorter list of posts", async () => {
    const damage = fc.record({
      row: fc.nat(),
      column: fc.nat(5),
      text: fc.constantFrom("", "\u0001", "\u200B", "x,", "nobody"),
    });
    await fc.assert(
      fc.asyncProperty(directory, damage, async (written, { row, column, text }) => {
        const files = filesOf(written, (content) => Buffer.from(content));
        const [header = "", ...lines] = String(files["posts.csv"]).split("\r\n");
        const at = row % lines.length;
        const cells = (lines[at] ?? "").split('","').map((part) => part.replaceAll('"', ""));
        // The holder is kept or made unreadable, but never replaced with another one: that would not be damage.
        cells[column] = column === 0 && text === "nobody" ? "" : text;
        lines[at] = cells.join(",");
        const read = await readCsv({ ...files, "posts.csv": [header, ...lines].join("\r\n") }, settings);
        const posts = (from: Directory) =>
          new Map((from.employees ?? []).map((person) => [person.account, person.posts]));
        const before = posts(written);
        const after = posts(read.directory);
        expect([...after.keys()]).toEqual([...before.keys()]);
        for (const [account, own] of after) {
          expect([undefined, before.get(account)?.length]).toContain(own?.length);
          expect([undefined, 1]).toContain(own?.filter(({ main }) => main).length);
        }
      }),
      { ...seed, ...cases(200) },
    );
  });

  it("has every row of a damaged employees file either as a record or as a rejected row with its line", async () => {
    const bad = fc.array(fc.record({ row: fc.nat(), text: fc.constantFrom("1990-02-30", "soon", "1990/13/01") }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(directory, bad, async (written, marks) => {
        const all = written.employees ?? [];
        const hit = new Map(marks.map(({ row, text }) => [row % all.length, text]));
        const rows = all.map((person, index) => [person.account, hit.get(index) ?? ""]);
        const files = { "e.csv": csvText(["account", "birthDate"], rows) };
        const read = await readCsv(files, { employees: plainTable("e.csv", "account", "birthDate") });
        expect(read.directory.employees?.map(({ account }) => account)).toEqual(
          all.filter((_, index) => !hit.has(index)).map(({ account }) => account),
        );
        const lines = [...hit.keys()]
          .sort((a, b) => a - b)
          .map((index) => ({ line: index + 2, key: all[index]?.account }));
        expect(read.rejected.map(({ line, key }) => ({ line, key }))).toEqual(lines);
        expect(JSON.stringify(read.rejected)).not.toMatch(/1990|soon/);
      }),
      seed,
    );
  });
});
