/**
 * Secrets and the keys they open: who calls, what the key permits, until when and from where. Only digests are compared
 * and kept.
 */
import { hash } from "node:crypto";
import type { Permission } from "../contract/operation-spec.ts";
import { designatedAll, type KeyCaller } from "./access/caller.ts";
import { addressTest } from "./access/key-addresses.ts";
import type { Designated } from "./access/tables.ts";
import { expiryOf } from "./instant.ts";

/** A key that is given at the start of the service, beside those of the database. */
export type ServiceKey = {
  /** Shown in the call log. */
  readonly name: string;
  readonly secret: string;
  readonly permissions: readonly Permission[];
  /** Left out: everything. */
  readonly designated?: Designated;
  /** A date-time, or a date that is the last day; left out: never. */
  readonly expiresAt?: string;
  /** Addresses and CIDR ranges; left out: from anywhere. */
  readonly addresses?: readonly string[];
};

/** A key with everything worked out that a request needs to know of it. */
export type ReadyKey = {
  readonly caller: KeyCaller;
  readonly expiresMs: number;
  readonly isPermittedFrom: (address: string | undefined) => boolean;
};

/**
 * SHA-256 in hex. A slow hash such as scrypt protects words that people choose; a secret of 256 random bits cannot be
 * guessed from its digest at any speed, and this one is computed for every request.
 */
export const digestOf = (secret: string): string => {
  const known = digests.get(secret);
  if (known !== undefined) return known;
  const digest = hash("sha256", secret, "hex");
  if (digests.size >= keptDigests) digests.clear();
  if (secret.length <= usualLength) digests.set(secret, digest);
  return digest;
};

/** Callers come again and again with the same secrets; the digest costs as much as all the rest of the check. */
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
 * Finds the key with this secret. It is looked up by its digest: the time a lookup takes tells at most how far two
 * digests agree, and nobody can choose a secret by that.
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
