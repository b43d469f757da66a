/**
 * Matching of records: the evidence that two records describe the same object, and the decisions that people have made about
 * it.
 */
import type { Employee } from "./directory.ts";

/** The fields in which two records of a person may agree. `department` means that both have a post in the same department. */
export const evidenceFields = [
  "name",
  "department",
  "hireDate",
  "email",
  "phoneNumber",
  "idCardNumber",
  "birthDate",
] as const satisfies readonly (keyof Employee | "department")[];

export type EvidenceField = (typeof evidenceFields)[number];

/**
 * What two objects with different codes have in common. name: the name, and for departments also the parent · people: most of
 * their people · look-alike: their codes (for people their accounts or numbers) look the same
 */
export type CodeEvidence = "name" | "people" | "look-alike";

/** If two records of a person agree in all the fields of `same`, this counts as evidence with the weight `weight`. */
export type EvidenceRule = { readonly same: readonly EvidenceField[]; readonly weight: number };

/**
 * Kinds for which a person can decide that an object of the service is a certain record of the source (`musterd adopt`).
 * Categories are not among them, because a category has no identity apart from its name.
 */
export const adoptedKinds = ["employee", "department", "title", "function", "level"] as const;

export type AdoptedKind = (typeof adoptedKinds)[number];

/** A person's decision that the source's record `source` is, or is not, the service's object `target`. */
export type Decision = {
  readonly kind: AdoptedKind;
  /** Account, employee number or code in the source. */
  readonly source: string;
  /** Account or code in the service. */
  readonly target: string;
  readonly same: boolean;
};

/**
 * The decisions about one person of the source: `adopts` is the service account that is theirs, `differs` lists accounts that are
 * not.
 */
export type PersonDecision = { readonly adopts?: string; readonly differs: readonly string[] };

export type IdentitySettings = {
  readonly rules: readonly EvidenceRule[];
  /** A newcomer is held if the weights of the rules that agree add up to this number or more. */
  readonly holdFrom: number;
  /** Decisions from the configuration; decisions from the store are appended. */
  readonly adopt: readonly Decision[];
};

/** These defaults are safe on a site that is already in use: a newcomer is held as soon as a single rule agrees. */
export const defaultIdentity: IdentitySettings = {
  rules: [
    { same: ["idCardNumber"], weight: 100 },
    { same: ["email"], weight: 80 },
    { same: ["phoneNumber", "name"], weight: 80 },
    { same: ["name", "birthDate"], weight: 80 },
    { same: ["name", "hireDate"], weight: 60 },
    { same: ["name", "department"], weight: 60 },
  ],
  holdFrom: 50,
  adopt: [],
};
