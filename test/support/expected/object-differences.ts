/**
 * Lists what differs between two readings of one service, object by object and field by field, in the words of a report's facts.
 * It knows nothing about plans; which code became which must be given, because a service has no other identity.
 */
import { canonicalKey } from "../../../src/model/directory/canonical.ts";
import type { Directory, Post } from "../../../src/model/directory/directory.ts";
import type { FieldValue } from "../../../src/model/plan/plan.ts";

export type Reading = Required<Pick<Directory, "levels" | "titles" | "functions" | "departments" | "employees">>;

type ObjectKind = "level" | "category" | "title" | "function" | "department" | "employee";

/** Codes, accounts: canonical key before → key after, by kind. */
export type Renamed = Readonly<Record<ObjectKind, ReadonlyMap<string, string>>>;

export type ObjectDifference = {
  /** `kind/key`, with the canonical key after. */
  readonly object: string;
  readonly isNew: boolean;
  /** Field → value before and after, in comparable form. Posts are `post CODE`, their approvers `supervisor CODE`. */
  readonly fields: ReadonlyMap<string, readonly [before: string, after: string]>;
};

/** Positions, which a reading shows for every sibling of what was moved, and what no list of the service shows. */
const notCompared: ReadonlySet<string> = new Set(["order", "id", "resignationDate", "locked"]);

const references: Readonly<Record<string, ObjectKind | undefined>> = {
  parent: "department",
  level: "level",
  category: "category",
  manager: "employee",
  supervisor: "employee",
};

/** Returns a value in comparable form. References are written in canonical form. */
export const comparable = (field: string, value: FieldValue | undefined): string => {
  if (value === undefined || value === null || value === "") return "";
  if (typeof value === "object") {
    const [first = "", second = "", ...rest] = value;
    return field.startsWith("post ")
      ? [first, canonicalKey(second), ...rest.filter(Boolean).map(canonicalKey).sort()].join("|")
      : [...value].sort().join("|");
  }
  if (typeof value !== "string") return String(value);
  if (field === "expiredTime") return new Date(value).toISOString();
  const isKey = field in references || field.startsWith("supervisor ") || field === "code" || field === "account";
  return isKey ? canonicalKey(value) : value.normalize("NFC");
};

export const objectDifferences = (before: Reading, after: Reading, renamed: Renamed): readonly ObjectDifference[] => {
  const was = objectsOf(before, renamed);
  const willBe = objectsOf(after);
  return [...willBe].flatMap(([object, values]) => {
    const earlier = was.get(object);
    const names = new Set([...(earlier?.keys() ?? []), ...values.keys()]);
    const fields = new Map<string, readonly [string, string]>();
    for (const name of names) {
      const pair = [earlier?.get(name) ?? "", values.get(name) ?? ""] as const;
      if (pair[0] !== pair[1]) fields.set(name, pair);
    }
    return fields.size === 0 ? [] : [{ object, isNew: earlier === undefined, fields }];
  });
};

/** Every object as its fields in comparable form; `renamed` gives it, and what it refers to, the names after. */
const objectsOf = (reading: Reading, renamed?: Renamed): Map<string, ReadonlyMap<string, string>> => {
  const nameAfter = (kind: ObjectKind, key: string) => {
    const own = canonicalKey(key);
    return canonicalKey(renamed?.[kind].get(own) ?? own);
  };
  const plain = (record: object): [string, string][] =>
    Object.entries(record).flatMap(([field, value]: [string, FieldValue]): [string, string][] => {
      if (notCompared.has(field) || field === "posts") return [];
      const kind = references[field];
      const translated = kind && typeof value === "string" ? nameAfter(kind, value) : value;
      return [[field, comparable(field, translated)]];
    });
  const post = ({ department, main, title, functions, supervisor }: Post): [string, string][] => {
    const code = nameAfter("department", department);
    const titleNow = title ? nameAfter("title", title) : "";
    const value = [
      main ? "main" : "part-time",
      titleNow,
      ...(functions ?? []).map((each) => nameAfter("function", each)),
    ];
    return [
      [`post ${code}`, comparable(`post ${code}`, value)],
      [`supervisor ${code}`, supervisor ? nameAfter("employee", supervisor) : ""],
    ];
  };
  const object = (kind: ObjectKind, key: string, record: object, posts: readonly Post[] = []) =>
    [`${kind}/${nameAfter(kind, key)}`, new Map([...plain(record), ...posts.flatMap(post)])] as const;
  return new Map([
    ...reading.levels.map((record) => object("level", record.code, record)),
    ...reading.titles.map((record) => object("title", record.code, record)),
    ...reading.functions.map((record) => object("function", record.code, record)),
    ...reading.departments.map((record) => object("department", record.code, record)),
    ...reading.employees.map((record) => object("employee", record.account, record, record.posts)),
  ]);
};
