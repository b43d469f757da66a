/**
 * Tells people what they should know: looks every 15 seconds, and after each run, at what has happened; decides what to tell, stores
 * it, and delivers it. Nothing here is waited for by a run, and nothing here throws.
 */
import { hash } from "node:crypto";
import { type Clock, hourMs } from "../lib/clock.ts";
import { asMusterdError, type ErrorWords, errorFields } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { auditHeadText } from "../model/runs/audit.ts";
import type { EndedRun, Message } from "../model/runs/told.ts";
import type { Language } from "../model/words/language.ts";
import { openQuestions } from "../store/decisions/open-questions.ts";
import type { Store } from "../store/store.ts";
import type { Channel } from "./channels/channel.ts";
import type { SendNotice } from "./channels/service.ts";
import { decide, type Facts } from "./decide.ts";
import { openDelivery } from "./deliver.ts";
import { render } from "./message.ts";
import { occurrenceOf } from "./occurrences.ts";
import { openChannels } from "./open-channels.ts";
import type { NotifySettings } from "./settings.ts";
import { openStoreOutage, type StoreOutage } from "./store-outage.ts";

/** What is looked at outside the store. */
type Surroundings = {
  readonly certificates: () => Promise<NonNullable<Facts["certificates"]>>;
  readonly space: () => Promise<NonNullable<Facts["space"]>>;
  /** The longest wait between two runs of the schedule, from now on. */
  readonly longestWaitMs: () => number;
};

export type NotifyDeps = {
  readonly store: Store;
  readonly settings: NotifySettings;
  readonly clock: Clock;
  readonly log: Log;
  readonly target: string;
  readonly language: Language;
  readonly timeZone: string;
  /** After as many equal failures runs are in quarantine. */
  readonly retries: number;
  /** The ends of runs that did everything. */
  readonly goodStatuses: readonly string[];
  readonly sendNotice: SendNotice;
  readonly errorWords: (language: Language) => ErrorWords | undefined;
  /** Makes a link with which a person decides about the plan of a run; undefined if there is no such account or plan. */
  readonly linkFor?: (person: string, run: string) => Promise<string | undefined>;
  readonly surroundings: Surroundings;
  readonly onEnded?: (runs: readonly EndedRun[]) => void;
};

export type Notify = {
  /** Looks, decides and begins to deliver; resolves when what is to be told is in the store. Never rejects. */
  readonly pass: () => Promise<void>;
  /** Somebody has sent a wrong token. */
  readonly tokenRefused: () => void;
  readonly close: () => Promise<void>;
};

const passEveryMs = 15_000;
/** How often the disk and the certificates are read: they cost too much for every pass. */
const spaceEveryMs = 5 * 60_000;
const certificatesEveryMs = 6 * hourMs;

export const openNotify = (deps: NotifyDeps): Notify => {
  const { store, settings, clock, log } = deps;
  const channels = openChannels(settings, deps.target, deps.sendNotice);
  const delivery = openDelivery({
    outbox: store.outbox,
    channels,
    send: (name, channel, message) => sendOn(deps, name, channel, message),
    isHeartbeat: (name) => settings.channels[name]?.kind === "heartbeat",
    nowMs: clock.nowMs,
    log,
  });
  const refused: number[] = [];
  const outage = openStoreOutage(deps);
  const gather = openGathering(deps, refused, outage.toldSince);
  let passing: Promise<void> | undefined;
  let again = false;

  const passOnce = async (): Promise<void> => {
    try {
      const facts = await gather();
      let drafts: ReturnType<typeof decide>["drafts"] = [];
      const ended = await store.outbox.decide((known) => {
        const decision = decide(facts, settings, known);
        drafts = decision.drafts;
        return decision;
      });
      for (const { code, phase, about, details } of drafts)
        log[phase === "ended" ? "info" : levels[occurrenceOf(code).severity]](
          { occurrence: code, phase, ...(about !== "" && { about }), ...(details.run && { runId: details.run.id }) },
          "occurrence",
        );
      outage.isOver();
      if (ended.length > 0) deps.onEnded?.(ended);
    } catch (thrown) {
      const error = asMusterdError(thrown);
      log.warn(errorFields(error), "what has happened could not be looked at");
      outage.goesOn(error);
    }
    delivery.start();
  };
  /** One pass at a time; who asks during a pass gets another one, which sees what the first may have missed. */
  const pass = (): Promise<void> => {
    if (passing) {
      again = true;
      return passing;
    }
    passing = (async () => {
      do {
        again = false;
        await passOnce();
      } while (again);
    })().finally(() => {
      passing = undefined;
    });
    return passing;
  };
  const timer = setInterval(() => void pass(), passEveryMs).unref();
  return {
    pass,
    tokenRefused: () => {
      refused.push(clock.nowMs());
      if (refused.length > mostRemembered) refused.shift();
    },
    close: async () => {
      clearInterval(timer);
      await passing;
      await outage.close();
      await delivery.close();
    },
  };
};

