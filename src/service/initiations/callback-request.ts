/**
 * One delivery of a callback: its content, its signature by the Standard Webhooks scheme with an Ed25519 key (R85), and the
 * request. Key pairs are stored; `GET /openapi/callback-keys` publishes their public halves. A replaced key signs for another day
 * beside its successor, so a receiver may keep the keys that it has fetched for so long.
 *
 * To verify a callback, fetch those keys. Check that one of the Ed25519 signatures, each the base64 after `v1a,` in
 * `webhook-signature`, fits one of the keys over the bytes of `<webhook-id>.<webhook-timestamp>.<body as received>`. Reject a
 * `webhook-timestamp` (seconds since 1970) that is more than a few minutes off, and a `webhook-id` that was processed before: the
 * same callback may be sent twice.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import type { Dispatcher } from "undici";
import { type CallbackBody, callbackType } from "../../contract/callback.ts";
import { initiationResult } from "../../contract/form-records.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { Refusal } from "../kernel/refusal.ts";
import { replaceKey, validKeys } from "../kernel/replaceable-keys.ts";
import type { Company, InitiationRow } from "./tables.ts";

export type CallbackKey = { readonly keyId: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject };

/** Returns the valid keys, newest first. The first one is made when it is first needed. */
export const findCallbackKeys = async (file: CompanyFile<Company>): Promise<readonly CallbackKey[]> => {
  const { company, read } = file;
  const valid = await read(() => validKeys(company, company.callbackKeys));
  if (valid.length === 0) {
    await replaceCallbackKey(file);
    return findCallbackKeys(file);
  }
  const der = (text: string) => Buffer.from(text, "base64");
  return valid.map(({ keyId, privateKey, publicKey }) => ({
    keyId,
    privateKey: createPrivateKey({ key: der(privateKey), format: "der", type: "pkcs8" }),
    publicKey: createPublicKey({ key: der(publicKey), format: "der", type: "spki" }),
  }));
};

/** Makes a key that signs from now on. Returns the time until which the earlier one signs, too. */
export const replaceCallbackKey = ({ company, write }: CompanyFile<Company>): Promise<string> => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const made = {
    keyId: randomUUID(),
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    publicKey: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
  return write(() => replaceKey(company, company.callbackKeys, made));
};

/** Headers and body at `nowMs`. All deliveries of one callback have the same `webhook-id`, the trace id. */
const messageOf = (row: InitiationRow, keys: readonly CallbackKey[], nowMs: number) => {
  const payload: CallbackBody = {
    TraceId: row.traceId,
    Type: row.result === initiationResult.success ? callbackType.success : callbackType.failure,
    UofxData: { FormName: row.formName, FormSn: row.formSn },
    CustomData: row.customData,
    ErrorMsg: row.resultMessage,
  };
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signed = Buffer.from(`${row.traceId}.${timestamp}.${body}`);
  const signatures = keys.map(({ privateKey }) => `v1a,${sign(null, signed, privateKey).toString("base64")}`);
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "musterd-service",
    "webhook-id": row.traceId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
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
  readonly keys: readonly CallbackKey[];
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
  { keys, dispatcher, nowMs, timeoutMs, closing }: AttemptOptions,
): Promise<AttemptResult> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([closing, timeout]);
  const { origin, pathname, search } = new URL(row.callBackUrl ?? "");
  const request = { origin, path: pathname + search, method: "POST" as const, ...messageOf(row, keys, nowMs), signal };
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
