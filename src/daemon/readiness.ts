/**
 * What /readyz says: whether the daemon is there, Redis takes writes and the state folder as well. An answer of the parts
 * holds for a few seconds, so that nobody can load them by asking.
 */
import { asMusterdError } from "../lib/errors.ts";

import type { Quarantine } from "./repetition.ts";

const keptMs = 5_000;

/** `code`: `starting`, `stopping`, or of the error that a part gives, or that runs keep failing with. */
export type Readiness =
  | { readonly status: "ready" }
  | { readonly status: "not-ready"; readonly code: string }
  | ({ readonly status: "quarantine" } & Quarantine);

/** A probe rejects when its part cannot be used. `phase` and `quarantine` are asked each time. */
export const createReadiness = (
  phase: () => "starting" | "running" | "stopping",
  quarantine: () => Quarantine | undefined,
  probes: readonly (() => Promise<void>)[],
): (() => Promise<Readiness>) => {
  let kept: { readonly answer: Promise<Readiness>; readonly at: number } | undefined;
  const probe = async (): Promise<Readiness> => {
    try {
      await Promise.all(probes.map((each) => each()));
      return { status: "ready" };
    } catch (thrown) {
      return { status: "not-ready", code: asMusterdError(thrown).code };
    }
  };
  return async () => {
    const now = phase();
    if (now !== "running") return { status: "not-ready", code: now };
    const failing = quarantine();
    if (failing) return { status: "quarantine", ...failing };
    if (!kept || performance.now() - kept.at >= keptMs) kept = { answer: probe(), at: performance.now() };
    return kept.answer;
  };
};
