/**
 * Who is it? Account and password are checked; wrong ones are slowed down for each account. Nothing in an answer, nor the
 * time it takes, tells whether there is such an account.
 */
import type { Company } from "../company.ts";
import { fold } from "../identity.ts";
import type { EmployeeRow } from "../rows.ts";
import { maySignIn } from "./may-sign-in.ts";
import { isPassword } from "./passwords.ts";

type SignInResult =
  | { readonly kind: "signed-in"; readonly person: EmployeeRow }
  | { readonly kind: "wrong" }
  /** Too many wrong ones before; this one was not looked at. */
  | { readonly kind: "wait"; readonly seconds: number };

export type SignIn = (account: string, password: string) => Promise<SignInResult>;

/** Wrong ones in a row that have no consequence. */
const freeAttempts = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;
/** After a wait is over, how long until what came before no longer counts. */
const forgottenAfterMs = 60 * 60_000;
/** Accounts that are remembered; the one that failed longest ago is forgotten first. */
const rememberedAccounts = 10_000;

type Attempts = { readonly failed: number; readonly againMs: number };

/** After the fifth wrong one 30 seconds, then twice as long each time, up to a quarter of an hour. */
const waitAfter = (failed: number): number =>
  failed < freeAttempts ? 0 : Math.min(firstWaitMs * 2 ** (failed - freeAttempts), longestWaitMs);

export const createSignIn = (company: Company): SignIn => {
  const attempts = new Map<string, Attempts>();

  /** Counted before it is checked, so that many at once are no way around the limit. */
  const countAttempt = (account: string, nowMs: number): void => {
    const before = attempts.get(account);
    const failed = before && before.againMs + forgottenAfterMs > nowMs ? before.failed + 1 : 1;
    attempts.delete(account);
    attempts.set(account, { failed, againMs: nowMs + waitAfter(failed) });
    const [oldest] = attempts.keys();
    if (attempts.size > rememberedAccounts && oldest !== undefined) attempts.delete(oldest);
  };

  return async (given, password) => {
    const account = fold(given);
    const nowMs = company.clock.nowMs();
    const { againMs } = attempts.get(account) ?? { againMs: 0 };
    if (againMs > nowMs) return { kind: "wait", seconds: Math.ceil((againMs - nowMs) / 1000) };
    countAttempt(account, nowMs);
    const person = company.employees.by("account", account)[0];
    const hashOf = () => person && company.passwords.by("employee", person.id)[0]?.hash;
    const hash = hashOf();
    const isRight = await isPassword(password, hash);
    // Asked after the password was checked: he may have been disabled in that time, or given another one.
    const current = person && company.employees.get(person.id);
    if (!isRight || hash !== hashOf() || !current || !maySignIn(company, current)) return { kind: "wrong" };
    attempts.delete(account);
    return { kind: "signed-in", person: current };
  };
};
