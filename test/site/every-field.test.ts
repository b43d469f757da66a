/**
 * A law about every field in the table of fields (src/model/directory/fields.ts): its value in a source is read, compared, reported and
 * sent, and after that the next plan has no difference. A new field is tested as soon as it is in the table
 * (test/new-field.slow.test.ts).
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FieldSpec } from "../../src/model/directory/field-spec.ts";
import { fields, type RecordKind } from "../../src/model/directory/fields.ts";
import { specsOf } from "../../src/model/directory/known-fields.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { emptyMemory, ledgerKey, type Memory } from "../../src/model/memory/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { jsonReport } from "../../src/report/json/json.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { textReport } from "../../src/report/text/text.ts";
import { openWriter } from "../../src/site/open-target.ts";
import type { TargetWriter } from "../../src/site/target.ts";
import { kindOf, tables } from "../../src/source/mapping/fields.ts";
import { reportOf } from "../report/report-builder.ts";
import { textOfPage } from "../report/unpacked-page.ts";
import { csvText, plainTable, readCsv } from "../source/csv-folder.ts";
import { defaultSettings, today } from "../support/random/arbitraries.ts";
import { type CompanyService, startCompanyService } from "./company.ts";
import { silent } from "./scripted-server.ts";

/** The cell to use for each type and form of field, unless `special` has rows for the field. No record has this value yet. */
const texts = {
  code: "N77001",
  name: "新的名字",
  text: "新的說明",
  date: "2027-02-03",
  instant: "2030-04-05",
  boolean: "false",
  gender: "Other",
  codes: "UOF;LDAP/n77",
  integer: "1",
  person: "bob",
  department: "RD",
  email: "n77@example.com",
  phone: "02-2771-0077",
} as const;

const cellOf = ({ type, form }: FieldSpec): string => (type === "posts" ? "" : texts[form ?? type]);

/** Nobody is born in the future. */
const born = "1985-02-03";

type Row = Readonly<Record<string, string>>;

/** The key of a record of each kind in which every field can have any value. */
const records: Readonly<Record<RecordKind, Row>> = {
  level: { code: "L3" },
  title: { code: "T3" },
  category: { name: "總務" },
  function: { code: "F3" },
  department: { code: "IT" },
  employee: { account: "dan" },
  post: { employee: "bob", department: "RD", main: "true" },
};

/** Rows for fields that need several records, or the code, name or account of an existing object as their value. */
const special: Readonly<Record<string, readonly Row[]>> = {
  "level.order": [{ code: "L3" }, { code: "L1" }, { code: "L2" }].map((row, at) => ({ ...row, order: String(at) })),
  "title.order": [{ code: "T3" }, { code: "T2" }].map((row, at) => ({ ...row, order: String(at) })),
  "category.order": [{ name: "總務" }, { name: "技術" }].map((row, at) => ({ ...row, order: String(at) })),
  "function.order": [{ code: "F2" }, { code: "F1" }].map((row, at) => ({ ...row, order: String(at) })),
  "department.order": [{ code: "QA" }, { code: "RD" }].map((row, at) => ({ ...row, order: String(at) })),
  "function.category": [{ code: "F3", category: "技術" }],
  // With another name and nothing else that agrees, it would be somebody else.
  "employee.name": [{ account: "amy", idCardNumber: "A200000003", name: "新的名字" }],
  "employee.birthDate": [{ ...records.employee, birthDate: born }],
  "department.level": [{ code: "IT", level: "L1" }],
  "department.manager": [{ code: "RD", manager: "bob" }],
  "post.main": [
    { employee: "amy", department: "RD", main: "false" },
    { employee: "amy", department: "QA", main: "true" },
  ],
  "post.title": [{ ...records.post, title: "T2" }],
  "post.functions": [{ ...records.post, functions: "F2" }],
  "post.supervisor": [{ ...records.post, supervisor: "dan" }],
};

/** The people to whom other records refer. */
const people = { records: ["amy", "bob", "dan"].map((account) => ({ account })) };

const cases = (Object.keys(fields) as RecordKind[]).flatMap((kind) =>
  specsOf(kind).flatMap(([field, spec]) =>
    spec.by.length > 0 && spec.source !== false && !spec.key ? [{ name: `${kind}.${field}`, kind, field, spec }] : [],
  ),
);

