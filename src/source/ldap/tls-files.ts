/** The certificates and the key a feed names, read from their files; what is not a certificate is told by its name. */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { MusterdError } from "../../lib/errors.ts";
import { feedSetting } from "./ldap-failure.ts";
import type { LdapFeedSettings } from "./settings.ts";

/** PEM texts for the TLS connection. */
export type TlsFiles = { readonly ca?: string; readonly cert?: string; readonly key?: string };

/** Paths are absolute; fails with `source-ldap-tls`. */
export const readTlsFiles = async (
  { ca, clientCertificate }: Pick<LdapFeedSettings, "ca" | "clientCertificate">,
  feed: string,
): Promise<TlsFiles> => ({
  ...(ca === undefined ? {} : { ca: await readCertificate(ca, feed, "ca") }),
  ...(clientCertificate && {
    cert: await readCertificate(clientCertificate.cert, feed, "clientCertificate.cert"),
    key: await readPem(clientCertificate.key, feed, "clientCertificate.key"),
  }),
});

/** OpenSSL takes any text for a list of authorities and then trusts nobody. */
const readCertificate = async (file: string, feed: string, setting: string): Promise<string> => {
  const pem = await readPem(file, feed, setting);
  try {
    void new X509Certificate(pem);
  } catch (cause) {
    throw unusable(file, feed, setting, "holds no certificate in PEM form", cause);
  }
  return pem;
};

const readPem = (file: string, feed: string, setting: string): Promise<string> =>
  readFile(file, "utf8").catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw unusable(file, feed, setting, `cannot be read (${code})`, cause);
  });

const unusable = (file: string, feed: string, setting: string, why: string, cause: unknown): MusterdError =>
  new MusterdError("source-ldap-tls", `the file of \`${setting}\` ${why}`, {
    place: { file, setting: feedSetting(feed, setting) },
    wayOut: "name a PEM file that musterd may read",
    cause,
  });
