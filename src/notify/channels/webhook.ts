/**
 * Calls of an address: webhooks as Standard Webhooks describes them (id, timestamp, signature), those of chat services, and
 * heartbeats. No redirect is followed.
 */
import { connect as connectTcp, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { Webhook } from "standardwebhooks";
import { Agent, request } from "undici";
import { isoInstant } from "../../lib/clock.ts";
import { readTlsFiles, type TlsFiles } from "../../lib/tls-files.ts";
import type { Message } from "../../model/runs/told.ts";
import { nextStepOf, titleOf } from "../message.ts";
import type { Notification } from "../notification.ts";
import { occurrenceOf } from "../occurrences.ts";
import { chatBody } from "../presets.ts";
import type { ChannelSettings } from "../settings.ts";
import { type Channel, failureCode, sendTimeoutMs, Undelivered } from "./channel.ts";

type Called = Extract<ChannelSettings, { kind: "webhook" | "heartbeat" }>;

/** `target`: the service that the messages are about. */
export const webhookChannel = (
  settings: Extract<Called, { kind: "webhook" }>,
  setting: string,
  target: string,
): Channel => {
  const { secret, authorization, body } = settings;
  const webhook = secret === undefined ? undefined : new Webhook(secret);
  return {
    send: async (message, { subject, text }, language) => {
      const payload = JSON.stringify(
        chatBody(body, text) ??
          notificationOf(message, {
            title: titleOf(message, language),
            subject,
            text,
            next: nextStepOf(message, language),
            target,
          }),
      );
      const now = new Date();
      await call(settings, setting, "POST", payload, {
        "content-type": "application/json",
        "webhook-id": message.id,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        ...(webhook && { "webhook-signature": webhook.sign(message.id, now, payload) }),
        ...(authorization !== undefined && { authorization }),
      });
    },
    check: () => reach(settings, setting),
  };
};

export const heartbeatChannel = (settings: Extract<Called, { kind: "heartbeat" }>, setting: string): Channel => ({
  send: () => call(settings, setting, "GET", null, {}),
  check: () => reach(settings, setting),
});

const notificationOf = (
  { id, code, phase, thread, details, createdMs }: Message,
  words: Pick<Notification["data"], "title" | "subject" | "text" | "next" | "target">,
): object => {
  const { marks: _marks, ...rest } = details;
  return {
    type: `${code}.${phase}`,
    timestamp: isoInstant(createdMs),
    data: { id, thread, code, phase, severity: occurrenceOf(code).severity, ...words, details: rest },
  };
};

const call = async (
  { url, ca }: Called,
  setting: string,
  method: "GET" | "POST",
  body: string | null,
  headers: Readonly<Record<string, string>>,
): Promise<void> => {
  const dispatcher = new Agent({ connect: { ...(await filesOf(ca, setting)), timeout: 5_000 } });
  try {
    const signal = AbortSignal.timeout(sendTimeoutMs);
    const answer = await request(url, { method, body, headers, dispatcher, signal }).catch((error: unknown) => {
      throw new Undelivered(failureCode(error), error);
    });
    const { statusCode } = answer;
    if (statusCode < 200 || statusCode > 299) throw new Undelivered(`status ${statusCode}`, undefined);
  } finally {
    await dispatcher.destroy();
  }
};

const filesOf = (ca: string | undefined, setting: string): Promise<TlsFiles> =>
  readTlsFiles({ ca }, { code: "config-invalid", settings: setting });

/** Opens a connection and sends nothing: a request would be a message, or a heartbeat. */
const reach = async ({ url, ca }: Called, setting: string): Promise<string> => {
  const files = await filesOf(ca, setting);
  return new Promise((resolve, reject) => {
    const { protocol, hostname, port: named, host: shown } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, "");
    const port = Number(named) || (protocol === "https:" ? 443 : 80);
    const tls = { ...files, host, port, ...(isIP(host) ? {} : { servername: host }) };
    const socket = protocol === "https:" ? connectTls(tls) : connectTcp({ host, port });
    const fail = (error: unknown) => {
      socket.destroy();
      reject(new Undelivered(failureCode(error), error));
    };
    socket.setTimeout(5_000, () => fail(Object.assign(new Error("no answer in 5 s"), { code: "ETIMEDOUT" })));
    socket.once("error", fail);
    socket.once(protocol === "https:" ? "secureConnect" : "connect", () => {
      socket.destroy();
      resolve(shown);
    });
  });
};
