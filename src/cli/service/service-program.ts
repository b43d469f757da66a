/** `musterd service` and its subcommands, with their options. */
import { type Command, Option } from "commander";
import { auditKinds, auditResults } from "../../contract/audit.ts";
import { permissions } from "../../contract/operations/operation-spec.ts";
import { userPermissions } from "../../contract/sections/access.ts";
import { sectionNames } from "../../contract/sections/company-document.ts";
import { nearest } from "../../lib/nearest.ts";
import type { Environment } from "../open/context.ts";

/** Creates a command; `parent` is the program by default. */
export type MakeCommand = (name: string, description: string, example: string, parent?: Command) => Command;

export const serviceCommands = (command: MakeCommand, environment: Environment, exit: (code: number) => void): void => {
  const service = command("service", "Run the reference service.", "musterd service --port 8920 --database service.db")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--port <port>", "port to listen on; 0 for a free one", "8920")
    .option("--database <where>", `SQLite file or postgres:// address (${usualDatabase})`)
    .option("--files <folder>", "folder of uploaded files, for this service alone; by default beside the database")
    .option("--quota-gib <size>", "how much one user or key may have stored in uploaded files, in GiB", "20")
    .option(
      "--allowed-hosts <hosts...>",
      "hosts that links and callbacks may lead to, such as *.example.com; by default all",
    )
    .option("--allow-private-networks", "links and callbacks may also lead to addresses that are not public")
    .option("--corp-code <code>", "company code", "DEMO")
    .option("--corp-name <name>", "company name that users see; by default the code")
    .option("--public-url <url>", "address at which browsers reach it, if it is not the one it listens on")
    .option(
      "--trust-proxy <ranges...>",
      "addresses and CIDR ranges of the proxies in front; only their X-Forwarded-For is believed",
    )
    .option("--audit-days <days>", "days for which the audit trail is kept", "180")
    .option("--sample [people]", "first load a sample company of this many people (300 by default)")
    .option("--load <files...>", "first load these company documents (YAML or JSON)")
    .option(
      "--quirks <site>",
      "behave like another site: a profile (observed, strictest, hostile …) or a file of quirks",
    )
    .allowExcessArguments()
    .action(async (options, { args: [unknown] }: Command) => {
      if (unknown !== undefined) refuseCommand(service, unknown);
      exit(await (await import("./service.ts")).serviceCommand(options, environment));
    });
  dataCommands(service, connecting(command), environment, exit);
  auditCommand(service, connecting(command), environment, exit);
  keyCommands(service, connecting(command), environment, exit);
  appCommands(service, connecting(command), environment, exit);
  connecting(command)(
    "password <account>",
    "Set the password that a user signs in with; it is read from standard input.",
    "musterd service password amy --generate",
    service,
  )
    .option("--generate", "make a random one and print it")
    .action(async (account: string, options) =>
      exit(await (await import("./service-password.ts")).passwordCommand(account, options, environment)),
    );
  connecting(command)(
    "rotate-keys",
    "Replace the keys that sign ID tokens, cookies and callbacks. The earlier ones stay valid for a day.",
    "musterd service rotate-keys --url http://127.0.0.1:8920",
    service,
  ).action(async (options) =>
    exit(await (await import("./service-rotate-keys.ts")).rotateKeysCommand(options, environment)),
  );
};

/** Commander refuses an unknown command only where the command above it does nothing by itself. */
const refuseCommand = (parent: Command, name: string): never => {
  const [meant] = nearest(
    name,
    parent.commands.map((command) => command.name()),
  );
  return parent.error(`error: unknown command '${name}'${meant === undefined ? "" : `\n(Did you mean ${meant}?)`}`);
};

const usualDatabase = "DATABASE_URL if that is set, else .musterd/service.db";

/** Adds the options of a command that connects to a service (`service-connection.ts`). */
const connecting =
  (command: MakeCommand): MakeCommand =>
  (name, description, example, parent) =>
    command(name, description, example, parent)
      .option("--url <url>", "address of a running service; its admin key is in MUSTERD_ADMIN_KEY")
      .option("--database <where>", `without --url: database of a service that is not running (${usualDatabase})`)
      .option("--files <folder>", "folder of its uploaded files, if it is not beside the database");

type Exit = (code: number) => void;

