/** The differences that the entries of a report state, in the form of test/support/expected/object-differences.ts. */
import { canonicalKey } from "../../src/model/directory/canonical.ts";
import type { Entry } from "../../src/report/entries/entries.ts";
import type { Fact } from "../../src/report/entries/facts.ts";
import { comparable, type ObjectDifference, type Renamed } from "../support/expected/object-differences.ts";

const nameOf = ({ field, department }: Fact): string =>
  department === undefined ? field : `${field} ${canonicalKey(department)}`;

/**
 * Returns what the entries say; positions are left out, because a reading shows them for all siblings. An entry names the former
 * manager by the account before the plan, `renamed` gives the one after.
 */
export const statedDifferences = (entries: readonly Entry[], renamed: Renamed): readonly ObjectDifference[] =>
  entries.flatMap((entry) => {
    const facts = entry.facts.filter(({ field }) => field !== "order" && field !== "resignationDate");
    const fields = new Map(
      facts.map((fact) => {
        const name = nameOf(fact);
        const before = comparable(name, fact.before);
        const was = fact.kind === "manager" ? (renamed.employee.get(before) ?? before) : before;
        return [name, [was, comparable(name, fact.after)] as const];
      }),
    );
    const isNew = entry.verbs.includes("joins") || entry.verbs.includes("new");
    return fields.size === 0 ? [] : [{ object: `${entry.kind}/${canonicalKey(entry.key)}`, isNew, fields }];
  });

/**
 * What `all` has in common with the other side: a new object also gets defaults that no plan states. Approvers go with the post, and
 * are written although they stand there where a site may show the department's manager instead.
 */
export const compared = (all: readonly ObjectDifference[], other: readonly ObjectDifference[], isStated: boolean) => {
  const others = new Map(other.map((one) => [one.object, one.fields]));
  return Object.fromEntries(
    all.flatMap(({ object, isNew, fields }) => {
      if (object.startsWith("category/")) return []; // no reading lists categories
      const theirs = others.get(object);
      const kept = [...fields].flatMap(([name, [before, after]]) => {
        if (isNew) return after !== "" && (isStated || theirs?.has(name)) ? [[name, after]] : [];
        if (!name.startsWith("supervisor ")) return [[name, `${before} → ${after}`]];
        const isLost = fields.get(name.replace("supervisor", "post"))?.[1] === "";
        return isLost || (isStated && !theirs?.has(name)) ? [] : [[name, after]];
      });
      return kept.length === 0 ? [] : [[object, Object.fromEntries(kept)]];
    }),
  );
};
