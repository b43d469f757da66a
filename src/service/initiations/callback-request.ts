/**
 * One delivery of a callback: its content, its signature by the Standard Webhooks scheme with an Ed25519 key (R85), and the
 * request.
 *
 * To verify a callback, fetch the keys of `GET /openapi/callback-keys`. Check that one of the Ed25519 signatures, each the base64 after `v1a,` in
 * `webhook-signature`, fits one of the keys over the bytes of `<webhook-id>.<webhook-timestamp>.<body as received>`. Reject a
 * `webhook-timestamp` (seconds since 1970) that is more than a few minutes off, and a `webhook-id` that was processed before: the
 * same callback may be sent twice.
 */
import { sign } from "node:crypto";
import type { Dispatcher } from "undici";
import { type CallbackBody, callbackType } from "../../contract/callback.ts";
import { initiationResult } from "../../contract/form-records.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { CallbackKey } from "./callback-keys.ts";
import type { InitiationRow } from "./tables.ts";

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
 * `failure` is null for a delivered callback, else a reason for people: `status 503`, `timeout`, `ECONNREFUSED`, `network not
 * permitted`. `isForbidden`: the service may not send requests to this address.
 */
export type AttemptResult = { readonly failure: string | null; readonly isForbidden?: boolean };

/** Maximum number of bytes that are read from the answer's body, which is not used. */
const readBytes = 64 * 1024;

/**
 * Sends the callback once. Only an answer with a 2xx status counts as delivered; a redirect is a failure. Rejects if `closing`
 * ended the attempt, because the result is unknown.
 */
export const attemptCallback = async (
  row: InitiationRow,
  keys: readonly CallbackKey[],
  dispatcher: Dispatcher,
  nowMs: number,
  timeoutMs: number,
  closing: AbortSignal,
): Promise<AttemptResult> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([closing, timeout]);
  const { origin, pathname, search } = new URL(row.callBackUrl ?? "");
  const request = { origin, path: pathname + search, method: "POST" as const, ...messageOf(row, keys, nowMs), signal };
  try {
    const { statusCode, body } = await dispatcher.request(request);
    await body.dump({ limit: readBytes, signal }).catch(() => undefined);
    return { failure: statusCode >= 200 && statusCode < 300 ? null : `status ${statusCode}` };
  } catch (error) {
    if (closing.aborted) throw error;
    if (error instanceof Refusal) return { failure: `${reasonOf(error)} not permitted`, isForbidden: true };
    const { code, name } = error as NodeJS.ErrnoException;
    return { failure: timeout.aborted ? "timeout" : (code ?? name) };
  }
};

/** `host` or `network`; see `uploads/outbound.ts`. */
const reasonOf = ({ expando }: Refusal): string =>
  (expando[0]?.expandoObject as { reason?: string } | undefined)?.reason ?? "address";
