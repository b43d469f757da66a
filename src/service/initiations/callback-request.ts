/**
 * One delivery of a callback: its content, its signature by the Standard Webhooks scheme with an Ed25519 key (R85), and the
 * request. The key pair is created once and stored; `GET /openapi/callback-keys` publishes its public half.
 *
 * To verify a callback, fetch that key, which never changes. Check the Ed25519 signature, which is the base64 after `v1a,` in
 * `webhook-signature`, over the bytes of `<webhook-id>.<webhook-timestamp>.<body as received>`. Reject a `webhook-timestamp`
 * (seconds since 1970) that is more than a few minutes off, and a `webhook-id` that was processed before: the same callback may
 * be sent twice.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import type { Dispatcher } from "undici";
import { type CallbackBody, callbackType } from "../../contract/callback.ts";
import { initiationResult } from "../../contract/form-records.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { CallbackKeyRow, Company, InitiationRow } from "./tables.ts";

export type CallbackKey = { readonly keyId: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

/** The service's key pair, created on first use. */
export const callbackKey = async ({ company, read, write }: CompanyFile<Company>): Promise<CallbackKey> => {
  const row = (await read(() => company.callbackKeys.all()[0])) ?? (await write(() => findOrMake(company)));
  const der = (text: string) => Buffer.from(text, "base64");
  return {
    keyId: row.keyId,
    privateKey: createPrivateKey({ key: der(row.privateKey), format: "der", type: "pkcs8" }),
    publicKey: createPublicKey({ key: der(row.publicKey), format: "der", type: "spki" }),
  };
};

const findOrMake = ({ callbackKeys, newId }: Company): CallbackKeyRow => {
  const found = callbackKeys.all()[0];
  if (found) return found;
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const row = {
    id: newId(),
    keyId: randomUUID(),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
  callbackKeys.put(row);
  return row;
};

/** Headers and body at `nowMs`. All deliveries of one callback have the same `webhook-id`, the trace id. */
const messageOf = (row: InitiationRow, { privateKey }: CallbackKey, nowMs: number) => {
  const payload: CallbackBody = {
    TraceId: row.traceId,
    Type: row.result === initiationResult.success ? callbackType.success : callbackType.failure,
    UofxData: { FormName: row.formName, FormSn: row.formSn },
    CustomData: row.customData,
    ErrorMsg: row.resultMessage,
  };
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = sign(null, Buffer.from(`${row.traceId}.${timestamp}.${body}`), privateKey).toString("base64");
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "musterd-service",
    "webhook-id": row.traceId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1a,${signature}`,
  };
  return { headers, body };
};

/**
 * The result of an attempt. `forbidden`: the service may not send requests to this address. `aborted`: the service closes, and
 * the result is unknown. `reason` is for people: `status 503`, `timeout`, `ECONNREFUSED`, `network not permitted`.
 */
export type AttemptResult =
  | { readonly kind: "delivered" }
  | { readonly kind: "aborted" }
  | { readonly kind: "failed" | "forbidden"; readonly reason: string };

export type AttemptOptions = {
  readonly key: CallbackKey;
  /** Restricts requests to permitted addresses and follows no redirects. */
  readonly dispatcher: Dispatcher;
  readonly nowMs: number;
  readonly timeoutMs: number;
  readonly closing: AbortSignal;
};

/** Maximum number of bytes that are read from the answer's body, which is not used. */
const readBytes = 64 * 1024;

/** Sends the callback once. Only an answer with a 2xx status counts as delivered; a redirect is a failure. */
export const attemptCallback = async (
  row: InitiationRow,
  { key, dispatcher, nowMs, timeoutMs, closing }: AttemptOptions,
): Promise<AttemptResult> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([closing, timeout]);
  const { origin, pathname, search } = new URL(row.callBackUrl ?? "");
  const request = { origin, path: pathname + search, method: "POST" as const, ...messageOf(row, key, nowMs), signal };
  try {
    const { statusCode, body } = await dispatcher.request(request);
    await body.dump({ limit: readBytes, signal }).catch(() => undefined);
    const isAccepted = statusCode >= 200 && statusCode < 300;
    return isAccepted ? { kind: "delivered" } : { kind: "failed", reason: `status ${statusCode}` };
  } catch (error) {
    if (closing.aborted) return { kind: "aborted" };
    if (error instanceof Refusal) return { kind: "forbidden", reason: `${reasonOf(error)} not permitted` };
    return { kind: "failed", reason: timeout.aborted ? "timeout" : codeOf(error) };
  }
};

/** `host` or `network`; see `uploads/outbound.ts`. */
const reasonOf = ({ expando }: Refusal): string =>
  (expando[0]?.expandoObject as { reason?: string } | undefined)?.reason ?? "address";

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).name;
