/** A habit of a site: what it does with writes beyond what they ask for, with the evidence. */
import type { Operation } from "./operation.ts";
import type { Kind } from "./plan.ts";

export type SiteHabit = {
  readonly operation: Operation["id"];
  /** takes-along: the write changes something that it does not state · stores-otherwise: it does not store what it states. */
  readonly does: "takes-along" | "stores-otherwise";
  /** What was lost or stored otherwise; it contains no values. */
  readonly kind: Kind;
  readonly field: string;
  /** Seen for `seen` of the `of` written objects that were read back completely. */
  readonly seen: number;
  readonly of: number;
  /** The first and last calendar date on which it was seen. */
  readonly first: string;
  readonly last: string;
};
