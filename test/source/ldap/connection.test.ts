/** Connections to a real slapd: the ways to bind, and the errors if a connection or a bind fails. */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MusterdError } from "../../../src/lib/errors.ts";
import type { LdapConnection } from "../../../src/source/ldap/connection/ldap-connection.ts";
import { startFakeLdapServer, tlv } from "../../support/ldap/fake-ldap-server.ts";
import { type Slapd, startSlapd } from "../../support/ldap/slapd.ts";
import { type Certificates, makeCertificates } from "../../support/servers/certificates.ts";
import { readWhole, withFeed } from "./feed.ts";

let slapd: Slapd;
let strangers: Certificates;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ldap-feed-"));
  [slapd, strangers] = await Promise.all([startSlapd({ tls: true }), makeCertificates(folder)]);
});
afterAll(async () => {
  await slapd.stop();
  await rm(folder, { recursive: true });
});

const ca = () => slapd.certificates?.ca;
const client = () => slapd.certificates?.client;

/** The operation "Who am I?" (RFC 4532), which returns the identity of the connection. */
const identity = async ({ client }: LdapConnection): Promise<string | undefined> =>
  (await client.exop("1.3.6.1.4.1.4203.1.11.3")).value;

const failure = async (given: Record<string, unknown>): Promise<unknown> =>
  withFeed(given, identity).catch((error: unknown) => error);

/** The answer that grants StartTLS. The fifth byte of the request is its message id. */
const startTlsGranted = (request: Buffer): Buffer =>
  tlv(0x30, tlv(0x02, request.subarray(4, 5)), tlv(0x78, tlv(0x0a, Buffer.from([0])), tlv(0x04, ""), tlv(0x04, "")));

describe("a connection", () => {
  it("binds by name and password", async () => {
    const bind = { dn: slapd.rootDn, password: slapd.rootPassword };
    expect(await withFeed({ url: slapd.url, bind }, identity)).toBe(`dn:${slapd.rootDn}`);
  });

  it("binds anonymously where nothing else is asked for", async () => {
    expect(await withFeed({ url: slapd.url }, identity)).toBe("");
  });

  it("binds as the user of the operating system, over ldapi", async () => {
    const who = await withFeed({ url: slapd.socketUrl, bind: "external" }, identity);
    expect(who).toMatch(/^dn:gidNumber=\d+\+uidNumber=\d+,cn=peercred,cn=external,cn=auth$/);
  });

  it.each([
    ["ldaps://", () => ({ url: slapd.secureUrl })],
    ["StartTLS", () => ({ url: slapd.url, startTls: true })],
  ])("trusts the feed's own authority and is known by its certificate, over %s", async (_, address) => {
    const given = { ...address(), ca: ca(), clientCertificate: client(), bind: "external" };
    expect(await withFeed(given, identity)).toBe("dn:cn=reader,ou=services");
  });

  it("reads over StartTLS as without", async () => {
    const read = (connection: LdapConnection) => readWhole(connection, { base: slapd.suffix }, ["dn", "dc"]);
    const encrypted = await withFeed({ url: slapd.url, startTls: true, ca: ca() }, read);
    expect(encrypted).toEqual([{ dn: slapd.suffix, cells: [slapd.suffix, "example"] }]);
    expect(await withFeed({ url: slapd.url }, read)).toEqual(encrypted);
  });

  it("shows what the server says about itself", async () => {
    const about = await withFeed({ url: slapd.url }, ({ rootDse }) => rootDse());
    expect(about.get("namingcontexts")).toEqual([slapd.suffix]);
    expect(about.get("supportedcontrol")).toContain("1.2.840.113556.1.4.319");
  });

  it.each(["ldap", "startTls", "ldaps"])(
    "shows the socket that carries LDAP before anything passes it: %s",
    async (kind) => {
      const seen: { bytesRead: number; encrypted: boolean }[] = [];
      const given = kind === "ldap" ? {} : { ca: ca(), startTls: kind === "startTls" };
      await withFeed({ url: kind === "ldaps" ? slapd.secureUrl : slapd.url, ...given }, identity, {
        onSocket: (socket) => seen.push({ bytesRead: socket.bytesRead, encrypted: "encrypted" in socket }),
      });
      expect(seen).toEqual([{ bytesRead: 0, encrypted: kind !== "ldap" }]);
    },
  );
});

