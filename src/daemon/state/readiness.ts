/**
 * The answer to /readyz: whether the daemon is running, and Redis and the state folder accept writes. Results of probes are
 * cached for a few seconds, so that requests cannot overload Redis or the disk.
 */
import type { Check } from "../../check/check.ts";
import { asMusterdError } from "../../lib/errors.ts";
import type { Quarantine } from "./repetition.ts";

const keptMs = 5_000;

/** In `not-ready`, `code` is `starting`, `stopping`, or the code of the error. */
export type Readiness =
  | { readonly status: "ready" }
  | { readonly status: "not-ready"; readonly code: string }
  | ({ readonly status: "quarantine" } & Quarantine);

/** Each probe rejects if what it checks cannot be used. The results of `phase` and `quarantine` are never cached. */
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

/** The parts whose probe rejects. */
export const failedProbes = async (
  probes: Readonly<Record<string, () => Promise<void>>>,
): Promise<readonly Check[]> => {
  const tried = Object.entries(probes).map(async ([part, probe]): Promise<readonly Check[]> => {
    try {
      await probe();
      return [];
    } catch (thrown) {
      return [{ part, error: asMusterdError(thrown) }];
    }
  });
  return (await Promise.all(tried)).flat();
};
