/** Reads the certificates and the key that settings name; errors give the file name. */
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ErrorCode } from "./error-codes.ts";
import { MusterdError } from "./errors.ts";

/** Paths of PEM files. */
export type TlsSettings = {
  readonly ca?: string | undefined;
  readonly clientCertificate?: { readonly cert: string; readonly key: string } | undefined;
};

/** The settings with their paths made absolute by `path`. */
export const locatedTls = (
  { ca, clientCertificate }: TlsSettings,
  path: (relative: string) => string,
): TlsSettings => ({
  ...(ca === undefined ? {} : { ca: path(ca) }),
  ...(clientCertificate && {
    clientCertificate: { cert: path(clientCertificate.cert), key: path(clientCertificate.key) },
  }),
});

/** PEM texts for the TLS connection. */
export type TlsFiles = { readonly ca?: string; readonly cert?: string; readonly key?: string };

/** Error code and configuration path, for error messages. */
export type TlsPlace = { readonly code: ErrorCode; readonly settings: string };

/** Paths must be absolute. Throws a MusterdError with the code of `place`. */
export const readTlsFiles = async ({ ca, clientCertificate }: TlsSettings, place: TlsPlace): Promise<TlsFiles> => ({
  ...(ca === undefined ? {} : { ca: await readCertificate(ca, place, "ca") }),
  ...(clientCertificate && {
    cert: await readCertificate(clientCertificate.cert, place, "clientCertificate.cert"),
    key: await readPem(clientCertificate.key, place, "clientCertificate.key"),
  }),
});

/** Reads a certificate and checks it, because OpenSSL accepts any text as a list of authorities and then trusts no server. */
const readCertificate = async (file: string, place: TlsPlace, setting: string): Promise<string> => {
  const pem = await readPem(file, place, setting);
  try {
    void new X509Certificate(pem);
  } catch (cause) {
    throw unusable(file, place, setting, "contains no PEM certificate", cause);
  }
  return pem;
};

const readPem = (file: string, place: TlsPlace, setting: string): Promise<string> =>
  readFile(file, "utf8").catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw unusable(file, place, setting, `cannot be read (${code})`, cause);
  });

const unusable = (file: string, place: TlsPlace, setting: string, why: string, cause: unknown): MusterdError =>
  new MusterdError(place.code, `the file of \`${setting}\` ${why}`, {
    place: { file, setting: `${place.settings}.${setting}` },
    hint: "name a PEM file that musterd can read",
    cause,
  });
