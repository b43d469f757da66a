/** Mails: one for each message, text and HTML, in the thread of the trouble that it is about. */
import { createTransport } from "nodemailer";
import { readTlsFiles } from "../../lib/tls-files.ts";
import type { ChannelSettings } from "../settings.ts";
import { type Channel, failureCode, Undelivered } from "./channel.ts";

type MailSettings = Extract<ChannelSettings, { kind: "mail" }>;

/** Together they stay below `sendTimeoutMs`. */
const timeouts = { dnsTimeout: 3_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** `setting`: the path of the settings, for error messages. */
export const mailChannel = (settings: MailSettings, setting: string): Channel => {
  const { from, to } = settings;
  const domain = /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? "musterd.invalid";
  const idOf = (id: string): string => `<${id}@${domain}>`;
  return {
    send: async ({ id, thread, rest }, { subject, text, html }) => {
      const mail = {
        from,
        to: [...to],
        subject,
        text,
        html,
        messageId: idOf(id),
        ...(thread !== id && { references: idOf(thread), inReplyTo: idOf(thread) }),
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        // Recipients that have got it already do not get it again.
        ...(rest && { envelope: { from, to: [...rest] } }),
      };
      const transport = await open(settings, setting);
      const sent = await transport.sendMail(mail).catch((error: unknown) => {
        throw new Undelivered(problemOf(error), error);
      });
      const rejected: readonly string[] = sent.rejected;
      if (rejected.length > 0)
        throw new Undelivered(
          `${rejected.length} of ${(rest ?? to).length} recipients were refused`,
          sent.rejectedErrors?.[0],
          rejected,
        );
    },
    check: async () => {
      const transport = await open(settings, setting);
      await transport.verify().catch((error: unknown) => {
        throw new Undelivered(problemOf(error), error);
      });
      return new URL(settings.url).host;
    },
  };
};

const open = async ({ url, tls, ca }: MailSettings, setting: string) => {
  const { protocol, hostname, port, username, password } = new URL(url);
  const files = await readTlsFiles({ ca }, { code: "config-invalid", settings: setting });
  const secure = protocol === "smtps:";
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: tls === "required",
    ignoreTLS: tls === "off",
    ...(username !== "" && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: { ...files },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  });
};

/** The server's answer may name recipients, so only its codes are shown. */
const problemOf = (error: unknown): string => {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return [failureCode(error), responseCode, command].filter((part) => part !== undefined).join(" ");
};
