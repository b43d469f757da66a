/** English words of the reports. */

import { english as common } from "../../../model/words/en.ts";
import type { Words } from "../words.ts";
import { explanation } from "./explanations.ts";
import { noticeWords } from "./notices.ts";
import { englishPage } from "./page.ts";
import { phrases } from "./phrases.ts";
import { heldReasons, reasons } from "./reasons.ts";
import { englishBlock, englishCalendar, englishProposals } from "./sections.ts";

export const english: Words = {
  ...common,
  htmlLanguage: "en",
  verbs: {
    leaves: { one: "is disabled", other: "are disabled" },
    pauses: { one: "goes on leave (disabled)", other: "go on leave (disabled)" },
    "manager-removed": { one: "loses its manager", other: "lose their managers" },
    "manager-replaced": { one: "gets another manager", other: "get other managers" },
    "approver-removed": { one: "loses a chosen approver", other: "lose a chosen approver" },
    "approver-replaced": { one: "gets another approver", other: "get another approver" },
    "post-lost": { one: "loses a post", other: "lose a post" },
    closed: { one: "is closed", other: "are closed" },
    joins: { one: "joins", other: "join" },
    moves: { one: "moves", other: "move" },
    starts: { one: "starts (active)", other: "start (active)" },
    returns: { one: "returns", other: "return" },
    new: { one: "is new", other: "are new" },
    reopened: { one: "is in use again", other: "are in use again" },
    moved: { one: "is moved", other: "are moved" },
    renamed: { one: "is renamed", other: "are renamed" },
    "account-renamed": { one: "gets another account", other: "get another account" },
    "manager-set": { one: "gets a manager", other: "get a manager" },
    "approver-set": { one: "gets a chosen approver", other: "get a chosen approver" },
    "post-gained": { one: "gains a post", other: "gain a post" },
    "post-changed": { one: "gets another title or function", other: "get another title or function" },
    reordered: { one: "changes its place", other: "change their places" },
    changed: { one: "is changed", other: "are changed" },
  },
  total: (n, verb) => `${n} ${verb}`,
  posts: { main: "main department", "part-time": "part-time post" },
  genders: { Male: "male", Female: "female", Other: "other" },
  nothing: "(none)",
  reasons,
  heldReasons,
  matchedBy: { code: "code", number: "number", account: "account", id: "id of the source", decision: "decision" },
  notices: noticeWords,
  habits: {
    "takes-along": (operation, about) => `${operation} changes ${about} as well, without being asked`,
    "takes-from-others": (operation, about) => `${operation} changes ${about} of people whom it does not write`,
    "stores-otherwise": (operation, about) => `${operation} stores ${about} otherwise than it was sent`,
  },
  habitSeen: ({ seen, of, first, last }) => `seen ${seen} of ${of} times, first ${first}, last ${last}`,
  breaches: {
    "cap-exceeded": ({ count, limit, base, percent, times }) =>
      times === undefined
        ? `${count} of ${base} (${percent}), the limit is ${limit}`
        : `${count} of ${base} (${percent}), ${times} times the limit of ${limit}`,
    "source-empty": ({ base }) => `the source has none, the service has ${base}`,
    "clock-differs": ({ count }) =>
      `this machine's clock and the service's are ${count} hours apart, so it may be another day than the plan's`,
    "column-moved": ({ count }) =>
      `${count} one after the other would get what the person beside them in HR's data has: the cells of a column have probably moved up or down`,
    "target-empty": ({ base }) =>
      `the service shows nobody, although ${base} were there: it may show empty lists for a while, or be another company's`,
  },
  findings: {
    "rows-few": ({ count, limit }) => `${count} rows, at least ${limit} are required`,
    "rows-fell": ({ count, limit, base, field }) => `${field}from ${base} to ${count}, at least ${limit} were expected`,
    "rows-rose": ({ count, limit, base, field }) => `${field}from ${base} to ${count}, at most ${limit} were expected`,
    "rejected-many": ({ count, limit, base }) => `${count} of ${base} rows are rejected, at most ${limit} may be`,
    "duplicates-many": ({ count, limit, base }) =>
      `${count} of ${base} records share a key with another, at most ${limit} may`,
    "fill-fell": ({ count, base, field }) => `${field}filled in ${count} % of the records, last time in ${base} %`,
    "attribute-missing": ({ base, field }) => `${field}none of the ${base} entries has this attribute`,
    "attribute-vanished": ({ count, base, field }) =>
      base === "0"
        ? `${field}none of the ${count} entries has the attribute that says who is active`
        : `${field}${count} entries lack the attribute, which counted for them last time (${base} had it)`,
    "date-no-status": ({ count, field }) =>
      `${field}a date is no status (${count} rows); map the column to \`resignationDate\``,
    "entries-hidden": ({ count, base }) =>
      `${count} of ${base} entries may no longer be seen by the account that reads, or may have gone where it sees nothing`,
    "reader-changed": ({ count, base }) =>
      `the server takes the account that reads for another one than configured or than last time${count === "0" ? "" : `; ${count} of ${base} entries are in doubt`}`,
    "server-behind": ({ count }) =>
      count === "0"
        ? "another server of the directory was read than usual"
        : "the data of the directory is older than at the last reading",
    "password-ends": ({ count }) =>
      count === "0"
        ? "the password of the account that reads ends today, or has ended"
        : `the password of the account that reads ends in ${count} days`,
    "code-odd": ({ count, base }) => `${count} of ${base} codes look like none of the others, and one row uses each`,
    "cells-unread": ({ count, base, field }) =>
      `${field}${count} of ${base} cells cannot be used; are two headers exchanged, or has the format changed?`,
    "keys-changed": ({ count, limit, base, field }) =>
      `${field}${count} of ${base} keys are still there, at least ${limit} were expected`,
    "names-moved": ({ count, base, field }) =>
      `${field}${count} of ${base} records have the name that another one had last time, and lost`,
    "tree-shape": ({ count, base, field }) => `${field}${count} in the department tree, last time ${base}`,
    "file-old": ({ count, limit }) =>
      limit === "0"
        ? `the file was written ${count} hours before the one read last time`
        : `the file is ${count} hours old, at most ${limit} are permitted`,
    "end-missing": () => "the file does not end as it did last time: it may have been cut off",
    "file-gone": ({ count, base }) =>
      `${count} of the ${base} files or sheets that were read last time were not read, or have no rows any more`,
    "trailer-differs": ({ count, base }) => `the last line of the file says ${base} rows, ${count} were read`,
    "posts-fell": ({ count, base, limit, field }) =>
      `${field}${count} of ${base} people have fewer than last time, at most ${limit} expected`,
    "encoding-changed": () => "the file was read in another encoding than last time",
    "header-repeated": ({ count }) => `the header stands again in ${count} rows, which were left out`,
    "cells-struck": ({ count }) => `${count} cells are struck out; they may no longer hold`,
    "files-overlap": ({ count, base }) => `${count} of ${base} people in a file are in other files of the same pattern`,
    "cells-merged": ({ count }) => `${count} merged ranges leave cells blank; \`fillDown\` fills them`,
  },
  severities: { warn: "warning", hold: "this kind is left alone in this run", refuse: "refused" },
  results: {
    applied: "applied",
    rehired: "rehired",
    "already-so": "already so",
    unconfirmed: "not confirmed",
    failed: "failed",
    "not-tried": "not tried",
  },
  refreshStates: { "not-needed": "not needed", owed: "still owed", done: "done" },
  counted: {
    field: { one: "field", other: "fields" },
    department: { one: "department", other: "departments" },
  },
  page: englishPage,
  explanation,
  block: englishBlock,
  calendar: englishCalendar,
  proposals: englishProposals,
  phrases,
};
