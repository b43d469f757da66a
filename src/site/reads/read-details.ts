/**
 * Reads what must be read one object at a time: managers (D10), posts (E4), members (D9). If the read of an object
 * fails, the object is listed as unreadable; a problem of the whole service ends the reading.
 */
import { isRefusal } from "../../client/call-error.ts";
import { tasksAtATime } from "../../client/transport/transport.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { DetailScope, TargetLists, TargetSnapshot, Unreadable } from "../../model/directory/snapshot.ts";
import type { Reading } from "../../model/runs/run.ts";
import type { Guard, ReadCalls } from "../calls/call.ts";
import { isBlockedRead } from "../calls/second-chance.ts";
import { isOtherPage, stopsRun } from "../calls/stops-run.ts";
import { noteUnshown, readManager, readMembers, readPosts, withoutUnshown } from "./probe.ts";
import { openStrangers, type Strangers } from "./strangers.ts";

export const readDetails = async (
  calls: ReadCalls,
  lists: TargetLists,
  scope: DetailScope,
  onRead: (reading: Reading) => void,
): Promise<TargetSnapshot> => {
  const managers = new Map<string, string | null>();
  const posts = new Map<string, readonly Post[]>();
  const members = new Map<string, readonly string[]>();
  const foreign = new Set<string>();
  const unreadable: Unreadable[] = [];
  const ending = new AbortController();
  const guard: Guard = () => ending.signal.throwIfAborted();
  const strangers = openStrangers(calls, lists.employees, scope.unknown ?? [], guard);
  const about = (kind: Question["kind"], keys: readonly string[] = [], ask: Question["ask"]) =>
    keys.map((key): Question => ({ kind, key, ask }));
  const questions: readonly Question[] = [
    ...about("manager", scope.managersOf, async (code, reads) => {
      const record = await readManager(reads, code, guard);
      managers.set(code, record && (await strangers.nameOf(record)));
    }),
    ...about("post", scope.postsOf, async (account, reads) => {
      try {
        posts.set(account, await readPosts(reads, account, guard, strangers));
      } catch (error) {
        if (!isRefusal(error) || !(await strangers.isForeign(account))) throw error;
        foreign.add(account);
      }
    }),
    ...about("post", scope.changing, async (account) => (await strangers.isForeign(account)) && foreign.add(account)),
    ...about("members", scope.membersOf, async (code, reads) =>
      members.set(code, await membersOf(reads, code, guard, strangers)),
    ),
  ];
  const endNoting = noteUnshown(calls);
  let count = 0;
  const aside: Question[] = [];
  const answer = (reads: ReadCalls, isLast: boolean) => async (question: Question) => {
    const { kind, key, ask } = question;
    try {
      await ask(key, reads);
    } catch (error) {
      if (!isLast && mayBeAlone(error, aside.length)) return void aside.push(question);
      if (!(error instanceof MusterdError) || stopsRun(error)) throw error;
      unreadable.push({ kind, key, code: error.code });
    }
    count += 1;
    onRead({ what: "details", unit: "records", count, total: questions.length });
  };
  const lanes = tasksAtATime(calls.settings.concurrency);
  // Whether a 404 without an error body means "none", and a 403 or a page this object alone, is decided when all other objects have been read: another
  // answer may show that address and key are right, and a proxy's own 404 is over by then (R75, R101).
  await inParallel(questions, lanes, ending, answer({ ...calls, readOrNone: calls.readOrFail }, false));
  if (aside.length > 0) await calls.outlast();
  await inParallel(aside, lanes, ending, answer(calls, true));
  endNoting();
  return {
    ...lists,
    departments: lists.departments.map((found) =>
      managers.has(found.code) ? { ...found, manager: managers.get(found.code) ?? null } : found,
    ),
    employees: lists.employees.map((found) => {
      const held = posts.get(found.account);
      const shown = foreign.has(found.account) ? ({ ...found, foreign: true } as const) : found;
      return held === undefined ? shown : { ...shown, posts: withoutUnshown(held, calls) };
    }),
    unreadable: unreadable.sort(byKindAndKey),
    members,
    strangers: [...new Set([...strangers.found, ...foreign])].sort(),
    namesakes: await strangers.namesakes(lists.departments),
  };
};

/** A page is asked for again and again before it counts: where there are more, it stands for all. */
const mostPages = 20;

const mayBeAlone = (error: unknown, others: number): boolean =>
  isOtherPage(error) || (isBlockedRead(error) && (error.failure.status !== 200 || others < mostPages));

/** The members of a department, without strangers who are inactive. */
const membersOf = async (
  calls: ReadCalls,
  code: string,
  guard: Guard,
  strangers: Strangers,
): Promise<readonly string[]> => {
  const records = await readMembers(calls, code, guard);
  const names = await Promise.all(
    records.map(({ number, ...record }) => strangers.nameOf({ ...record, employeeNumber: number })),
  );
  return [...new Set(names.filter((name, at) => records[at]?.active !== false || !strangers.found.has(name)))];
};

type Question = {
  readonly kind: Unreadable["kind"];
  readonly key: string;
  readonly ask: (key: string, reads: ReadCalls) => Promise<unknown>;
};

const byKindAndKey = (a: Unreadable, b: Unreadable): number =>
  a.kind.localeCompare(b.kind) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Works on at most `lanes` items at a time; the first failure aborts `ending`, and then no further item is begun. */
const inParallel = async <T>(
  items: readonly T[],
  lanes: number,
  ending: AbortController,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) {
      if (ending.signal.aborted) return;
      await work(item).catch((error: unknown) => {
        ending.abort(error);
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};
