/**
 * Answers that stay open, such as streams of events. Each takes a connection and looks again and again, so nobody may have so many
 * that others get none.
 */

/** Nobody opens more pages of the console, or follows more runs, at a time. */
const mostOfOne = 20;

export type OpenStreams = {
  /** Counts another stream of `who` and returns the function that ends it; undefined if `who` has as many as permitted. */
  readonly open: (who: string) => (() => void) | undefined;
};

export const createOpenStreams = (): OpenStreams => {
  const counts = new Map<string, number>();
  return {
    open: (who) => {
      const before = counts.get(who) ?? 0;
      if (before >= mostOfOne) return undefined;
      counts.set(who, before + 1);
      return () => {
        const left = (counts.get(who) ?? 0) - 1;
        if (left > 0) counts.set(who, left);
        else counts.delete(who);
      };
    },
  };
};
