import { afterAll, beforeAll, it } from "vitest";
import { writeFileSync } from "node:fs";
import { officeFiles, officeSource, openSyncedSite, type SyncedSite, withWitness, cell, cells, rows, text, bytes, edits, type Edit, numberOf , personalData} from "../support/bad-sources.ts";
import { textRow, workbookFile } from "../source/files/workbook-file.ts";
let site: SyncedSite;
const plain = officeSource();
beforeAll(async () => { site = await openSyncedSite(plain, officeFiles); });
afterAll(() => site.close());
const gone = (file: string): Edit => (files) => Object.fromEntries(Object.entries(files).filter(([n]) => n !== file));
const P = "people.csv";
const { account: _a, ...hrColumns } = plain.employees.columns as any;
const hrPart = { file: P, columns: hrColumns };
const acc = { file: "accounts.csv", columns: { number: { column: "number", width: 6 }, account: "account", email: "email" } };
const joined = { ...plain, employees: [hrPart, acc] };
const optional = { ...plain, employees: [hrPart, { ...acc, required: false }] };
const accFirst = { ...plain, employees: [acc, hrPart] };
const byAccount = { ...plain, joinBy: "account", employees: [{ file: P, columns: { ...plain.employees.columns } }, { file: "accounts.csv", columns: { account: "account", email: "email" } }] };
const distinct = { ...plain, departments: { file: P, distinct: true, columns: { code: "department", name: "unit" } } };
const functions = officeSource({ active: { function: "isActive", reads: ["status"] } });
const withF = { ...functions, mappingFile: "./mapping.ts" };
const noF = { ...functions, mappingFile: "./other.ts" };
const missF = { ...functions, mappingFile: "./nowhere.ts" };
const mapping: Edit = (f) => ({ ...f, "mapping.ts": "export const isActive = ({ status }: { status: string }) => { if (status === '在職') return 'Y'; throw new Error(`secret ${status}`); };\n", "other.ts": "export const wasActive = () => 'Y';\n" });
const xl: Edit = (f) => ({ ...f, "people.xlsx": workbookFile({ sheets: [{ name: "員工", rows: String(f[P]).trimEnd().split("\n").map((l, i) => textRow(i + 1, ...l.split(","))).join("") }] }) });
const xlsx = { ...plain, employees: { ...plain.employees, file: "people.xlsx", sheet: "員工" } };
const scope = { ...plain, employees: { ...plain.employees, only: [{ column: "type", is: "正職" }] } };
const exceptCol = { ...plain, employees: { ...plain.employees, except: [{ column: "kind", is: "派遣" }] } };
const capture = officeSource({ title: { column: "title", capture: "^(T\\d)$" } });
const list: [string, Edit, unknown?][] = [
 ["left one passed", cell(27, "left", "1925-12-31")],
 ["left sentinels", edits(cell(27, "left", "9999-12-31"), cell(28, "left", "0"), cell(29, "left", "1900/01/01"), cell(30, "left", "0001-01-01"))],
 ["left all passed", cells(P, "left", () => "1925-12-31")],
 ["left passed, status blank", edits(cell(27, "left", "1925-12-31"), cell(27, "status", ""))],
 ["joined good", (f) => f, joined],
 ["optional good", (f) => f, optional],
 ["accFirst good", (f) => f, accFirst],
 ["byAccount good", (f) => f, byAccount],
 ["joined half accounts", rows("accounts.csv", (l) => l.slice(20)), joined],
 ["optional half accounts", rows("accounts.csv", (l) => l.slice(20)), optional],
 ["optional 3 accounts gone", rows("accounts.csv", (l) => l.filter((r)=>!/^00002[789]/.test(r))), optional],
 ["joined half hr", rows(P, (l) => l.slice(0,20)), joined],
 ["joined 3 accounts gone", rows("accounts.csv", (l) => l.filter((r)=>!/^00002[789]/.test(r))), joined],
 ["joined 1 hr gone", rows(P, (l) => l.filter((r)=>!r.startsWith("000027"))), joined],
 ["joined accounts empty", rows("accounts.csv", () => []), joined],
 ["optional accounts empty", rows("accounts.csv", () => []), optional],
 ["joined accounts missing", gone("accounts.csv"), joined],
 ["joined twice", rows("accounts.csv", (l) => [...l, l[26]!]), joined],
 ["joined twice hr", rows(P, (l) => [...l, l[26]!]), joined],
 ["joined conflict", cells("accounts.csv", "email", () => "secret99@example.com", numberOf(27)), joined],
 ["joined account swapped", edits(cells("accounts.csv", "account", () => "e28", numberOf(27)), cells("accounts.csv", "account", () => "e27", numberOf(28))), joined],
 ["joined account twice", edits(cells("accounts.csv", "account", () => "e28", numberOf(27))), joined],
 ["joined zeros lost in accounts one", cells("accounts.csv", "number", (c) => String(Number(c)), numberOf(27)), joined],
 ["joined zeros lost in accounts", cells("accounts.csv", "number", (c) => String(Number(c))), joined],
 ["joined bad cell in second", rows("accounts.csv", (l) => l.map((r) => r.startsWith("000027") ? `${r},x` : r)), joined],
 ["joined blank account", cells("accounts.csv", "account", () => "", numberOf(27)), joined],
 ["joined all emails differ", cells("accounts.csv", "email", () => "x@y.tw"), joined],
 ["joined accounts emails differ accFirst", cells("accounts.csv", "email", () => "x@y.tw", numberOf(27)), accFirst],
 ["distinct good", (f) => f, distinct],
 ["distinct differ", cell(27, "unit", "另部"), distinct],
 ["distinct blank", cell(27, "unit", ""), distinct],
 ["distinct half", rows(P, (l) => l.slice(20)), distinct],
 ["distinct 2 people gone", rows(P, (l) => l.slice(0, 22).concat(l.slice(24))), distinct],
 ["functions good", mapping, withF],
 ["functions throw one", edits(mapping, cell(27, "status", "0900-111-222")), withF],
 ["functions throw all", edits(mapping, cells(P, "status", () => "x")), withF],
 ["functions no export", mapping, noF],
 ["functions missing", mapping, missF],
 ["xlsx good", xl, xlsx],
 ["xls", edits(xl, bytes("people.xlsx", () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(1024)]))), xlsx],
 ["xlsx sheet renamed", edits(xl, (f) => f), { ...xlsx, employees: { ...xlsx.employees, sheet: "人員" } }],
 ["xlsx half", edits(xl, bytes("people.xlsx", (b) => b.subarray(0, b.length / 2))), xlsx],
 ["xlsx is csv", edits((f) => ({ ...f, "people.xlsx": f[P]! })), xlsx],
 ["xlsx flipped", edits(xl, bytes("people.xlsx", (b) => { const c = Buffer.from(b); c[1500] = (c[1500]! + 1) % 256; return c; })), xlsx],
 ["csv is xlsx", edits(xl, (f) => ({ ...f, [P]: f["people.xlsx"]! }))],
 ["scope good", (f) => f, scope],
 ["scope nobody", cells(P, "type", () => "全職"), scope],
 ["scope few", cells(P, "type", () => "全職", ...[21,22,23,24,25,26,27,28,29,30].map(numberOf)), scope],
 ["scope 3", cells(P, "type", () => "全職", ...[27, 28, 29].map(numberOf)), scope],
 ["scope blank", cell(27, "type", ""), scope],
 ["scope column gone", (f) => f, exceptCol],
 ["scope column gone2", text(P, (t) => t.replace("type", "kind")), scope],
 ["capture good", (f) => f, capture],
 ["capture one", cell(27, "title", "T-1"), capture],
 ["min rows", (f) => f, { ...plain, quality: { minRows: { employee: 41 } } }],
 ["min rows2", (f) => f, { ...plain, quality: { minRows: { function: 1 } } }],
 ["titles row lost", rows("titles.csv", (l) => l.filter((r) => !r.startsWith("T3")))],
 ["departments row of parent lost", rows("departments.csv", (l) => l.filter((r) => !r.startsWith("D05")))],
 ["department code changed", edits(cells("departments.csv", "code", () => "D99", "D05"))],
 ["names blank", cells(P, "name", () => "")],
 ["name blank", cell(27, "name", "")],
 ["email zw", cell(27, "email", "secret27\u200B@example.com")],
 ["newline in name", cell(27, "name", '"機密\n27"')],
 ["newline in department", cell(27, "department", '"D0\n3"')],
 ["nbsp", cell(27, "department", "\u00A0D03\u3000")],
 ["fullwidth code", cell(27, "department", "Ｄ０３")],
 ["lower code", cell(27, "department", "d03")],
 ["number moved to other", edits(cell(27, "number", "000999"))],
 ["number with letters", edits(cell(27, "number", "A99"))],
 ["roc7 0", cell(27, "born", "0000501")],
 ["roc future", cell(27, "born", "999/05/01")],
 ["iso 2-digit", cell(27, "hired", "20-03-01")],
 ["iso us", cell(27, "hired", "03/01/2020")],
 ["excel serial in iso", cell(27, "hired", "43891")],
 ["date time", cells(P, "hired", (c) => `${c} 00:00:00`)],
 ["half a surrogate", cell(27, "name", "機\\uD842密")],
 ["rows-rose", rows(P, (l) => [...l, ...Array.from({ length: 25 }, (_, i) => l[0]!.replace("000001,e01", `${numberOf(100 + i)},n${i}`).replace("Z900000201", "").replace("secret01", `secret1${i}`))])],
 ["department all of one", cells(P, "department", () => "D01")],
];
it("x", async () => {
  let out = "";
  for (const [name, edit, src] of list) {
    const told = await site.plan((src ?? plain) as never, edit(withWitness(officeFiles)));
    const leak = personalData.exec(told.text);
    const { text: t, ...rest } = told;
    out += `\n## ${name}${leak ? "   !!!!LEAK " + leak[0] : ""}\n`;
    if ("refused" in told) out += `REFUSED ${told.text.slice(0, 600)}\n`;
    else { for (const [k, v] of Object.entries(rest)) { const l = v as string[]; if (k === "changes" && l.join() === "title/T6/update title,employee/e40/update englishName") out += "changes: witness\n"; else if (l.length) out += `${k} (${l.length}): ${l.slice(0, 5).join(" | ")}\n`; } if (leak) out += t.slice(0, 900) + "\n"; }
  }
  writeFileSync("/tmp/out2.txt", out);
});
