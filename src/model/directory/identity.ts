/**
 * Matching of records: the evidence that two records describe the same object, and the decisions that people have made about
 * it.
 */
import { canonicalKey } from "./canonical.ts";
import type { Employee } from "./directory.ts";

/**
 * The fields in which two records of a person may agree. `nearName`: the names differ in one character or in their order ·
 * `department`: both have a post in the same department.
 */
export const evidenceFields = [
  "name",
  "nearName",
  "department",
  "hireDate",
  "email",
  "phoneNumber",
  "idCardNumber",
  "birthDate",
] as const satisfies readonly (keyof Employee | "department" | "nearName")[];

export type EvidenceField = (typeof evidenceFields)[number];

/**
 * What two objects with different codes have in common. name: the name, and for departments also the parent · people: most of
 * their people · look-alike: their codes (for people their accounts or numbers) look the same · asked: somebody was asked about them before
 * and has not answered, although less agrees now
 */
export type CodeEvidence = "name" | "people" | "look-alike" | "asked";

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
  /** When it was decided, in ms since the epoch; absent for a decision of the configuration. */
  readonly decidedAtMs?: number;
};

/** What a decision is about. */
export type DecidedPair = Pick<Decision, "kind" | "source" | "target">;

/** Equal for decisions about the same pair, however their keys are spelled. */
export const pairKey = ({ kind, source, target }: DecidedPair): string =>
  `${kind}\n${canonicalKey(source)}\n${canonicalKey(target)}`;

export const isSamePair = (one: DecidedPair, other: DecidedPair): boolean => pairKey(one) === pairKey(other);

/**
 * The decisions about one person of the source: `adopts` is the service account that is theirs, `differs` lists accounts that are
 * not.
 */
export type PersonDecision = {
  readonly adopts?: string;
  /** When `adopts` was decided, in ms since the epoch; 0 for a decision of the configuration. */
  readonly decidedAtMs?: number;
  readonly differs: readonly string[];
};

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
    { same: ["nearName", "birthDate"], weight: 60 },
    { same: ["nearName", "hireDate"], weight: 50 },
    { same: ["nearName", "department"], weight: 50 },
  ],
  holdFrom: 50,
  adopt: [],
};

/**
 * How much speaks against a match, whatever its key, and how much speaks for it. A match is contradicted if the weights of the
 * contradictions, less those of the agreements, come to `contradictedFrom`. An equal ID number settles it unless name
 * and birth date are another person's, and so do an equal name and birth date. One strong contradiction is enough where nothing agrees; what changes on an ordinary day (a corrected ID number or
 * birth date, a marriage) is outweighed by what stays.
 */
export const contradictionWeights = {
  /** The account belongs to another stable id of the source. */
  anotherId: 200,
  idCardNumber: 100,
  /** The names share nothing. */
  wholeName: 70,
  birthDate: 60,
  /** The names share a word or a character. */
  partOfName: 60,
  hireDate: 40,
  /** Matched by HR's id, and the employee numbers differ. */
  number: 40,
  gender: 30,
  /** The person of the service left, and the source has somebody who works. */
  left: 30,
  /** ID number, name or birth date differ in one character. */
  misspelt: 20,
  /** Matched by another key, and the accounts differ. */
  account: 10,
} as const;

export type Contradiction = keyof typeof contradictionWeights;

export const agreementWeights = { name: 60, ownId: 60, birthDate: 40, hireDate: 20, phoneNumber: 20 } as const;

export type Agreement = keyof typeof agreementWeights;

export const contradictedFrom = 60;
