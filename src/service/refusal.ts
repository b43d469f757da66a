/**
 * Why the service refuses a request. One table holds every code with its usual status; the specification shows none
 * (R5), so the codes are this service's own.
 */
import { randomUUID } from "node:crypto";
import type { ErrorBody } from "../contract/records.ts";

const refusals = {
  /** Body or path parameters do not fit the operation's schema; `errorExpando` names the fields. */
  "OPA-REQUEST-INVALID": 400,
  "OPA-JSON-INVALID": 400,
  /** A path that cannot be decoded, or holds an encoded slash (R15). */
  "OPA-PATH-INVALID": 400,
  "OPA-BODY-TOO-LARGE": 413,
  "OPA-MEDIA-TYPE": 415,
  "OPA-KEY-UNKNOWN": 401,
  "OPA-KEY-PERMISSION": 401,
  /** A permission that is marked "designated only", and something else than what the key is designated for. */
  "OPA-NOT-DESIGNATED": 401,
  "OPA-TOKEN-INVALID": 401,
  "OPA-KEY-EXPIRED": 401,
  /** The key is good, but not from this address. */
  "OPA-KEY-ADDRESS": 401,
  /** `App-Id` is not the application that the token was given to. */
  "OPA-APP-OTHER": 401,
  /** No key or application of this name (sandbox). */
  "OPA-NAME-UNKNOWN": 404,
  /** The company in the header, in a path or in a user reference is not this one. */
  "OPA-CORP-UNKNOWN": 400,
  "OPA-LEVEL-UNKNOWN": 400,
  "OPA-TITLE-UNKNOWN": 400,
  "OPA-FUNCTION-UNKNOWN": 400,
  "OPA-CATEGORY-UNKNOWN": 400,
  "OPA-DEPT-UNKNOWN": 400,
  "OPA-USER-UNKNOWN": 400,
  "OPA-CODE-TAKEN": 400,
  "OPA-ACCOUNT-TAKEN": 400,
  "OPA-NUMBER-TAKEN": 400,
  "OPA-NAME-TAKEN": 400,
  /** Still referenced, or not empty. */
  "OPA-IN-USE": 400,
  "OPA-TREE-CYCLE": 400,
  "OPA-NO-MANAGER": 400,
  "OPA-MANAGER-INACTIVE": 400,
  "OPA-MANAGER-NOT-MEMBER": 400,
  "OPA-POSTS-EMPTY": 400,
  "OPA-POSTS-MAIN": 400,
  "OPA-POSTS-DUPLICATE": 400,
  "OPA-POST-UNKNOWN": 400,
  "OPA-SUPERVISOR-MISSING": 400,
  /** Not uploaded, or expired since. */
  "OPA-FILE-UNKNOWN": 400,
  /** An organisation item without the part that its type needs. */
  "OPA-ITEM-INCOMPLETE": 400,
  /** Only at sites of that quirk (R11, R14, R24, R45). */
  "OPA-PROPERTY-UNKNOWN": 400,
  "OPA-CODE-LONG": 400,
  "OPA-BUSY": 503,
  "OPA-CATEGORY-FIXED": 400,
  /** A range or period that ends before it begins (R94). */
  "OPA-DATE-RANGE": 400,
  /** Neither an IANA name nor one of Windows (R94). */
  "OPA-TIME-ZONE-UNKNOWN": 400,
  "OPA-SURVEY-UNKNOWN": 400,
  "OPA-SURVEY-CATEGORY-UNKNOWN": 400,
  /** Does not start before it ends, or has no period although it is published. */
  "OPA-SURVEY-PERIOD": 400,
  /** Would be over before it is published. */
  "OPA-SURVEY-PAST": 400,
  /** A published survey with questions that nobody could answer (R95). */
  "OPA-SURVEY-CONTENT": 400,
  /** Not in the inbox of whoever asks. */
  "OPA-NOTICE-UNKNOWN": 404,
  /** An id of a loaded document that something else has. */
  "OPA-ID-TAKEN": 400,
  "OPA-TIME-ORDER": 400,
  "OPA-TIME-PAST": 400,
  "OPA-TIME-OVERLAP": 400,
  "OPA-AGENT-TIME-UNKNOWN": 400,
  "OPA-AGENT-UNKNOWN": 400,
  "OPA-AGENT-SELF": 400,
  "OPA-AGENT-TAKEN": 400,
  "OPA-AGENT-INACTIVE": 400,
  "OPA-FORM-UNKNOWN": 400,
  "OPA-FORM-CATEGORY-UNKNOWN": 400,
  /** The form takes no applications, or none of this person. */
  "OPA-FORM-NOT-ALLOWED": 400,
  "OPA-TRACE-UNKNOWN": 404,
  "OPA-CALLBACK-URL": 400,
  /** Designs that are loaded. */
  "OPA-FIELD-UNKNOWN": 400,
  "OPA-FIELD-NESTED": 400,
  "OPA-FIELD-OPTIONS": 400,
  "OPA-CONDITION-INVALID": 400,
  /** Only as the result of an initiation (F2): values that do not fit the design, or a defect of the service. */
  "OPA-FIELDS-INVALID": 400,
  "OPA-INITIATION-FAILED": 500,
  // Uploads.
  "OPA-MULTIPART-INVALID": 400,
  "OPA-BASE64-INVALID": 400,
  "OPA-FILE-NAME-INVALID": 400,
  "OPA-FILE-TOO-LARGE": 413,
  /** The number of chunks does not fit length and size, or is higher than the service takes. */
  "OPA-CHUNK-COUNT": 400,
  /** No file of so many chunks has this number. */
  "OPA-CHUNK-NUMBER": 400,
  /** A chunk before this one has not come; `expectedChunk` says which. */
  "OPA-CHUNK-EARLY": 400,
  /** This chunk has come before, with other bytes. */
  "OPA-CHUNK-DIFFERS": 400,
  "OPA-CHUNK-TOO-LARGE": 400,
  "OPA-CHUNK-TOO-SMALL": 400,
  /** The fields of this chunk tell of another file than those before. */
  "OPA-UPLOAD-CHANGED": 400,
  /** Another caller uploads under this id, or it is the id of a file that came otherwise. */
  "OPA-UPLOAD-ID-TAKEN": 400,
  /** The service makes no requests to this address: `reason` is scheme, credentials, host or network. */
  "OPA-ADDRESS-FORBIDDEN": 400,
  /** The file behind the link could not be had: `reason` says why. */
  "OPA-LINK-FAILED": 400,
  "OPA-LIBRARY-UNKNOWN": 400,
  /** Documents of a controlled library change by operations of their own. */
  "OPA-LIBRARY-CONTROLLED": 400,
  "OPA-LIBRARY-ORDINARY": 400,
  "OPA-FOLDER-UNKNOWN": 400,
  /** The person may not read the folder, or may read but not change it. */
  "OPA-FOLDER-FORBIDDEN": 400,
  "OPA-FOLDER-READ-ONLY": 400,
  /** The library itself can be neither deleted nor renamed as a folder. */
  "OPA-FOLDER-ROOT": 400,
  "OPA-FOLDER-NOT-EMPTY": 400,
  /** No path of folders: see `documents/names.ts`. */
  "OPA-FOLDER-PATH": 400,
  "OPA-NAME-INVALID": 400,
  "OPA-DOC-UNKNOWN": 400,
  "OPA-DOCS-EMPTY": 400,
  "OPA-FILE-REPEATED": 400,
  "OPA-DOC-VOIDED": 400,
  "OPA-DOC-DESTROYED": 400,
  /** The beginning of the document's validity is not before its end. */
  "OPA-DOC-PERIOD": 400,
  "OPA-SERIAL-AUTOMATIC": 400,
  "OPA-SERIAL-MISSING": 400,
  "OPA-SERIAL-INVALID": 400,
  "OPA-SERIAL-TAKEN": 400,
  "OPA-VERSION-RULE": 400,
  /** The library does not allow another version than the expected one. */
  "OPA-VERSION-FIXED": 400,
  "OPA-VERSION-MISSING": 400,
  "OPA-VERSION-INVALID": 400,
  /** Used before, or not greater than the one before. */
  "OPA-VERSION-USED": 400,
  /** Answered on request of the sandbox. */
  "OPA-FAULT": 503,
  /** Nobody would have to sign, or nobody can at a step. */
  "OPA-ROUTE-EMPTY": 400,
  "OPA-FORM-SN-UNKNOWN": 400,
  /** A document in which the person has no part. */
  "OPA-FORM-SN-FOREIGN": 400,
  "OPA-FORM-SN-CLOSED": 400,
  "OPA-NOT-APPLICANT": 400,
  "OPA-TASK-UNKNOWN": 400,
  /** It is somebody else's turn. */
  "OPA-TASK-FOREIGN": 400,
  "OPA-TASK-DECIDED": 400,
  /** It waits until an inquiry is answered. */
  "OPA-TASK-WAITING": 400,
  /** An inquiry is answered; it can be neither rejected nor handed over. */
  "OPA-TASK-INQUIRY": 400,
  /** The person has nothing to sign in this document. */
  "OPA-TASK-NONE": 400,
  "OPA-REASON-MISSING": 400,
  "OPA-USER-INACTIVE": 400,
  /** A signer who turns to himself, to the applicant, or to somebody who is asked already. */
  "OPA-SIGNER-SELF": 400,
  "OPA-SIGNER-APPLICANT": 400,
  "OPA-SIGNER-ASKED": 400,
  /** The database cannot be written, or is no longer this service's own; nothing was done. */
  "OPA-STORE-FAILED": 503,
} as const;

