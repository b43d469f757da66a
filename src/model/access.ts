/** Who has access: a person with a local account, or a program with a token. */
import type { Role } from "./role.ts";

/** Times are ISO 8601 instants. `usedAt` is the last use, that of a token exact to a minute. */
export type Access = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly addedAt: string;
  readonly expiresAt?: string;
  readonly usedAt?: string;
};

export type NewAccess = Pick<Access, "name" | "roles" | "expiresAt">;
