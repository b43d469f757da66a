/** Edits of the record and of what decides who may do what. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const deciding = ["test/daemon/deciding.test.ts"];
const signIn = ["test/daemon/control/sign-in.test.ts"];
const signOff = ["test/daemon/sign-off.slow.test.ts"];
const given = ["test/daemon/given-accounts.test.ts"];
const trail = ["test/store/audit.test.ts"];

export const controlMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/daemon/idle-memory.ts",
    ["test/daemon/idle-memory.test.ts"],
    [
      ["state.running || ", "", "a run waits for a collection"],
      ["!isStill || ", "", "a page waits for a collection"],
      ["    least = last;\n", "", "what is needed is collected again and again"],
    ],
  ),
  ...mutantsOf(
    "src/lib/heap.ts",
    ["test/lib/heap.test.ts"],
    [["  collectGarbage();\n", "", "an answer is refused for memory that nothing needs"]],
  ),
  ...mutantsOf("src/store/audit/audit-verify.ts", trail, [
    ["if (number !== head.number + 1)", "if (number <= head.number)", "a deleted entry is not found"],
    ["if (digest !== chainDigest(head.digest, body))", "if (false)", "a changed entry is not found"],
    ["if (early.rows !== head.number)", "if (false)", "an entry before the first one is not found"],
    ["stored.number > head.number)", "false)", "entries that were cut off are found as rewritten"],
    ["if (stored.digest !== head.digest)", "if (false)", "a rewritten trail is not found where the file is gone"],
    ["if (text) return", "if (false) return", "another name in the place of who released is not found"],
    ["if (wasWritten ||", "if (true ||", "a store that was put back is not told"],
  ]),
  ...mutantsOf("src/store/audit/audit-texts.ts", trail, [
    ["row.salt === null ? forgotten.has(row.id)", "row.salt === null ? true", "a name is removed without an entry"],
    ['randomBytes(16).toString("hex")', '"salt"', "a forgotten name can be found by trying names"],
  ]),
  ...mutantsOf("src/store/audit/audit.ts", trail, [
    ["? !(await has(transaction, written))", "? false", "the trail goes on after a backup without a word"],
    ["    file.write(await readHead(database));\n", "", "there is no head beside the store"],
  ]),
  ...mutantsOf(
    "src/daemon/control/callers.ts",
    ["test/daemon/roles.test.ts"],
    [
      ["if (caller && may(caller))", "if (caller)", "every token may do everything"],
      ['roles: ["operator"] }', 'roles: ["operator", "auditor"] }', "the token of the configuration reads the trail"],
    ],
  ),
  ...mutantsOf("src/run/permit/verdict-on.ts", deciding, [
    ['if (verdict?.verdict === "rejected")', "if (false)", "a rejected plan is applied"],
    [
      "return isCovered && plan.breaches.length > 0",
      "return plan.breaches.length > 0",
      "a release covers limits it does not name",
    ],
  ]),
  ...mutantsOf("src/model/runs/verdict.ts", deciding, [
    ["usedBy === undefined && Date.parse(expiresAt) > nowMs", "usedBy === undefined", "a release never expires"],
  ]),
  ...mutantsOf("src/store/decisions/verdicts.ts", deciding, [
    [".set({ used_by: run })", ".set({ used_by: null })", "the use of a release is not kept"],
  ]),
  ...mutantsOf("src/store/schema/actor-columns.ts", deciding, [
    ["by_name: name ?? null", "by_name: null", "nobody knows who has decided"],
  ]),
  ...mutantsOf("src/app/deciding.ts", deciding, [
    ['if (roles.includes("approver")) return;', "return;", "everybody decides"],
    ["if (fourEyes) await", "if (false) await", "whoever asked for the run releases its plan"],
    [
      'if (isOwn(await audit.list({ events: ["configuration-changed"]',
      'if (false && isOwn(await audit.list({ events: ["configuration-changed"]',
      "whoever changed the configuration releases a plan",
    ],
    [
      'if (isOwn(await audit.list({ events: ["adopted", "adoption-withdrawn"]',
      'if (false && isOwn(await audit.list({ events: ["adopted", "adoption-withdrawn"]',
      "whoever has decided who is who releases what comes of it",
    ],
    ["!plan.fingerprint.startsWith(fingerprint)", "false", "a plan is released that nobody has seen"],
    ['if (verdict?.verdict === "rejected") throw planRejected(verdict, timeZone);', "", "a rejected plan is released"],
    ["if (newest !== undefined && newest !== plan.fingerprint) throw differs(newest);", "", "an old plan is released"],
    ['if (applied !== undefined) throw releaseUsed("the plan", applied);', "", "a plan is released twice"],
  ]),
  ...mutantsOf("src/model/runs/actor.ts", deciding, [
    ['.split("@", 1)[0]?.toLowerCase()', "", "another name of the same person is another person"],
  ]),
  ...mutantsOf("src/daemon/control/sign-in.ts", signIn, [
    ["if (waitMs > 0) {", "if (false) {", "guessing is not slowed"],
    ["known.add(pair);", "", "guessing elsewhere locks a person out"],
  ]),
  ...mutantsOf("src/store/access/users.ts", signIn, [
    ["row.expires_at > clock.nowMs()", "true", "an account has no end"],
    ["{ password: await hashPassword(password),", "{ password,", "passwords stand in the store"],
  ]),
  ...mutantsOf(
    "src/store/next-run/run-requests.ts",
    ["test/store/run-requests.test.ts"],
    [
      ["if (row === undefined || row.same === same)", "if (row === undefined || true)", "a key means another request"],
      ['else if (taken !== "ordinary") {', "else if (false) {", "a run that was taken back begins"],
    ],
  ),
  ...mutantsOf(
    "src/store/access/tokens.ts",
    ["test/daemon/roles.test.ts"],
    [
      ["row.expires_at <= now", "row.expires_at <= 0", "a token has no end"],
      ["digest: digestOf(secret) }", "digest: secret }", "tokens stand in the store"],
    ],
  ),
  ...mutantsOf("src/app/signed-form.ts", signOff, [
    ["if (!(await approverOf(store, name))) continue;", "", "a viewer's signature may release a plan"],
    [
      "(await calls.waitsFor(document, name, form)) && !(await calls.isAway(name, systemClock.nowMs()))",
      "(await calls.waitsFor(document, name, form))",
      "an approver who is away is taken for the one who signed",
    ],
    ["!user || (await calls.isAway(account, systemClock.nowMs()))", "!user", "an agent's signature releases a plan"],
    [
      "const user = await approverOf(store, account);",
      'const user = (await store.users.find(account)) ?? ({ roles: ["approver"] } as Pick<Access, "roles">);',
      "a revoked approver's signature releases a plan",
    ],
    ["if (refusal) throw refusal;", "", "four eyes do not count for a form"],
    ['if (status === "rejected") {', "if (false) {", "a declined form releases the plan"],
  ]),
  ...mutantsOf("src/app/given-accounts.ts", given, [
    ["one.at >= addedAt && ", "", "an approver who was added anew after a rename never counts again"],
    ['if (action === "create") return', 'if (action === "create") return false &&', "a newcomer signs as an approver"],
    ['action === "rename" && ', "false && ", "whoever is renamed to an approver's account signs as the approver"],
  ]),
  ...mutantsOf("src/app/notifying.ts", given, [
    [
      "if (await isGivenByHr(",
      "if (false && await isGivenByHr(",
      "HR's file sends the link of an approver to somebody",
    ],
  ]),
  ...mutantsOf("src/app/sign-off.ts", signOff, [
    ["if (mayHaveStarted(thrown))", "if (false)", "a form whose answer was lost is sent again"],
    ['await parts.store.submissions.initiate(to("sent").next, form.code);', "", "a form is sent before it is stored"],
    [
      'systemClock.nowMs() - submission.sinceMs > lookedForMs ? to("owed") :',
      "",
      "a form that was never sent is looked for forever",
    ],
  ]),
  ...mutantsOf("src/store/outgoing/submissions.ts", signOff, [
    ["AND status = 'blocked'", "", "a plan that was applied asks for a decision"],
  ]),
];
