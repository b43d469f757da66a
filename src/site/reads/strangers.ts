/**
 * People whom the service names but who are not ours to name, such as people of another company with a part-time post here
 * (R64). D10, D9 and E4 show nobody's company, and E1 may leave such people out, or list them without a mark. E2 decides: it
 * finds only our own people.
 */
import { CallError, isRefusal } from "../../client/call-error.ts";
import { MusterdError } from "../../lib/errors.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import { sameText } from "../../model/plan/sameness.ts";
import type { Guard, ReadCalls } from "../calls/call.ts";
import { isUnknownPath } from "../calls/stops-run.ts";
import { ofAllParts } from "./all-members.ts";
import { isOfAsked } from "./of-asked.ts";

/** How many inactive people are looked up to learn whether E2 finds any. */
const peopleTried = 10;

/** Fewer people may all be of another company. */
const leastTried = 3;

type Text = string | null | undefined;
type Named = { readonly account: string; readonly employeeNumber?: Text; readonly name?: Text };

export type Strangers = {
  /** The account of a person, or, if somebody else of ours has it, a text that is nobody's account. */
  readonly nameOf: (named: Named) => Promise<string>;
  /** Like `nameOf`, for the supervisor of a post, of whom E4 shows no name. */
  readonly supervisorOf: (named: Named) => Promise<string>;
  /** What `nameOf` has returned for people who are not ours. */
  readonly found: ReadonlySet<string>;
  /** Is this person of the list not ours? */
  readonly isForeign: (account: string) => Promise<boolean>;
  /**
   * Accounts of our people that `supervisorOf` has returned, although somebody of another company may be meant: the number does
   * not tell the two apart. D9 shows such people if they have a post here.
   */
  readonly namesakes: (departments: readonly Department[]) => Promise<readonly string[]>;
};

/** `doubted`: accounts that E1 lists and HR does not know. They are looked up with E2, like those that E1 does not list. */
export const openStrangers = (
  calls: ReadCalls,
  people: readonly ShownEmployee[],
  doubted: readonly string[],
  guard: Guard,
): Strangers => {
  const listed = new Map(people.map((person) => [canonicalKey(person.account), person]));
  const doubtful = new Set(doubted.map((account) => canonicalKey(account)));
  const asked = new Map<string, Promise<Named | undefined>>();
  const found = new Set<string>();
  const showsNumbers = people.some(({ number }) => number);
  const ours = (account: string): Promise<Named | undefined> => {
    const key = canonicalKey(account);
    const person = listed.get(key);
    // Where the list shows nobody's number, E2 may know it; else the number says nothing.
    const number = showsNumbers ? { employeeNumber: person?.number ?? null } : {};
    const known = person && { account, ...number, name: person.name };
    if (known && showsNumbers && !doubtful.has(key)) return Promise.resolve(known);
    const answer = asked.get(key) ?? findOurs(calls, account, known, guard);
    asked.set(key, answer);
    return answer;
  };
  let byNumber: ReadonlyMap<string, readonly ShownEmployee[]> | undefined;
  /** Whoever of ours has this number and name: some sites write accounts in D10 and D9 with a domain, or as the number. */
  const sameInAllElse = ({ employeeNumber, name }: Named): ShownEmployee | undefined => {
    if (!employeeNumber || !name) return undefined;
    byNumber ??= Map.groupBy(
      people.filter(({ account }) => !doubtful.has(canonicalKey(account))),
      ({ number }) => canonicalKey(number ?? ""),
    );
    const [person, ...others] = byNumber.get(canonicalKey(employeeNumber)) ?? [];
    return others.length === 0 && person?.name && sameText(person.name, name) ? person : undefined;
  };
  const nameOf = async (named: Named): Promise<string> => {
    const holder = await ours(named.account);
    if (holder && isSame(holder, named)) return named.account;
    const meant = holder ? undefined : sameInAllElse(named);
    if (meant) return meant.account;
    const isTaken = holder !== undefined || listed.has(canonicalKey(named.account));
    const name = isTaken ? `${named.account} (${named.employeeNumber || named.name || "?"})` : named.account;
    found.add(name);
    return name;
  };
  const supervisors: Named[] = [];
  return {
    nameOf,
    supervisorOf: (named) => {
      supervisors.push(named);
      return nameOf(named);
    },
    found,
    isForeign: foreignersIn(calls, people, listed, guard),
    namesakes: async (departments) => {
      const showsNumbers = supervisors.some(({ employeeNumber }) => employeeNumber);
      const shown = supervisors.filter((one) => {
        const person = listed.get(canonicalKey(one.account));
        return person && isSame({ ...person, employeeNumber: person.number ?? null }, one);
      });
      const others = shown.length === 0 ? [] : await membersNotListed(calls, departments, listed, guard);
      const mayBeOther = ({ account, employeeNumber }: Named): boolean =>
        (showsNumbers && !employeeNumber && Boolean(listed.get(canonicalKey(account))?.number)) ||
        !others ||
        others.some((other) => sameKey(other.account, account) && isSame(other, { account, employeeNumber }));
      return [...new Set(shown.filter(mayBeOther).map(({ account }) => account))].sort();
    },
  };
};

