/** The content of a callback and its signature, by the Standard Webhooks scheme with an Ed25519 key (R85). */
import { sign } from "node:crypto";
import { type CallbackBody, callbackType } from "../../contract/callback.ts";
import { initiationResult } from "../../contract/form-records.ts";
import type { CallbackKey } from "./callback-keys.ts";
import type { InitiationRow } from "./tables.ts";

export type CallbackMessage = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/**
 * The message to send at `nowMs`. All deliveries of one callback have the same `webhook-id`, the trace id.
 *
 * To verify a callback, fetch the key from `GET /openapi/callback-keys` of this service (the key never changes). Check the
 * Ed25519 signature, which is the base64 after `v1a,` in `webhook-signature`, over the bytes of
 * `<webhook-id>.<webhook-timestamp>.<body as received>`. Reject a `webhook-timestamp` (seconds since 1970) that is more than a
 * few minutes off, and a `webhook-id` that was processed before: the same callback may be sent twice.
 */
export const callbackMessage = (row: InitiationRow, key: CallbackKey, nowMs: number): CallbackMessage => {
  const payload: CallbackBody = {
    TraceId: row.traceId,
    Type: row.result === initiationResult.success ? callbackType.success : callbackType.failure,
    UofxData: { FormName: row.formName, FormSn: row.formSn },
    CustomData: row.customData,
    ErrorMsg: row.resultMessage,
  };
  const body = JSON.stringify(payload);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signature = sign(null, Buffer.from(`${row.traceId}.${timestamp}.${body}`), key.privateKey).toString("base64");
  return {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "user-agent": "musterd-service",
      "webhook-id": row.traceId,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1a,${signature}`,
    },
    body,
  };
};
