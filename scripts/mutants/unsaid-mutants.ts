/** Edits of the code about what a site does not show or say, and about files that end too early. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const reading = ["test/site/reading.test.ts"];
const unlisted = ["test/run/unlisted-leavers.test.ts"];
const closing = ["test/plan/organisation/departments.test.ts"];
const changes = ["test/site/perform-changes.test.ts"];
const creates = ["test/site/perform-creates.test.ts"];
const answers = ["test/client/classify.test.ts"];

export const unsaidMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/site/forms/form-calls.ts",
    ["test/site/forms/form-calls.test.ts"],
    [
      [
        "return isNow && agentUsers.length > 0;",
        "return isNow || agentUsers.length > 0;",
        "whoever has an agent for holidays can release no plan",
      ],
      [
        "return isNow && agentUsers.length > 0;",
        "return agentUsers.length < 0;",
        "the signature of an agent releases a plan",
      ],
    ],
  ),
  ...mutantsOf("src/site/reads/read-lists.ts", reading, [
    ["if (foreign) throw", "if (foreign && false) throw", "dates in a form that nobody knows are all hidden"],
    ["ambiguous.size * 2 > byCode.size", "ambiguous.size > 0", "one closed department ends every run"],
    ["(ambiguous.has(code) ?", "(ambiguous.has(record.code) && false ?", "of two departments either is written"],
    ["named.length * 2 < records.length", "named.length < 0", "a list whose codes have another name is read as short"],
  ]),
  ...mutantsOf(
    "src/plan/people/wanted-status.ts",
    ["test/plan/people-policy.test.ts"],
    [
      [
        "desired.active === true && isHalfStated(desired)",
        "isHalfStated(desired) && false",
        "a leave without an end disables",
      ],
      ["onLeave === undefined && !(leaveFrom", "!(leaveFrom", "a stated leave is no leave"],
    ],
  ),
  ...mutantsOf(
    "src/plan/people/employees.ts",
    ["test/plan/questions/twins.test.ts"],
    [
      [
        "if (!holders.every((account)",
        "if (!holders.some((account)",
        "a newcomer is created although one holder is not decided",
      ],
      ["taken.includes(one) ? [] : [one.change]", "[one.change]", "a newcomer gets the e-mail of somebody else"],
    ],
  ),
  ...mutantsOf(
    "src/plan/people/newcomer-status.ts",
    ["test/plan/people-policy.test.ts"],
    [["statesActive && active === undefined", "statesActive && active === null", "a blank status joins, active"]],
  ),
  ...mutantsOf(
    "src/source/cells/formula-errors.ts",
    ["test/source/stand-ins.test.ts"],
    [["if (formula.test(text)) return", "if (formula.test(text) && false) return", "a formula is somebody's name"]],
  ),
  ...mutantsOf(
    "src/source/tables/listed-departments.ts",
    ["test/source/listed-departments.test.ts"],
    [
      [".every((part)", ".some((part)", "a name with a comma is no department"],
      ["&& isList(row, codes)", "&& isList(row, new Set())", "two departments are a third"],
    ],
  ),
  ...mutantsOf(
    "src/source/cells/paths.ts",
    ["test/source/shapes.test.ts"],
    [['if (parts.includes("")) return gap;', "", "a level that is blank makes a department"]],
  ),
  ...mutantsOf("src/site/reads/probe.ts", reading, [
    ["!shown.omitsNulls && !postFields", "!postFields", "a site that omits nulls cannot be written to"],
    ['isUnshown("jobFuncs")', 'isUnshown("jobTitle")', "functions that E4 does not show are cleared"],
  ]),
  ...mutantsOf(
    "src/source/tables/same-line-rows.ts",
    ["test/source/same-line-rows.test.ts", "test/source/odd-rows.test.ts"],
    [
      ["odd.has(placeKey(row)) && ", "!odd && ", "a second header becomes a department"],
      ["return lost.size === 0 ? known", "return lost.size >= 0 ? known", "a row with moved cells makes departments"],
      ['row.code !== "position-vacant"', "true", "a vacant position takes its department along"],
      ["size < kept.size;", "size < 0;", "what is above a department that stays is not there"],
      ["if (rejected || (excluded", "if ((excluded", "a rejected row confirms what it names"],
      ["if (!rejected) note(levels", "note(levels", "a level of a department that is none is created"],
    ],
  ),
  ...mutantsOf(
    "src/source/tables/same-line-rows.ts",
    ["test/source/rows-of-day.test.ts"],
    [
      ["{ ...row, excluded: true }", "row", "a department of last year is created"],
      [
        "if (rejected || (excluded && nextDay !== undefined)) continue;",
        "if (rejected) continue;",
        "a department of next year is created",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/quality/profile.ts",
    ["test/source/same-line-rows.test.ts"],
    [["code !== lineRejected", "code !== String(lineRejected).slice(1)", "one line counts for four kinds"]],
  ),
  ...mutantsOf(
    "src/model/directory/fields.ts",
    ["test/plan/draft/target-spelling.test.ts"],
    [
      ['refersTo: "title",', "", "titles go out as HR spells them"],
      ['refersTo: "function",', "", "functions go out as HR spells them"],
      [
        'refersTo: "department",\n    service: "parentCode",',
        'service: "parentCode",',
        "parents go out as HR spells them",
      ],
    ],
  ),
  ...mutantsOf(
    "src/plan/posts/supervisors.ts",
    ["test/plan/posts/supervisors.test.ts"],
    [['return typeof chosen !== "string";', "return true;", "an approver who is not shown goes on approving"]],
  ),
  ...mutantsOf(
    "src/client/retry.ts",
    ["test/client/patience.test.ts"],
    [
      [
        "startedMs > longestPatienceMs) return false;",
        "startedMs > longestPatienceMs * 9) return false;",
        "a run waits for days",
      ],
    ],
  ),
  ...mutantsOf(
    "src/client/answers/json-references.ts",
    ["test/client/answers/json-references.test.ts"],
    [
      ["isBroken ||= target === undefined;", "", "a title that cannot be found counts as none"],
      ["isBroken ||= left < 0;", "", "references to references fill the memory"],
    ],
  ),
  ...mutantsOf(
    "src/model/plan/sameness.ts",
    ["test/model/phones.test.ts"],
    [
      [
        "if (one.isWhole === other.isWhole)",
        "if (one.isWhole !== other.isWhole)",
        "another country's phone is the same",
      ],
      ["own.length >= fewestDigits && ", "", "an extension is the whole number"],
      ["&& /^[1-9]\\d{0,2}$/.test(country)", "", "a phone with two digits more is the same"],
    ],
  ),
  ...mutantsOf("src/plan/reading/unlisted-leavers.ts", unlisted, [
    ["status.active || ", "", "people who join are looked for"],
    ["-recentDays)", "recentDays)", "a leaver is found within a month only"],
    ["|| shareOf(account) === dayNumber(today) % turns", "", "who has left without a date is never found"],
    ["if (!generated?.has(", "if (generated?.has(", "who has a generated account is looked for by it"],
  ]),
  ...mutantsOf("src/run/prepare/who-is-who.ts", unlisted, [
    ["if (listed.employees.length === 0) return known;", "", "an empty site is asked for everybody who ever left"],
    [
      "left.filter(({ active }) => active === true)",
      "left.filter(({ active }) => active !== undefined)",
      "people whom a site hides are planned again",
    ],
  ]),
  ...mutantsOf(
    "src/plan/reading/unlisted-returners.ts",
    ["test/run/unlisted-returners.test.ts", "test/plan/reading/unlisted-returners.test.ts"],
    [
      ["if (newcomers.length === 0) return [];", "", "everybody who ever left is asked for every night"],
      ["...accountsIn(ledger)", "", "who comes back under other keys is created a second time"],
      ["if (!listed.has(key) &&", "if (", "everybody is asked for one by one"],
      ["[...adopted, ...near", "[...near", "a decision about somebody whom E1 does not list finds nobody"],
      ["[...adopted, ...near", "[...adopted", "the record of a leaver becomes that of whoever has got the number"],
    ],
  ),
  ...mutantsOf("src/site/perform/holder.ts", changes, [
    [
      "numbers.some((one) => sameKey(one, number))",
      "numbers.length > 0",
      "HR's data go to whoever has got the account",
    ],
  ]),
  ...mutantsOf(
    "src/site/perform/newcomers.ts",
    ["test/site/perform-creates.test.ts"],
    [
      [
        "(sameId === false && !sameBirth)",
        "(sameId === false && false)",
        "the record becomes that of another ID number",
      ],
      [
        "(sameBirth === false && !sameId)",
        "(sameBirth === false && false)",
        "the record becomes that of another birth date",
      ],
    ],
  ),
  ...mutantsOf("src/site/perform/posts.ts", changes, [
    ["[before, posts]", "[posts, before]", "another main post counts as written already"],
  ]),
  ...mutantsOf(
    "src/site/reads/read-unlisted.ts",
    ["test/site/reads/read-unlisted.test.ts"],
    [
      ["isInconclusive(error) || ", "", "a leaver who is nobody there ends every run"],
      ["&& !stopsRun(error)", "", "a key that is refused finds nobody"],
    ],
  ),
  ...mutantsOf("src/plan/draft/not-shown.ts", closing, [
    ["found.description === undefined &&", "found.description === null &&", "a description is cleared"],
  ]),
  ...mutantsOf("src/plan/draft/plan-context.ts", closing, [
    [
      "if (ambiguous) draft.withhold",
      'if (ambiguous && kind === "level") draft.withhold',
      "what is ambiguous is written",
    ],
  ]),
  ...mutantsOf("src/plan/draft/renames.ts", closing, [
    ["isTaken || draft.isWithheld(reference(kind, rename.source))", "isTaken", "either of two departments is renamed"],
  ]),
  ...mutantsOf("src/plan/notices.ts", closing, [
    ['fieldPolicy(settings, kind, field) === "ignore" || ', "", "what nobody wants to know is said"],
  ]),
  ...mutantsOf("src/plan/organisation/departments.ts", closing, [
    ["...notShown(context.settings, department, found),", "", "what HR says of a hidden field is not sent"],
  ]),
  ...mutantsOf(
    "src/store/next-run/debts.ts",
    ["test/store/debts.test.ts"],
    [["written = written + iif(${isDue}, 1, 0)", "written = written", "a refresh that is due is put off"]],
  ),
  ...mutantsOf(
    "src/site/perform/departments.ts",
    ["test/site/perform-changes.test.ts"],
    [
      [
        "if (wanted.description === undefined &&",
        "if (wanted.description === null &&",
        "a rename clears a description",
      ],
    ],
  ),
  ...mutantsOf(
    "src/site/calls/call.ts",
    ["test/site/calls/second-chance.test.ts"],
    [
      ["if (again) repeated += 1;", "", "a key is locked by repetition"],
      ["answered.add(id);\n        served", "served", "one web page ends every run"],
      ["answered.add(id);\n    mutations", "mutations", "one web page among writes alone ends the run"],
    ],
  ),
  ...mutantsOf(
    "src/site/calls/second-chance.ts",
    ["test/site/calls/second-chance.test.ts"],
    [
      ["isReplaced(error) ? belied(error, answered, 0)", "true ? belied(error, answered, 0)", "a write follows a 401"],
      ["isBelied && answered.size > 0", "isBelied", "a wrong key is tried twice, and a wrong address written to again"],
    ],
  ),
  ...mutantsOf(
    "src/client/answers/read-answer.ts",
    ["test/site/no-content.test.ts"],
    [
      ["people.length * 2 > value.length ?", "people.length > 0 ?", "half a list looks as if everybody had left"],
      ["= { J4: [], T1: [],", "= { E1: [], D1: [], J4: [], T1: [],", "an empty answer looks as if everybody had left"],
    ],
  ),
  ...mutantsOf(
    "src/site/perform/newcomers.ts",
    ["test/site/hidden-returners.test.ts"],
    [
      ["    await setActive(calls, account, false, guard);\n", "", "somebody who has left can sign in as a newcomer"],
      ["seen.nobody = found === null;", "seen.nobody = false;", "whoever returns stays disabled"],
    ],
  ),
  ...mutantsOf(
    "src/site/reads/dates.ts",
    ["test/site/reads/dates.test.ts"],
    [
      [
        "calendarDate(isMidnight ? next : epochMs)",
        "calendarDate(mayBeSummer ? next : epochMs)",
        "a day in winter is the next one",
      ],
    ],
  ),
  ...mutantsOf("src/site/perform/create-listed.ts", creates, [
    ["!isRefusal(refusal) || (await find()) !== null", "!isRefusal(refusal)", "what stands there otherwise is enabled"],
    [
      "(listed) => listed !== null)) === null",
      "(listed) => listed !== null)) === null && false",
      "what stays hidden counts as created",
    ],
  ]),
  ...mutantsOf(
    "src/site/perform/equality.ts",
    ["test/site/perform-changes.test.ts"],
    [["value.trim().normalize", "value.normalize", "a name grows by a blank with every update"]],
  ),
  ...mutantsOf(
    "src/plan/people/resignation.ts",
    ["test/plan/people/resignation.test.ts"],
    [
      ["isDoubted(context, account) ||", "", "a last day whose write may have been lost stays, whatever HR says next"],
      ["{ ...doubtOf(account), value: null }", "", "a last day is written every night"],
    ],
  ),
  ...mutantsOf("src/client/classify.ts", answers, [
    ['specOf(operation).mutates ? "unknown" : "not-done"', '"not-done"', "a write behind a gateway's page gets no P1"],
    ['value.replaceAll(longNumber, "…")', "value", "an ID number in an error code is shown"],
  ]),
  ...mutantsOf(
    "src/source/quality/judge-files.ts",
    ["test/source/quality/judge.test.ts", "test/source/quality/gone-files.test.ts"],
    [
      ["now.length >= before.length", "false", "a file that has another name now holds the people"],
      ["!names.has(withoutDate(file))", "false", "the people of a file that is missing have left"],
      ["last?.isEnded && !end.isEnded", "false", "a file that was cut inside its last cell is applied"],
      ["last?.hasTotal && !end.hasTotal", "false", "a file that was cut after a row is applied"],
      ["ofKind.length === 1 ? ofKind[0] : undefined", "undefined", "an export with a date in its name is not compared"],
    ],
  ),
  ...mutantsOf(
    "src/source/files/rows/sift-rows.ts",
    ["test/source/files/repeats.test.ts"],
    [
      ["if (ranges.length === 0) return () => 0;", "", "a roster without merged cells is not filled down"],
      ["line <= bottom ? top : Number.POSITIVE_INFINITY", "top", "somebody below a merged range gets its department"],
      [
        "one.line >= one.topAt(line)",
        "one.topAt(line) < Number.POSITIVE_INFINITY",
        "the people of a blank merged range get the department above it",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/values/dates.ts",
    ["test/source/dates.test.ts"],
    [
      [
        'isMidnight && offset !== "Z" ?',
        "isMidnight && offset === undefined ?",
        "a day east of +08:00 is the day before",
      ],
    ],
  ),
  ...mutantsOf(
    "src/cli/init/people/status.ts",
    ["test/cli/init/traps.test.ts"],
    [['isCertain && meaning !== "leave" ?', 'meaning !== "leave" ?', "rows with words that nobody knows join"]],
  ),
  ...mutantsOf(
    "src/cli/init/people/last-day.ts",
    ["test/cli/init/traps.test.ts"],
    [["return answer === column.name;", "return true;", "whoever was on leave once is disabled"]],
  ),
];
