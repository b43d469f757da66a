/** `musterd service` and its subcommands, with their options. */
import { type Command, Option } from "commander";
import { auditKinds, auditResults } from "../../contract/audit.ts";
import { permissions } from "../../contract/operations/operation-spec.ts";
import { userPermissions } from "../../contract/sections/access.ts";
import { sectionNames } from "../../contract/sections/company-document.ts";
import { nearest } from "../../lib/nearest.ts";
import type { MakeCommand, Performing } from "../terminal/make-command.ts";

export const serviceCommands = (command: MakeCommand, does: Performing): void => {
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
    .action(
      does(async () => {
        const [unknown] = service.args;
        if (unknown !== undefined) refuseCommand(service, unknown);
        return (await import("./service.ts")).serviceCommand;
      }),
    );
  dataCommands(service, connecting(command), does);
  auditCommand(service, connecting(command), does);
  keyCommands(service, connecting(command), does);
  appCommands(service, connecting(command), does);
  connecting(command)(
    "password <account>",
    "Set the password that a user signs in with; it is read from standard input.",
    "musterd service password amy --generate",
    service,
  )
    .option("--generate", "make a random one and print it")
    .action(does(async () => (await import("./service-password.ts")).passwordCommand));
  connecting(command)(
    "rotate-keys",
    "Replace the keys that sign ID tokens, cookies and callbacks. The earlier ones stay valid for a day.",
    "musterd service rotate-keys --url http://127.0.0.1:8920",
    service,
  ).action(does(async () => (await import("./service-rotate-keys.ts")).rotateKeysCommand));
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

const dataCommands = (service: Command, command: MakeCommand, does: Performing): void => {
  command(
    "load <files...>",
    "Load company documents (YAML or JSON). Each of their sections replaces that of the service.",
    "musterd service load organisation.yaml forms.yaml punches.json",
    service,
  )
    .option("--corp-code <code>", "without --url: company code", "DEMO")
    .action(does(async () => (await import("./service-data.ts")).loadCommand));
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
    .action(does(async () => (await import("./service-data.ts")).dumpCommand));
};

const auditCommand = (service: Command, command: MakeCommand, does: Performing): void => {
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
    .action(does(async () => (await import("./service-audit.ts")).auditCommand));
};

const keyCommands = (service: Command, command: MakeCommand, does: Performing): void => {
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
    .action(does(async () => (await import("./service-keys.ts")).addKeyCommand));
  command("list", "List the keys, without their secrets.", "musterd service keys list", keys)
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./service-keys.ts")).listKeysCommand));
  command("remove <name>", "Remove a key; it is refused from then on.", "musterd service keys remove hr", keys).action(
    does(async () => (await import("./service-keys.ts")).removeKeyCommand),
  );
};

const appCommands = (service: Command, command: MakeCommand, does: Performing): void => {
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
    .action(does(async () => (await import("./service-apps.ts")).addAppCommand));
  command("list", "List the applications.", "musterd service apps list", apps)
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./service-apps.ts")).listAppsCommand));
  command(
    "remove <name>",
    "Remove an application, with all that users had let it do.",
    "musterd service apps remove Mobile",
    apps,
  ).action(does(async () => (await import("./service-apps.ts")).removeAppCommand));
};
