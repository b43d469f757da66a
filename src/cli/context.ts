/** What the commands have in common: their language, and the app of a configuration, opened and closed around each. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type App, openApp } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { createLog, type LogLevel } from "../lib/log.ts";
import type { Language } from "../model/language.ts";
import { targetSettings } from "../site/settings.ts";
import { type ProgressDisplay, showProgress } from "./progress.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options of every command. */
export type CommonOptions = {
  /** Filled in where it is not given (`program.ts`). */
  readonly language: Language;
  readonly quiet?: boolean;
};

export type ConfigOptions = CommonOptions & { readonly config: string; readonly logLevel?: LogLevel };

/** Opens the app of the options' configuration, hands it to `use` with the display of its progress, and closes it; resolves with its exit code. */
export const withApp = async <T extends number>(
  options: ConfigOptions,
  environment: Environment,
  use: (app: App, progress: ProgressDisplay) => Promise<T>,
  logLevel: (config: Config) => LogLevel = () => "silent",
): Promise<T> => {
  const { language } = options;
  const config: Config = { ...loadConfig(options.config, environment), language };
  const log = createLog(options.logLevel ?? logLevel(config));
  const progress = showProgress(language, options.quiet === true || log.level !== "silent");
  const watch = { update: progress.reading, end: progress.end };
  const run = (app: App) => useAndClose(app, () => use(app, progress));
  if (config.target !== "embedded") return run(openApp(config, config.target, log, { watch }));
  const embedded = await startEmbeddedService(join(config.stateFolder, "service.db"));
  try {
    return await run(openApp(config, embedded.settings, log, { identity: embedded.identity, watch }));
  } finally {
    await embedded.close();
  }
};

const useAndClose = async <T>(app: App, use: () => Promise<T>): Promise<T> => {
  try {
    return await use();
  } finally {
    await app.close();
  }
};

const embeddedCompany = "DEMO";

/** The reference service inside this process, reachable for this process alone: its keys are made anew each time. */
export const startEmbeddedService = async (database: string) => {
  const apiKey = randomBytes(24).toString("base64url");
  const adminKey = randomBytes(24).toString("base64url");
  // Who has a service of his own never loads the packages of this one.
  const { startService } = await import("../service/service.ts");
  const service = await startService({
    database,
    host: "127.0.0.1",
    port: 0,
    keys: [{ name: "musterd", secret: apiKey, permissions: ["P-Org"] }],
    corpCode: embeddedCompany,
    adminKey,
  });
  return {
    url: service.url,
    adminKey,
    settings: targetSettings.parse({ url: service.url, corpCode: embeddedCompany, apiKey }),
    identity: `embedded service (company ${embeddedCompany})`,
    close: () => service.close(),
  };
};