let service: CompanyService;
let writer: TargetWriter;
const free = () => undefined;

beforeAll(async () => {
  service = await startCompanyService();
  await service.reset();
  await service.quirks({ idNumbers: "clear" });
  writer = openWriter(service.settings, silent);
});
afterAll(async () => {
  await writer.close();
  await service.close();
});

/** A hire date in the future does not keep a newcomer from being created. */
const settings = { ...defaultSettings, people: { ...defaultSettings.people, waitForHireDate: false } };

const planFrom = async (source: SourceSnapshot, memory: Memory): Promise<Plan> => {
  const lists = await writer.readLists();
  const target = await writer.readDetails(lists, detailScope(source, lists));
  return makePlan({ source, target, memory, settings, today });
};

const sourceOf = async (kind: RecordKind, rows: readonly Row[]): Promise<SourceSnapshot> => {
  const table = tables.find((one) => kindOf[one] === kind) ?? "employees";
  const header = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => header.map((column) => row[column] ?? ""));
  const file = { "records.csv": csvText(header, cells) };
  return readCsv(file, { peopleBy: "account", employees: people, [table]: plainTable("records.csv", ...header) });
};

const perform = async (plan: Plan): Promise<Memory> => {
  const entries = [];
  for (const { operations, remember = [] } of plan.changes) {
    for (const operation of operations) await writer.perform(operation, free);
    entries.push(...remember);
  }
  return { written: new Map(entries.map(({ subject, field, value }) => [ledgerKey(subject, field), value])) };
};

it.each(cases)("$name is read, compared, shown, sent and read back", async ({ name, kind, field, spec }) => {
  await service.reset();
  await service.quirks({ idNumbers: "clear" });
  await writer.perform({ id: "V2", code: "L3", name: "組", active: true }, free);
  await writer.perform({ id: "D2", code: "IT", parent: null, level: "L2", name: "資訊課", active: true }, free);
  const text = cellOf(spec);
  const rows = special[name] ?? [{ ...records[kind], [field]: text }];
  const source = await sourceOf(kind, rows);

  const plan = await planFrom(source, emptyMemory);
  expect(plan.held).toEqual([]);
  expect(plan.changes.flatMap(({ operations }) => operations.map(({ id }) => id))).toContainEqual(
    expect.toSatisfy((id) => spec.by.includes(id)),
  );
  const report = reportOf(plan);
  const shown = [
    textReport(report, { colour: false, width: 200, full: true }),
    textOfPage(htmlReport(report)),
    jsonReport(report),
  ];
  // Reports and the service contain values of other types, and of `special`, in another form than the source.
  const asItStands = ["code", "name", "text", "date"].includes(spec.type) && special[name] === undefined ? [text] : [];
  for (const value of asItStands)
    expect(shown.map((format) => format.includes(value))).toEqual(shown.map(() => !spec.personal));

  const memory = await perform(plan);
  const stored = JSON.stringify(await service.dump());
  for (const value of asItStands) expect(stored).toContain(value);
  expect((await planFrom(source, memory)).changes).toEqual([]);
});

it.each([
  ["level", "V2", { code: "L9" }],
  ["title", "T2", { code: "T9" }],
  ["function", "J5", { code: "F9", category: "技術" }],
  ["department", "D2", { code: "D9", level: "L1" }],
  ["employee", "E12", { account: "eve", birthDate: born }],
] as const)("a new %s has every field that %s carries", async (kind, id, own) => {
  await service.reset();
  await service.quirks({ idNumbers: "clear" });
  const carried = specsOf(kind).filter(([, { by, source }]) => by.includes(id) && source !== false);
  const values = carried.map(([field, spec]) => [field, cellOf(spec)]);
  const source = await sourceOf(kind, [{ ...Object.fromEntries(values), active: "true", ...own }]);

  const plan = await planFrom(source, emptyMemory);
  expect(plan.changes.map(({ action }) => action)).toEqual(["create"]);
  const fieldsShown = plan.changes[0]?.fields.map(({ field }) => field) ?? [];
  expect([...fieldsShown, "active"]).toEqual(expect.arrayContaining(carried.map(([field]) => field)));
  const memory = await perform(plan);
  expect((await planFrom(source, memory)).changes).toEqual([]);
});
