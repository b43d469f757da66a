/** What strangers can leave in the store by asking for sign-ins: a bounded number of rows, and none of those who go on. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../running-service.ts";
import { createBrowser, createFlow, returned } from "./browser.ts";
import { passwords, startOauthSite } from "./oauth-site.ts";

it("keeps 2,000 begun sign-ins, and every one in which somebody has given a password", async () => {
  const directory = await temporaryDirectory();
  const database = join(directory, "service.db");
  const site = await startOauthSite({ database });
  const app = await site.register({});
  const amy = createBrowser();
  const flow = createFlow(site.url, app);
  const form = await amy.follow(await amy.open(flow.address()));
  const consent = await amy.follow(await amy.send(form, { account: "amy", password: passwords.amy }));
  const lost = createBrowser();
  const forgotten = await lost.follow(await lost.open(flow.address()));

  for (let burst = 0; burst < 24; burst += 1) {
    const asked = Array.from({ length: 100 }, () => fetch(flow.address(), { redirect: "manual" }));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 303));
  }
  expect(returned(await amy.follow(await amy.send(consent, { decision: "allow" })))).toHaveProperty("code");
  expect((await lost.open(forgotten.url)).status).toBe(400);
  await site.close();
  expect(rowsOf(database, "Interaction")).toBeLessThanOrEqual(2_001);
  await rm(directory, { recursive: true });
});

it("keeps 2,000 sessions of browsers that only asked to sign out, and every one in which somebody is signed in", async () => {
  const directory = await temporaryDirectory();
  const database = join(directory, "service.db");
  const site = await startOauthSite({ database });
  const amy = createBrowser();
  const form = await amy.follow(await amy.open(`${site.url}/oauth/grants`));
  await amy.follow(await amy.send(form, { account: "amy", password: passwords.amy }));

  for (let burst = 0; burst < 24; burst += 1) {
    const asked = Array.from({ length: 100 }, () => fetch(`${site.url}/oauth/session`));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
  }
  expect((await amy.open(`${site.url}/oauth/grants`)).html).toContain("amy");
  await site.close();
  expect(rowsOf(database, "Session")).toBeLessThanOrEqual(2_001);
  await rm(directory, { recursive: true });
});

const rowsOf = (database: string, kind: string): number => {
  const opened = new DatabaseSync(database);
  const counted = opened.prepare(`SELECT count(*) AS begun FROM record WHERE body LIKE '%"${kind}/%'`).get();
  opened.close();
  return Number(counted?.["begun"]);
};
