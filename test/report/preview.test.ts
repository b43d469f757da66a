/**
 * What a report announces is what then happens: for every kind of change, the service is read before and after the run, over
 * HTTP. The difference is what the entries say, object for object and field for field, and every format says it in both languages.
 */
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Rename, SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { languages } from "../../src/model/words/language.ts";
import { type Entry, entriesOf } from "../../src/report/entries/entries.ts";
import { presentable } from "../../src/report/entries/report.ts";
import type { Verb } from "../../src/report/entries/verbs.ts";
import { jsonReport } from "../../src/report/json/json.ts";
import { reportSchema } from "../../src/report/json/report-schema.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { entryPhrasing } from "../../src/report/phrasing/entry-phrasing.ts";
import { capital, phrasing } from "../../src/report/phrasing/phrasing.ts";
import { csvReport } from "../../src/report/tables/csv.ts";
import { escapeXml, xlsxReport } from "../../src/report/tables/xlsx.ts";
import { inert, markdownReport } from "../../src/report/text/markdown.ts";
import { textReport } from "../../src/report/text/text.ts";
import { directory } from "../support/directory/directory-builder.ts";
import type { FullDirectory } from "../support/directory/full-directory.ts";
import { directoryOf, organisationOf } from "../support/directory/organisation-document.ts";
import { objectDifferences, type Renamed } from "../support/expected/object-differences.ts";
import { fixture, site, useRunSite } from "../support/suites/run-parts.ts";
import { useBrowser } from "./page-visit.ts";
import { reportOf } from "./report-builder.ts";
import { compared, statedDifferences } from "./stated-differences.ts";
import { textOfPage } from "./unpacked-page.ts";

useRunSite({ nowMs: () => Date.parse("2026-11-21T04:00:00Z") });

/** A company of five departments and eight people, one of whom has left. */
const company = (): FullDirectory => {
  const person = (account: string, name: string, number: string, more = {}) => ({
    account,
    fields: { name, number, email: `${account}@example.com`, idCardNumber: `A12345678${number.slice(-1)}`, ...more },
  });
  const people = [
    [person("ann", "安妮", "N1"), "HQ", "T3"],
    [person("bob", "王小明", "N2"), "D1", "T1"],
    [person("cat", "李曉華", "N3"), "D1", "T2"],
    [person("dan", "陳美玉", "N4"), "D2", "T2"],
    [person("eve", "林大為", "N5"), "D2", "T1"],
    [person("fay", "黃志強", "N6"), "D3", "T2"],
    [person("gus", "吳俊傑", "N7"), "D4", "T1"],
    [person("hal", "周杰", "N8", { active: false }), "D3", "T1"],
  ] as const;
  const start = directory()
    .level("L1", { name: "處" })
    .level("L2", { name: "課" })
    .title("T1", { title: "工程師", rank: 3 })
    .title("T2", { title: "課長", rank: 2 })
    .title("T3", { title: "經理", rank: 1 })
    .function("F1", { name: "專案管理", category: "管理" })
    .department("HQ", { name: "總公司" })
    .department("D1", { name: "電路設計課", parent: "HQ", level: "L2" })
    .department("D2", { name: "生產一部", parent: "HQ", level: "L2" })
    .department("D3", { name: "品保課", parent: "HQ", level: "L2" })
    .department("D4", { name: "檢驗組", parent: "D3", level: "L2" });
  const staffed = people.reduce(
    (all, [{ account, fields }, department, title]) =>
      all.employee(account, fields).in(department, { title, functions: [] }),
    start,
  );
  const full = staffed.full();
  for (const [code, manager] of [
    ["HQ", "ann"],
    ["D1", "cat"],
    ["D2", "dan"],
    ["D3", "fay"],
  ] as const)
    department(full, code).manager = manager;
  return full;
};

const department = (of: FullDirectory, code: string) => found(of.departments.find((one) => one.code === code));
const person = (of: FullDirectory, account: string) => found(of.employees.find((one) => one.account === account));
const title = (of: FullDirectory, code: string) => found(of.titles.find((one) => one.code === code));

const found = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error("the company has no such record");
  return one;
};

const post = (code: string, jobTitle: string | null, main = true, functions: string[] = []) => ({
  department: code,
  main,
  title: jobTitle,
  functions,
  supervisor: null,
});

type Case = {
  readonly what: string;
  /** Makes the company as HR wants it; may return the renames that HR lists. */
  readonly edit: (of: FullDirectory) => readonly Rename[] | undefined;
  /** Objects with what happens to them, in any order. */
  readonly happens: Readonly<Record<string, readonly Verb[]>>;
  /** What the text says, in English and Chinese. */
  readonly says: readonly string[];
};

