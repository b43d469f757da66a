/** Finds the key for a secret: its caller, permissions, expiry and addresses. Only digests of secrets are compared and stored. */
import { hash } from "node:crypto";
import type { Permission } from "../../../contract/operations/operation-spec.ts";
import { expiryOf } from "../instant.ts";
import { type Designated, designatedAll } from "./caller.ts";
import { addressTest } from "./key-addresses.ts";

/** A key given when the service starts, in addition to those in the database. */
export type ServiceKey = {
  /** Name of the key in the call log. */
  readonly name: string;
  readonly secret: string;
  readonly permissions: readonly Permission[];
  /** The objects for which the key is designated; absent: all. */
  readonly designated?: Designated;
  /** When the key expires: a date-time, or a date, which is the last valid day. Absent or null: never. */
  readonly expiresAt?: string | null;
  /** The addresses and CIDR ranges from which the key may be used; absent or null: any address. */
  readonly addresses?: readonly string[] | null;
};

/** A key with all values that a request needs, computed in advance. */
export type ReadyKey = ReturnType<typeof readyKey>;

/**
 * Returns the SHA-256 of a secret in hex. A slow hash such as scrypt would delay every request. It is needed for passwords that
 * people choose, but not for a secret of 256 random bits, which nobody can guess from its digest.
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

export const readyKey = (key: Omit<ServiceKey, "secret">) => {
  const { name, permissions, designated = designatedAll, expiresAt, addresses = null } = key;
  return {
    caller: { kind: "key" as const, name, permissions: new Set(permissions), designated },
    expiresMs: expiresAt ? expiryOf(expiresAt) : Number.POSITIVE_INFINITY,
    isPermittedFrom: addressTest(addresses),
  };
};

/**
 * Returns a function that finds the key with a given secret by the secret's digest; `other` is asked for digests that are not
 * in `keys`. The time of a lookup reveals at most how many digits the digest of the sent secret shares with a stored digest.
 * That does not help an attacker, because nobody can find a secret that has a chosen digest.
 */
export const createKeyRing = (keys: readonly ServiceKey[], other: (digest: string) => ReadyKey | undefined) => {
  const byDigest = new Map(keys.map((key) => [digestOf(key.secret), readyKey(key)]));
  return (secret: unknown): ReadyKey | undefined => {
    if (typeof secret !== "string" || secret === "") return undefined;
    const digest = digestOf(secret);
    return byDigest.get(digest) ?? other(digest);
  };
};
