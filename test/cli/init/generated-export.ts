/**
 * A company and HR's files about it, drawn from a seed: language, encoding, delimiter, titles above the header, a total row, formats of
 * days, and how departments, titles, superiors, accounts and the status are told. `truth` is what the files say.
 */
import type { Question } from "../../../src/cli/init/draft.ts";
import { day, encoded, titleRows, totalRow, workbook, written } from "./generated-files.ts";
import { type Language, type Vocabulary, vocabularies } from "./generated-names.ts";

type TruePerson = {
  readonly number: string;
  readonly account: string;
  readonly name: string;
  readonly department: string;
  readonly active: boolean | undefined;
  readonly birthDate: string | undefined;
  readonly hireDate: string;
  readonly resignationDate: string | null | undefined;
  readonly title: string | undefined;
  readonly supervisor: string | null | undefined;
};

export type GeneratedExport = {
  readonly seed: number;
  readonly what: string;
  readonly files: Readonly<Record<string, Buffer>>;
  readonly people: readonly TruePerson[];
  readonly departments: ReadonlyMap<string, { readonly name: string; readonly parent: string | null }>;
  /** Field → the columns that say it, of the people's table; fields about which the files say nothing are absent. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly unread: readonly string[];
  /** What somebody who knows the company answers. */
  readonly answer: (question: Question) => string;
};

const random = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const one = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  return { below, one, chance: (share: number) => next() < share };
};

type Random = ReturnType<typeof random>;

type Column = { readonly header: string; readonly field?: string; readonly cells: readonly string[] };

type Department = {
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly names: readonly string[];
};

const treeOf = (draw: Random, words: Vocabulary): readonly Department[] => {
  const top: Department = {
    code: draw.one(["100", "A00", "HQ1"]),
    name: words.root,
    parent: null,
    names: [words.root],
  };
  const all = [top];
  for (const [at, name] of words.divisions.slice(0, 2 + draw.below(3)).entries()) {
    const division = { code: `${top.code.slice(0, 1)}${at + 1}0`, name, parent: top.code, names: [words.root, name] };
    all.push(division);
    for (const [below, section] of words.sections.slice(0, draw.below(4)).entries()) {
      const own = `${name.replace(/[處部]$/, "")} ${section}`.replace(/(\p{Script=Han}) /u, "$1");
      all.push({
        code: `${division.code.slice(0, 2)}${below + 1}`,
        name: own,
        parent: division.code,
        names: [words.root, name, own],
      });
    }
  }
  return all;
};

type Ways = {
  readonly department: string;
  readonly account: string;
  readonly status: string;
  readonly superior: string;
  readonly name: string;
  readonly titles: string;
};

const waysOf = (draw: Random, language: Language): Ways => ({
  department: draw.one(["name", "code+name", "path", "levels", "table", "table", "table-by-name"]),
  account: draw.one(["own", "own", "own", "email", "number"]),
  status: draw.one(["words", "words", "words+left", "flag", "left", "leave+left"]),
  superior: draw.one(["none", "number", "number", "name", "account"]),
  name:
    language === "en" || language === "de"
      ? draw.one(["whole", "split", "turned"])
      : draw.one(["whole", "whole", "split"]),
  titles: draw.one(["none", "name", "name"]),
});

