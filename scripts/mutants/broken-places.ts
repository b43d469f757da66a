/**
 * Places that were broken once and are mended: each broken again is a product that the simulation must find wrong
 * (`npm run simulate -- --broken NAME`).
 */

/**
 * `edits`: exact texts that occur once in their file. `only`: a pattern of scenarios in which the harm is likely; the others are left out of
 * the search, which only finds later what a whole search would find.
 */
export type BrokenPlace = {
  readonly harm: string;
  readonly only?: string;
  readonly edits: readonly { readonly file: string; readonly before: string; readonly after: string }[];
};

const edit = (file: string, before: string, after: string) => ({ file, before, after });

export const brokenPlaces: Readonly<Record<string, BrokenPlace>> = {
  "approvers-E14": {
    only: "supervisorsOnReplace dropped|takesAlong E14",
    harm: "chosen approvers that E14 takes along are believed",
    edits: [
      edit(
        "src/plan/read-back/read-back-scope.ts",
        '    case "E14":\n      addManagers(writing, operation.posts);\n      return addPerson(writing, operation.account, true);',
        '    case "E14":\n      return;',
      ),
    ],
  },
  "approvers-E11": {
    only: "takesAlong E11",
    harm: "chosen approvers that E11 takes along are believed",
    edits: [
      edit(
        "src/plan/read-back/read-back-scope.ts",
        "const account = scope.accountOf(accountAfter(operation), change.wave);",
        'if (operation.id === "E11") return;\n      const account = scope.accountOf(operation.account, change.wave);',
      ),
    ],
  },
  "levels-from-1": {
    only: "firstPosition|positionStep|newPlace|assignedPositions",
    harm: "positions that a site counts or assigns in another way stay wrong",
    edits: [
      edit(
        "src/plan/read-back/second-plan.ts",
        'return one.action === "reorder" ? scope.ordered.has(one.kind) : writersOf(one) !== undefined;',
        'return one.action !== "reorder" && !isOnlyOrder(one as Change) && writersOf(one) !== undefined;',
      ),
    ],
  },
  "hidden-hired-again": {
    only: "inactivePeople",
    harm: "people whom the site hides are hired a second time",
    edits: [
      edit(
        "src/site/perform/newcomers.ts",
        "const holder = before.number ?? before.account;",
        "const holder = null as ShownEmployee | null;",
      ),
      edit(
        "src/plan/reading/unlisted-returners.ts",
        "return [...unlisted.values()].map(",
        "return [...unlisted.values()].slice(unlisted.size).map(",
      ),
    ],
  },
  "refresh-frozen": {
    only: "frozenRefresh",
    harm: "a process that slept through its refresh strikes out another's",
    edits: [
      edit(
        "src/store/next-run/debts.ts",
        "UPDATE refresh SET paid = max(paid, ${write}),",
        "UPDATE refresh SET paid = max(written, ${write}),",
      ),
      edit(
        "src/store/next-run/debts.ts",
        "WHERE target = ${target} AND holder = ${holder})",
        "WHERE target = ${target} OR ${holder} != '')",
      ),
    ],
  },
  "refresh-lost-store": {
    only: "lostDisk",
    harm: "a refresh that was owed is lost with the store",
    edits: [
      edit(
        "src/run/reconcile.ts",
        "    if (await store.isNew()) await oweFirstRefresh(deps, runId);\n",
        "    void oweFirstRefresh;\n",
      ),
    ],
  },
  "last-days-restore": {
    only: "restore-site",
    harm: "last days are not written again after the site was restored",
    edits: [
      edit(
        "src/run/prepare/prepare-plan.ts",
        "const stale = detectRollback(applied, current);",
        "const stale = [0].length > 1 ? detectRollback(applied, current) : undefined;",
      ),
      edit(
        "src/run/prepare/prepare-plan.ts",
        "stale?.all || first.plan.changes.length === 0 ?",
        "stale === undefined ?",
      ),
    ],
  },
  "caps-import": {
    only: "cutOffImport",
    harm: "an import that was cut off is blocked by its own caps",
    edits: [edit("src/run/reconcile.ts", "    await keepApproval(deps, prepared);\n", "    void keepApproval;\n")],
  },
  "number-again": {
    only: "numberGivenAgain",
    harm: "a number that is given again overwrites somebody",
    edits: [edit("src/plan/match/contradictions.ts", ">= contradictedFrom;", ">= 100 * contradictedFrom;")],
  },
  "second-accounts": {
    only: "legacySite",
    harm: "on adoption, people get second accounts",
    edits: [
      edit("src/plan/questions/twins.ts", "if (free.length === 0) return [];", "if (free.length >= 0) return [];"),
      // Nor does it keep newcomers from having the ID number of somebody who is there.
      edit("src/plan/people/employees.ts", 'return draft.hold(intent, "value-taken", holders);', "void holders;"),
    ],
  },
  "every-night": {
    only: "ignores",
    harm: "what the site ignores is written every night",
    edits: [
      edit("src/plan/draft/convergence.ts", "times >= maxTimes && (sameApprover", "times >= 1000 && (sameApprover"),
    ],
  },
  "momentary-404": {
    only: "momentary",
    harm: "a 404 of a moment empties posts",
    edits: [
      edit(
        "src/site/reads/read-details.ts",
        "answer({ ...calls, readOrNone: calls.readOrFail }, false)",
        "answer(calls, true)",
      ),
    ],
  },
  "undo-each-other": {
    only: 'takesAlong E13|"E13","verb|E14-members',
    harm: "two repairs undo each other in every run",
    edits: [
      edit(
        "src/run/read-back/lost-outcomes.ts",
        "if (!wasRepaired || !between ||",
        "if (between !== null || !wasRepaired ||",
      ),
      edit(
        "src/plan/draft/convergence.ts",
        'return fields.map((field) => count(field.field, result === "applied" ? [field] : attemptOf(field)));',
        "return [];",
      ),
    ],
  },
  "clock-back": {
    only: "clockOfLastWeek",
    harm: "a repetition waits for days after the clock was set back",
    edits: [
      edit(
        "src/daemon/state/repetition.ts",
        "timer.set(Math.min(Math.max(left, 0), waitMs(failure.times)));",
        "timer.set(Math.max(left, 0));",
      ),
    ],
  },
  "callbacks-twice": {
    harm: "the service sends callbacks twice, because an attempt ends while the next round looks for work",
    edits: [
      edit(
        "src/service/initiations/callbacks.ts",
        `    const owed = () => company.initiations.by("open", "owed");
    if (await file.read(() => owed().length === 0)) return;
`,
        `    const listed = await file.read(() => company.initiations.by("open", "owed"));
    const owed = () => listed;
    if (listed.length === 0) return;
`,
      ),
    ],
  },
  "undo-later-order": {
    only: "undoneOrder",
    harm: "an undo overwrites an order that somebody has made since",
    edits: [edit("src/plan/undo/undo-order.ts", "position < (positions[at - 1] ?? position)", "position < -1 - at")],
  },
};
