/** Keys: who calls, and what the key permits. Secrets are compared by digest and in constant time. */
import { hash, timingSafeEqual } from "node:crypto";
import type { Permission } from "../contract/operation-spec.ts";

export type ServiceKey = {
  /** Shown in the call log. */
  readonly name: string;
  readonly secret: string;
  readonly permissions: readonly Permission[];
};

const digest = (secret: string): Buffer => hash("sha256", secret, "buffer");

/** Finds the key with this secret; every key is compared, so the time does not tell which one matched. */
export const createKeyRing = (keys: readonly ServiceKey[]): ((secret: unknown) => ServiceKey | undefined) => {
  const known = keys.map((key) => ({ key, digest: digest(key.secret) }));
  return (secret) => {
    if (typeof secret !== "string" || secret === "") return undefined;
    const given = digest(secret);
    let found: ServiceKey | undefined;
    for (const candidate of known) {
      if (timingSafeEqual(candidate.digest, given)) found = candidate.key;
    }
    return found;
  };
};
