/** How users end what they have granted: on the page of their grants, and by signing out. */
import { describe, expect, it } from "vitest";
import { errorCodeOf, pathOf } from "../running-service.ts";
import { type App, type Browser, createBrowser, createFlow, type Page, returned, signIn, signOut } from "./browser.ts";
import { openOauthSite, passwords } from "./oauth-site.ts";

const site = await openOauthSite({ corpName: "Example Ltd" });
const portal = await site.register({ postLogoutRedirectUris: ["https://portal.example/bye"] });
const planner = await site.register({ name: `Plan & <b>"Co"</b>`, redirectUris: ["https://planner.example/cb"] });

const isAlive = async (token: string): Promise<boolean> => {
  const answer = await site.raw("GET", pathOf("U1"), { Authorization: `Bearer ${token}` });
  if (answer.status !== 200) expect(errorCodeOf(answer)).toBe("OPA-TOKEN-INVALID");
  return answer.status === 200;
};

const allowed = async (browser: Browser, app: App, scope: string) => {
  const flow = createFlow(site.url, app, scope);
  const { code = "" } = returned(await signIn(browser, flow, "amy", passwords.amy));
  return { flow, ...(await flow.exchange(code)) };
};

const opened = async (browser: Browser, account: keyof typeof passwords): Promise<Page> => {
  const page = await browser.follow(await browser.open(`${site.url}/oauth/grants`));
  if (!page.html.includes('name="password"')) return page;
  expect(page.html).toContain("Example Ltd asks you to sign in.");
  return browser.follow(await browser.send(page, { account, password: passwords[account] }));
};

const field = (page: Page, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page.html)?.[1] ?? "";
const listed = ({ html }: Page) => [...html.matchAll(/<(?:h2|li)>([^<]*)/g)].map(([, text]) => text);

describe("the page of a user's grants", () => {
  it("asks for a sign-in, not for consent, and shows each application with what it may do", async () => {
    expect((await opened(createBrowser(), "bob")).html).toContain("No application acts for you.");
    const browser = createBrowser();
    await allowed(browser, portal, "base.profile.read offline_access");
    await allowed(createBrowser(), portal, "bpm.tasks.read");
    await allowed(browser, planner, "openid");
    const page = await opened(createBrowser(), "amy");
    expect(page.html).toContain("You are signed in as amy.");
    expect(listed(page)).toEqual([
      "Portal",
      "Keep access when you are not present",
      "Read your profile and your notices",
      "Read the list of documents waiting for you",
      "Plan &amp; &lt;b&gt;&quot;Co&quot;&lt;/b&gt;",
      "Know who you are",
    ]);
  });

  it("ends the access of one application: its tokens, codes and grants, in every browser", async () => {
    const [browser, other] = [createBrowser(), createBrowser()];
    const kept = await allowed(browser, planner, "base.profile.read");
    const first = await allowed(browser, portal, "base.profile.read offline_access");
    const second = await allowed(other, portal, "base.profile.read");
    const flow = createFlow(site.url, portal, "base.profile.read");
    const { code = "" } = returned(await signIn(other, flow, "amy", passwords.amy));
    const page = await opened(browser, "amy");
    const form = { proof: field(page, "proof"), application: portal.appId };
    const ended = await browser.send({ ...page, url: `${site.url}/oauth/grants` }, form);
    expect(ended.html).toContain('<p role="status">Portal has no access any more.</p>');
    expect(listed(ended)).not.toContain("Portal");
    for (const { access_token: token } of [first, second]) expect(await isAlive(token)).toBe(false);
    expect(await first.flow.refresh(first.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await flow.exchange(code)).toMatchObject({ error: "invalid_grant" });
    expect(await isAlive(kept.access_token)).toBe(true);
    const again = await other.follow(await other.open(flow.address()));
    expect(again.html).toContain('value="allow"');
  });

  it("accepts no form without the proof of the same browser, and shows nothing to a stranger", async () => {
    const [browser, other] = [createBrowser(), createBrowser()];
    const { access_token: token } = await allowed(browser, portal, "base.profile.read");
    const page = await opened(browser, "amy");
    const url = `${site.url}/oauth/grants`;
    const foreign = field(await opened(other, "amy"), "proof");
    for (const [sender, proof] of [
      [browser, ""],
      [browser, foreign],
      [createBrowser(), field(page, "proof")],
    ] as const) {
      expect((await sender.send({ ...page, url }, { proof, application: portal.appId })).status).toBe(400);
    }
    expect(await isAlive(token)).toBe(true);
    expect((await createBrowser().open(url)).location).toContain("/oauth/authorize?client_id=musterd-grants");
  });

  it("is no application that anybody can register, or use for tokens", async () => {
    await expect(site.register({ name: "Fake", appId: "musterd-grants" })).rejects.toThrow("OPA-CODE-TAKEN");
    const flow = createFlow(site.url, { appId: "musterd-grants", redirectUri: `${site.url}/oauth/grants` }, "openid");
    expect(returned(await createBrowser().open(flow.address({ scope: "openid base.profile.read" })))).toMatchObject({
      error: "invalid_scope",
    });
  });
});

describe("signing out", () => {
  it("ends the session and what it permits; offline access stays", async () => {
    const browser = createBrowser();
    const online = await allowed(browser, portal, "base.profile.read");
    const offline = await allowed(browser, planner, "base.profile.read offline_access");
    expect((await browser.open(`${site.url}/oauth/session`)).html).toContain("<h1>Sign out?</h1>");
    const done = await signOut(browser, site.url);
    expect([done.status, done.html.includes("You are signed out")]).toEqual([200, true]);
    expect([await isAlive(online.access_token), await isAlive(offline.access_token)]).toEqual([false, true]);
    const next = await browser.follow(await browser.open(createFlow(site.url, portal, "openid").address()));
    expect(next.html).toContain('name="password"');
  });

  it("leads back to a registered address of the application, and to no other", async () => {
    const { json } = await site.raw("GET", "/.well-known/openid-configuration");
    expect(json).toMatchObject({ end_session_endpoint: `${site.url}/oauth/session` });
    const browser = createBrowser();
    const { id_token: hint = "" } = await allowed(browser, portal, "openid");
    const query = (to: string) =>
      `?${new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: to, state: "s" }).toString()}`;
    const refused = await browser.open(`${site.url}/oauth/session${query("https://evil.example/")}`);
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining("post_logout_redirect_uri")]);
    const back = await signOut(browser, site.url, query("https://portal.example/bye"));
    expect(back.location).toBe("https://portal.example/bye?state=s");
  });

  it("needs the form of its own page", async () => {
    const browser = createBrowser();
    const { access_token: token } = await allowed(browser, portal, "base.profile.read");
    const forged = { status: 200, url: `${site.url}/oauth/session/confirm`, location: null, html: "" };
    expect((await browser.send(forged, { logout: "yes" })).status).toBe(400);
    expect(await isAlive(token)).toBe(true);
  });
});
