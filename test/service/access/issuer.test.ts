/** The issuer is configured, and the keys with which it signs can be replaced. */
import { createPublicKey, type JsonWebKeyInput, verify } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Log } from "../../../src/lib/log.ts";
import { createBrowser, createFlow, returned, signIn } from "./browser.ts";
import { movingClock } from "./moving-clock.ts";
import { openOauthSite, passwords, startOauthSite } from "./oauth-site.ts";

const clock = movingClock();
const site = await openOauthSite({ clock });
const app = await site.register({});

const discovery = "/.well-known/openid-configuration";

describe("the issuer", () => {
  const forged = { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" };

  it("is the address at which the service listens, whatever the request's headers say", async () => {
    const { text } = await site.raw("GET", discovery);
    expect(JSON.parse(text)).toMatchObject({ issuer: site.url, authorization_endpoint: `${site.url}/oauth/authorize` });
    expect((await site.raw("GET", discovery, forged)).text).toBe(text);
    const { pathname, search } = new URL(createFlow(site.url, app).address());
    const page = await site.raw("GET", pathname + search, forged);
    expect([page.status, page.text]).toEqual([303, expect.not.stringContaining("evil")]);
  });

  it("is localhost for a service that listens at every address", async () => {
    const everywhere = await startOauthSite({ host: "0.0.0.0" });
    const port = new URL(everywhere.url).port;
    expect((await everywhere.raw("GET", discovery)).json).toMatchObject({ issuer: `http://localhost:${port}` });
    await everywhere.close();
  });

  it("is also reached by a browser that calls the machine by its other name", async () => {
    const browser = createBrowser();
    const flow = createFlow(site.url.replace("127.0.0.1", "localhost"), app);
    const sent = await browser.open(flow.address());
    expect(new URL(sent.location ?? "").origin).toBe(site.url);
    const back = await signIn(browser, createFlow(site.url, app), "amy", passwords.amy);
    expect(returned(back)).toMatchObject({ iss: site.url, code: expect.any(String) });
  });
});

type SigningKey = JsonWebKeyInput["key"] & { readonly kid: string };

const publishedKeys = async (path: string): Promise<readonly SigningKey[]> =>
  (JSON.parse((await site.raw("GET", path)).text) as { keys: readonly SigningKey[] }).keys;

/** True if a published key has made the signature of the ID token. */
const isGenuine = async (token: string): Promise<boolean> => {
  const [head = "", body = "", signature = ""] = token.split(".");
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
  const found = (await publishedKeys("/api/oauth/jwks")).find((key) => key.kid === kid);
  if (!found) return false;
  const key = createPublicKey({ key: found, format: "jwk" });
  return verify("sha256", Buffer.from(`${head}.${body}`), key, Buffer.from(signature, "base64url"));
};

it.each(["/api/oauth/jwks", "/openapi/callback-keys"])(
  "the first requests for %s at once make one key",
  async (path) => {
    const fresh = await startOauthSite({});
    const asked = Array.from({ length: 20 }, async () => (await fetch(`${fresh.url}${path}`)).json());
    const answers = (await Promise.all(asked)) as readonly { readonly keys: readonly object[] }[];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.keys).toHaveLength(1);
    await fresh.close();
  },
);

it("a caller who sends no whole form is no failure of the service, and not in its log", async () => {
  const lines: object[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (line: object) => void lines.push(line) };
  const logged = await startOauthSite({ log: log as unknown as Log });
  const { hostname, port } = new URL(logged.url);
  const form = "POST /api/oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n";
  for (const rest of ["Content-Length: 100\r\n\r\ngrant", "Transfer-Encoding: chunked\r\n\r\n5\r\ngrant\r\nzz"]) {
    const socket = connect(Number(port), hostname);
    socket.write(form + rest);
    await pause(100);
    socket.destroy();
  }
  await logged.tokens(await logged.register({}));
  expect(lines).toEqual([]);
  await logged.close();
});

it("what the provider answers is never taken for another type", async () => {
  for (const path of ["/.well-known/openid-configuration", "/api/oauth/jwks", "/api/oauth/userinfo", "/oauth/session"])
    expect((await fetch(site.url + path)).headers.get("x-content-type-options")).toBe("nosniff");
});

it("a sign-out begins with a link, not with a form", async () => {
  expect((await fetch(`${site.url}/oauth/session`, { method: "POST" })).status).toBe(404);
});

describe("replaced signing keys", () => {
  it("stay valid for a day: ID tokens, and the cookies of a sign-in that is going on", async () => {
    const before = (await site.tokens(app, "amy", "openid")).id_token ?? "";
    const browser = createBrowser();
    const flow = createFlow(site.url, app, "openid");
    const page = await browser.follow(await browser.open(flow.address()));
    const { earlierValidUntil } = (await site.admin("POST", "/signing-keys")) as { earlierValidUntil: string };
    expect(Date.parse(earlierValidUntil) - clock.nowMs()).toBe(24 * 3_600_000);

    const consent = await browser.follow(await browser.send(page, { account: "amy", password: passwords.amy }));
    const back = await browser.follow(await browser.send(consent, { decision: "allow" }));
    const after = (await flow.exchange(returned(back)["code"] ?? "")).id_token ?? "";
    expect(after.split(".")[0]).not.toBe(before.split(".")[0]);
    expect([await isGenuine(before), await isGenuine(after)]).toEqual([true, true]);

    clock.pass(24 * 3_600);
    expect([await isGenuine(before), await isGenuine(after)]).toEqual([false, true]);
    await site.admin("POST", "/signing-keys");
    expect(await publishedKeys("/api/oauth/jwks")).toHaveLength(2);
  });

  it("of callbacks are published for a day beside the new one", async () => {
    const [first] = await publishedKeys("/openapi/callback-keys");
    await site.admin("POST", "/callback-keys");
    const both = await publishedKeys("/openapi/callback-keys");
    expect([both.length, both[1]]).toEqual([2, first]);
    clock.pass(24 * 3_600);
    expect(await publishedKeys("/openapi/callback-keys")).toEqual([both[0]]);
  });
});
