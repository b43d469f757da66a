/**
 * Notices that failures are no matter of single changes. This many alike, and no success between, mean that something is wrong with the service:
 * the run stops. Refusals of one act, such as creating people, may be a rule (a limit of users, a manager before the second member) that other
 * changes of the run satisfy: then only that act stops, until another one is refused as often.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { Change } from "../../model/plan/plan.ts";

const limit = 20;

export type Breaker = {
  readonly noteSuccess: () => void;
  /** Returns the error that ends the run, if it must end. */
  readonly noteFailure: (change: Change, code: string | undefined, message?: string) => MusterdError | undefined;
  /** Why a change is not to be tried any more, if it is not. */
  readonly closes: (change: Change) => MusterdError | undefined;
};

export const openBreaker = (): Breaker => {
  const series = new Map<string, number>();
  const closed = new Map<string, MusterdError>();
  return {
    noteSuccess: () => series.clear(),
    noteFailure: (change, code = "", message = code) => {
      const isRefused = code === "target-refused";
      const alike = isRefused ? actIn(change) : code;
      series.set(alike, (series.get(alike) ?? 0) + 1);
      const long = [...series.keys()].filter((one) => (series.get(one) ?? 0) >= limit);
      if (!long.includes(alike)) return undefined;
      const opened = openedBy(code, message);
      if (!isRefused || long.length > 1) return opened;
      closed.set(alike, opened);
      return undefined;
    },
    closes: (change) => closed.get(actIn(change)),
  };
};

const actIn = ({ kind, action }: Change): string => `${kind} ${action}`;

const openedBy = (code: string, message: string): MusterdError =>
  new MusterdError("breaker-open", `${limit} changes in a row failed with ${code}; the last one: ${message}`, {
    hint: "find out why the service fails (`musterd show RUN`), then run again",
  });
