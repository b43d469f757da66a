/**
 * Keys that sign and can be replaced. A replaced key stays valid for a day, so that what it has signed, and what others have
 * fetched, can still be used.
 */
import { isoInstant } from "../../lib/clock.ts";
import type { Company } from "./company.ts";
import type { Row, Table } from "./table.ts";

/** `expiresAt` is ISO 8601 in UTC, for a key that was replaced; absent for the key that replaced it. */
export type ReplaceableKey = Row & { readonly expiresAt?: string };

type Keys<R extends ReplaceableKey> = Pick<Table<R, never>, "all" | "put" | "remove">;

const replacedForMs = 24 * 3_600_000;

/** Returns the valid keys, newest first. The table is empty until the first key is needed. */
export const validKeys = <R extends ReplaceableKey>({ clock }: Company, keys: Keys<R>): readonly R[] => {
  const now = isoInstant(clock.nowMs());
  return keys
    .all()
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now)
    .toReversed();
};

/** Adds a key, which signs from now on. Returns the time until which earlier ones stay valid. */
export const replaceKey = <R extends ReplaceableKey>(company: Company, keys: Keys<R>, made: Omit<R, "id">): string => {
  const nowMs = company.clock.nowMs();
  const expiresAt = isoInstant(nowMs + replacedForMs);
  for (const row of keys.all()) {
    if (row.expiresAt === undefined) keys.put({ ...row, expiresAt });
    else if (row.expiresAt <= isoInstant(nowMs)) keys.remove(row.id);
  }
  keys.put({ ...made, id: company.newId() } as R);
  return expiresAt;
};
