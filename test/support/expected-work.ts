/** What the parts of the expectation share: the pair, who is who in it, and the reading of a single field or account. */
import type { Employee } from "../../src/model/directory.ts";
import type { Pair } from "./arbitraries.ts";
import type { CodedKind, Matches, PersonMatch } from "./expected-correlation.ts";
import { canonical, sameCode } from "./full-directory.ts";

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

/** The value a field ends with: desired where stated and permitted by policy, else current. */
export const settled = <T>({ pair }: Work, field: string, current: T, desired: T | undefined): T => {
  const policy = pair.settings.fields[field] ?? "manage";
  if (desired === undefined || policy === "ignore") return current;
  return policy === "fill-if-empty" && !isBlank(current) ? current : desired;
};

/** The code after the renames. */
export const after = ({ matches }: Work, kind: CodedKind, code: string): string =>
  matches[kind].renamed.get(canonical(code)) ?? code;

/** A value that something new cannot do without; a doubt and `fallback` when it is not stated. */
export const required = <T>({ doubts }: Work, value: T | undefined, fallback: T, what: string): T => {
  if (value === undefined) doubts.push(`${what} is needed for something new`);
  return value ?? fallback;
};

/** The account a person of the desired side ends with; anybody else keeps the account the current side knows. */
export const finalAccount = (work: Work, account: string | null): string | null => {
  if (account === null) return null;
  for (const [record, match] of work.people)
    if (match.found === "existing" && match.renamed && sameCode(match.person.account, account))
      return isProtected(work, record) ? account : record.account;
  return account;
};

/** A stated account is the one its person has on the desired side; a protected person keeps another. */
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

/** Is the person one that is never changed, by the account on either side? */
export const isProtected = (work: Work, record: Employee): boolean => {
  const match = work.people.get(record);
  const accounts = [record.account, ...(match?.found === "existing" ? [match.person.account] : [])];
  return work.pair.settings.protectedAccounts.some((pattern) =>
    accounts.some((account) => matchesPattern(pattern, account)),
  );
};
