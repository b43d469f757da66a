/** The commands about the record, people and decisions. */
import { type Command, Option } from "commander";
import { roles } from "../../model/role.ts";
import type { MakeCommand, Performing } from "../terminal/make-command.ts";

export const controlCommands = (program: Command, configured: MakeCommand, does: Performing): void => {
  const audit = program.command("audit").description("The audit trail: who did what, when, and with which version.");
  configured("verify", "Find out whether the trail is as it was written.", "musterd audit verify", audit)
    .option("--head <head>", "the last entry as a log had it, NUMBER:DIGEST, which the trail must still have")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./audit.ts")).verifyAuditCommand));
  configured("export", "Print the entries of the trail.", "musterd audit export --from 2027-01-01 --csv", audit)
    .option("--from <time>", "only entries from this date or date-time on (+08:00)")
    .option("--to <time>", "only entries up to this date or date-time (+08:00)")
    .option("--json", "print as JSON")
    .option("--csv", "print as CSV")
    .action(does(async () => (await import("./audit.ts")).exportAuditCommand));
  decisionCommands(program, configured, does);
  tokenCommands(program, configured, does);
  userCommands(program, configured, does);
};

const decisionCommands: typeof controlCommands = (_program, configured, does) => {
  configured(
    "history",
    "Show all that runs have changed about one person, department or other record.",
    "musterd history E0042",
  )
    .argument("<record>", "account, employee number, code or name; or KIND/KEY, such as department/RD1")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./history.ts")).historyCommand));
  configured(
    "release",
    "Let a plan that exceeds limits be applied once; a run that applies it is asked for.",
    'musterd release 3f2a9c41d07e --reason "merger, HR has confirmed"',
  )
    .argument("<plan>", "its fingerprint, 12 digits or more")
    .requiredOption("--reason <text>", "why; kept with the decision")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./decide.ts")).releaseCommand));
  configured(
    "reject",
    "Let no run apply a plan until it differs.",
    'musterd reject 3f2a9c41d07e --reason "wrong export"',
  )
    .argument("<plan>", "its fingerprint, 12 digits or more")
    .option("--reason <text>", "why; kept with the decision")
    .option("--withdraw", "take an earlier rejection back")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./decide.ts")).rejectCommand));
};

const tokenCommands: typeof controlCommands = (program, configured, does) => {
  const tokens = program.command("tokens").description("Tokens with which programs call the running daemon.");
  configured(
    "add",
    "Make a token and print it; it is shown only once.",
    "musterd tokens add ci --role operator",
    tokens,
  )
    .argument("<name>", "name of the token, which the audit trail shows")
    .addOption(
      new Option("--role <roles...>", "what it may do besides reading runs").choices(roles).makeOptionMandatory(),
    )
    .option("--expires <time>", "last day, or date-time (+08:00)")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./tokens.ts")).addTokenCommand));
  configured("list", "List the tokens, with their last use.", "musterd tokens list", tokens)
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./tokens.ts")).listTokensCommand));
  configured("revoke", "Remove a token; it is refused from then on.", "musterd tokens revoke ci", tokens)
    .argument("<name>", "name of the token")
    .action(does(async () => (await import("./tokens.ts")).revokeTokenCommand));
};

const userCommands: typeof controlCommands = (program, configured, does) => {
  const users = program.command("users").description("Local accounts of people who look at runs and decide.");
  configured(
    "add",
    "Add an account; its password is asked for, or read from standard input.",
    "musterd users add chen --role approver",
    users,
  )
    .argument("<name>", "name with which the person signs in, and which the audit trail shows")
    .addOption(
      new Option("--role <roles...>", "what the person may do besides reading runs")
        .choices(roles)
        .makeOptionMandatory(),
    )
    .option("--expires <time>", "last day, or date-time (+08:00)")
    .action(does(async () => (await import("./users.ts")).addUserCommand));
  configured("list", "List the accounts, with their last sign-in.", "musterd users list", users)
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./users.ts")).listUsersCommand));
  configured("revoke", "Remove an account; it is refused from then on.", "musterd users revoke chen", users)
    .argument("<name>", "name of the account")
    .action(does(async () => (await import("./users.ts")).revokeUserCommand));
  configured(
    "passwd",
    "Set the password of an account; it is asked for, or read from standard input.",
    "musterd users passwd chen",
    users,
  )
    .argument("<name>", "name of the account")
    .action(does(async () => (await import("./users.ts")).setPasswordCommand));
  configured(
    "sign-out",
    "End the sessions and links of a person at the console, also of one from the OpenID provider.",
    "musterd users sign-out chen@example.com",
    users,
  )
    .argument("<name>", "name with which the person has signed in")
    .action(does(async () => (await import("./users.ts")).signOutCommand));
  configured(
    "link",
    "Print a link that signs a person in to the console, once, within 24 hours, to decide about one plan.",
    "musterd users link chen 3f2a91c04d77",
    users,
  )
    .argument("<name>", "name of the account")
    .argument("<fingerprint>", "first digits (12 or more) of the plan's fingerprint")
    .action(does(async () => (await import("./users.ts")).signInLinkCommand));
};
