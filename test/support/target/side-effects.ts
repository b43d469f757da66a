/** A connection to the real service whose writes do something else besides, as those of some sites do. */
import type { Operation } from "../../../src/model/plan/operation.ts";
import type { RunDeps } from "../../../src/run/reconcile.ts";

export type Perform = (operation: Operation) => ReturnType<RunDeps["target"]["perform"]>;

/** Writes are made one at a time; after each, `effect` happens, which can make more with `perform`. */
export const withSideEffect =
  (effect: (operation: Operation, perform: Perform) => Promise<unknown>) =>
  (full: RunDeps): RunDeps => ({
    ...full,
    target: {
      ...full.target,
      operationsAtATime: 1,
      perform: async (operation, beforeCall) => {
        const perform: Perform = (one) => full.target.perform(one, beforeCall);
        const performed = await perform(operation);
        await effect(operation, perform);
        return performed;
      },
    },
  });
