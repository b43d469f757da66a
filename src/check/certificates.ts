/**
 * The ends of certificates: those in the files that the settings name, and those of the servers that speak TLS from the
 * start. Whether a connection trusts a certificate is told by the check of its part.
 */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Config } from "../config/config.ts";
import { calendarDate, dayMs, systemClock } from "../lib/clock.ts";
import type { TlsSettings } from "../lib/tls-files.ts";
import type { Check, PartWords } from "./check.ts";

/** How many days before its end a certificate is warned of. */
const warnedDays = 30;

const answerTimeoutMs = 3_000;
/** When the certificates end. `url`: the address of the service, if it is known. */
export const certificateEnds = async (config: Config, url: string | undefined): Promise<readonly Ending[]> =>
  (await Promise.all([...filesOf(config).map(endsOfFile), ...serversOf(config, url).map(endsOfServer)])).flat();

/** `url`: the address of the service, if it is known. */
export const checkCertificates = async (
  config: Config,
  url: string | undefined,
  words: PartWords,
): Promise<readonly Check[]> => {
  const endings = (await certificateEnds(config, url)).map(({ name, endMs }) => {
    const daysLeft = Math.floor((endMs - systemClock.nowMs()) / dayMs);
    return { daysLeft, text: words.certificate(name, calendarDate(endMs), daysLeft) };
  });
  if (endings.length === 0) return [{ part: "certificates", found: words.noCertificates }];
  const good = endings.filter(({ daysLeft }) => daysLeft >= warnedDays).map(({ text }) => text);
  const soon = endings.filter(({ daysLeft }) => daysLeft < warnedDays).map(({ text }) => text);
  return [
    ...(good.length > 0 ? [{ part: "certificates", found: good.join(words.semicolon) }] : []),
    ...(soon.length > 0 ? [{ part: "certificates", warning: soon.join(words.semicolon) }] : []),
  ];
};

type Named<T> = T & { readonly name: string };
type Server = Named<{ readonly host: string; readonly port: number; readonly serverName?: string | undefined }>;

/** The directories of the source; a feed of files has neither an address nor certificates. */
const directoriesOf = ({ source }: Config) =>
  Object.entries(source.feeds).map(([name, { settings }]) => ({
    name: `source.feeds.${name}`,
    settings: settings as TlsSettings & { readonly url?: string },
  }));

/** The channels of messages that have an address. */
const channelsOf = ({
  notify,
}: Config): readonly Named<{ readonly settings: TlsSettings & { readonly url: string } }>[] =>
  Object.entries(notify.channels).flatMap(([name, channel]) =>
    channel.kind === "service"
      ? []
      : [
          {
            name: `notify.channels.${name}`,
            settings: { url: channel.url, ca: channel.ca },
          },
        ],
  );

const filesOf = (config: Config): readonly Named<{ readonly file: string }>[] =>
  [{ name: "redis", settings: config.redis as TlsSettings }, ...directoriesOf(config), ...channelsOf(config)].flatMap(
    ({ name, settings: { ca, clientCertificate } }) => [
      ...(ca === undefined ? [] : [{ name: `${name}.ca`, file: ca }]),
      ...(clientCertificate ? [{ name: `${name}.clientCertificate`, file: clientCertificate.cert }] : []),
    ],
  );

/** The default ports of the schemes that begin with TLS. */
const tlsPorts: Readonly<Record<string, number>> = {
  "https:": 443,
  "ldaps:": 636,
  "rediss:": 6379,
  "smtps:": 465,
};

const serversOf = (config: Config, url: string | undefined): readonly Server[] => {
  const addresses = [
    { name: "target", url },
    { name: "redis", url: config.redis.url, serverName: config.redis.serverName },
    ...[...directoriesOf(config), ...channelsOf(config)].map(({ name, settings }) => ({ name, url: settings.url })),
  ];
  return addresses.flatMap((address) => {
    const parsed = URL.parse(address.url ?? "");
    const port = tlsPorts[parsed?.protocol ?? ""];
    if (!parsed || port === undefined) return [];
    const serverName = "serverName" in address ? address.serverName : undefined;
    return [
      {
        name: address.name,
        host: parsed.hostname.replace(/^\[|\]$/g, ""),
        port: Number(parsed.port) || port,
        serverName,
      },
    ];
  });
};

type Ending = Named<{ readonly endMs: number }>;

/** A file may hold several authorities; the first one that ends counts. */
const endsOfFile = async ({ name, file }: Named<{ readonly file: string }>): Promise<readonly Ending[]> => {
  try {
    const blocks = (await readFile(file, "utf8")).match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
    const ends = (blocks ?? []).map((pem) => Date.parse(new X509Certificate(pem).validTo));
    return ends.length > 0 ? [{ name, endMs: Math.min(...ends) }] : [];
  } catch {
    // The check of the part tells of a file that cannot be read, or has no certificate.
    return [];
  }
};

/** Nothing is sent: the handshake shows the certificate, whether or not it is trusted. */
const endsOfServer = ({ name, host, port, serverName = host }: Server): Promise<readonly Ending[]> =>
  new Promise((resolve) => {
    const servername = isIP(serverName) ? "" : serverName;
    const socket = connect({ host, port, servername, rejectUnauthorized: false, timeout: answerTimeoutMs });
    const end = (endings: readonly Ending[]) => {
      socket.destroy();
      resolve(endings);
    };
    socket.once("secureConnect", () => {
      const endMs = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(endMs) ? [] : [{ name, endMs }]);
    });
    for (const event of ["timeout", "error"]) socket.on(event, () => end([]));
  });
