/** The commands that say how musterd is doing: `check`, `status`, `notify`. */
import type { MakeCommand, Performing } from "./terminal/make-command.ts";

/** `configured` makes a command with the options of all commands that read the configuration. */
export const healthCommands = (configured: MakeCommand, does: Performing): void => {
  configured("check", "Check the configuration and every connection; shows all problems at once.", "musterd check")
    .option("--json", "print as JSON")
    .option("--estimate", "estimate the calls, time and memory of a first import and of a night, and check nothing")
    .option("--site", "show what is known of the site: addresses, what the key may read, what writes were seen to do")
    .option("--write-test <account>", "with --site: try writes on a test person, and put them back; asks twice")
    .option("--real-person", "with --write-test: although HR has that person")
    .action(does(async () => (await import("./state/check.ts")).checkCommand));
  configured(
    "doctor",
    "Print all that support would ask for, without personal data.",
    "musterd doctor --bundle doctor.txt",
  )
    .option("--bundle <file>", "write it to a file instead")
    .action(does(async () => (await import("./state/doctor.ts")).doctorCommand));
  configured("status", "Show the last runs, what waits for somebody, and when the next run is due.", "musterd status")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./plans/status.ts")).statusCommand));
  configured(
    "notify",
    "Show what is told to people: what is wrong now, and the last messages.",
    "musterd notify --test",
  )
    .option("--test", "send a test message through every channel")
    .option("--list", "show what is wrong now and the last messages, as without options")
    .option("--limit <count>", "number of messages", "20")
    .option("--json", "print as JSON")
    .action(does(async () => (await import("./state/notify.ts")).notifyCommand));
};
