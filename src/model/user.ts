/** A local account: a person who signs in with name and password. */
import type { Role } from "./role.ts";

/** Times are ISO 8601 instants. `usedAt` is the last sign-in. */
export type User = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly addedAt: string;
  readonly expiresAt?: string;
  readonly usedAt?: string;
};
