/**
 * Laws of quarantine over random pairs whose source contains rows that share a key. The objects that such a row may mean are not
 * changed, get no new references and lose none; everything else is planned as usual.
 */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rename, SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import type { Change, Plan } from "../../src/model/plan/plan.ts";
import { canonical } from "../support/directory/full-directory.ts";
import { assembled, type RowValues, type ValuesByTable, valuesOf } from "../support/directory/source-rows.ts";
import { subjectOf } from "../support/operation-subject.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

type Draw = { readonly table: number; readonly row: number; readonly key: number; readonly other: number };

const number = fc.nat({ max: 999 });
const draws = fc.array(fc.record({ table: number, row: number, key: number, other: number }), {
  minLength: 1,
  maxLength: 3,
});

const kindOf = {
  levels: "level",
  titles: "title",
  categories: "category",
  functions: "function",
  departments: "department",
  employees: "employee",
  posts: "post",
} as const;

const keysOf = {
  levels: ["code"],
  titles: ["code"],
  categories: [],
  functions: ["code"],
  departments: ["code"],
  employees: ["account", "number"],
  posts: [],
} as const;

type Table = keyof typeof kindOf;

/** Adds a row that shares a key with an existing row. A person's row gets a new second key, or that of a third person. */
const withDuplicate = (values: ValuesByTable, draw: Draw, at: number): ValuesByTable => {
  const tables = (Object.keys(values) as Table[]).filter((table) => values[table]?.length);
  const table = tables[draw.table % tables.length];
  const rows = (table && values[table]) ?? [];
  const row = rows[draw.row % rows.length];
  if (!table || !row) return values;
  const renamed: RowValues = { ...row, ...(table === "posts" || table === "categories" ? {} : { name: "另一個" }) };
  if (table !== "employees") return { ...values, [table]: [...rows, renamed] };
  const third = rows[draw.other % rows.length];
  const byNumber = typeof row["number"] === "string" && draw.key % 2 === 0;
  const other = byNumber
    ? { account: draw.key % 3 === 0 ? String(third?.["account"]) : `X${at}` }
    : { number: draw.key % 3 === 0 ? (third?.["number"] ?? null) : `Y${at}` };
  return { ...values, employees: [...rows, { ...renamed, ...other }] };
};

/** Returns all keys (`kind key`) of records that share a key with another row, and all keys that renames connect with them. */
const doubledIn = (values: ValuesByTable, renames: readonly Rename[]): ReadonlySet<string> => {
  const found = (Object.keys(values) as Table[]).flatMap((table) => {
    const rows = values[table] ?? [];
    const textsOf = (row: RowValues, field: string) => {
      const value = row[field];
      return typeof value === "string" ? [canonical(value)] : [];
    };
    const isDoubled = (row: RowValues) =>
      keysOf[table].some((field) =>
        textsOf(row, field).some((key) => rows.filter((other) => textsOf(other, field).includes(key)).length > 1),
      );
    return rows
      .filter(isDoubled)
      .flatMap((row) => keysOf[table].flatMap((field) => textsOf(row, field)).map((key) => `${kindOf[table]} ${key}`));
  });
  const all = new Set(found);
  for (const _ of renames) {
    for (const { kind, from, to } of renames) {
      const codes = [from, to].map((code) => `${kind} ${canonical(code)}`);
      if (codes.some((code) => all.has(code))) for (const code of codes) all.add(code);
    }
  }
  return all;
};

type Case = { readonly pair: Pair; readonly doubled: ReadonlySet<string>; readonly plain: Plan; readonly plan: Plan };

const planOf = (pair: Pair, source: SourceSnapshot): Plan =>
  planFor({ ...pair, source }, memoryTarget(pair.current, pair.rules), pair.memory);

const caseOf = (pair: Pair, drawn: readonly Draw[]): Case | undefined => {
  const values = valuesOf(pair.source.directory);
  const doubledValues = drawn.reduce(withDuplicate, values);
  try {
    const plain = planOf(pair, assembled(values, pair.source.renames));
    const plan = planOf(pair, assembled(doubledValues, pair.source.renames));
    return { pair, doubled: doubledIn(doubledValues, pair.source.renames), plain, plan };
  } catch (thrown) {
    // A source whose departments form a cycle is refused, with and without the added row.
    if ((thrown as { code?: string }).code === "source-tree-cycle") return undefined;
    throw thrown;
  }
};

const drawn = cases(2000);

const law = (holds: (given: Case) => void): void =>
  fc.assert(
    fc.property(pairs(), draws, (pair, drawn) => {
      const given = caseOf(pair, drawn);
      fc.pre(given !== undefined);
      holds(given);
    }),
    { seed: 20261122, ...drawn },
  );