describe("a connection that cannot be made says why", () => {
  it.each([
    ["another authority", () => ({ url: slapd.secureUrl, ca: strangers.ca }), "ca"],
    ["another authority, by StartTLS", () => ({ url: slapd.url, startTls: true, ca: strangers.ca }), "ca"],
    ["the system's authorities", () => ({ url: slapd.secureUrl }), "ca"],
    [
      "a name that is not in the certificate",
      () => ({ url: slapd.secureUrl.replace("localhost", "0.0.0.0"), ca: ca() }),
      "url",
    ],
    ["a port without TLS", () => ({ url: slapd.url.replace("ldap:", "ldaps:"), ca: ca() }), "url"],
    ["a file that is not there", () => ({ url: slapd.secureUrl, ca: join(folder, "none.pem") }), "ca"],
    ["a file without a certificate", () => ({ url: slapd.secureUrl, ca: strangers.client.key }), "ca"],
    [
      "a key of another certificate",
      () => ({
        url: slapd.secureUrl,
        ca: ca(),
        clientCertificate: { cert: client()?.cert, key: strangers.client.key },
      }),
      "clientCertificate",
    ],
  ])("TLS: %s", async (_, given, setting) => {
    expect(await failure(given())).toMatchObject({
      code: "source-ldap-tls",
      place: { setting: `source.feeds.ad.ldap.${setting}` },
    });
  });

  it.each([
    ["nobody listens", () => ({ url: "ldap://127.0.0.1:1" })],
    ["no such host", () => ({ url: "ldap://nowhere.invalid" })],
    ["no such socket", () => ({ url: `ldapi://${encodeURIComponent(join(folder, "none"))}`, bind: "external" })],
    ["a port for TLS, spoken to without", () => ({ url: slapd.secureUrl.replace("ldaps:", "ldap:") })],
  ])("unreachable: %s", async (_, given) => {
    expect(await failure(given())).toMatchObject({ code: "source-ldap-unreachable" });
  });

  it.each([
    ["accepts and stays silent", () => undefined, {}],
    ["accepts and stays silent, by StartTLS", () => undefined, { startTls: true }],
    ["says yes to StartTLS and then nothing", startTlsGranted, { startTls: true }],
  ])("unreachable: a host that %s", async (_, answer, more) => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket);
      socket.once("data", (request: Buffer) => socket.write(answer(request) ?? ""));
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    expect(await failure({ url: `ldap://127.0.0.1:${port}`, timeoutSeconds: 1, ...more })).toMatchObject({
      code: "source-ldap-unreachable",
      message: `ldap://127.0.0.1:${port} gave no answer within 1 s`,
    });
    for (const socket of sockets) socket.destroy();
    await once(silent.close(), "close");
  });

  it("bind: a wrong password, which is not shown", async () => {
    const error = await failure({ url: slapd.url, bind: { dn: slapd.rootDn, password: "wrong-password" } });
    expect(error).toMatchObject({ code: "source-ldap-bind", hint: "check `bind.dn` and `bind.password`" });
    expect(JSON.stringify(error) + String(error)).not.toContain("wrong-password");
  });

  it.each([
    ["532", "its password has expired"],
    ["533", "the account is disabled"],
    ["775", "the account is locked"],
  ])("bind: what Active Directory means by data %s", async (data, reason) => {
    const message = `80090308: LdapErr: DSID-0C09041C, comment: AcceptSecurityContext error, data ${data}, v4563`;
    const server = await startFakeLdapServer(() => [], { bind: { status: 49, message } });
    expect(await failure({ url: server.url, bind: { dn: "cn=reader", password: "x" } })).toMatchObject({
      code: "source-ldap-bind",
      hint: `check the bind account: ${reason}`,
    });
    await server.close();
  });

  it.each([
    [8, "strong authentication is demanded", /ldaps:\/\//],
    [48, "anonymous is refused", /bind with an account/],
  ])("bind: result %i", async (status, message, hint) => {
    const server = await startFakeLdapServer(() => [], { bind: { status, message } });
    expect(await failure({ url: server.url })).toMatchObject({
      code: "source-ldap-bind",
      message: expect.stringMatching(new RegExp(`LDAP result ${status} \\((?!no known)`)),
      hint: expect.stringMatching(hint),
    });
    await server.close();
  });
});

