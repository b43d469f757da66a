/**
 * The service's list repeats most texts of HR's records, and of 100,000 people they take 30 MiB once more. Where a value is equal, the
 * listed record gets HR's own text or list, so that only one of them stays in memory; no value changes.
 */
import { isDeepStrictEqual } from "node:util";
import type { Employee } from "../../model/directory/directory.ts";
import type { TargetLists } from "../../model/directory/snapshot.ts";

/** Changes the listed records in place. They have just been read: nobody else knows them yet. */
export const shareTexts = ({ employees }: Pick<TargetLists, "employees">, desired: readonly Employee[] = []): void => {
  const known = new Map(desired.map((one) => [one.account, one]));
  for (const listed of employees) {
    const own: Readonly<Record<string, unknown>> | undefined = known.get(listed.account);
    if (own) share(listed, own);
  }
};

const share = (listed: Record<string, unknown>, own: Readonly<Record<string, unknown>>): void => {
  for (const field in own) {
    const value = own[field];
    const isEqual = value === listed[field] || (typeof value === "object" && isDeepStrictEqual(value, listed[field]));
    if (isEqual && value !== undefined) listed[field] = value;
  }
};
