/** Parts that commands share: options, and `withApp`, which opens the app of a configuration and closes it afterwards. */
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
  /** Always present, because `program.ts` adds the default. */
  readonly language: Language;
  readonly quiet?: boolean;
};

export type ConfigOptions = CommonOptions & { readonly config: string; readonly logLevel?: LogLevel };

/** Loads the configuration, opens the app, runs `use` and closes the app. Resolves with the exit code that `use` returns. */
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

/** Starts the reference service inside this process. Its keys are random, so no other process can use it. */
export const startEmbeddedService = async (database: string) => {
  const apiKey = randomBytes(24).toString("base64url");
  const adminKey = randomBytes(24).toString("base64url");
  // Loaded only here, so an installation that has a service of its own works without the packages of the reference service.
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
