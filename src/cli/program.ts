/**
 * The command line: every command with its options and an example. Each command is implemented in the file with its name,
 * which is loaded only when the command runs.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { escapedJson } from "../lib/control-characters.ts";
import { asMusterdError, errorJson, errorText } from "../lib/errors.ts";
import { ownVersion } from "../lib/own-version.ts";
import { isAcceptable } from "../model/plan/release.ts";
import { type Language, languages, localeLanguage, programLanguage } from "../model/words/language.ts";
import { controlCommands } from "./control/control-program.ts";
import { healthCommands } from "./health-commands.ts";
import type { Environment } from "./open/context.ts";
import { serviceCommands } from "./service/service-program.ts";
import { addCompletion } from "./terminal/completion.ts";
import { endProcess } from "./terminal/end-process.ts";
import { fileFormats } from "./terminal/file-formats.ts";
import { addHelp, translateHelp } from "./terminal/help.ts";
import { type MakeCommand, type Performing, performing } from "./terminal/make-command.ts";
import { outliveReaders, outputFailure, printError, write, writeError } from "./terminal/output.ts";
import { errorWordsOf, wordsOf } from "./words/words.ts";

/** Runs one command line and returns its exit code (`exit-codes.ts`). */
export const main = async (argv: readonly string[], environment: Environment): Promise<number> =>
  (await run(argv, environment)).exitCode;

export const mainToEnd = async (argv: readonly string[], environment: Environment): Promise<void> => {
  const { exitCode, language } = await run(argv, environment);
  endProcess(exitCode, language);
};

type Ended = { readonly exitCode: number; readonly language: Language };

const run = async (argv: readonly string[], environment: Environment): Promise<Ended> => {
  outliveReaders();
  let exitCode = 0;
  let language = wantedLanguage(argv) ?? localeLanguage(environment);
  const done = (code: number): void => {
    exitCode = code;
  };
  const program = createProgram(environment, done, language);
  program.hook("preAction", async (_, command) => {
    const { config } = command.opts<{ readonly config?: string }>();
    language = wantedLanguage(argv) ?? (await languageOf(config)) ?? localeLanguage(environment);
    command.setOptionValue("language", language);
  });
  try {
    await program.parseAsync([...argv]).catch((thrown: unknown) => {
      // Commander also throws where it has printed what was asked for, such as the help.
      if (!(thrown instanceof CommanderError)) throw thrown;
      exitCode = thrown.exitCode === 0 ? 0 : 1;
    });
    const lost = outputFailure();
    if (lost) throw lost;
  } catch (thrown) {
    exitCode = 1;
    const error = asMusterdError(thrown);
    const asJson = argv.includes("--json");
    printError(
      asJson
        ? escapedJson(JSON.stringify({ error: errorJson(error) }, null, 2))
        : errorText(error, errorWordsOf(language)),
    );
    if (error.code === "internal" && error.cause instanceof Error) printError(error.cause.stack ?? "");
  }
  return { exitCode, language };
};

/** Returns the language that the configuration file sets; undefined for a command without a configuration file. */
const languageOf = async (config: string | undefined): Promise<Language | undefined> =>
  config === undefined ? undefined : (await import("../config/config.ts")).configuredLanguage(config);

/** Reads the language option before commander parses the command line, because help and usage errors need the language. */
const wantedLanguage = (argv: readonly string[]): Language | undefined => {
  const [, named] = /(?:^|\0)--lang(?:uage)?[=\0]([^\0]+)/.exec(argv.join("\0")) ?? [];
  return languages.find((language) => language === named);
};

const emptyProgram = (language: Language): Command =>
  new Command("musterd")
    .description("Keeps a workflow, organization and document-center service in step with HR.")
    .version(ownVersion, "--version")
    .configureOutput({ writeOut: write, writeErr: writeError })
    .showHelpAfterError(wordsOf(language).seeHelp)
    // Without this, the command `service` would take the options that belong to its subcommands.
    .enablePositionalOptions()
    .exitOverride();

