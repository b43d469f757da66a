/**
 * Adds people's decisions on identity to the source: an adopted code becomes a rename, an adopted person is marked, and
 * pairs that were declared different are not proposed again.
 */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { Decision, PersonDecision } from "../model/identity.ts";
import { decidedAs, employeeSubject, ledgerKey, type Memory } from "../model/memory.ts";
import type { LedgerEntry } from "../model/plan.ts";
import type { ShownEmployee, SourceSnapshot, TargetLists } from "../model/snapshot.ts";
import { decidedValue } from "./contradictions.ts";
import { correlate } from "./correlate.ts";

/** The first of two decisions about the same objects counts. */
export const withDecisions = (
  source: SourceSnapshot,
  lists: TargetLists,
  decisions: readonly Decision[],
): SourceSnapshot => {
  if (decisions.length === 0) return source;
  const named = new Map(decisions.toReversed().map((one) => [keyOf(one), one]));
  const counted = [...named.values()].reverse();
  const people = counted.filter(({ kind }) => kind === "employee");
  const codes = counted.flatMap(({ kind, ...one }) => (kind === "employee" ? [] : [{ kind, ...one }]));
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
    unresolved: counted.filter((one) => isUnresolved(one, source, lists)),
  };
};

const keyOf = ({ kind, source, target }: Decision): string =>
  `${kind}\n${canonicalKey(source)}\n${canonicalKey(target)}`;

const listOf = { level: "levels", title: "titles", function: "functions", department: "departments" } as const;

/** Returns the code in the spelling of the given side. */
const spelled = (side: SourceSnapshot["directory"], kind: keyof typeof listOf, code: string): string =>
  side[listOf[kind]]?.find((record) => sameKey(record.code, code))?.code ?? code;

/** Decisions by canonical account; a decision may name the person by account or by number. */
const onPeople = ({ directory }: SourceSnapshot, decisions: readonly Decision[]): Map<string, PersonDecision> => {
  const byKey = Map.groupBy(decisions, ({ source }) => canonicalKey(source));
  return new Map(
    (directory.employees ?? []).flatMap(({ account, number }) => {
      const own = [account, number ?? ""].flatMap((key) => byKey.get(canonicalKey(key)) ?? []);
      const adopted = own.find(({ same }) => same);
      const differs = own.flatMap(({ same, target }) => (same ? [] : [target]));
      const decision = {
        ...(adopted && { adopts: adopted.target, decidedAt: adopted.decidedAt ?? 0 }),
        differs,
      };
      return own.length === 0 ? [] : [[canonicalKey(account), decision] as const];
    }),
  );
};

/** What to remember of decisions: about whom they were made (contradictions.ts). */
export const decisionsBound = (
  source: SourceSnapshot,
  current: readonly ShownEmployee[],
  memory: Memory,
): LedgerEntry[] => {
  if (!source.decided) return [];
  return correlate(source, current, memory).flatMap((entry) => {
    if (entry.state !== "matched") return [];
    const decision = source.decided?.get(canonicalKey(entry.desired.account));
    if (!decision || !sameKey(decision.adopts ?? "", entry.current.account)) return [];
    const one = { subject: employeeSubject(entry.current.account), field: decidedAs };
    const value = decidedValue(decision, entry.desired);
    return memory.written.get(ledgerKey(one.subject, one.field)) === value ? [] : [{ ...one, value }];
  });
};

/** Does the decision name a record that the source does not have, or an object that the target does not have? */
const isUnresolved = (
  { kind, source: key, target, same }: Decision,
  source: SourceSnapshot,
  lists: TargetLists,
): boolean => {
  const { directory } = source;
  const has = (keys: readonly (string | null | undefined)[], wanted: string) =>
    keys.some((one) => one !== null && one !== undefined && sameKey(one, wanted));
  if (kind === "employee") {
    const person = directory.employees?.find(({ account, number }) => has([account, number], key));
    const done = lists.employees.some(({ account, number }) =>
      [account, number].some((one) => one && has([person?.account, person?.number], one)),
    );
    return !person || (same && !done && !lists.employees.some(({ account }) => sameKey(account, target)));
  }
  const codes = (records: readonly { readonly code: string }[] = []) => records.map(({ code }) => code);
  const there = codes(lists[listOf[kind]]);
  return !has(codes(directory[listOf[kind]]), key) || (same && !has(there, key) && !has(there, target));
};