/** Returns the keys of all present objects to which a key that occurs twice may refer. */
const inDoubt = ({ pair, doubled }: Case): ReadonlySet<string> =>
  new Set([
    ...doubled,
    ...pair.current.employees
      .filter(({ account, number: own }) =>
        [account, own ?? ""].some((key) => doubled.has(`employee ${canonical(key)}`)),
      )
      .map(({ account }) => `employee ${canonical(account)}`),
  ]);

/** Returns the keys of all rejected records; for people also their account in the service. */
const toldIn = ({ pair, plan }: Case): ReadonlySet<string> => {
  const { employees = [] } = pair.source.directory;
  const keys = plan.rejected.flatMap(({ key }) => (key === undefined ? [] : [canonical(key)]));
  const numbers = employees
    .filter(({ account }) => keys.includes(canonical(account)))
    .flatMap((person) => (person.number ? [canonical(person.number)] : []));
  const accounts = pair.current.employees
    .filter((person) => numbers.includes(canonical(person.number ?? "")))
    .map(({ account }) => canonical(account));
  return new Set([...keys, ...accounts]);
};

/** Returns the `kind key` of everything that the operations of a change write to or refer to. */
const touched = ({ operations }: Change): readonly string[] =>
  operations.flatMap((operation) => {
    const { kind, key, newKey } = subjectOf(operation);
    return [key, ...(newKey === undefined ? [] : [newKey])].map((one) => `${kind} ${canonical(one)}`);
  });

const named = ({ operations }: Change): readonly string[] =>
  operations.flatMap((operation) => {
    const of = (kind: string, key: string | null | undefined) => (key ? [`${kind} ${canonical(key)}`] : []);
    const { id } = operation;
    if (id === "D2") return [...of("department", operation.parent), ...of("level", operation.level)];
    if (id === "D3") return of("level", operation.set.level);
    if (id === "D7") return of("department", operation.parent);
    if (id === "D12") return of("employee", operation.manager);
    if (id === "E13") return of("employee", operation.supervisor);
    if (id !== "E12" && id !== "E14") return [];
    return operation.posts.flatMap(({ department, title, functions = [] }) => [
      ...of("department", department),
      ...of("title", title),
      ...functions.flatMap((code) => of("function", code)),
    ]);
  });

/**
 * Returns the wanted values of a change as text. It leaves out old values, because they differ after a held rename, and the posts
 * of newcomers, which may be in doubt.
 */
const said = ({ id, kind, key, action, fields }: Change): string => {
  const kept = kind === "employee" ? fields.filter(({ field }) => !field.startsWith("post:")) : fields;
  return JSON.stringify({ id, kind, key, action, fields: kept.map(({ field, after }) => ({ field, after })) });
};

/**
 * True when the change depends on other objects. A position depends on all siblings, a swap on both names, and the way the site
 * reports supervisors is derived from all people whose posts are read.
 */
const isRelative = ({ kind, action, reason }: Change): boolean =>
  action === "reorder" || reason === "swap" || kind === "supervisor";

describe("a plan from a source with duplicate keys", () => {
  test("neither changes nor refers to anything that such a row may mean", () => {
    law((given) => {
      const doubtful = inDoubt(given);
      for (const change of given.plan.changes) {
        expect([...touched(change), ...named(change)].filter((name) => doubtful.has(name))).toEqual([]);
      }
      const noted = given.plan.notices.filter(({ code }) => code === "unmanaged");
      expect(noted.filter(({ kind, key }) => doubtful.has(`${kind} ${canonical(key)}`))).toEqual([]);
    });
  });

  test("plans only what it would plan without these rows, and gives a reason for everything left undone", () => {
    let compared = 0;
    law((given) => {
      const { plain, plan } = given;
      const doubtful = inDoubt(given);
      const wanted = new Map(plain.changes.map((change) => [change.id, said(change)]));
      const done = plan.changes.filter((change) => !isRelative(change));
      for (const change of done) expect(said(change)).toBe(wanted.get(change.id));
      compared += done.length;
      const here = new Set(plan.changes.map(({ id }) => id));
      const held = new Set(plan.held.map(({ kind, key }) => `${kind} ${canonical(key)}`));
      const told = toldIn(given);
      const left = plain.changes.filter((change) => !isRelative(change) && !here.has(change.id));
      const unexplained = left.filter(
        (change) =>
          ![...touched(change), ...named(change)].some((name) => doubtful.has(name)) &&
          !held.has(`${change.kind} ${canonical(change.key)}`) &&
          !told.has(canonical(change.key.split("/")[0] ?? "")) &&
          !change.needs.some((id) => !here.has(id)),
      );
      expect(unexplained.map(said)).toEqual([]);
    });
    expect(compared).toBeGreaterThan(2 * drawn.numRuns);
  });
});