/** The members of all departments who have the account of a person in the list, and another number or name; D9 may refuse. */
const membersNotListed = (
  calls: ReadCalls,
  departments: readonly Department[],
  listed: ReadonlyMap<string, ShownEmployee>,
  guard: Guard,
): Promise<readonly Named[] | undefined> =>
  ofAllParts(departments, listed.size, async (part) =>
    ((await calls.readOrNone("D9", part, guard)) ?? []).filter((member) => {
      const person = listed.get(canonicalKey(member.account));
      return person && !isSame({ ...person, employeeNumber: person.number ?? null }, member);
    }),
  );

/** `known` is the answer if E2 leaves it open: for an account that no path can hold, or after a 404 without an error body. */
const findOurs = async (
  calls: ReadCalls,
  account: string,
  known: Named | undefined,
  guard: Guard,
): Promise<Named | undefined> => {
  try {
    const found = await calls.readOrNone("E2", { userType: "0", userCode: account }, guard);
    return found && !isOfAsked(found, "account", account, calls.shownOfPeople) ? known : (found ?? undefined);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    if (isUnknownPath(error) || (error instanceof MusterdError && error.code === "path-value-refused")) return known;
    throw error;
  }
};

/** Is somebody of these people not found by E2, although it finds others? */
const foreignersIn = (
  calls: ReadCalls,
  people: readonly ShownEmployee[],
  listed: ReadonlyMap<string, ShownEmployee>,
  guard: Guard,
): Strangers["isForeign"] => {
  let findsInactive: Promise<boolean> | undefined;
  let findsAnybody: Promise<void> | undefined;
  return async (account) => {
    if ((await findOurs(calls, account, { account }, guard)) !== undefined) return false;
    if (listed.get(canonicalKey(account))?.active === false)
      return (findsInactive ??= findsAnybodyInactive(calls, people, guard));
    await (findsAnybody ??= requireAnybodyFound(calls, people, guard));
    return true;
  };
};

/** Does E2 find inactive people? Where it does not, whom it does not find may be ours all the same. */
const findsAnybodyInactive = async (
  calls: ReadCalls,
  people: readonly ShownEmployee[],
  guard: Guard,
): Promise<boolean> => {
  const some = people.filter(({ active }) => active === false).slice(0, peopleTried);
  const found = await Promise.all(some.map(({ account }) => findOurs(calls, account, undefined, guard)));
  return found.some((person) => person !== undefined);
};

/** Where E2 finds nobody, it does not tell whose people they are: the address is another one, or accounts are found otherwise only. */
const requireAnybodyFound = async (calls: ReadCalls, people: readonly ShownEmployee[], guard: Guard): Promise<void> => {
  const some = people.filter(({ active }) => active !== false).slice(0, peopleTried);
  if (some.length < leastTried) return;
  const found = await Promise.all(some.map(({ account }) => findOurs(calls, account, undefined, guard)));
  if (found.every((person) => person === undefined)) throw findsNobody();
};

export const findsNobody = (): CallError =>
  new CallError("E2", {
    code: "response-unexpected",
    message: "it finds none of the first people that E1 lists",
    hint: "compare the operation with the contract; a site may find accounts only in another form than E1 shows (`target.accountDomain`)",
    outcome: "not-done",
    retryable: false,
  });

/** A number or name that one of the two does not have says nothing, except that we list people with their numbers. */
const isSame = (ours: Named, { employeeNumber, name }: Named): boolean =>
  (!employeeNumber || ours.employeeNumber === undefined || sameKey(ours.employeeNumber ?? "", employeeNumber)) &&
  (!name || !ours.name || sameText(ours.name, name));

/** Of the people whom E1 lists under one account or number, those whom E2 finds. */
export const withoutNamesakes = async (
  calls: ReadCalls,
  people: readonly ShownEmployee[],
  guard: Guard,
): Promise<ShownEmployee[]> => {
  const groups = [
    Map.groupBy(people, ({ account }) => canonicalKey(account)),
    Map.groupBy(
      people.filter(({ number }) => number),
      ({ number }) => canonicalKey(number ?? ""),
    ),
  ];
  const namesakes = new Set(groups.flatMap((group) => [...group.values()].filter((all) => all.length > 1).flat()));
  const strangers = await Promise.all(
    [...namesakes].map(async (person) => {
      const listed = { account: person.account, employeeNumber: person.number ?? null, name: person.name };
      const ours = await findOurs(calls, person.account, listed, guard);
      return ours && isSame(listed, ours) ? [] : [person];
    }),
  );
  const left = new Set(strangers.flat());
  return people.filter((person) => !left.has(person));
};
