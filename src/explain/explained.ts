/** Parts of an explanation that are the same for people and for records with a code. */

import type { AdoptedKind } from "../model/directory/identity.ts";
import { listOf } from "../model/directory/objects.ts";
import type { HeldChange } from "../model/plan/plan.ts";
import type { Explanation, Standing, Subject, WhyNothing } from "../model/runs/explanation.ts";
import type { PeopleContext } from "../plan/draft/plan-context.ts";
import { isProtected } from "../plan/draft/policy.ts";
import type { CalledBy } from "../plan/match/called-by.ts";
import type { Owner } from "../plan/restrict/change-owners.ts";
import type { FieldView } from "./field-view.ts";
import type { Known } from "./known.ts";
import type { Entries } from "./verdicts.ts";

/** What is known of one record, before its fields and the changes of the plan are brought together. */
export type Explained = {
  readonly subject: Explanation["subject"];
  /** All keys by which rows of the source may name it; those of the source come first. */
  readonly keys: readonly string[];
  readonly match: Explanation["match"];
  /** Why nothing happens to a record that only the service has. */
  readonly alone?: WhyNothing;
  readonly views: readonly FieldView[];
  readonly entries: Entries;
  /** Held changes after which nothing happens to the record at all. */
  readonly whole: readonly HeldChange[];
};

/** Why the source says nothing about a record of the service, although the kind may be managed. */
export const aloneBecause = (known: Known, kind: AdoptedKind, keys: readonly string[]): WhyNothing => {
  const { context, plan, isNamedIn, isAsked } = known;
  if (context.source.directory[listOf[kind]] === undefined)
    return plan.findings?.some((one) => one.kind === kind && one.severity === "hold")
      ? "kind-held"
      : "kind-not-managed";
  if (isNamedIn("quarantined", kind, keys)) return "quarantined";
  if (isNamedIn("excluded", kind, keys)) return "out-of-scope";
  if (isNamedIn("rejected", kind, keys)) return "rejected";
  return isAsked(kind, keys) ? "in-question" : "absent-from-source";
};

/** What keeps musterd from touching the record, apart from the plan: protection, scope, and rows that could not be used. */
export const standingOf = (
  { context, rejectedRows }: Known,
  { subject, keys, alone }: Pick<Explained, "subject" | "keys" | "alone">,
): readonly Standing[] => {
  const rows = rejectedRows(subject.kind, keys);
  const protectedHere = subject.kind === "employee" && keys.some((key) => isProtected(context.settings, key));
  return [
    ...(protectedHere ? [protection(context, keys)] : []),
    ...rows.map((row) => ({ code: "rejected", row }) as const),
    ...(alone === undefined || (alone === "rejected" && rows.length > 0) ? [] : [{ code: alone } as Standing]),
  ];
};

/** `settings.protectedAccounts` has the patterns of the configuration first, then the accounts that the source protects. */
const protection = ({ settings, source }: PeopleContext, keys: readonly string[]): Standing => {
  const { protectedAccounts = [] } = source;
  const patterns = settings.protectedAccounts.slice(0, settings.protectedAccounts.length - protectedAccounts.length);
  const pattern = patterns.find((one) =>
    keys.some((key) => isProtected({ ...settings, protectedAccounts: [one] }, key)),
  );
  return pattern === undefined ? { code: "protected-by-source" } : { code: "protected", pattern };
};

/** A record that can be explained. */
export type Explainable = Subject & {
  /** Under which the plan has its changes; several people may share one. */
  readonly owner: Owner;
  /** Its keys in their ranks, and its names in the last rank. */
  readonly calledBy: CalledBy;
  readonly explain: () => Explained;
};
