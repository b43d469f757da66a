/** Edits of the code of a run, of the code that stores its data, and of the decision to repeat a run. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const outcomes = ["test/run/outcomes.test.ts"];
const debt = ["test/run/refresh-debt.test.ts"];
const back = ["test/run/read-back/read-back.test.ts"];

const unchanged = ["test/run/prepare/unchanged.test.ts"];

export const runMutants: readonly Mutant[] = [
  ...mutantsOf("src/run/prepare/unchanged.ts", unchanged, [
    [
      "[share.basis, today, state.digest, peeked.digest]",
      "[share.basis, state.digest, peeked.digest]",
      "a due date is missed",
    ],
    [
      "[share.basis, today, state.digest, peeked.digest]",
      "[share.basis, today, peeked.digest]",
      "HR's change is missed",
    ],
    [
      "[share.basis, today, state.digest, peeked.digest]",
      "[share.basis, today, state.digest]",
      "a change in the service is missed",
    ],
    [
      "const isSame = share !== undefined && share.basis === reading?.basis;",
      "const isSame = true;",
      "settings are missed",
    ],
    ['!(await time("reading-site", () => isAsKnown(deps, share)))', "false", "no share is read any more"],
    [
      "const hadNothing = plan.changes.length + plan.breaches.length === 0",
      "const hadNothing = plan.breaches.length === 0",
      "what a run has written counts as what it has read",
    ],
  ]),
  ...mutantsOf("src/store/memory/unchanged.ts", unchanged, [
    ["digest, run_id: null", "digest, run_id: digest", "a run that has not ended counts"],
    ['.where("digest", "=", digest)', "", "another state counts as the same"],
  ]),
  ...mutantsOf(
    "src/run/permit/saved-plan.ts",
    ["test/run/permit/saved-plan.test.ts"],
    [["if (saved.target === target) return saved;", "return saved;", "a plan for one service is applied to another"]],
  ),
  ...mutantsOf(
    "src/run/permit/approved-plan.ts",
    ["test/run/permit/saved-plan.test.ts", "test/run/release.test.ts"],
    [
      ["if (other && (await", 'if (other && fingerprint === "" && (await', "a plan is applied that nobody has seen"],
      ["of [approved, release])", "of [approved])", "a release lets any plan pass"],
      ["(one) => one !== fingerprint", "() => false", "a plan that begins like the one that was seen is applied"],
      [
        "if (run === undefined) return undefined;",
        "if (run !== null) return undefined;",
        "a release lets its plan pass again and again",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/canary.ts",
    ["test/run/canary.test.ts"],
    [
      [
        "if (failed > 0 || !asPlanned)",
        "if (failed > 0)",
        "the rest follows although a write has taken something along",
      ],
      [
        "if (failed > 0 || !asPlanned)",
        "if (!asPlanned)",
        "the rest follows although a change of the canary was refused",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/canary.ts",
    ["test/run/random-runs.test.ts"],
    [["changes: canary.changes, only", "changes: canary.changes", "the order is judged before the rest has come"]],
  ),
  ...mutantsOf(
    "src/plan/restrict/canary.ts",
    ["test/plan/restrict/canary.test.ts"],
    [
      ["if (needed) all.add(needed);", "if (needed) continue;", "a canary lacks what it needs"],
      ['change.action === "reorder" ||', "", "a canary moves one sibling alone"],
      ["owners.union(one.owners).size <= count", "owners.size <= count", "a canary is larger than it may be"],
    ],
  ),
  ...mutantsOf(
    "src/plan/restrict/restrict-plan.ts",
    ["test/plan/restrict/restrict-plan.test.ts", "test/plan/restrict-plan-cases.test.ts"],
    [
      [" || (isLoss(change) && !isSubject(change))", "", "a restricted plan disables somebody who is not named"],
      ["renumbered(movedLast(kept, origin))", "renumbered(kept)", "a position counts siblings that do not move"],
      ["...judge(settings, changes,", "...judge(settings, [],", "a restricted plan has no limits"],
    ],
  ),
  ...mutantsOf(
    "src/plan/reading/top-level.ts",
    ["test/plan/reading/top-level.test.ts", "test/run/listed-company.test.ts"],
    [
      [
        "return isNamed ? asDepartment(lists) : belowCompany(lists, company);",
        "return belowCompany(lists, company);",
        "a department with the company's code is no parent, although HR names it",
      ],
      [
        "return isNamed ? asDepartment(lists) : belowCompany(lists, company);",
        "return asDepartment(lists);",
        "what is below a listed company is moved to the top in vain",
      ],
      ["order: departments.length", "order: 0", "a listed company stands before what is at the top"],
      [
        "company === undefined ? asDepartment(lists) : belowCompany(lists, company)",
        "lists",
        "what was moved to the top is lost where the company is listed",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/make-plan.ts",
    ["test/run/listed-company.test.ts"],
    [
      [
        '&& !(kind === "department" && sameKey(code ?? "", target.company ?? ""))',
        "",
        "a service that lists only the company is not empty, so the first import is blocked",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/taken-along.ts",
    ["test/run/listed-company.test.ts"],
    [
      [
        "was === undefined || isCompany(kind, key)",
        "was === undefined",
        "the level that a site shows of the company is taken along by the first import",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/draft/disabled-by-undo.ts",
    ["test/run/undone-creates.test.ts"],
    [
      ["active === undefined && isMarked", "isMarked", "what HR says is inactive is enabled after an undo"],
      [
        "[{ ...markOf(kind, disabled?.account ?? key), value: cause }]",
        "[]",
        "what an undo has disabled stays disabled for good",
      ],
      [
        "{ remember: [{ ...markOf(kind, key), value: null }] }",
        "{}",
        "what somebody disables after an undo is enabled",
      ],
    ],
  ),
  ...mutantsOf(
    "src/client/answers/read-answer.ts",
    ["test/client/client.test.ts"],
    [
      [
        '? [record["account"], record["employeeNumber"], record["name"]].every(isBlank)',
        '? isBlank(record["account"])',
        "a record whose account is hidden is nobody",
      ],
      [": Object.values(record).every(isBlank)", ": true", "a manager in a list is nobody"],
    ],
  ),
  ...mutantsOf(
    "src/plan/match/contradictions.ts",
    ["test/plan/number-given-again.test.ts"],
    [
      [
        "(isHidden ? differsFromStated({ written }, found.account, field, record[field]) : undefined)",
        "undefined",
        "somebody else's record is overwritten where the service hides the ID number",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/draft/open-renames.ts",
    ["test/plan/draft/renames.test.ts"],
    [
      [
        'isThere(temporaryCode(kind, from)) ? "parked" : isDone ? "done" : noted',
        'isDone ? "done" : noted',
        "a department whose temporary code was not noted is never renamed",
      ],
      [
        'isThere(to) && (isGone || noted === "parked")',
        "isThere(to) && isGone",
        "the end of a cycle that nobody has noted is not noted later either",
      ],
      [
        'isThere(to) && (isGone || noted === "parked")',
        'isThere(to) && noted === "parked"',
        "a rename without a note is held for ever",
      ],
      [" && !isExplained(rename)", "", "half an exchange of codes is taken back in the next run"],
      ["return { ...rename, to };", "return rename;", "a department that got two new codes is created a second time"],
      ["!wanted.has(key) && ", "", "a rename that was taken back is never done"],
    ],
  ),
  ...mutantsOf(
    "src/plan/match/called-by.ts",
    ["test/plan/restrict-plan-cases.test.ts", "test/explain/laws.test.ts"],
    [
      [
        "[[now], [], [after]]",
        "[[after], [], [now]]",
        "of two departments that exchange codes, the other one is named",
      ],
      [
        "[keysOf(correlation.current), [], keysOf(correlation.desired)]",
        "[keysOf(correlation.desired), [], keysOf(correlation.current)]",
        "an account that is handed on names its next owner",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/prepare/compare-plans.ts",
    ["test/run/prepare/compare-plans.test.ts"],
    [
      ["if (digest(before.snapshot) === digest(after.snapshot)) return;", "return;", "two days are compared as one"],
      ["withinScope(current, scope)", "current", "the plan shown is not the plan of the configuration"],
    ],
  ),
  ...mutantsOf(
    "src/plan/restrict/change-requirements.ts",
    ["test/plan/restrict-plan-cases.test.ts"],
    [
      ["[completions(changes), ", "[", "a restricted plan leaves a temporary code or name"],
      [", handovers(changes), ", ", ", "two people get one e-mail address"],
    ],
  ),
  ...mutantsOf(
    "src/plan/guard.ts",
    ["test/run/release.test.ts"],
    [
      [
        "settings.accepted.includes(breachName(breach))",
        "settings.accepted.some((name) => name.startsWith(breach.code))",
        "one accepted cap lifts all caps",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/apply/stages.ts",
    ["test/run/apply/stages.test.ts"],
    [
      [
        "last?.disables === false && !disables ? last.pages[0] : undefined",
        "last?.pages[0]",
        "people are disabled before it is known what has failed",
      ],
      ["page.push(ofWave)", "page[0] = [...(page[0] ?? []), ...ofWave]", "changes run beside those that they need"],
    ],
  ),
  ...mutantsOf("src/run/apply/breaker.ts", outcomes, [
    [">= limit)", "< 0)", "a service that refuses everything is asked 10,000 times"],
    [
      "!isRefused || long.length > 1",
      "!isRefused",
      "a service that refuses everything is asked for each kind of change",
    ],
  ]),
  ...mutantsOf("src/run/apply/apply-plan.ts", outcomes, [
    [
      "    count(change, outcome);",
      "    setTimeout(count, 50, change, outcome);",
      "a run that should be stopped continues until its failures are stored",
    ],
    ["if (isOwnRefusal(code)) return;", "", "twenty masked people keep leavers enabled"],
    [
      "tally.failed > deps.maxFailuresBeforeDisabling",
      "tally.failed < 0",
      "people are disabled although their replacements failed",
    ],
    [
      "needs.filter((id) => blocked.has(id))",
      "needs.filter(() => false)",
      "a manager is appointed although the move has failed",
    ],
    [
      "if (!isDone(outcome.result))",
      'if (outcome.result === "not-tried")',
      "a resignation date that was refused is never written again",
    ],
  ]),
  ...mutantsOf(
    "src/run/apply/apply-plan.ts",
    ["test/run/refused-writes.test.ts"],
    [
      [
        'kind !== "post" || !refusedToEnable.has(id)',
        "true",
        "who returns stays disabled, because of a post in a closed department",
      ],
      ["passed.add(reason)", "void reason", "a quota of the night holds changes for a week"],
    ],
  ),
  ...mutantsOf("src/run/apply/carry-out.ts", outcomes, [
    ["    await checkLease();\n", "", "a process that has lost its lease continues", debt],
    [
      "const performed = await target.perform(operation, beforeCall);",
      'const performed = await Promise.race([target.perform(operation, beforeCall), "applied" as const]);',
      "a change is recorded as applied before the service has answered",
    ],
    ["if (stops) ending.abort(error);", "", "after a key was refused, every other change is still sent"],
    [
      "!isLastDayOfReturner(change, operation) ||",
      "isLastDayOfReturner(change, operation) ||",
      "who returns is never enabled, where the last day is refused of somebody disabled",
      ["test/run/refused-writes.test.ts"],
    ],
  ]),
  ...mutantsOf(
    "src/run/ask-again.ts",
    ["test/run/ask-again.test.ts"],
    [
      ["waiting?.runId === id && ", "waiting && ", "a request that was answered is made again"],
      [" && undone.has(status)", " && false", "a request is lost with a command that does nothing"],
    ],
  ),
  ...mutantsOf("src/run/pay-refresh.ts", outcomes, [
    [
      "target.refresh(whileBearable(lease, stop))",
      "target.refresh(() => undefined)",
      "a process that has lost its lease refreshes into another's run",
    ],
    [
      "if (nowMs - sinceMs >= bearableMs) throw stop.reason;",
      "",
      "a run that is stopped waits for its refresh for as long as the service asks",
      ["test/run/pay-refresh.test.ts"],
    ],
  ]),
  ...mutantsOf(
    "src/run/reconcile.ts",
    ["test/daemon/deciding.test.ts"],
    [
      [
        "    if (late) return await",
        "    if (false) return await",
        "a plan that was rejected while somebody was asked is applied",
      ],
    ],
  ),
  ...mutantsOf("src/run/reconcile.ts", outcomes, [
    [
      'status === "planned" ? unpaid(deps)',
      'status === "planned" || status === "cancelled" || status === "failed" ? unpaid(deps)',
      "a run that was stopped leaves the service without its refresh",
    ],
    ["|| plan.breaches.length > 0)", "|| plan.breaches.length < 0)", "a plan that the guard refuses is applied"],
    ["    await closeInterruptedRuns(deps);\n", "", "a run that was cut off counts as running for ever"],
    [
      "if (await store.isNew()) await oweFirstRefresh(deps, runId);",
      "",
      "writes of a store that was lost are never refreshed",
      debt,
    ],
  ]),
  ...mutantsOf("src/run/apply-and-read-back.ts", outcomes, [
    [
      "const isUntouched = !wasOwed && ",
      "const isUntouched = ",
      "a run that writes nothing forgets the refresh that an earlier one owes",
      debt,
    ],
  ]),
  ...mutantsOf(
    "src/plan/read-back/second-plan.ts",
    ["test/run/restricted-runs.test.ts"],
    [
      [
        "wholeIds.difference(new Set([...plan.changes.map(({ id }) => id), ...again]))",
        "new Set(plan.held.map(({ id }) => id))",
        "reading back does what a restricted plan leaves out",
      ],
      [
        "return heldFields.length > 0 && !fields",
        "return !fields",
        "reading back writes to whom a restricted plan leaves out",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/second-plan.ts",
    ["test/run/reads-of-inactive.test.ts"],
    [
      [
        ' || reason === "unreadable-in-target"',
        "",
        "a returner whose posts could not be read keeps the old ones for a night",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/reconcile.ts",
    ["test/run/restricted-runs.test.ts"],
    [
      [
        "attemptsOf(prepared.wholeIds)",
        "attemptsOf(new Set(plan.changes.map(({ id }) => id)))",
        "a restricted run forgets counts",
      ],
      [
        "plan.only === undefined || approval === undefined",
        "plan.only !== null",
        "a restricted run ends the approval of another plan",
      ],
      [
        "const isWhole = undoes === undefined && !request.only?.length;",
        "const isWhole = undoes === undefined;",
        "a restricted run fulfils the request for a whole one",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/post-holders.ts",
    ["test/run/bystanders.test.ts"],
    [
      [
        'if (operation.id !== "E12" && operation.id !== "E14") continue;',
        'if (operation.id !== "E12") continue;',
        "an approver given to somebody who has just moved there is not seen",
      ],
      [
        'if (operation.id !== "E12" && operation.id !== "E14") continue;',
        'if (operation.id !== "E14") continue;',
        "an approver given to a newcomer is not seen",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/bystanders.ts",
    ["test/run/bystanders.test.ts"],
    [
      [
        "people: membersOf(belowOf(operation.newCode))",
        "people: []",
        "people below a renamed department are not looked at",
      ],
      ["[code, ...above].map(", "[...above].map(", "departments below are not looked at"],
      [
        "return besidePerson(nowOf(accountAfter(operation)));",
        "return besidePerson(operation.account);",
        "nothing beside a renamed person is looked at",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/written-objects.ts",
    ["test/run/bystanders.test.ts"],
    [
      ['noteBeside(writing, "employee", account);', "", "the data of people beside is not judged"],
      [
        "for (const { code } of membersBeside(writing, [entries])) noteBeside(writing, kind, code);",
        "",
        "other titles are not judged",
      ],
      ["scope.managersOf.add(code);\n  }\n  const", "}\n  const", "managers of departments beside are not read"],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/written-objects.ts",
    ["test/plan/read-back/read-back-scope.test.ts"],
    [
      ["    if (one === self) continue;\n", "", "somebody stands beside themselves"],
      ["return count < maxBeside;", "return true;", "a large department is gone through for each of its people"],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/second-plan.ts",
    ["test/run/bystanders.test.ts"],
    [
      [
        "supervisorsShown: shows, restored };",
        "supervisorsShown: shows };",
        "posts that disabling somebody has taken stay taken",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/organisation/managers.ts",
    ["test/run/take-along.test.ts"],
    [
      [
        "(found.active || department.manager === null || isClosing(context, found))",
        "found.active",
        "a department closes and keeps its manager, unsaid",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/read-back-scope.ts",
    ["test/run/bystanders.test.ts"],
    [
      [
        'for (const { code } of scope.before.departments) touch(writing, "department", code);',
        "",
        "a department that a level has moved to another is not judged",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/second-plan.ts",
    ["test/run/bystanders.test.ts"],
    [[": writersOf(one) !== undefined;", ": true;", "values entered by hand during a run are overwritten"]],
  ),
  ...mutantsOf(
    "src/run/reconcile.ts",
    ["test/run/taken-over.test.ts"],
    [
      [
        "target: whileHolding(given.target, lease)",
        "target: given.target",
        "a run that was taken over remembers an old reading",
      ],
      [
        "    await lease.check();\n    if (await store.isNew())",
        "    if (await store.isNew())",
        "a plan approved a day later is remembered over another run",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/apply/while-holding.ts",
    ["test/run/taken-over.test.ts"],
    [["    await check();\n", "    void check;\n", "readings count after the lease was lost"]],
  ),
  ...mutantsOf(
    "src/run/prepare/clock-distance.ts",
    ["test/run/prepare/clock-distance.test.ts"],
    [
      ["hoursApart: isKnown ? 0 : ", "hoursApart: ", "a service whose clock cannot be set has each plan blocked"],
      ["<= sameWithinHours", "<= 24", "a clock that jumps by a day is believed"],
      ["isFar ? String(hours) : null", "String(hours)", "a clock that was set right is believed to be wrong again"],
    ],
  ),
  ...mutantsOf(
    "src/run/read-back/lost-outcomes.ts",
    ["test/run/read-back/read-back.test.ts"],
    [
      [
        " && sortOf.get(change) === objectOf(addressOf(wanted)).of",
        "",
        "a department that has its new code is not confirmed because of a member",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/read-back/lost-outcomes.ts",
    ["test/run/site-habits.test.ts"],
    [
      [
        "for (const lost of last.lost) {",
        "for (const lost of last.lost.slice(0, 0)) {",
        "a run says succeeded while a value is missing",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/created-people.ts",
    ["test/plan/read-back/created-people.test.ts"],
    [['.replace(/^0+/, "")', "", "a number stored without its zeros is believed"]],
  ),
  ...mutantsOf("src/run/read-back/read-back.ts", back, [
    [", ...seen.orderings]", "]", "every night needs a repair of the order"],
  ]),
  ...mutantsOf("src/plan/read-back/read-back-scope.ts", back, [
    ["return addPerson(writing, operation.account, true);", "return;", "an approver who was lost by a move stays lost"],
  ]),
  ...mutantsOf("src/run/apply/record-refresh-debt.ts", debt, [
    [
      "await lease.check();\n        wrote = true;",
      "wrote = true;",
      "a process that lost its lease while it noted its debt writes",
    ],
    [
      "await (owed ??= oweRefresh());",
      "void (owed ??= oweRefresh());",
      "a power cut leaves a write without its refresh",
    ],
    [
      "if (wrote && !(await isHeld(lease))) await oweRefresh();",
      "",
      "a write that lands after another's refresh has none",
    ],
    ["await debts.expectLateWrite();", "", "a write that is carried out late has no refresh"],
  ]),
  ...mutantsOf(
    "src/store/next-run/left-behind.ts",
    ["test/store/left-behind.test.ts"],
    [["found.refresh || isDue", "found.refresh", "the daemon does not make the refresh after late writes"]],
  ),
  ...mutantsOf("src/run/close-interrupted-runs.ts", outcomes, [
    [
      'await store.plans.closeRest(runId, { result: "not-tried", code: "interrupted" });',
      "",
      "changes of a run that was cut off have no outcome",
    ],
  ]),
  ...mutantsOf(
    "src/store/next-run/debts.ts",
    ["test/store/debts.test.ts"],
    [
      [
        "\n        AND EXISTS (SELECT 1 FROM lease WHERE target = ${target} AND holder = ${holder})",
        "",
        "a process that slept through its refresh strikes out another's debt",
      ],
      ["SET paid = max(paid, ${write})", "SET paid = written", "a refresh pays for a write that came after it began"],
    ],
  ),
  ...mutantsOf(
    "src/store/plans/outcome-recorder.ts",
    ["test/store/store.test.ts"],
    [
      [
        "await insertOutcomes(transaction, batch, anotherTry);",
        "await insertOutcomes(database, batch, anotherTry).catch(() => undefined);",
        "a value is remembered although nothing recorded its write",
      ],
    ],
  ),
  ...mutantsOf(
    "src/store/plans/plans.ts",
    ["test/store/store.test.ts"],
    [
      [
        "maskPlan({ ...plan, changes: [] })",
        "({ ...plan, changes: [] })",
        "the store keeps ID numbers of held changes",
      ],
      ["(await hasWrittenAgain(database, id))", "false", "a restored service is written anew every night"],
    ],
  ),
  ...mutantsOf(
    "src/store/next-run/lease.ts",
    ["test/store/lease.test.ts"],
    [
      ["expires_at <= nowMs || isGone(holder);", "expires_at > 0;", "two runs write at a time"],
      [
        '      .where("holder", "=", holder)\n      .executeTakeFirst();',
        "      .executeTakeFirst();",
        "a lease that was lost is taken back from its new holder",
      ],
    ],
  ),
  ...mutantsOf(
    "src/daemon/state/causes.ts",
    ["test/daemon/state/causes.test.ts"],
    [
      [
        'causes.get(code) ?? "passes"',
        'causes.get(code) ?? "stays"',
        "a failure of unknown kind stops the daemon for ever",
      ],
      [
        "=> [code, cause])",
        '=> [code, code === "target-unauthorized" ? "passes" : cause])',
        "a wrong key is tried until it is locked",
      ],
    ],
  ),
  ...mutantsOf(
    "src/queue/target-lock.ts",
    ["test/queue/target-lock.test.ts"],
    [
      [
        "if kind ~= 'none' and holder ~= ARGV[1] and holder ~= ARGV[3] then",
        "if false then",
        "two installations write to one service",
      ],
      [
        "if redis.call('GET', KEYS[1]) == ARGV[1] then redis",
        "if true then redis",
        "a process that lost its lock releases another's",
      ],
    ],
  ),
];
