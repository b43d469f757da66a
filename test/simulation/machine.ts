/**
 * A simulated machine below the real code: time, timers, random numbers and the thread pool of Node are replaced while `work` runs,
 * so that everything that happens follows from the seed. Processes are owners of events. Between two events every promise that can
 * continue has continued, so whoever is killed or frozen at an event is stopped exactly there.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import zlib from "node:zlib";
import { type Random, seededRandom } from "../../src/sample/random.ts";

/** A process, or the network, or the driver of the simulation. What a dead owner waits for never happens. */
export type Owner = { readonly name: string; state: "running" | "frozen" | "dead"; readonly kept: Event[] };

type Event = {
  atMs: number;
  readonly order: number;
  readonly owner: Owner;
  readonly run: () => void;
  cancelled: boolean;
};

export type Machine = {
  readonly random: Random;
  /** The wall clock, which can be set. */
  readonly nowMs: () => number;
  /** A clock that nobody sets. */
  readonly steadyMs: () => number;
  readonly setClock: (byMs: number) => void;
  readonly newOwner: (name: string) => Owner;
  /** Lets `run` happen for `owner` after a while; returns a function that prevents it. */
  readonly after: (ms: number, owner: Owner, run: () => void) => () => void;
  /** Lets `owner` begin `work`. The promise settles as the work does, and never if the owner dies before. */
  readonly begin: <T>(owner: Owner, work: () => Promise<T>) => Promise<T>;
  /** Lets everything happen until `isOver`, at most for `mostMs`; false if the time has passed before. */
  readonly until: (isOver: () => boolean, mostMs: number) => Promise<boolean>;
  /** Lets time pass in which nothing happens, as while a machine sleeps; what was due meanwhile happens afterwards. */
  readonly leap: (ms: number) => void;
  readonly kill: (owner: Owner) => void;
  readonly freeze: (owner: Owner) => void;
  readonly thaw: (owner: Owner) => void;
  /** The owner whose event happens now. */
  readonly current: () => Owner;
  /** How many events have happened. */
  readonly events: () => number;
};

/** Is set in all that the simulated work does, and in nothing else of this process of Node: what a test before has left is not part of it. */
const onSimulated = new AsyncLocalStorage<true>();

const realImmediate = globalThis.setImmediate;
/** Continues when no promise can continue any more: Node empties that queue before it takes the next macrotask. */
const drained = (): Promise<void> => new Promise((resolve) => realImmediate(resolve));

/** Runs `work` on a machine whose clock shows `startMs`. One at a time in each process of Node. */
export const onMachine = async <T>(
  seed: number,
  startMs: number,
  work: (machine: Machine) => Promise<T>,
): Promise<T> => {
  const { machine, parts } = createMachine(seed, startMs);
  const restore = replaceParts(parts);
  try {
    return await onSimulated.run(true, () => work(machine));
  } finally {
    restore();
  }
};

const createMachine = (seed: number, startMs: number) => {
  const random = seededRandom(seed);
  const driver: Owner = { name: "driver", state: "running", kept: [] };
  let current = driver;
  let steadyMs = 0;
  let aheadMs = 0;
  let order = 0;
  let happened = 0;
  const events = new Set<Event>();

  const nowMs = () => startMs + steadyMs + aheadMs;
  const after = (ms: number, owner: Owner, run: () => void): (() => void) => {
    order += 1;
    const event: Event = { atMs: steadyMs + Math.max(0, Math.round(ms)), order, owner, run, cancelled: false };
    events.add(event);
    return () => {
      event.cancelled = true;
      events.delete(event);
    };
  };
  const nextEvent = (): Event | undefined => {
    let next: Event | undefined;
    for (const event of events)
      if (!next || event.atMs < next.atMs || (event.atMs === next.atMs && event.order < next.order)) next = event;
    return next;
  };
  const happen = (event: Event): void => {
    events.delete(event);
    steadyMs = Math.max(steadyMs, event.atMs);
    const { owner } = event;
    if (owner.state === "dead") return;
    if (owner.state === "frozen") {
      owner.kept.push(event);
      return;
    }
    happened += 1;
    current = owner;
    event.run();
  };
  const machine: Machine = {
    random,
    nowMs,
    steadyMs: () => steadyMs,
    setClock: (byMs) => {
      aheadMs += byMs;
    },
    newOwner: (name) => ({ name, state: "running", kept: [] }),
    after,
    begin: (owner, work) => {
      const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
      after(0, owner, () => resolve(work() as never));
      promise.catch(() => undefined);
      return promise;
    },
    until: async (isOver, mostMs) => {
      const endMs = steadyMs + mostMs;
      for (;;) {
        await drained();
        current = driver;
        if (isOver()) return true;
        const event = nextEvent();
        if (!event || event.atMs > endMs) {
          steadyMs = endMs;
          return false;
        }
        happen(event);
      }
    },
    leap: (ms) => {
      steadyMs += Math.max(0, ms);
    },
    kill: (owner) => {
      owner.state = "dead";
      owner.kept.length = 0;
      for (const event of events) if (event.owner === owner) events.delete(event);
    },
    freeze: (owner) => {
      if (owner.state === "running") owner.state = "frozen";
    },
    thaw: (owner) => {
      if (owner.state !== "frozen") return;
      owner.state = "running";
      for (const event of owner.kept.splice(0)) if (!event.cancelled) events.add(event);
    },
    current: () => current,
    events: () => happened,
  };
  return { machine, parts: { machine, steady: () => steadyMs } };
};

