/** Why there is no TLS with a server: what Node and OpenSSL say, by the symbol of the error, and what to do about it. */

/** `setting`: of the feed, without its path. `what` is in the message. */
type TlsCause = readonly [symbol: RegExp, setting: string, hint: string, what?: string];

/** `isHandshake`: whether any failure is one of TLS. */
export const tlsCauseOf = (symbol: string, isHandshake: boolean): TlsCause | undefined =>
  causes.find(([pattern]) => pattern.test(symbol)) ?? (isHandshake ? notTls : undefined);

const notTls: TlsCause = [
  /^(EPROTO|ERR_SSL_(WRONG_VERSION|PACKET_LENGTH))/,
  "url",
  "check the port: ldaps:// has its own, usually 636; on the ordinary port set `startTls: true`",
];

const causes: readonly TlsCause[] = [
  [
    /^ERR_TLS_CERT_ALTNAME/,
    "url",
    "use a host name in `url` that is in the server's certificate",
    "the server's certificate is for another host",
  ],
  [
    /^CERT_HAS_EXPIRED/,
    "url",
    "renew the certificate on the server (or the one of its authority), or check the clock of this machine",
    "the server's certificate has expired",
  ],
  [
    /^CERT_NOT_YET_VALID/,
    "url",
    "check the clock of this machine, and from when the server's certificate is valid",
    "the server's certificate is not valid yet",
  ],
  [
    /^(INVALID_|PATH_LENGTH|ERROR_IN_CERT|UNSPECIFIED)/,
    "url",
    "give the server a certificate for servers (extended key usage serverAuth), with a key of 2048 bits or more and signed with SHA-256 by an authority for certificates",
    "the server's certificate, or one above it, is not good enough",
  ],
  [/^ERR_OSSL/, "clientCertificate", "the key must belong to the certificate, in PEM form and without a passphrase"],
  [
    /^ERR_SSL_.*(PROTOCOL|VERSION_TOO|TOO_SMALL|LEGACY|ALERT_INSUFFICIENT)/,
    "url",
    "let the server speak TLS 1.2 or 1.3 with keys of 2048 bits or more",
    "the server's TLS is too old",
  ],
  [/ALERT/, "clientCertificate", "the server wants another client certificate, or other versions of TLS"],
  notTls,
  [/^ERR_SSL/, "url", "look into the server's log, and check its settings of TLS"],
  [
    /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS)/,
    "ca",
    "name the PEM file of the authority that signed the server's certificate in `ca`",
    "the server's certificate is of no authority that is trusted here",
  ],
];
