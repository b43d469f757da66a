/** Why a run goes no further. Asked before every call, so that whatever stops a run stops it within one call. */
import { MusterdError } from "../lib/errors.ts";

export type Stop = {
  /** The first reason given; later ones are ignored. */
  readonly request: (reason: MusterdError) => void;
  readonly reason: () => MusterdError | undefined;
  /** Throws the reason, if there is one. */
  readonly check: () => void;
  /** The result of `work`; rejects with the reason as soon as there is one, and the work goes on unheeded. */
  readonly unless: <T>(work: Promise<T>) => Promise<T>;
};

export const createStop = (): Stop => {
  let reason: MusterdError | undefined;
  const requested = Promise.withResolvers<never>();
  // Nobody may be waiting when an end is asked for.
  requested.promise.catch(() => undefined);
  return {
    request: (given) => {
      reason ??= given;
      requested.reject(reason);
    },
    reason: () => reason,
    check: () => {
      if (reason) throw reason;
    },
    unless: (work) => Promise.race([requested.promise, work]),
  };
};

/** Somebody asks for the end: a signal, a shutdown. */
export const cancelled = (by: string): MusterdError =>
  new MusterdError("cancelled", `the run was stopped on request (${by})`, {
    wayOut: "what was written is kept and refreshed; the next run does the rest",
  });
