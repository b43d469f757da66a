/**
 * The stored form of routes: as in a design, with people and functions by row id, so that a new account or code changes nothing
 * (R33). A document has its own route without conditions, which contains only the applicable steps.
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

/** Parallel routes. */
type BranchesStep = Common & { readonly kind: "branches"; readonly branches: readonly Branch[] };
type Branch = Common & { readonly steps: readonly StoredStep[] };

export type StoredStep = SigningStep | BranchesStep;

/** All signing steps with their places, in order. */
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
