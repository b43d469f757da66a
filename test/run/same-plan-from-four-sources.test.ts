/**
 * Reads the same company from four sources: CSV in UTF-8, CSV in Big5, a workbook, and a directory in which departments are a
 * tree of units and people are referred to by DN. All four give the same plan, byte for byte.
 */
import { readFile } from "node:fs/promises";
import { parse as parseCsv } from "csv-parse/sync";
import iconv from "iconv-lite";
import { afterAll, beforeAll, expect, it } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { parse as parseYaml } from "yaml";
import { openApp } from "../../src/app/app.ts";
import { loadConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { type LdapEntry, ldif } from "../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../support/ldap/slapd.ts";
import { type Files, openWorkplace } from "../support/processes/workplace.ts";
import {
  openServiceFixture,
  quickSettings,
  type ServiceFixture,
  writesOf,
} from "../support/servers/service-fixture.ts";

const { before, files: exported } = sampleCompany({ people: 300, today: new Date().toISOString().slice(0, 10) });

/** Replaces 喆, 堃 and 峯, which Big5 does not have. */
const encodable = (text: string): string =>
  text.replace(/[^\0-\u007f\uFEFF]/gu, (character) =>
    iconv.decode(iconv.encode(character, "cp950"), "cp950") === character ? character : "明",
  );

const files = Object.fromEntries(Object.entries(exported).map(([name, text]) => [name, encodable(text)]));

type Column = string | { readonly column: string };
type Part = { readonly file: string; readonly columns: Readonly<Record<string, Column>> };
type Source = Readonly<Record<string, Part>> & { readonly renames: readonly object[] };

const tables = ["levels", "titles", "functions", "departments", "employees", "posts"] as const;
type Table = (typeof tables)[number];

type Row = Readonly<Record<string, string>>;

/** Returns the rows of a table of the sample company's export. */
const rowsOf = (table: Table): readonly Row[] => parseCsv(files[`${table}.csv`] ?? "", { bom: true, columns: true });

let fixture: ServiceFixture;
let server: Slapd;
let source: Source;

beforeAll(async () => {
  fixture = await openServiceFixture();
  await fixture.load(before);
  server = await startSlapd({ ldif: [...entries()].map(ldif), globalLines: schema });
  const config = parseYaml(await readFile("config/sample-company.yaml", "utf8")) as { source: Source };
  source = config.source;
});

afterAll(async () => {
  await server.stop();
  await fixture.close();
});

/** The schema of the directory: custom attributes, enough for the columns of the widest table. */
const schema = Array.from(
  { length: 20 },
  (_, index) =>
    `attributetype ( 1.3.6.1.4.1.99999.1.${index} NAME '${attribute(index)}' EQUALITY caseExactMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )`,
);

function attribute(index: number): string {
  return `hrColumn${index}`;
}

const suffix = "dc=example,dc=com";
const units = `ou=company,${suffix}`;
const departments = new Map(rowsOf("departments").map((row) => [row["部門代號"] ?? "", row]));
const people = new Map(rowsOf("employees").map((row) => [row["工號"] ?? "", row]));

const unitDn = (code: string): string => {
  const parent = departments.get(code)?.["上層部門代號"] ?? "";
  return `ou=${code},${parent === "" ? units : unitDn(parent)}`;
};

const personDn = (number: string): string => `cn=${number},${unitDn(people.get(number)?.["部門代號"] ?? "")}`;

/** Columns that refer to a person or a department. The directory has DNs in them. */
const references: Readonly<Record<string, (key: string) => string>> = {
  部門主管工號: personDn,
  簽核主管工號: personDn,
};

const attributes = (table: Table, row: Row): Record<string, string> => {
  const cells = Object.entries(row).map(([header, cell], index): [string, string] => {
    const dnOf = table === "posts" && header !== "簽核主管工號" ? postReferences[header] : references[header];
    return [attribute(index), dnOf && cell !== "" ? dnOf(cell) : cell];
  });
  return Object.fromEntries([...cells.filter(([, cell]) => cell.trim() !== ""), ["businessCategory", table]]);
};

const postReferences: Readonly<Record<string, (key: string) => string>> = { 工號: personDn, 部門代號: unitDn };

function* entries(): Iterable<LdapEntry> {
  yield { dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" } };
  yield { dn: units, attributes: { objectClass: "organizationalUnit", ou: "company" } };
  const byDepth = [...departments.keys()].sort((a, b) => unitDn(a).split(",").length - unitDn(b).split(",").length);
  for (const code of byDepth) {
    const row = departments.get(code) ?? {};
    const objectClass = ["organizationalUnit", "extensibleObject"];
    yield { dn: unitDn(code), attributes: { objectClass, ou: code, ...attributes("departments", row) } };
  }
  for (const table of tables.filter((name) => name !== "departments")) {
    for (const [index, row] of rowsOf(table).entries()) {
      const cn = table === "employees" ? (row["工號"] ?? "") : `${table}-${index}`;
      const dn = table === "employees" ? personDn(cn) : `cn=${cn},${units}`;
      yield { dn, attributes: { objectClass: ["device", "extensibleObject"], cn, ...attributes(table, row) } };
    }
  }
}

/** Returns the mapping of the sample company, with attributes instead of columns and DNs instead of parent codes. */
const ofDirectory = (): object => {
  const parts = tables.map((table) => {
    const names = Object.keys(rowsOf(table)[0] ?? {});
    const mapped = Object.entries(source[table]?.columns ?? {}).map(([field, column]) => {
      const { column: header, ...rest } = typeof column === "string" ? { column } : column;
      const by = ["manager", "supervisor", "employee"].includes(field) || (table === "posts" && field === "department");
      return [field, { attribute: attribute(names.indexOf(header)), ...rest, ...(by && { by: "dn" }) }];
    });
    const inTree = {
      ...(table === "departments" && { parent: { attribute: "parentDn", by: "dn" } }),
      ...(table === "employees" && { department: { attribute: "parentDn", by: "dn" } }),
    };
    const search = { base: suffix, filter: `(businessCategory=${table})` };
    return [table, { ...search, attributes: { ...Object.fromEntries(mapped), ...inTree } }];
  });
  const feeds = { ldap: { ldap: { url: server.url, bind: "anonymous", pageSize: 100 } } };
  return { peopleBy: "number", renames: source.renames, feeds, ...Object.fromEntries(parts) };
};

const ofFiles = (extension: string): object => ({
  ...source,
  ...Object.fromEntries(tables.map((table) => [table, { ...source[table], file: `${table}.${extension}` }])),
  feeds: { hr: { files: { settleSeconds: 0, folder: "." } } },
});

const planOf = async (delivered: Files, settings: object): Promise<Plan> => {
  const place = await openWorkplace(delivered, { source: settings });
  const config = loadConfig(place.config, {});
  const app = openApp(config, quickSettings(fixture), createLog("silent"));
  try {
    return (await app.plan([])).plan;
  } finally {
    await app.close();
    await place.remove();
  }
};

/** Returns a plan as text, without its fingerprint, of which each store has its own, and the files and lines of its rows. */
const bytesOf = ({ fingerprint: _, ...plan }: Plan): string =>
  JSON.stringify({ ...plan, rejected: plan.rejected.map(({ kind, code, key }) => `${kind} ${code} ${key}`).sort() });

const workbook = async (text: string): Promise<Buffer> =>
  writeExcelFile(parseCsv(text, { bom: true }).map((row) => row.map((value) => ({ value, type: String })))).toBuffer();

it("is the same plan as CSV in UTF-8 and Big5, as XLSX and from a directory", async () => {
  const big5 = Object.entries(files).map(([name, text]) => {
    const bytes = iconv.encode(text.replace(/^\uFEFF/, ""), "cp950");
    return [name, bytes] as const;
  });
  const sheets = Object.entries(files).map(
    async ([name, text]) => [name.replace(".csv", ".xlsx"), await workbook(text)] as const,
  );
  const plans = {
    utf8: await planOf(files, ofFiles("csv")),
    big5: await planOf(Object.fromEntries(big5), ofFiles("csv")),
    xlsx: await planOf(Object.fromEntries(await Promise.all(sheets)), ofFiles("xlsx")),
    ldap: await planOf({}, ofDirectory()),
  };
  expect(plans.utf8.changes.length).toBeGreaterThan(50);
  expect(plans.utf8.rejected.length).toBeGreaterThan(0);
  // Only a directory reports a mapped attribute that no entry has; in files, a blank column is normal.
  const { findings, ...ldap } = plans.ldap;
  expect(findings?.map(({ rule }) => rule)).toEqual(["attribute-missing"]);
  for (const plan of [plans.big5, plans.xlsx, ldap]) expect(bytesOf(plan)).toBe(bytesOf(plans.utf8));
  expect(writesOf(await fixture.calls())).toEqual([]);
});
