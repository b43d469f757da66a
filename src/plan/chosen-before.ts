/** Tells chosen approvers from managers who approve by default (R60). */
import { canonicalKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import type { TargetSnapshot } from "../model/snapshot.ts";
import { managersAbove, supervisorsShown } from "./manager-chain.ts";

/**
 * Was the supervisor of a post of `reading` certainly chosen, and not returned only because they manage the department? `complete`:
 * a complete reading, which shows what the site returns.
 */
export const chosenIn = (reading: TargetSnapshot, complete: TargetSnapshot = reading): ((post: Post) => boolean) => {
  const shows = supervisorsShown(byKey(complete), complete.employees);
  const departments = byKey(reading);
  return ({ department, supervisor }) =>
    Boolean(supervisor) &&
    (shows === "chosen" || !managersAbove(departments, department).includes(canonicalKey(supervisor ?? "")));
};

const byKey = ({ departments }: TargetSnapshot) =>
  new Map(departments.map((found) => [canonicalKey(found.code), found]));
