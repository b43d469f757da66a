/** English texts of the commands, except reports, errors and help. */

import type { PartWords } from "../../../check/check.ts";
import type { Finding } from "../../../model/plan/quality.ts";
import { english as common } from "../../../model/words/en.ts";
import { controlEnglish, noticedEnglish } from "./control.ts";
import { count, number } from "./counts.ts";
import { demo } from "./demo.ts";
import { estimate } from "./estimate.ts";
import { site } from "./site.ts";

type FindingText = { readonly says: string; readonly hint: readonly string[] };

const ownFindingText: (finding: Finding, translated: string) => FindingText = ({ rule, severity, message, hint }) => ({
  says: `${rule} (${severity}): ${message}`,
  hint: [`hint: ${hint}`],
});

const { kinds } = common;

export const english = {
  estimate,
  site,
  ...controlEnglish,
  number,
  colon: ": ",
  /** A finding of the quality gate in its own words, which are English, and its hint. Other languages also get a translation. */
  finding: ownFindingText,
  help: { exitCodes: "Exit codes:", example: "Example:" },

  seconds: (n: number) => `${n} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,

  reading: "reading",
  rows: (n: number) => count(n, "row"),
  entries: (n: number) => count(n, "entry", "entries"),
  records: (n: number) => count(n, "record"),
  details: "departments and people",
  nothingFor: (time: string) => `nothing has come for ${time}`,
  applying: (done: number, total: number) => `${number(done)} of ${count(total, "entry", "entries")}`,
  timeLeft: (time: string) => `${time} left`,
  timeUnknown: "time left not known yet",
  seeHelp: "`--help` lists the options.",
  answerYesNo: "Please answer y or n.",
  perSecond: (rate: number) => `${number(rate)}/s`,
  barFormat: "{bar} {percentage}% · {value}/{total} entries · {rate} · {left} · {what}",
  wave: (wave: number, waves: number, what: string) => `wave ${wave}/${waves}: ${what}`,
  refresh: "permission refresh …",

  refreshOwed: "A permission refresh is owed from an earlier run; the next `musterd apply` or daemon run pays it.",
  planSaved: (file: string) => `Saved plan: ${file}`,
  reportFile: (format: string, file: string) => `${format} report: ${file}`,
  applyThese: (n: number) => (n === 1 ? "Apply this entry?" : `Apply these ${number(n)} entries?`),
  canaryApplied: (n: number) => `The canary is applied, and reads back as planned (${count(n, "entry", "entries")}):`,
  canaryUntried: (verbs: string) => `The canary has none of these: ${verbs}`,
  applyRest: (n: number) =>
    n === 1 ? "Apply the entry that is left?" : `Apply the ${number(n)} entries that are left?`,
  nothingApplied: "Nothing was applied.",
  stopping:
    "stopping: calls that are under way and the permission refresh come to their end; a second signal ends the command at once",

  decisionsKept: (n: number) => `${count(n, "decision")} kept.`,
  decisionsWithdrawn: (n: number) => `${count(n, "decision")} withdrawn.`,
  notChecked: "Not checked: HR and the service were not read. `musterd plan` holds what a decision does not fit.",
  noDecisions: "No decisions yet.",
  decided: {
    decision: "Decision",
    says: "Says",
    when: "Decided",
    pair: (kind: string, source: string, target: string) => `${kind} ${source} = ${target}`,
    same: "the same",
    other: "not the same",
    configuration: "configuration",
    store: "store",
  },
  planShows: "`musterd plan` shows what follows.",
  nothingToDecide: "Nothing to decide: no held record may be in the service under another key.",
  ofMany: (at: number, total: number) => `${at} of ${total}`,
  whichOne: (choices: string) => `Which one is it? [${choices}: the same, n: none of them, s: skip, q: quit] `,

  bundleWritten: (file: string) => `Written to ${file}. Read it before you send it.`,
  parts: {
    configuration: "configuration",
    source: "source",
    target: "target",
    redis: "redis",
    state: "state",
    database: "database",
    space: "space",
    clock: "clock",
    lock: "lock",
    runs: "runs",
    certificates: "certificates",
    "sign-off": "sign-off",
    channel: "channel",
  } as Readonly<Record<string, string>>,
  check: {
    remaining: {
      changesFailed: ({ failed, notTried, unconfirmed }, codes, run) => [
        `the last run did not do everything: ${number(failed)} failed, ${number(notTried)} not tried, ${number(unconfirmed)} not confirmed (${codes.join(", ")})`,
        `look at \`musterd show ${run}\`; the next run tries again`,
      ],
      interrupted: (refreshOwed, undone) => [
        `the last run was cut off${refreshOwed ? ", and a permission refresh is owed" : ""}`,
        undone === undefined
          ? "start the daemon, or run `musterd apply`: the next run does what is left"
          : `\`musterd undo ${undone}\` goes on with taking it back; every other run, the daemon's too, follows the source again`,
      ],
      refreshOwed: [
        "a permission refresh is owed from an earlier run",
        "start the daemon, or run `musterd apply`: the next run pays it",
      ],
      quarantine: (times, since, nextTry) => [
        `runs are in quarantine: ${number(times)} have failed for the same reason since ${since}, and the daemon tries again at ${nextTry}`,
        "remove the cause, then run `musterd resync`",
      ],
      questions: (n) => [
        `${count(n, "held record")} may be in the service under another key`,
        "decide with `musterd adopt`",
      ],
      kindsHeld: (held) => [
        `the last run has not compared: ${held.map((kind) => kinds[kind].other).join(", ")} (held by the quality gate)`,
        "`musterd source check` says what is wrong with the source",
      ],
      ...noticedEnglish,
      nothing: "earlier runs have left nothing to do",
    },
    sourceFound: (counts, rejected, dropped) => {
      const records = Object.entries(counts).map(([kind, n]) => count(n, kind.slice(0, -1)));
      return `${records.join(", ")}; ${count(rejected, "row")} rejected, ${count(dropped, "field")} left out`;
    },
    sourceHolds: (held) =>
      `a run would leave alone ${held.map((kind) => kinds[kind].other).join(", ")} (held by the quality gate); \`musterd source check\` says why`,
    undamaged: (files) => `${files.join(", ")}: read through, not damaged`,
    notExamined: (file) => `${file} is in use by another process, and was not read through`,
    evicts: (redis, policy) =>
      `${redis}: it removes keys when its memory is full (maxmemory-policy ${policy}), so a run may lose its jobs or its lock; set maxmemory-policy noeviction`,
    noRun: "no run holds the lease or the lock",
    held: ({ where, host, pid, since, until }, next) => {
      const times = `${since === undefined ? "" : `since ${since}, `}until ${until}`;
      const holder = `process ${pid} on ${host} holds the ${where === "lease" ? "lease" : "lock in Redis"}, ${times}`;
      const then = next === "takes-over" ? "the next run takes over" : "no run can begin before that time";
      return next ? `${holder}; it does not renew it any more, and ${then}` : holder;
    },
    strangeLock: (seconds) =>
      Number.isFinite(seconds)
        ? `the lock in Redis was written by another program; no run can begin for ${number(seconds)} s, or until it is deleted`
        : "the lock in Redis was written or changed by another program, and never expires; no run can begin until it is deleted",
    free: (mebibytes, folder) => `${number(mebibytes)} MiB free for ${folder}`,
    littleSpace: (mebibytes, folder, needed) =>
      `only ${number(mebibytes)} MiB free for ${folder}; a run or an upgrade may need ${number(needed)} MiB`,
    certificate: (name, day, daysLeft) =>
      daysLeft < 0 ? `${name} expired on ${day}` : `${name} expires on ${day} (in ${count(daysLeft, "day")})`,
    noCertificates: "no certificate is used",
    semicolon: "; ",
    clock: (seconds) => `differs from the service's by ${number(Math.abs(seconds))} s`,
    wrongClock: (seconds) =>
      `${number(Math.abs(seconds))} s ${seconds > 0 ? "ahead of" : "behind"} the service's clock: set both by NTP, because who works today depends on it`,
    noDate: "the service does not say its time",
    wideAccess: (file, mode) => `${file} is open to others than its owner (mode ${mode})`,
    noLevels:
      "no department states a level, so new ones will be held: add `level: { value: DEPT }` to source.departments.columns, and `records: [{ code: DEPT, name: Department }]` to source.levels",
    answered: (ids) => `${ids} answered`,
    untried: (ids) => `${ids} not tried, because there is no department or no person`,
    writesUntried: "writes are not tried",
    bound: (binding, by, state) =>
      `${binding}, from ${by}: ${{ answers: "answers", untried: "not tried", write: "bound, not tried" }[state]}`,
    unneeded: (file, ids) => `${file} does not show ${ids}; no run needs them`,
  } as PartWords,

  status: {
    state: "state",
    states: { well: "well", trouble: "trouble", waiting: "waits for somebody" },
    target: "service",
    lastGood: "last good run",
    lastRun: "last run",
    nextRun: "next run",
    none: "none",
    withCode: (status: string, code: string) => `${status} (${code})`,
    nextAt: (time: string, by: string) => `${time} · ${by}, if the daemon runs`,
    timesIn: (timeZone: string) => `(times: ${timeZone})`,
  },

  notify: {
    noChannels: "Nobody is told: the configuration has no `notify.channels`.",
    nothingWrong: "Nothing is wrong now.",
    wrongNow: "wrong now",
    since: "since",
    heads: ["time", "channel", "message", "state"],
    states: { waiting: "waiting", sent: "sent", "given-up": "given up" },
  },

  noRuns: "No runs yet.",
  run: "run",
  started: "started",
  timesIn: (timeZone: string) =>
    `Times: ${timeZone}. All numbers count entries: people, departments and other records.`,
  took: "took",
  phases: {
    "reading-source": (time: string) => `source ${time}`,
    "reading-site": (time: string) => `service ${time}`,
    planning: (time: string) => `planning ${time}`,
    waiting: (time: string) => `waiting for a person ${time}`,
    applying: (time: string) => `applying ${time}`,
    refresh: (time: string) => `refresh ${time}`,
  },
  runStatus: "status",
  inEntries: "entries",
  plannedCount: (n: number) => `${number(n)} planned`,
  appliedCount: (n: number) => `${number(n)} applied`,
  stillOpen: (resources: readonly string[]) => `still open at the end, and cut: ${resources.join(", ")}`,
  noSiteHabits: "No write was seen to do anything but what it was asked to.",
  unconfirmedCount: (n: number) => `${number(n)} not confirmed`,
  failedCount: (n: number) => `${number(n)} failed`,
  notTriedCount: (n: number) => `${number(n)} not tried`,
  heldCount: (n: number) => `${number(n)} held`,
  refreshIsOwed: "refresh owed",
  undoOf: (run: string) => `undo of ${run}`,
  nothingToDo: "nothing to do",

  forgetTarget: (target: string) =>
    `Forget what was written to ${target}, its links and its source? The next run that applies owes one refresh.`,
  forgetProfile: (target: string) => `Forget what the next source of ${target} is compared with?`,
  forgetPerson: (person: string, what: string) =>
    `Remove ${person} from the history for ever? Rows that change or go: ${what}.`,
  forgottenPerson: (pseudonym: string, what: string) =>
    `Removed; the history calls the person ${pseudonym}. Rows that have changed or gone: ${what}.`,
  forgotten: (target: string, what: string) => `Forgotten of ${target}: ${what}.`,
  nothingForgotten: "Nothing was forgotten.",
  keyRotated: (values: number, plans: number) =>
    `The key is replaced: ${values} stored ${values === 1 ? "part" : "parts"} and ${plans} saved ${plans === 1 ? "plan" : "plans"} are sealed with the new one.`,

  outOfScope: "out of scope: an `only` or `except` leaves it out",
  read: "read",
  becomes: "becomes",
  has: "has",
  thePerson: "The person, put together",
  droppedTogether: "Dropped when the parts were put together",
  leftOut: "left out",
  rowRejected: "row rejected",
  rejectedRows: "Rejected rows",
  fieldsLeftOut: "Fields left out",
  firstAt: (n: number, place: string, column: string, reason: string) => `${n}, first ${place} ${column}: ${reason}`,
  quality: "Quality",
  noFindings: "Quality: nothing found.",
  kind: "kind",
  rowCount: "rows",
  recordCount: "records",
  quarantined: "quarantined",
  rejected: "rejected",
  rowsLeftOut: "left out",
  filled: "filled",
  unread: (file: string, columns: string) => `${file}: no setting reads ${columns}`,
  unreadLastDay: (file: string, columns: string) =>
    `${file}: no setting reads ${columns}, which looks like a last day; map it to \`resignationDate\``,
  fileRead: (file: string, rows: number, at: string) => `${file}: ${count(rows, "row")}, written ${at}`,
  searchRead: (way: string, changed: number, deleted: number) => `read ${way}, ${changed} changed, ${deleted} gone`,
  inFull: (why: string | undefined) => `in full (${why ?? "as asked"})`,
  byChanges: "by its changes",
  hint: "hint",
  drift: (n: number) => `${n} had not been told`,

  serviceAt: (url: string, company: string) =>
    `reference service: ${url} (company ${company}); to read and try: ${url}/`,
  loaded: (sections: string) => `Loaded: ${sections || "nothing"}.`,
  written: (file: string) => `Written: ${file}`,
  auditHeads: ["time (+08:00)", "event", "result", "who", "from", "about"],
  auditResults: { ok: "ok", refused: "refused" },
  noAudit: "No events.",
  keyAdded: (name: string) => `The key ${name} is added. Its secret, which is not shown again:`,
  keyRemoved: (name: string) => `The key ${name} is removed.`,
  noKeys: "No keys yet.",
  keyHeads: ["name", "permissions", "expires", "addresses", "designated"],
  never: "never",
  any: "any",
  none: "none",
  all: "all",
  designated: { forms: "forms", libraries: "libraries", surveyCategories: "survey categories" },
  appAdded: (name: string) => `The application ${name} is registered.`,
  appSecret: (secret: string) => `Secret, which is not shown again: ${secret}`,
  appRemoved: (name: string) => `The application ${name} is removed, with all that users had let it do.`,
  noApps: "No applications yet.",
  appHeads: ["name", "App-Id", "secret", "permissions", "returns to"],
  yes: "yes",
  no: "no",
  keysRotated: (until: string) => `New keys sign from now on. The earlier ones stay valid until ${until}.`,
  passwordSet: (account: string) => `The password of ${account} is set.`,
  passwordIs: (password: string) => `It is:\n${password}`,
  passwordPrompt: "Password: ",

  demo,
};

/** The type of this table. Every other language has a table of this type, so a missing text does not compile. */
export type CliWords = typeof english;
