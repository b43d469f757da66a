/** What the audit trail says about sign-ins, consent, tokens and their end. */
import { expect, it } from "vitest";
import type { AuditLine } from "../../../src/contract/audit.ts";
import { createBrowser, createFlow, returned, signOut } from "./browser.ts";
import { openOauthSite, passwords } from "./oauth-site.ts";

const site = await openOauthSite();
const app = await site.register({});

const kinds = ["sign-in", "lock", "consent", "token-made", "token-ended", "sign-out"];
const query = `/audit?${kinds.map((kind) => `kind=${kind}`).join("&")}`;

it("a sign-in is recorded from the first wrong password to the sign-out, without any secret", async () => {
  const browser = createBrowser();
  const flow = createFlow(site.url, app, "base.profile.read offline_access");
  const page = await browser.follow(await browser.open(flow.address()));
  await browser.send(page, { account: "secret-typed-as-account", password: "wrong" });
  for (let times = 0; times < 2; times += 1) await browser.send(page, { account: "AMY", password: "wrong" });
  const consent = await browser.follow(await browser.send(page, { account: "amy", password: passwords.amy }));
  const { code = "" } = returned(await browser.follow(await browser.send(consent, { decision: "allow" })));
  const { access_token: token, refresh_token: refresh } = await flow.exchange(code);
  await flow.exchange(code);
  await flow.revoke(refresh);
  await signOut(browser, site.url);

  const lines = (await site.admin("GET", query)) as readonly AuditLine[];
  expect(lines.map(({ kind, result, who, about, times }) => [kind, result, who, about, times])).toEqual([
    ["sign-in", "refused", null, "Portal", 1],
    ["sign-in", "refused", "amy", "Portal", 2],
    ["sign-in", "ok", "amy", "Portal", 1],
    ["consent", "ok", "amy", "Portal: offline_access base.profile.read", 1],
    ["token-made", "ok", "amy", "Portal", 1],
    ["token-made", "refused", "Portal", "invalid_grant", 1],
    ["sign-out", "ok", "amy", null, 1],
  ]);
  expect(lines.every(({ from }) => from === "127.0.0.1")).toBe(true);
  const text = JSON.stringify(lines);
  for (const secret of [passwords.amy, "secret-typed", code, token, refresh]) expect(text).not.toContain(secret);
});

it("revocations, ended grants and locks are recorded", async () => {
  const flow = createFlow(site.url, app);
  const tokens = await site.tokens(app, "bob");
  await flow.revoke(tokens.access_token);
  const browser = createBrowser();
  const page = await browser.follow(await browser.open(flow.address()));
  for (let times = 0; times < 6; times += 1) await browser.send(page, { account: "nobody", password: "wrong" });
  const lines = (await site.admin("GET", query)) as readonly AuditLine[];
  expect(lines.filter(({ kind }) => kind === "lock" || kind === "token-ended")).toMatchObject([
    { kind: "token-ended", result: "ok", who: "bob", about: "Portal" },
    { kind: "lock", result: "refused", who: null, about: "Portal" },
  ]);
});