export const generatedExport = (seed: number): GeneratedExport => {
  const draw = random(seed);
  const language = draw.one(["zh-TW", "zh-TW", "zh-CN", "en", "ja", "de"] as const);
  const words = vocabularies[language];
  const ways = waysOf(draw, language);
  const tree = treeOf(draw, words);
  const size = 40 + draw.below(50);
  const format = draw.one(words.days);
  const header = new Map(Object.entries(words.headers).map(([name, all]) => [name, draw.one(all)]));
  const h = (name: string): string => header.get(name) ?? name;
  const numberForm = draw.one([
    (at: number) => String(at + 1).padStart(5, "0"),
    (at: number) => `A${String(at + 1).padStart(4, "0")}`,
    (at: number) => String(10_021 + at * 3),
  ]);
  const status = draw.one(words.statuses);
  const flag = draw.one(words.flags);
  const usesStatus = ways.status !== "left";
  const hasLeft = /left/.test(ways.status);
  const separator = language === "en" || language === "de" ? " " : language === "ja" ? " " : "";

  const names = new Set<string>();
  const drawn = Array.from({ length: size }, (_, at) => {
    let [family, givenAt] = [draw.one(words.families), draw.below(words.givens.length)];
    // Namesakes are no mistake of a proposal: whom a name means is then open.
    while (names.has(`${family} ${givenAt}`))
      [family, givenAt] = [draw.one(words.families), draw.below(words.givens.length)];
    names.add(`${family} ${givenAt}`);
    const given = words.givens[givenAt] ?? "";
    const login = `${words.latin[givenAt]}.${String.fromCharCode(97 + (at % 26))}${at}`;
    const hasGone = at > 3 && draw.chance(0.09);
    const isOnLeave = !hasGone && at > 3 && ways.status === "leave+left" && draw.chance(0.06);
    const department = at < tree.length ? (tree[at] as Department) : draw.one(tree);
    return {
      number: numberForm(at),
      login,
      email: `${login}@${draw.one(["example.com"])}`,
      family,
      given,
      male: draw.chance(0.5),
      birth: day(1962 + draw.below(40), 1 + draw.below(12), 1 + draw.below(28)),
      hire: day(2004 + draw.below(20), 1 + draw.below(12), 1 + draw.below(28)),
      left: hasGone ? day(2025, 1 + draw.below(12), 1 + draw.below(28)) : "",
      hasGone,
      isOnLeave,
      department,
      title: at === 0 ? (words.titles[0] ?? "") : (words.titles[1 + draw.below(words.titles.length - 1)] ?? ""),
      supervisor: at === 0 ? undefined : draw.below(Math.min(at, 4)),
    };
  });

  const nameOf = ({ family, given }: (typeof drawn)[number]): string =>
    language === "en" || language === "de" ? `${given} ${family}` : `${family}${separator}${given}`;
  const accountOf = (person: (typeof drawn)[number]): string =>
    ways.account === "number" ? person.number : person.login;
  const codeOf = ({ code, name, names }: Department): string => {
    if (ways.department === "name") return name;
    return ways.department === "path" || ways.department === "levels" ? names.join(".") : code;
  };

  const columns: Column[] = [];
  const add = (name: string, field: string | undefined, cells: readonly string[], as = h(name)) => {
    if (!columns.some((column) => column.header === as)) columns.push({ header: as, ...(field && { field }), cells });
  };
  const each = (of: (person: (typeof drawn)[number], at: number) => string): readonly string[] => drawn.map(of);

  add(
    "number",
    "number",
    each(({ number }) => number),
  );
  if (ways.name === "split") {
    add(
      "family",
      "name",
      each(({ family }) => family),
    );
    add(
      "given",
      "name",
      each(({ given }) => given),
    );
  } else
    add(
      "name",
      "name",
      each((person) => (ways.name === "turned" ? `${person.family}, ${person.given}` : nameOf(person))),
    );
  if (ways.account === "own")
    add(
      "account",
      "account",
      each(({ login }) => login),
    );
  const hasEmail = ways.account === "email" || draw.chance(0.5);
  if (hasEmail)
    add(
      "email",
      "email",
      each(({ email }) => email),
    );
  if (draw.chance(0.6)) {
    const pair = draw.one(words.genders);
    add(
      "gender",
      "gender",
      each(({ male }) => pair[male ? 0 : 1] ?? ""),
    );
  }
  const hasBirth = draw.chance(0.6);
  if (hasBirth)
    add(
      "birth",
      "birthDate",
      each(({ birth }) => written(birth, format)),
    );
  add(
    "hire",
    "hireDate",
    each(({ hire }) => written(hire, format)),
  );
  const filler = draw.one(["", "", "NULL", "-"]);
  const endless = draw.chance(0.2) && format === "iso-" ? "9999-12-31" : filler;
  if (hasLeft)
    add(
      "left",
      "resignationDate",
      each(({ left }) => (left === "" ? endless : written(left, format))),
    );
  if (ways.status === "flag")
    add(
      "active",
      "active",
      each(({ hasGone }) => flag[hasGone ? 1 : 0] ?? ""),
    );
  else if (usesStatus) {
    add(
      "status",
      "active",
      each(({ hasGone, isOnLeave }) => (hasGone ? status.left : isOnLeave ? status.leave : status.active)),
    );
  }
  const inTable = ways.department.startsWith("table");
  if (ways.department === "path")
    add(
      "path",
      "department",
      each(({ department }) => department.names.join(draw.one(["/"]))),
    );
  else if (ways.department === "levels") {
    for (const [at, name] of (words.headers["levels"] ?? []).entries()) {
      add(
        `level${at}`,
        "department",
        each(({ department }) => department.names[at] ?? ""),
        name,
      );
    }
  } else {
    const asCode = ways.department === "code+name" || ways.department === "table";
    if (asCode)
      add(
        "departmentCode",
        "department",
        each(({ department }) => department.code),
      );
    if (!asCode || ways.department === "code+name" || draw.chance(0.3)) {
      add(
        "department",
        asCode ? (inTable ? undefined : "departmentName") : "department",
        each(({ department }) => department.name),
      );
    }
  }
  if (ways.titles === "name")
    add(
      "title",
      "title",
      each(({ title }) => title),
    );
  if (ways.superior !== "none") {
    const told = (at: number | undefined): string => {
      const boss = at === undefined ? undefined : drawn[at];
      if (!boss) return filler;
      if (ways.superior === "number") return boss.number;
      if (ways.superior === "account") return ways.account === "own" ? boss.login : hasEmail ? boss.email : boss.number;
      return ways.name === "turned" ? `${boss.family}, ${boss.given}` : nameOf(boss);
    };
    add(
      "supervisor",
      "supervisor",
      each(({ supervisor }) => told(supervisor)),
    );
  }
  if (draw.chance(0.4))
    add(
      "phone",
      "phoneNumber",
      each((_, at) => `09${String(10_000_000 + at * 7919).slice(0, 8)}`),
    );
  const unread: string[] = [];
  for (const [name, cell] of words.others) {
    if (!draw.chance(0.4)) continue;
    const place = draw.below(columns.length + 1);
    columns.splice(place, 0, { header: name, cells: each((_, at) => cell(at)) });
    unread.push(name);
  }

  const departments = inTable ? departmentTable(draw, tree, h, drawn, filler) : undefined;
  const isWorkbook = draw.chance(0.25);
  const above = draw.one([0, 0, 1, 2]);
  const hasTotal = draw.chance(0.3);
  const rows = [
    columns.map((column) => column.header),
    ...drawn.map((_, at) => columns.map(({ cells }) => cells[at] ?? "")),
  ];
  const delimiter = draw.one(words.delimiters);
  const encoding = draw.one(words.encodings);
  const peopleName = draw.one(words.files.people);
  const departmentsName = draw.one(words.files.departments);
  const titled = [
    ...titleRows(above, words.heading, columns.length),
    ...rows,
    ...(hasTotal ? [totalRow(words.total, size, columns.length)] : []),
  ];
  const files = isWorkbook
    ? {
        [`${peopleName}.xlsx`]: workbook({
          [peopleName]: titled,
          ...(departments && { [departmentsName]: departments.rows }),
        }),
      }
    : {
        [`${peopleName}.csv`]: encoded(titled, delimiter, encoding),
        ...(departments && { [`${departmentsName}.csv`]: encoded(departments.rows, delimiter, encoding) }),
      };

  const people = drawn.map((person): TruePerson => {
    const boss = person.supervisor === undefined ? undefined : drawn[person.supervisor];
    return {
      number: person.number,
      account: accountOf(person),
      name: nameOf(person),
      department: codeOf(person.department),
      active: usesStatus ? !person.hasGone : undefined,
      birthDate: hasBirth ? person.birth : undefined,
      hireDate: person.hire,
      resignationDate: hasLeft ? person.left || null : undefined,
      title: ways.titles === "name" ? person.title : undefined,
      supervisor: ways.superior === "none" ? undefined : boss ? accountOf(boss) : null,
    };
  });
  const known = new Map(
    tree.map((one) => {
      const parent = tree.find(({ code }) => code === one.parent);
      const isFlat = ways.department === "name" || ways.department === "code+name";
      return [codeOf(one), { name: one.name, parent: parent && !isFlat ? codeOf(parent) : null }];
    }),
  );
  const fields = Map.groupBy(
    columns.filter(({ field }) => field !== undefined),
    ({ field }) => field ?? "",
  );
  return {
    seed,
    what: [
      language,
      isWorkbook ? "xlsx" : `${encoding} ${delimiter === "\t" ? "tab" : delimiter}`,
      ways.department,
      ways.account,
      ways.status,
      `superior ${ways.superior}`,
      ways.name,
      format,
    ].join(" · "),
    files,
    people,
    departments: known,
    columns: {
      ...Object.fromEntries([...fields].map(([field, all]) => [field, all.map((column) => column.header)])),
      "departments.code": inTable ? [h("tableCode")] : (fields.get("department") ?? []).map((column) => column.header),
    },
    unread,
    answer: (question) => answerOf(question, { ways, h, status, flag, drawn, words, format, encoding }),
  };
};

