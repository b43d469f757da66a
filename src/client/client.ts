/**
 * The typed client of the interface, for programs in TypeScript: `openClient` with a key speaks the system group, with a
 * user's token the user group. It copes with what sites are known to do differently, repeats what is safe to repeat, and
 * fails with a `CallError` that says whether the service may have acted.
 *
 * @module musterd/client
 */
import { operationIds, specOf } from "../contract/contract.ts";
import type { Group } from "../contract/operation-spec.ts";
import type { Site } from "./binding.ts";
import type { CallError } from "./call-error.ts";
import { type KeyCredentials, keyHeaders, type TokenCredentials, tokenHeaders } from "./credentials.ts";
import type { FieldAliases } from "./field-names.ts";
import { type Initiations, initiationsOf } from "./initiation.ts";
import type { SystemMethods, UserMethods } from "./methods.ts";
import { type Items, itemsOf } from "./pages.ts";
import type { Call } from "./request-types.ts";
import { createCall, type SendCall } from "./send-call.ts";
import { openTransport } from "./transport.ts";
import { type Uploads, uploadsOf } from "./uploads.ts";

export type { Body, OperationId, Params, Response } from "../contract/contract.ts";
export type { ErrorCode } from "../lib/error-codes.ts";
export { type ErrorPlace, MusterdError } from "../lib/errors.ts";
export { CallError, type CallFailure, isRefusal } from "./call-error.ts";
export type { KeyCredentials, TokenCredentials } from "./credentials.ts";
export type { WaitOptions } from "./initiation.ts";
export type { SystemMethods, UserMethods } from "./methods.ts";
export type { AnswerOf, Arguments, CallOptions, IdOf, Method, RequestOf } from "./request-types.ts";
export type { StreamUpload, UploadOptions } from "./uploads.ts";
export { type CallbackKeys, type VerifyOptions, verifyCallback } from "./verify-callback.ts";

export type ClientOptions = {
  /** The `v…` of the paths; 1 unless given (R2). */
  readonly version?: string;
  /** `METHOD /path/{param}?name={param}` of operations that this site has elsewhere; `^/` begins at its root (R1). */
  readonly paths?: Site["paths"];
  /** Properties that this site calls otherwise: `employeeNumber`, or `E1.employeeNumber` for one operation. */
  readonly fields?: FieldAliases;
  /** Most calls in flight, and most connections; 8 unless given. */
  readonly concurrency?: number;
  /** Longest silence of the service in one call, in milliseconds; 30,000 unless given, for P1 ten minutes. */
  readonly timeoutMs?: number;
  /** Repetitions after the first try; 4 unless given. A write is repeated only where nothing can have been done. */
  readonly retries?: number;
  /** Shortest wait before the first repetition, in milliseconds; it doubles, with jitter. 500 unless given. */
  readonly backoffMs?: number;
  /** Error codes by which this site says "there is none" in a 400 to E2, E3 and D10. */
  readonly absentErrorCodes?: readonly string[];
  /** Told of every failure that is repeated; `attempt` counts from 1. */
  readonly onRepeat?: (error: CallError, attempt: number) => void;
};

export type Client<G extends Group> = (G extends "system" ? SystemMethods : UserMethods) &
  Items<G> &
  Uploads &
  (G extends "system" ? Initiations : unknown) & {
    /** Any operation by its id: `client.call("D2", { body })` is `client.createDepartment({ body })`. */
    readonly call: Call<G>;
    /** Ends the connections; calls still under way fail. */
    readonly close: () => Promise<void>;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
  };

export type SystemClient = Client<"system">;
export type UserClient = Client<"user">;

type OpenClient = {
  (site: { readonly url: string } & KeyCredentials, options?: ClientOptions): SystemClient;
  (site: { readonly url: string } & TokenCredentials, options?: ClientOptions): UserClient;
};

/** `url` is where the service lives, without `/openapi/…` or `/oauth/…`. Connects when the first call is made. Rejects with `binding-invalid` where a path cannot be used. */
export const openClient: OpenClient = (
  site: { readonly url: string } & (KeyCredentials | TokenCredentials),
  options: ClientOptions = {},
) => {
  const { version = "1", paths = {}, fields = {}, concurrency = 8, timeoutMs = 30_000 } = options;
  const [group, headers]: [Group, ReturnType<typeof keyHeaders>] =
    "token" in site ? ["user", tokenHeaders(site)] : ["system", keyHeaders(site)];
  const transport = openTransport({ url: site.url, version, paths, fields, concurrency, timeoutMs }, headers);
  const send = createCall(transport, { retries: 4, backoffMs: 500, absentErrorCodes: [], ...options, timeoutMs });
  const close = () => transport.close();
  return {
    ...methodsOf(group, send),
    ...itemsOf(send),
    ...uploadsOf(group, send),
    ...(group === "system" ? initiationsOf(send) : {}),
    call: send,
    close,
    [Symbol.asyncDispose]: close,
    // The records above are made from lists of ids, which types cannot follow.
  } as unknown as SystemClient & UserClient;
};

const methodsOf = (group: Group, send: SendCall): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    operationIds
      .filter((id) => specOf(id).group === group)
      .map((id) => [specOf(id).name, (request?: Parameters<SendCall>[1]) => send(id, request)]),
  );
