/** Edits of the ends of processes and connections, and of what `musterd check` looks at. */
import { type Mutant, mutantsOf } from "./mutant.ts";

export const operatorMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/cli/state/demo.ts",
    ["test/cli/state/demo.test.ts"],
    [[", mode: 0o700", "", "the state folder of a newcomer is open to everybody"]],
  ),
  ...mutantsOf(
    "src/check/status.ts",
    ["test/cli/plans/status.test.ts"],
    [
      ['if (hasFailed) return "trouble";', "", "a failed run waits for somebody, and no alarm is raised"],
      ['config.daemon.apply ? ["succeeded"]', 'config.daemon.apply ? ["failed"]', "a failed run counts as a good one"],
    ],
  ),
  ...mutantsOf(
    "src/check/remaining.ts",
    ["test/cli/plans/status.test.ts", "test/check/remaining.test.ts"],
    [
      [
        'status === "blocked" || status === "cancelled"',
        'status === "cancelled"',
        "a plan that waits for a release is an alarm",
      ],
      [" || leavesChanges(entries)", "", "after Ctrl-C in mid-apply all is well"],
    ],
  ),
  ...mutantsOf(
    "src/store/decisions/decisions.ts",
    ["test/cli/plans/status.test.ts", "test/check/remaining.test.ts"],
    [["if (!said) return [record]", "if (said) return [record]", "what was decided is asked, and what is open is not"]],
  ),
  ...mutantsOf(
    "src/store/runs/runs.ts",
    ["test/cli/plans/status.test.ts"],
    [["${isIn} AND NOT (${isLook})", "${isIn}", "a plan that was looked at hides a failure"]],
  ),
  ...mutantsOf(
    "src/cli/musterd.js",
    ["test/cli/heap.test.ts"],
    [
      ["limit / 2 ** 20) * 0.75", "limit / 2 ** 20) * 0.25", "a large company does not fit into a small container"],
      ["isSmall && !isSet", "isSmall", "the command starts again for ever, whatever sizes somebody has set"],
    ],
  ),
  ...mutantsOf(
    "src/cli/terminal/end-process.ts",
    ["test/cli/terminal/end-process.test.ts"],
    [
      ["    exitNow(code);\n", "", "what is open keeps the process alive for ever"],
      ["`process.exit(${code})`", "`process.exit(0)`", "a failure ends with the code of a success"],
    ],
  ),
  ...mutantsOf(
    "src/queue/connection.ts",
    ["test/queue/closing.test.ts"],
    [
      [
        "for (const client of closingState.clients) client.disconnect();",
        "",
        "a connection that Redis does not end stays open",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/kernel/records/postgres-session.ts",
    ["test/service/postgres-store.test.ts"],
    [
      [
        "(client.connection.stream as Socket).destroySoon();",
        "",
        "the service waits for ever for the end of a session",
      ],
    ],
  ),
  ...mutantsOf(
    "src/check/databases.ts",
    ["test/check/checks.test.ts"],
    [["        examineDatabase(file);\n", "", "a damaged database is called undamaged"]],
  ),
  ...mutantsOf(
    "src/check/redis-and-lock.ts",
    ["test/check/checks.test.ts"],
    [
      ["untilMs <= systemClock.nowMs()", "false", "a lease whose time is over is called held"],
      [
        "warning: words.strangeLock(leftSeconds)",
        "found: words.strangeLock(leftSeconds)",
        "a lock of another program is no warning",
      ],
    ],
  ),
  ...mutantsOf(
    "src/check/clock.ts",
    ["test/check/checks.test.ts"],
    [["Math.abs(seconds) <= toleratedSeconds", "seconds <= toleratedSeconds", "a clock that is behind is no warning"]],
  ),
  ...mutantsOf(
    "src/check/certificates.ts",
    ["test/check/checks.test.ts"],
    [["Math.min(...ends)", "Math.max(...ends)", "the authority that ends last hides the others"]],
  ),
];
