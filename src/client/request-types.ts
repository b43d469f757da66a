/** The request and answer types of every operation. They are derived from the contract, so a wrong call does not compile. */
import type { Body, contract, OperationId, Params, Response } from "../contract/contract.ts";
import type { Group } from "../contract/operations/operation-spec.ts";
import type { MayBeNoneId } from "./answers/read-answer.ts";

type Contract = typeof contract;

/** The operations of a group: `system` (with a key) or `user` (with a user's token). */
export type IdOf<G extends Group> = {
  [Id in OperationId]: Contract[Id]["group"] extends G ? Id : never;
}[OperationId];

/** How long a call may take, and what ends it. */
export type CallOptions = {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Longest time without data from the service in this call, in milliseconds. */
  readonly timeoutMs?: number | undefined;
};

/** True for undefined, for an object type without properties, and for an object type whose properties are all optional. */
type IsOptional<T> = undefined extends T ? true : string extends keyof T ? true : Partial<T> extends T ? true : false;

/** One property of a request (`params` or `body`); optional if nothing inside it is required. */
type Part<Name extends string, T> =
  IsOptional<T> extends true ? { readonly [Key in Name]?: T } : { readonly [Key in Name]: T };

/** `{ params, body }` of an operation, with the options of this call. */
export type RequestOf<Id extends OperationId> = Part<"params", Params<Id>> & Part<"body", Body<Id>> & CallOptions;

/** The arguments of an operation's method: none are needed where every property may be left out. */
export type Arguments<Id extends OperationId> =
  IsOptional<RequestOf<Id>> extends true ? [request?: RequestOf<Id>] : [request: RequestOf<Id>];

/** Writes whose answer the caller needs, such as the id of an uploaded file; for these an answer without a record is an error. */
export const mustAnswer = ["F1", "S2", "UP1", "UP2", "UP3", "U14", "U15", "U16"] as const;

/**
 * The answer of a call. J4 and T1 return one flat list, however the site groups its items (R43). Null means that there is no
 * such record (R39, R52). Undefined means that a write succeeded but, as at some sites, the answer has no record (R7).
 */
export type AnswerOf<Id extends OperationId> = Contract[Id]["mutates"] extends true
  ? Id extends (typeof mustAnswer)[number]
    ? Response<Id>
    : Response<Id> | undefined
  : Id extends MayBeNoneId
    ? Response<Id> | null
    : Id extends "J4" | "T1"
      ? Flat<Response<Id>>
      : Response<Id>;

type Flat<T> = T extends (infer Inner)[] ? Inner : never;

export type Call<G extends Group> = <Id extends IdOf<G>>(id: Id, ...request: Arguments<Id>) => Promise<AnswerOf<Id>>;

/** The method of one operation. */
export type Method<Id extends OperationId> = (...request: Arguments<Id>) => Promise<AnswerOf<Id>>;
