/** Edits of the quality gate, which prevents plans from bad readings of the source. */
import { type Mutant, mutantsOf } from "./mutant.ts";

const gate = ["test/source/quality/gate.test.ts"];
const judge = ["test/source/quality/judge.test.ts"];

export const sourceMutants: readonly Mutant[] = [
  ...mutantsOf(
    "src/source/cells/stand-ins.ts",
    ["test/source/stand-ins.test.ts"],
    [
      ["((begins & likeWord) !== 0 && words.has(text)) || ", "", "a department is called nan"],
      [" || ((begins & plain) === 0 && !letterOrDigit.test(text))", "", "everybody without a name is called -"],
      ["isOfPerson && isMasked(text) && masked", "false", "a masked list renames everybody"],
      ["isCalculated(cell, at.field) && calculated", "false", "1002.0 is another person than 1002"],
      ["if (escaped.test(text)) return escapes;", "", "a name is written as the codes of its characters"],
    ],
  ),
  ...mutantsOf(
    "src/source/rows/contradicting-days.ts",
    ["test/source/stand-ins.test.ts"],
    [
      ["last < (first ?? birth ?? last) || ", "", "whoever came back is disabled by an earlier last day"],
      [" || last === epoch", "", "day 0 of a program is a last day"],
      ["first < birth ? hiredBeforeBirth : none", "false ? hiredBeforeBirth : none", "exchanged columns are believed"],
    ],
  ),
  ...mutantsOf(
    "src/source/tables/odd-rows.ts",
    ["test/source/stand-ins.test.ts"],
    [
      ["if (vacancies.has(name)) vacant.push(row);", "", "a vacant position gets an account"],
      ["if (!row.rejected && isBare(row)) bare.push(row);", "", "a day of printing is somebody"],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/connection/only-socket.ts",
    ["test/source/ldap/malicious-directory.test.ts"],
    [[', "close", errorMonitor]', ', "close"]', "a failed StartTLS keeps the process"]],
  ),
  ...mutantsOf(
    "src/source/ldap/changes/witnesses.ts",
    ["test/source/ldap/sync-laws.test.ts"],
    [
      ["now === undefined || now < csn", "false", "a directory put back from a backup is believed in its lost version"],
      ["csn === deleted ? now !== undefined :", "", "somebody whom a backup has brought back stays away"],
    ],
  ),
  ...mutantsOf(
    "src/source/files/sheets/cell-formats.ts",
    ["test/source/files/xlsx.test.ts"],
    [
      ["isStruck: struckFonts[Number(font)] === true", "isStruck: false", "somebody who is struck out is hired"],
      ['code === "" || id < 50', "id < 100", "the dates of a workbook are numbers"],
    ],
  ),
  ...mutantsOf(
    "src/source/files/sheets/number-format.ts",
    ["test/source/files/sheets/number-format.test.ts"],
    [
      ["|| zeros > 1", "", "employee numbers lose the zeros that their format shows"],
      ["const from = at === first ||", "const from =", "a number with more digits than its format loses some"],
      [
        "return showsMoreDigits(number, section) ? formatUnclear : number;",
        "return number;",
        "a number with zeros in a format that is not followed is believed without them",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/files/sheets/cell-text.ts",
    ["test/source/files/xlsx.test.ts", "test/source/files/sheets/number-format.test.ts"],
    [
      [
        "format.shown ? format.shown(decimalText(value)) : ",
        "",
        "employee numbers lose the zeros that their format shows",
      ],
      [
        "if (formula && shared.isUncalculated",
        "if (shared.isUncalculated && false",
        "a formula that nobody has calculated is a zero",
      ],
      ['|| (type === "s" && struck.has(Number(value)))', "", "a name that is struck out in part is believed"],
    ],
  ),
  ...mutantsOf("src/source/quality/gate.ts", gate, [
    [
      "accepted.includes(finding.rule) ?",
      'accepted.includes(finding.rule) || finding.severity === "refuse" ?',
      "an export that is cut in half is planned from",
    ],
    [
      'if (table !== "posts" && out.has(kindOf[table])) delete kept[table];',
      "",
      "a kind that is in doubt is written all the same",
    ],
    [
      'if (out.has("employee")) kept.departments &&= kept.departments.map(({ manager: _manager, ...rest }) => rest);',
      "",
      "managers are set by accounts that are in doubt",
    ],
    ['["department", "title", "function"];', "[];", "posts are written with codes that are in doubt"],
  ]),
  ...mutantsOf(
    "src/source/values/dates.ts",
    ["test/source/shapes.test.ts"],
    [["|| date < began", "", "a day before its era is believed"]],
  ),
  ...mutantsOf(
    "src/source/rows/rows-of-day.ts",
    ["test/source/rows-of-day.test.ts"],
    [
      ["period.from <= today && today <= period.until", "period.from <= today", "a period that has ended counts"],
      ["return rows.filter((row) => isFuture(row, today)).slice(0, 1);", "return [];", "who begins later is missing"],
      ["period.from === newest)", "period.from !== newest)", "an older row counts"],
      ["const nextDay = kept.get(row);", "const nextDay = undefined;", "nobody sees that another row counts tomorrow"],
      ["rejected: false, excluded: true }", "rejected: false }", "somebody who begins next month is created today"],
    ],
  ),
  ...mutantsOf(
    "src/source/quality/vanished.ts",
    ["test/source/ldap/access-rules.test.ts"],
    [
      [
        "!row.excluded && units.has(unitOf(row)) && !isKnown(row)",
        "false",
        "newcomers become active in a unit whose attributes are hidden",
      ],
      [
        "for (const name of absentOf(table, rows, then)) seen.decided.add(name);",
        "",
        "a locked person who was hidden for a while becomes active",
      ],
      ["carryOver(table, seen, then, lost.rows);", "", "what is hidden is doubted only once"],
      [
        "own.length <= permitted && !everywhere",
        "own.length > 0 && !everywhere",
        "people whose lock is hidden become active",
      ],
      [
        "now.units.size === 0 && !wentAlong",
        "now.units.size < 0",
        "an attribute that nobody has any more holds nothing",
      ],
      [
        "then.decided.length > 0 && own.length === 0",
        "then.decided.length < 0",
        "a table is held because people have left",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/quality/servers.ts",
    ["test/source/ldap/servers.test.ts"],
    [
      ["present < number", "false", "the data of a server that lags behind is believed"],
      [
        'if (before && isOn("server-behind") && behind(before.state, server.state).length > 0) return before;',
        "",
        "a server that lags behind is doubted only once",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/quality/servers.ts",
    ["test/source/ldap/connection/reader.test.ts"],
    [
      ["unsettled.has(feed) && isOn", 'feed === "" && isOn', "people leave at the second reading by another account"],
      ["before !== server.reader.digest", "false", "people leave because another account reads"],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/connection/reader.ts",
    ["test/source/ldap/connection/reader.test.ts"],
    [
      ['if (identity === "") throw anonymous(place);', "", "an anonymous connection is read in place of the account"],
      ["...groups.toSorted()", "", "an account that has left its groups is taken for the same"],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/connection/ldap-connection.ts",
    ["test/source/ldap/servers.test.ts"],
    [
      [
        '"source-ldap-unreachable", "source-ldap-tls"]',
        '"source-ldap-unreachable", "source-ldap-tls", "source-ldap-bind"]',
        "a wrong password is tried on every server, until the account is locked",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/changes/ldap-changes.ts",
    ["test/source/ldap/changes-of-rights.test.ts"],
    [
      [
        "if (untold > 0)",
        "if (untold < 0)",
        "what the account may no longer see is believed until the next full reading",
      ],
      ['connection.reader?.digest ?? ""', '""', "a cookie is used by an account with other rights"],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/changes/ldap-changes.ts",
    ["test/source/ldap/servers.test.ts"],
    [["[connection.url, ", "[", "the cookie of one server is sent to another"]],
  ),
  ...mutantsOf(
    "src/source/ldap/changes/dirsync-feed.ts",
    ["test/source/ldap/changes-of-rights.test.ts"],
    [["if (usn < last.usn)", "if (usn < 0)", "a domain controller that was put back is read by changes"]],
  ),
  ...mutantsOf(
    "src/source/ldap/changes/usn-witnesses.ts",
    ["test/source/ldap/changes/usn-witnesses.test.ts"],
    [
      ["if ([...found].some(isOther)) return undefined;", "", "a controller that gives numbers again is believed"],
      ["numberOf(now) <= last.usn && ", "", "every change makes a full reading"],
      ["last.usn, last.witnesses.keys())", "last.usn)", "a change that was lost is believed"],
      ["...found, ...next.witnesses", "...found", "a change below the cookie is believed"],
      ["found.size < fewest", "false", "witnesses are not sought where others took the last numbers"],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/changes/unsuited-attributes.ts",
    ["test/source/ldap/sync-changes.test.ts"],
    [["pwdaccountlockedtime pwdchangedtime", "pwdchangedtime", "a lock is read by changes until the server has it"]],
  ),
  ...mutantsOf(
    "src/source/ldap/connection/tls-causes.ts",
    ["test/source/ldap/refusals.test.ts"],
    [["/^CERT_HAS_EXPIRED/", "/^CERT_EXPIRED/", "an expired certificate is called one of an unknown authority"]],
  ),
  ...mutantsOf(
    "src/source/ldap/connection/answer-guard.ts",
    ["test/source/ldap/malicious-directory.test.ts"],
    [
      ["if (head.id !== expected.id)", "if (head.id > 1000)", "an entry of another request is believed"],
      ["ended = head.tag === searchResult;", "", "an entry after the end of a result is believed"],
      ["if (tooMuch) return tooMuch;", "", "an answer without end fills the memory"],
      ["limits.tooMuchToKeep(base, kept)", "undefined", "a result of any length is read"],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/entries/inside-base.ts",
    ["test/source/ldap/malicious-directory.test.ts"],
    [["!isTop(rdnValues(dn))", "dn === top", "an entry outside of the base is believed"]],
  ),
  ...mutantsOf(
    "src/source/ldap/entries/entry-cells.ts",
    ["test/source/ldap/malicious-directory.test.ts"],
    [
      ["first > 0 || ", "", "an attribute is believed without its first values"],
      ["|| !isBlank(cells[cell])", "", "of an attribute that comes twice the second is believed"],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/entries/entry-message.ts",
    ["test/source/ldap/malicious-directory.test.ts"],
    [["if ((parts += 1) > mostParts)", "if (parts > mostParts)", "an entry of a million attributes fills the memory"]],
  ),
  ...mutantsOf(
    "src/source/ldap/changes/syncrepl-feed.ts",
    ["test/source/ldap/sync-changes.test.ts"],
    [['?? "")} ${name}`;', '?? "")}`;', "people keep the old name of a department renamed in letters only"]],
  ),
  ...mutantsOf("src/source/quality/judge-rows.ts", judge, [
    ["(before * (100 - percent)) / 100", "before / 100", "the percentage that may be gone is ignored"],
    [
      "count < smallestChange || count <= limit ? []",
      "count < smallestChange || count <= base ? []",
      "a file in which most rows are unreadable is planned from",
    ],
    ["before < 0 || after < 0 ? []", "before < 0 && after < 0 ? []", "posts that are not known count as lost"],
  ]),
  ...mutantsOf(
    "src/source/cells/converter.ts",
    ["test/site/planned-requests.test.ts"],
    [["String(made.value).length <= maxLength", "maxLength > 0", "a value is planned that the service refuses"]],
  ),
  ...mutantsOf(
    "src/source/files/text/named-encoding.ts",
    ["test/source/files/encodings.test.ts"],
    [
      ['? [] : ["utf-8"];', "? [] : [];", "a UTF-8 file named windows-1252 renames everybody"],
      ["sideBySide * 2 > all.length", "sideBySide < 0", "a Big5 file named windows-1252 renames everybody"],
      ["usual * 10 >= all.length * 8", "usual >= 0", "a Cyrillic file is refused for its shape"],
    ],
  ),
  ...mutantsOf(
    "src/source/values/texts.ts",
    ["test/source/values.test.ts"],
    [
      ["isEncodedTwice(visible)", "isEncodedTwice(value)", "NFKC hides that a code was encoded twice"],
      ["damage !== undefined", "damage === null", "a department that a spreadsheet made a date of is created"],
    ],
  ),
  ...mutantsOf(
    "src/source/cells/converter.ts",
    ["test/source/values.test.ts"],
    [["looksLikeDay(cell) ?", "!cell ?", "people who still work are disabled for their last day"]],
  ),
  ...mutantsOf(
    "src/source/cells/converter.ts",
    ["test/source/status-days.test.ts"],
    [["isDay(cell) && !listed", "!cell && !listed", "a step before `values` makes a last day a status"]],
  ),
  ...mutantsOf(
    "src/source/files/text/guess-encoding.ts",
    ["test/source/files/encodings.test.ts"],
    [["if (only && !other) return only;", "if (only) return only;", "a French file is read as Polish"]],
  ),
  ...mutantsOf(
    "src/source/files/settings.ts",
    ["test/source/documented-recipes.test.ts"],
    [['ofPart?.[sheet ?? ""] ?? ofFeed', "ofFeed", "a title row is taken for the header"]],
  ),
  ...mutantsOf(
    "src/source/quality/odd-codes.ts",
    ["test/source/quality/odd-codes.test.ts"],
    [
      ["rows <= 1 && shapeOf", "rows <= 9 && shapeOf", "the head office is found odd every day"],
      ["shapeOf(key) !== usual[0]", 'shapeOf(key) === ""', "a name in place of a code becomes a department unnoticed"],
    ],
  ),
  ...mutantsOf(
    "src/source/tables/parent-rows.ts",
    ["test/source/documented-recipes.test.ts"],
    [["|| known.has(canonicalKey(parent))", "", "a parent with a row of its own moves to the top"]],
  ),
  ...mutantsOf(
    "src/source/rows/rows.ts",
    ["test/source/accounts.test.ts"],
    [["said.flatMap(stringIn)[0]", "stringIn(said[0])[0]", "a row with a damaged name counts as two"]],
  ),
  ...mutantsOf(
    "src/source/feeds/unread-columns.ts",
    ["test/cli/state/source.test.ts"],
    [["used.has(name) ||", 'name !== "" ||', "nobody is told that the last day is not read"]],
  ),
  ...mutantsOf(
    "src/source/cells/function-reader.ts",
    ["test/source/status-days.test.ts"],
    [["!isInactive(read(otherwise))", "!otherwise", "a function disables everybody who has a last day"]],
  ),
  ...mutantsOf(
    "src/source/cells/inactive-by-day.ts",
    ["test/source/status-days.test.ts"],
    [
      [
        "active.value !== undefined ? conditions :",
        "!active ? conditions :",
        "a condition disables who has a last day",
      ],
      ["!looksLikeLastDay(name)", "!!name", "somebody who still works is disabled for a word"],
    ],
  ),
  ...mutantsOf(
    "src/source/tables/odd-rows.ts",
    ["test/source/odd-rows.test.ts"],
    [
      ["if (isLabels(row)) reasons", "if (!row) reasons", "a second header becomes an employee"],
      [
        'if (table === "employees" || isThin(row, read)) reasons',
        "if (!row) reasons",
        "a line for signatures becomes an employee",
      ],
      ["isThin(row, read)) reasons", "row) reasons", "the top department is quarantined for its code"],
    ],
  ),
  ...mutantsOf(
    "src/source/quality/hidden.ts",
    ["test/source/ldap/access-rules.test.ts"],
    [
      [
        'if (left.some(({ why }) => why === "hidden")) hiding.add(feed);',
        "",
        "whoever moves to a hidden unit becomes a leaver",
      ],
      ['has("id", id)', "false", "whoever is renamed is there twice"],
      ["found.set(row.file, key || number);", "", "whose key is hidden becomes a leaver"],
      ["rows: [...read.rows, ...added.map(({ row }) => row)],", "", "what is hidden is doubted only once"],
    ],
  ),
  ...mutantsOf(
    "src/source/ldap/changes/absent-entries.ts",
    ["test/source/ldap/access-rules.test.ts"],
    [
      ["if (differs) return true;", "", "an entry that is hidden alone becomes a leaver"],
      ["return answer.searchEntries.length === 0;", "return false;", "people whose class is hidden become leavers"],
      [
        "isBelow(parent, base) && (await isAboveHidden(parent))",
        "false",
        "the people of a unit that is hidden with them become leavers",
      ],
      [
        'return mayMatch.searchEntries.length > 0 ? { why: "lacks", attributes: lacks } : gone;',
        "return gone;",
        "people whom the filter does not find for a hidden attribute become leavers",
      ],
      ["return wanted ? anything :", "return false ? anything :", "only the absence that a filter demands is doubted"],
      [
        "withoutTestsOf(filter.filter, absent, !wanted)",
        "withoutTestsOf(filter.filter, absent, wanted)",
        "only the presence that a filter demands is doubted",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/snapshot/unique-keys.ts",
    ["test/anomalies/source-files.test.ts"],
    [["[reject(table, row,", "[reject(table, { ...row },", "of two rows with one account both are believed"]],
  ),
  ...mutantsOf("src/source/quality/judge-rows.ts", judge, [
    [
      "fall <= points * before.rows * after.rows",
      "fall <= 100 * before.rows * after.rows",
      "a column that lost its values clears everybody's e-mail",
    ],
  ]),
  ...mutantsOf(
    "src/source/quality/judge-keys.ts",
    ["test/source/quality/keys.test.ts"],
    [
      [
        "base < fewestKeys || count >= limit",
        "base < fewestKeys || count >= 0",
        "everybody is created a second time under a new number",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/cells/field-reader.ts",
    ["test/source/date-columns.test.ts"],
    [["around.survey.asking > asking ? plain : ", "", "nobody has a birth date whose format the column decides"]],
  ),
  ...mutantsOf(
    "src/source/files/text/split-csv.ts",
    ["test/source/files/text/split-csv.test.ts"],
    [
      ['if (nextQuote(at) < stop) return wrong("quote-inside");', "", "a misplaced quote is believed"],
      ['return wrong("text-after-quote")', "at += 0", "what stands behind a quote is believed"],
    ],
  ),
  ...mutantsOf(
    "src/source/files/text/parse-csv.ts",
    ["test/source/files/csv-forms.test.ts"],
    [
      ["wrapped?.refuse();", "", "everybody gets a number in quotes beside his own"],
      ['cells.length === width ? [...cells, ""] : cells', "cells", "a row without its last delimiter is believed"],
    ],
  ),
  ...mutantsOf(
    "src/source/quality/overlaps.ts",
    ["test/source/quality/overlaps.test.ts"],
    [
      ["files.size > 1", "files.size > 9", "an old export beside the new one keeps leavers"],
      ["wins !== undefined || ", "", "files that repeat people on purpose are held"],
      ["|| excluded) continue", ") continue", "further posts in a file of their own hold everybody"],
    ],
  ),
  ...mutantsOf(
    "src/source/files/places/newest-file.ts",
    ["test/source/files/places/newest-file.test.ts"],
    [
      ["newest.size > 1", "newest.size > 9", "an older export undoes what was changed since"],
      ["new Set(found.map(({ rest }) => rest)).size === 1", "true", "one part of an export is taken for all of it"],
      ["isTurn && month <= 3", "false", "the export of December is newer than that of January"],
    ],
  ),
  ...mutantsOf(
    "src/source/files/places/matching-files.ts",
    ["test/source/files/places/matching-files.test.ts"],
    [
      ["if (seen.has(place)) return [];", "", "links in a circle are followed for ever"],
      [
        'if (error.code === "ENOENT" || error.code === "ENOTDIR") return false;\n      throw error;',
        "return false;",
        "a folder that cannot be read looks empty",
      ],
    ],
  ),
  ...mutantsOf(
    "src/source/files/places/answered-in-time.ts",
    ["test/source/files/places/answered-in-time.test.ts"],
    [["readings.get(folder) ?? ", "", "a mount that does not answer takes all threads"]],
  ),
  ...mutantsOf(
    "src/source/files/places/read-bytes.ts",
    ["test/source/files/unfinished.test.ts"],
    [
      [" | constants.O_NONBLOCK", "", "a pipe holds the reading for ever"],
      ["(!(await handle.stat()).isFile())", "(!handle)", "a device without end is read"],
      [
        "if ((seen?.get(file) ?? read.modifiedMs) !== read.modifiedMs) throw replaced(file);",
        "",
        "two parts read two exports under one name",
      ],
      ["if (now !== modifiedMs) throw replaced(file);", "", "the files are of two exports"],
    ],
  ),
  ...mutantsOf(
    "src/source/files/encodings.ts",
    ["test/anomalies/file-feeds.test.ts"],
    [["found === -1 && !isHalf", "found === -1", "the last half of a character is lost"]],
  ),
  ...mutantsOf(
    "src/source/feeds/feeds.ts",
    ["test/source/files/unfinished.test.ts"],
    [
      [
        "for (const feed of open.values()) await (await feed).finish?.();",
        "",
        "nobody looks whether a file was replaced",
      ],
    ],
  ),
];
