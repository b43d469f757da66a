/**
 * The reasons for which the service refuses a request. One table holds every code with its usual status. The codes are this
 * service's own, because the specification has none (R5).
 */
import { randomUUID } from "node:crypto";
import type { ErrorBody } from "../../contract/records.ts";

const refusals = {
  /** Body or path parameters do not match the operation's schema; `errorExpando` names the fields. */
  "OPA-REQUEST-INVALID": 400,
  "OPA-JSON-INVALID": 400,
  /** The path cannot be decoded, or contains an encoded slash (R15). */
  "OPA-PATH-INVALID": 400,
  "OPA-BODY-TOO-LARGE": 413,
  "OPA-MEDIA-TYPE": 415,
  "OPA-KEY-UNKNOWN": 401,
  "OPA-KEY-PERMISSION": 401,
  /** A "designated only" permission of the key does not cover this object. */
  "OPA-NOT-DESIGNATED": 401,
  "OPA-TOKEN-INVALID": 401,
  "OPA-KEY-EXPIRED": 401,
  /** The key is valid, but not from this address. */
  "OPA-KEY-ADDRESS": 401,
  /** `App-Id` is not the application to which the token was issued. */
  "OPA-APP-OTHER": 401,
  /** There is no key or application with this name (sandbox). */
  "OPA-NAME-UNKNOWN": 404,
  /** The company in the header is not this service's, or nobody here is of the company in the path or user reference. */
  "OPA-CORP-UNKNOWN": 400,
  /** The person is of another company, whose code the path or user reference must give (R64). */
  "OPA-CORP-MISSING": 400,
  /** The person is of another company, which alone may change this (R64). */
  "OPA-USER-FOREIGN": 400,
  "OPA-LEVEL-UNKNOWN": 400,
  "OPA-TITLE-UNKNOWN": 400,
  "OPA-FUNCTION-UNKNOWN": 400,
  "OPA-CATEGORY-UNKNOWN": 400,
  "OPA-DEPT-UNKNOWN": 400,
  "OPA-USER-UNKNOWN": 400,
  "OPA-CODE-TAKEN": 400,
  /** No path could name this new code, account or category: it contains `/` or `\`, or begins or ends with a dot (R15). */
  "OPA-CODE-PATH": 400,
  "OPA-ACCOUNT-TAKEN": 400,
  "OPA-NUMBER-TAKEN": 400,
  "OPA-NAME-TAKEN": 400,
  /** The object is still referenced or not empty. */
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
  /** The file was not uploaded or has expired, or the caller may not use it. */
  "OPA-FILE-UNKNOWN": 400,
  /** An organisation item lacks the part that its type needs. */
  "OPA-ITEM-INCOMPLETE": 400,
  /** The next four codes occur only with the corresponding quirk (R11, R14, R24, R45). */
  "OPA-PROPERTY-UNKNOWN": 400,
  "OPA-CODE-LONG": 400,
  "OPA-BUSY": 503,
  "OPA-CATEGORY-FIXED": 400,
  /** The range or period ends before it begins (R94). */
  "OPA-DATE-RANGE": 400,
  /** The time zone is neither an IANA name, a Windows name, nor a fixed offset (R94). */
  "OPA-TIME-ZONE-UNKNOWN": 400,
  "OPA-SURVEY-UNKNOWN": 400,
  "OPA-SURVEY-CATEGORY-UNKNOWN": 400,
  /** The survey's end is not after its start, or the survey is published without a period. */
  "OPA-SURVEY-PERIOD": 400,
  /** The survey's period would already be over. */
  "OPA-SURVEY-PAST": 400,
  /** A published survey contains questions that nobody could answer (R95). */
  "OPA-SURVEY-CONTENT": 400,
  /** The notice is not in this person's inbox. */
  "OPA-NOTICE-UNKNOWN": 404,
  /** The id in a loaded document belongs to another object. */
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
  /** The form accepts no applications, or none from this person. */
  "OPA-FORM-NOT-ALLOWED": 400,
  "OPA-TRACE-UNKNOWN": 404,
  /** The next four codes are for loaded designs. */
  "OPA-FIELD-UNKNOWN": 400,
  "OPA-FIELD-NESTED": 400,
  "OPA-FIELD-OPTIONS": 400,
  "OPA-CONDITION-INVALID": 400,
  /** The next two codes are results of initiations (F2): values do not fit the design, or the service has a defect. */
  "OPA-FIELDS-INVALID": 400,
  "OPA-INITIATION-FAILED": 500,
  "OPA-MULTIPART-INVALID": 400,
  "OPA-BASE64-INVALID": 400,
  "OPA-FILE-TOO-LARGE": 413,
  /** The number of chunks does not match the file's length and the chunk size, or is higher than permitted. */
  "OPA-CHUNK-COUNT": 400,
  /** The number of the chunk is not below the number of chunks. */
  "OPA-CHUNK-NUMBER": 400,
  /** An earlier chunk is missing; `expectedChunk` is its number. */
  "OPA-CHUNK-EARLY": 400,
  /** This chunk was sent before, with other bytes. */
  "OPA-CHUNK-DIFFERS": 400,
  "OPA-CHUNK-TOO-LARGE": 400,
  "OPA-CHUNK-TOO-SMALL": 400,
  /** The fields of this chunk differ from those of the file's earlier chunks. */
  "OPA-UPLOAD-CHANGED": 400,
  /** The caller's files would be larger in total than `quotaBytes`. */
  "OPA-UPLOAD-QUOTA": 400,
  /** The service may not send requests to this address; `reason` is `scheme`, `credentials`, `host` or `network`. */
  "OPA-ADDRESS-FORBIDDEN": 400,
  /** The file at the link could not be fetched: `reason` is the cause. */
  "OPA-LINK-FAILED": 400,
  "OPA-LIBRARY-UNKNOWN": 400,
  /** Documents of a controlled library can only be changed by the operations for controlled documents. */
  "OPA-LIBRARY-CONTROLLED": 400,
  "OPA-LIBRARY-ORDINARY": 400,
  "OPA-FOLDER-UNKNOWN": 400,
  /** The next two codes: the person may not read the folder, or may read it but not change it. */
  "OPA-FOLDER-FORBIDDEN": 400,
  "OPA-FOLDER-READ-ONLY": 400,
  /** The library's root folder can be neither deleted nor renamed. */
  "OPA-FOLDER-ROOT": 400,
  "OPA-FOLDER-NOT-EMPTY": 400,
  /** The path is invalid; see `documents/names.ts`. */
  "OPA-FOLDER-PATH": 400,
  "OPA-NAME-INVALID": 400,
  "OPA-DOC-UNKNOWN": 400,
  "OPA-DOCS-EMPTY": 400,
  "OPA-FILE-REPEATED": 400,
  "OPA-DOC-VOIDED": 400,
  "OPA-DOC-DESTROYED": 400,
  /** The end of the document's period of validity is not after its start. */
  "OPA-DOC-PERIOD": 400,
  "OPA-SERIAL-AUTOMATIC": 400,
  "OPA-SERIAL-MISSING": 400,
  "OPA-SERIAL-INVALID": 400,
  "OPA-SERIAL-TAKEN": 400,
  "OPA-VERSION-RULE": 400,
  /** The library does not allow a version other than the next by the rule. */
  "OPA-VERSION-FIXED": 400,
  "OPA-VERSION-MISSING": 400,
  "OPA-VERSION-INVALID": 400,
  /** The version was used before, or is not greater than the previous one. */
  "OPA-VERSION-USED": 400,
  /** A fault that was requested in the sandbox. */
  "OPA-FAULT": 503,
  /** The route has no signing steps, or a step has no signer who can sign. */
  "OPA-ROUTE-EMPTY": 400,
  "OPA-FORM-SN-UNKNOWN": 400,
  "OPA-FORM-SN-CLOSED": 400,
  "OPA-NOT-APPLICANT": 400,
  "OPA-TASK-UNKNOWN": 400,
  /** The task is for another person to decide. */
  "OPA-TASK-FOREIGN": 400,
  "OPA-TASK-DECIDED": 400,
  /** The task waits for the answer to an inquiry. */
  "OPA-TASK-WAITING": 400,
  /** An inquiry can only be answered, not rejected or handed over. */
  "OPA-TASK-INQUIRY": 400,
  /** The person has nothing to sign in this document. */
  "OPA-TASK-NONE": 400,
  "OPA-REASON-MISSING": 400,
  "OPA-USER-INACTIVE": 400,
  /** The next three codes: the signer chose himself, the applicant, or a person who is already asked. */
  "OPA-SIGNER-SELF": 400,
  "OPA-SIGNER-APPLICANT": 400,
  "OPA-SIGNER-ASKED": 400,
  /** The database cannot be written, or is no longer owned by this service; nothing was done. */
  "OPA-STORE-FAILED": 503,
} as const;

