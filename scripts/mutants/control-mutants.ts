/** Edits of the record and of what decides who may do what. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const trail = ["test/store/audit.test.ts"];

export const controlMutants: readonly Mutant[] = [
  ...mutantsOf("src/store/audit-verify.ts", trail, [
    ["if (number !== head.number + 1)", "if (number <= head.number)", "a deleted entry is not found"],
    ["if (digest !== chainDigest(head.digest, body))", "if (false)", "a changed entry is not found"],
    ["if (early.rows !== head.number)", "if (false)", "an entry before the first one is not found"],
    ["stored.number > head.number)", "false)", "entries that were cut off are found as rewritten"],
    ["if (stored.digest !== head.digest)", "if (false)", "a rewritten trail is not found where the file is gone"],
    ["if (text) return", "if (false) return", "another name in the place of who released is not found"],
    ["if (wasWritten ||", "if (true ||", "a store that was put back is not told"],
  ]),
  ...mutantsOf("src/store/audit-texts.ts", trail, [
    ["row.salt === null ? forgotten.has(row.id)", "row.salt === null ? true", "a name is removed without an entry"],
    ['randomBytes(16).toString("hex")', '"salt"', "a forgotten name can be found by trying names"],
  ]),
  ...mutantsOf("src/store/audit.ts", trail, [
    ["? !(await has(transaction, written))", "? false", "the trail goes on after a backup without a word"],
    ["    file.write(await readHead(database));\n", "", "there is no head beside the store"],
  ]),
  ...mutantsOf(
    "src/daemon/callers.ts",
    ["test/daemon/roles.test.ts"],
    [
      ["if (caller && mayRequest(caller.roles, name))", "if (caller)", "every token may do everything"],
      ['roles: ["operator"] }', 'roles: ["operator", "auditor"] }', "the token of the configuration reads the trail"],
    ],
  ),
  ...mutantsOf(
    "src/store/tokens.ts",
    ["test/daemon/roles.test.ts"],
    [
      ["row.expires_at <= now", "row.expires_at <= 0", "a token has no end"],
      ["digest: digestOf(secret),", "digest: secret,", "tokens stand in the store"],
    ],
  ),
];