/** Creates the program. Its commands pass their exit codes to `exit`; a wrong command line throws a CommanderError. */
export const createProgram = (
  environment: Environment,
  exit: (code: number) => void,
  language: Language = programLanguage,
): Command => {
  const program = emptyProgram(language);
  const configured = (name: string, description: string, example: string, parent = program) =>
    command(name, description, example, parent)
      .option("-c, --config <file>", "configuration file", environment["MUSTERD_CONFIG"] || "musterd.yaml")
      .addOption(
        new Option("--log-level <level>", "log lines on standard error").choices(["debug", "info", "warn", "error"]),
      );
  const command = (name: string, description: string, example: string, parent = program) =>
    addHelp(parent.command(name).description(description), example, language)
      .addOption(new Option("--lang, --language <language>", "language of messages and reports").choices(languages))
      .option("-q, --quiet", "print results, questions and errors only");
  const reporting = (made: Command) => {
    made.option("--full", "show every change, not only the first of each group");
    for (const [format, { about }] of fileFormats) made.option(`--${format} <file>`, about);
    return made.option("--json", "print the report as JSON");
  };
  const does = performing(environment, exit);
  planCommands(configured, reporting, does);
  configured("resync", "Ask the running daemon for a run now.", "musterd resync")
    .option("--wait", "follow the run to its end, and exit as `apply` does")
    .option("--json", "print the answer as JSON")
    .action(does(async () => (await import("./plans/resync.ts")).resyncCommand));
  runCommands(configured, reporting, does);
  healthCommands(configured, does);
  recordCommands(configured, does);
  forgetCommand(configured, does);
  controlCommands(program, configured, does);
  sourceCommands(program, configured, does);
  configured("daemon", "Run by the clock and on request until stopped.", "musterd daemon --config musterd.yaml").action(
    does(async () => (await import("./state/daemon.ts")).daemonCommand),
  );
  initCommand(command, does, environment);
  serviceCommands(command, does);
  command("demo", "Show the whole job on a sample company, with everything embedded.", "musterd demo")
    .option("--people <count>", "number of people", "300")
    .option(
      "--folder <folder>",
      "folder for its files; what an earlier demo has left there is deleted",
      ".musterd/demo",
    )
    .option("--stay", "open the console with a plan that waits for a decision, until Ctrl-C")
    .action(does(async () => (await import("./state/demo.ts")).demoCommand));
  translateHelp(program, language);
  addCompletion(program, language);
  return program;
};

const initCommand = (command: MakeCommand, does: Performing, environment: Environment): void => {
  command("init", "Write a configuration by looking at HR's files; asks what they do not say.", "musterd init hr/")
    .argument("[file...]", "files of HR, or folders with them (default: this folder)")
    .option("-c, --config <file>", "configuration file", environment["MUSTERD_CONFIG"] || "musterd.yaml")
    .option("--answers <file>", "answers to the questions, instead of asking")
    .option("-y, --yes", "do not ask: write what is certain, and the rest as comments")
    .option("--add", "add to the configuration what it lacks; nothing in it is changed")
    .option("--ldap <url>", "look at a directory instead of files: ldaps://dc1.example.com")
    .option("--base <dn>", "with --ldap: the entry below which people are; by default what the server says")
    .option("--bind <dn>", "with --ldap: the account that reads; its password is in MUSTERD_LDAP_PASSWORD")
    .option("--ca <file>", "with --ldap: PEM file of the authority that signed the server's certificate")
    .option("--insecure", "with --ldap: send the password without TLS")
    .action(does(async () => (await import("./init/init.ts")).initCommand));
};

const acceptableNames = (name: string, earlier: readonly string[]): readonly string[] => {
  if (isAcceptable(name)) return [...earlier, name];
  throw new InvalidArgumentError(
    "The command at the top of `musterd plan` has the names, such as cap-exceeded:employee/deactivate.",
  );
};

