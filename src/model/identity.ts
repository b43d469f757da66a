/** Who may be who: what counts as evidence that two records are one, and what a person has decided about them. */
import type { Employee } from "./directory.ts";

/** What two records of a person may agree in. `department`: a department in which both have a post. */
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

/** Two people who agree in all of `same` have this much in favour of being one. */
export type EvidenceRule = { readonly same: readonly EvidenceField[]; readonly weight: number };

/** Kinds whose objects can be adopted. Categories have no identity but their name. */
export const adoptedKinds = ["employee", "department", "title", "function", "level"] as const;

export type AdoptedKind = (typeof adoptedKinds)[number];

/** A person's word: the record `source` of HR is the object `target` of the service, or is not. */
export type Decision = {
  readonly kind: AdoptedKind;
  /** Account, employee number or code in the source. */
  readonly source: string;
  /** Account or code in the service. */
  readonly target: string;
  readonly same: boolean;
};

/** What was decided about one person of the source: whose account in the service is theirs, and whose is not. */
export type PersonDecision = { readonly adopts?: string; readonly differs: readonly string[] };

export type IdentitySettings = {
  readonly rules: readonly EvidenceRule[];
  /** Weights that agree come to this: the newcomer is held. */
  readonly holdFrom: number;
  /** The decisions of the configuration; those of the store come after them. */
  readonly adopt: readonly Decision[];
};

/** Safe on a site with history: any single rule holds a newcomer. */
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
