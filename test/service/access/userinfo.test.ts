/** The userinfo endpoint (OpenID Connect Core, 5.3 and 5.4): which claims a token shows, and whom it refuses. */
import { expect, it } from "vitest";
import { createBrowser, createFlow, returned, signIn } from "./browser.ts";
import { openOauthSite, passwords } from "./oauth-site.ts";

const site = await openOauthSite();
const portal = await site.register({});
const path = "/api/oauth/userinfo";

const ask = (token: string, method = "GET") => site.raw(method, path, { Authorization: `Bearer ${token}` });

const claims = { profile: { name: "Name of amy" }, email: { email: "amy@example.com" } };

it.each([
  ["openid", {}],
  ["openid profile", claims.profile],
  ["openid email", claims.email],
  ["openid profile email", { ...claims.profile, ...claims.email }],
  ["openid base.profile.read dms.all.read", {}],
])("a token for %s shows these claims and no others", async (scope, expected) => {
  const { access_token: token, id_token: idToken } = await site.tokens(portal, "amy", scope);
  const [, body = ""] = idToken?.split(".") ?? [];
  const { sub } = JSON.parse(Buffer.from(body, "base64url").toString()) as { sub: string };
  for (const method of ["GET", "POST"]) {
    const { status, json } = await ask(token, method);
    expect({ status, json }).toEqual({ status: 200, json: { sub, ...expected } });
  }
});

it("leaves out a claim without a value", async () => {
  const { access_token: token } = await site.tokens(portal, "bob", "openid profile email");
  const { name, email } = (await ask(token)).json as { name?: string; email?: string };
  expect([name, email]).toEqual(["Name of bob", "bob@example.com"]);
  const changed = { account: "bob", name: "Name of bob", email: null, user: { userType: 0, userCode: "bob" } };
  await site.call("E11", { body: changed });
  expect((await ask(token)).json).toEqual({ sub: expect.any(String), name: "Name of bob" });
});

it("the consent page names both scopes", async () => {
  const browser = createBrowser();
  const first = await browser.follow(
    await browser.open(createFlow(site.url, portal, "openid profile email").address()),
  );
  const consent = await browser.follow(await browser.send(first, { account: "amy", password: passwords.amy }));
  expect([...consent.html.matchAll(/<li>(.*)<\/li>/g)].map(([, text]) => text)).toEqual([
    "Know who you are",
    "Read your name",
    "Read your e-mail address",
  ]);
});

it("an application without P-Profile may not ask for them", async () => {
  const files = await site.register({ name: "Files", permissions: ["P-DocRead"] });
  for (const scope of ["openid profile", "openid email"]) {
    const back = await signIn(createBrowser(), createFlow(site.url, files, scope), "amy", passwords.amy);
    expect(returned(back)).toMatchObject({ error: "invalid_scope" });
  }
});

it("refuses a token without openid, a strange token, a token of the sandbox and an ended one", async () => {
  const status = async (token: string) => (await ask(token)).status;
  const without = await site.tokens(portal, "amy", "base.profile.read");
  expect(await status(without.access_token)).toBe(403);
  expect(await status("strange")).toBe(401);
  const { token } = (await site.admin("POST", "/tokens", { account: "amy", permissions: ["P-Profile"] })) as {
    token: string;
  };
  expect(await status(token)).toBe(401);
  const flow = createFlow(site.url, portal, "openid profile");
  const { code = "" } = returned(await signIn(createBrowser(), flow, "amy", passwords.amy));
  const { access_token: ended } = await flow.exchange(code);
  expect(await status(ended)).toBe(200);
  await flow.revoke(ended);
  expect(await status(ended)).toBe(401);
});

it("refuses the token of a person who may no longer sign in", async () => {
  const { access_token: token } = await site.tokens(portal, "bob", "openid profile");
  await site.call("E7", { body: { user: { userType: 0, userCode: "bob" }, active: false } });
  expect((await ask(token)).status).toBe(401);
});

it("is announced with its scopes and claims", async () => {
  expect((await site.raw("GET", "/.well-known/openid-configuration")).json).toMatchObject({
    userinfo_endpoint: `${site.url}${path}`,
    scopes_supported: expect.arrayContaining(["openid", "profile", "email"]),
    claims_supported: expect.arrayContaining(["sub", "name", "email"]),
  });
});
