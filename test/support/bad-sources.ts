/**
 * A company that is in step with its service, and whose source then becomes faulty. Every plan is made from the present content
 * of the folder (or directory) and reduced to short lines, which the tables of the tests list as the expected result.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type App, openApp } from "../../src/app/app.ts";
import { type Config, loadConfig } from "../../src/config/config.ts";
import { asMusterdError, errorText } from "../../src/lib/errors.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { textRow, workbookFile } from "../source/files/workbook-file.ts";
import { type Files, openWorkplace, targetPart } from "./processes/workplace.ts";
import { openServiceFixture, quickSettings, type ServiceFixture, writesOf } from "./servers/service-fixture.ts";

/** The part `source` of a configuration. */
export type SourcePart = Readonly<Record<string, unknown>>;

/** The result of one reading: why it was refused, or the plan in short lines. */
export type Told =
  | { readonly refused: string; readonly text: string }
  | {
      /** `id fields` */
      readonly changes: readonly string[];
      /** `id reason about`, or `n × kind action reason` for more than three with the same kind, action and reason. */
      readonly held: readonly string[];
      /** `file:line column code key`, or `n × file column code` for more than three with the same file, column and code. */
      readonly rejected: readonly string[];
      /** `severity rule kind field` */
      readonly findings: readonly string[];
      /** `kind action` */
      readonly breaches: readonly string[];
      /** The text of all rejected rows and findings, with their reasons. */
      readonly text: string;
    };

