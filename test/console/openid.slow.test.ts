/** Tests in Chromium the sign-in at an OpenID provider, which is the reference service. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { passwords, startOauthSite } from "../service/access/oauth-site.ts";
import { browserArguments, browserPath } from "../support/browser.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

let browser: Browser;
let url: string;
let at: ServedConsole;

beforeAll(async () => {
  const site = await startOauthSite();
  closing.push(() => site.close());
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { appId, secret = "" } = await site.register({
    redirectUris: [`${url}/sign-in/openid/return`],
    secret: true,
  });
  const amy = ["Name of amy"];
  const roles = { rolesFrom: "name", roles: { approver: amy, viewer: amy } };
  const openid = { issuer: site.url, clientId: appId, clientSecret: "env:CLIENT_SECRET", ...roles };
  at = await serveForTest({ daemon: { console: "loopback", openid } }, {}, { CLIENT_SECRET: secret });
  closing.push(() => at.close());
  await at.server.listen({ port, host: "127.0.0.1" });
  browser = await chromium.launch({ executablePath: browserPath(), args: [...browserArguments] });
  closing.push(() => browser.close());
}, 240_000);

const signIn = async (account: keyof typeof passwords) => {
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(`${url}/run?status=failed`);
  await page.getByRole("link", { name: "Sign in with your company account" }).click();
  await page.locator('input[type="password"]').waitFor();
  await page.locator('input:not([type="password"]):not([type="hidden"])').first().fill(account);
  await page.locator('input[type="password"]').fill(passwords[account]);
  await page.getByRole("button").first().click();
  const allow = page.locator('button[value="allow"]');
  await allow.or(page.locator("main#content")).first().waitFor();
  if (await allow.isVisible()) await allow.click();
  return page;
};

it("lets in whoever has a role there, to the page that was wanted, without a script", async () => {
  const page = await signIn("amy");
  await page.waitForURL(`${url}/run?status=failed`);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Runs");
  const [entry] = await at.app.store.audit.list({ events: ["signed-in"], limit: 1, newest: true });
  expect(entry?.by.name).toBe("amy@example.com");
  expect(entry?.facts).toMatchObject({ roles: ["viewer", "approver"] });
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Password").waitFor();
}, 240_000);

it("does not let in whoever has none", async () => {
  const page = await signIn("bob");
  await page.getByText("Your company account has no role here.").waitFor();
  await page.goto(url);
  await page.getByLabel("Password").waitFor();
  expect(new URL(page.url()).pathname).toBe("/sign-in");
}, 240_000);
