/** Sends the answers that faults cause. */
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { Fault } from "../faults.ts";
import { errorBody, Refusal } from "../refusal.ts";
import { type Answer, send } from "./answer.ts";

const html = "<!doctype html><title>Sign in</title><p>Please sign in.</p>";

/** What some programs answer instead of 503. */
const busy = { model: null, message: "System busy" };

const cut = (reply: FastifyReply): FastifyReply => {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
  return reply;
};

/**
 * Sends the answer of a fault that replaces the work, and returns its status, or null if the connection is cut instead. Returns
 * undefined, and sends nothing, for a fault that lets the work be done.
 */
export const sendReplacement = (reply: FastifyReply, fault: Fault): number | null | undefined => {
  if (fault.kind === "reset" && fault.when === "before") {
    cut(reply);
    return null;
  }
  if (fault.kind === "redirect") {
    reply.redirect("/sign-in", 302);
    return 302;
  }
  if (fault.kind !== "status") return undefined;
  reply.code(fault.status);
  if (fault.retryAfterSeconds !== undefined) reply.header("retry-after", fault.retryAfterSeconds);
  if (fault.body === "html") reply.type("text/html; charset=utf-8");
  reply.send({ error: errorBody(new Refusal("OPA-FAULT")), html, busy, none: undefined }[fault.body]);
  return fault.status;
};

/** Sends the answer to completed work, spoilt by the fault. Even a long list is assembled, so that it can be cut in half. */
export const sendSpoilt = async (
  reply: FastifyReply,
  answer: Answer,
  fault: Fault,
  closing: AbortSignal,
): Promise<FastifyReply> => {
  const { status } = answer;
  const payload = typeof answer.payload === "string" ? answer.payload : [...answer.payload].join("");
  const half = payload.slice(0, Math.floor(payload.length / 2)) || "{";
  if (fault.kind === "truncate") return sendHalf(reply, status, payload, half);
  if (fault.kind === "reset") return cut(reply);
  if (fault.kind === "hang" && fault.when === "after") await hang(fault.ms, closing);
  return send(reply, { status, payload: fault.kind === "short-json" ? half : payload });
};

/** Waits for `ms` milliseconds, or until the service closes. */
export const hang = (ms: number, closing: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: closing, ref: false }).catch(() => undefined);

/** Sends half of the body and cuts the connection. The header states the full length, so only missing bytes tell. */
const sendHalf = (reply: FastifyReply, status: number, payload: string, half: string): FastifyReply => {
  reply.hijack();
  const { raw } = reply;
  const length = Math.max(Buffer.byteLength(payload), 2);
  raw.writeHead(status, { "content-type": "application/json; charset=utf-8", "content-length": length });
  raw.write(half, () => raw.destroy());
  return reply;
};