export type SyncedSite = {
  readonly fixture: ServiceFixture;
  readonly folder: string;
  /** Returns the plan for exactly these files under this `source` part; `last` is called just before the files are read. */
  readonly plan: (source: SourcePart, files?: Files, last?: () => Promise<unknown>) => Promise<Told>;
  /** Number of writing calls since the company was in step. */
  readonly writes: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/**
 * Loads the source into an empty service. The run also remembers the profile of this reading, with which later readings are
 * compared.
 */
export const openSyncedSite = async (
  source: SourcePart,
  files: Files,
  environment: Readonly<Record<string, string>> = {},
): Promise<SyncedSite> => {
  const fixture = await openServiceFixture();
  const settingsOf = (part: SourcePart) => ({ source: part, target: targetPart(fixture), state: { folder: "state" } });
  const place = await openWorkplace(files, settingsOf(source));
  const secrets = { ...environment, API_KEY: fixture.apiKey, PATH: process.env["PATH"] };
  const open = (change: (config: Config) => Config = (config) => config): App =>
    openApp(change(loadConfig(place.config, secrets)), quickSettings(fixture), createLog("silent"));
  await synchronise(open(({ plan, ...config }) => ({ ...config, plan: { ...plan, caps: {} } })));
  await fixture.forgetCalls();

  const apps = new Map<SourcePart, App>();
  const appFor = async (part: SourcePart): Promise<App> => {
    const known = apps.get(part);
    if (known) return known;
    await place.configure(settingsOf(part));
    const app = open();
    apps.set(part, app);
    return app;
  };
  let written = new Set(Object.keys(files));
  return {
    fixture,
    folder: place.folder,
    plan: async (part, changed = {}, last) => {
      for (const name of written) await rm(join(place.folder, name), { force: true });
      written = new Set(Object.keys(changed));
      await place.write(changed);
      await last?.();
      const app = await appFor(part);
      return app.plan([]).then(({ plan }) => toldPlan(plan), toldError);
    },
    writes: async () => writesOf(await fixture.calls()).length,
    close: async () => {
      for (const app of apps.values()) await app.close();
      await fixture.close();
      await place.remove();
    },
  };
};

const synchronise = async (app: App): Promise<void> => {
  const runs = await app.openRuns();
  const options = { trigger: "command", onProgress: () => undefined } as const;
  const { run, plan, error } = await runs.reconcile({ ...options, approve: async () => true });
  await runs.close();
  await app.close();
  if (run.status !== "succeeded" || !plan || plan.rejected.length + plan.held.length > 0) {
    throw new Error(`the company is not in step: ${run.status} ${JSON.stringify([plan?.rejected, plan?.held])}`, {
      cause: error,
    });
  }
};

const toldError = (thrown: unknown): Told => {
  const error = asMusterdError(thrown);
  return { refused: error.code, text: errorText(error) };
};

const toldPlan = ({ changes, held, rejected, findings = [], breaches }: Plan): Told => ({
  changes: changes.map(({ id, fields }) => [id, ...fields.map(({ field }) => field)].join(" ")),
  held: grouped(
    held,
    ({ kind, action, reason }) => said(kind, action, reason),
    ({ id, reason, about }) => said(id, reason, ...about),
  ),
  rejected: grouped(
    rejected,
    ({ file, line, column, code }) => said(line ? file : undefined, column, code),
    ({ file, line, column, code, key }) => said(line ? `${file}:${line}` : file, column, code, key),
  ),
  findings: findings.map(({ severity, rule, kind, field }) => said(severity, rule, kind, field)),
  breaches: breaches.map(({ kind, action }) => said(kind, action)),
  text: JSON.stringify([rejected, findings]),
});

const said = (...words: readonly (string | undefined)[]): string => words.filter((word) => word).join(" ");

const grouped = <Entry>(
  entries: readonly Entry[],
  groupOf: (entry: Entry) => string,
  lineOf: (entry: Entry) => string,
): readonly string[] =>
  [...Map.groupBy(entries, groupOf)].flatMap(([group, all]) =>
    all.length > 3 ? [`${all.length} × ${group}`] : all.map(lineOf),
  );

/**
 * Matches the personal values of the invented people in files and directories, but not their keys and codes. No message may
 * match it.
 */
export const personalData = /機密|[Ss]ecret|Z90000|0900-|1990-05|079\/05|\+886/;

const people = 40;
const departments = 24;
const digits = (value: number, width: number): string => String(value).padStart(width, "0");

/** The numbers from 1 to `count`. */
export const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

/** The employee number of the n-th person (from 1), who is on line n + 1 of the file; the account is `e` with two digits. */
export const numberOf = (n: number): string => digits(n, 6);
export const accountOf = (n: number): string => `e${digits(n, 2)}`;
const codeOf = (n: number): string => `D${digits(n, 2)}`;

const csv = (header: string, lines: readonly (readonly (string | number)[])[]): string =>
  [header, ...lines.map((line) => line.join(","))].map((line) => `${line}\n`).join("");

const personRow = (n: number): readonly (string | number)[] => {
  const [two, day, month] = [digits(n, 2), digits((n % 28) + 1, 2), digits((n % 12) + 1, 2)];
  const department = ((n - 1) % departments) + 1;
  return [
    numberOf(n),
    accountOf(n),
    `機密${two}`,
    `Secret ${two}`,
    "正職",
    "在職",
    `2020-03-${day}`,
    "",
    `079/05/${day}`,
    `Z90000${month}${two}`,
    `0900-${month}1-2${two}`,
    `secret${two}@example.com`,
    codeOf(department),
    `部門${department}`,
    `T${(n % 6) + 1}`,
    n > departments ? numberOf(2) : "",
  ];
};

/** A tree of departments, each managed by one of its people; every fifth person has a part-time post. */
export const officeFiles: Files = {
  "departments.csv": csv(
    "code,name,parent,level,manager,status",
    numbers(departments).map((n) => {
      const parent = n === 1 ? "" : codeOf(Math.floor((n + 2) / 4));
      return [codeOf(n), `部門${n}`, parent, "L", numberOf(n), "啟用"];
    }),
  ),
  "titles.csv": csv(
    "code,title,rank",
    numbers(6).map((n) => [`T${n}`, `職稱${n}`, n]),
  ),
  "people.csv": csv(
    "number,account,name,english,type,status,hired,left,born,card,phone,email,department,unit,title,supervisor",
    numbers(people).map(personRow),
  ),
  "accounts.csv": csv(
    "number,account,email",
    numbers(people).map((n) => [numberOf(n), accountOf(n), `secret${digits(n, 2)}@example.com`]),
  ),
  "posts.csv": csv(
    "employee,department,title,main",
    numbers(people / 5).map((n) => [numberOf(n * 5), codeOf(((n * 5) % departments) + 1), "T1", "N"]),
  ),
};

const columns = {
  number: { column: "number", width: 6 },
  account: "account",
  name: "name",
  englishName: "english",
  active: { column: "status", values: { 在職: true, 離職: false } },
  hireDate: { column: "hired", date: "iso" },
  resignationDate: { column: "left", date: "iso" },
  birthDate: { column: "born", date: "roc" },
  idCardNumber: "card",
  phoneNumber: "phone",
  email: "email",
  department: "department",
  title: "title",
  supervisor: { column: "supervisor", blank: "clear" },
};

/** The mapping of the files; `changed` overrides single columns of people. */
const officeSource = (changed: Readonly<Record<string, unknown>> = {}) => ({
  feeds: { hr: { files: { settleSeconds: 0, folder: "." } } },
  levels: { records: [{ code: "L", name: "部", active: true, order: 0 }] },
  titles: { file: "titles.csv", columns: { code: "code", title: "title", rank: "rank", active: { value: true } } },
  departments: {
    file: "departments.csv",
    columns: {
      code: "code",
      name: "name",
      parent: { column: "parent", blank: "clear" },
      level: "level",
      manager: "manager",
      active: { column: "status", values: { 啟用: true, 停用: false } },
    },
  },
  employees: { file: "people.csv", columns: { ...columns, ...changed } as Readonly<Record<string, unknown>> },
  posts: {
    file: "posts.csv",
    columns: { employee: { column: "employee", width: 6 }, department: "department", title: "title", main: "main" },
  },
});

const plain = officeSource();
const ofPeople = (changed: object): SourcePart => ({ ...plain, employees: { ...plain.employees, ...changed } });
const { account: _, ...hrColumns } = columns;
const hrPart = { file: "people.csv", columns: hrColumns };
const accountPart = { file: "accounts.csv", columns: { number: columns.number, account: "account", email: "email" } };
const calculated = (mappingFile: string): SourcePart => ({
  ...officeSource({ active: { function: "isActive", reads: ["status"] } }),
  mappingFile,
});

/** Configurations under which the company is in step. */
export const sites = {
  plain,
  /** Accounts come from a second file. */
  joined: { ...plain, employees: [hrPart, accountPart] },
  optional: { ...plain, employees: [hrPart, { ...accountPart, required: false }] },
  functions: calculated("./functions.ts"),
  workbook: ofPeople({ file: "people.xlsx", sheet: "員工" }),
  scoped: ofPeople({ only: [{ column: "type", is: "正職" }] }),
  captured: officeSource({ title: { column: "title", capture: "^(T\\d)$" } }),
  anyWidth: officeSource({ number: "number" }),
  young: { ...plain, quality: { maxAgeHours: 24 } },
  counted: { ...plain, quality: { minRows: { employee: 40 } } },
} satisfies Record<string, SourcePart>;

/** Configurations that are wrong, or become wrong. */
export const wrongSites = {
  noFunctions: calculated("./none.ts"),
  otherFunctions: calculated("./other.ts"),
  otherSheet: ofPeople({ file: "people.xlsx", sheet: "人員" }),
  inBig5: { ...plain, feeds: { hr: { files: { settleSeconds: 0, folder: ".", encoding: "big5" } } } },
  otherFolder: { ...plain, feeds: { hr: { files: { settleSeconds: 0, folder: "./share" } } } },
} satisfies Record<string, SourcePart>;

/** Returns changed files. */
export type Edit = (files: Files) => Files;

/** Adds the files that some configurations need: the user's functions, and the people as a workbook. */
export const withFunctionsAndWorkbook: Edit = (files) => {
  const lines = String(files["people.csv"]).trimEnd().split("\n");
  const xml = lines.map((line, at) => textRow(at + 1, ...line.split(","))).join("");
  return {
    ...files,
    "functions.ts": `export const isActive = ({ status }: { readonly status: string }): string => {
      if (status === "在職") return "Y";
      throw new Error("no such status: " + status);
    };`,
    "other.ts": "export const wasActive = () => undefined;",
    "people.xlsx": workbookFile({ sheets: [{ name: "員工", rows: xml }] }),
  };
};

export const edits =
  (...all: readonly Edit[]): Edit =>
  (files) =>
    all.reduce((edited, edit) => edit(edited), files);

export const withoutFile =
  (file: string): Edit =>
  (files) =>
    Object.fromEntries(Object.entries(files).filter(([name]) => name !== file));

export const bytes =
  (file: string, change: (content: Buffer) => string | Buffer): Edit =>
  (files) => ({ ...files, [file]: change(Buffer.from(files[file] ?? "")) });

export const text = (file: string, change: (content: string) => string | Buffer): Edit =>
  bytes(file, (content) => change(content.toString()));

/** Replaces the content of a file. */
export const holds = (file: string, content: string): Edit => bytes(file, () => content);

/** Replaces the first occurrence of a text. */
export const replaced = (file: string, from: string, to: string): Edit =>
  text(file, (content) => content.replace(from, to));

/** Appends rows. */
export const added = (file: string, ...lines: readonly string[]): Edit =>
  text(file, (content) => `${content}${lines.join("\n")}\n`);

/** Changes the rows below the header. */
export const rows = (
  file: string,
  change: (lines: readonly string[], header: readonly string[]) => readonly string[],
): Edit =>
  text(file, (content) => {
    const [header = "", ...lines] = content.trimEnd().split("\n");
    return [header, ...change(lines, header.split(","))].map((line) => `${line}\n`).join("");
  });

/** Changes the cells of a column in rows whose first cell is in `keys`; without keys in all rows. */
export const cells = (
  file: string,
  column: string,
  change: (cell: string) => string,
  ...keys: readonly string[]
): Edit =>
  rows(file, (lines, header) =>
    lines.map((line) => {
      const row = line.split(",");
      const at = header.indexOf(column);
      return keys.length > 0 && !keys.includes(row[0] ?? "") ? line : row.with(at, change(row[at] ?? "")).join(",");
    }),
  );

/** Changes one cell of the n-th person. */
export const cell = (n: number, column: string, value: string): Edit =>
  cells("people.csv", column, () => value, numberOf(n));

/** An ordinary change that accompanies every bad source: if it is missing in a plan, the source was not read. */
export const withWitness: Edit = edits(
  cells("titles.csv", "title", (title) => `${title}級`, "T6"),
  cell(people, "english", "Secret Witness"),
);
export const witness = { title: "title/T6/update title", person: "employee/e40/update englishName" };
