/**
 * A domain around the accounts of a service: it shows `ACME\amy` or `amy@acme.local` of whom HR calls `amy`. Whether it only shows the domain
 * or stores it, no reading tells, so existing people are renamed as others are; but nobody is created, because each newcomer would be
 * one more account that HR does not know (R14).
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Correlation } from "./correlate.ts";

/** The domain that everybody who is matched has around the account of HR; undefined as soon as one has none, or another. */
export const accountDomain = (people: readonly Correlation[]): string | undefined => {
  let domain: string | undefined;
  for (const one of people) {
    if (one.state !== "matched") continue;
    const found = domainOf(one.current.account, one.desired.account);
    if (found === undefined || !sameKey(found, domain ?? found)) return undefined;
    domain ??= found;
  }
  return domain;
};

/** What `shown` has more than `stated`, if that is a domain before or after it. */
const domainOf = (shown: string, stated: string): string | undefined => {
  const [long, short] = [shown.trim(), stated.trim()];
  if (long.length <= short.length) return undefined;
  const [before, after] = [long.slice(0, -short.length), long.slice(short.length)];
  if (before.endsWith("\\") && canonicalKey(long) === canonicalKey(before + short)) return before;
  return after.startsWith("@") && canonicalKey(long) === canonicalKey(short + after) ? after : undefined;
};
