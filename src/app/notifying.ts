/** Connects what tells people (`notify/`) with the rest: the service's notifications, certificates, the disk, the schedule. */
import { certificateEnds } from "../check/certificates.ts";
import { freeSpace } from "../check/free-space.ts";
import { longestWaitMs } from "../check/longest-wait.ts";
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import type { ErrorWords, MusterdError } from "../lib/errors.ts";
import { createLog, type Log } from "../lib/log.ts";
import { program } from "../model/runs/actor.ts";
import type { RunStatus } from "../model/runs/run.ts";
import type { EndedRun } from "../model/runs/told.ts";
import type { Language } from "../model/words/language.ts";
import type { SendNotice } from "../notify/channels/service.ts";
import { type Notify, openNotify } from "../notify/notify.ts";
import { occurrences } from "../notify/occurrences.ts";
import { tellFailedStart } from "../notify/tell-failed-start.ts";
import { type ChannelTrial, tryChannels } from "../notify/try-channels.ts";
import { sendNotice } from "../site/forms/notices.ts";
import { describeTarget, type TargetSettings } from "../site/settings/settings.ts";
import type { Store } from "../store/store.ts";
import { isGivenByHr } from "./given-accounts.ts";

export type ErrorWordsOf = (language: Language) => ErrorWords | undefined;

export type Notifying = {
  /** `onEnded` gets each run that has ended, once. */
  readonly open: (errorWords: ErrorWordsOf, onEnded?: (runs: readonly EndedRun[]) => void) => Notify;
  /** The ends of runs that did everything. */
  readonly goodStatuses: readonly RunStatus[];
  /** Codes of the occurrences that last. */
  readonly lasting: readonly string[];
  /** Tries every channel; with `sends`, by a test message. */
  readonly tryAll: (errorWords: ErrorWordsOf, sends: boolean) => Promise<readonly ChannelTrial[]>;
};

type Parts = { readonly config: Config; readonly store: Store; readonly log: Log; readonly target: string };

export const createNotifying = (parts: Parts, connect: () => Promise<TargetSettings>): Notifying => {
  const { config, store, log, target } = parts;
  const { daemon, notify: settings, language } = config;
  const { timeZone } = daemon;
  const common = { store, settings, target, language, timeZone, sendNotice: noticesOf(connect, log) };
  let longestMs: number | undefined;
  const goodStatuses: readonly RunStatus[] = daemon.apply ? ["succeeded"] : ["succeeded", "planned"];
  return {
    goodStatuses,
    lasting: Object.entries(occurrences).flatMap(([code, { lasts }]) => (lasts ? [code] : [])),
    open: (errorWords, onEnded) =>
      openNotify({
        ...common,
        clock: systemClock,
        log,
        retries: daemon.retry.length,
        goodStatuses,
        errorWords,
        linkFor: linksOf(parts),
        surroundings: {
          certificates: () => certificateEnds(config, config.target === "embedded" ? undefined : config.target.url),
          space: () => freeSpace(config.stateFolder),
          longestWaitMs: () => (longestMs ??= longestWaitMs(config)),
        },
        ...(onEnded && { onEnded }),
      }),
    tryAll: (errorWords, sends) => tryChannels({ ...common, errorWords }, sends),
  };
};

/** Links with which approvers decide, where the console has an address that other machines reach. */
export const linksOf =
  ({ config, store }: Parts) =>
  async (person: string, run: string): Promise<string | undefined> => {
    const { console: address } = config.daemon;
    const user = await store.users.find(person);
    const plan = (await store.runs.find(run))?.fingerprint;
    if (!address.startsWith("https:") || !user?.roles.includes("approver") || plan === undefined) return undefined;
    for (const account of accountsOf(config.notify, person))
      if (await isGivenByHr(store, { ...user, name: account })) return undefined;
    return `${address}/link/${await store.sessions.makeLink({ person: user.name, plan }, program)}`;
  };

/** The accounts of the service to which messages with links for this person go. */
const accountsOf = ({ channels }: Config["notify"], person: string): readonly string[] =>
  Object.values(channels).flatMap((channel) =>
    channel.kind === "service" && channel.approver === person ? channel.to : [],
  );

/** Tells, without the store, that the daemon could not start. Never rejects. */
export const tellDaemonFailed = (config: Config, error: MusterdError, errorWords: ErrorWordsOf): Promise<void> => {
  const { target, notify: settings, language, stateFolder, daemon } = config;
  const connect = async (): Promise<TargetSettings> => {
    if (target === "embedded") throw error;
    return target;
  };
  const name = target === "embedded" ? target : describeTarget(target);
  const sendNotice = noticesOf(connect, createLog("silent"));
  const { timeZone } = daemon;
  return tellFailedStart({ settings, language, timeZone, target: name, stateFolder, errorWords, sendNotice }, error);
};

const noticesOf =
  (connect: () => Promise<TargetSettings>, log: Log): SendNotice =>
  async (account, title, message) =>
    sendNotice(await connect(), log, account, title, message);
