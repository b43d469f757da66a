/**
 * Checks account and password, and slows repeated wrong attempts per account. Neither the answer nor its timing reveals whether
 * an account exists.
 */
import { fold } from "../kernel/identity.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { maySignIn } from "./authenticate.ts";
import { isPassword } from "./passwords.ts";
import type { Company } from "./tables.ts";

type SignInResult =
  | { readonly kind: "signed-in"; readonly person: EmployeeRow }
  | { readonly kind: "wrong" }
  /** There were too many wrong attempts; this one was not checked. */
  | { readonly kind: "wait"; readonly seconds: number };

export type SignIn = (account: string, password: string) => Promise<SignInResult>;

/** Number of consecutive wrong attempts after which the first wait begins. */
const freeAttempts = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;
/** Time after the end of a wait until earlier attempts are forgotten. */
const forgottenAfterMs = 60 * 60_000;
/** Maximum number of accounts whose attempts are remembered; the account with the oldest attempt is forgotten first. */
const rememberedAccounts = 10_000;

type Attempts = { readonly failed: number; readonly againMs: number };

/**
 * Returns the wait after a wrong attempt: 30 seconds after the fifth, twice as long after each further one, at most 15 minutes.
 */
const waitAfter = (failed: number): number =>
  failed < freeAttempts ? 0 : Math.min(firstWaitMs * 2 ** (failed - freeAttempts), longestWaitMs);

export const createSignIn = (company: Company): SignIn => {
  const attempts = new Map<string, Attempts>();

  /** Counts an attempt before its password is checked, so that parallel attempts cannot exceed the limit. */
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
    // The person may have been disabled, or the password changed, while `isPassword` ran.
    const current = person && company.employees.get(person.id);
    if (!isRight || hash !== hashOf() || !current || !maySignIn(company, current)) return { kind: "wrong" };
    attempts.delete(account);
    return { kind: "signed-in", person: current };
  };
};
