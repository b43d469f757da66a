/** Whom the people of the source find in the service, by link, number and decision, and who claims whom (correlate.ts). */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import type { PersonDecision } from "../../model/directory/identity.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { IsContradicted } from "./contradictions.ts";

/** A person of the source with folded keys (a number that is not stated is empty), and whom they find. */
export type Found = {
  readonly person: Employee;
  readonly account: string;
  readonly number: string;
  /** Who has the number in the service, whatever people have decided. */
  readonly keeper: ShownEmployee | undefined;
  readonly link: ShownEmployee | undefined;
  readonly sameNumber: ShownEmployee | undefined;
  /** The first that link, number and decision lead to. */
  readonly match: ShownEmployee | undefined;
  /** Does the record of `match` contradict? */
  readonly isOther: boolean;
};

/** Has somebody decided that a person of the source is not the one who has this account in the service? */
export const isDecidedOther = (
  decided: ReadonlyMap<string, PersonDecision> | undefined,
  person: Employee,
  account: string,
): boolean => decided?.get(canonicalKey(person.account))?.differs.some((other) => sameKey(other, account)) === true;

type Index = ReadonlyMap<string, ShownEmployee>;

/** How a person of the source finds people of the target, as far as no decision rules that out. */
export const findsOf = (
  decided: ReadonlyMap<string, PersonDecision>,
  { byAccount, byNumber }: Readonly<Record<"byAccount" | "byNumber", Index>>,
  links: ReadonlyMap<string, string>,
  isContradicted: IsContradicted,
) => {
  const decisionOn = (person: Employee) => (decided.size === 0 ? undefined : decided.get(canonicalKey(person.account)));
  const adopted = (person: Employee) => {
    const account = decisionOn(person)?.adopts;
    return account === undefined ? undefined : byAccount.get(canonicalKey(account));
  };
  /** Has somebody decided that the person is not this one, or is another one? */
  const isRuledOut = (person: Employee, found: ShownEmployee): boolean => {
    const decision = decisionOn(person);
    if (!decision) return false;
    if (isDecidedOther(decided, person, found.account)) return true;
    const chosen = adopted(person);
    return chosen !== undefined && chosen !== found && isContradicted(person, found);
  };
  const allowed = (person: Employee, found: ShownEmployee | undefined) =>
    found && !isRuledOut(person, found) ? found : undefined;
  return {
    isRuledOut,
    of: (person: Employee): Found => {
      const [account, number] = [canonicalKey(person.account), canonicalKey(person.number ?? "")];
      const keeper = person.number ? byNumber.get(number) : undefined;
      const linked = links.size > 0 && person.id !== undefined ? links.get(person.id) : undefined;
      const link = linked === undefined ? undefined : allowed(person, byAccount.get(canonicalKey(linked)));
      const sameNumber = allowed(person, keeper);
      const match = link ?? sameNumber ?? adopted(person);
      const isOther = match !== undefined && isContradicted(person, match);
      return { person, account, number, keeper, link, sameNumber, match, isOther };
    },
  };
};

/**
 * Finds which person of the source claims which person of the target, and who is claimed twice. A person of the source whose link
 * and number find two people claims nobody, and neither does one whom the record found contradicts.
 */
export const claimsOf = (all: readonly Found[]) => {
  const claimant = new Map<ShownEmployee, Employee>();
  const claimedTwice = new Set<ShownEmployee>();
  for (const { person, link, sameNumber, match, isOther } of all) {
    if (!match || (link && sameNumber && link !== sameNumber) || isOther) continue;
    if (claimant.has(match)) claimedTwice.add(match);
    claimant.set(match, person);
  }
  return { claimant, claimedTwice };
};

/** The people of the service by number, and the accounts of those who share one. */
export const numbersOf = (current: readonly ShownEmployee[]) => {
  const byNumber = new Map<string, ShownEmployee>();
  const sharedNumbers = new Map<string, string[]>();
  for (const person of current) {
    if (!person.number) continue;
    const number = canonicalKey(person.number);
    const other = byNumber.get(number);
    if (other) sharedNumbers.set(number, [...(sharedNumbers.get(number) ?? [other.account]), person.account]);
    byNumber.set(number, person);
  }
  return { byNumber, sharedNumbers };
};
