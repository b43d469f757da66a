/**
 * The queue of waves as `run/` uses it, without Redis: pages come late, in any order and twice, and what Redis may lose is fed again
 * after a while. As in `queue/wave-queue.ts`, a page is worked on once, however often it is delivered.
 */

import { MusterdError } from "../../src/lib/errors.ts";
import type { PageWork, WaveQueue } from "../../src/queue/wave-queue.ts";
import type { Machine, Owner } from "./machine.ts";

/** The shares of deliveries to which something happens. */
export type QueueHabits = {
  readonly lost: number;
  readonly twice: number;
  readonly lateMs: number;
  readonly isGone: boolean;
};

const pagesAtATime = 4;
const feedAgainMs = 2_000;
const givesUpMs = 60_000;

export const simulatedQueue =
  (machine: Machine, owner: Owner, habits: QueueHabits) =>
  (run: string, work: PageWork): Pick<WaveQueue, "runWave" | "close"> => {
    const working = new Set<Promise<void>>();
    let isClosed = false;
    let endWave: (error?: Error) => void = () => undefined;

    const runWave = async (wave: number, pages: number): Promise<void> => {
      if (pages === 0) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const pending = new Set(Array.from({ length: pages }, (_, page) => page));
      const started = new Set<number>();
      const isOver = () => isClosed || pending.size === 0;
      endWave = (error) => (error ? reject(error) : resolve());
      const waiting: number[] = [];
      const startWaiting = (): void => {
        while (working.size < pagesAtATime && waiting.length > 0 && !isOver()) start(waiting.shift() ?? 0);
      };
      const start = (page: number): void => {
        const worked = work({ run, wave, page }).then(
          () => void pending.delete(page),
          (error: unknown) => endWave(error instanceof Error ? error : new Error(String(error))),
        );
        const ended = worked.finally(() => {
          working.delete(ended);
          if (pending.size === 0) endWave();
          else startWaiting();
        });
        working.add(ended);
      };
      const deliver = (page: number): void => {
        if (isOver() || started.has(page)) return;
        started.add(page);
        waiting.push(page);
        startWaiting();
      };
      const feed = (): void => {
        if (isOver() || habits.isGone) return;
        for (const page of machine.random.shuffled([...pending].filter((one) => !started.has(one)))) {
          const times = machine.random.chance(habits.twice) ? 2 : 1;
          for (let time = 0; time < times; time += 1)
            if (!machine.random.chance(habits.lost))
              machine.after(machine.random.integer(0, habits.lateMs), owner, () => deliver(page));
        }
        machine.after(feedAgainMs + habits.lateMs, owner, feed);
      };
      feed();
      if (habits.isGone)
        machine.after(givesUpMs, owner, () =>
          endWave(
            new MusterdError("redis-unavailable", "Redis delivered no job for 60 s", {
              hint: "check Redis",
              retryable: true,
            }),
          ),
        );
      await promise;
    };
    return {
      runWave,
      close: async () => {
        isClosed = true;
        endWave();
        await Promise.allSettled(working);
      },
    };
  };
