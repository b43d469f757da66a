/**
 * Errors that end an operation: a stable code, what happened (with numbers), where, and a hint. Expected results are values
 * (`Outcome`, `HeldChange`, `Breach`), not errors.
 */

import type { ErrorCode } from "./error-codes.ts";

/** Where the cause lies. Every part is optional and none contains personal data. */
export type ErrorPlace = {
  readonly file?: string;
  /** Physical line, 1-based. */
  readonly line?: number;
  readonly column?: string;
  /** Contract operation id. */
  readonly operation?: string;
  /** Path inside the configuration, for example `source.employees.columns.account`. */
  readonly setting?: string;
  readonly status?: number;
};

export class MusterdError extends Error {
  /** Stable; docs/errors.md has the cause and hint of each code. */
  readonly code: ErrorCode;
  readonly place: ErrorPlace;
  /** What a person can do about the error. */
  readonly hint: string;
  /** True when the same call may succeed later. Only the client's retry loop reads it. */
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

/** Any thrown value as a MusterdError; an unexpected one gets the code `internal`. */
export const asMusterdError = (thrown: unknown): MusterdError =>
  thrown instanceof MusterdError
    ? thrown
    : new MusterdError("internal", thrown instanceof Error ? thrown.message : String(thrown), {
        hint: "this is a defect in musterd: please report it with the log lines around it",
        cause: thrown,
      });

/** The place as `file x, line 3, column y`; empty when it is unknown. */
const placeText = (place: ErrorPlace): string =>
  [
    place.file && `file ${place.file}`,
    place.line !== undefined && `line ${place.line}`,
    place.column && `column ${place.column}`,
    place.operation && `operation ${place.operation}`,
    place.status !== undefined && `status ${place.status}`,
    place.setting && `setting ${place.setting}`,
  ]
    .filter(Boolean)
    .join(", ");

/** The error as terminal text of at most three lines: what, where, hint. */
export const errorText = (error: MusterdError): string => {
  const place = placeText(error.place);
  return [`${error.code}: ${error.message}`, place && `  where: ${place}`, `  hint: ${error.hint}`]
    .filter(Boolean)
    .join("\n");
};

/** The error as JSON for `--json` and HTTP answers. */
export const errorJson = (error: MusterdError) => ({
  code: error.code,
  message: error.message,
  where: error.place,
  hint: error.hint,
});
