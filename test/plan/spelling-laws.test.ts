/** The law of spelling: in whatever case and width a site and the list of renames spell codes and accounts, the plan is the same. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalKey } from "../../src/model/directory/canonical.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { FullDirectory } from "../support/directory/full-directory.ts";
import { pairs } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { seededRandom } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCharCode((one.codePointAt(0) ?? 0) + 0xfee0));

const spellings = [String, (text: string) => text.toUpperCase(), (text: string) => text.toLowerCase(), wide];

/** Each time in another way. */
const speller = (seed: number) => {
  const random = seededRandom(seed);
  return <T extends string | null>(text: T): T =>
    (text && (spellings[Math.floor(random() * spellings.length)] ?? String)(text)) as T;
};

const respelt = (directory: FullDirectory, seed: number): FullDirectory => {
  const key = speller(seed);
  return {
    levels: directory.levels.map((one) => ({ ...one, code: key(one.code) })),
    titles: directory.titles.map((one) => ({ ...one, code: key(one.code) })),
    categories: directory.categories,
    functions: directory.functions.map((one) => ({ ...one, code: key(one.code) })),
    departments: directory.departments.map((one) => ({
      ...one,
      code: key(one.code),
      parent: key(one.parent),
      level: key(one.level),
      manager: key(one.manager),
    })),
    employees: directory.employees.map((one) => ({
      ...one,
      account: key(one.account),
      number: key(one.number),
      posts: one.posts.map((post) => ({
        ...post,
        department: key(post.department),
        title: key(post.title),
        functions: post.functions.map(key),
        supervisor: key(post.supervisor),
      })),
    })),
  };
};

/** Everything that is planned or said, in canonical form. Lists go by key, so only the order of operations says something. */
const canonicalPlan = ({ fingerprint: _, ...plan }: Plan): unknown =>
  JSON.parse(canonicalKey(JSON.stringify(plan)), (name, value: unknown) => {
    if (!Array.isArray(value) || name === "operations") return value;
    // Whoever has one of `numbers` is the person meant, so the spellings of both sides are among them.
    return [...new Set(value.map((one) => JSON.stringify(one)))].toSorted();
  });

it("a plan does not depend on how the site and the renames spell codes, accounts and references", () => {
  fc.assert(
    fc.property(pairs(), (pair) => {
      const plan = planFor(pair, memoryTarget(pair.current, pair.rules), pair.memory);
      // Which of two objects that swap their names or codes gives way goes by the order of their keys.
      fc.pre(plan.changes.every(({ reason }) => reason !== "swap"));
      const key = speller(pair.seed);
      const renames = pair.source.renames.map((one) => ({ ...one, from: key(one.from), to: key(one.to) }));
      const other = { ...pair, source: { ...pair.source, renames } };
      const target = memoryTarget(respelt(pair.current, pair.seed), pair.rules);
      expect(canonicalPlan(planFor(other, target, pair.memory))).toEqual(canonicalPlan(plan));
    }),
    { seed: 20261128, ...cases(1000) },
  );
});
