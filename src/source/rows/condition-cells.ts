/**
 * Counts the filled cells of columns in which a blank decides something: those that conditions of files (`only`, `except`, `protect`)
 * read, and those of fields with a `default`. `quality/judge-rows.ts` judges the counts.
 */
import type { ConditionColumn, SourceKind } from "../../model/plan/quality.ts";
import type { Part } from "../feeds/feed.ts";

export type ConditionCells = {
  /** Returns a function that counts a cell of this column. A directory that is read again from its start is counted anew. */
  readonly at: (kind: SourceKind, column: string, part: Part) => (isFilled: boolean) => void;
  readonly seen: () => readonly ConditionColumn[];
};

type Count = { readonly kind: SourceKind; readonly column: string; rows: number; filled: number };

/** Counts through one reading. */
export const watchConditions = (): ConditionCells => {
  const counts = new Map<Part, Map<string, Count>>();
  return {
    at: (kind, column, part) => {
      const own = counts.get(part) ?? new Map<string, Count>();
      counts.set(part, own);
      const known = part.kind?.hasEntries ? undefined : own.get(column);
      const count = known ?? { kind, column, rows: 0, filled: 0 };
      own.set(column, count);
      return (isFilled) => {
        count.rows++;
        if (isFilled) count.filled++;
      };
    },
    seen: () => {
      const all = [...counts.values()].flatMap((own) => [...own.values()]);
      return [...Map.groupBy(all, ({ kind, column }) => `${kind} ${column}`).values()].map((same) => ({
        ...(same[0] as Count),
        rows: same.reduce((sum, { rows }) => sum + rows, 0),
        filled: same.reduce((sum, { filled }) => sum + filled, 0),
      }));
    },
  };
};
