/**
 * Matches people of the source with people of the target: by the link kept from earlier runs (the account that last
 * belonged to the source's stable id), else by employee number, else by somebody's decision, else by account. If the
 * link and the number lead to two different people, the person is held. In this table "number" means the first of link,
 * number and decision that leads to somebody.
 *
 *   number finds  account finds      the person is …
 *   A             A                  matched
 *   A             nobody             matched, and the account is renamed
 *   A             B                  held: identity-conflict; but if B's own number gives B another account, A is renamed
 *                                    after B; a cycle of such renames is held
 *   nobody        B, and one of the  matched; held as possible-twin where the records contradict each other (evidence.ts)
 *                 two has no number
 *   nobody        B, another number  held: identity-conflict (the account may have been given to somebody else)
 *   two people    anything           held: identity-conflict; likewise two rows with one number or account, and two rows
 *                                    for which a decision names the same person
 *   nobody        B, who is matched by number and leaves the account: new, after that rename
 *   nobody        nobody             new
 *
 * A key proposes, all the evidence decides: whoever is matched, by whatever key, with a record that contradicts (contradictions.ts)
 * is held as number-given-again, and claims nobody. A decision that the two are different takes the match away; the number stays with
 * the record that has it.
 */

import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Employee } from "../../model/directory/directory.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { ShownEmployee, SourceSnapshot } from "../../model/directory/snapshot.ts";
import { emptyMemory } from "../../model/memory/memory.ts";
import { contradictionsIn, decisionsStanding, type Remembered } from "./contradictions.ts";
import { differs } from "./evidence.ts";
import { claimsOf, type Found, findsOf, isDecidedOther, numbersOf } from "./found-people.ts";

/** What a match is based on. */
type MatchedBy = "id" | "number" | "decision" | "account";

export type Correlation =
  | {
      readonly state: "matched";
      readonly by: MatchedBy;
      readonly desired: Employee;
      readonly current: ShownEmployee;
      readonly freedBy?: Employee;
      readonly numberKeptBy?: string;
    }
  | {
      readonly state: "new";
      readonly desired: Employee;
      readonly freedBy?: Employee;
      /** The account of somebody else who has the person's number in the service, and keeps it. */
      readonly numberKeptBy?: string;
    }
  | {
      readonly state: "conflict";
      readonly desired: Employee;
      readonly about: readonly string[];
      /**
       * What somebody must decide. account-alone: are they one person although only the account is equal? · other-number: are
       * they one person although their numbers differ? · given-again: are they one person although the records contradict each
       * other?
       */
      readonly question?: "account-alone" | "other-number" | "given-again";
      /** The person found is of another company, or an operation could name nobody, or one of several. */
      readonly untouchable?: "other-company" | "no-account" | "ambiguous";
    }
  | { readonly state: "unmanaged"; readonly current: ShownEmployee };

/** Returns an entry for each person of the source, then one for each unmatched person of the target, in the given order. */
export const correlate = (
  {
    directory,
    decided: decisions = new Map(),
    generatedAccounts,
    quarantined = [],
  }: Pick<SourceSnapshot, "directory" | "decided" | "quarantined" | "generatedAccounts">,
  current: readonly ShownEmployee[],
  memory: Remembered = emptyMemory,
): Correlation[] => {
  const desired = directory.employees ?? [];
  const decided = decisionsStanding(decisions, desired, current);
  const links = memory.links?.employee ?? new Map<string, string>();
  const isContradicted = contradictionsIn({ directory, decided }, current, memory);
  const { byNumber, sharedNumbers } = numbersOf(current);
  const byAccount = byKey(current);
  const finds = findsOf(decided, { byAccount, byNumber }, links, isContradicted);
  const found = desired.map((person) => finds.of(person));
  const { claimant, claimedTwice } = claimsOf(found);

  /** Was the account generated? A generated account never replaces an existing one. */
  const isGenerated = (person: Employee) => generatedAccounts?.has(canonicalKey(person.account)) === true;

  /** The person of the source whose rename frees the account that `holder` has now. */
  const freeing = (holder: Employee): Employee | undefined => {
    const owner = claimant.get(holder);
    const leaves = owner && !isGenerated(owner) && !sameKey(owner.account, holder.account);
    return leaves ? owner : undefined;
  };

  const duplicates = duplicatesIn(found);
  const judge = ({ person, account, number, link, sameNumber, match, isOther }: Found): Correlation => {
    if (duplicates.has(person)) {
      const about = new Set([person.account, ...[link, sameNumber].flatMap((one) => one?.account ?? [])]);
      return { state: "conflict", desired: person, about: [...about] };
    }
    if (link && sameNumber && link !== sameNumber) {
      return { state: "conflict", desired: person, about: [link.account, sameNumber.account] };
    }
    const sharing = number ? sharedNumbers.get(number) : undefined;
    if (sharing) return { state: "conflict", desired: person, about: sharing };
    const holder = byAccount.get(account);
    if (match && isOther) return givenAgain(person, match);
    if (match && claimedTwice.has(match)) return { state: "conflict", desired: person, about: [match.account] };
    if (match) {
      const by = link ? "id" : sameNumber ? "number" : "decision";
      if (holder === undefined || holder === match || isGenerated(person))
        return { state: "matched", by, desired: person, current: match };
      const freedBy = freeing(holder);
      return freedBy
        ? { state: "matched", by, desired: person, current: match, freedBy }
        : { state: "conflict", desired: person, about: [match.account, holder.account] };
    }
    if (holder === undefined) return { state: "new", desired: person };
    if (claimant.has(holder)) {
      const freedBy = freeing(holder);
      return freedBy
        ? { state: "new", desired: person, freedBy }
        : { state: "conflict", desired: person, about: [holder.account] };
    }
    const alone = byAccountAlone(person, holder, isDecidedOther(decided, person, holder.account));
    return alone.state === "matched" && isContradicted(person, holder) ? givenAgain(person, holder) : alone;
  };
  const isDoubtful = doubtfulIn(quarantined, links);
  const held = (entry: Correlation) => heldIfUntouchable(entry, isDoubtful);

  const judged = holdCycles(found.map((one) => withNumberKept(held(judge(one)), one, finds)));
  const known = new Set(judged.flatMap((entry) => (entry.state === "matched" ? [entry.current] : [])));
  const rest = current.filter((person) => !known.has(person));
  return [...judged, ...rest.map((person) => ({ state: "unmanaged", current: person }) as const)];
};

