/**
 * What the last good run knew of managers and posts, which must be read one object at a time. The next reading takes from it what
 * cannot have changed as far as the lists show (plan/reading/known-details.ts).
 */
import type { Post } from "./directory.ts";

/** `sign`: digest of everything readable that goes with the value; `readMs`: when the service showed it. */
type Known = { readonly sign: string; readonly readMs: number };

export type KnownDetails = {
  readonly version: 1;
  /** Digest of the configuration and the version with which it was read; with others, everything is read again. */
  readonly basis: string;
  /** How many runs have ended well since everything was read. */
  readonly turn: number;
  /** By account. */
  readonly posts: readonly (readonly [account: string, known: Known & { readonly posts: readonly Post[] }])[];
  /** By code; null: no manager. */
  readonly managers: readonly (readonly [code: string, known: Known & { readonly manager: string | null }])[];
  readonly strangers: readonly string[];
  readonly namesakes: readonly string[];
  /** The departments whose members D9 showed; none where that is not worth it. */
  readonly membersOf: readonly string[];
};

/** Every known value is read again after at most this many runs. */
export const turns = 30;

/** The share of all keys to which a key belongs, from 0: the shares are about equal, and one of them is read in each run. */
export const shareOf = (key: string): number => {
  let sum = 0;
  for (const character of key) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 999_983;
  return sum % turns;
};

/** The share that is due, for a run that finds nothing else new (run/prepare/unchanged.ts). */
export type DueShare = Pick<KnownDetails, "basis" | "turn" | "posts" | "managers" | "membersOf">;

/** How much of the details a reading has read, and how old the rest is. */
export type PartialReading = {
  readonly read: number;
  readonly known: number;
  /** The time in UTC at which the oldest part was read, ISO 8601. */
  readonly oldest: string;
};
