/** An application that acts for a user: from sign-in and consent to a call, and how the access ends. */
import { beforeAll, describe, expect, it } from "vitest";
import { account } from "../cases/baseline.ts";
import { errorCodeOf, pathOf } from "../running-service.ts";
import { type App, createBrowser, createFlow, returned, signIn } from "./browser.ts";
import { openOauthSite, passwords, startOauthSite } from "./oauth-site.ts";

const site = await openOauthSite();
const app = await site.register({});

const profile = async (token: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await site.raw("GET", pathOf("U1"), { Authorization: `Bearer ${token}`, ...headers });
  return answer.status === 200 ? (answer.json as { employee_Number: string }).employee_Number : errorCodeOf(answer);
};

describe("the way to a token", () => {
  it("leads through sign-in and consent, and the token acts for the signed-in user", async () => {
    const browser = createBrowser();
    const flow = createFlow(site.url, app, "base.profile.read bpm.form.approval");
    const first = await browser.follow(await browser.open(flow.address()));
    expect(first.html).toContain("Portal asks you to sign in.");
    const consent = await browser.follow(await browser.send(first, { account: " AMY ", password: passwords.amy }));
    expect(consent.html).toContain("You are signed in as amy.");
    expect([...consent.html.matchAll(/<li>(.*)<\/li>/g)].map(([, text]) => text)).toEqual([
      "Read your profile and your notices",
      "Approve and reject workflow documents",
    ]);
    const back = await browser.follow(await browser.send(consent, { decision: "allow" }));
    expect(back.location).toMatch(/^https:\/\/portal\.example\/cb\?/);
    const { code = "", state, iss } = returned(back);
    expect({ state, iss }).toEqual({ state: flow.state, iss: site.url });
    const answer = await flow.exchange(code);
    expect(answer).toMatchObject({ status: 200, expires_in: 3600, scope: "base.profile.read bpm.form.approval" });
    expect(await profile(answer.access_token)).toBe("001");
  });

  it("asks a signed-in browser for no permission that was already granted", async () => {
    const browser = createBrowser();
    const narrow = createFlow(site.url, app, "base.profile.read");
    expect(returned(await signIn(browser, narrow, "amy", passwords.amy))).toHaveProperty("code");
    const again = await browser.follow(await browser.open(createFlow(site.url, app, "base.profile.read").address()));
    expect(returned(again)).toHaveProperty("code");
    const wider = createFlow(site.url, app, "base.profile.read dms.all.read");
    const page = await browser.follow(await browser.open(wider.address()));
    expect(page.html).toContain("Read folders and documents of the document center");
  });

  it("asks for the password again if the application requests it", async () => {
    const browser = createBrowser();
    await signIn(browser, createFlow(site.url, app), "amy", passwords.amy);
    const page = await browser.follow(await browser.open(createFlow(site.url, app).address({ prompt: "login" })));
    expect(page.html).toContain('name="password"');
    const same = await browser.follow(await browser.send(page, { account: "amy", password: passwords.amy }));
    expect(returned(same)).toHaveProperty("code");
  });

  it("ends with an error when the user refuses", async () => {
    const browser = createBrowser();
    const flow = createFlow(site.url, app);
    const first = await browser.follow(await browser.open(flow.address()));
    const consent = await browser.follow(await browser.send(first, { account: "amy", password: passwords.amy }));
    const back = await browser.follow(await browser.send(consent, { decision: "deny" }));
    expect(returned(back)).toMatchObject({ error: "access_denied", state: flow.state });
    expect(returned(back)).not.toHaveProperty("code");
  });

  it("gives an ID token when the application requests one", async () => {
    const answer = await site.tokens(app, "bob", "openid base.profile.read");
    const [, body = ""] = answer.id_token?.split(".") ?? [];
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as { iss: string; aud: string; sub: string };
    expect(claims).toMatchObject({ iss: site.url, aud: app.appId, sub: expect.stringMatching(/^\d+$/) });
    expect(await profile(answer.access_token)).toBe("002");
  });

  it("is described by the discovery documents", async () => {
    for (const path of ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]) {
      expect((await site.raw("GET", path)).json).toMatchObject({
        issuer: site.url,
        authorization_endpoint: `${site.url}/oauth/authorize`,
        token_endpoint: `${site.url}/api/oauth/token`,
        revocation_endpoint: `${site.url}/api/oauth/revoke`,
        code_challenge_methods_supported: ["S256"],
        response_types_supported: ["code"],
        scopes_supported: expect.arrayContaining(["bpm.tasks.read", "bpm.form.apply", "dms.all.write"]),
      });
    }
    const { keys } = JSON.parse((await site.raw("GET", "/api/oauth/jwks")).text) as { keys: readonly object[] };
    expect(keys).toEqual([expect.not.objectContaining({ d: expect.anything() })]);
  });
});

