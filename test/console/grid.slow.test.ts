/**
 * Tests in Chromium, as four persons, in both languages, with the mouse and with the keyboard alone, all that a person does in the
 * console; and, without scripts, the sign-in at an OpenID provider (the reference service) and every page. What a person may not do is
 * not offered, and refused. In CI each person has one hand and one language. Runs are those of a store that the test fills.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Running } from "../../src/console/parts.ts";
import { wordsOf } from "../../src/console/words/words.ts";
import type { Decision } from "../../src/model/directory/identity.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { Role } from "../../src/model/role.ts";
import type { Language } from "../../src/model/words/language.ts";
import { change, held, planWith } from "../report/report-builder.ts";
import { cheapHash, type OauthSite, startOauthSite } from "../service/access/oauth-site.ts";
import { baseline } from "../service/cases/baseline.ts";
import { launchBrowser } from "../support/processes/browser.ts";
import { isInPart } from "../support/suites/runs.ts";
import { password } from "./console-site.ts";
import { type ServedConsole, serveForTest, signIn } from "./served-console.ts";

let at: ServedConsole;
let site: OauthSite;
let url: string;
let browser: Browser;
/** What the daemon would do. */
const done: unknown[] = [];
let running: Running | undefined;
const watchers = new Set<() => void>();

const setRunning = (now: typeof running): void => {
  running = now;
  for (const changed of watchers) changed();
};

const runningAt = (n: number): Running => ({
  id: "20261130T010000-00000001",
  progress: { done: n, total: 3, wave: 1, waves: 1 },
});

const twin = held({
  key: "new.1",
  reason: "possible-twin",
  action: "create",
  candidates: [{ key: "old.1", label: "Old One", active: true, weight: 70, evidence: [["email"]], fields: [] }],
});
const breach = { code: "cap-exceeded", kind: "employee", action: "update", count: 1, limit: 1, base: 9 } as const;
let plans = 0;

/** A run that has made a plan, which waits for a decision. */
const planThatWaits = async (): Promise<string> => {
  plans += 1;
  const fingerprint = String(plans).padStart(12, "0").padEnd(64, "a");
  const set: Partial<Plan> = { changes: [change({ key: "chen", label: "Chen" })], held: [twin], breaches: [breach] };
  const id = await at.app.store.runs.begin("schedule", "planned");
  await at.app.store.plans.keep(id, planWith({ ...set, fingerprint }));
  const error = { code: "cap-exceeded", message: "too many" };
  await at.app.store.runs.end(id, { status: "blocked", refresh: "not-needed", error });
  return fingerprint;
};

const rolesOf = { ann: "approver", otto: "operator", hana: "viewer", aude: "auditor" } as const satisfies Record<
  string,
  Role
>;
/** Their accounts at the provider, where eve has one, too. */
const accounts = { ann: "amy", otto: "bob", hana: "cat", aude: "dan" } as const;
const persons = Object.keys(accounts) as (keyof typeof accounts)[];

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** The reference service as provider, where all have one password; returns the settings of a console at this port. */
const provider = async (port: number) => {
  site = await startOauthSite();
  const { employees, ...rest } = baseline();
  await site.load({ ...rest, employees: employees.map((one) => ({ ...one, active: true })) });
  const passwordHash = cheapHash(password);
  const all = [...Object.values(accounts), "eve"];
  await site.admin("PUT", "/company", { access: { passwords: all.map((account) => ({ account, passwordHash })) } });
  const redirectUris = [`http://127.0.0.1:${port}/sign-in/openid/return`];
  const { appId, secret = "" } = await site.register({ redirectUris, secret: true });
  const roles = Object.fromEntries(persons.map((name) => [rolesOf[name], [`Name of ${accounts[name]}`]]));
  const client = { clientId: appId, clientSecret: "env:CLIENT_SECRET" };
  return { openid: { issuer: site.url, ...client, rolesFrom: "name", roles }, secret };
};

