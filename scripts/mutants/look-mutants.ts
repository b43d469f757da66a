/** Edits of what a run does after its writes: which objects it reads, what must stand again, and what it remembers of the site. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const habits = [
  "test/run/site-habits.test.ts",
  "test/run/take-along.test.ts",
  "test/run/bystanders.test.ts",
  "test/run/read-back/read-back.test.ts",
  "test/run/other-companies.test.ts",
  "test/run/restricted-runs.test.ts",
];

export const lookMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/plan/read-back/read-back-scope.ts",
    ["test/run/bystanders.test.ts"],
    [
      [
        "addManagersOf(writing, account);",
        "",
        "a department whose manager a site takes away with a person's status stays without one",
      ],
      ["  addManagerBefore(writing, before);\n", "", "what a site takes from the former manager is missed"],
      [
        "  if (found?.manager) addManagerBefore(writing, found.manager);\n",
        "",
        "what a site takes from a manager with a write to their department is missed",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/written-objects.ts",
    ["test/run/bystanders.test.ts"],
    [
      ["scope.managedBy.has(canonicalKey(account)) || posts", "posts", "what a site takes from managers is missed"],
      [
        " || posts.some(isApprovedByWritten)",
        "",
        "an approver whom a site takes with a write to the approver is given back a day late",
      ],
    ],
  ),
  ...mutantsOf(
    "src/model/memory/site-habit.ts",
    ["test/plan/read-back/site-habits.test.ts"],
    [
      [
        'does === "stores-otherwise" && isOfPosts',
        'does === "stores-otherwise" && kind === "post"',
        "approvers that undo each other are believed",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/people/resignation.ts",
    ["test/plan/reading/detect-rollback.test.ts"],
    [
      [
        "(before ?? context.today) < context.today)",
        "(before ?? context.today) > context.today)",
        "a last day of somebody who works again comes back with a restored service",
      ],
      [
        "(before === null || (before ?? context.today) < context.today)",
        "before !== null && (before ?? context.today) < context.today",
        "a last day that was cleared comes back with a restored service",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/organisation/managers.ts",
    ["test/plan/organisation/departments.test.ts"],
    [["department.manager === null || ", "", "a closed department keeps its manager once the store is lost"]],
  ),
  ...mutantsOf(
    "src/run/read-back/look.ts",
    ["test/run/bystanders.test.ts"],
    [[", ...reopened(before, listed)]", "]", "a department that a write has opened stays open"]],
  ),
  ...mutantsOf(
    "src/run/read-back/look.ts",
    ["test/run/site-habits.test.ts"],
    [[", ...withoutRepair(unshown, judged.lost)]", "]", "a value that no second plan wants is believed unseen"]],
  ),
  ...mutantsOf(
    "src/plan/read-back/taken-along.ts",
    ["test/plan/read-back/taken-along.test.ts"],
    [
      [", ...posts({ before, now, shows, written })", "", "posts that cannot be given back are lost in silence"],
      ["...managers(before, now, written),", "", "a manager who cannot be given back is lost in silence"],
      ["...listedKinds.flatMap(of),", "", "values that the configuration leaves to the service are lost in silence"],
      [
        " || !writers.some(({ isBeside }) => !isBeside || by)",
        "",
        "a run is blamed for what somebody else has changed",
      ],
      [" || isAsStated(stated, departments, taken)", "", "a value that HR wants counts as lost"],
      ["wasDone(change)", "change !== undefined", "a refused write is blamed"],
      ['kind === "employee" ? [lock] : []', "[]", "a lock that a write has set is not seen"],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/preserved-order.ts",
    ["test/plan/read-back/preserved-order.test.ts"],
    [
      ["if (!isChanged) return stated;", "return stated;", "an order that a write has changed stays so"],
      ["if (wanted !== past.group) return [];", "", "an object that has moved is put at its old position"],
      [
        "writers.has(object) && (place.group",
        "(place.group",
        "what somebody moves during a run is moved back by the run",
      ],
      ["place.group !== group || ", "", "a department that a write has moved elsewhere is not looked for"],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/unshown.ts",
    ["test/plan/read-back/unshown.test.ts"],
    [
      ["[value, ...orElse].some(", "[value].some(", "a write is blamed for what a refused one has done"],
      ["isShown || hidden.has(field) ||", "isShown ||", "masked values count as not applied"],
      [
        "tried.toSorted((a, b) => a.wave - b.wave)",
        "tried.toReversed()",
        "a value that a later write replaced is missed",
      ],
      [
        "(account) => asShown(accountOf(account, change.wave))",
        "(account) => asShown(account)",
        "a write is judged by whoever has the account now",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/new-names.ts",
    ["test/plan/read-back/unshown.test.ts"],
    [["({ wave }) => wave > since", "() => since === 0", "a new owner of an account is taken for the old one"]],
  ),
  ...mutantsOf(
    "src/plan/read-back/fields-written.ts",
    ["test/plan/read-back/preserved-values.test.ts"],
    [["if (repairs === undefined && (", "if ((", "a repair counts as what HR wants"]],
  ),
  ...mutantsOf(
    "src/plan/read-back/preserved-values.ts",
    ["test/plan/read-back/preserved-values.test.ts"],
    [
      [
        "const isOpen = department.manager === undefined &&",
        "const isOpen = department.manager === null &&",
        "a manager who was taken along is not missed",
      ],
      [
        "was.manager && !isStranger({ target: before }, was.manager)",
        "was.manager !== undefined",
        "a manager of another company is given back",
      ],
      ["!written(object, field)", "object !== field", "what a run wrote on purpose is taken back"],
      [
        "!was.hidden?.includes(field) && !shown.hidden?.includes(field)",
        "was !== shown",
        "masked values are compared, and written",
      ],
      [
        "const isKept = shown.active === false && ",
        "const isKept = shown.active === true && ",
        "the posts of leavers are lost",
      ],
      [
        "if (!was.posts || !shown.posts) return undefined;",
        "if (!was.posts || !shown.posts) return was.posts;",
        "posts that cannot be read are called lost",
      ],
      ["isWhole && !isMore", "isWhole", "a leaver keeps a post that a write has given"],
      [
        "return now && !differs && approvers",
        "return now && approvers",
        "a title that was taken along from a post is not missed",
      ],
      [
        "!was.supervisor && shown?.supervisor && isChosen(shown) ? null",
        "was.supervisor === shown?.supervisor && !was ? null",
        "an approver whom a write has chosen stays",
      ],
      [
        "maybeStranger({ target: before, memory }, subject, was.supervisor) ? undefined : was.supervisor",
        "was.supervisor",
        "an approver of another company is given back",
      ],
      [
        "wanted === undefined && before !== undefined && after !== undefined && !same(before, after)",
        "wanted === undefined && before !== undefined && after !== undefined && same(before, after)",
        "what was taken along is not given back",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/site-habits.ts",
    ["test/plan/read-back/site-habits.test.ts"],
    [
      [
        "new Set(habitsOf(memory).flatMap(samplesInDoubt))",
        "new Set(habitsOf(memory).slice(9).flatMap(samplesInDoubt))",
        "writes that took something along are believed again",
      ],
      ["looksAt(written, field) + count", "count", "looks are not counted from run to run"],
      [
        "Number(seen) + all.length, first, today",
        "all.length, today, today",
        "the evidence of earlier runs is forgotten",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/reading/known-details.ts",
    ["test/run/incremental-reading.test.ts"],
    [
      ["&& signed(found, held) === sign", "", "what HR or somebody else has changed is not read"],
      [
        "boolean => shareOf(key) === turn % turns;",
        "boolean => shareOf(key) === turns + turn;",
        "what was changed by hand is never found",
      ],
      [
        "return { accounts: isKnown(posts, accounts), codes: isKnown(managers, codes) };",
        "return { accounts: new Set(), codes: new Set() };",
        "posts are written that this run has not read",
      ],
      [
        'if (change.action === "deactivate" || change.action === "remove") all(managers, codes);',
        "",
        "a manager is disabled before there is another one",
      ],
      ["if (touchesHolders(operation)) all(posts, accounts);", "", "a title that somebody has is disabled"],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/judged-part.ts",
    ["test/plan/read-back/judged-part.test.ts"],
    [
      ["!mayBeWritten(desired, current) &&", "", "lost data of people are not missed"],
      ["desired.posts.every((post) => isPostSettled(post, posts))", "true", "lost approvers are not missed"],
      ["!sides.some((side) => side.isShared(current)) &&", "", "a key given twice is not seen"],
      ["for (const { supervisor } of person.posts ?? []) addNamed(supervisor);", "", "approvers are not known"],
      ["addNamed(name);\n", "\n", "managers are not known"],
      [
        "if (isDisabled(person)) kept.add(person);",
        "if (isDisabled(person) && kept.size < 0) kept.add(person);",
        "what people still hold is disabled",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/reading/people-by-key.ts",
    ["test/plan/reading/people-by-key.test.ts", "test/plan/read-back/judged-part.test.ts"],
    [
      ["if (all) all.push(person);\n    else if (known)", "if (known)", "the third person with a key is not known"],
      [
        'const sorts = ["account", "number", "idCardNumber", "email"]',
        'const sorts = ["account"]',
        "equal numbers are not seen",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/read-back/look.ts",
    ["test/run/random-restricted-runs.slow.test.ts"],
    [
      [
        "ordered: plan.only\n      ? new Set<Kind>()",
        "ordered: plan.only\n      ? found.ordered",
        "a restricted plan is blamed for the order of others",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/read-back/look.ts",
    ["test/run/prepare/who-is-who.test.ts"],
    [["[id, names.account(account)]", "[id, account]", "a link does not follow a new account"]],
  ),
  ...mutantsOf("src/run/read-back/look.ts", habits, [
    ["...disappeared(listed, before)", "...[]", "somebody who is no longer listed is not missed"],
    [
      'shownBefore === "unknown" && shownIn(read) === "chosen" ? "chosen" : shownBefore',
      "shownBefore",
      "an import does not learn what approvers mean",
    ],
    [
      "({ isBeside }) => !isBeside",
      "({ isBeside }) => isBeside",
      "what could not be read back is counted as confirmed",
    ],
    [
      "postsRead.has(person.account) || posts === undefined ? person",
      "posts === undefined ? person",
      "what should be there is believed, not what was read",
    ],
    [
      "managersRead.has(department.code) || manager === undefined",
      "manager === undefined",
      "the manager before is believed, not the one that was read",
    ],
  ]),
];
