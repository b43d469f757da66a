/**
 * E14: replaces all posts of a person, with one main post, and only if the posts have not changed since the plan. E15 helps where E14 does not
 * change which of them is the main post.
 */

import { isRefusal } from "../../client/call-error.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { Calls, Guard } from "../calls/call.ts";
import { isUnknownPath } from "../calls/stops-run.ts";
import { readPosts, settled } from "../reads/probe.ts";
import type { Performed } from "../target.ts";
import { notToBeSeen, onceInForce, postsAfterRefusal, writeAndProbe } from "./after-refusal.ts";
import { samePosts, showsPosts } from "./equality.ts";
import { checkHolder } from "./holder.ts";
import { mainPostUpdate, type OperationOf, postsUpdate, requestOf } from "./translate-request.ts";
import { changedSincePlan, mainPostMissing, notApplied } from "./write-errors.ts";
import type { ProbeResult } from "./write-with-probe.ts";

export const replacePosts = async (calls: Calls, operation: OperationOf<"E14">, guard: Guard): Promise<Performed> => {
  const { account, before, posts } = operation;
  const mains = posts.filter(({ main }) => main).length;
  if (mains !== 1) throw mainPostMissing("E14", mains);
  const read = () => readPosts(calls, account, guard, undefined, [before, posts]);
  const fits = (found: readonly Post[]) => samePosts(found, posts) || samePosts(found, before);
  const [current] = await Promise.all([settled(calls, read, fits), checkHolder(calls, "E14", operation, guard)]);
  if (showsPosts(current, posts)) return "already-so";
  // Which of them is the main post may differ: some sites keep the old one as long as it is in the list (R57).
  if (!samePosts(withoutMain(current), withoutMain(before))) throw changedSincePlan("E14");
  const written = posts.map((post) => completed(post, current));
  try {
    await calls.write(postsUpdate(account, written), guard);
  } catch (refusal) {
    return postsAfterRefusal(calls, { account, posts, current, read }, refusal, guard);
  }
  const swapsMain = current.length === posts.length && !sameMain(current, posts);
  // A service that only adds and changes posts (R56) would keep the removed ones without an error.
  const removes = current.some(({ department }) => !holds(posts, department));
  if (!removes && !swapsMain) return "applied";
  const taken = (found: readonly Post[]) => samePosts(found, posts);
  const probe = () => settled(calls, () => readPosts(calls, account, guard, undefined, [posts]), taken);
  const found = await probe();
  if (taken(found)) return "applied";
  if (!removes && !sameMain(found, posts)) {
    await setMainPost(calls, account, written, guard);
    if (taken(await probe())) return "applied";
  }
  throw notApplied("E14");
};

/** E15, and E14 once more, because the main post of before may have ended (R57). */
const setMainPost = async (calls: Calls, account: string, posts: readonly Post[], guard: Guard): Promise<void> => {
  try {
    for (const main of mainOf(posts)) await calls.write(mainPostUpdate(account, main), guard);
    await calls.write(postsUpdate(account, posts), guard);
  } catch (error) {
    throw isRefusal(error) || isUnknownPath(error) ? notApplied("E14") : error;
  }
};

const mainOf = (posts: readonly Post[]): readonly Post[] => posts.filter(({ main }) => main);

const sameMain = (a: readonly Post[], b: readonly Post[]): boolean =>
  mainOf(a).every(({ department }) => holds(mainOf(b), department));

/** E13. A site may show a manager who approves, so that no approver may be chosen is not to be seen (R60). */
export const setSupervisor = async (calls: Calls, operation: OperationOf<"E13">, guard: Guard): Promise<Performed> => {
  const { account, department, supervisor, supervisorNumbers: numbers } = operation;
  await Promise.all([
    checkHolder(calls, "E13", operation, guard),
    checkHolder(calls, "E13", { account: supervisor, numbers }, guard),
  ]);
  const seen = async (): Promise<ProbeResult> => {
    if (supervisor === null) return notToBeSeen();
    const posts = await readPosts(calls, account, guard);
    const shown = posts.find((post) => sameKey(post.department, department))?.supervisor;
    return shown && sameKey(shown, supervisor) ? "as-wanted" : "unchanged";
  };
  const request = requestOf(operation, calls.settings.dateFormat);
  return onceInForce(calls, () => writeAndProbe(calls, request, seen, guard), { account, department }, guard);
};

const holds = (posts: readonly Post[], department: string): boolean =>
  posts.some((post) => sameKey(post.department, department));

const withoutMain = (posts: readonly Post[]): readonly Post[] => posts.map((post) => ({ ...post, main: false }));

/** Keeps the present value of every field of a post that the plan does not state. */
const completed = (post: Post, current: readonly Post[]): Post => ({
  ...current.find(({ department }) => sameKey(department, post.department)),
  ...post,
});
