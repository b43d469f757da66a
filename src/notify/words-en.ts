/** English words of messages. */
import type { RunStatus } from "../model/runs/run.ts";
import { english as common } from "../model/words/en.ts";
import type { NotifyWords, OccurrenceWords } from "./words.ts";

const { kinds, actions, statuses, triggers } = common;

const none = () => "";

const check = () => "`musterd check` tries every part; `musterd status` says what waits for somebody";

const show = ({ run }: { readonly run?: { readonly id: string } }) =>
  `\`musterd show ${run?.id ?? "last"}\` shows the run`;

const occurrences: NotifyWords["occurrences"] = {
  "run-failed": {
    when: "A run ended with an error that is none of those below. Told once for each error code until a run gets farther.",
    title: "a run has failed",
    facts: none,
    next: check,
    over: "runs no longer fail",
  },
  "source-refused": {
    when: "HR's files or directory could not be read, or the quality gate refused them. Nothing was changed.",
    title: "the source was refused",
    facts: none,
    next: () => "`musterd source check` reads it and says what is wrong",
    over: "the source is accepted again",
  },
  "access-refused": {
    when: "The service or a directory refused the key, the account or the connection, or its certificate was refused.",
    title: "access was refused",
    facts: none,
    next: check,
    over: "access is granted again",
  },
  "store-failed": {
    when: "The state folder cannot be used. Told without the store when it lasts for a minute.",
    title: "the state folder cannot be used",
    facts: none,
    next: check,
    over: "the state folder can be used again",
  },
  "run-blocked": {
    when: "The guard has blocked a plan that exceeds the limits. Nothing was written; told again when another plan waits.",
    title: "a plan is blocked and waits for a decision",
    facts: none,
    next: () =>
      "ask HR whether this is meant; `musterd plan` shows the plan and, at its top, the command that releases it",
    over: "no plan waits for a decision any more",
  },
  "plan-rejected": {
    when: "The plan is still the one that an approver has rejected. Nothing was written.",
    title: "a rejected plan was made again",
    facts: none,
    next: () => "let HR correct the data; a plan that differs is judged anew",
    over: "the plan is another one than was rejected",
  },
  "run-partial": {
    when: "A run was carried out, and some of its changes failed or were not tried.",
    title: "a run was carried out in part",
    facts: none,
    next: (details) => `${show(details)}; the next run tries again`,
    over: "a run has done everything",
  },
  "run-cancelled": {
    when: "A run was ended on request, such as by stopping the daemon.",
    title: "a run was cancelled",
    facts: none,
    next: (details) => `${show(details)}; the next run does the rest`,
  },
  "run-interrupted": {
    when: "The process of a run died; a later one has closed the run.",
    title: "a run was interrupted",
    facts: none,
    next: (details) => `nothing: the run that follows does the rest. ${show(details)}`,
  },
  "run-succeeded": {
    when: "A run did everything. Heartbeats are called for it.",
    title: "a run has done everything",
    facts: none,
    next: show,
  },
  quarantine: {
    when: "Runs keep failing for the same reason, so they are repeated rarely (`daemon.quarantineHours`).",
    title: "runs are in quarantine",
    facts: ({ codes, since, nextTry }, { time }) =>
      `Runs have failed for the same reason (${codes?.join(", ")}) since ${time(since)}. The next try is at ${time(nextTry)}.`,
    next: () => "find the cause (`musterd check`) and remove it, then run `musterd resync`",
    over: "the quarantine of runs has ended",
  },
  "kinds-held": {
    when: "The quality gate has held a kind of record. Nothing of it was compared or written, whatever the run says of the rest; told again when another kind comes.",
    title: "a kind of record is held and was not compared",
    facts: ({ kinds: held = [] }) => `Not compared: ${held.map((kind) => kinds[kind].other).join(", ")}.`,
    next: () => "`musterd source check` says what is wrong with the source",
    over: "every kind of record is compared again",
  },
  "changes-held": {
    when: "A run held more entries than `notify.heldAbove`.",
    title: "many changes are held",
    facts: ({ count, limit }, { n }) => `${n(count)} entries are held, more than ${n(limit)}.`,
    next: (details) => `${show(details)} with the reason of each`,
    over: "few changes are held again",
  },
  "questions-open": {
    when: "Somebody must decide which records are the same; told again when new ones come.",
    title: "questions wait for an answer",
    facts: ({ count }, { n }) => `Held records that may be in the service under another key: ${n(count)}.`,
    next: () => "decide with `musterd adopt`",
    over: "all questions are answered",
  },
  "source-old": {
    when: "The newest file of a feed is older than `notify.sourceHours`. Runs succeed and change nothing.",
    title: "the source is old",
    facts: ({ name, since }, { time }) => `${name} was written last at ${time(since)}.`,
    next: () => "check that HR's export runs; `musterd source check` shows the files",
    over: "the source is up to date again",
  },
  "refresh-owed": {
    when: "A permission refresh is owed for longer than `notify.refreshOwedMinutes`.",
    title: "a permission refresh is owed",
    facts: ({ since }, { time }) => `Permissions have not followed the changes since ${time(since)}.`,
    next: () => "`musterd resync` asks for a run now; a run pays the refresh",
    over: "the permission refresh is made",
  },
  silence: {
    when: "No run has done everything for `notify.silenceHours`.",
    title: "no successful run for too long",
    facts: ({ since, lastGood }, { time }) =>
      lastGood === undefined
        ? `No run has done everything since musterd was started at ${time(since)}.`
        : `The last run that did everything ended at ${time(lastGood)}.`,
    next: () => "`musterd status` says why; `musterd resync` asks for a run now",
    over: "a run has succeeded again",
  },
  "daemon-off": {
    when: "The daemon was off, or hung, for longer than `notify.offMinutes`. Told at its next start.",
    title: "the daemon was off",
    facts: ({ since, until, lastGood }, { time }) =>
      `Nothing ran from ${time(since)} to ${time(until)}.${lastGood === undefined ? "" : ` The last run that did everything ended at ${time(lastGood)}.`}`,
    next: () => "nothing, if it was stopped on purpose; else look for the cause in its log and that of the machine",
  },
  "daemon-failed": {
    when: "The daemon could not start. Sent at once and without the store, as far as the configuration can be read.",
    title: "the daemon could not start",
    facts: none,
    next: check,
  },
  "certificate-ends": {
    when: "A certificate that a connection needs has expired, or expires within `notify.certificateDays`.",
    title: "a certificate expires",
    facts: ({ name, until }, { time }) => `${name}: ${time(until)}.`,
    next: () => "renew it; `musterd check` lists all certificates",
    over: "the certificate is renewed",
  },
  "disk-nearly-full": {
    when: "The disk of the state folder has less free space than a run or an upgrade may need.",
    title: "the disk of the state folder is nearly full",
    facts: ({ count, limit }, { n }) => `${n(count)} MiB are free; ${n(limit)} MiB may be needed.`,
    next: () => "free space, or move `state.folder` to a larger disk",
    over: "the disk of the state folder has space again",
  },
  "channel-failing": {
    when: "Messages of a channel could not be delivered three times; told through the other channels.",
    title: "a channel delivers no messages",
    facts: ({ name, reason }) => `${name}: ${reason?.message}`,
    next: () => "`musterd notify --test` tries every channel",
    over: "the channel delivers messages again",
  },
  "submission-failing": {
    when: "The form about a blocked plan (`release.form`), or the report of a run (`filing`), could not be submitted three times.",
    title: "the service does not take a form or a report",
    facts: ({ name, codes }) => `${name}: ${codes?.join(", ")}.`,
    next: () => "`musterd check` tries the form and the folder; a plan can be released with `musterd release` as well",
    over: "forms and reports are submitted again",
  },
  "tokens-refused": {
    when: "More than 20 wrong tokens were sent to the control interface within an hour.",
    title: "somebody is guessing tokens",
    facts: ({ count }, { n }) =>
      `${n(count)} wrong tokens were sent to the control interface within an hour. None was accepted.`,
    next: () => "look for the address in the log of the daemon; let only known machines reach the port",
    over: "no more wrong tokens are sent",
  },
  "digest-daily": {
    when: "Once a day, at `notify.digestHour`.",
    title: "daily digest",
    facts: none,
    next: () => "`musterd status` has the details",
  },
  "digest-weekly": {
    when: "On Mondays, at `notify.digestHour`.",
    title: "weekly digest",
    facts: none,
    next: () => "`musterd status` has the details",
  },
  test: {
    when: "`musterd notify --test`.",
    title: "a test message",
    facts: () => "This channel works.",
    next: () => "nothing",
  },
} satisfies Readonly<Record<string, OccurrenceWords>>;

