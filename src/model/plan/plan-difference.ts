/** The difference between two plans that were made from the same readings under two configurations. */
import type { Breach, Change, HeldChange } from "./plan.ts";

/** What one of the plans has, and the other has not, or has otherwise. */
export type OwnPart = {
  /** Changes that only this plan has. */
  readonly only: readonly Change[];
  /** This plan's form of the changes that differ in their fields or in what they write; in the same order in both plans. */
  readonly differing: readonly Change[];
  readonly held: readonly HeldChange[];
  readonly breaches: readonly Breach[];
};

export type PlanDifference = {
  /** How many changes are the same in both. */
  readonly same: number;
  readonly one: OwnPart;
  readonly other: OwnPart;
};

export const isEmptyDifference = ({ one, other }: PlanDifference): boolean =>
  [one, other].every((part) => Object.values(part).every((entries) => entries.length === 0));
