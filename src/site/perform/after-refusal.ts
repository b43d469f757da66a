/**
 * What stands after a refused write: a site may refuse what it has carried out all the same (a mail could not be sent), or half of it
 * (the old posts are gone, the new ones are refused). A refused write counts as one that may have been carried out, so that a permission
 * refresh follows, unless a look shows that nothing has changed. Only a refusal costs these reads.
 */
import { CallError, isRefusal } from "../../client/call-error.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { Calls, Guard, Write } from "../calls/call.ts";
import { isInconclusive, readManager, readPosts, settled } from "../reads/probe.ts";
import type { Performed } from "../target.ts";
import { samePosts } from "./equality.ts";
import { checkHolder } from "./holder.ts";
import { type OperationOf, postsUpdate, requestOf } from "./translate-request.ts";
import { refusedAndChanged } from "./write-errors.ts";
import type { ProbeResult } from "./write-with-probe.ts";

/** Reads what is there; where that is refused, too, nobody knows, and a permission refresh is due. */
const seenAfter = async <T>(calls: Calls, refusal: unknown, read: () => Promise<T>): Promise<T> => {
  if (!isRefusal(refusal)) throw refusal;
  try {
    return await read();
  } catch (error) {
    calls.noteCarriedOut();
    throw isRefusal(error) ? refusal : error;
  }
};

/**
 * Sends a write that relies on a post, and once more if it was refused because the site took the write of the post late (R100): it did not show
 * yet, and does a moment later.
 */
export const onceInForce = async <T>(
  calls: Calls,
  send: () => Promise<T>,
  post: { readonly account: string; readonly department: string },
  guard: Guard,
): Promise<T> => {
  const shows = async (): Promise<boolean> => {
    try {
      const posts = await readPosts(calls, post.account, guard);
      return posts.some(({ department }) => sameKey(department, post.department));
    } catch (error) {
      if (isInconclusive(error)) return false;
      throw error;
    }
  };
  const cameLate = async () => !(await shows()) && settled(calls, shows, (found) => found);
  try {
    return await send();
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    const isLate = await cameLate().catch((error: unknown) => {
      throw error instanceof CallError ? refusal : error;
    });
    if (!isLate) throw refusal;
    return send();
  }
};

/** Of what no reading shows, nobody knows whether a refused write has changed it. */
export const notToBeSeen = (): Promise<ProbeResult> => Promise.resolve("different");

/** Compares what `set` states with the record before the write and the one that was `found` after the refusal. */
export const judgeSeen = <Found extends object, Stated extends object>(
  has: (record: Found, values: Stated) => boolean,
  set: Stated,
  before: Found,
  found: Found | null,
): ProbeResult => {
  if (found && has(found, set)) return "as-wanted";
  const stated = Object.fromEntries(Object.keys(set).map((field) => [field, before[field as keyof Found]])) as Stated;
  return found && has(found, stated) ? "unchanged" : "different";
};

/** Sends a write that sets a state. `probe` says what stands there after a refusal. */
export const writeAndProbe = async (
  calls: Calls,
  write: Write,
  probe: () => Promise<ProbeResult>,
  guard: Guard,
): Promise<Performed> => {
  try {
    await calls.write(write, guard);
  } catch (refusal) {
    const seen = await seenAfter(calls, refusal, probe);
    if (seen !== "unchanged") calls.noteCarriedOut();
    if (seen !== "as-wanted") throw refusal;
  }
  return "applied";
};

/** E14. Posts that a refused write has changed are given back: without posts, nobody has rights or an approver. */
export const postsAfterRefusal = async (
  calls: Calls,
  { account, posts, current, read }: Posts,
  refusal: unknown,
  guard: Guard,
): Promise<Performed> => {
  const seen = await seenAfter(calls, refusal, read);
  if (samePosts(seen, current)) throw refusal;
  calls.noteCarriedOut();
  if (samePosts(seen, posts)) return "applied";
  try {
    await calls.write(postsUpdate(account, current), guard);
  } catch (error) {
    throw isRefusal(error) ? refusedAndChanged("E14", refusal) : error;
  }
  throw samePosts(await read(), current) ? refusal : refusedAndChanged("E14", refusal);
};

type Posts = {
  readonly account: string;
  /** The posts to write, and those before. */
  readonly posts: readonly Post[];
  readonly current: readonly Post[];
  readonly read: () => Promise<readonly Post[]>;
};

/** D12. A department without a manager may have lost it by this write: the manager of before is given back, whom the plan names. */
export const setManager = async (calls: Calls, operation: OperationOf<"D12">, guard: Guard): Promise<Performed> => {
  const { code, manager: account, before, numbers } = operation;
  await checkHolder(calls, "D12", { account, numbers }, guard);
  const setTo = (manager: string) =>
    calls.write(requestOf({ id: "D12", code, manager }, calls.settings.dateFormat), guard);
  const read = async () => (await readManager(calls, code, guard))?.account ?? null;
  try {
    await onceInForce(calls, () => setTo(account), { account, department: code }, guard);
    return "applied";
  } catch (refusal) {
    const shown = await seenAfter(calls, refusal, read);
    const isWanted = shown !== null && sameKey(shown, account);
    if (isWanted || shown === null) calls.noteCarriedOut();
    if (isWanted) return "applied";
    if (shown !== null || before === undefined) throw refusal;
    const isBack = await setTo(before)
      .then(read)
      .then(
        (now) => now !== null && sameKey(now, before),
        (error: unknown) => {
          if (isRefusal(error)) return false;
          throw error;
        },
      );
    throw isBack ? refusal : refusedAndChanged("D12", refusal);
  }
};
