/** Edits of the reference service, in rules on which clients rely when they are tested against the service. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const conformance = ["test/service/conformance.test.ts"];

const fileRights = ["test/service/documents/file-rights.test.ts", "test/service/documents/file-rights-law.test.ts"];

const documentCenter = ["test/service/documents/document-center.test.ts"];

export const serviceMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/service/kernel/records/sqlite-store.ts",
    ["test/service/removed-people.test.ts"],
    [[" PRAGMA secure_delete = ON;", "", "a removed person stays in the free pages of the file"]],
  ),
  ...mutantsOf("src/service/documents/visibility.ts", fileRights, [
    [
      'return isPresent && inherited(company, folder, "settings").allowDownloadFile;',
      "return isPresent;",
      "a reader who may not download gets a file by putting it into a library of his own",
    ],
    [
      "const isPresent = document.fileId === fileId && !document.control?.voided;",
      "const isPresent = document.fileId === fileId;",
      "a reader keeps the file of a voided document",
    ],
  ]),
  ...mutantsOf("src/service/documents/visibility.ts", documentCenter, [
    [
      "if (mayRead(company, nearest)) return nearest;",
      "if (nearest.missing) return nearest;",
      "a person reads folders of others",
    ],
  ]),
  ...mutantsOf("src/service/documents/rules.ts", documentCenter, [
    ['if (place.folder.parentId === null) refuse("OPA-FOLDER-ROOT", "folderPath");', "", "a library is renamed"],
  ]),
  ...mutantsOf("src/service/uploads/files.ts", fileRights, [
    [
      "const isUsable = file && !isExpired(company, file) && mayUse(company, caller, file);",
      "const isUsable = file && !isExpired(company, file);",
      "whoever knows the id of a file gets the file",
    ],
  ]),
  ...mutantsOf(
    "src/service/uploads/chunks.ts",
    ["test/service/uploads/chunks.test.ts"],
    [
      ["uuidOf(owner, chunk.fields.Id", "uuidOf(chunk.fields.Id", "an Id shows whether others use it"],
      ["allSettled([turns.get(uuid)])", "allSettled([])", "chunks sent at once are taken at once"],
    ],
  ),
  ...mutantsOf(
    "src/service/kernel/http/senders.ts",
    ["test/service/uploads/interrupted.test.ts"],
    [
      [
        'if (raw.readableEnded || raw.listenerCount("data") > 0) return;',
        "if (raw.readableEnded) return;",
        "a chunk that is too large is answered only when it has been sent, or after ten seconds",
      ],
      ["() => raw.destroy());", "() => undefined);", "a refused sender may send for ever"],
    ],
  ),
  ...mutantsOf(
    "src/service/uploads/quota.ts",
    ["test/service/uploads/quota.test.ts"],
    [
      [
        "const used = sum(kept) + sum(coming) - before;",
        "const used = sum(kept);",
        "uploads sent at once pass the quota",
      ],
      ["void incoming.delete(stored)", "undefined", "a failed upload takes space for ever"],
    ],
  ),
  ...mutantsOf(
    "src/service/initiations/work-loop.ts",
    ["test/service/forms/initiations.test.ts"],
    [["await pauseAfter(error, failed, options, closing);", "throw error;", "work that fails once is never done"]],
  ),
  ...mutantsOf("src/service/initiations/initiation-worker.ts", fileRights, [
    [
      'return row.fileIds.includes(file.id) ? file : refuse("OPA-FILE-UNKNOWN", where);',
      "return file;",
      "the field of a form gives away any file",
    ],
  ]),
  ...mutantsOf("src/service/organisation/posts.ts", conformance, [
    [
      "posts.filter((post) => post.main).length !== mainPosts",
      "posts.filter((post) => post.main).length === 0",
      "people with two main posts pass every test",
    ],
    ['if (body.depts.length === 0) refuse("OPA-POSTS-EMPTY", "depts");', "", "people without a post pass every test"],
  ]),
  ...mutantsOf("src/service/organisation/supervisors.ts", conformance, [
    [
      'if (!person.posts.some((post) => post.departmentId === id)) refuse("OPA-POST-UNKNOWN", "deptCode");',
      "",
      "a supervisor is chosen for a post that does not exist",
    ],
  ]),
  ...mutantsOf(
    "src/service/organisation/lookup.ts",
    ["test/service/other-companies.test.ts"],
    [
      [
        'person.corpCode === undefined ? person : refuse("OPA-USER-FOREIGN", where || "userCode")',
        "person",
        "somebody of another company is disabled in every test",
      ],
      ['refuse("OPA-CORP-MISSING", partOf(where, "corpCode"))', "{}", "condition 5 of section 7 never occurs"],
    ],
  ),
  ...mutantsOf("src/service/organisation/tree.ts", conformance, [
    [
      'if (seen.has(above)) refuse("OPA-TREE-CYCLE", "parentCode");',
      "if (seen.has(above)) return;",
      "a tree with a circle passes every test",
    ],
  ]),
  ...mutantsOf("src/service/organisation/managers.ts", conformance, [
    [
      'if (!person.data.active) refuse("OPA-MANAGER-INACTIVE", "manager");',
      "",
      "a manager who cannot sign in passes every test",
    ],
    [
      'if (!isMember(company, person, department)) refuse("OPA-MANAGER-NOT-MEMBER", "manager");',
      "",
      "a manager from outside passes every test",
    ],
  ]),
  ...mutantsOf("src/service/organisation/employees.ts", conformance, [
    [
      'if (isTaken("number", data.employeeNumber ?? "")) refuse("OPA-NUMBER-TAKEN", "employeeNumber");',
      "",
      "two people with one number pass every test",
    ],
    [
      'if (managedBy(company, id).length > 0 || supervisedBy(company, id).length > 0) refuse("OPA-IN-USE", "userCode");',
      "",
      "a manager can be deleted",
    ],
  ]),
  ...mutantsOf(
    "src/service/signing/refresh.ts",
    ["test/service/calls.test.ts", "test/service/concurrency.test.ts"],
    [
      ["setMutationsOwed(company, 0);", "", "the service never says that everything is refreshed"],
      ["dirtyBefore: mutationsOwed(company)", "dirtyBefore: 0", "a missing refresh is not noticed"],
    ],
  ),
  ...mutantsOf(
    "src/service/kernel/http/api.ts",
    ["test/service/calls.test.ts", "test/service/concurrency.test.ts"],
    [
      [
        "if (owesRefresh(id)) setMutationsOwed(company, mutationsOwed(company) + 1);",
        "",
        "a write that no refresh follows is not noticed",
      ],
    ],
  ),
  ...mutantsOf("src/service/kernel/callers/caller.ts", documentCenter, [
    [
      'if (!isDesignated(caller, what, code)) refuse("OPA-NOT-DESIGNATED", where);',
      "",
      "a key reads forms that it is not for",
    ],
  ]),
  ...mutantsOf("src/service/access/authenticate.ts", conformance, [
    [
      'if (permission !== null && !caller.permissions.has(permission)) refuse("OPA-KEY-PERMISSION");',
      'if (permission !== null && caller.permissions.size < 0) refuse("OPA-KEY-PERMISSION");',
      "a key does what it may not",
    ],
    [
      'if (expiresMs <= company.clock.nowMs()) refuse("OPA-KEY-EXPIRED");',
      'if (expiresMs < 0) refuse("OPA-KEY-EXPIRED");',
      "a key that has expired opens the service",
      ["test/service/access/keys.test.ts"],
    ],
  ]),
  ...mutantsOf(
    "src/service/access/sign-in.ts",
    ["test/service/access/sign-in.test.ts"],
    [
      [
        "const ownKey = isKnown ? `${device.id} ${account}` : `${network} ${account}`;",
        "const ownKey = `${network} ${account}`;",
        "a stranger at the same address keeps a person out of a known browser",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/access/attempts.ts",
    ["test/service/access/attempts.test.ts"],
    [
      [
        "const isFree = last === mine || waitAfter(left) === 0;",
        "const isFree = true;",
        "who has an account of his own may guess without waiting",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/access/grants.ts",
    ["test/service/access/oauth.test.ts"],
    [
      [
        "for (const { id, payload } of ofUser) if (appId === undefined || payload.clientId === appId) grants.remove(id);",
        "for (const { id, payload } of ofUser) if (appId && payload.clientId === appId) grants.remove(id);",
        "tokens outlive the password with which somebody got them",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/access/grants-routes.ts",
    ["test/service/access/grants.test.ts"],
    [
      [
        'if (!visitor || form.get("proof") !== visitor.proof) return sendExpired(reply);',
        "if (!visitor) return sendExpired(reply);",
        "another site ends what a user has granted",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/access/scopes.ts",
    ["test/service/access/userinfo.test.ts"],
    [
      [
        '(scope in claimsOf ? "P-Profile" : permissionOf[scope])',
        "permissionOf[scope]",
        "an application without a right to profiles reads names and addresses",
      ],
    ],
  ),
  ...mutantsOf(
    "src/contract/operations/uploads.ts",
    ["test/service/access/scopes.test.ts"],
    [
      [
        'const managed = { permission: "P-DocManage" } as const;',
        "const managed = { permission: null } as const;",
        "a token uploads what nobody has permitted",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/kernel/company/company.ts",
    ["test/service/company-file.test.ts"],
    [
      [
        "for (const [id, { table, before }] of journal) table.restore(id, before as never);",
        "",
        "a write that was refused leaves half of it",
      ],
    ],
  ),
  ...mutantsOf(
    "src/service/kernel/company/company-file.ts",
    ["test/service/company-file.test.ts"],
    [["undo(batch);", "", "a write that was not stored is shown"]],
  ),
  ...mutantsOf(
    "src/service/initiations/callback-order.ts",
    ["test/service/forms/callbacks.test.ts", "test/service/forms/callback-order.test.ts"],
    [["return number <= perReceiver;", "return true;", "a receiver that hangs takes every attempt"]],
  ),
  ...mutantsOf(
    "src/service/initiations/callbacks.ts",
    ["test/service/forms/callbacks.test.ts"],
    [["callbackDueAt: isoInstant(due) }", "callbackDueAt: null }", "a callback that failed is repeated at once"]],
  ),
  ...mutantsOf(
    "src/service/kernel/http/audit.ts",
    ["test/service/audit.test.ts"],
    [
      [
        "if (refusals > refusalsPerMinute && !isCrowd)",
        "if (false as boolean)",
        "strangers fill the audit trail and the log",
      ],
      ["times: started.times + 1", "times: 1", "repeated attempts look like one"],
    ],
  ),
  ...mutantsOf(
    "src/service/kernel/records/audit-store.ts",
    ["test/service/audit.test.ts"],
    [["PARTITION BY kind, result ", "", "refusals push what was done with a credential out of the audit trail"]],
  ),
  ...mutantsOf(
    "src/service/kernel/http/app.ts",
    ["test/service/strangers.test.ts"],
    [
      [
        "trustProxy: service.trustProxy.length > 0 && [...service.trustProxy],",
        "trustProxy: true,",
        "anybody chooses the address that a key is judged by",
      ],
      ["hasSeveralHosts(request.raw)", "false", "a request with two hosts is answered"],
    ],
  ),
  ...mutantsOf(
    "src/contract/strict-body.ts",
    ["test/service/fuzz.test.ts"],
    [["(strictBody(id) ?? body?.nullable())", "body", "the descriptions show null where it is always refused"]],
  ),
  ...mutantsOf(
    "src/contract/open-api/names.ts",
    ["test/service/fuzz.test.ts"],
    [
      [
        "...(records.isNeeded(schema as z.ZodType) ? { [needsValue]: true } : {}),",
        "",
        "D8 is described without `code`",
      ],
    ],
  ),
  ...mutantsOf("src/service/organisation/ordering.ts", conformance, [
    [
      "{ base: 1, first: 1, step: 1, isAssigned }",
      "{ base: 1, first: 0, step: 1, isAssigned }",
      "positions count from the wrong number",
      ["test/service/quirks/positions.test.ts"],
    ],
  ]),
  ...mutantsOf(
    "src/service/kernel/http/write-habits.ts",
    ["test/service/quirks/writes.test.ts"],
    [
      ["if (isIgnored(id)) undo(company.journal);", "", "a site that ignores writes carries them out"],
      ["writes % ignoredEvery === 0", "false", "a site that ignores every n-th write ignores none"],
    ],
  ),
  ...mutantsOf(
    "src/service/organisation/taken-along.ts",
    ["test/service/quirks/taken-along.test.ts"],
    [["for (const takeAlong of prepared) takeAlong?.();", "", "no operation takes anything along"]],
  ),
];
