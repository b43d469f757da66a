/** A habit of a site: what it does with writes beyond what they ask for, with the evidence that the ledger keeps. */

import type { Operation } from "../plan/operation.ts";
import type { Kind } from "../plan/plan.ts";
import { ledgerKey, type Memory } from "./memory.ts";

export type SiteHabit = {
  readonly operation: Operation["id"];
  /**
   * takes-along: the write changes something that it does not state · takes-from-others: so it does with people whom it does not
   * write · stores-otherwise: it does not store what it states.
   */
  readonly does: "takes-along" | "takes-from-others" | "stores-otherwise";
  /** What was lost or stored otherwise; it contains no values. */
  readonly kind: Kind;
  readonly field: string;
  /** Seen for `seen` of the `of` written objects that were read back completely. */
  readonly seen: number;
  readonly of: number;
  /** The first and last calendar date on which it was seen. */
  readonly first: string;
  readonly last: string;
};

/** The ledger subjects of habits, and of how many written objects were read back completely. */
export const habitSubject = "site/habits";
export const looksSubject = "site/looks";

/** All habits that the ledger knows, in the order of their operations. */
export const habitsOf = ({ written }: Pick<Memory, "written">): readonly SiteHabit[] =>
  [...written]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, value]) => {
      if (!key.startsWith(`${habitSubject} `)) return [];
      const [operation, does, kind, field] = key.slice(habitSubject.length + 1).split("/");
      const [seen, first, last] = value?.split(":") ?? [];
      if (!operation || !does || !kind || !field || !seen || !first || !last) return [];
      const habit = { operation, does, kind, field, seen: Number(seen), first, last } as Omit<SiteHabit, "of">;
      return [{ ...habit, of: Math.max(looksAt(written, sampleShowing(habit)), habit.seen) }];
    });

/** What is read back because of an operation: whom it wrote, or those beside them (bystanders). */
export type Sample = Operation["id"] | `${Operation["id"]} beside`;

/** The sample in which a habit shows. */
const sampleShowing = ({ operation, does }: Pick<SiteHabit, "operation" | "does">): Sample =>
  does === "takes-from-others" ? `${operation} beside` : operation;

/**
 * The samples that are read back as a whole after a habit was seen. A post that is not as an operation stated it may have been undone by
 * the same operation for somebody beside.
 */
export const samplesInDoubt = (habit: Pick<SiteHabit, "operation" | "does" | "kind">): readonly Sample[] => {
  const { operation, does, kind } = habit;
  const isOfPosts = kind === "post" || kind === "supervisor";
  return does === "stores-otherwise" && isOfPosts ? [operation, `${operation} beside`] : [sampleShowing(habit)];
};

/** How many objects of a sample were read back completely, in all runs. */
export const looksAt = (written: Memory["written"], sample: Sample): number =>
  Number(written.get(ledgerKey(looksSubject, sample)) ?? 0);
