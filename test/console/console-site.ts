/** A daemon process with the console, people who can sign in, and a plan that waits for a decision. */
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { loadConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { Role } from "../../src/model/role.ts";
import { describeTarget, targetSettings } from "../../src/site/settings/settings.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { launchBrowser } from "../support/processes/browser.ts";
import type { CliProcess } from "../support/processes/cli-process.ts";
import { controlUrl, type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";

export const password = "correct horse battery staple";

const persons = {
  ann: ["approver"],
  otto: ["operator"],
  vera: ["viewer"],
  aude: ["auditor"],
  bob: ["approver"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
export type PersonName = keyof typeof persons;

export type ConsoleSite = {
  readonly site: DaemonSite;
  readonly url: string;
  readonly store: Store;
  readonly daemon: CliProcess;
  readonly browser: Browser;
  /** Signs somebody in, in a browser of their own. */
  readonly visit: (name: PersonName, options?: Parameters<Browser["newContext"]>[0]) => Promise<Page>;
  /** Waits until a run has ended with this status, and returns the fingerprint of its plan. */
  readonly ended: (status: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** `settings`: parts of the configuration; the default caps let no person be disabled. `prepare` is called before the first run. */
export const openConsoleSite = async (
  settings: Parameters<DaemonSite["configure"]>[0] & { readonly release?: object } = {
    guard: { caps: { employee: { deactivate: { count: 0, percent: 0 } } } },
  },
  prepare: (site: DaemonSite) => Promise<void> = async () => undefined,
): Promise<ConsoleSite> => {
  const site = await openDaemonSite({ console: "loopback" });
  await site.configure({ ...settings, daemon: { console: "loopback", ...settings.daemon } });
  await prepare(site);
  const daemon = site.startDaemon();
  const url = await controlUrl(daemon);
  const target = describeTarget(targetSettings.parse(loadConfig(site.config, secrets(site)).target));
  const store = openStore(join(site.folder, "state", "musterd.db"), target, systemClock);
  for (const [name, roles] of Object.entries(persons)) await store.users.add({ name, roles }, password);
  const browser = await launchBrowser();
  const contexts: BrowserContext[] = [];
  return {
    site,
    url,
    store,
    daemon,
    browser,
    visit: async (name, options = {}) => {
      const context = await browser.newContext({ locale: "en-GB", ...options });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(url);
      await signIn(page, name);
      return page;
    },
    ended: async (status) => {
      for (;;) {
        const found = (await store.runs.list(1)).find((one) => one.status === status);
        if (found) return found.fingerprint ?? "";
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: async () => {
      await browser.close();
      await store.close();
      daemon.signal("SIGTERM");
      await daemon.ended;
      await site.close();
    },
  };
};

const secrets = ({ fixture }: DaemonSite) => ({ API_KEY: fixture.apiKey, DAEMON_TOKEN: daemonToken });

/** Fills in the form of the page. */
const signIn = async (page: Page, name: string, secret = password): Promise<void> => {
  await page.locator("#name").fill(name);
  await page.locator("#password").fill(secret);
  await page.locator("main button").click();
};
