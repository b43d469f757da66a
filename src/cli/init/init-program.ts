/** The command line of `musterd init`; the command itself is loaded only when it runs. */
import type { Environment } from "../open/context.ts";
import type { MakeCommand, Performing } from "../terminal/make-command.ts";

/** Adds the command. `command` makes one with the options that all commands have. */
export const initCommandIn = (command: MakeCommand, does: Performing, environment: Environment): void => {
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
    .action(does(async () => (await import("./init.ts")).initCommand));
};