type Parts = { readonly machine: Machine; readonly steady: () => number };

/** A timer as Node returns it. */
const timerOf = (cancel: () => void) => {
  const timer = { cancel, unref: () => timer, ref: () => timer, hasRef: () => true, refresh: () => timer };
  return timer;
};

const clear = (timer: { readonly cancel?: () => void } | undefined): void => timer?.cancel?.();

/** Replaces the parts of Node; returns the function that puts them back. */
const replaceParts = ({ machine, steady }: Parts): (() => void) => {
  const after = (ms = 0, run: () => void) => machine.after(ms, machine.current(), run);
  const repeat = (ms: number, run: () => void) => {
    const timer = timerOf(() => cancel());
    const again = (): (() => void) =>
      after(ms, () => {
        cancel = again();
        run();
      });
    let cancel = again();
    return timer;
  };
  const timeout = (ms: number): AbortSignal => {
    const control = new AbortController();
    after(ms, () => control.abort(new DOMException("the time is over", "TimeoutError")));
    return control.signal;
  };
  const bytes = (size: number): Buffer => {
    const made = Buffer.alloc(size);
    for (let at = 0; at < size; at += 1) made[at] = machine.random.integer(0, 255);
    return made;
  };
  const uuid = (): string =>
    bytes(16)
      .toString("hex")
      .replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12})$/, "$1-$2-4$3-$4$5");
  const inPool = (work: (data: never) => Buffer) => (data: never, done: (error: null, result: Buffer) => void) =>
    done(null, work(data));
  return replace([
    [
      globalThis,
      "setTimeout",
      (run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) => timerOf(after(ms, () => run(...given))),
    ],
    [globalThis, "setInterval", (run: () => void, ms = 0) => repeat(Math.max(1, ms), run)],
    [globalThis, "setImmediate", (run: () => void) => timerOf(after(0, run))],
    [AbortSignal, "timeout", timeout],
    [globalThis, "clearTimeout", clear],
    [globalThis, "clearInterval", clear],
    [
      timersPromises,
      "setTimeout",
      (ms: number, value?: unknown) => new Promise((resolve) => after(ms, () => resolve(value))),
    ],
    [Date, "now", () => machine.nowMs()],
    [performance, "now", steady],
    [Math, "random", () => machine.random.integer(0, 2 ** 31 - 1) / 2 ** 31],
    [crypto, "randomBytes", bytes],
    [crypto, "randomUUID", uuid],
    [zlib, "deflate", inPool(zlib.deflateSync)],
    [zlib, "inflate", inPool(zlib.inflateSync)],
  ]);
};

type Part = (this: unknown, ...given: unknown[]) => unknown;
type Replacement = readonly [object: object, name: string, simulated: (...given: never[]) => unknown];

const replace = (replacements: readonly Replacement[]): (() => void) => {
  const before = replacements.map(([object, name]) => Object.getOwnPropertyDescriptor(object, name));
  for (const [object, name, simulated] of replacements) {
    const real: unknown = object[name as keyof typeof object];
    const value = function (this: unknown, ...given: unknown[]): unknown {
      return ((onSimulated.getStore() ? simulated : real) as Part).apply(this, given);
    };
    Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: true });
  }
  syncBuiltinESMExports();
  return () => {
    for (const [at, [object, name]] of replacements.entries()) {
      const descriptor = before[at];
      if (descriptor) Object.defineProperty(object, name, descriptor);
      else delete (object as Record<string, unknown>)[name];
    }
    syncBuiltinESMExports();
  };
};