describe("behind a proxy", () => {
  it("everything is at the public address, whatever the request's headers say", async () => {
    const proxied = await startOauthSite({ publicUrl: "https://uof.example" });
    const portal = await proxied.register({});
    const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http" };
    const discovery = await proxied.raw("GET", "/.well-known/openid-configuration", headers);
    expect(discovery.json).toMatchObject({
      issuer: "https://uof.example",
      token_endpoint: "https://uof.example/api/oauth/token",
    });
    const browser = createBrowser();
    const sent = await browser.open(createFlow(proxied.url, portal).address());
    const page = await browser.open(`${proxied.url}${new URL(sent.location ?? "").pathname}`);
    const back = await browser.send(page, { account: "amy", password: passwords.amy });
    expect(back.location).toMatch(/^https:\/\/uof\.example\/oauth\/authorize\//);
    const cookies = (
      await fetch(createFlow(proxied.url, portal).address(), { redirect: "manual" })
    ).headers.getSetCookie();
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i);
    await proxied.close();
  });
});

describe("an application with a secret", () => {
  let server: App & { readonly name: string };

  beforeAll(async () => {
    server = await site.register({ name: "Server", redirectUris: ["https://server.example/cb"], secret: true });
  });

  it("gets a token with it, but not without it or with another", async () => {
    const withSecret = async (secret: string | undefined) => {
      const flow = createFlow(site.url, server);
      const { code = "" } = returned(await signIn(createBrowser(), flow, "amy", passwords.amy));
      const { appId, redirectUri } = server;
      const pretender = createFlow(site.url, { appId, redirectUri, ...(secret === undefined ? {} : { secret }) });
      return secret === server.secret ? flow.exchange(code) : pretender.exchange(code);
    };
    expect(await withSecret(server.secret)).toMatchObject({ status: 200 });
    expect(await withSecret("x".repeat(43))).toMatchObject({ status: 401, error: "invalid_client" });
    expect(await withSecret(undefined)).toMatchObject({ status: 401, error: "invalid_client" });
  });

  it("still needs PKCE", async () => {
    const browser = createBrowser();
    const address = createFlow(site.url, server).address({ code_challenge: null, code_challenge_method: null });
    expect(returned(await browser.follow(await browser.open(address)))).toMatchObject({ error: "invalid_request" });
  });
});

describe("scopes", () => {
  it("limit what the token may do", async () => {
    const { access_token: token } = await site.tokens(app, "amy", "bpm.tasks.read bpm.form.apply");
    expect(await profile(token)).toBe("OPA-KEY-PERMISSION");
  });

  it("beyond an application's permissions are refused before the user is asked", async () => {
    const small = await site.register({
      name: "Small",
      redirectUris: ["https://small.example/cb"],
      permissions: ["P-Profile"],
    });
    const browser = createBrowser();
    const asked = async (scope: string) =>
      browser.follow(await browser.open(createFlow(site.url, small, scope).address()));
    expect(returned(await asked("base.profile.read dms.all.write"))).toMatchObject({ error: "invalid_scope" });
    expect((await asked("base.profile.read bpm.form.apply offline_access")).html).toContain('name="password"');
  });
});

describe("the header App-Id", () => {
  it("may name the application of the token, and no other", async () => {
    const { access_token: token } = await site.tokens(app);
    expect(await profile(token, { "App-Id": app.appId })).toBe("001");
    expect(await profile(token, { "App-Id": "another" })).toBe("OPA-APP-OTHER");
  });

  it("is the application's id, and the call log shows its name", async () => {
    const { access_token: token } = await site.tokens(app);
    await profile(token);
    expect((await site.calls()).at(-1)).toMatchObject({ operation: "U1", status: 200, key: "Portal" });
  });
});

