/**
 * Counts the filled cells of columns of files that conditions (`only`, `except`, `protect`) read. `quality/blank-conditions.ts` judges the
 * counts.
 */
import type { ConditionColumn, SourceKind } from "../../model/quality.ts";

export type ConditionCells = {
  /** Returns a function that counts a cell of this column. */
  readonly at: (kind: SourceKind, column: string) => (isFilled: boolean) => void;
  readonly seen: () => readonly ConditionColumn[];
};

/** Counts through one reading. */
export const watchConditions = (): ConditionCells => {
  const columns = new Map<string, { kind: SourceKind; column: string; rows: number; filled: number }>();
  return {
    at: (kind, column) => {
      const known = columns.get(`${kind} ${column}`) ?? { kind, column, rows: 0, filled: 0 };
      columns.set(`${kind} ${column}`, known);
      return (isFilled) => {
        known.rows++;
        if (isFilled) known.filled++;
      };
    },
    seen: () => [...columns.values()],
  };
};
