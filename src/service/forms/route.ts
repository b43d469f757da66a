/**
 * The stored format of a route. It equals the format in a form's design, except that people and functions are stored as row
 * ids, so a new account or code does not change the route (R33). Every document has its own route without conditions, which
 * contains only the applicable steps.
 */
import type { RouteStep } from "../../contract/sections/forms.ts";

type Step<Kind extends RouteStep["kind"]> = Extract<RouteStep, { readonly kind: Kind }>;

/** A step with signers. */
export type SigningStep = Readonly<
  | Step<"manager">
  | Step<"supervisor">
  | (Omit<Step<"person">, "accounts"> & { readonly personIds: readonly number[] })
  | (Omit<Step<"jobFunction">, "jobFuncCode"> & { readonly functionId: number })
>;

/** Parallel routes; the step is done when all of them are done. */
type BranchesStep = Readonly<Omit<Step<"branches">, "branches">> & { readonly branches: readonly Branch[] };
type Branch = Omit<Step<"branches">["branches"][number], "steps"> & { readonly steps: readonly StoredStep[] };

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

/** The signing step at a place; undefined if the route has none there. */
export const stepAt = (route: readonly StoredStep[], place: readonly number[]): SigningStep | undefined =>
  signingSteps(route).find((one) => placeKey(one.place) === placeKey(place))?.step;
