/**
 * Errors for what a read before or after a write finds. They contain no values, because values may be personal; the change names
 * the object.
 */
import type { OperationId } from "../../contract/contract.ts";
import type { ErrorCode } from "../../lib/error-codes.ts";
import { MusterdError } from "../../lib/errors.ts";

const nextRun = "the next run plans from the present state";

const finding = (code: ErrorCode, operation: OperationId, message: string, hint = nextRun, cause?: unknown) =>
  new MusterdError(code, `${operation}: ${message}`, { place: { operation }, hint, cause });

export const refusedAndChanged = (operation: OperationId, refusal: unknown): MusterdError =>
  finding(
    "refused-and-changed",
    operation,
    `the service refused it, and has changed the object all the same (${refusal instanceof Error ? refusal.message : "no reason"})`,
    "look at the object in the service and correct it by hand, and tell its administrator",
    refusal,
  );

export const gone = (operation: OperationId): MusterdError =>
  finding("gone", operation, "the object no longer exists in the service; nothing was written");

/** After an unknown outcome, the wanted key belongs to another object. */
export const conflict = (operation: OperationId, cause: unknown): MusterdError =>
  finding(
    "conflict",
    operation,
    "the outcome is unknown, and the service now has another object under this key",
    "check the object in the service; the next run shows the differences",
    cause,
  );

export const alreadyExists = (operation: OperationId, by: "account" | "employee number"): MusterdError =>
  finding(
    "already-exists",
    operation,
    `another person in the service has this ${by}; nothing was created`,
    "correct the source, or rename the person in the service; then run again",
  );

export const changedSincePlan = (operation: OperationId): MusterdError =>
  finding(
    "changed-since-plan",
    operation,
    "the object is no longer as it was planned: somebody else has changed it, or the service carries out an earlier write only now; nothing was written",
  );

/** Asked for this account, E2 answers with somebody else, so the write might reach them, too. */
export const answersForOther = (operation: OperationId): MusterdError =>
  finding(
    "answers-for-other",
    operation,
    "asked for this account (E2), the service answers with somebody else, whom the write might reach; nothing was written",
    "tell the administrator of the service that it confuses two accounts; make the change by hand, or give the person another account",
  );

export const stillOccupied = (operation: OperationId, people: number): MusterdError =>
  finding(
    "still-occupied",
    operation,
    `${people} active people still have a post in the department; nothing was written`,
  );

/** Neither side has a value for a field that the service requires (R9). */
export const valueMissing = (operation: OperationId, field: string): MusterdError =>
  finding(
    "value-missing",
    operation,
    `the service requires a ${field}, and neither the source nor the service has one; nothing was written`,
    `give the ${field} in the source`,
  );

/** E11 left out hidden fields, as the setting allows, and the service cleared them (R10). */
export const omittedFieldsCleared = (operation: OperationId, fields: readonly string[]): MusterdError =>
  finding(
    "omitted-fields-cleared",
    operation,
    `the service clears fields that are left out (it cleared ${fields.join(", ")}), although \`target.omittedFields\` is \`kept\`; such changes are no longer written`,
    "remove `target.omittedFields: kept`, map these fields in the source, and restore the cleared values in the service",
  );

/** E11 would leave out hidden fields, and the service might clear them (R10). */
export const valueHidden = (operation: OperationId, fields: readonly string[]): MusterdError =>
  finding(
    "value-hidden",
    operation,
    `the service does not show ${fields.join(", ")} and may clear fields that are left out; nothing was written`,
    "map these fields in the source, or set `target.omittedFields: kept` if the site keeps fields that are left out",
  );

/** The posts would leave a person without exactly one main post (R56). */
export const mainPostMissing = (operation: OperationId, found: number): MusterdError =>
  finding(
    "main-post-missing",
    operation,
    `${found} main posts instead of one; nothing was written`,
    "correct the source",
  );

export const notApplied = (operation: OperationId): MusterdError =>
  finding(
    "not-applied",
    operation,
    "the service accepted the change, but reading back does not show it",
    "make the change in the service by hand, and tell its administrator",
  );

/** The site stores keys otherwise than they are sent, so it might make one object of two. */
export const storedOtherwise = (operation: OperationId): MusterdError =>
  finding(
    "stored-otherwise",
    operation,
    operation === "E12"
      ? "the service does not store accounts such as this one as they are sent: it cuts them, or adds or removes characters or a domain; one of them was created under the other account, and no others are, because two could become one"
      : "the service does not store codes such as this one as they are sent: it cuts them, or adds or removes characters; one of them was created under the other code, and no others are, because two could become one",
    "compare what this run has created in the service with HR; give the keys in HR as the service stores them, or have the service changed; if it only shows accounts with a domain, `target.accountDomain` says so",
  );
