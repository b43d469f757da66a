/** What people have decided about plans that wait: one verdict about each plan, which is known by its fingerprint. */
import type { Actor } from "./actor.ts";

export type Verdict = {
  /** released: this plan may be applied although it exceeds limits · rejected: it is not, until it differs */
  readonly verdict: "released" | "rejected";
  /** SHA-256 of the plan, 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** The id of the run whose plan was judged. */
  readonly run: string;
  readonly by: Actor;
  /** ISO 8601 instant. */
  readonly at: string;
  readonly reason: string;
  /** Of a release: the exceeded limits that it permits (`breachName`). */
  readonly accepted: readonly string[];
  /** Of a release: an ISO 8601 instant, after which it permits nothing. */
  readonly expiresAt?: string;
  /** Of a release: the id of the run that has applied the plan. */
  readonly usedBy?: string;
};

/** True while no run has used the release, and it has not expired. */
export const isOpenRelease = ({ verdict, expiresAt = "", usedBy }: Verdict, nowMs: number): boolean =>
  verdict === "released" && usedBy === undefined && Date.parse(expiresAt) > nowMs;
