/** Tells chosen approvers from managers who approve by default (R60). */

import { canonicalKey } from "../../model/canonical.ts";
import type { Post } from "../../model/directory.ts";
import { byKey } from "../../model/objects.ts";
import type { TargetSnapshot } from "../../model/snapshot.ts";
import { managersAbove, type SupervisorsShown, supervisorsShown } from "../draft/manager-chain.ts";

/**
 * Was the supervisor of a post of `reading` certainly chosen, and not returned only because they manage the department? `shows`: what
 * the site returns, where the reading is not complete.
 */
export const chosenIn = (
  reading: TargetSnapshot,
  shows: SupervisorsShown = shownIn(reading),
): ((post: Post) => boolean) => {
  const departments = byKey(reading.departments);
  return ({ department, supervisor }) =>
    Boolean(supervisor) &&
    (shows === "chosen" || !managersAbove(departments, department).includes(canonicalKey(supervisor ?? "")));
};

/** Which supervisors the site returns, as a reading shows. */
export const shownIn = (reading: TargetSnapshot): SupervisorsShown =>
  supervisorsShown(byKey(reading.departments), reading.employees);
