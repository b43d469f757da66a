/** An export of a company: its columns, the settings that read it, and its form, before any trap is laid. */
import * as fc from "fast-check";
import { type Company, drawnCompany, type Script, type TruePerson } from "./drawn-company.ts";
import { type Table, type TextForm, workbookWriters } from "./written-table.ts";

type Form =
  | ({ readonly kind: "text" } & TextForm)
  | { readonly kind: "workbook"; readonly writer: (typeof workbookWriters)[number] };

/** `touched`: numbers of the people whose rows a trap has damaged. `refused`: must or may the export be refused as a whole? */
export type Export = {
  readonly company: Company;
  readonly script: Script;
  readonly form: Form;
  readonly rows: Table;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, unknown>>;
  readonly touched: ReadonlySet<string>;
  readonly refused: "must" | "may" | "no";
  readonly laid: readonly string[];
  /** The file's name without its ending, and other files beside it. */
  readonly name: string;
  readonly others: Readonly<Record<string, Table>>;
};

export const columns = [
  "number",
  "account",
  "name",
  "department",
  "departmentName",
  "title",
  "birthDate",
  "hireDate",
  "phone",
  "email",
  "supervisor",
  "lastDay",
] as const;

const chinese = [
  "工號",
  "帳號",
  "姓名",
  "部門代號",
  "部門名稱",
  "職稱",
  "出生日期",
  "到職日",
  "手機",
  "電子郵件",
  "主管帳號",
  "離職日期",
];
const english = [
  "Emp No",
  "Login",
  "Name",
  "Dept",
  "Dept Name",
  "Title",
  "Born",
  "Hired",
  "Phone",
  "Mail",
  "Boss",
  "Last day",
];

export const headerOf = (script: Script): readonly string[] => (script === "tw" ? chinese : english);

const encodings: Readonly<Record<Script, readonly string[]>> = {
  tw: ["utf-8", "utf-8-bom", "utf-16le", "big5"],
  cn: ["utf-8", "gb18030", "gbk", "utf-8-bom"],
  ja: ["utf-8", "shift_jis", "utf-16le"],
  ko: ["utf-8", "euc-kr"],
  western: ["utf-8", "windows-1252", "utf-8-bom"],
  ascii: ["utf-8", "windows-1252", "big5"],
};

const formOf = (script: Script): fc.Arbitrary<Form> =>
  fc.oneof(
    fc.record({
      kind: fc.constant("text" as const),
      encoding: fc.constantFrom(...encodings[script]),
      delimiter: fc.constantFrom(",", ";", "\t", "|"),
      quote: fc.constantFrom("all" as const, "needed" as const),
      newLine: fc.constantFrom("\r\n", "\n"),
    }),
    fc.record({ kind: fc.constant("workbook" as const), writer: fc.constantFrom(...workbookWriters) }),
  );

const rowOf = (person: TruePerson, { departments }: Company): string[] =>
  columns.map((column) => (column === "departmentName" ? (departments.get(person.department) ?? "") : person[column]));

/** The settings for a file without traps; `columns` are the names in its header. */
const settingsOf = (header: readonly string[], file: string) => {
  const named = Object.fromEntries(columns.map((column, at) => [column, header[at] ?? ""]));
  const {
    number,
    account,
    name,
    department,
    departmentName,
    title,
    birthDate,
    hireDate,
    phone,
    email,
    supervisor,
    lastDay,
  } = named;
  return {
    departments: { file, distinct: true, columns: { code: department, name: departmentName } },
    titles: { file, distinct: true, columns: { code: title, title } },
    peopleBy: "account",
    employees: {
      file,
      columns: {
        number,
        account,
        name,
        department,
        title,
        birthDate,
        hireDate,
        phoneNumber: phone,
        email,
        supervisor,
        resignationDate: lastDay,
      },
    },
  };
};

export const drawnExport: fc.Arbitrary<Export> = fc
  .constantFrom<Script>("tw", "cn", "ja", "ko", "western", "ascii")
  .chain((script) => fc.record({ script: fc.constant(script), company: drawnCompany(script), form: formOf(script) }))
  .map(({ script, company, form }) => {
    const header = headerOf(script);
    return {
      company,
      script,
      form,
      rows: [header, ...company.people.map((person) => rowOf(person, company))],
      settings: settingsOf(header, form.kind === "text" ? "people.csv" : "people.xlsx"),
      files: form.kind === "text" ? { encoding: form.encoding.replace(/-bom$/, ""), delimiter: form.delimiter } : {},
      touched: new Set<string>(),
      refused: "no",
      laid: [],
      name: "people",
      others: {},
    };
  });
