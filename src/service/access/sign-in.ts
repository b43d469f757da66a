/**
 * Checks account and password, and slows guessing. Neither the answer nor its time reveals whether an account exists.
 *
 *   attempts are counted by     free   slows
 *   device and account             5   guesses in a browser in which this account has signed in before
 *   account and address            5   guesses elsewhere; the address of IPv6 is its /64
 *   address                      100   one guesser with many accounts
 *   account                      100   many guessers with one account (the limit of NIST SP 800-63B)
 *
 * A browser that is known by its cookie (OWASP: device cookies) counts by itself alone, so guesses elsewhere keep nobody out.
 */
import { networkOf } from "../../lib/http/caller-network.ts";
import { digestOf } from "../kernel/callers/keys.ts";
import { fold } from "../kernel/identity.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { createAttempts } from "./attempts.ts";
import { maySignIn } from "./authenticate.ts";
import { isPassword, waitingChecks } from "./passwords.ts";
import type { Company } from "./tables.ts";

type SignInResult =
  | { readonly kind: "signed-in"; readonly person: EmployeeRow }
  | { readonly kind: "wrong" }
  /** There were too many wrong attempts, or too many at once; this one was not checked. */
  | { readonly kind: "wait"; readonly seconds: number };

export type Attempt = {
  readonly account: string;
  readonly password: string;
  /** IP address of the caller. */
  readonly address: string;
  /** What the browser's device cookie contains: the person who has signed in there, and an id of the browser. */
  readonly device?: { readonly employeeId: number; readonly id: string } | undefined;
};

export type SignIn = (attempt: Attempt) => Promise<SignInResult>;

/** Maximum number of attempts of one caller, and of all unknown callers, that are checked or wait for their check. */
const mostAtOnce = { ofOne: 8, ofAll: 32 };
const busySeconds = 5;

/** The longest text that an account can be. More of a name is not remembered: strangers could fill the memory with names. */
const longestAccount = 255;

export const createSignIn = (company: Company): SignIn => {
  const { clock } = company;
  const own = createAttempts(clock, 5);
  const byAddress = createAttempts(clock, 100);
  const byAccount = createAttempts(clock, 100);
  const atOnce = new Map<string, number>();

  const check = async (account: string, password: string): Promise<EmployeeRow | undefined> => {
    const person = company.employees.by("account", account)[0];
    const hashOf = () => person && company.passwords.by("employee", person.id)[0]?.hash;
    const hash = hashOf();
    const isRight = await isPassword(password, hash, similarHash(company, account));
    // The person may have been disabled, or the password changed, while `isPassword` ran.
    const current = person && company.employees.get(person.id);
    return isRight && hash === hashOf() && current && maySignIn(company, current) ? current : undefined;
  };

  return async ({ account: given, password, address, device }) => {
    const account = fold(given.slice(0, longestAccount));
    const isKnown = device !== undefined && device.employeeId === company.employees.by("account", account)[0]?.id;
    const network = networkOf(address);
    const ownKey = isKnown ? `${device.id} ${account}` : `${network} ${account}`;
    const counts = [{ attempts: own, key: ownKey }];
    if (!isKnown) counts.push({ attempts: byAddress, key: network }, { attempts: byAccount, key: account });
    const waitMs = Math.max(...counts.map(({ attempts, key }) => attempts.waitMs(key)));
    if (waitMs > 0) return { kind: "wait", seconds: Math.ceil(waitMs / 1000) };
    const caller = isKnown ? ownKey : network;
    const running = atOnce.get(caller) ?? 0;
    const isBusy = running >= mostAtOnce.ofOne || (!isKnown && waitingChecks() >= mostAtOnce.ofAll);
    if (isBusy) return { kind: "wait", seconds: busySeconds };

    const takeBack = counts.map(({ attempts, key }) => attempts.count(key));
    atOnce.set(caller, running + 1);
    const person = await check(account, password).finally(() => {
      const left = (atOnce.get(caller) ?? 1) - 1;
      if (left > 0) atOnce.set(caller, left);
      else atOnce.delete(caller);
    });
    if (!person) return { kind: "wrong" };
    for (const undo of takeBack) undo();
    own.forget(ownKey);
    return { kind: "signed-in", person };
  };
};

/**
 * Returns the hash of some password, always the same for an account. An account without a password is checked against it, so its
 * check costs as much as that of an existing one, even if the hashes were made at different costs.
 */
const similarHash = ({ passwords }: Company, account: string): string | undefined => {
  const all = passwords.all();
  return all[Number.parseInt(digestOf(account).slice(0, 8), 16) % all.length]?.hash;
};
