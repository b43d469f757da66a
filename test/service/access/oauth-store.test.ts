/** The stored data of sign-ins: it survives a restart, contains no usable credentials, and expires. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { digestOf } from "../../../src/service/kernel/callers/keys.ts";
import { type RunningService, type ServiceOptions, startService } from "../../../src/service/service.ts";
import { baseline } from "../cases/baseline.ts";
import { callerOf, optionsFor, temporaryDirectory } from "../running-service.ts";
import { createBrowser, createFlow, returned } from "./browser.ts";
import { movingClock } from "./moving-clock.ts";

const dispatcher = getGlobalDispatcher();

const clock = movingClock();
const password = "correct horse";
let directory: string;
let options: ServiceOptions & { readonly database: string };
let service: RunningService;

beforeAll(async () => {
  // Keeps no connections open, because after a restart they would lead to a service that has ended.
  setGlobalDispatcher(new Agent({ pipelining: 0 }));
  directory = await temporaryDirectory();
  options = { ...optionsFor(join(directory, "service.db")), clock };
  service = await startService(options);
});
afterAll(async () => {
  setGlobalDispatcher(dispatcher);
  await service.close();
  await rm(directory, { recursive: true });
});

/** Restarts the service at the same address, because the browser and the application know it. */
const restart = async (): Promise<void> => {
  const port = Number(new URL(service.url).port);
  await service.close();
  service = await startService({ ...options, port });
};

it("a restart between any two steps changes nothing, and no credential is in the file", async () => {
  const { admin, load } = callerOf(service.url);
  await load(baseline());
  await admin("PUT", "/passwords", { account: "amy", password });
  const redirectUri = "https://portal.example/cb";
  const registration = { name: "Portal", redirectUris: [redirectUri], permissions: ["P-Profile"], secret: true };
  const made = (await admin("POST", "/apps", registration)) as { appId: string; secret: string };
  const app = { ...made, redirectUri };
  const flow = createFlow(service.url, app, "openid offline_access base.profile.read");
  const browser = createBrowser();
  const seen: string[] = [password, app.secret];
  const stopped = async (): Promise<void> => {
    await restart();
    seen.push(...browser.cookies().map(({ value }) => value));
  };

  const page = await browser.follow(await browser.open(flow.address()));
  await stopped();
  const resumed = await browser.send(page, { account: "amy", password });
  await stopped();
  const consent = await browser.follow(resumed);
  const allowed = await browser.send(consent, { decision: "allow" });
  await stopped();
  const { code = "" } = returned(await browser.follow(allowed));
  seen.push(code);
  await stopped();
  const first = await flow.exchange(code);
  seen.push(first.access_token, first.refresh_token);
  await stopped();
  const { callAs } = callerOf(service.url);
  expect((await callAs(first.access_token, "U1")).status).toBe(200);
  const second = await flow.refresh(first.refresh_token);
  seen.push(second.access_token, second.refresh_token);
  await stopped();
  expect((await callAs(second.access_token, "U1")).status).toBe(200);
  const again = await browser.follow(await browser.open(createFlow(service.url, app, "base.profile.read").address()));
  expect(returned(again)).toHaveProperty("code");

  const content = await readFile(options.database, "latin1");
  expect(content).toContain("RefreshToken/");
  expect(seen.length).toBeGreaterThan(20);
  for (const credential of new Set(seen)) {
    expect(credential.length).toBeGreaterThan(10);
    expect(content.includes(credential)).toBe(false);
  }
});

it("expired data is removed when something new is stored", async () => {
  const rows = async (): Promise<number> => {
    await restart();
    const content = await readFile(options.database, "latin1");
    return [...content.matchAll(/"digest":"(Interaction|Session|AuthorizationCode|AccessToken|RefreshToken)\//g)]
      .length;
  };
  expect(await rows()).toBeGreaterThan(5);
  clock.pass(31 * 24 * 3_600);
  const [portal] = (await callerOf(service.url).admin("GET", "/apps")) as [{ appId: string; redirectUris: [string] }];
  const flow = createFlow(service.url, { appId: portal.appId, redirectUri: portal.redirectUris[0] });
  await createBrowser().open(flow.address({ scope: "base.profile.read" }));
  const { admin } = callerOf(service.url);
  const company = (await admin("GET", "/company")) as { access: object };
  expect(JSON.stringify(company)).not.toMatch(/Interaction|RefreshToken/);
  expect(await storedKinds()).toEqual(["Grant", "Interaction"]);
});

/** Opens the stored rows, because free pages of the file may still contain old data. */
const inStore = async <T>(work: (database: DatabaseSync) => T): Promise<T> => {
  await service.close();
  const database = new DatabaseSync(options.database);
  const result = work(database);
  database.close();
  service = await startService(options);
  return result;
};

const storedKinds = () =>
  inStore((database) => {
    const bodies = database.prepare("SELECT body FROM record WHERE kind = 'grant'").all() as { body: string }[];
    return bodies.map(({ body }) => (JSON.parse(body) as { digest: string }).digest.split("/")[0] ?? "").toSorted();
  });

it("a token that an earlier version stored for an application permits nothing; one of the sandbox stays valid", async () => {
  const expiresAt = new Date(clock.nowMs() + 60_000).toISOString();
  await inStore((database) => {
    const employeeId = database.prepare("SELECT min(id) AS id FROM record WHERE kind = 'employee'").get()?.["id"];
    const insert = database.prepare("INSERT INTO record (id, kind, body) VALUES (?, 'token', ?)");
    for (const [at, application] of ["sandbox", "portal"].entries()) {
      const id = 1_000_000 + at;
      const digest = digestOf(`token of ${application}`.replaceAll(" ", "-"));
      insert.run(id, JSON.stringify({ id, digest, employeeId, application, permissions: ["P-Profile"], expiresAt }));
    }
  });
  const { callAs } = callerOf(service.url);
  const answers = [await callAs("token-of-sandbox", "U1"), await callAs("token-of-portal", "U1")];
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
});
