/**
 * What earlier runs have left: a failure, a plan that waits for a release, questions, an owed refresh. `musterd check` and
 * `musterd status` show these lines alike.
 */
import type { Config } from "../config/config.ts";
import { isoInstant } from "../lib/clock.ts";
import type { ErrorCode } from "../lib/error-codes.ts";
import { MusterdError } from "../lib/errors.ts";
import type { RunError, RunSummary } from "../model/runs/run.ts";
import { openQuestions } from "../store/decisions/open-questions.ts";
import { planRejected } from "../store/decisions/verdicts.ts";
import type { Store } from "../store/store.ts";
import { noticedCodes, type Remaining, type RemainingWords } from "./check.ts";

type Checked = { readonly config: Config; readonly store: Store };

export const findRemaining = async (
  { config, store }: Checked,
  words: RemainingWords,
): Promise<readonly Remaining[]> => {
  const last = await store.runs.lastEnded();
  return [
    ...(last ? await endOf(store, last, words, config.daemon.timeZone) : []),
    ...(await quarantineOf(config, store, last, words)),
    ...(await leftOf(store, words)),
    ...(await questionsOf(store, words)),
    ...(await pauseOf(store, words)),
    ...(await noticedOf(store, last, words)),
  ];
};

/** How the last run ended, if not well. */
const endOf = async (
  store: Store,
  run: RunSummary,
  words: RemainingWords,
  timeZone: string,
): Promise<readonly Remaining[]> => {
  const { id, status, error, entries, fingerprint } = run;
  const verdict =
    status === "blocked" && fingerprint !== undefined ? await store.verdicts.find(fingerprint) : undefined;
  if (verdict?.verdict === "rejected") return [{ level: "trouble", error: planRejected(verdict, timeZone) }];
  if (error?.code === "plan-rejected") return waitsAgain(store, run);
  if (error && status !== "planned" && (status !== "cancelled" || leavesChanges(entries))) {
    return [{ level: status === "blocked" || status === "cancelled" ? "waiting" : "trouble", error: thrown(error) }];
  }
  if (status === "partial") {
    const { failed, notTried, unconfirmed } = entries;
    const codes = await store.retries.codesOf(id);
    return [remaining("trouble", "changes-failed", words.changesFailed({ failed, notTried, unconfirmed }, codes, id))];
  }
  if (run.heldKinds) return [remaining("waiting", "kinds-held", words.kindsHeld(run.heldKinds))];
  // The run that has closed an interrupted one does what it has left.
  return [];
};

/** More runs than the store keeps. */
const allRuns = 1_000;

/** The plan of the run is not rejected any more: what blocked it before somebody rejected it blocks it again. */
const waitsAgain = async (store: Store, { fingerprint }: RunSummary): Promise<readonly Remaining[]> => {
  const runs = await store.runs.list(allRuns);
  const before = runs.find(
    ({ fingerprint: own, error }) => own === fingerprint && error && error.code !== "plan-rejected",
  );
  return before?.error ? [{ level: "waiting", error: thrown(before.error) }] : [];
};

const leavesChanges = ({ failed, notTried, unconfirmed }: RunSummary["entries"]): boolean =>
  failed + notTried + unconfirmed > 0;

/** The error as it was thrown, of which `check` would tell the same if its cause is still there. */
const thrown = ({ code, message, place = {}, hint = "" }: RunError): MusterdError =>
  new MusterdError(code as ErrorCode, message, { place, hint });

const quarantineOf = async (
  { daemon }: Config,
  store: Store,
  last: RunSummary | undefined,
  words: RemainingWords,
): Promise<readonly Remaining[]> => {
  const failure = await store.retries.read();
  // After a run by hand that has gone well, the daemon notices at its next run that the failure is over.
  const isOver = failure && last?.status === "succeeded" && (last.endedAt ?? "") > failure.since;
  if (!failure || isOver || failure.times <= daemon.retry.length) return [];
  return [remaining("trouble", "quarantine", words.quarantine(failure.times, failure.since, failure.nextTry))];
};

/** What a process that has ended left undone. */
const leftOf = async (store: Store, words: RemainingWords): Promise<readonly Remaining[]> => {
  const left = await store.leftBehind();
  if (left === "run") {
    const [cutOff] = await store.runs.list(1);
    const told = words.interrupted(await store.debts.refreshOwed(), cutOff?.undoes);
    return [remaining("waiting", "interrupted", told)];
  }
  return left === "refresh" ? [remaining("waiting", "refresh-owed", words.refreshOwed)] : [];
};

/** The records of the newest plan about which nobody has said yet whether they are in the service. */
const questionsOf = async (store: Store, words: RemainingWords): Promise<readonly Remaining[]> => {
  const open = await openQuestions(store);
  return open.length > 0 ? [remaining("waiting", "questions-open", words.questions(open.length))] : [];
};

const pauseOf = async (store: Store, words: RemainingWords): Promise<readonly Remaining[]> => {
  const pause = await store.pauses.now();
  return pause ? [remaining("waiting", "paused", words.paused(pause.until))] : [];
};

/** A run that has gone well since ends silence, also while no daemon is there to notice it. */
const noticedOf = async (
  store: Store,
  last: RunSummary | undefined,
  words: RemainingWords,
): Promise<readonly Remaining[]> => {
  const goodSince = last?.status === "succeeded" ? Date.parse(last.endedAt ?? "") : Number.NEGATIVE_INFINITY;
  return (await store.outbox.troubles()).flatMap(({ code, sinceMs, details: { name = "" } }) => {
    const noticed = noticedCodes.find((one) => one === code);
    if (!noticed || (noticed === "silence" && goodSince > sinceMs)) return [];
    const level = noticed === "certificate-ends" ? "waiting" : "trouble";
    return [remaining(level, noticed, words.noticed[noticed](isoInstant(sinceMs), name))];
  });
};

const remaining = (
  level: Remaining["level"],
  code: string,
  [message, next]: readonly [message: string, next: string],
): Remaining => ({ level, code, message, next });
