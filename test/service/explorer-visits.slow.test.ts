/** Longer visits to the API explorer in a real browser: from the list to descriptions, and a call as a user who signs in. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/processes/browser.ts";
import { baseline } from "./cases/baseline.ts";
import { startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let browser: Browser;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

it("the list of operations leads to the description of each operation", async () => {
  const page = await browser.newPage({ locale: "en" });
  await page.goto(service.url);
  for (const name of ["listDepartments", "getProfile", "uploadBase64"]) {
    await page.getByRole("searchbox").fill(name);
    await page.locator("li:not([hidden]) a").last().click();
    await page.locator(`.opblock.is-open[id$="-${name}"]`).waitFor();
    await page.getByRole("link", { name: "All operations" }).click();
  }
  expect(await page.locator("img, .topbar").count()).toBe(0);
  await page.close();
});

it("the explorer signs a user in and calls an operation for the user", async () => {
  await service.admin("PUT", "/company", { organisation: baseline() });
  await service.admin("PUT", "/passwords", { account: "amy", password: "correct horse" });
  const redirectUris = [`${service.url}/docs/oauth2-redirect.html`];
  const { appId } = (await service.admin("POST", "/apps", {
    name: "Explorer",
    redirectUris,
    permissions: ["P-Profile"],
  })) as { appId: string };
  const page = await browser.newPage({ locale: "en" });
  await page.goto(`${service.url}/docs/?group=user`);
  await page.getByRole("heading", { name: "User-scoped operations" }).waitFor();
  await page.locator(".btn.authorize").first().click();
  await page.locator("#client_id_authorizationCode").fill(appId);
  await page.locator('label[for^="base.profile.read"]').first().click();
  const [signIn] = await Promise.all([
    page.waitForEvent("popup"),
    page.locator(".auth-container", { hasText: "OAuth2" }).locator("button.authorize").click(),
  ]);
  await signIn.getByLabel("Account").fill("amy");
  await signIn.getByLabel("Password").fill("correct horse");
  await signIn.getByRole("button", { name: "Sign in" }).click();
  await signIn.getByRole("button", { name: "Allow" }).click();
  await page.locator(".auth-container button", { hasText: "Logout" }).waitFor();
  await page.locator(".auth-container .btn-done").last().click();
  await page.locator("#operations-tag-Own_profile").click();
  const operation = page.locator("#operations-Own_profile-getProfile");
  await operation.click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect.poll(() => operation.textContent()).toContain('"employee_Number": "001"');
  await page.close();
});
