/**
 * What stands after a refused write: a site may refuse what it has carried out all the same (a mail could not be sent), or half of it
 * (the old posts are gone, the new ones are refused). Only a refusal costs these reads.
 */
import { isRefusal } from "../../client/call-error.ts";
import { sameKey } from "../../model/canonical.ts";
import type { Post } from "../../model/directory.ts";
import type { Calls, Guard } from "../call.ts";
import type { Performed } from "../target.ts";
import { managerOf } from "../translate.ts";
import { type OperationOf, postsUpdate, requestOf } from "../translate-request.ts";
import { samePosts } from "./equality.ts";
import { checkHolder } from "./holder.ts";
import { refusedAndChanged } from "./write-errors.ts";

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

/** D12. A department without a manager may have lost it by this write. */
export const setManager = async (calls: Calls, operation: OperationOf<"D12">, guard: Guard): Promise<Performed> => {
  await checkHolder(calls, "D12", { account: operation.manager, numbers: operation.numbers }, guard);
  try {
    await calls.write(requestOf(operation, calls.settings.dateFormat), guard);
    return "applied";
  } catch (refusal) {
    const read = () => calls.readOrNone("D10", { code: operation.code }, guard);
    const manager = managerOf(await seenAfter(calls, refusal, read));
    const isWanted = manager !== null && sameKey(manager, operation.manager);
    if (isWanted || manager === null) calls.noteCarriedOut();
    if (isWanted) return "applied";
    throw refusal;
  }
};
