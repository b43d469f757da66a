/** Edits of what keeps the console to those who may see and decide. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const access = ["test/console/access.test.ts"];

const refused = ["test/console/refused.test.ts"];

export const consoleMutants: readonly Mutant[] = [
  ...mutantsOf("src/console/routes/decisions.ts", refused, [
    ['{ role: "approver", forLinks: true }', "{ forLinks: true }", "everybody asks others to decide"],
    ['.find((name) => name === field("whom"))', ".at(-1)", "somebody is asked who was not named"],
  ]),
  ...mutantsOf("src/console/routes/runs.ts", refused, [
    ['mayDo(visit, "auditor") ? await', "true ? await", "everybody sees the audit trail of a run"],
  ]),
  ...mutantsOf("src/console/routes/standing.ts", refused, [
    [" && entry.about === name", "", "everybody is told to have been asked"],
    [
      'if (verdict && (verdict.verdict === "rejected" || isOpenRelease(verdict, Date.now()))) return true;',
      "if (verdict) return true;",
      "a release never ends on the page",
    ],
  ]),
  ...mutantsOf("src/console/routes/events.ts", refused, [
    ["        close();\n", "", "pages that were closed count as open"],
  ]),
  ...mutantsOf("src/lib/http/open-streams.ts", refused, [
    ["if (before >= mostOfOne)", "if (false)", "one person opens any number of pages"],
    ["counts.get(who) ?? 0;", "[...counts.values()][0] ?? 0;", "the pages of one person count for another"],
  ]),
  ...mutantsOf("src/console/routes/send-report.ts", refused, [
    ["; sandbox allow-scripts", "", "a report has the origin of the console"],
  ]),
  ...mutantsOf("src/console/access/place.ts", refused, [
    ['loopbackAddress.test(socket.remoteAddress ?? "") && ', "", "a console for loopback answers others"],
  ]),
  ...mutantsOf(
    "src/store/access/sessions.ts",
    ["test/store/sessions.test.ts"],
    [
      [" || !isRecent(row.began_at, now, longestMs)", "", "a session that is used never ends"],
      ["!isRecent(row.seen_at, now, idleMs) || ", "", "a session that is not used lasts for twelve hours"],
      [" && at - now <= aheadMs", "", "a clock that was ahead lengthens a session"],
      ["if (now - row.seen_at >= minute)", "if (false)", "a session ends while it is used"],
    ],
  ),
  ...mutantsOf(
    "src/report/page/tree-picture.ts",
    ["test/console/pages.test.ts"],
    [
      [
        "<title>${escapeHtml(visibleText(titleOf(company, row, name, say, former)))}</title>",
        "<title>${visibleText(titleOf(company, row, name, say, former))}</title>",
        "a department's name draws something in a report",
      ],
    ],
  ),
  ...mutantsOf("src/console/serve.ts", access, [
    [' || asked.field("token") !== formToken', "", "a form without the token of its session is taken"],
    ["if (!place.isOwnHost(request))", "if (false)", "another name of the machine shows the console"],
    ["forLinks && (plan", "(plan", "a link opens more than its plan"],
    ["role !== undefined && !mayDo(visit, role) && ", "false && ", "everybody sees and does everything"],
    ["fingerprintForm.test(digits) && ", "", "a plan is named by its first digit"],
  ]),
  ...mutantsOf(
    "src/console/routes/board.ts",
    ["test/console/board.slow.test.ts"],
    [
      ['    server.guard(inner, "operator");\n', "", "strangers see the queues"],
      ['.filter(({ method }) => method === "get")', "", "the board of the queues has routes that write"],
      ['sent.replace(fromElsewhere, "")', "sent", "the board of the queues loads fonts from another host"],
    ],
  ),
  ...mutantsOf(
    "src/daemon/control/sign-in.ts",
    ["test/daemon/control/sign-in.test.ts"],
    [
      [
        "known.has(pair)",
        "known.has(person)",
        "guesses from elsewhere lock out whoever has signed in from a known place",
      ],
      ["for (const [key, tolerated] of keys) failed(key, tolerated);", "", "guesses are not slowed"],
      [
        "times: ofAddress.times - 1, nextMs: 0",
        "times: 0, nextMs: 0",
        "one account of one's own resets the guesses at others",
      ],
    ],
  ),
  ...mutantsOf("src/console/access/place.ts", access, [
    ["headers.origin === `http://${headers.host}`", "true", "another site sends forms"],
    [' && !url.pathname.startsWith("//")', "", "a sign-in leads to another host"],
  ]),
  ...mutantsOf(
    "src/console/access/place.ts",
    ["test/console/visit.test.ts"],
    [[".at(-1)", ".at(0)", "a caller writes the address by which its guesses are slowed"]],
  ),
  ...mutantsOf(
    "src/console/access/visit.ts",
    ["test/console/visit.test.ts"],
    [["found.length === 1 ?", "found.length >= 1 ?", "a cookie that another site of the domain has set is believed"]],
  ),
  ...mutantsOf(
    "src/console/access/place.ts",
    ["test/console/links.test.ts"],
    [[" && isProxy(socket.remoteAddress)", "", "anybody who reaches the port says from where he or she asks"]],
  ),
  ...mutantsOf(
    "src/console/access/openid.ts",
    ["test/console/openid.test.ts"],
    [
      ["client.enableNonRepudiationChecks, ", "", "a token with any signature is believed"],
      ["expectedNonce: nonce,", "", "a token of another sign-in is believed"],
      ['given.length === 0 ? { refused: "no-role" } : ', "", "whoever has no role is let in"],
      ["{ ...asked, ...own }", "{ ...own, ...asked }", "an answer that nobody has signed gives roles"],
    ],
  ),
  ...mutantsOf(
    "src/console/routes/openid.ts",
    ["test/console/openid.test.ts"],
    [
      [
        ".toLowerCase() === person.toLowerCase()",
        " === person",
        "the provider lets in under the name of a local account",
      ],
      ["    setCookie(asked, undefined);\n", "", "a sign-in that has begun can be ended twice"],
      ["localPath(begun.to)", "begun.to", "a forged cookie leads from the provider to another host"],
    ],
  ),
  ...mutantsOf(
    "src/console/routes/people.ts",
    ["test/console/grid.slow.test.ts"],
    [['{ role: "operator" }', "{}", "everybody applies one person"]],
  ),
  ...mutantsOf(
    "src/console/routes/questions.ts",
    ["test/console/questions.test.ts"],
    [['if (seenForm(meant) !== field("seen")) throw differs();', "", "more questions are answered than were shown"]],
  ),
  ...mutantsOf(
    "src/notify/notify.ts",
    ["test/console/links.test.ts"],
    [["approver !== undefined && isOpen && run ?", "run ?", "everybody gets a link"]],
  ),
  ...mutantsOf("src/store/access/users.ts", access, [
    [
      '        await endSessions(transaction, name);\n        await append({ event: "user-revoked"',
      '        await append({ event: "user-revoked"',
      "a session outlives its account",
    ],
  ]),
  ...mutantsOf(
    "src/console/routes/decisions.ts",
    ["test/console/decide.slow.test.ts"],
    [
      [
        'typed !== undefined && digitsOf(asked.field("typed") ?? "") !== String(typed)',
        "false",
        "a large plan is released without its number",
      ],
    ],
  ),
];