export type RefusalCode = keyof typeof refusals;

/** What a refusal concerns, usually a property; without personal data. */
type Details = { readonly property?: string; readonly [more: string]: unknown };

/** One entry of `errorExpando`. */
export type Expando = { readonly error: string; readonly expandoObject: Details };

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly expando: readonly Expando[];

  constructor(code: RefusalCode, expando: readonly Expando[] = [], status: number = refusals[code]) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.expando = expando;
    this.status = status;
  }
}

/** Refuses the current request. `about` names the invalid property, or gives other details. */
export const refuse = (code: RefusalCode, about?: string | Details, status?: number): never => {
  const expandoObject = typeof about === "string" ? { property: about } : about;
  throw new Refusal(code, expandoObject && [{ error: code, expandoObject }], status);
};

/** Runs `work`, and prefixes the properties in its refusals with `where`, unless they already have that prefix. */
export const refusingWithin = <T>(where: string, work: () => T): T => {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { code, status, expando } = thrown;
    const places: readonly Expando[] = expando.length > 0 ? expando : [{ error: code, expandoObject: {} }];
    const placed = places.map(({ error, expandoObject: { property = where } }) => {
      const isPlaced = property === where || property.startsWith(`${where}.`);
      return { error, expandoObject: { property: isPlaced ? property : `${where}.${property}` } };
    });
    throw new Refusal(code, placed, status);
  }
};

/** The refusal's code and the invalid places that it names. */
export const refusalText = ({ code, expando }: Refusal): string => {
  const places = expando.flatMap(({ expandoObject }) => expandoObject.property ?? []);
  return places.length > 0 ? `${code}: ${places.join("; ")}` : code;
};

export const errorBody = (code: RefusalCode, expando: readonly Expando[] = []): ErrorBody => ({
  errorCode: code,
  errorExpando: [...expando],
  traceId: randomUUID(),
});
