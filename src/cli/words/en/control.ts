/** English texts of the commands about the record, people, decisions and requests. */
import type { RemainingWords } from "../../../check/check.ts";
import { number } from "./counts.ts";

export const controlEnglish = {
  tokens: {
    added: (name: string) => `The token ${name} is added. It is not shown again:`,
    revoked: (name: string) => `The token ${name} is revoked.`,
    heads: ["name", "roles", "added (+08:00)", "last use", "expires"],
    none: "No tokens yet.",
  },
  history: {
    none: "No run has changed anything.",
    what: (kind: string, action: string, result: string) => `${kind} ${action} (${result})`,
    by: (run: string, who: string) => `run ${run} (${who})`,
    releasedBy: (who: string) => `released by ${who}`,
    undoes: (run: string) => `undoes ${run}`,
    undoneBy: (run: string) => `undone by ${run}`,
  },
  decide: {
    released: (until: string) => `The plan is released until ${until}.`,
    appliedBy: (run: string | undefined, command: string) =>
      run === undefined
        ? `This applies it: ${command}`
        : `The daemon applies it in run ${run}. Without a daemon: ${command}`,
    rejected: "The plan is rejected: no run applies it until it differs.",
    withdrawn: "The rejection is taken back: the plan waits again.",
  },
  resync: {
    accepted: "Accepted: the daemon runs now, or right after the run that goes on.",
    showsReport: (run: string) => `\`musterd show ${run}\` shows its report.`,
    notBegun: "The run has not begun yet; `musterd status` says why.",
    restIn: (run: string) => `The daemon does the rest in run ${run}.`,
    repeatedAt: (time: string) => `The daemon repeats the run at ${time}.`,
  },
  users: {
    added: (name: string) => `The account ${name} is added.`,
    revoked: (name: string) => `The account ${name} is revoked.`,
    signedOut: (name: string, sessions: number) => `${name} is signed out; sessions ended: ${number(sessions)}.`,
    again: "Once more: ",
    none: "No accounts yet.",
  },
  audit: {
    heads: ["no.", "time (+08:00)", "event", "by", "what"],
    none: "No entries.",
    valid: (entries: number, head: string) =>
      entries === 0
        ? "The trail is valid: it has no entries yet."
        : `The trail is valid: ${number(entries)} entries, the last one ${head}`,
    problems: {
      changed: (n: number) => `Entry ${n} was changed.`,
      missing: (n: number) => `Entry ${n} is missing.`,
      added: (n: number) => `Entry ${n} was not written by musterd.`,
      text: (n: number) => `The name or the reason of entry ${n} was changed or removed.`,
      rewritten: (n: number) => `The trail was rewritten: entry ${n} was another one before.`,
      restored: (n: number) =>
        `The store is older than its trail: what was written from entry ${n} on is not here. It was put back from a backup, or the file musterd.audit beside it is another one.`,
    },
    restoredAt: (n: number) =>
      `Entry ${n} says that the store was put back from a backup, or the trail was rewritten, before it.`,
  },
};

/** What the status says about a pause, and about what the daemon has noticed. */
export const noticedEnglish: Pick<RemainingWords, "paused" | "noticed"> = {
  paused: (until) => [
    `no run begins before ${until}: somebody has paused them`,
    "wait, or ask an operator to resume (`POST /v1/resume`)",
  ],
  noticed: {
    silence: (since) => [
      `no run has succeeded for too long (told at ${since})`,
      "look at `musterd runs`; `musterd resync` asks for a run now",
    ],
    "disk-nearly-full": (since) => [
      `the disk of the state folder is nearly full (told at ${since})`,
      "free space, or move the folder: `state.folder`",
    ],
    "certificate-ends": (since, name) => [
      `the certificate ${name} expires soon, or has expired (told at ${since})`,
      "renew it; `musterd check` shows the days",
    ],
  },
};
