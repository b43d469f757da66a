/** `musterd service` with its options, and the commands below it, which are about a service that runs or its database. */
import { type Command, Option } from "commander";
import { userPermissions } from "../contract/access-section.ts";
import { sectionNames } from "../contract/company-document.ts";
import { permissions } from "../contract/operation-spec.ts";
import type { Environment } from "./context.ts";

/** Makes a command; `parent` is the program unless given. */
export type MakeCommand = (name: string, description: string, example: string, parent?: Command) => Command;

export const serviceCommands = (command: MakeCommand, environment: Environment, exit: (code: number) => void): void => {
  const service = command("service", "Run the reference service.", "musterd service --port 8920 --database service.db")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--port <port>", "port to listen on; 0 for a free one", "8920")
    .option("--database <where>", `SQLite file or postgres:// address (${usualDatabase})`)
    .option("--files <folder>", "folder of uploaded files, this service's alone; beside the database unless given")
    .option(
      "--allowed-hosts <hosts...>",
      "hosts that links and callbacks may lead to, as *.example.com; all unless given",
    )
    .option("--allow-private-networks", "links and callbacks may also lead to addresses that are not public")
    .option("--corp-code <code>", "company code", "DEMO")
    .option("--corp-name <name>", "what users see the company called; the code unless given")
    .option("--public-url <url>", "where browsers reach it, if that is not the address it listens on")
    .option("--sample [people]", "load a sample company of so many people (300) first")
    .option("--load <files...>", "load these company documents (YAML or JSON) first")
    .option(
      "--quirks <site>",
      "behave like another site: a profile (observed, strictest, hostile …) or a file of quirks",
    )
    .action(async (options) => exit(await (await import("./service.ts")).serviceCommand(options, environment)));
  dataCommands(service, connecting(command), environment, exit);
  keyCommands(service, connecting(command), environment, exit);
  appCommands(service, connecting(command), environment, exit);
  connecting(command)(
    "password <account>",
    "Set the password that a user signs in with; it is read from standard input.",
    "musterd service password amy --generate",
    service,
  )
    .option("--generate", "draw one and print it")
    .action(async (account: string, options) =>
      exit(await (await import("./service-password.ts")).passwordCommand(account, options, environment)),
    );
};

const usualDatabase = "DATABASE_URL if that is set, else .musterd/service.db";

/** A command that reaches a service (`service-connection.ts`). */
const connecting =
  (command: MakeCommand): MakeCommand =>
  (name, description, example, parent) =>
    command(name, description, example, parent)
      .option("--url <url>", "a running service, asked with the admin key in MUSTERD_ADMIN_KEY")
      .option("--database <where>", `else the database of one that does not run (${usualDatabase})`)
      .option("--files <folder>", "and its folder of uploaded files, where that is not beside it");

type Exit = (code: number) => void;

const dataCommands = (service: Command, command: MakeCommand, environment: Environment, exit: Exit): void => {
  command(
    "load <files...>",
    "Load company documents (YAML or JSON): each section in them replaces the one of the service.",
    "musterd service load organisation.yaml forms.yaml punches.json",
    service,
  )
    .option("--corp-code <code>", "company code, where there is no --url", "DEMO")
    .action(async (files: string[], options) =>
      exit(await (await import("./service-data.ts")).loadCommand(files, options, environment)),
    );
  command(
    "dump",
    "Print the company document, or write it to a file.",
    "musterd service dump --section forms --out forms.yaml",
    service,
  )
    .option("--corp-code <code>", "company code, where there is no --url", "DEMO")
    .option("--out <file>", "where to; standard output unless given")
    .addOption(
      new Option("--format <format>", "by the name of the file, else YAML, unless given").choices(["yaml", "json"]),
    )
    .addOption(new Option("--section <names...>", "only these").choices(sectionNames))
    .action(async (options) => exit(await (await import("./service-data.ts")).dumpCommand(options, environment)));
};

const keyCommands = (service: Command, command: MakeCommand, environment: Environment, exit: Exit): void => {
  const keys = service.command("keys").description("Keys with which other systems call the service.");
  command(
    "add <name>",
    "Make a key and print its secret, once.",
    "musterd service keys add hr --permissions P-Org P-Agent --expires 2027-12-31",
    keys,
  )
    .addOption(new Option("--permissions <names...>", "what it may do").choices(permissions).makeOptionMandatory())
    .option("--forms <codes...>", "forms whose documents P-FormDoc is for, or all")
    .option("--libraries <codes...>", "libraries that P-Lib is for, or all")
    .option("--survey-categories <names...>", "survey categories that P-Survey is for, or all")
    .option("--expires <date>", "last day, or a date-time; never unless given")
    .option("--addresses <ranges...>", "addresses and CIDR ranges it may be used from; any unless given")
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
    .requiredOption("--redirect <urls...>", "where the browser may be sent back to")
    .addOption(
      new Option("--permissions <names...>", "what it may ask for").choices(userPermissions).makeOptionMandatory(),
    )
    .option("--app-id <id>", "its App-Id; drawn unless given")
    .option("--secret", "also draw a secret, for an application that runs on a server")
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
