/** What the files that compute an expected state share: the pair, its matches, and the expected value of a field or account. */
import type { Employee } from "../../../src/model/directory/directory.ts";
import { canonical, sameCode } from "../directory/full-directory.ts";
import type { Pair } from "../random/arbitraries.ts";
import type { CodedKind, Matches, PersonMatch } from "./expected-correlation.ts";

export type Work = {
  readonly pair: Pair;
  readonly matches: Matches;
  readonly people: ReadonlyMap<Employee, PersonMatch>;
  readonly doubts: string[];
  readonly lastPosts: string[];
  readonly tolerated: Map<string, readonly unknown[]>;
};

const isBlank = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * The value of a field after the run: the desired one if the source states it and the policy permits it, otherwise the current
 * one.
 */
export const settled = <T>({ pair }: Work, field: string, current: T, desired: T | undefined): T => {
  const policy = pair.settings.fields[field] ?? "manage";
  if (desired === undefined || policy === "ignore") return current;
  return policy === "fill-if-empty" && !isBlank(current) ? current : desired;
};

/** The code after renames. */
export const after = ({ matches }: Work, kind: CodedKind, code: string): string =>
  matches[kind].renamed.get(canonical(code)) ?? code;

/** A value that a new object needs. If the source does not state it, this adds a doubt and returns `fallback`. */
export const required = <T>({ doubts }: Work, value: T | undefined, fallback: T, what: string): T => {
  if (value === undefined) doubts.push(`${what} is needed for something new`);
  return value ?? fallback;
};

/** The account after the run of the person who has `account` now; it differs only if the source gives the person another one. */
export const finalAccount = (work: Work, account: string | null): string | null => {
  if (account === null) return null;
  for (const [record, match] of work.people)
    if (match.found === "existing" && match.renamed && sameCode(match.person.account, account))
      return isProtected(work, record) ? account : record.account;
  return account;
};

/** The account after the run of the person whom the source calls `account`; a protected person keeps the present one. */
export const namedAccount = (work: Work, account: string): string => {
  for (const [record, match] of work.people)
    if (match.found === "existing" && sameCode(record.account, account))
      return finalAccount(work, match.person.account) ?? account;
  return finalAccount(work, account) ?? account;
};

const matchesPattern = (pattern: string, account: string): boolean =>
  new RegExp(
    `^${canonical(pattern)
      .split("*")
      .map((part) => RegExp.escape(part))
      .join(".*")}$`,
  ).test(canonical(account));

/** True when the person's account is protected, either in the source or in the target. */
export const isProtected = (work: Work, record: Employee): boolean => {
  const match = work.people.get(record);
  const accounts = [record.account, ...(match?.found === "existing" ? [match.person.account] : [])];
  return work.pair.settings.protectedAccounts.some((pattern) =>
    accounts.some((account) => matchesPattern(pattern, account)),
  );
};
