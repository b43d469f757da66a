/** The part `notify` of the configuration: what is told, when, and to whom. */
import { z } from "zod";
import { type SecretReference, secretExpected, secretPattern, secretReference } from "../lib/secret-reference.ts";
import { languages } from "../model/words/language.ts";
import { type OccurrenceCode, occurrences, severities } from "./occurrences.ts";
import { presets } from "./presets.ts";

const secret = z.string().regex(secretPattern, secretExpected).transform(secretReference);

const codes = Object.keys(occurrences) as [OccurrenceCode, ...OccurrenceCode[]];

const common = {
  occurrences: z
    .array(z.enum(codes))
    .min(1)
    .optional()
    .describe(
      "The occurrences that this channel gets, whatever their severity; without it, those of `least` and above.",
    ),
  least: z.enum(severities).default("warning").describe("The least severe occurrence that this channel gets."),
  digests: z
    .array(z.enum(["daily", "weekly"]))
    .default([])
    .describe("The digests that this channel gets."),
  language: z.enum(languages).optional().describe("Language of its messages; without it, that of the configuration."),
};

const approver = z
  .string()
  .min(1)
  .optional()
  .describe(
    "The account of the only recipient: messages about a plan that waits have a link that signs it in at the console, once, for that plan. Needs `daemon.console` with an https address.",
  );

const mail = z.strictObject({
  kind: z.literal("mail").describe("The kind of channel: `mail`, `webhook`, `service` or `heartbeat`."),
  url: secret.describe("The mail server, by reference: smtps://[USER:PASSWORD@]HOST[:PORT], or smtp:// with STARTTLS."),
  from: z.string().min(3).describe("Sender of the mails."),
  to: z.array(z.string().min(3)).min(1).describe("Recipients: mail addresses, or accounts of the service."),
  tls: z
    .enum(["required", "off"])
    .default("required")
    .describe("`off`: the mail server is spoken to without TLS, for a relay on the same machine."),
  ca: z.string().optional().describe("PEM file with the authority that the server's certificate comes from."),
  approver,
  ...common,
});

const webhook = z.strictObject({
  kind: z.literal("webhook"),
  url: secret.describe("Address that is called, by reference."),
  secret: secret.optional().describe("Signs each call (Standard Webhooks): whsec_ and base64, by reference."),
  authorization: secret.optional().describe("Value of the header Authorization, by reference."),
  body: z
    .union([z.enum(presets), z.record(z.string(), z.json())])
    .default("standard")
    .describe(
      "`standard`: JSON as in notification.schema.json · `slack`, `teams`, `google-chat`: what these expect · an object: sent with {text} replaced.",
    ),
  ca: mail.shape.ca,
  ...common,
});

const service = z.strictObject({
  kind: z.literal("service"),
  to: mail.shape.to,
  approver,
  ...common,
});

const heartbeat = z.strictObject({
  kind: z.literal("heartbeat"),
  url: webhook.shape.url,
  ca: mail.shape.ca,
});

const hours = (description: string, fallback: number) =>
  z.number().positive().max(8760).default(fallback).describe(description);

export const notifySettings = z
  .strictObject({
    channels: z
      .record(
        z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "expected a name of small letters, digits and -"),
        z.discriminatedUnion("kind", [mail, webhook, service, heartbeat]),
      )
      .default({})
      .describe("Who is told, by a name of your choice."),
    names: z
      .boolean()
      .default(false)
      .describe("true: messages name people whom a run disables, or a blocked plan would disable."),
    silenceHours: z
      .number()
      .positive()
      .max(8760)
      .optional()
      .describe(
        "Hours without a run that did everything after which that is told; without it, two more than the longest wait of `daemon.schedule`.",
      ),
    offMinutes: z
      .number()
      .positive()
      .default(60)
      .describe("Minutes for which the daemon may be off, or hang, before its next start tells that."),
    refreshOwedMinutes: z
      .number()
      .positive()
      .default(30)
      .describe("Minutes for which a permission refresh may be owed before that is told."),
    sourceHours: hours("Hours after which a feed whose newest file has not been written anew is told.", 72),
    heldAbove: z.int().min(0).default(50).describe("More held entries than this in one run are told."),
    certificateDays: z.int().min(1).default(14).describe("Days before its end from which a certificate is told."),
    digestHour: z
      .int()
      .min(0)
      .max(23)
      .default(8)
      .describe("Hour of the digests, in `daemon.timeZone`; the weekly one comes on Mondays."),
  })
  .prefault({});

