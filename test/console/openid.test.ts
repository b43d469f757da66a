/** Tests what is refused at the return from an OpenID provider: one that lies, and people without a role. */
import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type BegunSignIn, cookieText, readCookieText } from "../../src/console/access/openid.ts";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const settingsFor = (issuer: string, clientId: string, more: object = {}) => {
  const openid = { issuer, clientId, clientSecret: "env:CLIENT_SECRET", ...more };
  return { daemon: { console: "loopback", openid } };
};

describe("a provider that lies", () => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let claims: Record<string, unknown>;
  let info: object = {};
  let key = pair.privateKey;
  let at: ServedConsole;
  let issuer: string;
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  beforeAll(async () => {
    const server = createServer((request, response) => {
      const body = {
        "/.well-known/openid-configuration": {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/userinfo`,
        },
        "/jwks": { keys: [{ ...pair.publicKey.export({ format: "jwk" }), alg: "RS256", use: "sig" }] },
        "/userinfo": { sub: "7", ...info },
      }[request.url ?? ""] ?? { access_token: "t", token_type: "Bearer", id_token: token() };
      response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    closing.push(async () => server.close());
    const roles = { roles: { approver: ["HR leads"], operator: ["IT"] } };
    at = await serveForTest(settingsFor(issuer, "console", roles));
    closing.push(() => at.close());
  });

  const token = (): string => {
    const signed = `${encoded({ alg: "RS256" })}.${encoded(claims)}`;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
  };

  type Lie = {
    readonly claims?: object;
    /** What the provider answers when it is asked about the person; nobody has signed that. */
    readonly info?: object;
    readonly state?: string;
    readonly withoutCookie?: true;
    readonly forged?: true;
    readonly to?: string;
  };

  /** The answer at the return, and to the start page with the cookie that it gave. */
  const tried = async (lie: Lie = {}) => {
    const headers = { host: "127.0.0.1" };
    const began = await at.server.inject({ url: "/sign-in/openid?to=//evil.example", headers });
    const attributes = "Path=/sign-in; HttpOnly; SameSite=Lax; Max-Age=600";
    expect(began.headers["set-cookie"]).toMatch(new RegExp(`^musterd-openid=[\\w-]+; ${attributes}$`));
    const address = new URL(String(began.headers["location"]));
    expect(address.searchParams.get("code_challenge_method")).toBe("S256");
    const given = String(began.headers["set-cookie"]).split(";")[0] ?? "";
    const begun = readCookieText(given.split("=")[1]) as BegunSignIn;
    const cookie = `musterd-openid=${cookieText({ ...begun, to: lie.to ?? begun.to })}`;
    const seconds = Math.floor(Date.now() / 1000);
    const nonce = address.searchParams.get("nonce");
    const base = { iss: issuer, aud: "console", sub: "7", iat: seconds, exp: seconds + 60, nonce };
    claims = { ...base, email: "kim@example.com", groups: ["HR leads"], ...lie.claims };
    info = lie.info ?? {};
    key = lie.forged ? other.privateKey : pair.privateKey;
    const state = lie.state ?? address.searchParams.get("state");
    const answer = await at.server.inject({
      url: `/sign-in/openid/return?code=c&state=${state}`,
      headers: lie.withoutCookie ? headers : { ...headers, cookie },
    });
    const session = /musterd=[\w-]{43}/.exec(String(answer.headers["set-cookie"]))?.[0];
    const start = await at.server.inject({ url: "/", headers: { ...headers, cookie: session ?? "" } });
    const isUsed = String(answer.headers["set-cookie"]).includes("musterd-openid=;");
    return { status: answer.statusCode, start: start.statusCode, body: answer.body, isUsed };
  };

  it("is believed when everything is right, and leads nowhere else", async () => {
    const onlyAsked = { claims: { groups: undefined }, info: { groups: ["HR leads"] } };
    for (const lie of [{}, onlyAsked, { to: "//evil.example" }, { to: "https://evil.example/" }]) {
      const { status, start, body, isUsed } = await tried(lie);
      expect([status, start, isUsed]).toEqual([200, 200, true]);
      expect(body).toContain('content="0; url=/"');
    }
  });

  it("is begun with a cookie that no connection without TLS sees, where the console has TLS", async () => {
    const { daemon } = settingsFor(issuer, "console", { roles: { viewer: ["IT"] } });
    const behind = await serveForTest({ daemon: { ...daemon, console: "https://console.example.com" } });
    const headers = { host: "console.example.com" };
    const { headers: sent } = await behind.server.inject({ url: "/sign-in/openid", headers });
    await behind.close();
    expect(sent["set-cookie"]).toMatch(/; SameSite=Lax; Secure; Max-Age=600$/);
    const returnTo = new URL(String(sent["location"])).searchParams.get("redirect_uri");
    expect(returnTo).toBe("https://console.example.com/sign-in/openid/return");
  });

  const seconds = Math.floor(Date.now() / 1000);
  it.each<readonly [what: string, lie: Lie]>([
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["another audience", { claims: { aud: "another" } }],
    ["another nonce", { claims: { nonce: "n" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["an expired token", { claims: { iat: seconds - 7200, exp: seconds - 3600 } }],
    ["another state", { state: "s" }],
    ["a return that this browser has not begun", { withoutCookie: true }],
    ["a signature with another key", { forged: true }],
    ["no role", { claims: { groups: ["Sales"] } }],
    [
      "a role only in its unsigned answer, beside those of the token",
      { claims: { groups: [] }, info: { groups: ["IT"] } },
    ],
    ["an unsigned answer about somebody else", { info: { sub: "8" } }],
    ["no groups", { claims: { groups: undefined } }],
    ["no name", { claims: { email: undefined } }],
    ["an address that the provider has not verified", { claims: { email_verified: false } }],
    ["one of which only its answer says so, as a text", { info: { email_verified: "false" } }],
    ["a name with markup", { claims: { email: "<b>kim" } }],
    ["the name of a local account", { claims: { email: "ANN" } }],
  ])("is refused with %s", async (_what, lie) => {
    const { status, start, isUsed } = await tried(lie);
    expect([status, start, isUsed]).toEqual([403, 303, true]);
  });

  it("gets one line a minute into the log for strangers who come back without having begun", async () => {
    const warned = vi.spyOn(at.app.log, "warn");
    for (let times = 0; times < 20; times += 1)
      await at.server.inject({ url: "/sign-in/openid/return?error=x", headers: { host: "127.0.0.1" } });
    expect(warned.mock.calls.length).toBeLessThanOrEqual(1);
    warned.mockRestore();
  });

  it("lets an approver ask those who have signed in as approvers with the company's account", async () => {
    const { runs, plans, sessions, audit } = at.app.store;
    const id = await runs.begin("schedule", "planned");
    const breach = { code: "cap-exceeded", kind: "employee", action: "update", count: 1, limit: 0, base: 9 } as const;
    await plans.keep(id, planWith({ changes: [change()], fingerprint: "ab".repeat(32), breaches: [breach] }));
    await runs.end(id, { status: "blocked", refresh: "not-needed" });
    await sessions.openFrom(issuer, "Lee@example.com", ["approver"]);
    await sessions.openFrom(issuer, "lee@example.com", ["viewer"]);
    await sessions.openFrom(issuer, "kim@example.com", ["approver"]);
    const path = `/decide/${"ab".repeat(6)}`;
    const offered = [...(await at.get(path)).body.matchAll(/<option>([^<]*)/g)].map(([, name]) => name);
    expect(offered).toEqual(["kim@example.com"]);
    const { headers } = await at.post(`${path}/ask`, { whom: "kim@example.com" });
    expect(headers["location"]).toBe(`${path}?asked=kim%40example.com`);
    expect(await audit.list({ events: ["decision-asked"], limit: 1, newest: true })).toMatchObject([
      { about: "kim@example.com" },
    ]);
  });
});
