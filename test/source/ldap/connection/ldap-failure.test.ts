/** The errors for what a server answers to a request: the table of `ldap-failure.ts`, row by row. */
import { expect, it } from "vitest";
import { connectionFailure, resultFailure } from "../../../../src/source/ldap/connection/ldap-failure.ts";

const place = { feed: "ad", url: "ldaps://ad.example.com", base: "dc=x" };

it.each<readonly [doing: "startTls" | "bind" | "search", status: number, name: string, code: string, setting: string]>([
  ["startTls", 2, "protocol error", "tls", "startTls"],
  ["startTls", 52, "unavailable", "tls", "startTls"],
  ["bind", 7, "authentication method not supported", "bind", "bind"],
  ["bind", 8, "stronger authentication required", "bind", "bind"],
  ["bind", 13, "confidentiality required", "bind", "bind"],
  ["bind", 48, "inappropriate authentication", "bind", "bind"],
  ["bind", 49, "invalid credentials", "bind", "bind"],
  ["bind", 50, "insufficient access rights", "bind", "bind"],
  ["bind", 53, "unwilling to perform", "bind", "bind"],
  ["bind", 51, "busy", "unreachable", "url"],
  ["bind", 52, "unavailable", "unreachable", "url"],
  ["bind", 19, "constraint violation", "bind", "bind"],
  ["bind", 32, "no such object", "bind", "bind"],
  ["bind", 34, "invalid DN", "bind", "bind"],
  ["bind", 80, "no known name", "failed", "url"],
  ["search", 8, "stronger authentication required", "bind", "bind"],
  ["search", 48, "inappropriate authentication", "bind", "bind"],
  ["search", 3, "time limit exceeded", "limit", "pageSize"],
  ["search", 4, "size limit exceeded", "limit", "pageSize"],
  ["search", 11, "administrative limit exceeded", "limit", "pageSize"],
  ["search", 10, "referral", "referral", "url"],
  ["search", 12, "unavailable critical extension", "failed", "pageSize"],
  ["search", 32, "no such object", "base", "url"],
  ["search", 34, "invalid DN", "base", "url"],
  ["search", 50, "insufficient access rights", "denied", "bind"],
  ["search", 1, "operations error", "failed", "url"],
  ["search", 51, "busy", "failed", "url"],
  ["search", 53, "unwilling to perform", "failed", "url"],
  ["search", 80, "no known name", "failed", "url"],
])("%s, result %i (%s): source-ldap-%s at %s", (doing, status, name, code, setting) => {
  const what = { startTls: "StartTLS", bind: "the bind", search: 'the search below "dc=x"' }[doing];
  const error = resultFailure(place, doing, { status, errorMessage: "" });
  expect(error).toMatchObject({
    code: `source-ldap-${code}`,
    message: `the server refuses ${what}: LDAP result ${status} (${name})`,
    place: { setting: `source.feeds.ad.ldap.${setting}` },
    hint: expect.stringMatching(/.{20}/),
  });
});

it("a search without a bind is known in Active Directory by its words, of which at most 200 characters are shown", () => {
  const said = "000004DC: LdapErr: In order to perform this operation a successful bind must be completed";
  const { code, message } = resultFailure(place, "search", { status: 1, errorMessage: ` ${said}${"x".repeat(200)}` });
  expect(code).toBe("source-ldap-bind");
  expect(message).toContain(`(operations error), "${said}x`);
  expect(message).toMatch(/"[^"]{200}"$/);
});

it.each([
  ["ERR_SSL_UNSUPPORTED_PROTOCOL", "url", "the server's TLS is too old"],
  ["ERR_SSL_DH_KEY_TOO_SMALL", "url", "the server's TLS is too old"],
  ["ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED", "url", "the server's TLS is too old"],
  ["ERR_SSL_BAD_ECPOINT", "url", ""],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "url", ""],
  ["UNSPECIFIED", "url", "the server's certificate, or one above it, is not good enough"],
  ["INVALID_CA", "url", "the server's certificate, or one above it, is not good enough"],
  ["CERT_UNTRUSTED", "ca", "the server's certificate is of no authority that is trusted here"],
])("a handshake that ends with %s is a trouble of `%s`", (symbol, setting, what) => {
  const cause = Object.assign(new Error("no"), { code: symbol });
  expect(connectionFailure(place, "tls", 60, cause)).toMatchObject({
    code: "source-ldap-tls",
    message: `there is no TLS with ${place.url}${what && `: ${what}`} (${symbol})`,
    place: { setting: `source.feeds.ad.ldap.${setting}` },
  });
});

it.each([
  [19, "the account is locked after wrong passwords, or its password must be changed"],
  [32, "check `bind.dn` and `bind.password`"],
  [34, "write `bind.dn` as a distinguished name"],
])("a bind that ends with result %i says what to look at", (status, hint) => {
  const error = resultFailure({ feed: "ad", url: place.url }, "bind", { status, errorMessage: "" });
  expect(error.hint).toContain(hint);
});
