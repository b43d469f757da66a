/**
 * Errors that end an operation: a stable code, what happened (with numbers), where, and a hint. Expected results are values
 * (`Outcome`, `HeldChange`, `Breach`), not errors.
 */

import type { ErrorCode } from "./error-codes.ts";

/** Where the cause lies. Every part is optional and none contains personal data. */
export type ErrorPlace = {
  readonly file?: string | undefined;
  /** Physical line, 1-based. */
  readonly line?: number | undefined;
  readonly column?: string;
  /** Contract operation id. */
  readonly operation?: string;
  /** Path inside the configuration, for example `source.employees.columns.account`. */
  readonly setting?: string;
  readonly status?: number;
};

/** An error that a person can act on: a stable code, the place, and a hint. */
export class MusterdError extends Error {
  /** Stable; docs/errors.md has the cause and hint of each code. */
  readonly code: ErrorCode;
  readonly place: ErrorPlace;
  /** What a person can do about the error. */
  readonly hint: string;
  /** True when the same call may succeed later. Only the client's retry loop repeats calls because of it. */
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: { place?: ErrorPlace; hint: string; retryable?: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = "MusterdError";
    this.code = code;
    this.place = options.place ?? {};
    this.hint = options.hint;
    this.retryable = options.retryable ?? false;
  }
}

/** Any thrown value as a MusterdError; an unexpected one gets the code `internal`, unless the system refuses a file. */
export const asMusterdError = (thrown: unknown): MusterdError => {
  if (thrown instanceof MusterdError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const { code, syscall, path } = thrown instanceof Error ? (thrown as NodeJS.ErrnoException) : {};
  if (syscall !== undefined && path !== undefined && code !== undefined && code in refusals) {
    const text = `the system refuses a file or folder: ${message}`;
    return new MusterdError("file-unusable", text, {
      place: { file: path },
      hint: refusals[code] ?? "",
      cause: thrown,
    });
  }
  const hint = "this is a defect in musterd: please report it with the log lines around it";
  return new MusterdError("internal", message, { hint, cause: thrown });
};

const owner = "run musterd as the user who owns it, or give it to this one (`chown`)";
const kind = "look at what stands there: a folder is expected where a file is, or the other way round";
const space = "free space on the disk, and try again";
const open = "let it have more files open (`ulimit -n`, `LimitNOFILE=` in systemd)";

/** What to do where the system refuses a file, which no defect of musterd explains. */
const refusals: Readonly<Record<string, string>> = {
  EACCES: owner,
  EPERM: owner,
  EROFS: "name a folder on a disk that can be written to",
  ENOTDIR: kind,
  EISDIR: kind,
  ENOSPC: space,
  EDQUOT: space,
  EMFILE: open,
  ENFILE: open,
  EIO: "look at the log of the disk",
  ELOOP: "a link leads to itself: put the real file in its place",
  ENAMETOOLONG: "give it a shorter name",
};

/** What to do where the system has refused a file; undefined for another error, and where its reason says nothing. */
export const refusalHint = (thrown: unknown): string | undefined =>
  thrown instanceof Error ? refusals[String((thrown as NodeJS.ErrnoException).code)] : undefined;

/** The words with which errors are shown in one language. */
export type ErrorWords = {
  readonly details: string;
  readonly where: string;
  readonly hint: string;
  readonly colon: string;
  readonly list: string;
  readonly place: { readonly [part in keyof ErrorPlace]-?: (value: NonNullable<ErrorPlace[part]>) => string };
  /** The message of an error in this language, as far as it is known there. */
  readonly detailsOf: (message: string) => string;
  /**
   * The meaning and the hint of each code in this language. Errors are written in English; if a code is listed here, its
   * meaning is shown first and the English message follows as details.
   */
  readonly meanings: Readonly<
    Record<string, { readonly what: string; readonly hint: string; readonly detailed?: true }>
  >;
};

const english: ErrorWords = {
  details: "details",
  where: "where",
  hint: "hint",
  colon: ": ",
  list: ", ",
  place: {
    file: (file) => `file ${file}`,
    line: (line) => `line ${line}`,
    column: (column) => `column ${column}`,
    operation: (id) => `operation ${id}`,
    status: (status) => `status ${status}`,
    setting: (path) => `setting ${path}`,
  },
  detailsOf: (message) => message,
  meanings: {},
};

/** What an error says in one language: what happened, and below it details, where, and what to do, a line for each. */
export const errorLines = ({ code, message, place, hint }: MusterdError, words: ErrorWords = english) => {
  const meaning = words.meanings[code];
  const lines = [
    [words.details, meaning ? words.detailsOf(message) : ""],
    ["", meaning?.detailed ? words.detailsOf(hint) : ""],
    [words.where, placeText(place, words)],
    [words.hint, meaning?.hint ?? hint],
  ];
  const told = lines.flatMap(([name, text]) => (text ? [name ? `${name}${words.colon}${text}` : `  ${text}`] : []));
  return { what: meaning?.what ?? message, told };
};

/** The error for a terminal. */
export const errorText = (error: MusterdError, words?: ErrorWords): string => {
  const { what, told } = errorLines(error, words);
  return [`${error.code}: ${what}`, ...told].map((text) => text.replaceAll(/\n(?! )/g, "\n  ")).join("\n  ");
};

const placeText = (
  { file, line, column, operation, status, setting }: ErrorPlace,
  { place, list }: ErrorWords,
): string =>
  [
    file && place.file(file),
    line !== undefined && place.line(line),
    column && place.column(column),
    operation && place.operation(operation),
    status !== undefined && place.status(status),
    setting && place.setting(setting),
  ]
    .filter(Boolean)
    .join(list);

/** The fields of an error in a line of the log; `message` is not `msg`, the static text of the line. */
export const errorFields = ({ code, message, place, hint }: MusterdError) => ({ code, message, place, hint });

/** The error as JSON for `--json` and HTTP answers. */
export const errorJson = (error: MusterdError) => ({
  code: error.code,
  message: error.message,
  where: error.place,
  hint: error.hint,
});
