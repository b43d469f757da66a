/** Signing in with a real browser: the pages, their security policies, and the redirect to the application. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../../support/processes/browser.ts";
import { type App, createFlow } from "./browser.ts";
import { type OauthSite, passwords, startOauthSite } from "./oauth-site.ts";

let site: OauthSite;
let application: Server;
let app: App & { readonly name: string };
let browser: Browser;

beforeAll(async () => {
  site = await startOauthSite();
  application = createServer((_request, response) => response.end("welcome back")).listen(0, "127.0.0.1");
  await new Promise((resolve) => application.once("listening", resolve));
  const { port } = application.address() as AddressInfo;
  app = await site.register({ redirectUris: [`http://127.0.0.1:${port}/cb`] });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  application.close();
  await site.close();
});

/** Opens a private browser window, and records its console messages, its errors, and its requests to other hosts. */
const openWindow = async (locale: string) => {
  const context = await browser.newContext({ locale });
  const page = await context.newPage();
  const complaints: string[] = [];
  const foreign: string[] = [];
  const own = [site.url, new URL(app.redirectUri).origin];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!own.includes(new URL(request.url()).origin)) foreign.push(request.url());
  });
  return { context, page, seen: () => ({ complaints: complaints.filter((one) => !/401|favicon/.test(one)), foreign }) };
};

const enter = async (page: Page, account: string, password: string): Promise<void> => {
  await page.getByLabel("帳號").fill(account);
  await page.getByLabel("密碼").fill(password);
  await page.getByRole("button", { name: "登入" }).click();
};

it("one person signs in and consents, then another one; each gets their own identity", async () => {
  const { context, page, seen } = await openWindow("zh-TW");
  const flow = createFlow(site.url, app, "base.profile.read bpm.tasks.read");
  await page.goto(flow.address());
  await enter(page, "amy", "wrong");
  await expect.poll(() => page.getByRole("alert").textContent()).toBe("帳號或密碼錯誤。");
  await expect.poll(() => page.locator("#password:focus").count()).toBe(1);
  expect(await page.getByLabel("帳號").inputValue()).toBe("amy");
  await enter(page, "amy", passwords.amy);
  expect(await page.getByRole("listitem").allTextContents()).toEqual(["讀取個人資料與通知", "讀取個人待簽清單"]);
  await page.getByRole("button", { name: "允許" }).click();
  await page.waitForURL(/\/cb\?code=/);
  expect(await page.textContent("body")).toBe("welcome back");
  const mine = await flow.exchange(new URL(page.url()).searchParams.get("code") ?? "");
  expect((await site.callAs(mine.access_token, "U1")).json).toMatchObject({ employee_Number: "001" });

  const other = createFlow(site.url, app, "base.profile.read");
  await page.goto(other.address({ prompt: "login" }));
  await enter(page, "bob", passwords.bob);
  await page.getByRole("button", { name: "允許" }).click();
  await page.waitForURL(/\/cb\?code=/);
  const his = await other.exchange(new URL(page.url()).searchParams.get("code") ?? "");
  expect((await site.callAs(his.access_token, "U1")).json).toMatchObject({ employee_Number: "002" });
  expect(seen()).toEqual({ complaints: [], foreign: [] });
  await context.close();
});

it("the page of grants is used without a mouse, in the user's language, and ends the access", async () => {
  const { context, page, seen } = await openWindow("zh-TW");
  const flow = createFlow(site.url, app, "base.profile.read");
  await page.goto(flow.address());
  await enter(page, "amy", passwords.amy);
  await page.getByRole("button", { name: "允許" }).click();
  await page.waitForURL(/\/cb\?code=/);
  await page.goto(`${site.url}/oauth/grants`);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("可代表您操作的應用程式");
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["Portal"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("終止 Portal 的存取");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByRole("status").textContent()).toBe("Portal 已無法再存取。");
  await page.getByRole("link", { name: "登出" }).click();
  await page.getByRole("button", { name: "登出" }).click();
  await expect.poll(() => page.getByRole("heading").textContent()).toBe("您已登出");
  await page.goto(`${site.url}/oauth/grants`);
  expect(await page.getByLabel("密碼").count()).toBe(1);
  expect(seen()).toEqual({ complaints: [], foreign: [] });
  await context.close();
});

it("a form sent from another site finds no sign-in", async () => {
  const { context, page } = await openWindow("en");
  await page.goto(createFlow(site.url, app).address());
  const address = page.url();
  expect(address).toContain("/oauth/sign-in/");
  const forged = await context.newPage();
  // For a browser, localhost and 127.0.0.1 are different sites, so this form comes from another site.
  await forged.goto(`http://${new URL(app.redirectUri).host.replace("127.0.0.1", "localhost")}/`);
  await forged.setContent(
    `<form method="post" action="${address}"><input name="account" value="amy"><input name="password" value="${passwords.amy}"></form>`,
  );
  await Promise.all([forged.waitForURL(address), forged.evaluate("document.forms[0].submit()")]);
  expect(await forged.textContent("h1")).toBe("This sign-in has expired");
  await page.reload();
  expect(await page.textContent("h1")).toBe("Sign in");
  await context.close();
});
