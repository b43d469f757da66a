/** How long the history keeps runs. Those that have written to the service are evidence and stay for years. */

/** For how many days, and how many at most, ended runs are kept. */
export type Kept = { readonly days: number; readonly runs: number };

/** Runs that have written to the service, and the others. */
export type KeptHistory = { readonly writing: Kept; readonly other: Kept };

/** Five years of what was written; a season of plans and failures. */
export const defaultHistory: KeptHistory = {
  writing: { days: 1826, runs: 5000 },
  other: { days: 90, runs: 200 },
};
