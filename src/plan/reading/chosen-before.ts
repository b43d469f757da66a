/** Tells chosen approvers from managers who approve by default (R60). */

import { addressOf } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { TargetSnapshot } from "../../model/directory/snapshot.ts";
import { emptyMemory, ledgerKey, type Memory, postSubject, showsChosenEntry } from "../../model/memory/memory.ts";
import type { LedgerEntry, Wanted } from "../../model/plan/plan.ts";
import { managersAbove, type SupervisorsShown, supervisorsShown } from "../draft/manager-chain.ts";
import { maybeStranger } from "../draft/plan-context.ts";

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

/** Which supervisors the site returns, as a reading shows, or an earlier one has shown. */
export const shownIn = (reading: TargetSnapshot, memory: Pick<Memory, "written"> = emptyMemory): SupervisorsShown =>
  supervisorsShown(byKey(reading.departments), reading.employees, memory);

/** What a run remembers of its reading about chosen approvers, before it applies its plan. */
export const supervisorsRemembered = (plan: Wantings, reading: TargetSnapshot, memory: Memory): LedgerEntry[] => {
  const { subject, field, value } = showsChosenEntry;
  const known = memory.written.get(ledgerKey(subject, field)) ?? null;
  const shown = shownIn(reading);
  const now = shown === "unknown" ? known : shown === "chosen" ? value : null;
  const isChosen = chosenIn(reading, now === value ? "chosen" : shown);
  return [
    ...(now === known ? [] : [{ subject, field, value: now }]),
    ...chosenToWithdraw(plan, { reading, isChosen, memory }),
  ];
};

type Wantings = { readonly changes: readonly Wanted[]; readonly held: readonly Wanted[] };

/**
 * Approvers who are to be withdrawn and were certainly chosen, whatever the ledger says: the site may have ignored what was written, or
 * another write may have undone it. Whoever becomes the manager is shown alike from then on, so this is the last time that it can be seen.
 */
const chosenToWithdraw = (
  { changes, held }: Wantings,
  {
    reading,
    isChosen,
    memory,
  }: { readonly reading: TargetSnapshot; readonly isChosen: (post: Post) => boolean; readonly memory: Memory },
): LedgerEntry[] =>
  [...changes, ...held].flatMap((one) => {
    const address = addressOf(one);
    const [{ before, after } = { before: null, after: null }] = one.fields;
    if (address.of !== "supervisor" || after !== null || typeof before !== "string") return [];
    const { person, department } = address;
    const subject = postSubject(person, department);
    const isKnown = typeof memory.written.get(ledgerKey(subject, "supervisor")) === "string";
    if (isKnown || maybeStranger({ target: reading, memory }, subject, before)) return [];
    return isChosen({ department, main: true, supervisor: before })
      ? [{ subject, field: "supervisor", value: before }]
      : [];
  });
