/** The type of an operation's rule: a plain function on the company in memory, which refuses by throwing a `Refusal`. */
import type { OperationId, Params, Response } from "../../contract/contract.ts";
import type { Caller } from "./caller.ts";
import type { StrictBody } from "./strict-body.ts";

/** The response of the operation in the contract, nothing if the operation has no response, or null for "no such record". */
type Answer<Id extends OperationId> = [Response<Id>] extends [undefined] ? void : Response<Id> | null;

export type Request<Id extends OperationId> = {
  readonly params: Params<Id>;
  readonly body: StrictBody<Id>;
  readonly caller: Caller;
};

/** `C` is the company with the tables that the rules use. */
export type Handlers<Ids extends OperationId, C> = {
  readonly [Id in Ids]: (company: C, request: Request<Id>) => Answer<Id>;
};
