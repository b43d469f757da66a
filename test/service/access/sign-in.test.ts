/** Sign-in: refusals, delays after wrong passwords, and the binding of a page to one browser. */
import { describe, expect, it } from "vitest";
import { textsFor } from "../../../src/service/access/sign-in-texts.ts";
import { account } from "../cases/baseline.ts";
import { createBrowser, createFlow, type Flow, type Page, returned, signIn } from "./browser.ts";
import { movingClock } from "./moving-clock.ts";
import { openOauthSite, passwords } from "./oauth-site.ts";

const clock = movingClock();
const site = await openOauthSite({ clock });
const app = await site.register({ name: `Plan & <b>"Co"</b>` });

const opened = async (browser = createBrowser(), flow = createFlow(site.url, app)): Promise<Page> =>
  browser.follow(await browser.open(flow.address()));

describe("the first request", () => {
  const answerTo = async (change: Readonly<Record<string, string | null>>) => {
    const page = await createBrowser().open(createFlow(site.url, app).address(change));
    return page.location === null ? [page.status, page.html] : returned(page);
  };

  it.each([
    ["PKCE is missing", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
    ["PKCE is plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["it requests another response type than a code", { response_type: "none" }, "unsupported_response_type"],
    ["it requires a signed-in user, and none is signed in", { prompt: "none" }, "login_required"],
  ])("returns to the application with an error when %s", async (_, change, error) => {
    expect(await answerTo(change)).toMatchObject({ error, iss: site.url });
  });

  it.each([
    ["an address that is not registered", { redirect_uri: "https://evil.example/cb" }, "invalid_redirect_uri"],
    ["a longer address than registered", { redirect_uri: "https://portal.example/cb/x" }, "invalid_redirect_uri"],
    ["another port than registered", { redirect_uri: "https://portal.example:8443/cb" }, "invalid_redirect_uri"],
    ["an unknown application", { client_id: "unknown" }, "invalid_client"],
  ])("does not redirect to %s, but shows a page with the error", async (_, change, error) => {
    const [status, html] = (await answerTo(change)) as [number, string];
    expect([status, html]).toEqual([400, expect.stringContaining(`<code>${error}</code>`)]);
    expect(html).not.toMatch(/https?:\/\/(?!127)/);
  });

  it("may leave out the only registered address, and the port of a loopback address", async () => {
    const native = await site.register({ name: "Desktop", redirectUris: ["http://127.0.0.1/cb"] });
    const flow = createFlow(site.url, { ...native, redirectUri: "http://127.0.0.1:54321/cb" });
    const back = await signIn(createBrowser(), flow, "amy", passwords.amy);
    expect(back.location).toMatch(/^http:\/\/127\.0\.0\.1:54321\/cb\?code=/);
    const only = createFlow(site.url, app);
    expect((await createBrowser().open(only.address({ redirect_uri: null }))).location).toContain("/oauth/sign-in/");
  });
});

describe("a code", () => {
  const codeFor = async (flow: Flow): Promise<string> =>
    returned(await signIn(createBrowser(), flow, "amy", passwords.amy))["code"] ?? "";

  it.each([
    ["without the verifier", { code_verifier: null }],
    ["with another verifier", { code_verifier: "x".repeat(43) }],
    ["with another address", { redirect_uri: "https://portal.example/other" }],
  ])("gives no token %s", async (_, change) => {
    const flow = createFlow(site.url, app);
    expect(await flow.exchange(await codeFor(flow), change)).toMatchObject({ status: 400, error: "invalid_grant" });
  });

  it("works once: the second use revokes the tokens of the first", async () => {
    const flow = createFlow(site.url, app);
    const code = await codeFor(flow);
    const answer = await flow.exchange(code);
    expect((await site.callAs(answer.access_token, "U1")).status).toBe(200);
    expect(await flow.exchange(code)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect((await site.callAs(answer.access_token, "U1")).status).toBe(401);
    expect(await flow.refresh(answer.refresh_token)).toMatchObject({ error: "invalid_grant" });
  });

  it("is valid for a minute", async () => {
    const flow = createFlow(site.url, app);
    const code = await codeFor(flow);
    clock.pass(60);
    expect(await flow.exchange(code)).toMatchObject({ status: 400, error: "invalid_grant" });
  });

  it("works for only one of two simultaneous requests", async () => {
    const flow = createFlow(site.url, app);
    const code = await codeFor(flow);
    const answers = await Promise.all([flow.exchange(code), flow.exchange(code)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });
});

describe("the page", () => {
  it("is only for the browser that started the request, and for its own sign-in", async () => {
    const browser = createBrowser();
    const page = await opened(browser);
    const other = createBrowser();
    const foreign = await opened(other);
    for (const stranger of [createBrowser(), other]) {
      expect((await stranger.open(page.url)).status).toBe(400);
      const sent = await stranger.send(page, { account: "amy", password: passwords.amy });
      expect([sent.status, sent.html.includes("This sign-in has expired")]).toEqual([400, true]);
    }
    expect((await browser.open(foreign.url)).status).toBe(400);
    expect((await browser.send(page, { account: "amy", password: passwords.amy })).status).toBe(303);
  });

  it("expires", async () => {
    const browser = createBrowser();
    const page = await opened(browser);
    clock.pass(1_800);
    expect((await browser.send(page, { account: "amy", password: passwords.amy })).status).toBe(400);
  });

  it.each([
    ["zh-TW,zh;q=0.9,en;q=0.8", "zh-TW", "登入"],
    ["*", "en", "Sign in"],
  ])("is in the language of %j", async (wanted, language, title) => {
    const { html } = await opened(createBrowser(wanted));
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>${title}</title>`);
  });

  it("escapes external text, and may not be framed, run scripts or be cached", async () => {
    const browser = createBrowser();
    const flow = createFlow(site.url, app);
    const page = await browser.follow(await browser.open(flow.address({ login_hint: `"><script>1</script>` })));
    expect(page.html).toContain("Plan &amp; &lt;b&gt;&quot;Co&quot;&lt;/b&gt;");
    expect(page.html).toContain(`value="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"`);
    const { headers } = await fetch(page.url);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-/,
    );
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("sets cookies that scripts and other sites cannot read", async () => {
    const answer = await fetch(createFlow(site.url, app).address(), { redirect: "manual" });
    const cookies = answer.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; path=\/oauth\/.*samesite=lax; httponly/i);
  });
});

describe("the language", () => {
  it.each([
    ["zh-Hant", "zh-TW"],
    ["en-GB,zh;q=0.5", "en"],
    ["de, en;q=0.1, zh;q=0.2", "zh-TW"],
    ["fr, zh;q=0", "en"],
    ["de, zh;q=0.5, en;q=0.4", "zh-TW"],
    ["zh ; q=0.5 , en-GB", "en"],
    ["zh;Q=0", "en"],
    ["", "en"],
  ])("of %j is %s", (header, language) => {
    expect(textsFor(header)("language")).toBe(language);
  });

  it("is read quickly from a header of any length", () => {
    expect(textsFor(`zh${" ".repeat(400_000)}x`)("language")).toBe("zh-TW");
  });
});

describe("wrong passwords", () => {
  const attempt = async (name: string, password: string): Promise<readonly [number, string]> => {
    const browser = createBrowser();
    const { status, html } = await browser.send(await opened(browser), { account: name, password });
    return [status, /role="alert">([^<]*)/.exec(html)?.[1] ?? ""];
  };
  const wrong = [401, "The account or the password is wrong."];

  it.each([
    ["a person with a password", "cat"],
    ["a person without one", "dan"],
    ["a disabled person", "eve"],
    ["an unknown person", "noone"],
  ])("get the same answer for %s", async (_, name) => expect(await attempt(name, "wrong")).toEqual(wrong));

  it.each([
    ["somebody", "bob"],
    ["nobody", "nobody"],
  ])("must wait after five of them, longer each time, for %s", async (_, name) => {
    for (let times = 0; times < 5; times += 1) expect(await attempt(name, "wrong")).toEqual(wrong);
    expect(await attempt(name, "wrong")).toEqual([429, "Too many attempts. Try again in 30 seconds."]);
    clock.pass(29);
    expect(await attempt(name.toUpperCase(), "wrong")).toEqual([429, "Too many attempts. Try again in 1 seconds."]);
    clock.pass(1);
    expect(await attempt(name, "wrong")).toEqual(wrong);
    expect(await attempt(name, "wrong")).toEqual([429, "Too many attempts. Try again in 60 seconds."]);
  });

  it("remember no more of a name than an account can have", async () => {
    const name = "n".repeat(255);
    for (let times = 0; times < 5; times += 1) expect(await attempt(`${name}${times}`, "wrong")).toEqual(wrong);
    expect((await attempt(`${name}${"x".repeat(10_000)}`, "wrong"))[0]).toBe(429);
  });

  it("delay the right password too, and are forgotten after it was given", async () => {
    clock.pass(7_200);
    for (let times = 0; times < 5; times += 1) await attempt("amy", "wrong");
    expect((await attempt("amy", passwords.amy))[0]).toBe(429);
    clock.pass(30);
    expect((await attempt("amy", passwords.amy))[0]).toBe(303);
    for (let times = 0; times < 4; times += 1) expect(await attempt("amy", "wrong")).toEqual(wrong);
    expect((await attempt("amy", passwords.amy))[0]).toBe(303);
  });

  it("cannot exceed the limit through parallel attempts", async () => {
    clock.pass(7_200);
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt("bob", "wrong")));
    expect(answers.map(([status]) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(5).fill(401),
      ...Array(7).fill(429),
    ]);
  });

  it("elsewhere do not keep a browser out in which the person has signed in", async () => {
    clock.pass(7_200);
    const browser = createBrowser();
    const page = await opened(browser);
    expect((await browser.send(page, { account: "amy", password: passwords.amy })).status).toBe(303);
    for (let times = 0; times < 5; times += 1) await attempt("amy", "wrong");
    expect((await attempt("amy", passwords.amy))[0]).toBe(429);
    const again = await opened(browser, createFlow(site.url, app, "openid"));
    expect((await browser.send(again, { account: "amy", password: passwords.amy })).status).toBe(303);
  });

  it("get the same answer as the right one of people who may not sign in", async () => {
    clock.pass(7_200);
    const lock = (locked: boolean) => site.call("E6", { body: { user: account("bob"), ...account("bob"), locked } });
    await lock(true);
    expect(await attempt("bob", passwords.bob)).toEqual(wrong);
    await lock(false);
    expect((await attempt("bob", passwords.bob))[0]).toBe(303);
  });
});
