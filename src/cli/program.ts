/**
 * The command line: every command with its options and an example. What a command does is in the file of its name, which
 * is loaded when the command is given.
 */
import { readFileSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { asMusterdError, errorJson, errorText } from "../lib/errors.ts";
import { isAcceptable } from "../model/release.ts";
import type { Environment } from "./context.ts";
import { serviceCommands } from "./service-program.ts";

/** Runs one command line and returns its exit code: 0 done, 1 error, 2 (of `plan`) there are changes. */
export const main = async (argv: readonly string[], environment: Environment): Promise<number> => {
  let exitCode = 0;
  const program = createProgram(environment, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv]);
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 1;
    const error = asMusterdError(thrown);
    const asJson = argv.includes("--json");
    console.error(asJson ? JSON.stringify({ error: errorJson(error) }, null, 2) : errorText(error));
    if (error.code === "internal" && error.cause instanceof Error) console.error(error.cause.stack);
    return 1;
  }
};

/** The package's own; from the sources and from what is built of them it is as far away. */
const ownVersion = (): string => {
  const file = new URL("../../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
};

const emptyProgram = (): Command =>
  new Command("musterd")
    .description("Keeps a workflow, organization and document-center service in step with HR.")
    .version(ownVersion(), "--version")
    .showHelpAfterError()
    // Else `service` would take the options of the commands below it.
    .enablePositionalOptions()
    .exitOverride();

/** Its actions hand their exit codes to `exit`; a wrong command line is thrown as a CommanderError. */
export const createProgram = (environment: Environment, exit: (code: number) => void): Command => {
  const program = emptyProgram();
  const configured = (name: string, description: string, example: string, parent = program) =>
    command(name, description, example, parent)
      .option("-c, --config <file>", "configuration file", environment["MUSTERD_CONFIG"] ?? "musterd.yaml")
      .addOption(
        new Option("--log-level <level>", "log lines on standard error").choices(["debug", "info", "warn", "error"]),
      );
  const command = (name: string, description: string, example: string, parent = program) =>
    parent.command(name).description(description).addHelpText("after", `\nExample:\n  $ ${example}`);
  const reporting = (made: Command) =>
    made
      .addOption(new Option("--language <language>", "language of the report").choices(["en", "zh-TW"]))
      .option("--full", "show every change, not the first of each group")
      .option("--html <file>", "also write the report as one HTML file")
      .option("--json", "print the report as JSON");
  const accepting = (made: Command) =>
    made.addOption(
      new Option("--accept <name...>", "let a breach of the guard or a rule of the quality gate pass this once")
        .argParser(acceptableNames)
        .default([]),
    );

  accepting(reporting(configured("plan", "Show what would change. Changes nothing.", "musterd plan --html plan.html")))
    .option("--out <file>", "also save the plan, encrypted, for `musterd apply FILE`")
    .addHelpText("after", "\nExit code: 0 nothing to do, 2 there are changes, 1 error or refused by the guard.")
    .action(async (options) => exit(await (await import("./plan.ts")).planCommand(options, environment)));
  accepting(
    reporting(
      configured("apply", "Show what would change, ask, and do it.", "musterd apply --plan 3f2a9c41d07e --yes"),
    ),
  )
    .option("-y, --yes", "do not ask")
    .option("--reason <text>", "why it is right to pass what --accept names; kept with the run")
    .option("--plan <fingerprint>", "only if the plan is still exactly this one (12 digits or more)")
    .argument("[file]", "a plan that `musterd plan --out FILE` has saved: applied as it is, or refused as stale")
    .action(async (file: string | undefined, options) =>
      exit(await (await import("./apply.ts")).applyCommand(options, environment, file)),
    );
  configured("resync", "Ask the running daemon for a run now.", "musterd resync")
    .option("--json", "print the answer as JSON")
    .action(async (options) => exit(await (await import("./resync.ts")).resyncCommand(options, environment)));
  configured("runs", "List the last runs.", "musterd runs --limit 5")
    .option("--limit <count>", "how many", "20")
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./runs.ts")).runsCommand(options, environment)));
  reporting(
    configured("show", "Show one run: its plan and what became of it.", "musterd show 20261121T020000-1f3a09c4"),
  )
    .argument("<run>", "id of the run, or `last`")
    .action(async (run: string, options) =>
      exit(await (await import("./runs.ts")).showCommand(run, options, environment)),
    );
  configured("check", "Check the configuration and every connection; shows all problems at once.", "musterd check")
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./check.ts")).checkCommand(options, environment)));
  adoptCommand(configured, environment, exit);
  forgetCommand(configured, environment, exit);
  sourceCommands(program, configured, environment, exit);
  configured("daemon", "Run by the clock and on request until stopped.", "musterd daemon --config musterd.yaml").action(
    async (options) => exit(await (await import("./daemon.ts")).daemonCommand(options, environment)),
  );
  serviceCommands(command, environment, exit);
  command("demo", "The whole job on a sample company, with everything embedded.", "musterd demo")
    .option("--people <count>", "size of the company", "300")
    .option("--folder <folder>", "where its files go", ".musterd/demo")
    .addOption(new Option("--language <language>", "language of the report").choices(["en", "zh-TW"]))
    .action(async (options) => exit(await (await import("./demo.ts")).demoCommand(options, environment)));
  return program;
};

const acceptableNames = (name: string, earlier: readonly string[]): readonly string[] => {
  if (isAcceptable(name)) return [...earlier, name];
  throw new InvalidArgumentError(
    "The last line of `musterd plan` has the names, such as cap-exceeded:employee/deactivate.",
  );
};

type Configured = (name: string, description: string, example: string, parent?: Command) => Command;

const adoptCommand = (configured: Configured, environment: Environment, exit: (code: number) => void): void => {
  configured("adopt", "Decide which held records are in the service already.", "musterd adopt --same E0301=wang.m")
    .option("--same <pairs...>", "SOURCE=SERVICE are one person; KIND/SOURCE=SERVICE for departments and the like", [])
    .option("--other <pairs...>", "SOURCE=SERVICE are not the same", [])
    .addOption(new Option("--language <language>", "language of the questions").choices(["en", "zh-TW"]))
    .option("--json", "print what is to be decided as JSON, and ask nothing")
    .addHelpText("after", "\nExit code: 0 nothing is left to decide, 2 something is, 1 error.")
    .action(async (options) => exit(await (await import("./adopt.ts")).adoptCommand(options, environment)));
};

const forgetCommand = (configured: Configured, environment: Environment, exit: (code: number) => void): void => {
  configured("forget", "Drop what is remembered of the target. The history of runs stays.", "musterd forget --target")
    .option("--target", "everything: values last written, links, approvals, the last source, caches of directories")
    .option("--profile", "only the profile of the last good source, with which the quality gate compares the next one")
    .option("-y, --yes", "do not ask")
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./forget.ts")).forgetCommand(options, environment)));
};

/** Commands about the source alone. */
const sourceCommands = (
  program: Command,
  configured: Configured,
  environment: Environment,
  exit: (code: number) => void,
): void => {
  const source = program.command("source").description("Look at the source alone: how it is read, and how good it is.");
  configured(
    "preview",
    "Show raw records, what they become, and what is dropped and why.",
    "musterd source preview --employee E0042",
    source,
  )
    .option("--employee <key>", "only the records about this person (account, number or distinguished name)")
    .option("--feed <name>", "try the searches of this directory: how many entries, and the first five")
    .option("--base <dn>", "with --feed: where to begin instead")
    .option("--filter <filter>", "with --feed: which entries instead")
    .option("--limit <count>", "records of each part (3), entries of each search (5)")
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./source.ts")).previewCommand(options, environment)));
  configured("check", "Read the whole source and report its quality. Changes nothing.", "musterd source check", source)
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./source.ts")).sourceCheckCommand(options, environment)));
};
