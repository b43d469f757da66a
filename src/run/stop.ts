/** Why a run goes no further. Asked before every call, so that whatever stops a run stops it within one call. */
import { MusterdError } from "../lib/errors.ts";

export type Stop = {
  /** The first reason given; later ones are ignored. */
  readonly request: (reason: MusterdError) => void;
  readonly reason: () => MusterdError | undefined;
  /** Throws the reason, if there is one. */
  readonly check: () => void;
};

export const createStop = (): Stop => {
  let reason: MusterdError | undefined;
  return {
    request: (given) => {
      reason ??= given;
    },
    reason: () => reason,
    check: () => {
      if (reason) throw reason;
    },
  };
};

/** Somebody asks for the end: a signal, a shutdown. */
export const cancelled = (by: string): MusterdError =>
  new MusterdError("cancelled", `the run was stopped on request (${by})`, {
    wayOut: "what was written is kept and refreshed; the next run does the rest",
  });
