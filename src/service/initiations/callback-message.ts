/**
 * The content of a callback, and its signature by the Standard Webhooks scheme with an Ed25519 key (R85).
 *
 * To verify a callback, fetch the keys of `GET /openapi/callback-keys`. Check that one of the Ed25519 signatures, each the base64 after `v1a,` in
 * `webhook-signature`, fits one of the keys over the bytes of `<webhook-id>.<webhook-timestamp>.<body as received>`. Reject a
 * `webhook-timestamp` (seconds since 1970) that is more than a few minutes off, and a `webhook-id` that was processed before: the
 * same callback may be sent twice.
 */
import { sign } from "node:crypto";
import { type CallbackBody, callbackType } from "../../contract/records/callback.ts";
import { initiationResult } from "../../contract/records/forms.ts";
import type { CallbackKey } from "./callback-keys.ts";
import type { InitiationRow } from "./tables.ts";

/** Headers and body at `nowMs`. All deliveries of one callback have the same `webhook-id`, the trace id. */
export const messageOf = (row: InitiationRow, keys: readonly CallbackKey[], nowMs: number) => {
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