const departmentTable = (
  draw: Random,
  tree: readonly Department[],
  h: (name: string) => string,
  drawn: readonly { number: string }[],
  filler: string,
) => {
  const byName = draw.chance(0.3);
  const hasManager = draw.chance(0.5);
  const nameOf = (code: string | null): string => {
    const parent = tree.find((one) => one.code === code);
    return parent ? (byName ? parent.name : parent.code) : filler;
  };
  const rows = [
    [h("tableCode"), h("tableName"), h("parent"), ...(hasManager ? [h("manager")] : [])],
    ...tree.map(({ code, name, parent }, at) => [
      code,
      name,
      nameOf(parent),
      ...(hasManager ? [drawn[at]?.number ?? ""] : []),
    ]),
  ];
  return { rows };
};

type Known = {
  readonly ways: Ways;
  readonly h: (name: string) => string;
  readonly status: { readonly active: string; readonly left: string; readonly leave: string };
  readonly flag: readonly [string, string];
  readonly drawn: readonly { readonly number: string }[];
  readonly words: Vocabulary;
  readonly format: string;
  readonly encoding: string;
};

/** The answer of somebody who knows the company; an answer that is no option shows that the question has none that is right. */
const answerOf = (
  { id, options, list }: Question,
  { ways, h, status, flag, words, format, encoding }: Known,
): string => {
  const has = (value: string): string | undefined => options.find((option) => option.value === value)?.value;
  if (id === "number") return h("number");
  if (id === "account")
    return ways.account === "own" ? h("account") : ways.account === "email" ? "email-name" : "number";
  if (id === "active") return has(`not ${ways.status === "flag" ? flag[1] : status.left}`) ?? "?";
  if (id === "on-leave") return "active";
  if (id === "titles") return words.titles.filter((title) => list?.includes(title)).join(" > ");
  if (id === "dates")
    return has(format.replace("MM", "M").replace("dd", "d")) ?? (format.startsWith("roc") ? "roc" : "?");
  if (id === "encoding") return encoding;
  if (id === "without-account" || id === "without-number") return "leave-out";
  return "?";
};
