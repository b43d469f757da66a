/**
 * The typed client of the interface, for TypeScript programs. With a key, `openClient` returns a client for the operations of
 * the system group; with a user's token, for those of the user group. The client handles known differences between sites,
 * repeats calls where that is safe, and rejects with a `CallError` that states whether the service may have acted.
 *
 * @module musterd/client
 */
import { operationIds, specOf } from "../contract/contract.ts";
import type { Group } from "../contract/operations/operation-spec.ts";
import type { FieldAliases } from "./answers/field-names.ts";
import type { Site } from "./binding.ts";
import type { CallError } from "./call-error.ts";
import { type Initiations, initiationsOf } from "./initiation.ts";
import type { SystemMethods, UserMethods } from "./methods.ts";
import { type Items, itemsOf } from "./pages.ts";
import type { Call } from "./request-types.ts";
import { createCall, type SendCall } from "./send-call.ts";
import { type KeyCredentials, keyHeaders, type TokenCredentials, tokenHeaders } from "./transport/credentials.ts";
import { openTransport } from "./transport/transport.ts";
import { type Uploads, uploadsOf } from "./uploads.ts";

export type { Body, OperationId, Params, Response } from "../contract/contract.ts";
export type { ErrorCode } from "../lib/error-codes.ts";
export { type ErrorPlace, MusterdError } from "../lib/errors.ts";
export { CallError, type CallFailure, isRefusal } from "./call-error.ts";
export type { WaitOptions } from "./initiation.ts";
export type { SystemMethods, UserMethods } from "./methods.ts";
export type { AnswerOf, Arguments, CallOptions, IdOf, Method, RequestOf } from "./request-types.ts";
export type { KeyCredentials, TokenCredentials } from "./transport/credentials.ts";
export type { StreamUpload, UploadOptions } from "./uploads.ts";
export { type CallbackKeys, type VerifyOptions, verifyCallback } from "./verify-callback.ts";

/** What differs at a site, and how patient the client is. */
export type ClientOptions = {
  /** The version `v…` in the paths; default 1 (R2). */
  readonly version?: string;
  /**
   * The addresses of operations that differ at this site, as `METHOD /path/{param}?name={param}`. A path that begins with `^/`
   * starts at the site's root (R1).
   */
  readonly paths?: Site["paths"];
  /**
   * The site's name of each property that has another name there. The key is the contract's name, such as `employeeNumber`, or
   * `E1.employeeNumber` for one operation.
   */
  readonly fields?: FieldAliases;
  /** Maximum number of calls at the same time, and of connections; default 8. */
  readonly concurrency?: number;
  /** Longest time without data from the service in one call, in milliseconds; default 30,000, and ten minutes for P1. */
  readonly timeoutMs?: number;
  /** Repetitions after the first attempt; default 4. A write is repeated only if the service cannot have acted. */
  readonly retries?: number;
  /** Shortest wait before the first repetition, in milliseconds; default 500. Each further wait doubles, with jitter. */
  readonly backoffMs?: number;
  /** Error codes that mean "no such record" when this site answers E2, E3 or D10 with status 400. */
  readonly absentErrorCodes?: readonly string[];
  /** Called before every repetition; `attempt` counts from 1. */
  readonly onRepeat?: (error: CallError, attempt: number) => void;
};

/** The client of one group: a method for each of its operations, and what combines several calls. */
export type Client<G extends Group> = (G extends "system" ? SystemMethods : UserMethods) &
  Items<G> &
  Uploads &
  (G extends "system" ? Initiations : unknown) & {
    /** Calls any operation by its id: `client.call("D2", { body })` is `client.createDepartment({ body })`. */
    readonly call: Call<G>;
    /** Closes the connections; calls in flight fail. */
    readonly close: () => Promise<void>;
    readonly [Symbol.asyncDispose]: () => Promise<void>;
  };

/** The client with a key: organisation, forms and documents of the whole company. */
export type SystemClient = Client<"system">;
/** The client with a token: what one user sees and may do. */
export type UserClient = Client<"user">;

type OpenClient = {
  (site: { readonly url: string } & KeyCredentials, options?: ClientOptions): SystemClient;
  (site: { readonly url: string } & TokenCredentials, options?: ClientOptions): UserClient;
};

/**
 * Creates a client, which connects on its first call. `url` is the service's address without `/openapi/…` or `/oauth/…`. Throws
 * `binding-invalid` when a path in `options.paths` is invalid.
 */
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
    // The methods are built from lists of ids, which the type checker cannot follow.
  } as unknown as SystemClient & UserClient;
};

const methodsOf = (group: Group, send: SendCall): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    operationIds
      .filter((id) => specOf(id).group === group)
      .map((id) => [specOf(id).name, (request?: Parameters<SendCall>[1]) => send(id, request)]),
  );
