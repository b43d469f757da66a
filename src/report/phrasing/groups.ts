/**
 * The entries of a report by their cause: what happens alike to many objects is one group, so that 1,200 people who are disabled
 * for one reason are read as one line. Every format shows the same groups in the same order.
 */
import type { Reason } from "../../model/plan/plan.ts";
import type { SubjectKind } from "../../model/plan/subjects.ts";
import type { Entry } from "../entries/entries.ts";
import type { Fact } from "../entries/facts.ts";
import type { Verb } from "../entries/verbs.ts";
import { capital, type Phrasing } from "./phrasing.ts";

/** Entries of one kind with the same worst verb, the same fields and the same reasons. */
export type Group = {
  readonly kind: SubjectKind;
  readonly verb: Verb;
  readonly entries: readonly Entry[];
  readonly reasons: readonly Reason[];
  /** The fields that have the same values in all entries; empty for a group of one. */
  readonly common: readonly Fact[];
  readonly departments: number;
};

export type Section = {
  readonly name: "failed" | "worst" | "changes";
  readonly title: string;
  readonly groups: readonly Group[];
};

/** Returns what has failed, what has grave consequences, and the rest; only sections that have entries. */
export const reportSections = (entries: readonly Entry[], say: Phrasing): readonly Section[] =>
  (
    [
      ["failed", capital(say.words.results.failed), entries.filter(hasFailed)],
      ["worst", say.phrase("lookFirst"), entries.filter((entry) => entry.severe && !hasFailed(entry))],
      ["changes", say.phrase("changes"), entries.filter((entry) => !entry.severe && !hasFailed(entry))],
    ] as const
  ).flatMap(([name, title, found]) => (found.length === 0 ? [] : [{ name, title, groups: groupsOf(found) }]));

/** Returns the groups, with the entries in their order: by kind and verb in the order of the entries, the largest first in each. */
export const groupsOf = (entries: readonly Entry[]): readonly Group[] => {
  const found = Map.groupBy(entries, ({ kind, verbs: [verb] }) => `${kind}/${verb}`);
  return [...found.values()].flatMap((alike) =>
    [...Map.groupBy(alike, causeOf).values()].map(groupOf).sort((a, b) => b.entries.length - a.entries.length),
  );
};

/** Number of entries. */
export const sizeOf = (groups: readonly Group[]): number =>
  groups.reduce((sum, { entries }) => sum + entries.length, 0);

const hasFailed = ({ outcome }: Entry): boolean => outcome?.result === "failed";

/** True for an object that the plan creates. */
export const isNew = ({ verbs: [verb] }: Entry): boolean => verb === "joins" || verb === "new";

/** New objects differ in what they have, which is no difference of the cause. */
const causeOf = (entry: Entry): string => {
  const fields = isNew(entry) ? [] : new Set(entry.facts.map(({ kind, field }) => `${kind}.${field}`));
  return JSON.stringify([[...fields].sort(), entry.reasons, entry.outcome?.code ?? ""]);
};

const groupOf = (entries: readonly Entry[]): Group => {
  const [first] = entries;
  const { kind = "employee", verbs: [verb = "changed"] = [], reasons = [] } = first ?? {};
  const departments = new Set(entries.flatMap(({ department }) => department ?? []));
  let common = first === undefined || entries.length === 1 || isNew(first) ? [] : first.facts;
  for (const { facts } of entries) {
    if (common.length === 0) break;
    const stated = new Set(facts.map(factText));
    common = common.filter((fact) => stated.has(factText(fact)));
  }
  return { kind, verb, entries, reasons, common, departments: departments.size };
};

/** Tells the facts that the cause of the group states, so that its entries need not. */
export const statedBy = ({ common }: Group): ((fact: Fact) => boolean) => {
  const stated = new Set(common.map(factText));
  return (fact) => stated.has(factText(fact));
};

const factText = ({ kind, field, department, before, after }: Fact): string =>
  JSON.stringify([kind, field, department ?? "", before, after]);
