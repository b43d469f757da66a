/** The columns that the tables of accounts and of tokens have in common. */
import { isoInstant } from "../../lib/clock.ts";
import type { Access, NewAccess } from "../../model/access.ts";
import type { Role } from "../../model/role.ts";
import type { AccessColumns } from "../schema/schema.ts";

export const accessColumns = ({ name, roles, expiresAt }: NewAccess, nowMs: number): AccessColumns => ({
  name,
  roles: JSON.stringify(roles),
  added_at: nowMs,
  expires_at: expiresAt === undefined ? null : Date.parse(expiresAt),
  used_at: null,
});

export const accessOf = ({ name, roles, added_at, expires_at, used_at }: AccessColumns): Access => ({
  name,
  roles: JSON.parse(roles) as Role[],
  addedAt: isoInstant(added_at),
  ...(expires_at !== null && { expiresAt: isoInstant(expires_at) }),
  ...(used_at !== null && { usedAt: isoInstant(used_at) }),
});
