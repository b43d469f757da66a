/**
 * Signs people in with name and password, and slows whoever guesses: by the person whose password is tried, and by the address
 * that tries. Somebody who has signed in from an address, or in a browser, which keeps a mark of that (OWASP: device cookies), is not
 * slowed there by what others try elsewhere, so guessing locks nobody out. What is remembered is in memory only, and bounded.
 */
import type { App } from "../../app/app.ts";
import { atMostEvery } from "../../lib/http/at-most-every.ts";
import { networkOf } from "../../lib/http/caller-network.ts";
import { isSameSecret } from "../../lib/http/http-caution.ts";
import type { Access } from "../../model/access.ts";

/** `slowed`: nothing was tried, and nothing is before `waitMs` have passed. */
type SignedIn =
  | { readonly result: "in"; readonly user: Access }
  | { readonly result: "wrong" }
  | { readonly result: "slowed"; readonly waitMs: number };

export type SignIn = (attempt: {
  readonly name: string;
  readonly password: string;
  /** Of the network, as the server knows it. */
  readonly address: string;
  /** The mark of the browser, if it has one. */
  readonly device?: string | undefined;
}) => Promise<SignedIn>;

/** Failures that cost nothing, the longest wait, and how long failures are remembered after the last one. */
const free = { person: 5, address: 20 } as const;
const longestWaitMs = 60_000;
const rememberedMs = 15 * 60_000;
const mostRemembered = 10_000;
const longestName = 1024;
const recordedEveryMs = 60_000;

type Failures = { readonly times: number; readonly lastMs: number; readonly nextMs: number };

/** `onWrong` is called for each wrong password. */
export const createSignIn = (
  { store, log }: Pick<App, "store" | "log">,
  onWrong: () => void,
  // Not the time of day: a clock that is set back by days would make people wait for days.
  nowMs: () => number = () => performance.now(),
): SignIn => {
  const failures = new Map<string, Failures>();
  const known = new Set<string>();
  const record = atMostEvery(recordedEveryMs, (times, from: string) => {
    log.warn({ from, times }, "a name or a password was wrong");
    store.audit
      .append({ event: "sign-in-refused", by: { kind: "request" }, facts: { times } })
      .catch((error: unknown) => {
        log.warn({ error: String(error) }, "a refusal could not be recorded");
      });
  });

  const failuresOf = (key: string): Failures => {
    const found = failures.get(key);
    return found && nowMs() - found.lastMs < rememberedMs ? found : { times: 0, lastMs: 0, nextMs: 0 };
  };
  const failed = (key: string, tolerated: number): void => {
    const times = failuresOf(key).times + 1;
    const waitMs = times < tolerated ? 0 : Math.min(1_000 * 2 ** (times - tolerated), longestWaitMs);
    // Deleted first, so that the oldest entry is the first one.
    failures.delete(key);
    failures.set(key, { times, lastMs: nowMs(), nextMs: nowMs() + waitMs });
    if (failures.size > mostRemembered) failures.delete(failures.keys().next().value ?? "");
  };

  return async ({ name, password, address, device }) => {
    const person = name.toLowerCase().slice(0, longestName);
    const pair = `both ${address} ${person}`;
    const network = networkOf(address);
    const mark = device === undefined ? undefined : await store.users.deviceOf(name);
    const isOwnDevice = device !== undefined && mark !== undefined && isSameSecret(device, mark);
    const own = isOwnDevice ? `device ${person}` : known.has(pair) ? pair : undefined;
    const keys: readonly (readonly [string, number])[] = own
      ? [[own, free.person]]
      : [
          [`person ${person}`, free.person],
          [`address ${network}`, free.address],
        ];
    const waitMs = Math.max(...keys.map(([key]) => failuresOf(key).nextMs - nowMs()));
    if (waitMs > 0) {
      onWrong();
      record(address);
      return { result: "slowed", waitMs };
    }
    // Counted before it is judged, so that attempts at the same time do not all count as the first.
    for (const [key, tolerated] of keys) failed(key, tolerated);
    const user = await store.users.verify(name, password);
    if (!user) {
      onWrong();
      record(address);
      return { result: "wrong" };
    }
    known.add(pair);
    if (known.size > mostRemembered) known.delete(known.keys().next().value ?? "");
    failures.delete(`person ${person}`);
    failures.delete(own ?? pair);
    // Where the address was not counted, nothing is taken back: an account of one's own would give attempts at those of others.
    const ofAddress = own === undefined && failures.get(`address ${network}`);
    if (ofAddress) failures.set(`address ${network}`, { ...ofAddress, times: ofAddress.times - 1, nextMs: 0 });
    return { result: "in", user };
  };
};
