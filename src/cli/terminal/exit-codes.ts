/**
 * The meaning of every command's exit codes. `--help` prints this table, docs/commands.md repeats it (a test compares them), and
 * the return types of the command functions come from it.
 */
import type { Language } from "../../model/language.ts";

type Meanings = Readonly<{ 0: string; 1: string; 2?: string }>;

const doneOrError = { 0: "done", 1: "an error" };

export const exitCodes = {
  plan: {
    0: "nothing to do; with `--compare`: no difference",
    1: "an error, or the guard refuses the plan",
    2: "there are changes, or all that differs is held; with `--compare`: the plans differ",
  },
  apply: {
    0: "everything is applied, or there was nothing to do",
    1: "an error, a change that failed, or nothing was applied because nobody agreed",
  },
  undo: {
    0: "what could be taken back is taken back, or there was nothing to do",
    1: "an error, a change that failed, or nothing was applied because nobody agreed",
    2: "with --dry-run: there is something to take back",
  },
  explain: { 0: "nothing happens to the record", 1: "an error", 2: "changes are planned or held" },
  adopt: { 0: "nothing is left to decide", 1: "an error", 2: "something is left to decide" },
  check: { 0: "every part works", 1: "a part does not work" },
  status: { 0: "all is well", 1: "the last run failed, or a part does not work", 2: "something waits for somebody" },
  "source preview": doneOrError,
  "source check": { 0: "a run would take this source", 1: "an error, or a run would be refused" },
  runs: doneOrError,
  show: doneOrError,
  resync: { 0: "the daemon has accepted the request", 1: "an error" },
  forget: { 0: "done", 1: "an error, or nothing was forgotten because nobody agreed" },
  "rotate-key": doneOrError,
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

/** The exit codes that a command may return. */
export type ExitCode<Name extends CommandName> = keyof (typeof exitCodes)[Name];

const zhDoneOrError = { 0: "完成", 1: "發生錯誤" };

const traditionalChinese: { readonly [Name in CommandName]: Readonly<Record<ExitCode<Name>, string>> } = {
  plan: {
    0: "無需變更；使用 `--compare` 時：沒有差異",
    1: "發生錯誤，或安全檢查不允許此計畫",
    2: "有變更待套用，或所有差異均已暫緩；使用 `--compare` 時：計畫不同",
  },
  apply: { 0: "已全部套用，或無需變更", 1: "發生錯誤、有變更失敗，或因未確認而未套用" },
  undo: {
    0: "可還原的項目已全部還原，或無需變更",
    1: "發生錯誤、有變更失敗，或因未確認而未套用",
    2: "使用 --dry-run 時：有項目可還原",
  },
  explain: { 0: "此資料不做任何變更", 1: "發生錯誤", 2: "有預定或暫緩的變更" },
  adopt: { 0: "沒有待決定的項目", 1: "發生錯誤", 2: "尚有待決定的項目" },
  check: { 0: "各部分均正常", 1: "有部分無法運作" },
  status: { 0: "一切正常", 1: "上次執行失敗，或有部分無法運作", 2: "有事項待人處理" },
  "source preview": zhDoneOrError,
  "source check": { 0: "此來源可供執行", 1: "發生錯誤，或執行時會被拒絕" },
  runs: zhDoneOrError,
  show: zhDoneOrError,
  resync: { 0: "常駐程式已接受要求", 1: "發生錯誤" },
  forget: { 0: "完成", 1: "發生錯誤，或因未確認而未清除" },
  "rotate-key": { 0: "完成", 1: "發生錯誤" },
  daemon: { 0: "收到訊號後正常停止", 1: "發生錯誤，或因第二次訊號立即停止" },
  demo: { 0: "第二次計畫無需變更", 1: "發生錯誤，或仍有差異" },
  service: { 0: "收到訊號後停止", 1: "發生錯誤" },
  "service load": zhDoneOrError,
  "service dump": zhDoneOrError,
  "service audit": zhDoneOrError,
  "service keys add": zhDoneOrError,
  "service keys list": zhDoneOrError,
  "service keys remove": zhDoneOrError,
  "service apps add": zhDoneOrError,
  "service apps list": zhDoneOrError,
  "service apps remove": zhDoneOrError,
  "service password": zhDoneOrError,
  "service rotate-keys": zhDoneOrError,
  completion: zhDoneOrError,
};

/** Returns the exit codes of a command in ascending order, each with its meaning. */
export const exitCodeMeanings = (name: CommandName, language: Language): readonly (readonly [string, string])[] =>
  Object.entries<string>(language === "en" ? exitCodes[name] : traditionalChinese[name]);
