/** Parts of an explanation that are the same for people and for records with a code. */
import { canonicalKey } from "../model/canonical.ts";
import type { Explanation, Standing, Subject, WhyNothing } from "../model/explanation.ts";
import type { AdoptedKind } from "../model/identity.ts";
import type { HeldChange, Plan } from "../model/plan.ts";
import type { PeopleContext } from "../plan/plan-context.ts";
import { isProtected } from "../plan/policy.ts";
import type { FieldView } from "./field-view.ts";
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

const lists = {
  employee: "employees",
  department: "departments",
  level: "levels",
  function: "functions",
  title: "titles",
} as const;

/** Why the source says nothing about a record of the service, although the kind may be managed. */
export const aloneBecause = (
  { source, people }: PeopleContext,
  plan: Plan,
  kind: AdoptedKind,
  keys: readonly string[],
): WhyNothing => {
  if (source.directory[lists[kind]] === undefined)
    return plan.findings?.some((one) => one.kind === kind && one.severity === "hold")
      ? "kind-held"
      : "kind-not-managed";
  const own = new Set(keys.map((key) => canonicalKey(key)));
  const isOwn = (key: string | undefined) => key !== undefined && own.has(canonicalKey(key));
  const names = (entries: readonly { readonly kind: string; readonly key?: string }[] = []) =>
    entries.some((one) => one.kind === kind && isOwn(one.key));
  if (names(source.quarantined)) return "quarantined";
  if (names(source.excluded)) return "out-of-scope";
  if (names(source.rejected)) return "rejected";
  const asked = [
    ...plan.held.flatMap((held) => (held.kind === kind ? (held.candidates ?? []).map(({ key }) => key) : [])),
    ...(kind === "employee"
      ? people.all.flatMap(({ correlation }) => (correlation.state === "conflict" ? correlation.about : []))
      : []),
  ];
  return asked.some(isOwn) ? "in-question" : "absent-from-source";
};

/** What keeps musterd from touching the record, apart from the plan: protection, scope, and rows that could not be used. */
export const standingOf = (
  context: PeopleContext,
  { subject, keys, alone }: Pick<Explained, "subject" | "keys" | "alone">,
): readonly Standing[] => {
  const { settings, source } = context;
  const own = new Set(keys.map((key) => canonicalKey(key)));
  const rows = source.rejected.filter(
    ({ kind, key, dropped }) => kind === subject.kind && dropped === undefined && own.has(canonicalKey(key ?? "")),
  );
  const protectedHere = subject.kind === "employee" && keys.some((key) => isProtected(settings, key));
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
  /** What it is called, the strongest first: key in the source, key in the service, names. */
  readonly calledBy: readonly (readonly (string | null | undefined)[])[];
  readonly explain: () => Explained;
};
