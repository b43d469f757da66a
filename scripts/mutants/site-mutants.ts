/** Edits of `src/site` and of its connections: reads before a write, when a call is sent, the content of a write, the meaning of answers. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const changes = ["test/site/perform-changes.test.ts"];
const creates = ["test/site/perform-creates.test.ts"];
const reading = ["test/site/reading.test.ts"];
const masks = ["test/site/masks.test.ts"];
const outcomes = ["test/run/outcomes.test.ts"];
const behaviours = ["test/run/read-back/read-back.test.ts"];

const forms = ["test/client/answers/lossless-forms.test.ts"];
const listed = ["test/site/listed-people.test.ts"];
const firstCreates = ["test/site/first-create.test.ts", "test/site/cut-keys.test.ts"];

const pace = ["test/client/transport/pace.test.ts"];

export const siteMutants: readonly Mutant[] = [
  ...mutantsOf("src/client/transport/pace-limits.ts", pace, [
    ["pausedUntilMs - nowMs, rate.waitMs(nowMs)", "rate.waitMs(nowMs)", "a wait that is asked for stops nobody"],
    ["&& retryAfterMs !== undefined)", "&& retryAfterMs !== undefined && !isConstant)", "constant calls do not wait"],
    ["const isCurrent = startedMs > cutMs;", "const isCurrent = true;", "each of the calls under way cuts again"],
    ["if (seen > 0 && tells) perSecond =", "if (seen < 0) perSecond =", "a 429 does not limit the calls in a second"],
    [
      "const tells = seen > few",
      "const tells = seen > 0",
      "one 429 among the first calls limits the calls in a second",
    ],
    ["size < quickUntil ? size + 1 :", "", "there is no slow start"],
    ["usualMs > leastMs * slower.times && usualMs", "false && usualMs", "a slow service is asked as much as before"],
    ["inFlight < lanes.size()", "inFlight < 2 * lanes.size()", "more calls are made at once than permitted"],
    ["nextMs = Math.max(nextMs, nowMs) + 1000 / perSecond;", "nextMs = nowMs;", "calls are not spread"],
  ]),
  ...mutantsOf("src/client/transport/pace.ts", pace, [
    ["setImmediate(end);", "end();", "another attempt begins after the answer that forbids it"],
    ["if (leave()) reject(error);", "", "whoever is not wanted waits to the end"],
  ]),
  ...mutantsOf("src/client/transport/transport.ts", pace, [
    ["retryAfterMs: retryAfterOf(answer)", "retryAfterMs: undefined", "Retry-After does not reach the gate"],
    ["          await nextTurn();\n", "", "another task begins after the answer that forbids it"],
  ]),
  ...mutantsOf("src/client/answers/lossless-forms.ts", forms, [
    [
      "const wholeNumber = /^(0|-?[1-9]\\d*)$/;",
      "const wholeNumber = /./;",
      "any text that JavaScript reads as a number is one",
    ],
    ["?? value)", "?? Boolean(value))", "any word is true"],
    ["Number.isSafeInteger(part) && Number(part) >= 0", 'typeof part === "number"', "a fraction is an employee number"],
    [
      "employeeNumbers.has(name) ? forms.employeeNumberWidth : undefined",
      "forms.employeeNumberWidth",
      "phones are padded",
    ],
  ]),
  ...mutantsOf("src/site/perform/listed-people.ts", listed, [
    ["isWhole: showsNumbers && (", "isWhole: showsNumbers || (", "inactive people who are hidden get a second account"],
    [
      "if (!listing?.isWhole || hiding.has(calls)) return true;",
      "if (!listing?.isWhole) return true;",
      "a list is believed after it was wrong",
    ],
    ["(key) => listing.keys.has(canonicalKey(key))", "() => false", "nobody counts as listed"],
    ["listing.newcomers % searchedRest === 0", "false", "one in 100 is not searched for"],
  ]),
  ...mutantsOf("src/site/perform/newcomers.ts", listed, [
    ["!stopsRun(error))) return error;", '!stopsRun(error))) return "applied";', "a lost create is called applied"],
    [
      'completed === "already-so" && maybeDone ? "applied" : completed',
      "completed",
      "a create whose answer was lost was there already",
    ],
    ["if (!maybeDone) noteFound(calls, holder);", "", "somebody hidden is forgotten"],
  ]),
  ...mutantsOf("src/site/perform/first-create.ts", firstCreates, [
    ["while (creates.alone) await creates.alone;", "", "nobody waits for the first create"],
    [
      "aboutForm.has(error.code)) throw error;",
      'error.code === "internal") throw error;',
      "what cannot be read goes on",
    ],
    [
      "if (creates.failed?.error instanceof CallError) creates.failed = undefined;",
      "if (creates.failed?.error instanceof CallError) creates.alone = undefined;",
      "an unreadable create is remembered for ever",
    ],
    [
      "if (creates.failed) throw creates.failed.error;",
      "if (creates.failed?.error instanceof CallError) throw creates.failed.error;",
      "others are created over whom the site has stored otherwise",
    ],
  ]),
  ...mutantsOf("src/site/perform/people.ts", changes, [
    [
      "if (!isClearing || !isRefusal(error)) throw error;",
      "if (!isRefusal(error)) throw error;",
      "an account that is to expire never does, after any refusal",
    ],
    [
      "if (!isClearing || !isRefusal(error)) throw error;",
      "if (!isClearing) throw error;",
      "any trouble writes the far future",
    ],
    ['if (current.active === false) return "already-so";', "", "an already disabled person is written to"],
    [
      'if (!current) throw gone("E7");',
      'if (!current) return "already-so";',
      "a person who is gone counts as disabled",
    ],
    [
      "employeeUpdate(current.account, wanted, calls",
      "employeeUpdate(current.account, { name: wanted.name, ...set, account: newAccount }, calls",
      "a new name clears every other field, at a site that clears omitted fields",
    ],
    [
      'if (omitted.length > 0 && calls.settings.omittedFields === "unknown") throw valueHidden("E11", omitted);',
      "",
      "a masked ID number is cleared",
    ],
  ]),
  ...mutantsOf("src/site/calls/unserved-values.ts", reading, [
    ["? answered.has(operation)", "? true", "a wrong address of D10 means no managers"],
  ]),
  ...mutantsOf(
    "src/site/calls/unserved-values.ts",
    ["test/site/calls/unserved-values.test.ts"],
    [["every((name) => served.has(name))", "every(() => true)", "accounts with a dot have no posts"]],
  ),
  ...mutantsOf(
    "src/site/calls/call.ts",
    ["test/site/refused-by-firewall.test.ts"],
    [
      [
        "throw refusedAlone(error);\n    }\n  };",
        "throw error;\n    }\n  };",
        "one name with an apostrophe ends every run",
      ],
    ],
  ),
  ...mutantsOf("src/site/perform/posts.ts", changes, [
    [
      'if (!samePosts(withoutMain(current), withoutMain(before))) throw changedSincePlan("E14");',
      "",
      "posts that were changed meanwhile by hand are lost",
    ],
    ['if (mains !== 1) throw mainPostMissing("E14", mains);', "", "a person is sent with two main posts or none"],
    ['throw notApplied("E14");', 'return "applied";', "a post that the site keeps counts as given up"],
    ["posts.map((post) => completed(post, current));", "posts;", "a title that HR does not state is cleared"],
  ]),
  ...mutantsOf("src/site/perform/departments.ts", changes, [
    [
      'if (active > 0) throw stillOccupied("D4", active);',
      "",
      "a department is closed over people who arrived meanwhile",
    ],
    [
      "const wanted = { ...asStored(current), ...set };",
      "const { description: _, ...rest } = asStored(current);\n  const wanted = { ...rest, ...set };",
      "a new name costs the description",
    ],
    [
      "if (!isRefusal(error) && !isUnknownPath(error)) throw",
      "if (!isRefusal(error) && !isUnknownPath(error) && calls === undefined) throw",
      "a lost connection counts as a manager who is gone",
    ],
  ]),
  ...mutantsOf("src/site/perform/newcomers.ts", creates, [
    [
      'number: data.number ? await findEmployee(calls, "employeeNumber", data.number, guard) : null,',
      "number: null as ShownEmployee | null,",
      "a person is created twice under another account",
    ],
    ["if (other || !isSamePerson(holder, operation))", "if (other)", "another person is overwritten and enabled"],
    [
      'setDate(calls, { id: "E9", account: found.account, resignationDate: null }, guard);',
      'Promise.resolve("applied" as const);',
      "who is brought back is disabled on the old last day",
      behaviours,
    ],
    [
      'if (made === "applied") await completeNewcomer',
      'if (made === "already-so") await completeNewcomer',
      "newcomers stay disabled at some sites",
    ],
  ]),
  ...mutantsOf("src/site/perform/write-with-probe.ts", changes, [
    [
      'if (shown === "unchanged") throw',
      "if (shown !== shown) throw",
      "a new code that the site drops counts as applied",
    ],
  ]),
  ...mutantsOf("src/site/perform/write-with-probe.ts", creates, [
    [
      ": await probe();",
      ': unknown ? ("unchanged" as ProbeResult) : await probe();',
      "a create whose answer was lost is repeated blindly",
    ],
    [
      'if (found === "different" && unknown) throw conflict(write.id, error);',
      "",
      "a create is repeated over something else",
    ],
    ["return unknown || maybeDone ?", "return unknown ?", "musterd's own write is mistaken for another program's"],
    [
      "throw isLate ? exhausted(error) : error;",
      "throw error;",
      "a create that the service is still at work on is sent again",
      ["test/site/slow-creates.test.ts"],
    ],
    ["if (!unknown && !isRefusal(error)) throw error;", "", "a service that is busy counts as one that has answered"],
  ]),
  ...mutantsOf("src/site/perform/omitted-fields.ts", behaviours, [
    [
      "cleared.length > 0 ? omitted",
      "cleared.length < 0 ? omitted",
      "ID numbers are cleared, one person after the other",
    ],
    ["if (observation?.contradiction) throw observation.contradiction;", "", "a site that clears is written to on"],
  ]),
  ...mutantsOf("src/site/permission-refresh.ts", changes, [
    ['error.code === "target-no-answer" || ', "", "a refresh whose answer is lost is started a second time"],
    [".catch(rethrow)", ".catch(() => undefined)", "a refresh that never was counts as done"],
  ]),
  ...mutantsOf(
    "src/lib/clock.ts",
    ["test/site/reads/dates.test.ts"],
    [["8 * hourMs", "9 * hourMs", "accounts expire an hour early"]],
  ),
  ...mutantsOf(
    "src/site/reads/dates.ts",
    ["test/site/reads/dates.test.ts"],
    [
      ["Number.isNaN(epochMs) || !isCalendarDate(date)", "Number.isNaN(epochMs)", "31 February becomes 3 March"],
      ['  "9999-12-31",\n', "", "a person without a last day gets one, and is written every night"],
    ],
  ),
  ...mutantsOf("src/site/reads/translate.ts", reading, [
    [
      "text !== undefined && (isBlank(text) || saysNull(text)) ? null : text",
      "text",
      "top departments hang below nothing, and are moved every night",
    ],
    [
      "return isMasked(value) || !isUnderstood(field, value);",
      'return (field !== "phoneNumber" && isMasked(value)) || !isUnderstood(field, value);',
      "a masked phone is written back as the phone",
      masks,
    ],
    [
      "isMasked(value) || !isUnderstood(field, value)",
      "isMasked(value)",
      "a gender in words that nobody knows is cleared by the next update",
    ],
    [
      'isPersonal(field) || field === "loginValidation" || !omitsNulls',
      "isPersonal(field)",
      "sign-in methods that the site does not show are left out of an update",
      masks,
    ],
    [
      "/[*＊∗•●○█■□◯〇]|([xX×#＃?？_.-])\\1{2}/",
      "/^[*]+$/",
      "a value that is masked in its middle is written back",
      masks,
    ],
    [
      "isBlank(jobTitle?.name) ? null : undefined",
      "isBlank(jobTitle?.name) ? null : null",
      "a title without a code is taken from its holder",
    ],
  ]),
  ...mutantsOf(
    "src/site/open-target.ts",
    ["test/site/read-only.test.ts"],
    [["const transport = timed(readOnly(given));", "const transport = timed(given);", "a dry run can write"]],
  ),
  ...mutantsOf(
    "src/site/reads/strangers.ts",
    ["test/run/other-companies.test.ts"],
    [
      [
        "return people.filter((person) => !left.has(person));",
        "return left.size < 0 ? [] : [...people];",
        "one account of two companies ends the run",
      ],
      ["if (holder && isSame(holder, named)) return", "if (holder) return", "a namesake's manager is cleared"],
    ],
  ),
  ...mutantsOf("src/site/calls/call.ts", creates, [
    ["    await guard(true);\n", "", "a process that has lost its lease writes on"],
  ]),
  ...mutantsOf("src/site/reads/probe.ts", creates, [
    [
      "return employees.find((person) => sameKey(key(person), userCode)) ?? null;",
      "return null;",
      "a person is created twice where E2 answers 400 for an unknown person",
    ],
  ]),
  ...mutantsOf("src/site/calls/call.ts", outcomes, [
    [
      "transport.inTurn(() => send(write, guard, timeoutMs))",
      "Promise.resolve(guard(true)).then(() => transport.inTurn(() => send(write, () => undefined, timeoutMs)))",
      "a write that was permitted once is sent after the run has ended",
    ],
  ]),
  ...mutantsOf("src/site/open-target.ts", outcomes, [
    [
      "underWay(() => perform(calls, operation, beforeCall))",
      "perform(calls, operation, beforeCall)",
      "a failing service gets more than fifty writes before the run is stopped",
    ],
  ]),
  ...mutantsOf("src/site/reads/read-details.ts", reading, [
    ["ending.signal.throwIfAborted()", "undefined", "details are read on with a key that was refused"],
    ["        ending.abort(error);\n", "", "a service that refuses the key is asked about every person"],
  ]),
  ...mutantsOf(
    "src/site/reads/all-members.ts",
    ["test/site/reads/all-members.test.ts"],
    [
      ["if (!isWhole) open.push(...childrenOf(one));", "", "nobody below a large department is seen"],
      ["for (const size of [people, 0])", "for (const size of [people])", "one refused department leaves all in doubt"],
    ],
  ),
];
