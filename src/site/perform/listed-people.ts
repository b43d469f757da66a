/**
 * Decides whether E12 must be preceded by searches with E2. A site may hide inactive people from E1 (R51), and a second account
 * could never be removed; but two searches before each of ten thousand creates are two thirds of an import. So the last reading
 * of E1 decides, and a part of the people is searched for all the same.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import type { ReadCalls } from "../calls/call.ts";

/** How many people are searched for before anything is believed, and one in how many afterwards. */
const [searchedFirst, searchedRest] = [20, 100];

type Listing = {
  /** The accounts and numbers that E1 shows. */
  readonly keys: ReadonlySet<string>;
  /** By canonical account. */
  readonly people: ReadonlyMap<string, ShownEmployee>;
  /** E1 shows inactive people, or nobody at all; so it hides nobody, as far as it can tell. */
  readonly isWhole: boolean;
  /** Everybody in E1 is stated to be active. */
  readonly areAllActive: boolean;
  /** The number of people who are created and of whom E1 shows nothing. */
  newcomers: number;
};

const listings = new WeakMap<ReadCalls, Listing>();

/** Connections that have found somebody whom E1 does not show. */
const hiding = new WeakSet<ReadCalls>();

/** Notes what E1 shows; each reading replaces the one before. */
export const noteListed = (calls: ReadCalls, people: readonly ShownEmployee[]): void => {
  const showsInactive = people.some(({ active }) => active === false);
  const showsNumbers = !people.some(({ hidden }) => hidden?.includes("number"));
  listings.set(calls, {
    keys: new Set(people.flatMap(({ account, number }) => [account, number ?? account]).map(canonicalKey)),
    people: new Map(people.map((person) => [canonicalKey(person.account), person])),
    isWhole: showsNumbers && (showsInactive || people.length === 0),
    areAllActive: people.length > 0 && people.every(({ active }) => active === true),
    newcomers: 0,
  });
};

/**
 * True if somebody must be searched for with E2 before E12: E1 may hide people, or shows the account or the number; always true
 * for the first 20 newcomers and for one in 100 of the others.
 */
export const mayExist = (calls: ReadCalls, account: string, number: string | null | undefined): boolean => {
  const listing = listings.get(calls);
  if (!listing?.isWhole || hiding.has(calls)) return true;
  if ([account, number ?? account].some((key) => listing.keys.has(canonicalKey(key)))) return true;
  listing.newcomers += 1;
  return listing.newcomers <= searchedFirst || listing.newcomers % searchedRest === 0;
};

/** The person as the last reading of E1 shows them. */
export const listedAs = (calls: ReadCalls, account: string): ShownEmployee | undefined =>
  listings.get(calls)?.people.get(canonicalKey(account));

/** Does E1 list people, but nobody inactive? */
export const showsNobodyInactive = (calls: ReadCalls): boolean => listings.get(calls)?.isWhole === false;

/**
 * Where E1 states of everybody that they are active, and shows nobody else, a record of E2 that lacks `active` is of somebody inactive: the
 * site leaves out what is false.
 */
export const withStatus = <Found extends ShownEmployee | null>(calls: ReadCalls, found: Found): Found =>
  found && found.active === undefined && listings.get(calls)?.areAllActive ? { ...found, active: false } : found;

/** Somebody exists whom E1 does not show: from now on everybody is searched for. */
export const noteFound = (calls: ReadCalls, { account, number }: ShownEmployee): void => {
  const keys = listings.get(calls)?.keys;
  if (!keys?.has(canonicalKey(account)) && !keys?.has(canonicalKey(number ?? account))) hiding.add(calls);
};
