/**
 * A domain around the accounts of a service: it shows `ACME\amy` or `amy@acme.local` of whom HR calls `amy`. Whether it only shows the domain
 * or stores it, no reading tells, so existing people are renamed as others are; but nobody is created, because each newcomer would be
 * one more account that HR does not know (R14).
 */
import { canonicalKey, sameKey } from "../../model/canonical.ts";
import type { Correlation } from "./correlate.ts";

/** The domain if everybody who is matched by something else than the account has it, and nobody's account is HR's; else undefined. */
export const accountDomain = (people: readonly Correlation[]): string | undefined => {
  const accounts = people.flatMap((one) =>
    one.state === "matched" ? [[one.desired.account, one.current.account] as const] : [],
  );
  const domains = accounts.map(([stated, shown]) => domainOf(shown, stated));
  const [first] = domains;
  return first !== undefined && domains.every((one) => one !== undefined && sameKey(one, first)) ? first : undefined;
};

/** What `shown` has more than `stated`, if that is a domain before or after it. */
const domainOf = (shown: string, stated: string): string | undefined => {
  const [long, short] = [shown.trim(), stated.trim()];
  if (long.length <= short.length) return undefined;
  const [before, after] = [long.slice(0, -short.length), long.slice(short.length)];
  if (before.endsWith("\\") && canonicalKey(long) === canonicalKey(before + short)) return before;
  return after.startsWith("@") && canonicalKey(long) === canonicalKey(short + after) ? after : undefined;
};
