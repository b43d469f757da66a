/**
 * The sample company, a service behind a proxy, and a folder for musterd in which a daemon can be started, stopped and killed.
 * The service keeps its address when one daemon ends and the next one starts.
 */
import { type App, openApp } from "../../../src/app/app.ts";
import { loadConfig } from "../../../src/config/config.ts";
import type { Organisation } from "../../../src/contract/sections/organisation.ts";
import { createLog } from "../../../src/lib/log.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import type { RunSummary } from "../../../src/model/runs/run.ts";
import { targetSettings } from "../../../src/site/settings/settings.ts";
import { openServiceFixture, type ServiceFixture } from "../servers/service-fixture.ts";
import { openWriteProxy, type WriteProxy } from "../servers/write-proxy.ts";
import { type CliProcess, startCli } from "./cli-process.ts";
import { type Files, openWorkplace, smallSample, targetPart } from "./workplace.ts";

export const daemonToken = "daemon-token-of-the-tests";

export type DaemonSite = {
  readonly fixture: ServiceFixture;
  readonly proxy: WriteProxy;
  readonly config: string;
  readonly folder: string;
  readonly before: Organisation;
  /** The files of HR's first export. */
  readonly files: Files;
  readonly write: (files: Files) => Promise<void>;
  /** Changes settings for daemons that are started later; the parts `daemon` and `source` are merged into the present ones. */
  readonly configure: (changed: {
    readonly daemon?: Readonly<Record<string, unknown>>;
    readonly guard?: Readonly<Record<string, unknown>>;
    readonly source?: Readonly<Record<string, unknown>>;
    readonly notify?: Readonly<Record<string, unknown>>;
    readonly release?: Readonly<Record<string, unknown>>;
    readonly filing?: Readonly<Record<string, unknown>>;
  }) => Promise<void>;
  readonly startDaemon: (env?: Readonly<Record<string, string>>) => CliProcess;
  /** Starts `musterd apply --yes` while other processes may run. */
  readonly startApply: () => CliProcess;
  /** The plan of a further dry run, the runs (newest first), and whether a refresh is owed. Call it only while no daemon runs. */
  readonly look: () => Promise<{ readonly plan: Plan; readonly runs: readonly RunSummary[]; readonly owed: boolean }>;
  /** Leaves a refresh owed, as a process does that ends after its writes. */
  readonly owe: () => Promise<void>;
  /** Adds a token for viewers that has ended, and returns its secret. */
  readonly addEndedToken: (name: string) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
};

/**
 * `daemon` overrides settings in the configuration's part `daemon`; by default the port is a free one, and the schedule names
 * only 29 February. `fixture` is a service that already exists. The service is loaded with the sample company as it was some
 * weeks ago, unless `empty` is true.
 */
export const openDaemonSite = async (
  daemon: Readonly<Record<string, unknown>> = {},
  service: { readonly fixture?: ServiceFixture; readonly empty?: boolean } = {},
): Promise<DaemonSite> => {
  const { before, files, source } = await smallSample();
  const fixture = service.fixture ?? (await openServiceFixture());
  if (!service.empty) await fixture.load(before);
  const proxy = await openWriteProxy(fixture.url);
  const settings = {
    source,
    target: targetPart({ ...fixture, url: proxy.url }),
    state: { folder: "state" },
    daemon: { port: 0, schedule: "0 0 29 2 *", token: "env:DAEMON_TOKEN", ...daemon },
  };
  const place = await openWorkplace(files, settings);
  const secrets = { API_KEY: fixture.apiKey, DAEMON_TOKEN: daemonToken };
  const withApp = async <T>(use: (app: App) => Promise<T>): Promise<T> => {
    const config = loadConfig(place.config, secrets);
    const app = openApp(config, targetSettings.parse(config.target), createLog("silent"));
    try {
      return await use(app);
    } finally {
      await app.close();
    }
  };
  return {
    fixture,
    proxy,
    config: place.config,
    folder: place.folder,
    before,
    files,
    write: place.write,
    configure: (changed) =>
      place.configure({
        ...settings,
        ...changed,
        source: { ...source, ...changed.source },
        daemon: { ...settings.daemon, ...changed.daemon },
      }),
    startDaemon: (env = {}) => startCli(["daemon", "--config", place.config], { env: { ...secrets, ...env } }),
    startApply: () => startCli(["apply", "--config", place.config, "--yes"], { env: secrets }),
    look: () =>
      withApp(async (app) => {
        const runs = await app.store.runs.list(50);
        const owed = await app.store.debts.refreshOwed();
        const { plan } = await app.plan([]);
        return { plan, runs, owed };
      }),
    owe: () => withApp(({ store }) => store.debts.oweRefresh("left")),
    addEndedToken: (name) =>
      withApp(({ store }) => store.tokens.add({ name, roles: ["viewer"], expiresAt: "2020-01-01T00:00:00Z" })),
    close: async () => {
      await proxy.close();
      await fixture.close();
      await place.remove();
    },
  };
};

/** Waits until the daemon is ready, and returns the address of its control interface. */
export const controlUrl = async (daemon: CliProcess): Promise<string> =>
  String((await daemon.logged("daemon ready"))["url"]);