describe("a refresh token", () => {
  it("is replaced at each use; using an old one again revokes all of them", async () => {
    const flow = createFlow(site.url, app);
    const first = await flow.exchange(
      returned(await signIn(createBrowser(), flow, "amy", passwords.amy))["code"] ?? "",
    );
    const second = await flow.refresh(first.refresh_token);
    expect(second).toMatchObject({ status: 200, scope: first.scope });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await profile(second.access_token)).toBe("001");
    expect(await flow.refresh(first.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await profile(second.access_token)).toBe("OPA-TOKEN-INVALID");
    expect(await flow.refresh(second.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
  });

  it("works for only one of two simultaneous requests", async () => {
    const { refresh_token: token } = await site.tokens(app);
    const flow = createFlow(site.url, app);
    const answers = await Promise.all(Array.from({ length: 4 }, () => flow.refresh(token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400]);
  });

  it("may request a smaller scope, but not a larger one", async () => {
    const { refresh_token: token } = await site.tokens(app, "amy", "offline_access base.profile.read dms.all.read");
    const flow = createFlow(site.url, app);
    expect(await flow.refresh(token, { scope: "base.profile.read bpm.form.read" })).toMatchObject({
      status: 400,
      error: "invalid_scope",
    });
    const less = await flow.refresh(token, { scope: "dms.all.read" });
    expect(less).toMatchObject({ status: 200, scope: "dms.all.read" });
    expect(await profile(less.access_token)).toBe("OPA-KEY-PERMISSION");
  });

  it("belongs to its application", async () => {
    const { refresh_token: token } = await site.tokens(app);
    const other = await site.register({ name: "Other", redirectUris: ["https://other.example/cb"] });
    expect(await createFlow(site.url, other).refresh(token)).toMatchObject({ status: 400, error: "invalid_grant" });
  });
});

describe("what ends a token", () => {
  it.each(["access_token", "refresh_token"] as const)("is its revocation by the %s", async (kind) => {
    const flow = createFlow(site.url, app);
    const answer = await site.tokens(app);
    expect(await profile(answer.access_token)).toBe("001");
    expect((await flow.revoke(answer[kind])).status).toBe(200);
    expect(await profile(answer.access_token)).toBe("OPA-TOKEN-INVALID");
    expect(await flow.refresh(answer.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect((await flow.revoke(answer[kind])).status).toBe(200);
  });

  it("is not a revocation by another application", async () => {
    const other = await site.register({ name: "Stranger", redirectUris: ["https://stranger.example/cb"] });
    const { access_token: token } = await site.tokens(app);
    await createFlow(site.url, other).revoke(token);
    expect(await profile(token)).toBe("001");
  });

  it("is that its user may no longer sign in, until this changes back", async () => {
    const active = (value: boolean) =>
      site.call("E7", { body: { user: account("bob"), ...account("bob"), active: value } });
    const flow = createFlow(site.url, app);
    const browser = createBrowser();
    const { code = "" } = returned(await signIn(browser, flow, "bob", passwords.bob));
    const answer = await flow.exchange(code);
    await active(false);
    expect(await profile(answer.access_token)).toBe("OPA-TOKEN-INVALID");
    expect(await flow.refresh(answer.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    const page = await browser.follow(await browser.open(createFlow(site.url, app).address()));
    expect(page.html).toContain('name="password"');
    const refused = await browser.send(page, { account: "bob", password: passwords.bob });
    expect([refused.status, refused.html.includes("The account or the password is wrong.")]).toEqual([401, true]);
    await active(true);
    expect(await profile(answer.access_token)).toBe("002");
  });

  it("is a new password for its user, also in the browser that is signed in", async () => {
    const flow = createFlow(site.url, app);
    const browser = createBrowser();
    const { code = "" } = returned(await signIn(browser, flow, "bob", passwords.bob));
    const answer = await flow.exchange(code);
    expect(await profile(answer.access_token)).toBe("002");
    const others = await site.tokens(app);
    await site.admin("PUT", "/passwords", { account: "bob", password: passwords.bob });
    expect(await profile(answer.access_token)).toBe("OPA-TOKEN-INVALID");
    expect(await flow.refresh(answer.refresh_token)).toMatchObject({ error: "invalid_grant" });
    const page = await browser.follow(await browser.open(createFlow(site.url, app).address()));
    expect(page.html).toContain('name="password"');
    expect(await profile(others.access_token)).toBe("001");
  });

  it("is the removal of the application", async () => {
    const gone = await site.register({ name: "Gone", redirectUris: ["https://gone.example/cb"] });
    const answer = await site.tokens(gone);
    await site.admin("DELETE", "/apps/Gone");
    expect(await profile(answer.access_token)).toBe("OPA-TOKEN-INVALID");
    expect(await createFlow(site.url, gone).refresh(answer.refresh_token)).toMatchObject({ error: "invalid_client" });
  });
});