const dataCommands = (service: Command, command: MakeCommand, environment: Environment, exit: Exit): void => {
  command(
    "load <files...>",
    "Load company documents (YAML or JSON). Each of their sections replaces that of the service.",
    "musterd service load organisation.yaml forms.yaml punches.json",
    service,
  )
    .option("--corp-code <code>", "without --url: company code", "DEMO")
    .action(async (files: string[], options) =>
      exit(await (await import("./service-data.ts")).loadCommand(files, options, environment)),
    );
  command(
    "dump",
    "Print the company document, or write it to a file.",
    "musterd service dump --section forms --out forms.yaml",
    service,
  )
    .option("--corp-code <code>", "without --url: company code", "DEMO")
    .option("--out <file>", "file to write; by default standard output")
    .addOption(new Option("--format <format>", "by default that of the file name, else YAML").choices(["yaml", "json"]))
    .addOption(new Option("--section <names...>", "only these sections").choices(sectionNames))
    .action(async (options) => exit(await (await import("./service-data.ts")).dumpCommand(options, environment)));
};

const auditCommand = (service: Command, command: MakeCommand, environment: Environment, exit: Exit): void => {
  command(
    "audit",
    "Show the audit trail: who did what, from where, when, and with which result.",
    "musterd service audit --kind sign-in lock --since 2027-01-31",
    service,
  )
    .addOption(new Option("--kind <kinds...>", "only these kinds of events").choices(auditKinds))
    .addOption(new Option("--result <result>", "only events with this result").choices(auditResults))
    .option("--who <name>", "only events of this account, key, application or administrator")
    .option("--since <time>", "from this date or date-time on")
    .option("--until <time>", "up to this date or date-time")
    .option("--limit <count>", "the newest lines, at most this many", "1000")
    .option("--out <file>", "write the lines to this file, as JSON")
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./service-audit.ts")).auditCommand(options, environment)));
};

const keyCommands = (service: Command, command: MakeCommand, environment: Environment, exit: Exit): void => {
  const keys = service.command("keys").description("Keys with which other systems call the service.");
  command(
    "add <name>",
    "Make a key and print its secret, which is shown only once.",
    "musterd service keys add hr --permissions P-Org P-Agent --expires 2027-12-31",
    keys,
  )
    .addOption(new Option("--permissions <names...>", "what it may do").choices(permissions).makeOptionMandatory())
    .option("--forms <codes...>", "forms whose documents P-FormDoc permits to read, or all")
    .option("--libraries <codes...>", "libraries that P-Lib permits, or all")
    .option("--survey-categories <names...>", "survey categories that P-Survey permits, or all")
    .option("--expires <date>", "last day, or a date-time; by default never")
    .option("--addresses <ranges...>", "addresses and CIDR ranges it may be used from; by default any")
    .option("--json", "print as JSON")
    .action(async (name: string, options) =>
      exit(await (await import("./service-keys.ts")).addKeyCommand(name, options, environment)),
    );
  command("list", "List the keys, without their secrets.", "musterd service keys list", keys)
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./service-keys.ts")).listKeysCommand(options, environment)));
  command("remove <name>", "Remove a key; it is refused from then on.", "musterd service keys remove hr", keys).action(
    async (name: string, options) =>
      exit(await (await import("./service-keys.ts")).removeKeyCommand(name, options, environment)),
  );
};

const appCommands = (service: Command, command: MakeCommand, environment: Environment, exit: Exit): void => {
  const apps = service.command("apps").description("Applications that may ask users to act on their behalf (OAuth).");
  command(
    "add <name>",
    "Register an application and print its App-Id.",
    "musterd service apps add Mobile --redirect https://app.example/cb --permissions P-Profile",
    apps,
  )
    .requiredOption("--redirect <urls...>", "addresses the browser may be sent back to")
    .option("--post-logout <urls...>", "addresses it may be sent back to after a sign-out; by default none")
    .addOption(
      new Option("--permissions <names...>", "what it may ask for").choices(userPermissions).makeOptionMandatory(),
    )
    .option("--app-id <id>", "its App-Id; by default a random one")
    .option("--secret", "also make a secret, for an application that runs on a server")
    .option("--json", "print as JSON")
    .action(async (name: string, options) =>
      exit(await (await import("./service-apps.ts")).addAppCommand(name, options, environment)),
    );
  command("list", "List the applications.", "musterd service apps list", apps)
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./service-apps.ts")).listAppsCommand(options, environment)));
  command(
    "remove <name>",
    "Remove an application, with all that users had let it do.",
    "musterd service apps remove Mobile",
    apps,
  ).action(async (name: string, options) =>
    exit(await (await import("./service-apps.ts")).removeAppCommand(name, options, environment)),
  );
};
