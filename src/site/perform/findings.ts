/** What reading before or after a write can find that speaks against it. None carries a value; the change names its object. */
import type { OperationId } from "../../contract/contract.ts";
import type { ErrorCode } from "../../lib/error-codes.ts";
import { MusterdError } from "../../lib/errors.ts";

const nextRun = "the next run plans from what is there now";

const finding = (code: ErrorCode, operation: OperationId, message: string, hint = nextRun, cause?: unknown) =>
  new MusterdError(code, `${operation}: ${message}`, { place: { operation }, hint, cause });

/** The object is not there any more. */
export const gone = (operation: OperationId): MusterdError =>
  finding("gone", operation, "the object is not in the service any more; nothing was written");

/** After an unknown outcome something else is found under the wanted key. */
export const conflict = (operation: OperationId, cause: unknown): MusterdError =>
  finding(
    "conflict",
    operation,
    "the outcome is unknown, and the service now holds something else under this key",
    "look at the object in the service; the next run shows what differs",
    cause,
  );

/** The person to be created is there, under the account or the employee number. */
export const alreadyExists = (operation: OperationId, by: "account" | "employee number"): MusterdError =>
  finding(
    "already-exists",
    operation,
    `another person in the service has this ${by}; nothing was created`,
    "correct the source, or rename the person in the service; then run again",
  );

/** What is there is not what the plan was made from. */
export const changedSincePlan = (operation: OperationId): MusterdError =>
  finding(
    "changed-since-plan",
    operation,
    "somebody else changed the object after it was planned; nothing was written",
  );

/** The department to be disabled has active people. */
export const stillOccupied = (operation: OperationId, people: number): MusterdError =>
  finding("still-occupied", operation, `${people} active people still hold a post there; nothing was written`);

/** A field the service requires has no value on either side (R9). */
export const valueMissing = (operation: OperationId, field: string): MusterdError =>
  finding(
    "value-missing",
    operation,
    `the service requires a ${field}, and neither the source nor the service has one; nothing was written`,
    `give the ${field} in the source`,
  );

/** E11 left out what the service does not show, as the setting allows, and it is gone (R10). */
export const omittedFieldsCleared = (operation: OperationId, fields: readonly string[]): MusterdError =>
  finding(
    "omitted-fields-cleared",
    operation,
    `the service clears what is left out (seen with ${fields.join(", ")}), although \`target.omittedFields\` says \`kept\`; no such change is written any more`,
    "remove `target.omittedFields: kept`, map these fields in the source, and enter again in the service what the first such change cleared",
  );

/** E11 would leave out values that the service does not show, and might clear them by it (R10). */
export const valueHidden = (operation: OperationId, fields: readonly string[]): MusterdError =>
  finding(
    "value-hidden",
    operation,
    `the service does not show ${fields.join(", ")} and may clear what is left out; nothing was written`,
    "map these fields in the source, or set `target.omittedFields: kept` where the site is known to keep what is left out",
  );

/** A list of posts that would leave a person without exactly one main post (R56). */
export const mainPostMissing = (operation: OperationId, found: number): MusterdError =>
  finding(
    "main-post-missing",
    operation,
    `${found} main posts instead of one; nothing was written`,
    "correct the source",
  );

/** The service accepted the write and did not do it. */
export const notApplied = (operation: OperationId): MusterdError =>
  finding(
    "not-applied",
    operation,
    "the service accepted the change, and it is not there when read back",
    "make the change in the service by hand, and tell its administrator",
  );
