/** Measures what `init` makes of generated exports: columns proposed rightly, keys and statuses wrong, questions, and whether the reading is right. */
import type { Draft, Setting } from "../../../src/cli/init/draft.ts";
import type { Directory, Post } from "../../../src/model/directory/directory.ts";
import { type GeneratedExport, generatedExport } from "./generated-export.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

export type Measured = {
  readonly seed: number;
  readonly what: string;
  /** Columns that matter, and those that the first proposal reads rightly before any answer, or asks about. */
  readonly matter: number;
  readonly right: number;
  readonly missed: readonly string[];
  /** Keys and statuses that are taken without a question, and are wrong. */
  readonly silent: readonly string[];
  /** Columns that nobody reads and that are not listed. */
  readonly unlisted: readonly string[];
  readonly questions: readonly string[];
  /** What differs between the reading with the written configuration and the company; empty if nothing does. */
  readonly differences: readonly string[];
};

export const measured = (seed: number): Promise<Measured> => {
  const made = generatedExport(seed);
  return inFolder(made.files, async (folder) => {
    const { first, draft, asked, yaml } = await proposalOf(folder, made.answer);
    const { matter, missed, silent } = judged(made, first);
    const differences = await readWith(folder, yaml).then(
      ({ snapshot }) => differencesOf(made, snapshot.directory),
      (error: unknown) => [`cannot be read: ${String(error)}`],
    );
    const listed = new Set(draft.unread.flatMap(({ columns }) => columns));
    const unlisted = made.unread.filter((name) => !listed.has(name) && !yaml.includes(name));
    const { what } = made;
    return {
      seed,
      what,
      matter,
      right: matter - missed.length,
      missed,
      silent,
      unlisted,
      questions: asked.map(({ id }) => id),
      differences,
    };
  });
};

/** The columns that a setting names. */
const columnsIn = (mapping: Setting): readonly string[] => {
  if (typeof mapping === "string") return namesIn(mapping);
  if (typeof mapping !== "object" || mapping === null || Array.isArray(mapping)) return [];
  const { column, concat, generate } = mapping as { column?: string; concat?: string[]; generate?: string[] };
  return [
    ...(column ? namesIn(column) : []),
    ...(concat ?? []),
    ...(generate ?? []).flatMap((pattern) => (/\{[^n}]/.test(pattern) ? namesIn(pattern) : [])),
  ];
};

const namesIn = (column: string): readonly string[] => {
  const names = [...column.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
  return names.length > 0 ? names : [column];
};

const fields = [
  "number",
  "account",
  "name",
  "gender",
  "birthDate",
  "hireDate",
  "resignationDate",
  "active",
  "department",
  "departmentName",
  "title",
  "supervisor",
  "email",
  "phoneNumber",
];

const judged = (made: GeneratedExport, first: Draft) => {
  const parts = first.parts.filter(({ table }) => table === "employees");
  const lines = parts.flatMap((part) => part.lines);
  const departments = first.parts.filter(({ table }) => table === "departments").flatMap((part) => part.lines);
  const reads = (field: string): readonly string[] => {
    if (field === "departmentName")
      return departments.filter((line) => line.field === "name").flatMap(({ mapping }) => columnsIn(mapping));
    return lines.filter((line) => line.field === field).flatMap(({ mapping }) => columnsIn(mapping));
  };
  const asksFor: Readonly<Record<string, readonly string[]>> = {
    number: ["number", "without-number"],
    account: ["account"],
    active: ["active", "on-leave"],
    title: ["titles"],
    hireDate: ["dates"],
    birthDate: ["dates"],
    resignationDate: ["dates"],
  };
  const asked = new Set<string>(first.questions.map(({ id }) => id));
  let matter = 0;
  const missed: string[] = [];
  const silent: string[] = [];
  for (const field of fields) {
    const expected = made.columns[field];
    const isAsked = (asksFor[field] ?? []).some((id) => asked.has(id));
    const found = reads(field);
    if (!expected) {
      if (field === "active" && found.length > 0 && !isAsked) silent.push(`active: ${found.join()}`);
      continue;
    }
    matter++;
    const names = found.map((name) => name.normalize("NFKC"));
    const isRight =
      expected.length === found.length && expected.every((name) => names.includes(name.normalize("NFKC")));
    if (!isRight && !isAsked) missed.push(`${field}: ${expected.join()} and not ${found.join() || "nothing"}`);
    if (!isRight && !isAsked && found.length > 0 && ["number", "account", "active"].includes(field))
      silent.push(`${field}: ${found.join()}`);
    // A key or a status that is not read, and that nobody is asked about, makes everybody active or nobody known.
    if (found.length === 0 && !isAsked && ["number", "account", "active"].includes(field))
      silent.push(`${field}: nothing`);
  }
  const code = departments.filter((line) => line.field === "code").flatMap(({ mapping }) => columnsIn(mapping));
  const known = (made.columns["departments.code"] ?? []).map((name) => name.normalize("NFKC"));
  if (code.some((name) => !known.includes(name.normalize("NFKC")))) silent.push(`departments code: ${code.join()}`);
  return { matter, missed, silent };
};

const differencesOf = (
  made: GeneratedExport,
  { employees = [], departments = [] }: Partial<Directory>,
): readonly string[] => {
  const differences: string[] = [];
  const byNumber = new Map(employees.map((person) => [person.number ?? person.account, person]));
  const differs = (what: string, expected: unknown, found: unknown) => {
    if ((expected ?? null) !== (found ?? null))
      differences.push(`${what}: ${String(expected)} and not ${String(found)}`);
  };
  differs("people", made.people.length, employees.length);
  for (const person of made.people) {
    const found = byNumber.get(person.number) ?? byNumber.get(person.account);
    if (!found) {
      differences.push(`${person.number} is not read`);
      continue;
    }
    const posts = (found as { posts?: readonly Post[] }).posts ?? [];
    const [post] = posts;
    differs(`${person.number} account`, person.account, found.account);
    differs(`${person.number} name`, person.name, found.name);
    differs(`${person.number} department`, person.department, post?.department);
    if (person.active !== undefined) differs(`${person.number} active`, person.active, found.active);
    if (person.birthDate !== undefined) differs(`${person.number} birthDate`, person.birthDate, found.birthDate);
    differs(`${person.number} hireDate`, person.hireDate, found.hireDate);
    if (person.resignationDate !== undefined)
      differs(`${person.number} resignationDate`, person.resignationDate, found.resignationDate);
    if (person.title !== undefined) differs(`${person.number} title`, person.title, post?.title);
    if (person.supervisor !== undefined) differs(`${person.number} supervisor`, person.supervisor, post?.supervisor);
  }
  const known = new Map(departments.map((one) => [one.code, one]));
  for (const [code, { name, parent }] of made.departments) {
    const found = known.get(code);
    if (!found) differences.push(`department ${code} is not read`);
    else {
      differs(`department ${code} name`, name, found.name);
      differs(`department ${code} parent`, parent, found.parent);
    }
  }
  differs("departments", made.departments.size, departments.length);
  return differences;
};
