/**
 * The exit codes of every command, and what they mean in English. `--help` prints this table, docs/commands.md repeats it (a test compares them), and
 * the return types of the command functions come from it.
 */

type Meanings = Readonly<{ 0: string; 1: string; 2?: string }>;

export const doneOrError = { 0: "done", 1: "an error" } as const;

export const exitCodes = {
  plan: {
    0: "nothing to do; with `--compare`: no difference",
    1: "an error, or the guard refuses the plan",
    2: "there are changes, or all that differs is held, or a kind of record; with `--compare`: the plans differ",
  },
  apply: {
    0: "everything is applied, or there was nothing to do",
    1: "an error, a change that failed, or nothing was applied because nobody agreed",
    2: "the same as 0, but the quality gate has held a kind of record: nothing of it was compared",
  },
  undo: {
    0: "what could be taken back is taken back, or there was nothing to do",
    1: "an error, a change that failed, or nothing was applied because nobody agreed",
    2: "with --dry-run: there is something to take back",
  },
  explain: { 0: "nothing happens to the record", 1: "an error", 2: "changes are planned or held" },
  adopt: { 0: "nothing is left to decide", 1: "an error", 2: "something is left to decide" },
  init: {
    0: "the configuration is written, every part works, and a plan can be made",
    1: "an error, nothing was written, or a part does not work",
    2: "something is left to decide: without a terminal nothing is written, else it is a comment; or nothing reads a file with employee numbers",
  },
  check: { 0: "every part works", 1: "a part does not work" },
  doctor: { 0: "every part works", 1: "a part does not work" },
  status: { 0: "all is well", 1: "the last run failed, or a part does not work", 2: "something waits for somebody" },
  notify: { 0: "done; with --test: every channel has got it", 1: "an error, or a channel that does not work" },
  "source preview": doneOrError,
  "source check": { 0: "a run would take this source", 1: "an error, or a run would be refused" },
  runs: doneOrError,
  show: doneOrError,
  resync: {
    0: "the daemon has accepted the request; with `--wait`: as `apply`",
    1: "an error; with `--wait`: as `apply`",
    2: "with `--wait`: as `apply`",
  },
  forget: { 0: "done", 1: "an error, or nothing was forgotten because nobody agreed" },
  "rotate-key": doneOrError,
  "audit verify": { 0: "the trail is as it was written", 1: "an error, or the trail is not as it was written" },
  "audit export": doneOrError,
  history: doneOrError,
  release: doneOrError,
  reject: doneOrError,
  "tokens add": doneOrError,
  "tokens list": doneOrError,
  "tokens revoke": doneOrError,
  "users add": doneOrError,
  "users list": doneOrError,
  "users revoke": doneOrError,
  "users passwd": doneOrError,
  "users sign-out": doneOrError,
  "users link": doneOrError,
  daemon: { 0: "stopped by a signal, in an orderly way", 1: "an error, or stopped at once by a second signal" },
  demo: { 0: "the second plan finds nothing to do", 1: "an error, or something is left" },
  service: { 0: "stopped by a signal", 1: "an error" },
  "service load": doneOrError,
  "service dump": doneOrError,
  "service audit": doneOrError,
  "service keys add": doneOrError,
  "service keys list": doneOrError,
  "service keys remove": doneOrError,
  "service apps add": doneOrError,
  "service apps list": doneOrError,
  "service apps remove": doneOrError,
  "service password": doneOrError,
  "service rotate-keys": doneOrError,
  completion: doneOrError,
} as const satisfies Readonly<Record<string, Meanings>>;

export type CommandName = keyof typeof exitCodes;

export type ExitCode<Name extends CommandName> = keyof (typeof exitCodes)[Name];

/** The meanings of all exit codes in one language: of commands with meanings of their own, and `doneOrError` of the others. */
export type ExitCodeMeanings = {
  readonly [Name in CommandName as (typeof exitCodes)[Name] extends typeof doneOrError
    ? "doneOrError"
    : Name]: Readonly<Record<ExitCode<Name>, string>>;
};
