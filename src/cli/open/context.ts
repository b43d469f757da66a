/** Parts that commands share: options, and `withApp`, which opens the app of a configuration and closes it afterwards. */
import { join } from "node:path";
import { type App, openApp, openAppOf } from "../../app/app.ts";
import { type Config, loadConfig } from "../../config/config.ts";
import { asMusterdError, errorFields } from "../../lib/errors.ts";
import { closeTimeoutMs, within } from "../../lib/http/closing.ts";
import { createLog, type LogLevel } from "../../lib/log.ts";
import type { Language } from "../../model/words/language.ts";
import { type ProgressDisplay, showProgress } from "../terminal/progress.ts";
import { canDraw } from "../terminal/terminal.ts";
import type { CommandName, ExitCode } from "../words/en/exit-codes.ts";
import { embeddedTarget } from "./embedded-service.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The options of every command. */
export type CommonOptions = {
  /** Always present, because `program.ts` adds the default. */
  readonly language: Language;
  readonly quiet?: boolean;
};

export type ConfigOptions = CommonOptions & {
  readonly config: string;
  readonly logLevel?: LogLevel;
  readonly readAll?: boolean;
  /** The configuration must be complete for the daemon, too. */
  readonly needsToken?: boolean;
};

export type JsonOptions = ConfigOptions & { readonly json?: boolean };

/** What a command does with its arguments (`Given`), its options and the environment. Resolves with its exit code. */
export type Command<Name extends CommandName, Options = ConfigOptions, Given extends readonly unknown[] = []> = (
  ...given: [...Given, options: Options, environment: Environment]
) => Promise<ExitCode<Name>>;

/**
 * Loads the configuration, opens the app, runs `use` and closes the app. Resolves with the exit code that `use` returns. Only a
 * daemon logs by default, and lends the embedded service to other commands.
 */
export const withApp = async <T extends number>(
  options: ConfigOptions,
  environment: Environment,
  use: (app: App, progress: ProgressDisplay) => Promise<T>,
  isDaemon = false,
): Promise<T> => {
  const { language } = options;
  const { readAll = false } = options;
  const { needsToken = isDaemon } = options;
  const config: Config = { ...loadConfig(options.config, environment, { needsToken }), language, readAll };
  const log = createLog(options.logLevel ?? (isDaemon ? config.logLevel : "silent"));
  const progress = showProgress(language, options.quiet === true || log.level !== "silent", canDraw(environment));
  const watch = { update: progress.reading, end: progress.end };
  await using opening = new AsyncDisposableStack();
  opening.defer(progress.close);
  const open = (): App => {
    if (config.target !== "embedded") return openApp(config, config.target, log, watch);
    const target = embeddedTarget(join(config.stateFolder, "service.db"), isDaemon);
    opening.defer(target.close);
    return openAppOf(config, target, log, watch);
  };
  try {
    const app = open();
    opening.defer(() => app.close());
    return await use(app, progress);
  } catch (thrown) {
    // Whoever collects the log sees why there is no daemon; a command prints its error.
    if (isDaemon) log.error(errorFields(asMusterdError(thrown)), "the daemon ended by an error");
    throw thrown;
  } finally {
    const opened = opening.move();
    await within(closeTimeoutMs, () => opened.disposeAsync());
  }
};