const edits = {
  joiner: (of) => {
    of.employees.push({
      ...person(of, "bob"),
      account: "ida",
      name: "蔡依婷",
      number: "N9",
      email: "ida@example.com",
      idCardNumber: "F234567890",
      posts: [post("D1", "T1", true, ["F1"])],
    });
  },
  mover: (of) => {
    person(of, "bob").posts = [post("D2", "T2", true, ["F1"])];
  },
  leaver: (of) => {
    person(of, "eve").active = false;
  },
  rehire: (of) => {
    person(of, "hal").active = true;
  },
  account: (of) => {
    person(of, "gus").account = "gus.wu";
  },
  name: (of) => {
    department(of, "D4").name = "檢驗一組";
  },
  reorganisation: (of) => {
    department(of, "D4").parent = "D2";
    of.departments.push({ ...department(of, "D4"), code: "D5", name: "研發處", parent: "HQ", level: "L1" });
    department(of, "D1").parent = "D5";
  },
  merge: (of) => {
    person(of, "gus").posts = [post("D3", "T1")];
    department(of, "D4").active = false;
  },
  managers: (of) => {
    [department(of, "D1").manager, department(of, "D2").manager] = ["dan", "cat"];
    person(of, "cat").posts = [...person(of, "cat").posts, post("D2", "T2", false)];
    person(of, "dan").posts = [...person(of, "dan").posts, post("D1", "T2", false)];
  },
  titles: (of) => {
    const renames = [
      { kind: "title", from: "T1", to: "T2" },
      { kind: "title", from: "T2", to: "T1" },
      { kind: "title", from: "T3", to: "T9" },
    ] as const;
    const next = (code: string | null) => renames.find(({ from }) => from === code)?.to ?? code;
    for (const one of of.titles) one.code = next(one.code) ?? one.code;
    for (const one of of.employees.flatMap(({ posts }) => posts)) one.title = next(one.title);
    title(of, "T9").title = "總經理";
    return renames;
  },
} satisfies Readonly<Record<string, Case["edit"]>>;

const cases: readonly Case[] = [
  {
    what: "a joiner",
    edit: edits.joiner,
    happens: { "employee/ida": ["joins"] },
    says: ["joins: 電路設計課 (D1)", "到職：電路設計課 (D1)"],
  },
  {
    what: "a mover",
    edit: edits.mover,
    happens: { "employee/bob": ["moves"] },
    says: [
      "moves: 電路設計課 (D1) · 工程師 (T1) → 生產一部 (D2) · 課長 (T2) · 專案管理 (F1)",
      "調動：電路設計課 (D1) · 工程師 (T1) → 生產一部 (D2) · 課長 (T2) · 專案管理 (F1)",
    ],
  },
  {
    what: "a leaver",
    edit: edits.leaver,
    happens: { "employee/eve": ["leaves"] },
    says: ["is disabled: 生產一部 (D2)", "離職（停用）：生產一部 (D2)"],
  },
  {
    what: "a person who is rehired",
    edit: edits.rehire,
    happens: { "employee/hal": ["returns"] },
    says: ["returns: 品保課 (D3)", "復職：品保課 (D3)"],
  },
  {
    what: "a new account name",
    edit: edits.account,
    happens: { "employee/gus.wu": ["account-renamed"] },
    says: ["gets another account: gus → gus.wu", "更換帳號：gus → gus.wu"],
  },
  {
    what: "a new name of a department",
    edit: edits.name,
    happens: { "department/d4": ["renamed"] },
    says: ["is renamed: 檢驗組 → 檢驗一組", "更名：檢驗組 → 檢驗一組"],
  },
  {
    what: "a reorganisation",
    edit: edits.reorganisation,
    happens: { "department/d1": ["moved"], "department/d4": ["moved"], "department/d5": ["new"] },
    says: ["is moved: 品保課 (D3) → 生產一部 (D2)", "移動：總公司 (HQ) → 研發處 (D5)"],
  },
  {
    what: "a department that is merged into another",
    edit: edits.merge,
    happens: { "employee/gus": ["moves"], "department/d4": ["closed"] },
    says: ["moves: 檢驗組 (D4) · 工程師 (T1) → 品保課 (D3) · 工程師 (T1)", "檢驗組 D4 · 停用"],
  },
  {
    what: "two managers who swap their departments",
    edit: edits.managers,
    happens: {
      "department/d1": ["manager-replaced"],
      "department/d2": ["manager-replaced"],
      "employee/cat": ["post-gained"],
      "employee/dan": ["post-gained"],
    },
    says: ["gets another manager: 李曉華 (cat) → 陳美玉 (dan)", "更換主管：陳美玉 (dan) → 李曉華 (cat)"],
  },
  {
    what: "new codes of titles, two of which change places",
    edit: edits.titles,
    happens: { "title/t1": ["renamed"], "title/t2": ["renamed"], "title/t9": ["renamed"] },
    says: ["is renamed: code T3 → T9, 經理 → 總經理", "更名：代號 T1 → T2"],
  },
  {
    what: "everything at once",
    edit: (of) => {
      for (const each of ["joiner", "mover", "leaver", "rehire", "account", "name", "reorganisation"] as const)
        edits[each](of);
      [department(of, "D3").manager, department(of, "D2").manager] = ["ann", null];
      person(of, "ann").posts = [...person(of, "ann").posts, post("D3", "T3", false)];
      return edits.titles(of);
    },
    happens: {
      "employee/ida": ["joins"],
      "employee/bob": ["moves"],
      "employee/eve": ["leaves"],
      "employee/hal": ["returns"],
      "employee/gus.wu": ["account-renamed"],
      "employee/ann": ["post-gained"],
      "department/d1": ["moved"],
      "department/d2": ["manager-removed"],
      "department/d3": ["manager-replaced"],
      "department/d4": ["moved", "renamed"],
      "department/d5": ["new"],
      "title/t1": ["renamed"],
      "title/t2": ["renamed"],
      "title/t9": ["renamed"],
    },
    says: ["loses its manager: 陳美玉 (dan) → (none)", "更換主管：黃志強 (fay) → 安妮 (ann)"],
  },
];