type Parsed = z.infer<typeof notifySettings>;

type Plain<T> = T extends SecretReference
  ? string
  : T extends readonly (infer E)[]
    ? readonly E[]
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T;

/** A channel with its secrets read and its paths absolute. */
export type ChannelSettings = {
  readonly [Kind in Parsed["channels"][string]["kind"]]: Plain<Extract<Parsed["channels"][string], { kind: Kind }>>;
}[Parsed["channels"][string]["kind"]];

export type NotifySettings = Omit<Plain<Parsed>, "channels"> & {
  readonly channels: Readonly<Record<string, ChannelSettings>>;
};

/** Settings with secrets read by `secret` and paths made absolute by `path`; adds what is wrong to `problems`. */
export const resolveNotify = (
  { channels, ...rest }: Parsed,
  path: (relative: string) => string,
  secretOf: (setting: string, reference: SecretReference) => string,
  problems: string[],
): NotifySettings => {
  const resolved = Object.entries(channels).map(([name, channel]) => {
    // Whoever has the link can decide, so nobody else may get it.
    if ("approver" in channel && channel.approver !== undefined && channel.to.length > 1)
      problems.push(
        `notify.channels.${name}.approver: the channel has ${channel.to.length} recipients, and only one may get the link`,
      );
    const at = `notify.channels.${name}`;
    const texts = Object.entries(channel).map(([key, value]) => {
      if (typeof value === "object" && value !== null && "reference" in value)
        return [key, secretOf(`${at}.${key}`, value as SecretReference)];
      return [key, key === "ca" ? path(String(value)) : value];
    });
    const made = Object.fromEntries(texts) as ChannelSettings;
    problems.push(...problemsOf(made).map((problem) => `${at}.${problem}`));
    return [name, made];
  });
  return { ...rest, channels: Object.fromEntries(resolved) as NotifySettings["channels"] };
};

const protocols = { mail: ["smtp:", "smtps:"], webhook: ["http:", "https:"], heartbeat: ["http:", "https:"] };

const problemsOf = (channel: ChannelSettings): string[] => {
  if (channel.kind === "service" || channel.url === "") return [];
  const allowed = protocols[channel.kind];
  const url = URL.parse(channel.url);
  const problems: string[] = [];
  if (!url || !allowed.includes(url.protocol))
    problems.push(`url: expected an address that begins with ${allowed.map((one) => `${one}//`).join(" or ")}`);
  else if (channel.kind === "mail") problems.push(...mailProblems(url));
  else if (url.username + url.password !== "") problems.push("url: the user and the password in it are not sent");
  if (channel.kind !== "webhook") return problems;
  const { secret = "", authorization = "" } = channel;
  if (!/^[\x20-\x7e]*$/.test(authorization))
    problems.push("authorization: expected ASCII characters in one line, which a header can have");
  if (secret !== "" && !/^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    problems.push(
      "secret: expected whsec_ and base64 of at least 24 bytes; make one with: echo whsec_$(openssl rand -base64 24)",
    );
  return problems;
};

const mailProblems = ({ username, password, pathname, search, hash }: URL): string[] => {
  const problems: string[] = [];
  try {
    decodeURIComponent(`${username}${password}`);
  } catch {
    problems.push("url: its user or password is not percent-encoded; write % as %25");
  }
  if (pathname.replace("/", "") + search + hash !== "")
    problems.push(
      "url: only user, password, host and port are read of it; write / ? and # in a password as %2F %3F %23",
    );
  return problems;
};
