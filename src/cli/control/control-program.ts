/** The commands about the record, people and decisions. */
import type { Command } from "commander";
import type { Environment } from "../open/context.ts";

type Configured = (name: string, description: string, example: string, parent?: Command) => Command;

export const controlCommands = (
  program: Command,
  configured: Configured,
  environment: Environment,
  exit: (code: number) => void,
): void => {
  const audit = program.command("audit").description("The audit trail: who did what, when, and with which version.");
  configured("verify", "Find out whether the trail is as it was written.", "musterd audit verify", audit)
    .option("--head <head>", "the last entry as a log had it, NUMBER:DIGEST, which the trail must still have")
    .option("--json", "print as JSON")
    .action(async (options) => exit(await (await import("./audit.ts")).verifyAuditCommand(options, environment)));
  configured("export", "Print the entries of the trail.", "musterd audit export --from 2027-01-01 --csv", audit)
    .option("--from <time>", "only entries from this date or date-time on (+08:00)")
    .option("--to <time>", "only entries up to this date or date-time (+08:00)")
    .option("--json", "print as JSON")
    .option("--csv", "print as CSV")
    .action(async (options) => exit(await (await import("./audit.ts")).exportAuditCommand(options, environment)));
};
