/** What a call takes and gives, operation by operation, read off the contract: a wrong one does not compile. */
import type { Body, contract, OperationId, Params, Response } from "../contract/contract.ts";
import type { Group } from "../contract/operation-spec.ts";
import type { MayBeNoneId } from "./read-answer.ts";

type Contract = typeof contract;

/** Operations of a group: of a key (`system`) or of a user's token (`user`). */
export type IdOf<G extends Group> = {
  [Id in OperationId]: Contract[Id]["group"] extends G ? Id : never;
}[OperationId];

export type CallOptions = {
  /** Ends the call; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Longest silence of the service in this call, in milliseconds. */
  readonly timeoutMs?: number | undefined;
};

/** Undefined, an object without properties, or one whose every property may be left out. */
type IsOptional<T> = undefined extends T ? true : string extends keyof T ? true : Partial<T> extends T ? true : false;

/** May be left out where nothing in it is required. */
type Part<Name extends string, T> =
  IsOptional<T> extends true ? { readonly [Key in Name]?: T } : { readonly [Key in Name]: T };

/** `{ params, body }` of an operation, and how this one call is made. */
export type RequestOf<Id extends OperationId> = Part<"params", Params<Id>> & Part<"body", Body<Id>> & CallOptions;

export type Arguments<Id extends OperationId> =
  IsOptional<RequestOf<Id>> extends true ? [request?: RequestOf<Id>] : [request: RequestOf<Id>];

/** Writes that are made for the sake of their answer. */
export const mustAnswer = ["F1", "S2", "UP1", "UP2", "UP3", "U14", "U15", "U16"] as const;

/**
 * What a call gives. J4 and T1 are one flat list, whatever groups the site shows (R43). Null: there is none (R39, R52). Undefined: the service did it and told nothing, as sites do with any
 * write (R7).
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
