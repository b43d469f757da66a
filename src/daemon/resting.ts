/**
 * After a run that could not begin or end, the daemon rests: it tries the request that waits again when its repetition is due, not at
 * each look. It rests no longer when there is other work, which another process has left: somebody who releases a plan by a command
 * asks for its run there, and `musterd apply` may be killed.
 */
import type { App } from "../app/app.ts";

export type Resting = {
  /** Never rejects. */
  readonly begin: () => Promise<void>;
  readonly end: () => void;
  /** Ends the rest if there is other work. Never rejects: a store that cannot be read has no work. */
  readonly goesOn: () => Promise<boolean>;
};

export const openResting = (store: Pick<App["store"], "requests" | "leftBehind">): Resting => {
  /** The work that there was when it began to rest; `unread` if the store could not be read. */
  let known: string | undefined;
  const work = async () => JSON.stringify([await store.requests.lastAskedMs(), await store.leftBehind()]);
  return {
    begin: async () => {
      known = await work().catch(() => unread);
    },
    end: () => {
      known = undefined;
    },
    goesOn: async () => {
      const before = known;
      if (before === undefined || before === (await work().catch(() => before))) return before !== undefined;
      // It may have begun to rest anew meanwhile.
      if (known === before) known = undefined;
      return false;
    },
  };
};

const unread = "unread";