beforeAll(async () => {
  const port = await freePort();
  const { openid, secret } = await provider(port);
  at = await serveForTest(
    { daemon: { console: "loopback", openid } },
    {
      signIn: async ({ name, password: given }) => {
        const user = await at.app.store.users.verify(name, given);
        return user ? { result: "in", user } : { result: "wrong" };
      },
      live: {
        running: () => running,
        subscribe: (changed) => {
          watchers.add(changed);
          return () => watchers.delete(changed);
        },
      },
      cancel: async (run, { name }) => {
        done.push(["cancel", run, name]);
        setRunning(undefined);
        return true;
      },
    },
    { CLIENT_SECRET: secret },
  );
  const { users } = at.app.store;
  await users.add({ name: "hana", roles: ["viewer"] }, password);
  await users.add({ name: "bob", roles: ["approver"] }, password);
  Object.assign(at.app.deciding, {
    // What it checks against both sides has tests of its own.
    adopt: async (_by: unknown, said: readonly Decision[]) => void done.push(said),
  });
  Object.assign(at.app, {
    plan: async (_accepted: unknown, { undoes, by }: { undoes: string; by: { name: string } }) => {
      done.push(["undo", by.name]);
      return { run: { id: `undo-of-${undoes}` } };
    },
  });
  const written = await at.app.store.runs.begin("schedule", "running");
  await at.app.store.plans.keepToApply(written, planWith({ fingerprint: "b".repeat(64) }));
  await at.app.store.runs.end(written, { status: "succeeded", refresh: "done" });
  url = await at.server.listen({ port, host: "127.0.0.1" });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await at.close();
  await site.close();
});

/** How a person gives input. */
type Hand = {
  readonly press: (control: Locator) => Promise<void>;
  readonly write: (field: Locator, text: string) => Promise<void>;
  readonly choose: (list: Locator, option: string) => Promise<void>;
};

const mouse: Hand = {
  press: (control) => control.click(),
  write: async (field, text) => {
    await field.click();
    await field.fill(text);
  },
  choose: async (list, option) => void (await list.selectOption(option)),
};

const mostSteps = 80;

/** Goes to the control with the key Tab alone. */
const reach = async (control: Locator): Promise<void> => {
  await control.waitFor();
  for (let steps = 0; steps < mostSteps; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await control.page().keyboard.press("Tab");
  }
  throw new Error("the key Tab does not reach the control");
};

const keyboard: Hand = {
  press: async (control) => {
    await reach(control);
    await control.page().keyboard.press("Enter");
  },
  write: async (field, text) => {
    await reach(field);
    await field.page().keyboard.press("ControlOrMeta+a");
    await field.page().keyboard.insertText(text);
  },
  choose: async (list, option) => {
    await reach(list);
    await list.page().keyboard.type(option);
  },
};

type Visitor = { readonly page: Page; readonly hand: Hand; readonly language: Language; readonly name: string };