const sourceOf = ({ categories, ...of }: FullDirectory, renames: readonly Rename[] = []): SourceSnapshot => ({
  directory: { ...of, categories: categories.map((name) => ({ name })) },
  rejected: [],
  renames,
});

/** What the entries say has become of codes and accounts; the comparison with the service shows whether it is true. */
const renamedBy = (entries: readonly Entry[]): Renamed => {
  const of = (kind: Entry["kind"]) =>
    new Map(
      entries.flatMap((entry) =>
        entry.kind === kind && entry.formerKey !== undefined
          ? [[entry.formerKey.toLowerCase(), entry.key.toLowerCase()] as const]
          : [],
      ),
    );
  const [level, category, department_] = [of("level"), of("category"), of("department")];
  return {
    level,
    category,
    title: of("title"),
    function: of("function"),
    department: department_,
    employee: of("employee"),
  };
};

/** The formats as texts, with how each writes a text. The worst, and few others, are in each of them. */
const formatsOf = (plan: Plan, language: "en" | "zh-TW") => {
  const report = reportOf(plan, { language });
  const sheets = Object.entries(unzipSync(xlsxReport(report)));
  const same = (text: string) => text;
  return {
    text: [textReport(report, { colour: false, width: 4000, full: true }), same],
    markdown: [markdownReport(report, true), inert],
    csv: [csvReport(report), (text: string) => text.replaceAll('"', '""')],
    html: [textOfPage(htmlReport(report)), same],
    xlsx: [sheets.map(([, content]) => strFromU8(content)).join("\n"), escapeXml],
  } as const;
};

describe("a plan announces", () => {
  it.each(cases)("$what, and so it happens", async ({ edit, happens, says }) => {
    await fixture.load(organisationOf(company()));
    const wanted = company();
    const source = sourceOf(wanted, edit(wanted) ?? []);

    const plan = await site.plan({ source });
    expect(plan.held).toEqual([]);
    const { entries } = entriesOf(presentable(reportOf(plan)).plan);
    expect(Object.fromEntries(entries.map(({ kind, key, verbs }) => [`${kind}/${key.toLowerCase()}`, verbs]))).toEqual(
      happens,
    );

    const before = directoryOf(await fixture.dump());
    const { run, plan: applied } = await site.run({ source });
    const after = directoryOf(await fixture.dump());
    expect(run.status).toBe("succeeded");
    expect(applied?.fingerprint).toBe(plan.fingerprint);
    const unmasked = entriesOf(plan).entries;
    const renamed = renamedBy(unmasked);
    const stated = statedDifferences(unmasked, renamed);
    const happened = objectDifferences(before, after, renamed);
    expect(compared(stated, happened, true)).toEqual(compared(happened, stated, false));

    expect(reportSchema.safeParse(JSON.parse(jsonReport(reportOf(plan)))).error).toBeUndefined();
    for (const language of languages) {
      const formats = formatsOf(plan, language);
      const shown = presentable(reportOf(plan, { language }));
      const tell = entryPhrasing(shown.plan, phrasing(shown));
      for (const entry of entries) {
        const rest = tell.rest(entry).map(tell.fact);
        const words = [
          entry.label,
          ...tell.clauses(entry),
          ...rest.flatMap(({ before: was = "", after: now }) => [was, now]),
        ];
        for (const [format, [text, written]] of Object.entries(formats))
          for (const word of words)
            expect([word, capital(word)], `${format} ${language}`).toContainEqual(
              expect.toSatisfy((said: string) => text.includes(written(said))),
            );
      }
    }
    const [english, chinese] = says;
    expect(formatsOf(plan, "en").text[0]).toContain(english);
    expect(formatsOf(plan, "zh-TW").text[0]).toContain(chinese);
  });
});

const visit = useBrowser();

it.each(languages)("the page that people see says all of it (%s)", async (language) => {
  await fixture.load(organisationOf(company()));
  const wanted = company();
  const plan = await site.plan({ source: sourceOf(wanted, cases.at(-1)?.edit(wanted) ?? []) });
  const report = presentable(reportOf(plan, { language }));
  const tell = entryPhrasing(report.plan, phrasing(report));
  await visit(report, async (page) => {
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    const seen = (await page.locator("body").innerText()).toLowerCase();
    for (const entry of entriesOf(report.plan).entries) {
      const facts = tell.rest(entry).map(tell.fact);
      for (const word of [entry.label, ...tell.clauses(entry), ...facts.map(({ after }) => after)])
        expect(seen).toContain(word.toLowerCase());
    }
  });
});
