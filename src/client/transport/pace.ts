/**
 * The one gate through which every attempt of a transport goes, whatever lane it comes from: who asks for calm is obeyed by all lanes.
 * `pace-limits.ts` decides, this file waits.
 */
import { openPaceLimits, type PaceSettings } from "./pace-limits.ts";

/** Throws to end a wait. */
type StillWanted = () => void | Promise<void>;

export type Pace = {
  /**
   * Runs `attempt` when the service can take it, in the order of the requests. While it waits, `stillWanted` is called every half
   * second, and what it throws ends the wait.
   */
  readonly whenFree: <T>(stillWanted: StillWanted, attempt: () => Promise<T>) => Promise<T>;
  /** Tells what came of an attempt that began at `startedMs` (`performance.now()`). */
  readonly ended: (operation: string, startedMs: number, answer?: Answered) => void;
  /** Nobody waits any more. */
  readonly close: () => void;
};

type Answered = { readonly status: number; readonly retryAfterMs?: number | undefined };

const sliceMs = 500;

export const openPace = (settings: PaceSettings): Pace => {
  const limits = openPaceLimits(settings);
  const waiting = new Set<() => void>();
  let inFlight = 0;
  let timer: NodeJS.Timeout | undefined;

  const begin = (nowMs: number): void => {
    limits.began(nowMs);
    inFlight += 1;
  };
  /** Lets those begin who may, and comes back when the next one may. */
  const admit = (): void => {
    clearTimeout(timer);
    for (const start of waiting) {
      const nowMs = performance.now();
      const ms = limits.waitMs(nowMs, inFlight);
      if (ms > 0) {
        if (ms !== Number.POSITIVE_INFINITY) timer = setTimeout(admit, Math.ceil(ms));
        return;
      }
      waiting.delete(start);
      begin(nowMs);
      start();
    }
  };
  const end = (): void => {
    inFlight -= 1;
    if (waiting.size > 0) admit();
  };
  const turn = async (stillWanted: StillWanted): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    admit();
    await whileWanted(promise, stillWanted, () => waiting.delete(resolve));
  };

  return {
    whenFree: async (stillWanted, attempt) => {
      const nowMs = performance.now();
      if (waiting.size === 0 && limits.waitMs(nowMs, inFlight) === 0) begin(nowMs);
      else await turn(stillWanted);
      try {
        const result = await attempt();
        end();
        return result;
      } catch (error) {
        // The caller learns of a failure before the next attempt begins: it may forbid further ones.
        setImmediate(end);
        throw error;
      }
    },
    ended: (operation, startedMs, answer) =>
      limits.ended({ operation, startedMs, nowMs: performance.now(), ...answer }),
    close: () => {
      clearTimeout(timer);
      // Their attempts fail at once, because the connections are closed.
      for (const start of waiting) {
        inFlight += 1;
        start();
      }
      waiting.clear();
    },
  };
};

/** Waits for `turn`, and rejects with what `stillWanted` throws meanwhile if `leave` can still withdraw from it. */
const whileWanted = async (turn: Promise<void>, stillWanted: StillWanted, leave: () => boolean): Promise<void> => {
  let slice: NodeJS.Timeout | undefined;
  const unwanted = new Promise<never>((_, reject) => {
    slice = setInterval(() => {
      void Promise.try(stillWanted).catch((error: Error) => {
        if (leave()) reject(error);
      });
    }, sliceMs);
  });
  await Promise.race([turn, unwanted]).finally(() => clearInterval(slice));
};
