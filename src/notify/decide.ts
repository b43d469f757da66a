/**
 * Decides what to tell, in one place and from facts alone: runs that have ended, the state of the store, the clock. Pure. A trouble
 * is told when it begins and when it ends; what lies between is not repeated.
 */
import { dateInZone, dayMs, hourMs, isoInstant } from "../lib/clock.ts";
import type { Occurred, ReadFeed } from "../model/runs/told.ts";
import type { Decision, Known, Watch } from "../store/outgoing/outbox.ts";
import { judgeRun } from "./judge-run.ts";
import type { OccurrenceCode } from "./occurrences.ts";
import type { NotifySettings } from "./settings.ts";
import { openTelling, type Telling } from "./telling.ts";

/** What is known besides the runs that have ended. What was not examined this time is undefined: nothing begins or ends. */
export type Facts = {
  readonly nowMs: number;
  readonly timeZone: string;
  /** Since when the store could not be used, if that was told without it, and now is over. */
  readonly storeFailedSince: string | undefined;
  /** Equal failures in a row, if they are in quarantine. */
  readonly quarantine: { readonly code: string; readonly since: string; readonly nextTry: string } | undefined;
  readonly owedSinceMs: number | undefined;
  readonly lastGoodMs: number | undefined;
  readonly silenceMs: number;
  readonly feeds: readonly (ReadFeed & { readonly readMs: number })[];
  readonly failing: ReadonlyMap<string, string>;
  /** The kinds of what could not be submitted to the service's workflow, with the code of the last failure. */
  readonly notSubmitted: ReadonlyMap<string, string>;
  /** Digests of the open questions of identity. */
  readonly questions: readonly string[] | undefined;
  readonly certificates: readonly { readonly name: string; readonly endMs: number }[] | undefined;
  /** In MiB. */
  readonly space: { readonly free: number; readonly needed: number } | undefined;
  /** The last entry of the audit trail, `NUMBER:DIGEST`. */
  readonly audit: string;
  /** Wrong tokens within the last hour. */
  readonly refusedTokens: number;
};

/** More wrong tokens than this within an hour are told, until there is none. */
const toleratedTokens = 20;

/** A disk that was nearly full has space again with so many times what is needed. */
const enoughSpace = 1.1;

export const decide = (facts: Facts, settings: NotifySettings, known: Known): Decision => {
  const { nowMs } = facts;
  const telling = openTelling(settings, known.troubles);
  const before = known.watch;
  const lastGood = facts.lastGoodMs === undefined ? undefined : isoInstant(facts.lastGoodMs);
  if (facts.storeFailedSince !== undefined) telling.over("store-failed", { since: facts.storeFailedSince });
  else if (before && nowMs - before.aliveMs > settings.offMinutes * 60_000)
    telling.once("daemon-off", { since: isoInstant(before.aliveMs), until: isoInstant(nowMs), lastGood });
  for (const ended of known.ended) judgeRun(ended, settings, telling);
  judgeState(facts, settings, before?.firstMs ?? nowMs, telling);
  const watch = digests(facts, settings, known, telling);
  return { drafts: telling.drafts, watch };
};

/** What holds now, whatever runs have done. */
const judgeState = (facts: Facts, settings: NotifySettings, firstMs: number, { only, open }: Telling): void => {
  const { nowMs, quarantine, owedSinceMs, lastGoodMs, questions, certificates, space } = facts;
  // What goes up and down around a limit is over when it is clearly below it: each crossing would be a message.
  const lasts = (code: OccurrenceCode) => open().some((trouble) => trouble.code === code);
  const single = (isThere: boolean, details: Occurred["details"]) => (isThere ? [{ about: "", details }] : []);
  const { code = "", ...times } = quarantine ?? {};
  only("quarantine", single(quarantine !== undefined, { codes: [code], ...times }));
  const owedMs = owedSinceMs === undefined ? 0 : nowMs - owedSinceMs;
  only(
    "refresh-owed",
    single(owedMs > settings.refreshOwedMinutes * 60_000, { since: isoInstant(owedSinceMs ?? nowMs) }),
  );
  const sinceMs = lastGoodMs ?? firstMs;
  const lastGood = lastGoodMs === undefined ? undefined : isoInstant(lastGoodMs);
  only("silence", single(nowMs - sinceMs > facts.silenceMs, { since: isoInstant(sinceMs), lastGood }));
  only(
    "source-old",
    facts.feeds.flatMap(({ feed, kind, modifiedMs }) =>
      modifiedMs !== undefined && nowMs - modifiedMs > settings.sourceHours * hourMs
        ? [{ about: `${feed} ${kind}`, details: { name: `${feed} (${kind})`, since: isoInstant(modifiedMs) } }]
        : [],
    ),
  );
  only(
    "channel-failing",
    [...facts.failing].map(([name, problem]) => {
      return { about: name, details: { name, reason: { code: "channel-failing", message: problem } } };
    }),
  );
  only(
    "submission-failing",
    [...facts.notSubmitted].map(([name, code]) => ({ about: name, details: { name, codes: [code] } })),
  );
  const tolerated = lasts("tokens-refused") ? 0 : toleratedTokens;
  only("tokens-refused", single(facts.refusedTokens > tolerated, { count: facts.refusedTokens }));
  if (questions) only("questions-open", single(questions.length > 0, { count: questions.length, marks: questions }));
  if (space) {
    const needed = space.needed * (lasts("disk-nearly-full") ? enoughSpace : 1);
    only("disk-nearly-full", single(space.free < needed, { count: space.free, limit: space.needed }));
  }
  if (certificates) {
    const limit = nowMs + settings.certificateDays * dayMs;
    const soon = certificates.filter(({ endMs }) => endMs < limit);
    only(
      "certificate-ends",
      soon.map(({ name, endMs }) => ({ about: name, details: { name, until: isoInstant(endMs) } })),
    );
  }
};

/** A digest is due once a day or week; the very first start begins to count. */
const digests = (facts: Facts, { digestHour }: NotifySettings, known: Known, telling: Telling): Watch => {
  const { nowMs, timeZone, lastGoodMs } = facts;
  const shiftedMs = nowMs - digestHour * hourMs;
  const daily = dateInZone(timeZone, shiftedMs);
  const weekly = dateInZone(timeZone, shiftedMs - ((new Date(`${daily}T00:00:00Z`).getUTCDay() + 6) % 7) * dayMs);
  const before = known.watch;
  const told = (code: OccurrenceCode, runs: Known["lastDay"]) =>
    telling.once(code, {
      runs,
      audit: facts.audit,
      lastGood: lastGoodMs === undefined ? undefined : isoInstant(lastGoodMs),
      open: telling.open().map(({ code: open, details: { name = "" }, since = isoInstant(nowMs) }) => {
        return { code: open, name, since };
      }),
    });
  if (before && daily > before.daily) told("digest-daily", known.lastDay);
  if (before && weekly > before.weekly) told("digest-weekly", known.lastWeek);
  return { firstMs: before?.firstMs ?? nowMs, aliveMs: nowMs, daily, weekly };
};
