/** Secrets and their keys: caller, permissions, expiry and addresses. Only digests are compared and stored. */
import { hash } from "node:crypto";
import type { Permission } from "../contract/operation-spec.ts";
import { designatedAll, type KeyCaller } from "./access/caller.ts";
import { addressTest } from "./access/key-addresses.ts";
import type { Designated } from "./access/tables.ts";
import { expiryOf } from "./instant.ts";

/** A key given when the service starts, in addition to those in the database. */
export type ServiceKey = {
  /** Shown in the call log. */
  readonly name: string;
  readonly secret: string;
  readonly permissions: readonly Permission[];
  /** Absent: everything. */
  readonly designated?: Designated;
  /** A date-time, or a date, which is the last valid day; absent: never. */
  readonly expiresAt?: string;
  /** Addresses and CIDR ranges; absent: any address. */
  readonly addresses?: readonly string[];
};

/** A key with all values that a request needs, computed in advance. */
export type ReadyKey = {
  readonly caller: KeyCaller;
  readonly expiresMs: number;
  readonly isPermittedFrom: (address: string | undefined) => boolean;
};

/**
 * SHA-256 in hex. Slow hashes such as scrypt are for passwords that people choose; a secret of 256 random bits cannot be
 * guessed from its digest at any speed, and this digest is computed for every request.
 */
export const digestOf = (secret: string): string => {
  const known = digests.get(secret);
  if (known !== undefined) return known;
  const digest = hash("sha256", secret, "hex");
  if (digests.size >= keptDigests) digests.clear();
  if (secret.length <= usualLength) digests.set(secret, digest);
  return digest;
};

/** A cache, because callers repeat the same secrets and the digest costs as much as the rest of the check. */
const digests = new Map<string, string>();
const keptDigests = 1_000;
const usualLength = 200;

export const readyKey = (key: Omit<ServiceKey, "secret">): ReadyKey => ({
  caller: {
    kind: "key",
    name: key.name,
    permissions: new Set(key.permissions),
    designated: key.designated ?? designatedAll,
  },
  expiresMs: key.expiresAt === undefined ? Number.POSITIVE_INFINITY : expiryOf(key.expiresAt),
  isPermittedFrom: addressTest(key.addresses ?? null),
});

/**
 * Finds the key with this secret by its digest. The time of a lookup reveals at most how many digits of two digests agree, and
 * nobody can choose a secret for its digest.
 */
export const createKeyRing = (
  keys: readonly ServiceKey[],
  other: (digest: string) => ReadyKey | undefined = () => undefined,
): ((secret: unknown) => ReadyKey | undefined) => {
  const byDigest = new Map(keys.map((key) => [digestOf(key.secret), readyKey(key)]));
  return (secret) => {
    if (typeof secret !== "string" || secret === "") return undefined;
    const digest = digestOf(secret);
    return byDigest.get(digest) ?? other(digest);
  };
};