const planCommands = (configured: MakeCommand, reporting: (made: Command) => Command, does: Performing): void => {
  const accepting = (name: string, description: string, example: string) =>
    reporting(configured(name, description, example)).addOption(
      new Option("--accept <name...>", "let a breach of the guard or a rule of the quality gate pass this once")
        .argParser(acceptableNames)
        .default([], "none"),
    );
  const planning = (name: string, description: string, example: string) =>
    accepting(name, description, example)
      .addOption(
        new Option(
          "--only <name>",
          "only this person or department (CODE/*: and all below it), with what they need; repeatable",
        )
          .argParser((one: string, earlier: readonly string[]) => [...earlier, one])
          .default([], "none"),
      )
      .option("--read-all", "read all managers and posts again, whatever the last run knows");
  const approving = (made: Command) =>
    made
      .option("-y, --yes", "do not ask")
      .option("--reason <text>", "why what --accept names is right; kept with the run")
      .option("--plan <fingerprint>", "apply only if the plan still has this fingerprint (12 digits or more)");
  planning("plan", "Show what would change. Changes nothing.", "musterd plan --html plan.html")
    .option("--out <file>", "also save the plan, encrypted, for `musterd apply FILE`")
    .option("--compare <file>", "another configuration: show how its plan would differ")
    .action(
      does(async ({ compare }) =>
        compare === undefined
          ? (await import("./plans/plan.ts")).planCommand
          : (await import("./plans/compare.ts")).compareCommand,
      ),
    );
  approving(planning("apply", "Show what would change, ask, and do it.", "musterd apply --plan 3f2a9c41d07e --yes"))
    .option(
      "--canary <count>",
      "apply at most so many entries of every kind first, read them back, and ask before the rest",
    )
    .argument("[file]", "a plan saved by `musterd plan --out FILE`: applied as it is, or refused as stale")
    .action(does(async () => (await import("./plans/apply.ts")).applyCommand));
  approving(accepting("undo", "Show what a run has changed, ask, and take it back.", "musterd undo last --dry-run"))
    .option("--dry-run", "show what would be taken back, and change nothing")
    .argument("<run>", "id of the run, or `last` for the last one that has changed something")
    .action(does(async () => (await import("./plans/undo.ts")).undoCommand));
};

/** Commands about past runs. */
const runCommands = (configured: MakeCommand, reporting: (made: Command) => Command, does: Performing): void => {
  configured("runs", "List the last runs.", "musterd runs --limit 5")
    .option("--limit <count>", "number of runs", "20")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./plans/runs.ts")).runsCommand));
  reporting(
    configured("show", "Show one run: its plan and what became of it.", "musterd show 20261121T020000-1f3a09c4"),
  )
    .argument("<run>", "id of the run, or `last`")
    .action(does(async () => (await import("./plans/show.ts")).showCommand));
};

/** Commands about single records. */
const pairs = (flag: string, description: string): Option =>
  new Option(`${flag} <pairs...>`, description).default([], "none");

const recordCommands = (configured: MakeCommand, does: Performing): void => {
  configured("explain", "Show for one record what would change, and why the rest would not.", "musterd explain E0042")
    .argument("<record>", "account, employee number, code or name; or KIND/KEY, such as department/RD1")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./plans/explain.ts")).explainCommand));
  configured("adopt", "Decide which held records are in the service already.", "musterd adopt --same E0301=wang.m")
    .addOption(pairs("--same", "SOURCE=SERVICE are the same person; KIND/SOURCE=SERVICE for departments and others"))
    .addOption(pairs("--other", "SOURCE=SERVICE are not the same"))
    .addOption(pairs("--withdraw", "take back the decision about SOURCE=SERVICE"))
    .option("--unchecked", "keep decisions without reading HR and the service, for records that are not there yet")
    .option("--list", "list all decisions, and ask nothing")
    .option("--json", "print as JSON, and ask nothing")
    .action(does(async () => (await import("./state/adopt.ts")).adoptCommand));
};

const forgetCommand = (configured: MakeCommand, does: Performing): void => {
  configured("forget", "Drop what is remembered of the target. The history of runs stays.", "musterd forget --target")
    .option("--target", "everything: written values, links, approvals, the last source, caches of directories")
    .option("--profile", "only the profile of the last good source, with which the next one is compared")
    .option("--person <name>", "a person (account, number or name): the history keeps a pseudonym instead")
    .option("-y, --yes", "do not ask")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./state/forget.ts")).forgetCommand));
  configured("rotate-key", "Replace the key of the store, and seal anew what it has sealed.", "musterd rotate-key")
    .argument("[file...]", "saved plans that shall be applicable afterwards")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./state/rotate-key.ts")).rotateKeyCommand));
};

const sourceCommands = (program: Command, configured: MakeCommand, does: Performing): void => {
  const source = program.command("source").description("Look at the source alone: how it is read, and how good it is.");
  configured(
    "preview",
    "Show raw records, what they become, and what is dropped and why.",
    "musterd source preview --employee E0042",
    source,
  )
    .option("--employee <key>", "only the records of this person (account, number or distinguished name)")
    .option("--feed <name>", "try the searches of this directory: the number of entries and the first five")
    .option("--base <dn>", "with --feed: search below this entry instead")
    .option("--filter <filter>", "with --feed: search with this filter instead")
    .option("--limit <count>", "records of each part (3 by default), entries of each search (5)")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./state/source.ts")).previewCommand));
  configured("check", "Read the whole source and report its quality. Changes nothing.", "musterd source check", source)
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./state/source.ts")).sourceCheckCommand));
};
