/**
 * What a site was seen to do with writes beyond what they ask for: an operation takes something along, or stores a value otherwise
 * than it was sent. The ledger keeps each habit with its evidence, and a week without it does not clear it. It also counts how many
 * written objects were read back completely, so that the first writes of each operation are all read back.
 */
import { postIn } from "../../model/directory/address.ts";
import { ledgerKey, type Memory } from "../../model/memory/memory.ts";
import {
  habitSubject,
  habitsOf,
  looksAt,
  looksSubject,
  type Sample,
  type SiteHabit,
  samplesInDoubt,
} from "../../model/memory/site-habit.ts";
import type { Kind, LedgerEntry } from "../../model/plan/plan.ts";

/** A habit as one reading back has shown it. */
export type Observed = Pick<SiteHabit, "operation" | "does" | "kind" | "field">;

/** The samples that have shown an operation to do more, or something else, than it was asked to. */
export const unreliableSamples = (memory: Pick<Memory, "written">): ReadonlySet<Sample> =>
  new Set(habitsOf(memory).flatMap(samplesInDoubt));

/** Ledger entries that add `looks` to the counts. */
export const countLooks = ({ written }: Memory, looks: ReadonlyMap<Sample, number>): LedgerEntry[] =>
  [...looks].map(([field, count]) => ({
    subject: looksSubject,
    field,
    value: String(looksAt(written, field) + count),
  }));

/** Ledger entries that add what was observed to the evidence; `observed` has an element for each object concerned. */
export const rememberHabits = ({ written }: Memory, observed: readonly Observed[], today: string): LedgerEntry[] =>
  [...Map.groupBy(observed, fieldOf)].map(([field, all]) => {
    const [seen = "0", first = today] = written.get(ledgerKey(habitSubject, field))?.split(":") ?? [];
    return { subject: habitSubject, field, value: [Number(seen) + all.length, first, today].join(":") };
  });

const fieldOf = ({ operation, does, kind, field }: Observed): string => [operation, does, kind, field].join("/");

/** The name under which a habit is kept for a field of a change: without the code of a department. */
export const habitField = (kind: Kind, field: string): string =>
  postIn(field) !== undefined ? "posts" : kind === "supervisor" ? "supervisor" : field;
