/** What every command that needs the configuration opens first, and closes whatever happens. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type App, openApp } from "../app.ts";
import { type Config, loadConfig } from "../config.ts";
import { createLog, type LogLevel } from "../lib/log.ts";
import { targetSettings } from "../site/settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type ConfigOptions = {
  readonly config: string;
  readonly logLevel?: LogLevel;
  readonly language?: Config["language"];
};

/** Opens the app of the options' configuration, hands it to `use`, and closes it. */
export const withApp = async <T>(
  options: ConfigOptions,
  environment: Environment,
  use: (app: App) => Promise<T>,
  logLevel: (config: Config) => LogLevel = () => "silent",
): Promise<T> => {
  const loaded = loadConfig(options.config, environment);
  const config: Config = { ...loaded, language: options.language ?? loaded.language };
  const log = createLog(options.logLevel ?? logLevel(config));
  if (config.target !== "embedded") return useAndClose(openApp(config, config.target, log), use);
  const embedded = await startEmbeddedService(join(config.stateFolder, "service.db"));
  try {
    return await useAndClose(openApp(config, embedded.settings, log, embedded.identity), use);
  } finally {
    await embedded.close();
  }
};

const useAndClose = async <T>(app: App, use: (app: App) => Promise<T>): Promise<T> => {
  try {
    return await use(app);
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
