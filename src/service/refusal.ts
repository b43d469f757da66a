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
  /** Answered on request of the sandbox. */
  "OPA-FAULT": 503,
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

export const errorBody = (code: RefusalCode, expando: readonly Expando[] = []): ErrorBody => ({
  errorCode: code,
  errorExpando: [...expando],
  traceId: randomUUID(),
});
