/**
 * Every request of a plan has values that the service's own schema accepts, whatever HR's cells contain (R96): what it would
 * refuse is left out when it is read, or held when it is planned.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { line } from "../../src/contract/records/texts.ts";
import { strictBody } from "../../src/contract/strict-body.ts";
import type { FieldSpec } from "../../src/model/directory/field-spec.ts";
import type { RejectedRow, SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import { departmentUpdate, employeeUpdate, postsUpdate, requestOf } from "../../src/site/perform/translate-request.ts";
import { converter } from "../../src/source/cells/converter.ts";
import { fieldsOf, kindOf, type Table } from "../../src/source/mapping/fields.ts";
import { canonical, type FullDirectory } from "../support/directory/full-directory.ts";
import { type Pair, pairs } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

type Fields = Record<string, unknown>;

const units = ["a", "字", "é", "㈱", "ﷺ", "😀", " ", "/", ".", "?", "\t", "\u0007", "\u202e", "\u200b", "\ud800", "İ"];
const nasty = fc
  .tuple(fc.array(fc.constantFrom(...units), { maxLength: 4 }), fc.constantFrom(0, 1, 9, 250, 256, 4_001))
  .map(([parts, length]) => `${parts.join("")}${"x".repeat(length)}`);

/** Replaces some texts of the records by what the reader makes of a nasty cell. */
const spoiled = (table: Table, records: readonly object[] | undefined, rejected: RejectedRow[], draw: Draw) =>
  records?.flatMap((record) => {
    const made: Fields = { ...record };
    for (const [field, spec] of Object.entries(fieldsOf(table))) {
      if (typeof made[field] !== "string" || !isText(spec) || draw(fc.integer({ min: 0, max: 5 })) > 0) continue;
      const cell = `${spec.key ? made[field] : ""}${draw(nasty)}`.trim();
      if (cell === "") continue;
      const converted = converter(spec)(cell);
      const bad = "bad" in converted ? converted.bad : undefined;
      const value = "bad" in converted ? converted.bad.value : converted.value;
      if (bad && !bad.keepsRecord) {
        rejected.push({ kind: kindOf[table], file: "hr.csv", column: field, key: made[field], ...bad });
        return [];
      }
      if (value === undefined) delete made[field];
      else made[field] = value;
    }
    return [made];
  });

const isText = ({ type }: Pick<FieldSpec, "type">) => ["code", "name", "text", "department"].includes(type);

type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

const withNastyCells = (source: SourceSnapshot, draw: Draw): SourceSnapshot => {
  const { directory } = source;
  const rejected = [...source.rejected];
  const list = (table: Exclude<Table, "posts">) => {
    const records = spoiled(table, directory[table], rejected, draw);
    return records && { [table]: records };
  };
  const renames = source.renames.map((rename) => ({
    ...rename,
    to: `${rename.to}${draw(fc.constantFrom("", "/", "x".repeat(256)))}`,
  }));
  return {
    ...source,
    renames,
    rejected,
    directory: {
      ...directory,
      ...list("levels"),
      ...list("titles"),
      ...list("categories"),
      ...list("functions"),
      ...list("departments"),
      ...list("employees"),
    },
  };
};

/** Gives some departments the longest names, so that temporary names could become too long. */
const withLongNames = (current: FullDirectory, draw: Draw): FullDirectory => ({
  ...current,
  departments: current.departments.map((department) => ({
    ...department,
    ...(draw(fc.integer({ min: 0, max: 3 })) === 0 && { name: department.name.padEnd(line.maxLength ?? 0, "x") }),
  })),
});

const nastyPairs = fc.tuple(pairs(), fc.gen()).map(([pair, gen]): Pair => {
  const draw: Draw = (arbitrary) => gen(() => arbitrary);
  return { ...pair, source: withNastyCells(pair.source, draw), current: withLongNames(pair.current, draw) };
});

const requestFor = (operation: Operation, { departments, employees }: FullDirectory) => {
  if (operation.id === "D3") {
    const found = departments.find(({ code }) => canonical(code) === canonical(operation.code));
    const { code, newCode, set } = operation;
    return departmentUpdate(code, newCode, { name: "n", level: "L", ...found, ...set, code: "" });
  }
  if (operation.id === "E11") {
    const { account, newAccount, set } = operation;
    const found = employees.find((person) => canonical(person.account) === canonical(account));
    return employeeUpdate(account, { name: "n", ...found, ...set, account: newAccount }, "offset");
  }
  return operation.id === "E14" ? postsUpdate(operation.account, operation.posts) : requestOf(operation, "offset");
};

describe("a plan from nasty cells", () => {
  // Sampled, because shrinking these values takes longer than reading them.
  const sample = fc.sample(nastyPairs, { seed: 20_261_122, ...cases(500) });

  it("has only requests that the service's schema accepts", () => {
    let count = 0;
    for (const pair of sample) {
      const plan = planFor(pair, memoryTarget(pair.current, pair.rules), pair.memory);
      const requests = plan.changes.flatMap(({ operations }) => operations.map((one) => requestFor(one, pair.current)));
      for (const { id, body } of requests)
        expect([id, strictBody(id)?.safeParse(body).error?.issues]).toEqual([id, undefined]);
      count += requests.length;
    }
    expect(count).toBeGreaterThan(sample.length);
  });
});
