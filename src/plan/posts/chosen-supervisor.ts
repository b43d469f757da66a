/** Finds out whether the supervisor of a post was chosen for it, or is only the manager who approves by default (R60). */
import { canonicalKey, sameKey } from "../../model/canonical.ts";
import type { Post } from "../../model/directory.ts";
import { ledgerKey, postSubject, supervisorDoubt } from "../../model/memory.ts";
import type { LedgerEntry } from "../../model/plan.ts";
import { managersAbove, type SupervisorsShown, supervisorsShown } from "../draft/manager-chain.ts";
import type { PeopleContext, PlanContext } from "../draft/plan-context.ts";

/** Whom the service shows as supervisors: as the caller of the planning knows it, else as the reading tells. */
export const shownSupervisors = (context: PeopleContext): SupervisorsShown =>
  context.supervisorsShown ?? supervisorsShown(context.departments.current, context.target.employees);

/** The account of the chosen supervisor; null: none is chosen; undefined: not known. */
const chosenSupervisor = (
  { departments, memory }: PlanContext,
  shows: SupervisorsShown,
  account: string,
  { department, supervisor }: Post,
): string | null | undefined => {
  if (supervisor === undefined) return undefined;
  if (supervisor === null || shows === "chosen") return supervisor;
  if (!managersAbove(departments.current, department).includes(canonicalKey(supervisor))) return supervisor;
  const subject = postSubject(account, department);
  const written = memory.written.get(ledgerKey(subject, "supervisor"));
  const doubted = typeof memory.written.get(ledgerKey(subject, supervisorDoubt)) === "string";
  return typeof written === "string" && (doubted || !sameKey(written, supervisor)) ? undefined : written;
};

/** What is known of the supervisors chosen for these posts, as ledger entries; posts of which nothing is known are left out. */
export const chosenSupervisors = (
  context: PlanContext,
  shows: SupervisorsShown,
  account: string,
  posts: readonly Post[],
): LedgerEntry[] =>
  posts.flatMap((post) => {
    const value = chosenSupervisor(context, shows, account, post);
    return value === undefined ? [] : [{ subject: postSubject(account, post.department), field: "supervisor", value }];
  });