export const english: NotifyWords = {
  occurrences,
  severities: { info: "info", warning: "warning", error: "error" },
  again: "new: ",
  reason: "Reason",
  next: "Next step",
  link: "Decide here (once, within 24 hours, only for this plan)",
  colon: ": ",
  list: ", ",
  changes: "Changes",
  entries: {
    applied: "applied",
    failed: "failed",
    notTried: "not tried",
    unconfirmed: "not confirmed",
    held: "held",
  },
  run: (id, status, trigger, endedAt) => `Run ${id} (${triggers[trigger]}): ${statuses[status]} at ${endedAt}`,
  audit: (head) => `Last entry of the audit trail: ${head}`,
  lasted: (since) => `It had begun at ${since}.`,
  change: (kind, action, count) => `${kinds[kind].other}, ${actions[action]}: ${count}`,
  breach: ({ code, kind, action, count, limit, base }, { n }) =>
    code === "clock-differs"
      ? `this machine's clock and the service's are ${n(count)} hours apart`
      : code === "column-moved"
        ? `a column of HR's data has probably moved up or down: ${n(count)} people one after the other would get what the person beside them has`
        : code === "target-empty"
          ? `the service shows nobody, although ${n(base)} people were there`
          : code === "source-empty"
            ? `the source has no ${kinds[kind].other}, the service has ${n(base)}`
            : `${kinds[kind].other}${action ? `, ${actions[action]}` : ""}: ${n(count)}, at most ${n(limit)} are permitted (of ${n(base)})`,
  people: "People who are disabled",
  morePeople: (count) => `and ${count} more`,
  moreChanges: (count) => `and ${count} more`,
  runs: (counts, { n }) =>
    `Runs: ${
      Object.entries(counts)
        .map(([status, count]) => `${n(count)} ${statuses[status as RunStatus]}`)
        .join(", ") || "none"
    }`,
  open: (title, name, since) => `${title}${name === "" ? "" : ` (${name})`}, since ${since}`,
  footer: (target) => `musterd, for ${target}`,
  timesIn: (timeZone) => `Times: ${timeZone}`,
};
