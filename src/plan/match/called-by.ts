/**
 * What a record is called, in ranks: a word means whatever fits it in the first rank in which anything fits. Whoever has a key in the
 * service now comes before whoever has it after the plan, because two records may exchange their keys.
 */
import type { Correlation } from "./correlate.ts";

type Word = string | null | undefined;

/** Keys by rank: of records on both sides now, of those that only the service has, and after the plan. Names come last. */
export type CalledBy = readonly (readonly Word[])[];

/** `now`: the code in the service, if it is there. `after`: the code after the plan. */
export const codeCalledBy = (now: string | undefined, after: string): CalledBy => [[now], [], [after]];

/** A record in conflict comes before the one in the service with which it is in conflict: the question is about it. */
export const personCalledBy = (correlation: Correlation): CalledBy => {
  switch (correlation.state) {
    case "matched":
      return [keysOf(correlation.current), [], keysOf(correlation.desired)];
    case "new":
      return [[], [], keysOf(correlation.desired)];
    case "conflict":
      return [keysOf(correlation.desired), [], []];
    case "unmanaged":
      return [[], keysOf(correlation.current), []];
  }
};

const keysOf = ({ account, number }: { readonly account: string; readonly number?: string | null }) => [
  account,
  number,
];
