/**
 * Keys that sign and can be replaced. A replaced key stays valid for a day, so that what it has signed, and what others have
 * fetched, can still be used.
 */
import { isoInstant } from "../../../lib/clock.ts";
import type { CompanyFile } from "./company-file.ts";
import type { Row, Table } from "./table.ts";

/** `expiresAt` is ISO 8601 in UTC, for a key that was replaced; absent for the key that replaced it. */
export type ReplaceableKey = Row & { readonly expiresAt?: string };

type Keys<R extends ReplaceableKey> = Pick<Table<R, never>, "all" | "put" | "remove">;
type Make<R extends ReplaceableKey> = () => Omit<R, "id"> | Promise<Omit<R, "id">>;

const replacedForMs = 24 * 3_600_000;

/** Returns the valid keys, newest first. The first one is made when it is first needed. */
export const findKeys = async <R extends ReplaceableKey>(
  file: CompanyFile,
  keys: Keys<R>,
  make: Make<R>,
): Promise<readonly R[]> => {
  const now = isoInstant(file.company.clock.nowMs());
  const all = await file.read(() => keys.all());
  const valid = all.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  if (valid.length > 0) return valid.toReversed();
  const first = firstOnes.get(keys) ?? replaceKey(file, keys, make).finally(() => firstOnes.delete(keys));
  firstOnes.set(keys, first);
  await first;
  return findKeys(file, keys, make);
};

/** First keys that are being made: of the requests that come meanwhile, each would make another one. */
const firstOnes = new WeakMap<object, Promise<string>>();

/** Adds a key, which signs from now on. Returns the time until which earlier ones stay valid. */
export const replaceKey = async <R extends ReplaceableKey>(
  { company, write }: CompanyFile,
  keys: Keys<R>,
  make: Make<R>,
): Promise<string> => {
  const made = await make();
  return write(() => {
    const nowMs = company.clock.nowMs();
    const expiresAt = isoInstant(nowMs + replacedForMs);
    for (const row of keys.all()) {
      if (row.expiresAt === undefined) keys.put({ ...row, expiresAt });
      else if (row.expiresAt <= isoInstant(nowMs)) keys.remove(row.id);
    }
    keys.put({ ...made, id: company.newId() } as R);
    return expiresAt;
  });
};
