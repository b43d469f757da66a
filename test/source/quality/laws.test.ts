/**
 * Laws of the gate for random companies: it reports nothing after an ordinary day, it always refuses half a company, it
 * never takes a rejected row for a missing one, and the order of records does not matter.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Directory } from "../../../src/model/directory/directory.ts";
import type { RejectedRow, SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { SourceKind } from "../../../src/model/plan/quality.ts";
import { shuffle } from "../../support/random/shuffled.ts";
import { seededRandom } from "../../support/target/execute-plan.ts";
import { type FullCompany, judged, snapshotOf } from "./company.ts";
import { ordinaryDay } from "./ordinary-day.ts";
import { companyDraws, drawnCompany } from "./random-company.ts";

const parameters = { seed: 20_261_121, numRuns: 150 };

type Random = () => number;

const law = (holds: (company: FullCompany, random: Random) => void): void =>
  fc.assert(
    fc.property(companyDraws(), fc.nat({ max: 0x7fffffff }), (draw, seed) => {
      holds(drawnCompany(draw), seededRandom(seed));
    }),
    parameters,
  );

const lists = [
  ["level", "levels"],
  ["title", "titles"],
  ["category", "categories"],
  ["function", "functions"],
  ["department", "departments"],
  ["employee", "employees"],
] as const;

type List = (typeof lists)[number][1];

const half = <T>(records: readonly T[], random: Random): readonly T[] =>
  shuffle(records, random).slice(0, Math.floor(records.length / 2));

const keyOf = (record: object): string => {
  const { code, account, name } = record as Readonly<Record<string, string>>;
  return account ?? code ?? name ?? "";
};

/** Turns some records into rejected rows, with or without their key, and rejects one cell of some other records. */
const rejecting = (company: FullCompany, random: Random): SourceSnapshot => {
  const share = random();
  const directory: { -readonly [Name in List]?: readonly object[] } = {};
  const rejected: RejectedRow[] = [];
  for (const [kind, list] of lists) {
    const rows = (company[list] as readonly object[]).map((record, at) => {
      const row = { kind, file: `${kind}.csv`, line: at + 2, column: "x", code: "x", reason: "x" } as const;
      const out = random() < share;
      if (out) rejected.push(random() < 0.5 ? { ...row, key: keyOf(record) } : row);
      return { record, out, row };
    });
    directory[list] = rows
      .filter(({ out }) => !out)
      .map(({ record, row }) => (random() < 0.2 ? withLostCell(record, row, rejected, random) : record));
  }
  return snapshotOf(directory as Directory, rejected);
};

const withLostCell = (record: object, row: RejectedRow, rejected: RejectedRow[], random: Random): object => {
  const kind = row.kind === "employee" && random() < 0.5 ? "post" : row.kind;
  rejected.push({ ...row, kind, key: keyOf(record) });
  const lost: readonly string[] = kind === "post" ? ["posts"] : ["email", "manager", "description"];
  return Object.fromEntries(Object.entries(record).filter(([field]) => !lost.includes(field)));
};

const shuffledLists = (snapshot: SourceSnapshot, random: Random): SourceSnapshot => ({
  ...snapshot,
  directory: Object.fromEntries(
    Object.entries(snapshot.directory).map(([list, records]) => [list, shuffle<unknown>(records, random)]),
  ),
  rejected: shuffle(snapshot.rejected, random),
});

describe("the judgement", () => {
  it("finds nothing where nothing has changed", () => {
    law((company) => expect(judged(snapshotOf(company), snapshotOf(company))).toEqual([]));
  });

  it("finds nothing in an ordinary day", () => {
    let changed = 0;
    law((company, random) => {
      const next = ordinaryDay(company, random);
      if (JSON.stringify(next) !== JSON.stringify(company)) changed += 1;
      expect(judged(snapshotOf(next), snapshotOf(company))).toEqual([]);
    });
    expect(changed).toBeGreaterThan(140);
  });

  it("refuses half of any kind that has ten rows", () => {
    const refused = new Set<SourceKind>();
    law((company, random) => {
      for (const [kind, list] of lists) {
        if (company[list].length < 10) continue;
        const now = snapshotOf({ ...company, [list]: half<unknown>(company[list], random) });
        expect(judged(now, snapshotOf(company))).toContainEqual(
          expect.objectContaining({ rule: "rows-fell", severity: "refuse", kind }),
        );
        refused.add(kind);
      }
    });
    expect([...refused].sort()).toEqual(["department", "employee", "function", "level", "title"]);
  });

  it("refuses half of the posts", () => {
    law((company, random) => {
      const all = company.employees.flatMap(({ posts = [] }) => posts);
      const left = new Set(half(all, random));
      const employees = company.employees.map((person) => ({
        ...person,
        posts: (person.posts ?? []).filter((post) => left.has(post)),
      }));
      expect(judged(snapshotOf({ ...company, employees }), snapshotOf(company))).toContainEqual(
        expect.objectContaining({ rule: "rows-fell", severity: "refuse", kind: "post" }),
      );
    });
  });

  it("never takes a rejected row for one that is not there, neither now nor last time", () => {
    let most = 0;
    law((company, random) => {
      const damaged = rejecting(company, random);
      most = Math.max(most, damaged.rejected.length);
      const found = judged(damaged, snapshotOf(company));
      expect(found.filter(({ rule }) => rule !== "rejected-many")).toEqual([]);
      expect(judged(snapshotOf(company), damaged)).toEqual([]);
    });
    expect(most).toBeGreaterThan(100);
  });

  it("does not depend on the order of records", () => {
    const rules = new Set<string>();
    law((company, random) => {
      const last = snapshotOf(company);
      const damaged = rejecting(company, random);
      const now: SourceSnapshot = {
        ...damaged,
        directory: {
          ...damaged.directory,
          employees: (damaged.directory.employees ?? []).map((person) => ({
            ...person,
            account: `x${person.account}`,
          })),
          departments: (damaged.directory.departments ?? []).map(({ parent, ...department }) => ({
            ...department,
            parent: random() < 0.5 ? null : (parent ?? null),
          })),
        },
      };
      const found = judged(now, last);
      for (const { rule } of found) rules.add(rule);
      expect(judged(shuffledLists(now, random), shuffledLists(last, random))).toEqual(found);
    });
    expect([...rules].sort()).toEqual(["fill-fell", "keys-changed", "rejected-many", "tree-shape"]);
  });
});