export type RefusalCode = keyof typeof refusals;

/** One entry of `errorExpando`: what is wrong, and where; no values of people. */
export type Expando = { readonly error: string; readonly expandoObject: unknown };

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly expando: readonly Expando[];

  constructor(code: RefusalCode, expando: readonly Expando[], status: number) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.expando = expando;
    this.status = status;
  }
}

/** Refuses the request in hand. `where` names the property at fault. */
export const refuse = (code: RefusalCode, where?: string, status: number = refusals[code]): never => {
  throw new Refusal(code, where === undefined ? [] : [{ error: code, expandoObject: { property: where } }], status);
};

/** As `refuse`, and says more than where. */
export const refuseWith = (
  code: RefusalCode,
  details: Readonly<Record<string, unknown>>,
  status: number = refusals[code],
): never => {
  throw new Refusal(code, [{ error: code, expandoObject: details }], status);
};

/** Runs `work`; the properties that it refuses are named as parts of `where`, if they are not already. */
export const refusingWithin = <T>(where: string, work: () => T): T => {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { code, status, expando } = thrown;
    const places = expando.length > 0 ? expando : [{ error: code, expandoObject: {} }];
    const placed = places.map(({ error, expandoObject }) => {
      const { property = where } = expandoObject as { property?: string };
      const isPlaced = property === where || property.startsWith(`${where}.`);
      return { error, expandoObject: { property: isPlaced ? property : `${where}.${property}` } };
    });
    throw new Refusal(code, placed, status);
  }
};

export const errorBody = (code: RefusalCode, expando: readonly Expando[] = []): ErrorBody => ({
  errorCode: code,
  errorExpando: [...expando],
  traceId: randomUUID(),
});
