/**
 * Adds people's decisions on identity to the source: an adopted code becomes a rename, an adopted person is marked, and
 * pairs that were declared different are not proposed again. A decision that cannot be followed holds its record:
 *
 *   the decision …                                                 its record is …
 *   is the same as an object that the service does not have        held: decision-without-object (unless it is done already)
 *   contradicts another: one record is two objects, two records    held: decisions-contradict
 *     are one object, or a pair is the same and different
 *   names a record that the source does not have                   nobody: a notice
 */

import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import { type Decision, type PersonDecision, pairKey } from "../../model/directory/identity.ts";
import { type CodedKind, codedKinds, codedRecords, keyOf as codeOf } from "../../model/directory/objects.ts";
import type { SourceSnapshot, TargetLists } from "../../model/directory/snapshot.ts";
import { decidedAs, employeeSubject, ledgerKey, type Memory } from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import { presentKeys } from "../draft/plan-context.ts";
import { decidedValue } from "../match/contradictions.ts";
import type { Correlation } from "../match/correlate.ts";

/** The first of two decisions about the same objects counts. */
export const withDecisions = (
  source: SourceSnapshot,
  lists: TargetLists,
  decisions: readonly Decision[],
): SourceSnapshot => {
  if (decisions.length === 0) return source;
  const named = new Map(decisions.toReversed().map((one) => [pairKey(one), one]));
  const counted = [...named.values()].reverse();
  const sides = sidesOf(source, lists, counted);
  const contradicted = contradictionsAmong(counted, sides);
  const followed = counted.filter((one) => !one.same || !contradicted.has(one));
  const people = followed.filter(({ kind }) => kind === "employee");
  const codes = followed.flatMap(({ kind, ...one }) => (kind === "employee" ? [] : [{ kind, ...one }]));
  const isListed = ({ kind, source: to }: Decision) =>
    source.renames.some((rename) => rename.kind === kind && sameKey(rename.to, to));
  return {
    ...source,
    decided: onPeople(source, people),
    renames: [
      ...source.renames,
      ...codes.flatMap((one) =>
        one.same && !isListed(one)
          ? [
              {
                kind: one.kind,
                from: spelled(lists, one.kind, one.target),
                to: spelled(source.directory, one.kind, one.source),
              },
            ]
          : [],
      ),
    ],
    distinct: codes.flatMap(({ same, kind, source: code, target }) => (same ? [] : [{ kind, source: code, target }])),
    // What was declared different may be gone: nothing is left to confuse.
    unresolved: counted.filter((one) => sides.problemOf(one) === "no-record" || (one.same && sides.problemOf(one))),
    ...(contradicted.size > 0 && { contradicted: [...contradicted] }),
  };
};

/** no-record: the source has no such record · no-object: the service has no such object · contradicts: see `others` */
export type DecisionProblem =
  | { readonly what: "no-record" | "no-object"; readonly decision: Decision }
  | { readonly what: "contradicts"; readonly decision: Decision; readonly others: readonly Decision[] };

/** Why the decisions `said` cannot be followed; `known`: the decisions that count already. */
export const decisionProblems = (
  said: readonly Decision[],
  known: readonly Decision[],
  source: SourceSnapshot,
  lists: TargetLists,
): readonly DecisionProblem[] => {
  const sides = sidesOf(source, lists, [...said, ...known]);
  return said.flatMap((decision): readonly DecisionProblem[] => {
    const what = sides.problemOf(decision);
    if (what) return [{ what, decision }];
    const others = [...said, ...known].filter((other) => contradict(decision, other, sides));
    return others.length === 0 ? [] : [{ what: "contradicts", decision, others }];
  });
};

/** Returns the code in the spelling of the given side. */
const spelled = (side: SourceSnapshot["directory"], kind: CodedKind, code: string): string =>
  codedRecords(side, kind)?.find((record) => sameKey(record.code, code))?.code ?? code;

/** Decisions by canonical account; a decision may name the person by account or by number. */
const onPeople = ({ directory }: SourceSnapshot, decisions: readonly Decision[]): Map<string, PersonDecision> => {
  const byKey = Map.groupBy(decisions, ({ source }) => canonicalKey(source));
  return new Map(
    (directory.employees ?? []).flatMap(({ account, number }) => {
      const own = [account, number ?? ""].flatMap((key) => byKey.get(canonicalKey(key)) ?? []);
      const adopted = own.find(({ same }) => same);
      const differs = own.flatMap(({ same, target }) => (same ? [] : [target]));
      const decision = {
        ...(adopted && { adopts: adopted.target, decidedAtMs: adopted.decidedAtMs ?? 0 }),
        differs,
      };
      return own.length === 0 ? [] : [[canonicalKey(account), decision] as const];
    }),
  );
};

