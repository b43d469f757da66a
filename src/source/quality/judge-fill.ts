/**
 * Finds a field that used to be filled and no longer is: the column has lost its values. Records with rejected cells count
 * as filled now and as blank last time, so that they cannot cause a finding.
 */
import { type FillProfile, type SourceProfile, sourceKinds } from "../../model/quality.ts";
import type { Found } from "./settings.ts";

/** A kind with fewer rows is not judged, because a share of so few rows means nothing. */
const fewestRows = 20;

/**
 * The rule `fill-fell`. `points`: by how many percentage points the share of filled values may fall. For posts it is the
 * share of people with a value in at least one post, among the people who have posts.
 */
export const judgeFill = (now: SourceProfile, last: SourceProfile, points: number): Found[] =>
  sourceKinds.flatMap((kind) => {
    const [before, after] = [last.kinds[kind]?.fill, now.kinds[kind]?.fill];
    if (!before || !after || before.rows < fewestRows || after.rows < fewestRows) return [];
    return Object.keys(before.filled)
      .sort()
      .flatMap((field): Found[] => {
        const [atLeast, atMost] = [before.filled[field] ?? 0, (after.filled[field] ?? 0) + unknownIn(after)];
        // Computed in integers, because in floating point 0.57 × 100 is not 57.
        const fall = (atLeast * after.rows - atMost * before.rows) * 100;
        if (fall <= points * before.rows * after.rows) return [];
        const base = percent(atLeast, before.rows);
        const count = percent(atMost, after.rows);
        const limit = Math.round((base - points) * 10) / 10;
        const of = kind === "post" ? "people" : "rows";
        return [
          {
            rule: "fill-fell",
            kind,
            field,
            count,
            limit,
            base,
            message: `${field} of ${kind} fell from ${base} % to ${count} % of ${after.rows} ${of}; at least ${limit} % were expected`,
            hint: "check the column in the export and in the mapping; if it is right as it is, accept `fill-fell` once",
          },
        ];
      });
  });

const unknownIn = ({ rows, known }: FillProfile): number => rows - known;

/** Rounded to one decimal. */
const percent = (part: number, whole: number): number => Math.round((part * 1000) / whole) / 10;
