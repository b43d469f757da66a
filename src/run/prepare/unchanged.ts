/**
 * Same bytes, same plan: when source, lists, members, configuration, version, day and memory are as they were when a run had nothing to do,
 * nothing is planned. What no list shows is read by shares here, too, so a change made by hand in the service is found as
 * soon as by planning (plan/reading/known-details.ts).
 */
import { hash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Clock, dateInZone, isoInstant } from "../../lib/clock.ts";
import type { DueShare } from "../../model/directory/known-details.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Peeked } from "../../site/target.ts";
import type { Store } from "../../store/store.ts";
import type { PlanningDeps, Prepared } from "./prepare-plan.ts";
import type { Stopwatch } from "./stopwatch.ts";

export type Compared = {
  /** What was read, for the reading that follows. */
  readonly peeked?: Peeked;
  /** Digest of everything that decides the plan; undefined where that cannot be told. */
  readonly digest?: string;
  /** The plan of the earlier run, if nothing has changed since. */
  readonly plan?: Plan;
};

type Deps = Pick<PlanningDeps, "source" | "target" | "store" | "settings" | "clock" | "log" | "reading">;

/** What a run was asked for: only an ordinary run of the whole source can find that nothing has changed. */
type Asked = {
  readonly only?: readonly string[];
  readonly undoes?: string;
  readonly approved?: object;
  readonly canary?: unknown;
  readonly dry?: boolean;
  readonly release?: object;
};

/**
 * Looks whether anything has changed since a run had nothing to do. Fails with a code `source-…`, or if the service cannot be read.
 * `runId`: the run that then has the plan of the earlier one.
 */
export const findUnchanged = async (
  deps: Deps,
  { only = [], undoes, approved, release, canary, dry }: Asked,
  runId: string,
  { time }: Stopwatch,
): Promise<Compared> => {
  const { source, target, store, settings, clock, log, reading } = deps;
  const isOrdinary = only.length === 0 && ![undoes, approved, release, canary, dry].some(Boolean);
  const isAsked = isOrdinary && settings.accepted.length === 0 && reading && reading.how !== "full" && !reading.readAll;
  const share = isAsked ? await store.knownDetails.due() : undefined;
  const isSame = share !== undefined && share.basis === reading?.basis;
  const state = isSame ? await time("reading-source", async () => source.state?.()) : undefined;
  const peeked = share && state ? await time("reading-site", () => target.peek(share.membersOf)) : undefined;
  if (!share || !state || peeked?.digest === undefined) {
    await store.unchanged.forget();
    return { ...(peeked && { peeked }) };
  }
  const today = dateInZone(settings.people.timeZone, clock.nowMs());
  const digest = hash("sha256", [share.basis, today, state.digest, peeked.digest].join("\n"), "hex");
  const earlier = await store.unchanged.find(digest);
  if (earlier === undefined || !(await time("reading-site", () => isAsKnown(deps, share)))) {
    await store.unchanged.expect(digest);
    return { peeked, digest };
  }
  await store.plans.keepUnchanged(runId, earlier, await sinceOf(store, earlier, clock));
  await store.knownDetails.seen(share, clock.nowMs());
  const rows = await store.readings.read();
  await store.readings.keep(
    rows.map((row) => {
      const age = state.ages.find(({ feed, kind }) => feed === row.feed && kind === row.kind);
      return { ...row, modifiedMs: age ? age.modifiedMs : row.modifiedMs };
    }),
  );
  const kept = await store.plans.read(runId);
  log.info({ runId, since: kept?.plan.unchanged }, "nothing has changed, nothing is planned");
  return kept ? { plan: kept.plan } : { peeked, digest };
};

/** When the unchanged state was planned: an earlier run without changes may itself point to one before it. */
const sinceOf = async (store: Store, earlier: string, clock: Clock): Promise<string> =>
  (await store.runs.find(earlier))?.startedAt ?? isoInstant(clock.nowMs());

/** Are the managers and posts whose turn it is as the last run knew them? */
const isAsKnown = async ({ target }: Deps, { posts, managers }: DueShare): Promise<boolean> => {
  const read = await target.readPlain({
    postsOf: posts.map(([account]) => account),
    managersOf: managers.map(([code]) => code),
  });
  return (
    posts.every(([account, known]) => isDeepStrictEqual(read.posts.get(account), known.posts)) &&
    managers.every(([code, known]) => read.managers.get(code) === known.manager)
  );
};

/**
 * After a whole run that ended well: the next one need not read again what cannot have changed and, if there was nothing to do, not
 * plan again what it reads as it was (`digest`).
 */
export const rememberReading = async (
  { store, clock }: Pick<Deps, "store" | "clock">,
  runId: string,
  { plan, details, profile }: Pick<Prepared, "plan" | "details" | "profile">,
  digest: string | undefined,
): Promise<void> => {
  const known = details?.knownAfter(plan.changes, clock.nowMs());
  await (known ? store.knownDetails.keep(known) : store.knownDetails.forget());
  const hadNothing = plan.changes.length + plan.breaches.length === 0 && !plan.findings && profile !== undefined;
  const isSure = hadNothing && details?.isSettled() === true;
  await (isSure && digest !== undefined ? store.unchanged.confirm(runId, digest) : store.unchanged.forget());
};