type Sides = {
  /** The canonical key of the record that the decision is about: for people their account, whichever key it names. */
  readonly record: (decision: Decision) => string;
  readonly problemOf: (decision: Decision) => "no-record" | "no-object" | undefined;
};

const sidesOf = (source: SourceSnapshot, lists: TargetLists, decisions: readonly Decision[]): Sides => {
  const { directory } = source;
  const people = new Map(
    (directory.employees ?? []).flatMap(({ account, number }) =>
      [number ?? "", account].map((key) => [canonicalKey(key), { account, number }] as const),
    ),
  );
  people.delete("");
  const keysIn = (side: SourceSnapshot["directory"], withNumbers: boolean) => {
    const { employees = [] } = side;
    const ofPeople = employees.flatMap(({ account, number }) =>
      withNumbers && number ? [account, number] : [account],
    );
    const coded = codedKinds.map((kind) => [kind, (codedRecords(side, kind) ?? []).map(codeOf)] as const);
    const all = [["employee", ofPeople] as const, ...coded];
    return new Map<string, ReadonlySet<string>>(all.map(([kind, keys]) => [kind, new Set(keys.map(canonicalKey))]));
  };
  const wanted = keysIn(directory, true);
  const [there, thereByAnyKey] = [keysIn(lists, false), keysIn(lists, true)];
  const unread = presentKeys(source);
  const has = (side: ReadonlyMap<string, ReadonlySet<string>>, kind: Decision["kind"], key: string) =>
    side.get(kind)?.has(canonicalKey(key)) === true;
  const record = ({ kind, source: key }: Decision): string =>
    canonicalKey((kind === "employee" ? people.get(canonicalKey(key))?.account : undefined) ?? key);
  const claims = Map.groupBy(
    decisions.filter(({ same }) => same),
    ({ kind, target }) => `${kind}\n${canonicalKey(target)}`,
  );
  /** Has the object got the record's own key since the decision? Not if that one is decided to be another record's. */
  const isDone = (decision: Decision): boolean => {
    const { kind, source: key } = decision;
    const person = people.get(canonicalKey(key));
    const own = kind === "employee" ? [person?.account ?? key, person?.number ?? key] : [key];
    const isAnothers = (one: string) =>
      claims.get(`${kind}\n${canonicalKey(one)}`)?.some((claim) => record(claim) !== record(decision)) === true;
    return own.some((one) => has(thereByAnyKey, kind, one) && !isAnothers(one));
  };
  return {
    record,
    problemOf: (decision) => {
      const { kind, source: key, target, same } = decision;
      if (!has(wanted, kind, key) && !unread.has(canonicalKey(key))) return "no-record";
      if (has(there, kind, target)) return undefined;
      // Two records of the source may be declared different before the service has either.
      return (same ? isDone(decision) : has(wanted, kind, target)) ? undefined : "no-object";
    },
  };
};

/** Cannot both be followed? A decision does not contradict itself, however often it is made. */
const contradict = (one: Decision, other: Decision, { record }: Sides): boolean => {
  if (one.kind !== other.kind) return false;
  const sameRecord = record(one) === record(other);
  const sameObject = sameKey(one.target, other.target);
  if (sameRecord && sameObject) return one.same !== other.same;
  return one.same && other.same && (sameRecord || sameObject);
};

/** Only decisions about one record, or about one object, can contradict each other. */
const contradictionsAmong = (decisions: readonly Decision[], sides: Sides): ReadonlySet<Decision> => {
  const about = (nameOf: (decision: Decision) => string) => [
    ...Map.groupBy(decisions, (one) => `${one.kind}\n${nameOf(one)}`).values(),
  ];
  const groups = [...about(sides.record), ...about(({ target }) => canonicalKey(target))];
  return new Set(
    groups.flatMap((group) => group.filter((one) => group.some((other) => contradict(one, other, sides)))),
  );
};

/** What to remember of decisions: about whom they were made (contradictions.ts). */
export const decisionsBound = (
  source: SourceSnapshot,
  people: readonly Correlation[],
  memory: Memory,
): LedgerEntry[] => {
  if (!source.decided) return [];
  return people.flatMap((entry) => {
    if (entry.state !== "matched") return [];
    const decision = source.decided?.get(canonicalKey(entry.desired.account));
    if (!decision || !sameKey(decision.adopts ?? "", entry.current.account)) return [];
    const one = { subject: employeeSubject(entry.current.account), field: decidedAs };
    const value = decidedValue(decision, entry.desired);
    return memory.written.get(ledgerKey(one.subject, one.field)) === value ? [] : [{ ...one, value }];
  });
};
