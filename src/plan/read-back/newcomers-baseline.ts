/**
 * What the service hides of the people whom a run has created: from now on, HR's values count as theirs. The reading before the run, which
 * says the same of everybody else (`hiddenBaseline`, `postsBaseline`), does not have them; what HR changes before the next run would count
 * as written.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import { lacks, postsBaseline } from "../draft/written-posts.ts";
import { hiddenBaseline } from "../people/hidden-data.ts";
import { isDone, type SecondReading } from "./second-plan.ts";

export const newcomersBaseline = ({ source, now, memory, tried, results }: SecondReading): LedgerEntry[] => {
  const created = new Set(
    tried.flatMap(({ id, kind, action, key, operations }) => {
      const isStated = action === "create" || operations.some((one) => one.id === "E11");
      return kind === "employee" && isStated && isDone(results.get(id)) ? [canonicalKey(key)] : [];
    }),
  );
  const target = { ...now, employees: now.employees.filter(({ account }) => created.has(canonicalKey(account))) };
  // Of many newcomers, the posts of some are presumed as they were sent; what E4 shows of nobody, it does not show of them.
  const isLacking = (part: "title" | "functions") =>
    now.employees.some(({ posts = [] }) => posts.some((post) => lacks(post, part)));
  const lacking = { title: isLacking("title"), functions: isLacking("functions") };
  return [
    ...hiddenBaseline(source, target, memory),
    ...postsBaseline(source, target, memory, (_, part) => lacking[part]),
  ];
};
