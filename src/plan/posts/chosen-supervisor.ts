/** Finds out whether the supervisor of a post was chosen for it, or is only the manager who approves by default (R60). */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { ledgerKey, postSubject, supervisorDoubt } from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import { managersAbove } from "../draft/manager-chain.ts";
import type { PlanContext } from "../draft/plan-context.ts";

/** The account of the chosen supervisor; null: none is chosen; undefined: not known. */
const chosenSupervisor = (
  { departments, memory, supervisorsShown }: PlanContext,
  account: string,
  { department, supervisor }: Post,
): string | null | undefined => {
  if (supervisor === undefined) return undefined;
  if (supervisor === null || supervisorsShown === "chosen") return supervisor;
  if (!managersAbove(departments.current, department).includes(canonicalKey(supervisor))) return supervisor;
  const subject = postSubject(account, department);
  const written = memory.written.get(ledgerKey(subject, "supervisor"));
  const doubted = typeof memory.written.get(ledgerKey(subject, supervisorDoubt)) === "string";
  return typeof written === "string" && (doubted || !sameKey(written, supervisor)) ? undefined : written;
};

/** What is known of the supervisors chosen for these posts, as ledger entries; posts of which nothing is known are left out. */
export const chosenSupervisors = (context: PlanContext, account: string, posts: readonly Post[]): LedgerEntry[] =>
  posts.flatMap((post) => {
    const value = chosenSupervisor(context, account, post);
    return value === undefined ? [] : [{ subject: postSubject(account, post.department), field: "supervisor", value }];
  });
