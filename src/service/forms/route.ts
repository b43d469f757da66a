/**
 * The stored format of a route. It equals the format in a form's design, except that people and functions are stored as row
 * ids, so a new account or code does not change the route (R33). Every document has its own route without conditions, which
 * contains only the applicable steps.
 */
import type { RouteCondition } from "../../contract/forms-section.ts";

type Common = { readonly name: string; readonly when?: RouteCondition | undefined };
type Signed = Common & { readonly mode: "any" | "all" };

/** A step with signers. */
export type SigningStep =
  | (Signed & { readonly kind: "manager"; readonly levelsUp: number })
  | (Signed & { readonly kind: "supervisor" })
  | (Signed & { readonly kind: "person"; readonly personIds: readonly number[] })
  | (Signed & {
      readonly kind: "jobFunction";
      readonly functionId: number;
      readonly within: "department" | "company";
    });

/** Parallel routes; the step is done when all of them are done. */
type BranchesStep = Common & { readonly kind: "branches"; readonly branches: readonly Branch[] };
type Branch = Common & { readonly steps: readonly StoredStep[] };

export type StoredStep = SigningStep | BranchesStep;

/** All signing steps of a route in order, each with its place (see `place` of `TaskRow`). */
export const signingSteps = (
  steps: readonly StoredStep[],
  before: readonly number[] = [],
): readonly { readonly step: SigningStep; readonly place: readonly number[] }[] =>
  steps.flatMap((step, at) => {
    const place = [...before, at];
    if (step.kind !== "branches") return [{ step, place }];
    return step.branches.flatMap((branch, number) => signingSteps(branch.steps, [...place, number]));
  });

/** A place as text, for comparison. */
export const placeKey = (place: readonly number[]): string => place.join(".");
