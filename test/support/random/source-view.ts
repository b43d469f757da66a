/**
 * Makes an export of a full directory. Some kinds, fields and records may be left out, codes may be in another case or width,
 * and the order may be given or not. An export makes no statement about what it leaves out.
 */
import * as fc from "fast-check";
import type { Department, Directory, Employee, Post } from "../../../src/model/directory/directory.ts";
import type { Rename, SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import { canonical, type FullDirectory, type FullEmployee, type FullPost } from "../directory/full-directory.ts";

const kindNames = ["levels", "titles", "categories", "functions", "departments", "employees"] as const;
type KindName = (typeof kindNames)[number];

const fieldNames = {
  levels: ["name", "active", "order"],
  titles: ["title", "rank", "active", "order"],
  categories: ["order"],
  functions: ["name", "category", "active", "order"],
  departments: ["name", "parent", "level", "description", "active", "manager", "order"],
  employees: [
    "name",
    "englishName",
    "phoneNumber",
    "email",
    "hireDate",
    "loginValidation",
    "active",
    "posts",
    "number",
  ],
  posts: ["title", "functions", "supervisor"],
} as const;

const allFields = Object.entries(fieldNames).flatMap(([kind, fields]) => fields.map((field) => `${kind}.${field}`));

export type ViewDraw = {
  /** The kinds that are left out. */
  readonly kinds: readonly KindName[];
  /** The fields that are left out of every record, as `kind.field`. */
  readonly fields: readonly string[];
  /** The records that are left out, by their position among the records of all kinds. */
  readonly records: readonly number[];
  /** 0: codes unchanged; otherwise some have another case or width. */
  readonly spelling: number;
};

/** Most draws leave little out. The first alternatives leave nothing out; fast-check shrinks towards them. */
export const viewDraws = (): fc.Arbitrary<ViewDraw> =>
  fc.record({
    kinds: seldom(fc.subarray([...kindNames], { maxLength: 2 })),
    fields: often(fc.subarray(allFields, { maxLength: 4 })),
    records: often(fc.array(fc.nat({ max: 60 }), { maxLength: 3 })),
    spelling: fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, { arbitrary: fc.nat({ max: 9999 }), weight: 1 }),
  });

const seldom = <T>(arbitrary: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> =>
  fc.oneof({ arbitrary: fc.constant<T[]>([]), weight: 7 }, { arbitrary, weight: 1 });
const often = <T>(arbitrary: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> =>
  fc.oneof({ arbitrary: fc.constant<T[]>([]), weight: 2 }, { arbitrary, weight: 1 });

const wide = (code: string): string =>
  code.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

const spellings: readonly ((code: string) => string)[] = [
  (code) => code.toLowerCase(),
  wide,
  (code) => ` ${code} `,
  (code) => wide(code.toLowerCase()),
];

/** Writes one in five codes differently; which ones depends on `seed` and on how many codes came before. */
const speller = (seed: number) => {
  let site = 0;
  return <Code extends string | null>(code: Code): Code => {
    site += 1;
    if (seed === 0 || code === null) return code;
    const mixed = (seed * 31 + site * 17) % 20;
    return (spellings[mixed]?.(code) ?? code) as Code;
  };
};

/** A record without the fields that are left out. */
const without = <T extends object>(kind: string, record: T, view: ViewDraw): T =>
  view.fields.length === 0
    ? record
    : (Object.fromEntries(Object.entries(record).filter(([field]) => !view.fields.includes(`${kind}.${field}`))) as T);

const postView = (post: FullPost, view: ViewDraw, spell: ReturnType<typeof speller>): Post =>
  without(
    "posts",
    {
      department: spell(post.department),
      main: post.main,
      title: spell(post.title),
      functions: post.functions.map((code) => spell(code)),
      supervisor: post.supervisor,
    },
    view,
  );

const employeeView = (person: FullEmployee, view: ViewDraw, spell: ReturnType<typeof speller>): Employee => {
  const { locked: _, resignationDate, ...rest } = person;
  return without(
    "employees",
    {
      ...rest,
      number: spell(person.number),
      ...(resignationDate === null ? {} : { resignationDate }),
      posts: person.posts.map((post) => postView(post, view, spell)),
    },
    view,
  );
};

/** The export of `desired` with the omissions of `view`. A rename is listed only if the export contains the renamed record. */
export const sourceView = (desired: FullDirectory, renames: readonly Rename[], view: ViewDraw): SourceSnapshot => {
  const spell = speller(view.spelling);
  let position = -1;
  const kept = <T>(items: readonly T[]): T[] =>
    items.filter(() => {
      position += 1;
      return !view.records.includes(position);
    });
  // Some exports write accents as separate, combining characters; the text stays the same.
  const write = (text: string): string => (view.spelling % 2 === 0 ? text : text.normalize("NFD"));
  const ordered = <T extends object>(items: readonly T[]) => items.map((item, at) => ({ ...item, order: at * 10 + 5 }));
  const fields =
    <T extends object>(kind: KindName) =>
    (item: T): T =>
      without(kind, item, view);
  const everything = {
    levels: kept(ordered(desired.levels)).map((level) => ({ ...level, code: spell(level.code) })),
    titles: kept(ordered(desired.titles)).map((title) => ({ ...title, code: spell(title.code) })),
    categories: kept(ordered(desired.categories.map((name) => ({ name })))),
    functions: kept(ordered(desired.functions)).map((item) => ({ ...item, code: spell(item.code) })),
    departments: kept(ordered(desired.departments)).map(
      (item): Department => ({
        ...item,
        name: write(item.name),
        code: spell(item.code),
        parent: spell(item.parent),
        level: spell(item.level),
      }),
    ),
    employees: kept(desired.employees).map((person) =>
      employeeView({ ...person, name: write(person.name) }, view, spell),
    ),
  };
  const directory: Directory = {
    ...(view.kinds.includes("levels") ? {} : { levels: everything.levels.map(fields("levels")) }),
    ...(view.kinds.includes("titles") ? {} : { titles: everything.titles.map(fields("titles")) }),
    ...(view.kinds.includes("categories") ? {} : { categories: everything.categories.map(fields("categories")) }),
    ...(view.kinds.includes("functions") ? {} : { functions: everything.functions.map(fields("functions")) }),
    ...(view.kinds.includes("departments") ? {} : { departments: everything.departments.map(fields("departments")) }),
    ...(view.kinds.includes("employees") ? {} : { employees: everything.employees }),
  };
  return { directory, rejected: [], renames: renames.filter((rename) => announces(directory, rename)) };
};

/** True when the export contains the object under the key that the rename gives it. */
const announces = (directory: Directory, { kind, to }: Rename): boolean => {
  const lists = {
    level: directory.levels,
    title: directory.titles,
    function: directory.functions,
    department: directory.departments,
  };
  return kind === "category"
    ? (directory.categories ?? []).some((category) => category.name === to) ||
        (directory.functions ?? []).some((item) => item.category === to)
    : (lists[kind] ?? []).some((item) => canonical(item.code) === canonical(to));
};