const heldIfUntouchable = (entry: Correlation, isDoubtful: (found: ShownEmployee) => boolean): Correlation => {
  if (entry.state !== "matched") return entry;
  const { desired, current } = entry;
  const { account, foreign, nameless, ambiguous } = current;
  const untouchable = foreign ? "other-company" : nameless ? "no-account" : ambiguous && "ambiguous";
  if (!untouchable && !isDoubtful(current)) return entry;
  return { state: "conflict", desired, about: [account], ...(untouchable && { untouchable }) };
};

/** Says who keeps the number of a person, where somebody has decided that the two are different. */
const withNumberKept = (
  entry: Correlation,
  { keeper }: Found,
  { isRuledOut }: ReturnType<typeof findsOf>,
): Correlation => {
  if (entry.state !== "matched" && entry.state !== "new") return entry;
  const isOther = keeper && isRuledOut(entry.desired, keeper) && !("current" in entry && entry.current === keeper);
  return isOther ? { ...entry, numberKeptBy: keeper.account } : entry;
};

/** A match is doubtful when a quarantined row of the source has the same account or number. */
const doubtfulIn = (
  quarantined: NonNullable<SourceSnapshot["quarantined"]>,
  links: ReadonlyMap<string, string>,
): ((found: ShownEmployee) => boolean) => {
  const ofPeople = quarantined.filter(({ kind }) => kind === "employee");
  const doubtful = new Set(ofPeople.flatMap(({ key }) => [key, links.get(key) ?? key]).map((key) => canonicalKey(key)));
  return ({ account, number = "" }) => [account, number ?? ""].some((key) => doubtful.has(canonicalKey(key)));
};

const givenAgain = (desired: Employee, found: ShownEmployee): Correlation => ({
  state: "conflict",
  desired,
  about: [found.account],
  question: "given-again",
});

/**
 * Judges two records that are connected only by the same account, not by a link, number or decision. `isOther`: somebody has
 * decided that they are two people.
 */
const byAccountAlone = (desired: Employee, holder: ShownEmployee, isOther: boolean): Correlation => {
  const about = [holder.account, ...(holder.number && desired.number ? [holder.number] : [])];
  if (isOther) return { state: "conflict", desired, about };
  if (about.length > 1) return { state: "conflict", desired, about, question: "other-number" };
  return desired.number && contradicts(desired, holder)
    ? { state: "conflict", desired, about, question: "account-alone" }
    : { state: "matched", by: "account", desired, current: holder };
};

/**
 * Do two records differ in ID number, name or birth date? Records with equal ID numbers never contradict each other. An equal
 * account alone is weak evidence: it may belong to somebody whom HR does not know.
 */
const contradicts = (record: Employee, person: Employee): boolean =>
  differs(record, person, "idCardNumber") !== false &&
  (["idCardNumber", "name", "birthDate"] as const).some((field) => differs(record, person, field) === true);

/** People of the source who share an account or a number. Readers refuse such rows; this check does not rely on it. */
const duplicatesIn = (all: readonly Found[]): Set<Employee> => {
  const duplicates = new Set<Employee>();
  for (const keyOf of [({ account }: Found) => account, ({ number }: Found) => number]) {
    const first = new Map<string, Employee>();
    for (const one of all) {
      const { person } = one;
      const key = keyOf(one);
      const other = first.get(key);
      if (key === "") continue;
      if (other) duplicates.add(person).add(other);
      else first.set(key, person);
    }
  }
  return duplicates;
};

/** Turns people who wait for an account that is never freed, because of a cycle or a held person, into conflicts. */
const holdCycles = (entries: readonly Correlation[]): Correlation[] => {
  let result = [...entries];
  for (;;) {
    const free = new Set(
      result.flatMap((entry) => (entry.state === "matched" && !entry.freedBy ? [entry.desired] : [])),
    );
    // Collect the people who certainly get their account; everybody else is blocked.
    for (let grown = true; grown; ) {
      grown = false;
      for (const entry of result) {
        if (entry.state === "matched" && entry.freedBy && free.has(entry.freedBy) && !free.has(entry.desired)) {
          free.add(entry.desired);
          grown = true;
        }
      }
    }
    const next = result.map((entry): Correlation => {
      if ((entry.state !== "matched" && entry.state !== "new") || !entry.freedBy || free.has(entry.freedBy))
        return entry;
      return { state: "conflict", desired: entry.desired, about: [entry.desired.account, entry.freedBy.account] };
    });
    const stable = next.every((entry, index) => entry === result[index]);
    result = next;
    if (stable) return result;
  }
};