/** Wrong tokens; an attacker must not fill the memory. */
const mostRemembered = 100_000;

const levels = { info: "info", warning: "warn", error: "error" } as const;

/** Sends a message in the language of its channel. */
export const sendOn = async (
  deps: Pick<NotifyDeps, "store" | "settings" | "language" | "timeZone" | "target" | "errorWords" | "linkFor">,
  name: string,
  channel: Channel,
  message: Message,
): Promise<void> => {
  const { store, settings, timeZone, target, errorWords } = deps;
  const own = settings.channels[name];
  const language = (own?.kind === "heartbeat" ? undefined : own?.language) ?? deps.language;
  const run = message.details.run;
  // Names are looked up when they are sent, so that no message keeps a person who is forgotten meanwhile.
  const people = settings.names && run ? await store.outbox.disabledPeople(run.id) : [];
  const approver = own && "approver" in own ? own.approver : undefined;
  const isOpen = message.code === "run-blocked" && message.phase !== "ended";
  // Made at each try, because only its digest is stored.
  const link = approver !== undefined && isOpen && run ? await deps.linkFor?.(approver, run.id) : undefined;
  const rendered = render(message, { language, timeZone, target, people, link, errorWords: errorWords(language) });
  await channel.send(message, rendered, language);
};

/** Gathers the facts; what is costly only from time to time. */
const openGathering = (
  deps: NotifyDeps,
  refused: number[],
  outageSince: StoreOutage["toldSince"],
): (() => Promise<Facts>) => {
  const { store, settings, clock, retries, surroundings } = deps;
  const space = everyNow(spaceEveryMs, surroundings.space);
  const certificates = everyNow(certificatesEveryMs, surroundings.certificates);
  return async () => {
    const nowMs = clock.nowMs();
    while (refused[0] !== undefined && refused[0] < nowMs - hourMs) refused.shift();
    const failure = await store.retries.read();
    const lastGoodMs = await store.outbox.lastGoodMs(deps.goodStatuses);
    const isOver = failure && lastGoodMs !== undefined && lastGoodMs > Date.parse(failure.since);
    const inQuarantine = failure && !isOver && failure.times > retries ? failure : undefined;
    return {
      nowMs,
      timeZone: deps.timeZone,
      storeFailedSince: outageSince(),
      quarantine: inQuarantine && {
        code: inQuarantine.codes[0] ?? "refresh-unknown",
        since: inQuarantine.since,
        nextTry: inQuarantine.nextTry,
      },
      owedSinceMs: await store.debts.owedSinceMs(),
      lastGoodMs,
      silenceMs:
        settings.silenceHours === undefined
          ? surroundings.longestWaitMs() + 2 * hourMs
          : settings.silenceHours * hourMs,
      feeds: await store.readings.read(),
      // Nothing is sent any more through a channel that was taken out of the configuration.
      failing: new Map([...(await store.outbox.failing(failuresTold))].filter(([name]) => name in settings.channels)),
      notSubmitted: await store.submissions.failing(failuresTold),
      questions: (await openQuestions(store)).map((question) => hash("sha256", question, "base64url").slice(0, 6)),
      certificates: await certificates(nowMs),
      space: await space(nowMs),
      audit: auditHeadText(await store.audit.head()),
      refusedTokens: refused.length,
    };
  };
};

/** A channel or a submission is told to fail after as many attempts. */
const failuresTold = 3;

/** The result of a look that is made at most every `everyMs`; undefined in between, or if it fails. */
const everyNow = <T>(everyMs: number, look: () => Promise<T>): ((nowMs: number) => Promise<T | undefined>) => {
  let lookedMs = Number.NEGATIVE_INFINITY;
  return async (nowMs) => {
    if (Math.abs(nowMs - lookedMs) < everyMs) return undefined;
    lookedMs = nowMs;
    return look().catch(() => undefined);
  };
};
