/** Approvals of plans, as the store keeps them. */
import type { Kind } from "../directory/kind.ts";

/**
 * The permission to apply one plan. It covers the remaining changes of that plan until the plan is done, another plan is
 * applied, or it expires.
 */
export type Approval = {
  /** ISO 8601 instant. */
  readonly givenAt: string;
  /** Digests of the approved changes and of each of their fields. Values may be personal, so none is kept in clear. */
  readonly digests: ReadonlySet<string>;
  /** Kinds whose empty source was accepted. */
  readonly emptyKinds: readonly Kind[];
};

/** An approval that is to be kept: its digests, of which a large plan has a million, are made one after the other. */
export type NewApproval = Omit<Approval, "digests"> & { readonly digests: Iterable<string> };
