/** Tests that a daemon that is told to stop begins no run any more, at whichever moment that is. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { type App, openApp } from "../../src/app/app.ts";
import { errorWordsOf, wordsOf } from "../../src/cli/words/words.ts";
import { loadConfig } from "../../src/config/config.ts";
import { type Daemon, startDaemon } from "../../src/daemon/daemon.ts";
import { createLog } from "../../src/lib/log.ts";
import { targetSettings } from "../../src/site/settings/settings.ts";
import { type DaemonSite, daemonToken, openDaemonSite } from "../support/processes/daemon-site.ts";

let site: DaemonSite;
let app: App;

beforeEach(async () => {
  site = await openDaemonSite();
  const config = loadConfig(site.config, { API_KEY: site.fixture.apiKey, DAEMON_TOKEN: daemonToken });
  app = openApp(config, targetSettings.parse(config.target), createLog("silent"));
});
afterEach(async () => {
  await app.close();
  await site.close();
});

it("a stop while it looks whether a run may begin leaves the run to the next start", async () => {
  const started = Promise.withResolvers<Daemon>();
  const stopped = Promise.withResolvers<void>();
  const now = async () => {
    const daemon = await started.promise;
    stopped.resolve(daemon.stop("SIGTERM"));
    return undefined;
  };
  const store = { ...app.store, pauses: { ...app.store.pauses, now } };
  started.resolve(await startDaemon({ ...app, store }, (language) => wordsOf(language).check, errorWordsOf));
  await stopped.promise;
  expect(await app.store.runs.list(9)).toEqual([]);
  expect(await app.store.requests.next()).toMatchObject({ trigger: "start-up" });
});
