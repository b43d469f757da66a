/** Edits of the code about what a site has done although it refused it, and about accounts that were given to somebody else. */
import { type Mutant, mutantsOf } from "./mutant.ts";

export const refusalMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/site/perform/after-refusal.ts",
    ["test/site/refused-writes.test.ts", "test/site/given-accounts.test.ts"],
    [
      ['if (found && has(found, set)) return "as-wanted";', "", "a change that was carried out has failed"],
      [
        'has(found, stated) ? "unchanged"',
        'has(found, stated) ? "different"',
        "a refusal that changed nothing is refreshed",
      ],
      [
        "if (samePosts(seen, current)) throw refusal;",
        "if (samePosts(current, current)) throw refusal;",
        "somebody stands without posts",
      ],
      [
        "  calls.noteCarriedOut();\n  if (samePosts(seen, posts))",
        "  if (samePosts(seen, posts))",
        "what was carried out is never refreshed",
      ],
      ["{ account, numbers }", "{ account }", "whoever has got the account becomes manager"],
      ["if (isWanted || shown === null) calls", "if (isWanted) calls", "a lost manager goes on approving"],
      [
        "if (shown !== null || before === undefined)",
        "if (shown !== null || before === undefined || code)",
        "a department stands without manager",
      ],
      [
        "if (shown !== null || before === undefined)",
        "if (before === undefined)",
        "a manager who is there is written again",
      ],
      [
        'if (seen !== "unchanged") calls',
        'if (seen === "as-wanted") calls',
        "half of a refused write is never refreshed",
      ],
      ['if (seen !== "unchanged") calls', "calls", "every refused write is followed by a refresh"],
    ],
  ),
  ...mutantsOf(
    "src/site/perform/holder.ts",
    ["test/site/given-accounts.test.ts"],
    [
      [
        "holder.number ? isMeant(holder, numbers)",
        "holder.number ? isMeant(holder)",
        "posts go to whoever has got the account",
      ],
    ],
  ),
  ...mutantsOf(
    "src/site/perform/posts.ts",
    ["test/site/given-accounts.test.ts", "test/site/refused-writes.test.ts"],
    [
      [
        'checkHolder(calls, "E13", { account: supervisor, numbers }, guard)',
        'checkHolder(calls, "E13", { account: supervisor }, guard)',
        "whoever has got the account approves",
      ],
      [
        "if (supervisor === null) return notToBeSeen();",
        'if (supervisor === null) return "unchanged";',
        "an approver who may be gone is not refreshed",
      ],
    ],
  ),
  ...mutantsOf(
    "src/site/perform/people.ts",
    ["test/site/refused-writes.test.ts"],
    [
      [
        '? "unchanged" : "different";\n    return',
        '? "unchanged" : "unchanged";\n    return',
        "a disabled person keeps the rights",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/draft/protection.ts",
    ["test/plan/draft/whose-account.test.ts"],
    [
      ['(["E11", "E13", "E14"])', '(["E11", "E13"])', "nobody knows whose posts are meant"],
      ["at === 0 && asking.has(id)", "asking.has(id) && false", "whoever has got the account is enabled"],
      ["at === 0 && asking.has(id)", "asking.has(id)", "each write of a change costs a call"],
    ],
  ),
  ...mutantsOf(
    "src/site/perform/newcomers.ts",
    ["test/site/calls/second-chance.test.ts"],
    [["(error.failure.retryable || !stopsRun(error))", "error", "a create is sent again after a 401"]],
  ),
  ...mutantsOf(
    "src/site/perform/newcomers.ts",
    ["test/site/hidden-returners.test.ts"],
    [
      [
        "showsNobodyInactive(calls) ? isInactive()",
        "!calls ? isInactive()",
        "who returns after a newcomer stays disabled",
      ],
    ],
  ),
  ...mutantsOf(
    "src/daemon/state/repetition.ts",
    ["test/daemon/state/repetition.test.ts"],
    [["(planned === true && isEndOfSession(code))", "isEndOfSession(code)", "a wrong key is tried until it is locked"]],
  ),
];
