/** Proposals: what HR seems to have done, for a person to confirm. A plan is the same without them. */
import type { CodeEvidence, EvidenceField } from "../directory/identity.ts";
import type { Kind } from "../directory/kind.ts";

/** A record of either side that a proposal names: code or account, and name. */
export type Named = { readonly key: string; readonly label: string };

/**
 * What HR seems to have done, for a person to confirm. It changes nothing: the plan is the same without it.
 * - recode: a new code may be an existing object · merge: departments became one · split: one department became several
 * - re-key: somebody may be in the service under another number or account · twin: two records may be one person
 * - given-again: a number, account or id may have been given to somebody else
 */
export type Proposal = {
  readonly what: "recode" | "merge" | "split" | "re-key" | "twin" | "given-again";
  readonly kind: Kind;
  /** Objects of the service, the likeliest or largest first; with `inSource`, a record of the source. */
  readonly from: readonly Named[];
  readonly to: readonly Named[];
  /** Two records of the source look like one person. */
  readonly inSource?: true;
  /** Of the `of` people in the departments of `from`, `people` are in those of `to`; absent where people are no evidence. */
  readonly people?: number;
  readonly of?: number;
  /** In which fields the first of `from` agrees with the first of `to`; no values. */
  readonly evidence: readonly (readonly (EvidenceField | CodeEvidence | "account")[])[];
  /**
   * What the plan does without an answer. held: it waits · closed: it moves the people and closes the old departments · open: it
   * moves the people, and what HR does not close stays · created: it creates a second account
   */
  readonly meanwhile: "held" | "closed" | "open" | "created";
  /** The possible answers, each an entry of `identity.adopt` as YAML; empty if there is none. */
  readonly lines: readonly string[];
};
