/**
 * The rule `fill-fell` for columns in which a blank cell decides something. A blank cell of a field says nothing, but one of a condition lets
 * somebody in who was left out, or takes a protection away, and one of a field with a `default` is that value. For the conditions and the
 * status of entries of directories, see vanished.ts.
 */
import type { SourceProfile } from "../../model/plan/quality.ts";
import type { Found } from "./found.ts";
import { fellTo } from "./judge-rows.ts";

export const blankConditions = (
  { conditions: now = [] }: SourceProfile,
  { conditions: last = [] }: SourceProfile,
  points: number,
): Found[] =>
  last.flatMap((before): Found[] => {
    const after = now.find(({ kind, column }) => kind === before.kind && column === before.column);
    if (!after) return [];
    // Whoever was left out may have left the file as well.
    const gone = Math.max(0, before.rows - after.rows);
    const place = { kind: before.kind, field: before.column };
    return fellTo(place, before, { ...after, atMost: after.filled }, gone, points);
  });
