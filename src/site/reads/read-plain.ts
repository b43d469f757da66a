/**
 * Reads posts and managers without looking up who is ours: enough to see whether they are as the last run knew them, when no list
 * has been read.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { DetailScope } from "../../model/directory/snapshot.ts";
import type { ReadCalls } from "../calls/call.ts";
import { stopsRun } from "../calls/stops-run.ts";
import { readManager, readPosts } from "./probe.ts";

/** By account and by code; null: no manager. */
export type PlainDetails = {
  readonly posts: ReadonlyMap<string, readonly Post[]>;
  readonly managers: ReadonlyMap<string, string | null>;
};

/** What cannot be read is left out; a problem of the whole service rejects. */
export const readPlain = async (
  calls: ReadCalls,
  { postsOf, managersOf }: Pick<DetailScope, "postsOf" | "managersOf">,
): Promise<PlainDetails> => {
  const ending = new AbortController();
  const guard = (): void => ending.signal.throwIfAborted();
  const each = async <Value>(keys: readonly string[], read: (key: string) => Promise<Value>) => {
    const found = new Map<string, Value>();
    await Promise.all(
      keys.map(async (key) => {
        try {
          found.set(key, await read(key));
        } catch (error) {
          if (error instanceof MusterdError && !stopsRun(error)) return;
          ending.abort(error);
          throw error;
        }
      }),
    );
    return found;
  };
  const [posts, managers] = await Promise.all([
    each(postsOf, (account) => readPosts(calls, account, guard)),
    each(managersOf, async (code) => {
      const record = await readManager({ ...calls, readOrNone: calls.readOrFail }, code, guard);
      return record?.account ?? null;
    }),
  ]);
  return { posts, managers };
};
