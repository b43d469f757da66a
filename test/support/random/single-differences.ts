/** Random differences in one field of a pair: of a record in the source or in the service, or of the settings. */
import * as fc from "fast-check";
import type { PlanSettings } from "../../../src/model/plan/settings.ts";
import type { Pair } from "./arbitraries.ts";

export type Side = "source" | "service" | "configuration";

/** A pair with one difference, and where it is. */
export type Difference = { readonly side: Side; readonly field: string; readonly pair: Pair };

type Fields = { [field: string]: unknown };

const texts = { name: "另一名", description: "另一說明", englishName: "Another", email: "another@example.org" };

/** Other values by kind and field; a function gets the present value. */
const others: Readonly<Record<string, Readonly<Record<string, (now: unknown) => unknown>>>> = {
  levels: { name: () => texts.name, active: (now) => now === false },
  titles: { title: () => texts.name, rank: (now) => Number(now ?? 1) + 1, active: (now) => now === false },
  functions: { name: () => texts.name, category: () => "另一類", active: (now) => now === false },
  departments: {
    name: () => texts.name,
    description: () => texts.description,
    manager: (now) => (now ? null : "e1"),
    active: (now) => now === false,
  },
  employees: {
    name: () => texts.name,
    englishName: () => texts.englishName,
    email: () => texts.email,
    phoneNumber: () => "0900-000-000",
    idCardNumber: () => "Z199999999",
    birthDate: () => "1980-02-03",
    hireDate: () => "2020-02-03",
    gender: (now) => (now === "Male" ? "Female" : "Male"),
    expiredTime: () => "2031-02-03T00:00:00.000Z",
    resignationDate: () => "2026-01-02",
    active: (now) => now === false,
  },
};

const postChanges: Readonly<Record<string, (post: Fields) => void>> = {
  title: (post) => void (post["title"] = post["title"] ? null : "T1"),
  functions: (post) => void (post["functions"] = []),
  supervisor: (post) => void (post["supervisor"] = post["supervisor"] ? null : "e1"),
};

const settingChanges: Readonly<Record<string, (settings: PlanSettings) => PlanSettings>> = {
  newEmployeeLogin: (settings) => ({ ...settings, newEmployeeLogin: ["LDAP"] }),
  managerMustBeMember: (settings) => ({ ...settings, managerMustBeMember: !settings.managerMustBeMember }),
  protectedAccounts: (settings) => ({ ...settings, protectedAccounts: [...settings.protectedAccounts, "e*"] }),
  caps: (settings) => ({ ...settings, caps: { employee: { create: { count: 100_000 } } } }),
  ...Object.fromEntries(
    ["employee.name", "employee.active", "employee.email", "department.name", "post.supervisor", "level.order"].map(
      (field) =>
        [
          field,
          (settings: PlanSettings) => ({ ...settings, fields: { ...settings.fields, [field]: "ignore" } }),
        ] as const,
    ),
  ),
};

const pick = <T>(items: readonly T[], draw: number): T | undefined => items[draw % items.length];

/** Changes a field of one record in place; returns its name, or undefined if there is none. */
const changeRecord = (lists: Fields, draw: number): string | undefined => {
  const kind = pick(
    Object.keys(others).filter((name) => ((lists[name] as unknown[]) ?? []).length > 0),
    draw,
  );
  const record = pick((lists[kind ?? ""] ?? []) as Fields[], draw >> 3);
  if (kind === undefined || record === undefined) return undefined;
  const posts = (record["posts"] ?? []) as Fields[];
  const names = [...Object.keys(others[kind] ?? {}), ...(posts.length > 0 ? Object.keys(postChanges) : [])];
  const field = pick(names, draw >> 7) ?? "";
  const ofPost = postChanges[field];
  const post = pick(posts, draw >> 11);
  if (ofPost && post) ofPost(post);
  else record[field] = others[kind]?.[field]?.(record[field]);
  return `${kind}.${field}`;
};

/** Lets two neighbours of a list change places in the service. */
const swapNeighbours = (lists: Fields, draw: number): string => {
  const kind = pick(["levels", "titles", "functions", "departments"], draw) ?? "";
  const list = lists[kind] as unknown[];
  const at = list.length < 2 ? 0 : draw % (list.length - 1);
  list.push(...list.splice(at, 2).toReversed(), ...list.splice(at));
  return `${kind}.order`;
};

export const singleDifference = (pair: Pair, side: Side, draw: number): Difference | undefined => {
  const copy = structuredClone(pair);
  if (side === "configuration") {
    const [field, change] = pick(Object.entries(settingChanges), draw) ?? [];
    return field && change ? { side, field, pair: { ...copy, settings: change(pair.settings) } } : undefined;
  }
  const lists = (side === "source" ? copy.source.directory : copy.current) as unknown as Fields;
  const field = side === "service" && draw % 5 === 0 ? swapNeighbours(lists, draw >> 4) : changeRecord(lists, draw);
  return field === undefined ? undefined : { side, field, pair: copy };
};

export const sides = fc.constantFrom<Side>("source", "service", "configuration");