const visit = async (name: string, language: Language, hand: Hand): Promise<Visitor> => {
  const locale = language === "en" ? "en-GB" : "zh-TW";
  const page = await (await browser.newContext({ locale })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  await hand.write(page.locator("#name"), name);
  await hand.write(page.locator("#password"), password);
  await hand.press(page.locator("main button"));
  await page.getByRole("button", { name: wordsOf(language).frame.signOut, exact: true }).waitFor();
  return { page, hand, language, name };
};

/** Signs in at the provider from a page that was wanted, in a browser without scripts. */
const withCompanyAccount = async (account: string, language: Language): Promise<Page> => {
  const locale = language === "en" ? "en-GB" : "zh-TW";
  const page = await (await browser.newContext({ locale, javaScriptEnabled: false })).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${url}/run?status=failed`);
  await page.getByRole("link", { name: wordsOf(language).signIn.openId, exact: true }).click();
  await page.locator('input[type="password"]').waitFor();
  await page.locator('input:not([type="password"]):not([type="hidden"])').first().fill(account);
  await page.locator('input[type="password"]').fill(password);
  await page.getByRole("button").first().click();
  const allow = page.locator('button[value="allow"]');
  await allow.or(page.locator("main#content")).first().waitFor();
  if (await allow.isVisible()) await allow.click();
  return page;
};

/** Sends a form of the console without having been offered it; returns the status. */
const forge = async ({ page }: Visitor, path: string): Promise<number> => {
  const token = await page.locator('input[name="token"]').first().inputValue();
  const form = { token, reason: "I want to", whom: "bob", kind: "employee", source: "a", target: "b", answer: "same" };
  const sent = await page.request.post(`${url}${path}`, { form, headers: { origin: url }, maxRedirects: 0 });
  return sent.status();
};

const button = ({ page }: Visitor, name: string): Locator =>
  page.locator("main").getByRole("button", { name, exact: true });

const verdictOf = async (fingerprint: string) => {
  const verdict = await at.app.store.verdicts.find(fingerprint);
  return verdict && [verdict.verdict, verdict.by.name, verdict.reason];
};

const approves = async (who: Visitor): Promise<void> => {
  const { page, hand, language, name } = who;
  const { decide, questions } = wordsOf(language);
  const plan = await planThatWaits();
  const path = `${url}/decide/${plan.slice(0, 12)}`;
  await page.goto(path);
  await hand.press(page.getByText(decide.ask, { exact: true }));
  await hand.choose(page.locator("#whom"), "bob");
  await hand.press(button(who, decide.askButton));
  await page.getByText(decide.asked("bob")).waitFor();

  await hand.write(page.locator("#why-not"), "wrong file");
  await hand.press(button(who, decide.rejectButton));
  await page.getByText(decide.rejected).waitFor();
  expect(await verdictOf(plan)).toEqual(["rejected", name, "wrong file"]);

  const next = await planThatWaits();
  await page.goto(`${url}/decide/${next.slice(0, 12)}`);
  await hand.press(page.getByText(decide.release, { exact: true }));
  await hand.write(page.locator("#why"), "HR confirms");
  await hand.press(button(who, decide.releaseButton));
  await page.getByText(decide.released).waitFor();
  expect(await verdictOf(next)).toEqual(["released", name, "HR confirms"]);
  const asked = await at.app.store.requests.next();
  await at.app.store.requests.withdraw(asked?.runId ?? "", { kind: "person", name });

  await page.goto(`${url}/questions`);
  await hand.press(button(who, questions.same));
  await page.getByText(questions.answered("1")).waitFor();
  expect(done.splice(0)).toEqual([[{ kind: twin.kind, source: "new.1", target: "old.1", same: true }]]);
};

const operates = async (who: Visitor): Promise<void> => {
  const { page, hand, language, name } = who;
  const { today, run: runWords, people } = wordsOf(language);
  const { store } = at.app;
  await page.goto(`${url}/people/employee/chen`);
  await hand.press(button(who, people.apply));
  await page.getByText(today.started).waitFor();
  const asked = await store.requests.next();
  expect(asked).toMatchObject({ only: ["employee/chen"], by: { name } });
  await store.requests.withdraw(asked?.runId ?? "", { kind: "person", name });

  const [written] = await store.runs.list(1, { status: "succeeded" });
  await page.goto(`${url}/run/${written?.id}`);
  await hand.press(button(who, runWords.undoButton));
  await page.waitForURL(/undo-of-/);
  expect(done.splice(0)).toEqual([["undo", name]]);

  setRunning(runningAt(1));
  await page.goto(url);
  await hand.press(button(who, today.cancel));
  await page.getByText(today.cancelled).waitFor();
  expect(done.splice(0)).toEqual([["cancel", runningAt(1).id, name]]);
};

/** Everybody sees that a plan is no longer the plan, and how far a run has come. */
const looks = async ({ page, language }: Visitor): Promise<void> => {
  const { today, decide } = wordsOf(language);
  const [old, present] = [await planThatWaits(), await planThatWaits()];
  await page.goto(`${url}/decide/${old.slice(0, 12)}`);
  await page.getByText(decide.stale).waitFor();
  expect(await page.locator("main button").count()).toBe(0);
  expect(await page.getByRole("link", { name: decide.staleNew }).getAttribute("href")).toBe(
    `/decide/${present.slice(0, 12)}`,
  );
  await page.goto(url);
  setRunning(runningAt(1));
  await page.getByText(today.done("1", "3")).waitFor();
  setRunning(runningAt(2));
  await page.getByText(today.done("2", "3")).waitFor();
  setRunning(undefined);
  await page.getByText(today.done("2", "3")).waitFor({ state: "detached" });
};

/** What the forms of a page are for. */
const offered = async ({ page }: Visitor, path: string): Promise<readonly string[]> => {
  const [, main = ""] = (await (await page.request.get(`${url}${path}`)).text()).split("<main");
  return [...main.matchAll(/ action="([^"]*)"/g)].map(([, action = ""]) => action);
};

const mayNotApprove = async (who: Visitor): Promise<void> => {
  const plan = (await planThatWaits()).slice(0, 12);
  for (const path of [`/decide/${plan}`, "/questions"]) expect(await offered(who, path)).toEqual([]);
  for (const path of ["release", "reject", "ask"]) expect(await forge(who, `/decide/${plan}/${path}`)).toBe(403);
  for (const path of ["/questions", "/questions/rule", "/questions/sheet"]) expect(await forge(who, path)).toBe(403);
};

const mayNotOperate = async (who: Visitor): Promise<void> => {
  const { id = "" } = (await at.app.store.runs.list(1, { status: "succeeded" }))[0] ?? {};
  setRunning(runningAt(1));
  expect(await offered(who, "/")).toEqual([]);
  setRunning(undefined);
  expect(await offered(who, "/")).toEqual([]);
  expect(await offered(who, "/people/employee/chen")).toEqual(["/people/look"]);
  expect(await offered(who, `/run/${id}`)).toEqual([]);
  for (const path of ["/start", "/cancel", "/people/employee/chen/apply", `/run/${id}/undo`])
    expect(await forge(who, path)).toBe(403);
  expect(done).toEqual([]);
};

const audits = async ({ page, language }: Visitor): Promise<void> => {
  await page.goto(`${url}/audit`);
  await page.getByText(wordsOf(language).audit.verified).waitFor();
};

const mayNotAudit = async ({ page }: Visitor): Promise<void> => {
  expect(await page.locator('nav a[href="/audit"]').count()).toBe(0);
  for (const path of ["/audit", "/audit.csv"]) expect((await page.request.get(`${url}${path}`)).status()).toBe(403);
};

const deeds = {
  ann: [looks, approves, mayNotOperate, mayNotAudit],
  otto: [looks, operates, mayNotApprove, mayNotAudit],
  hana: [looks, mayNotApprove, mayNotOperate, mayNotAudit],
  aude: [looks, audits, mayNotApprove, mayNotOperate],
} as const;

it("has no page that is wider than a phone, however long a word of it is", async () => {
  const { runs } = at.app.store;
  const id = await runs.begin("schedule", "running");
  const message = `cannot read /srv/${"exports_of_the_personnel_department/".repeat(4)}employees.csv`;
  await runs.end(id, { status: "failed", refresh: "not-needed", error: { code: "source-unreadable", message } });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await signIn(context, at, url, "hana");
  const page = await context.newPage();
  await page.goto(`${url}/run/${id}`);
  expect(await page.locator("main").innerText()).toContain("employees.csv");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.goto(`${url}/settings`);
  const here = await page.locator("nav [aria-current]").boundingBox();
  expect((here?.x ?? -1) + (here?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(here?.x).toBeGreaterThanOrEqual(0);
  await context.close();
});

describe.each(["en", "zh-TW"] as const)("in %s", (language) => {
  const hands = [["mouse", mouse] as const, ["keyboard", keyboard] as const];
  /** In CI each person has one hand and one language. */
  const isTried = (person: number, hand: number): boolean =>
    !isInPart || person % 4 === 2 * hand + Number(language === "en");
  it.each(
    persons.flatMap((name, at) => hands.filter((_, hand) => isTried(at, hand)).map((hand) => [name, ...hand] as const)),
  )("%s does with the %s all that is a matter of the role, and nothing else", async (name, _device, hand) => {
    const who = await visit(name, language, hand);
    for (const deed of deeds[name]) await deed(who);
    expect(done).toEqual([]);
    await who.page.context().close();
  });

  it.each(persons)("%s signs in with the company's account, and reads every page, without scripts", async (name) => {
    const plan = (await planThatWaits()).slice(0, 12);
    const [run] = await at.app.store.runs.list(1);
    const page = await withCompanyAccount(accounts[name], language);
    await page.waitForURL(`${url}/run?status=failed`);
    const [entry] = await at.app.store.audit.list({ events: ["signed-in"], limit: 1, newest: true });
    expect(entry).toMatchObject({ by: { name: `${accounts[name]}@example.com` }, facts: { roles: [rolesOf[name]] } });
    const { frame, pages } = wordsOf(language);
    const listed = ["/", "/run", "/people", "/questions", "/source", "/site", "/settings"];
    const own = name === "aude" ? ["/audit"] : [];
    const addresses = await page.locator("nav a").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
    expect(addresses).toEqual([...listed, ...own]);
    const others = [`/run/${run?.id}`, `/decide/${plan}`, "/people?q=chen", "/people/employee/chen"];
    for (const path of [...listed, ...own, ...others]) {
      const answer = await page.goto(`${url}${path}`);
      expect([path, answer?.status()]).toEqual([path, 200]);
      expect((await page.locator("main h1").first().innerText()).length).toBeGreaterThan(0);
      expect(await page.locator("nav a").first().innerText()).toBe(pages.today);
    }
    await page.goto(`${url}/decide/${plan}`);
    expect((await page.locator("main button").count()) > 0).toBe(name === "ann");
    await page.getByRole("button", { name: frame.signOut, exact: true }).click();
    await page.locator("#password").waitFor();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await page.context().close();
  });
});

it("does not let in a company account without a role", async () => {
  const page = await withCompanyAccount("eve", "en");
  await page.getByText("Your company account has no role here.").waitFor();
  await page.goto(url);
  await page.locator("#password").waitFor();
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await page.context().close();
});
