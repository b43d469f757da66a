/** Edits of the planner: which objects are changed, what is held, the order, and what the guard permits. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const posts = ["test/plan/posts/posts.test.ts"];
const people = ["test/plan/match/people.test.ts"];
const departments = ["test/plan/organisation/departments.test.ts"];
const twins = ["test/plan/questions/twins.test.ts"];
const orders = ["test/plan/values/sequence.test.ts"];

export const planMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/plan/organisation/departments.ts",
    ["test/plan/organisation/departments.test.ts"],
    [
      ["takes.stepAside && draft.isPossible(", "draft.isPossible(", "names step aside for nothing"],
      [
        "takes.stepAside && draft.isPossible({ ...intent, operations })",
        "takes.stepAside",
        "a department keeps a temporary name",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/draft/renames.ts",
    ["test/plan/draft/renames.test.ts"],
    [["if (!steps.every(draft.isPossible) || ", "if (", "an object keeps a temporary code"]],
  ),

  ...mutantsOf(
    "src/plan/guard.ts",
    ["test/plan/guard.test.ts"],
    [
      ["return count > limit ?", "return count > limit + 1 ?", "one more person than the cap permits is disabled"],
      [
        "Math.min(count, Math.max(smallestPercentLimit, Math.floor((base * cap.percent) / 100)))",
        "count",
        "a broken export disables any share of the staff",
      ],
      ['  supervisor: "employee",\n', "", "a cap of a percentage does not limit changes of supervisors"],
    ],
  ),
  ...mutantsOf(
    "src/plan/approval.ts",
    ["test/plan/approval.test.ts", "test/plan/guard.test.ts"],
    [
      ["count === 0 && (targetCounts", "count < 0 && (targetCounts", "an empty export is taken for an empty company"],
      ["digestsOf(change).every(", "digestsOf(change).some(", "an approval covers other values than were approved"],
      ["const change = [kind, key, action];", "const change = [kind, action];", "an approval covers other people"],
      ['action === "reactivate" &&', 'action === "deactivate" &&', "a cut-off import is blocked by its own newcomers"],
      ['&& !created([{ field: "active", after: false }])', "", "joiners who wait are enabled by an old approval"],
    ],
  ),
  ...mutantsOf("src/plan/draft/protection.ts", people, [
    [
      "[desired?.account, current?.account ?? account]",
      "[current?.account ?? account]",
      "a person is renamed to an administrator's account",
    ],
    ["[desired?.account, current?.account ?? account]", "[desired?.account]", "an administrator's account is renamed"],
  ]),
  ...mutantsOf(
    "src/plan/draft/plan-context.ts",
    ["test/run/other-companies.test.ts"],
    [
      ['target.strangers?.includes(account ?? "") === true', "false", "managers of other companies are lost"],
      [
        'target.namesakes?.includes(supervisor ?? "") === true',
        'target.namesakes?.includes("") === true',
        "a namesake's approval is cleared",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/keys/new-keys.ts",
    ["test/plan/keys/new-keys.test.ts"],
    [[" && line.safeParse(key).success", "", "a key is planned that the service refuses"]],
  ),
  ...mutantsOf("src/plan/draft/judge-field.ts", people, [
    [
      'if (policy === "manage") return undefined;',
      'if (policy !== "fill-if-empty") return undefined;',
      "a field that HR must not touch is overwritten",
    ],
    ['"fill-if-empty" && isBlank(before);', '"fill-if-empty";', "a value that was entered by hand is overwritten"],
    ['fieldPolicy(settings, kind, field) === "ignore";', "false;", "an ignored field is written for newcomers"],
    [
      'if (after === undefined) return { why: "not-stated" };',
      "if (after === undefined) after = null;",
      "what HR does not state is cleared",
    ],
  ]),
  ...mutantsOf(
    "src/plan/match/correlate.ts",
    [...people, "test/plan/match/links.test.ts"],
    [
      [
        "if (link && sameNumber && link !== sameNumber) {",
        "if (link && sameNumber && link !== sameNumber && links.size < 0) {",
        "one of two people is written to by chance",
      ],
      [
        "if (about.length > 1) return",
        "if (about.length > 9) return",
        "a newcomer inherits the rights of the account's former holder",
      ],
      ["if (sharing) return", "if (sharing && links.size < 0) return", "two people with one number are confused"],
      ["if (duplicates.has(person))", "if (links.size < 0)", "two rows claim one account"],
    ],
  ),
  ...mutantsOf("src/plan/people/employees.ts", people, [
    [
      'if (isProtected(context.settings, desired.account)) return { reason: "protected", about: [desired.account] } as const;',
      "",
      "an account with a protected name is created",
    ],
  ]),
  ...mutantsOf("src/plan/people/hidden-data.ts", people, [
    ["else if (mayBeCleared) unknown.push(field);", "", "an ID number that the site masks is cleared"],
    [
      "if (value !== undefined) known[field] = value;\n    else if",
      "if",
      "a change of a masked person is held although HR knows the value",
    ],
    [' || memory.written.get(clearsOmitted) === "cleared"', "", "what a site does with omitted fields is forgotten"],
  ]),
  ...mutantsOf(
    "src/plan/guard.ts",
    ["test/plan/guard.test.ts", "test/cli/commands.test.ts"],
    [
      [
        "...(changes.length > 0 ? ofWhole : []),",
        "",
        "everybody is created in a service that shows nobody for a while",
      ],
      [
        "...(changes.length > 0 ? ofWhole : []),",
        "...ofWhole,",
        "a service that was emptied is blocked although nothing is to be done",
      ],
      ["hours > hoursOfZones", "hours > 1e9", "a clock that has jumped disables those who have not left yet"],
      [
        "const hoursOfZones = 14;",
        "const hoursOfZones = 7;",
        "a service that takes its own time for UTC is never written to",
      ],
    ],
  ),
  ...mutantsOf(
    "src/run/prepare/prepare-plan.ts",
    ["test/cli/commands.test.ts"],
    [
      [
        "Math.max(links.employee.size, new Set(written).size)",
        "links.employee.size",
        "people without stable ids are created again in an empty list",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/reading/detect-rollback.ts",
    ["test/plan/reading/detect-rollback.test.ts"],
    [
      [
        'isDetail(change) || change.action === "reorder" || (shown === "unknown" && hasMasked(change))',
        'isDetail(change) || change.action === "reorder"',
        "a restore that shows only in a birth date is not noticed",
      ],
      [
        "|| !record || record[field] !== undefined",
        "|| record !== null",
        "a restore is not noticed in a change that has written a last day, too",
      ],
      ["&& parked.has(reference(kind, change.key))", "&& parked.size < 0", "an exchange of codes hides a restore"],
      [
        'return records.has(reference(kind, key)) ? "unknown" : "stands";',
        'return "stands";',
        "an exchange of codes counts as standing after a restore",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/match/contradictions.ts",
    ["test/plan/match/open-questions.test.ts"],
    [
      [
        "=== true && mayStillBeAnother(record, found))",
        "=== true && false)",
        "a question ends when HR stops to state a birth date, and somebody is overwritten",
      ],
      [
        "=== true && mayStillBeAnother(record, found))",
        "=== true)",
        "HR cannot correct a row of which was asked who it is",
      ],
      [
        'if (name === "none" && otherBirth === false) return false;\n  if (otherId !== undefined)',
        "if (otherId !== undefined)",
        "a corrected name and birth date count for nothing",
      ],
      ['return otherBirth || name === "whole";', "return otherBirth;", "a birthday in common makes one person of two"],
      [
        'return name !== "none" || otherHire !== false;',
        'return name !== "none";',
        "a common name makes one person of two",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/match/open-questions.ts",
    ["test/plan/match/open-questions.test.ts"],
    [
      [
        'keyText("number", number)',
        'keyText("number", account)',
        "a newcomer with another account is created a second time",
      ],
      [
        'if (differs(newcomer, person, "idCardNumber") === true) return otherBirth === false && !isOtherName;',
        "",
        "another ID number answers no question",
      ],
      [
        "return otherBirth === false && !isOtherName;",
        "return false;",
        "whoever gets another ID number while the question is open gets a second account",
      ],
      ["return otherBirth === false && !isOtherName;", "return !isOtherName;", "a namesake is asked about for ever"],
      [": !otherBirth", ": otherBirth", "another birth date answers no question"],
      ['person) === "whole"', 'person) !== "whole"', "whoever has nothing in common is held for ever"],
      [
        ".some((key) => named.has(key))",
        ".some(() => true)",
        "a record that HR leaves out once is asked about no more",
      ],
      ["...over.flatMap((subject) => entry(subject, null)),", "", "a question that is over is asked of the next one"],
    ],
  ),
  ...mutantsOf(
    "src/run/reconcile.ts",
    ["test/run/unlisted-returners.test.ts"],
    [
      [
        "...questionsRemembered(desired, memory, plan.held), ",
        "",
        "who may exist already is created when HR clears the ID number",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/people/resignation.ts",
    ["test/plan/people/resignation.test.ts"],
    [["return isCleared ?", "return false ?", "who had come back is disabled on the day of a restored service"]],
  ),
  ...mutantsOf("src/plan/people/resignation.ts", people, [
    [
      'if (typeof before === "string") return setResignation(account, before, null);',
      "",
      "who comes back is disabled on the old last day",
    ],
  ]),
  ...mutantsOf("src/plan/posts/posts.ts", posts, [
    ["({ ...post, main: false })", "({ ...post })", "a mover has two main posts on the way"],
    ["if (after.length === 0) {", "if (after.length < 0) {", "a person loses the last post"],
    ["(kept.length > 0 ?", "(kept.length < 0 ?", "a manager leaves the department that he still manages"],
    [
      "if (inDoubt.length > 0) return",
      "if (inDoubt.length < 0) return",
      "a post is taken that a rejected row may have stated",
    ],
    ["stated === undefined || !isOpen", "stated === undefined", "a leaver is moved before being disabled"],
    [
      "if (after.length < carried.length) {",
      "if (after.length < 0) {",
      "a post whose title could not be read is dropped",
    ],
  ]),
  ...mutantsOf("src/plan/waves.ts", posts, [
    ["change.step * maxLevels + (level", "(level", "managers are appointed before they are members"],
  ]),
  ...mutantsOf("src/plan/organisation/managers.ts", posts, [
    [
      "const wanted = closes ? null : department.manager;",
      "const wanted = department.manager;",
      "the manager of a closed department can never leave it",
    ],
    [
      'if (!staysActive(person)) return { reason: "person-inactive", about: [wanted] } as const;',
      "",
      "a leaver becomes manager",
    ],
    [
      "{ ...appoint, needs: person.postChanges }",
      "{ ...appoint, needs: [] }",
      "a manager is appointed although the move has failed",
    ],
  ]),
  ...mutantsOf(
    "src/plan/posts/turns.ts",
    ["test/run/one-post.test.ts"],
    [
      ["next.vacate();\n", "", "managers who swap departments wait for each other for ever"],
      [
        "if (!managed(removal).every(isFollowed)) able.delete(person);",
        "",
        "a department loses its manager for an exchange that cannot be made",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/posts/supervisors.ts",
    ["test/plan/posts/supervisors.test.ts"],
    [
      ["(!doubted && (sure || isOpen))", "(sure || isOpen)", "a chosen approver that E14 has dropped stays lost"],
      [
        'return typeof chosen !== "string" && approvesAsManager;',
        "return false;",
        "a new department manager costs a needless write for each person",
      ],
      [
        'else if (wanted && !staysActive(wanted)) context.draft.hold(intent, "person-inactive", [wanted.account]);\n',
        "",
        "requests go to an approver who cannot sign in",
      ],
    ],
  ),
  ...mutantsOf("src/plan/people/disable.ts", departments, [
    [
      'kept.length > 0\n        ? context.draft.hold(intent, "still-manager", kept.map(codeOf))\n        : writeAbout(context, person, intent)',
      "writeAbout(context, person, intent)",
      "a department is left with a manager who cannot sign in",
    ],
    ["if (remaining.length > 0) return", "if (remaining.length < 0) return", "a department is closed over its people"],
    ["if (unknown.length > 0) return", "if (unknown.length < 0) return", "a department with unread members is closed"],
    [
      "depthOf(tree, b) - depthOf(tree, a)",
      "depthOf(tree, a) - depthOf(tree, b)",
      "a closed branch stays open for ever",
    ],
    ["[...staying, ...users.remaining, ", "[...users.remaining, ", "a department is closed over one below it"],
  ]),
  ...mutantsOf("src/plan/organisation/department-tree.ts", departments, [
    [
      'holdMove(\n        context,\n        department,\n        found,\n        "tree-cycle",\n        codes.map((one) => departmentCode(context, one)),\n      );\n      parentOf.set(key, parentKey(found.parent));\n      stuck.add(key);\n      undone = true;',
      "",
      "departments that lie below each other vanish from the tree",
    ],
  ]),
  ...mutantsOf("src/plan/values/sequence.ts", orders, [
    ["seq: firstOf(group) + index", "seq: index", "levels land one place too high where positions count from 1"],
    ["now === undefined || now <= previous", "now === undefined || now < previous", "two levels share a place"],
    [
      '"assign" ? assigned : swept;',
      '"assign" ? assigned : assigned;',
      "a repair of the order has no effect where positions insert",
    ],
  ]),
  ...mutantsOf("src/plan/organisation/ordering.ts", orders, [
    [
      '=== "assign" ? "assign" : "insert";',
      '=== "assign" ? "insert" : "insert";',
      "every run of a site that assigns needs a repair",
    ],
    ['if (swept?.has(kind)) return "sweep";', "", "a repair repeats what did not work"],
  ]),
  ...mutantsOf(
    "src/plan/match/links.ts",
    ["test/plan/match/links.test.ts"],
    [
      ["&& !shared.has(old) ", "", "one of two departments with one link gets the other's people"],
      [" && !listed.has(old) && !listed.has(next)", "", "a link overrules what the configuration lists"],
      [
        "open = open.filter((one) => !isContradicted(one));",
        "",
        "row numbers as ids give departments each other's codes",
      ],
      ["!present.has(next) || freed.has(next)", "freed.size > 0", "a department takes another department's code"],
    ],
  ),
  ...mutantsOf(
    "src/plan/draft/renames.ts",
    ["test/plan/draft/renames.test.ts"],
    [
      [
        "occupant ? freedBy === undefined : names.has(canonicalKey(rename.to))",
        "occupant ? freedBy === undefined : false",
        "a department is renamed to a code that is taken",
      ],
      [
        'if (known === "visiting") return park(rename);',
        'if (known === "visiting") return undefined;',
        "two codes can never be swapped",
      ],
    ],
  ),
  ...mutantsOf("src/plan/people/newcomer-status.ts", twins, [
    ["some(({ active }) => active)", "some(() => false)", "a leaver under another key keeps an active account, unsaid"],
    ["some(({ active }) => active)", "some(() => true)", "leavers of both sides are asked about"],
  ]),
  ...mutantsOf("src/plan/questions/twins.ts", twins, [
    ["weight >= holdFrom", "weight > holdFrom", "evidence that is just enough makes a second account"],
    [
      "present.has(key) && !doubtful.has(key)) ? [] : [correlation.current]",
      "present.has(key) && !doubtful.has(key)) ? [] : []",
      "everybody entered by hand gets a second account",
    ],
    [
      ".filter(({ key }) => !isDecidedOther(context.source.decided, newcomer, key))",
      "",
      "a decision that two people are different changes nothing",
    ],
  ]),
  ...mutantsOf(
    "src/plan/match/evidence.ts",
    [...twins, "test/plan/identity-laws.test.ts"],
    [
      ['.replaceAll(/\\s+/gu, "")', "", "a name with a blank in it is another person"],
      ["if (otherBirth === true && otherId === true) return false;", "", "a namesake is taken for a twin"],
      [
        "return a === undefined || b === undefined ? undefined : a !== b;",
        "return false;",
        "an account alone is believed",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/match/contradictions.ts",
    ["test/plan/number-given-again.test.ts", "test/plan/who-is-who-laws.test.ts"],
    [
      [">= contradictedFrom", ">= contradictedFrom * 1000", "whoever gets a leaver's number overwrites the leaver"],
      ["at !== timeOf(decision) || ", "at !== undefined || ", "a decision about one person stands for the next one"],
      ['ownership === "another" && "anotherId"', "false", "an account of one id is given to another"],
      ["otherId === false && !isAnother", "false", "a marriage after a correction asks"],
      [
        "others.filter((one) => !isOwn(one))",
        "others",
        "who got an account after a decision about it is held for ever",
      ],
      ["...(isStanding && { adopts })", "...(adopts && { adopts })", "a decision leads to whoever has the account now"],
      [
        'if (otherId !== undefined && !isCommon("idCardNumber", record)) return !otherId;',
        "if (otherId === false) return true;",
        "a decision is forgotten for another person",
      ],
      ["isNamedAlike && !dates", "!dates", "an equal number alone undoes a decision"],
      ["(sameNumber || dates.includes(false))", "true", "an equal name alone undoes a decision"],
      ["!dates.includes(true) && ", "", "a namesake with another birth date undoes a decision"],
      ["const doubtfulFrom = 2;", "const doubtfulFrom = 2_000;", "0000000000 settles who somebody is"],
      ['&& "number"', '&& "account"', "whose account of the directory was renamed for a successor loses the record"],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/newly-held.ts",
    ["test/run/prepare/who-is-who.test.ts"],
    [
      [
        "nameOfHeld(one, follow(one.kind, one.key))",
        "nameOfHeld(one, one.key)",
        "what is held counts as failed after a rename",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/newly-held.ts",
    ["test/run/read-back/read-back.test.ts"],
    [
      [
        "held.fields.length === 0 || held.fields.some(({ field }) => fields.some((one) => one.field === field))",
        "true",
        "what was held from the start is reported as lost",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/read-back/second-plan.ts",
    ["test/run/read-back/read-back.test.ts"],
    [["&& !isOtherThanHeld(one)", "", "what a create has lost stays lost where another value is held"]],
  ),
  ...mutantsOf(
    "src/plan/draft/convergence.ts",
    ["test/run/one-post.test.ts"],
    [["[...ids, ...gains]", "[...ids]", "a gain and an exchange of posts are refused in turn every night"]],
  ),
  ...mutantsOf(
    "src/plan/match/near-names.ts",
    ["test/plan/number-given-again.test.ts", "test/plan/who-is-who-laws.test.ts"],
    [
      ["[...new Set([...replaced, ", "[...new Set([", "a misspelt name makes a second account"],
      ['return marks ?? "none";', 'return "none";', "namesakes told apart by a digit are one person"],
    ],
  ),
  ...mutantsOf("src/plan/questions/possible-recodes.ts", twins, [
    [
      "JSON.stringify([foldedName(name), parent])",
      "JSON.stringify([parent, name && parent])",
      "any sister is the same department",
    ],
  ]),
  ...mutantsOf(
    "src/plan/questions/possible-recodes.ts",
    ["test/plan/match/open-questions.test.ts"],
    [
      [
        "(renamed.get(one) ?? []).map(({ from }) => canonicalKey(from))",
        "[]",
        "a department that HR recodes while the question is open is made twice",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/organisation/departments.ts",
    ["test/plan/match/open-questions.test.ts"],
    [
      [
        "department.active === false && !candidates.some(({ active }) => active)",
        "department.active === false",
        "a department that closes while the question is open stays open in the service, in silence",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/organisation/catalogue.ts",
    ["test/plan/match/open-questions.test.ts"],
    [
      [
        "item.active === false && !candidates.some(({ active }) => active)",
        "item.active === false && candidates.length === 0",
        "two titles that are both closed are asked about",
      ],
    ],
  ),
  ...mutantsOf("src/plan/people/value-handover.ts", people, [
    [
      "map(({ account }) => account), isCommon };",
      "map(({ account }) => account), isCommon: false };",
      "a common mailbox keeps newcomers out",
    ],
  ]),
  ...mutantsOf("src/plan/people/value-handover.ts", twins, [
    ["const inTheWay = [...keeping, ...wanting];", "const inTheWay = [...keeping];", "two newcomers get one ID number"],
    ["else inTheWay.push(other);", "", "an e-mail is taken over from a person who keeps it"],
  ]),
  ...mutantsOf(
    "src/plan/questions/twins.ts",
    ["test/plan/quarantine-laws.test.ts"],
    [["present.has(key) && !doubtful.has(key))", "present.has(key))", "a quarantined person gets a second account"]],
  ),
  ...mutantsOf(
    "src/plan/draft/plan-context.ts",
    ["test/plan/quarantine-laws.test.ts"],
    [
      [
        "if (!draft.isWithheld(name)) draft.exists(name);",
        "draft.exists(name);",
        "people move into one of two departments",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/match/correlate.ts",
    ["test/plan/quarantine-laws.test.ts"],
    [
      [
        "doubtful.has(canonicalKey(key)))",
        "doubtful.has(key + key))",
        "a quarantined person is written over by another row",
      ],
    ],
  ),
  ...mutantsOf("src/plan/match/correlate.ts", twins, [
    ["if (match && claimedTwice.has(match))", "if (match && links.size < 0)", "one person is written over by two rows"],
  ]),
  ...mutantsOf(
    "src/plan/draft/convergence.ts",
    ["test/plan/unknown-values.test.ts"],
    [["times >= maxTimes &&", "times >= maxTimes * 1000 &&", "a value that the site ignores is written every night"]],
  ),
  ...mutantsOf(
    "src/plan/draft/convergence.ts",
    ["test/run/refused-writes.test.ts"],
    [
      ['kind === "employee" && action === "deactivate"', "false", "whoever has left stays enabled after two refusals"],
      ["lasting.has(code)", 'code !== ""', "a busy site makes a change be held"],
      ["before.cause === cause", "true", "two refusals for two reasons count as one"],
    ],
  ),
  ...mutantsOf(
    "src/model/memory/sample-size.ts",
    ["test/plan/read-back/look-sample.test.ts"],
    [
      ["const firstLooks = 50;", "const firstLooks = 0;", "the first writes on a site are believed unseen"],
      ["count / leastOfRun", "count", "of a small run after a large one nearly nobody is looked at"],
    ],
  ),
  ...mutantsOf(
    "src/plan/draft/written-posts.ts",
    ["test/run/unshown-posts.test.ts"],
    [
      [
        "isStale(memory, person.account)",
        "person.posts.length === 0",
        "a restored title that shows nowhere stays lost",
      ],
      ['!isKnown("title") &&', "", "HR's new title is never written where titles do not show"],
      ["known.get(", "new Map<string, string>().get(", "what was written where nothing shows is forgotten"],
    ],
  ),
  ...mutantsOf(
    "src/site/perform/posts.ts",
    ["test/run/unshown-posts.test.ts"],
    [["showsPosts(current, posts)", "samePosts(current, posts)", "a title that does not show counts as written"]],
  ),
  ...mutantsOf(
    "src/plan/reading/detect-rollback.ts",
    ["test/plan/reading/detect-rollback.test.ts"],
    [
      ["&& isLast &&", "&&", "a person whose last change shows nowhere is in doubt every night"],
      ["&& !wasInDoubt(change)", "", "a service counts as restored because of what was written in doubt"],
    ],
  ),
  ...mutantsOf(
    "src/plan/draft/draft-plan.ts",
    ["test/run/dropped-renames.test.ts"],
    [
      [
        "return unmet.length > 0\n      ?",
        "return unmet.length < 0\n      ?",
        "what a held rename names is created beside it",
      ],
    ],
  ),
];
