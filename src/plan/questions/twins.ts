/**
 * Possible twins: a newcomer of the source may be somebody whom the service already has under another number and
 * account. A second account cannot be undone, so the newcomer is held until somebody decides.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import { evidenceFields } from "../../model/directory/identity.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { ShownEmployee, SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { Candidate, FieldChange } from "../../model/plan/plan.ts";
import { samenessOf } from "../../model/plan/sameness.ts";
import { type PlanContext, presentKeys, type Twins } from "../draft/plan-context.ts";
import { type AgreeingPerson, agreeing, commonFrom, commonValues } from "../match/evidence.ts";
import { isDecidedOther } from "../match/found-people.ts";
import { askedBefore, keysOfPerson, mayStillBe } from "../match/open-questions.ts";
import type { Person } from "../match/people.ts";
import { onFirstUse } from "../values/on-first-use.ts";
import { compareText } from "../values/sequence.ts";

/** `people`: the people of both sides. */
export const findTwins = (context: PlanContext, people: readonly Person[]): Twins => {
  const { rules, holdFrom } = context.settings.identity;
  const everybody = people.flatMap(({ current }) => current ?? []);
  const free = unknownToSource(context.source, people);
  const isCommon = commonValues([everybody, context.source.directory.employees ?? []], commonFrom);
  const byAccount = onFirstUse(() => byKey(everybody));
  const isFree = onFirstUse(() => new Set(free));
  const called = (keys: ReadonlySet<string>) => [...keys].flatMap((key) => byAccount().get(key) ?? []);
  const agreeingWith = onFirstUse(() => agreeing(free, rules, isCommon));
  const askedAbout = onFirstUse(() => askedBefore(context.memory, "employee"));
  return {
    of: (newcomer) => {
      if (free.length === 0) return [];
      const alike = agreeingWith()(newcomer).map((agreement) => candidateOf(newcomer, agreement));
      const enough = alike.filter(({ weight }) => weight >= holdFrom);
      const asked = askedAbout()(keysOfPerson(newcomer)).difference(
        new Set(enough.map(({ key }) => canonicalKey(key))),
      );
      const still = called(asked).filter((person) => isFree().has(person));
      return [
        ...enough,
        ...still.flatMap((person) => (mayStillBe(newcomer, person) ? [askedCandidate(newcomer, person, alike)] : [])),
      ]
        .filter(({ key }) => !isDecidedOther(context.source.decided, newcomer, key))
        .sort((a, b) => b.weight - a.weight || compareText(a.key, b.key));
    },
    compared: (record, accounts) => {
      const named = called(new Set(accounts.map((account) => canonicalKey(account))));
      const found = new Map(agreeing(named, rules, isCommon)(record).map((agreement) => [agreement.person, agreement]));
      return named.map((person) => candidateOf(record, found.get(person) ?? { person, rules: [] }));
    },
  };
};

/**
 * People of the service who are not matched, and who are not named by an unusable row of the source. A quarantined row
 * does not count, because it shares its key with another row.
 */
const unknownToSource = (source: SourceSnapshot, people: readonly Person[]): ShownEmployee[] => {
  const present = presentKeys(source);
  const doubtful = new Set((source.quarantined ?? []).map(({ key }) => canonicalKey(key)));
  // Nobody is matched with whoever has a key that was given again, although a row has that key.
  const givenAgain = new Set(
    people.flatMap(({ correlation }) =>
      correlation.state === "conflict" && correlation.question === "given-again" ? correlation.about : [],
    ),
  );
  return people.flatMap(({ correlation }) => {
    if (correlation.state !== "unmanaged") return [];
    const { account, number } = correlation.current;
    if (givenAgain.has(account)) return [correlation.current];
    const keys = [account, number ?? ""].map((key) => canonicalKey(key));
    return keys.some((key) => present.has(key) && !doubtful.has(key)) ? [] : [correlation.current];
  });
};

/** The fields that are compared; whoever decides must see in which of them the two records differ. */
const comparedFields = ["account", "number", ...evidenceFields.filter((field) => field !== "nearName")] as const;

const candidateOf = (newcomer: Employee, { person, rules }: AgreeingPerson): Candidate => ({
  key: person.account,
  label: person.name ?? person.account,
  active: person.active === true,
  weight: rules.reduce((sum, { weight }) => sum + weight, 0),
  evidence: rules.map(({ same }) => same),
  fields: comparedFields.flatMap((field): FieldChange[] => {
    const [before, after] = [valueOf(person, field), valueOf(newcomer, field)];
    const isHidden = person.hidden?.includes(field) === true;
    const same = field === "department" ? samenessOf("post", field) : samenessOf("employee", field);
    return isHidden || same(before, after) ? [] : [{ field, before, after }];
  }),
});

/** Somebody about whom was asked before, with what still agrees. */
const askedCandidate = (newcomer: Employee, person: ShownEmployee, alike: readonly Candidate[]): Candidate => {
  const candidate = alike.find(({ key }) => key === person.account) ?? candidateOf(newcomer, { person, rules: [] });
  return { ...candidate, evidence: [...candidate.evidence, ["asked"]] };
};

const valueOf = (person: Employee, field: (typeof comparedFields)[number]): string | null =>
  (field === "department" ? person.posts?.find(({ main }) => main)?.department : person[field]) ?? null;