describe("a TLS server that is not OpenLDAP's", () => {
  it("gets the server name we ask for, and its alert is reported", async () => {
    const { server, ca } = strangers;
    const [cert, key, authority] = await Promise.all([server.cert, server.key, ca].map((file) => readFile(file)));
    const names: unknown[] = [];
    const demanding = createTlsServer({
      cert,
      key,
      ca: authority,
      requestCert: true,
      SNICallback: (name, done) => {
        names.push(name);
        done(null);
      },
    });
    await once(demanding.listen(0, "127.0.0.1"), "listening");
    const { port } = demanding.address() as AddressInfo;
    expect(await failure({ url: `ldaps://localhost:${port}`, ca })).toMatchObject({
      code: "source-ldap-tls",
      message: expect.stringContaining("ALERT_CERTIFICATE_REQUIRED"),
      place: { setting: "source.feeds.ad.ldap.clientCertificate" },
    });
    expect(names).toEqual(["localhost"]);
    await once(demanding.close(), "close");
  });

  it("and speaks only old TLS is named, and no certificate is blamed", async () => {
    const { server, ca } = strangers;
    const [cert, key] = await Promise.all([server.cert, server.key].map((file) => readFile(file)));
    const old = createTlsServer({
      cert,
      key,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    await once(old.listen(0, "127.0.0.1"), "listening");
    const { port } = old.address() as AddressInfo;
    expect(await failure({ url: `ldaps://localhost:${port}`, ca })).toMatchObject({
      code: "source-ldap-tls",
      message: expect.stringContaining("the server's TLS is too old (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)"),
      hint: expect.stringContaining("TLS 1.2 or 1.3"),
      place: { setting: "source.feeds.ad.ldap.url" },
    });
    await once(old.close(), "close");
  });
});

describe("a strict server", () => {
  let strict: Slapd;
  beforeAll(async () => {
    strict = await startSlapd({ tls: true, globalLines: ["TLSVerifyClient demand", "disallow bind_anon"] });
  });
  afterAll(() => strict.stop());

  it("refuses an anonymous bind", async () => {
    expect(await failure({ url: strict.url })).toMatchObject({ code: "source-ldap-bind" });
  });

  it.each([
    ["ldaps://", () => ({ url: strict.secureUrl })],
    ["StartTLS", () => ({ url: strict.url, startTls: true })],
  ])("wants a client certificate over %s", async (_, address) => {
    const given = { ...address(), ca: strict.certificates?.ca };
    const error = await failure(given);
    expect(error).toMatchObject({ hint: expect.stringMatching(/client certificate/) });
    expect((error as MusterdError).code).toMatch(/^source-ldap-(unreachable|tls)$/);
    expect(await failure({ ...given, clientCertificate: strict.certificates?.client, bind: "external" })).toBe(
      "dn:cn=reader,ou=services",
    );
  });

  it("says that it has no TLS", async () => {
    const plain = await startSlapd();
    expect(await failure({ url: plain.url, startTls: true })).toMatchObject({
      code: "source-ldap-tls",
      message: expect.stringContaining("the server refuses StartTLS"),
      place: { setting: "source.feeds.ad.ldap.startTls" },
    });
    await plain.stop();
  });
});
