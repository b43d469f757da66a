/**
 * Phrases a report: combines the words of its language with the names in its plan, so all formats of the report use the same
 * words for a value, a reason or a limit.
 */

import { localTime } from "../../lib/clock.ts";
import { postIn } from "../../model/directory/address.ts";
import type { Gender } from "../../model/directory/directory.ts";
import { fieldSpec } from "../../model/directory/known-fields.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { SiteHabit } from "../../model/memory/site-habit.ts";
import { shortFingerprint } from "../../model/plan/fingerprint.ts";
import type { AdoptionReport, Breach, Candidate, FieldValue, HeldChange, Kind, Plan } from "../../model/plan/plan.ts";
import type { Finding } from "../../model/plan/quality.ts";
import { breachName } from "../../model/plan/release.ts";
import { countEntries } from "../../model/runs/entry-counts.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { shellWord } from "../../model/shell-word.ts";
import { fieldName, noValueName } from "../../model/words/common-words.ts";
import type { Language } from "../../model/words/language.ts";
import type { Plural } from "../../model/words/words.ts";
import type { Fact } from "../entries/facts.ts";
import { namedIn, nameWithKey } from "../entries/names.ts";
import { originTexts } from "../entries/origins.ts";
import type { Report } from "../entries/report.ts";
import type { Verb } from "../entries/verbs.ts";
import type { Phrase } from "../words/en/phrases.ts";
import { wordsOf } from "../words/language.ts";
import { rejectionText } from "../words/rejections.ts";
import type { Counted, MatchedBy, Words } from "../words/words.ts";
import { errorText } from "./error-text.ts";

export type Phrasing = ReturnType<typeof phrasing>;

/** Returns a fixed phrase in which `{n}` and `{total}` are replaced with numbers. */
type Phrases = (phrase: Phrase, numbers?: Readonly<Record<string, number>>) => string;

/** Reasons whose `about` names fields. */
const namesFields: ReadonlySet<HeldChange["reason"]> = new Set([
  "value-missing",
  "value-hidden",
  "zeros-lost",
  "changed-since",
  "before-unknown",
  "outcome-unknown",
]);

export const phrasing = (report: Report) => {
  const { plan, language, origins = [] } = report;
  const words = wordsOf(language);
  const released = report.run?.release;
  const phrase: Phrases = (name, numbers = {}) =>
    words.phrases[name].replace(/\{(\w+)\}/g, (placeholder, key: string) =>
      numbers[key] === undefined ? placeholder : numberText(numbers[key]),
    );
  const field = (of: Kind, name: string): string => fieldWord(report, of, name);
  return {
    words,
    phrase,
    kind: (of: Kind, n = 2): string => plural(words.kinds[of], n),
    /** What happens to `n` objects. */
    verb: (verb: Verb, n: number): string => plural(words.verbs[verb], n),
    field,
    number: numberText,
    /** The files or directories that say these fields, with the columns; empty for an undo, which follows no source. */
    origin: (of: Kind, fields: readonly Pick<Fact, "kind" | "field">[]): readonly string[] =>
      plan.undoes === undefined ? originTexts(origins, of, fields) : [],
    /** Returns an ISO 8601 instant as local time at +08:00. */
    instant: instantText,
    /** Returns a number with its noun, such as `1 change` or `2,000 changes`. */
    count: (n: number, noun: Counted): string => `${numberText(n)} ${plural(words.counted[noun], n)}`,
    value: (of: Kind, name: string, value: FieldValue): string =>
      postIn(name) !== undefined ? postText(words, value) : valueText(words, report, of, name, value),
    held: (held: HeldChange): string => {
      const about = held.about.length === 0 ? [held.key] : held.about;
      const names = namesFields.has(held.reason) ? about.map((name) => field(held.kind, name)) : about;
      return words.heldReasons[held.reason](names.join(words.phrases.list));
    },
    /** A candidate for a held record, with the evidence that they are the same object. */
    candidate: (of: Kind, { active, evidence, ...object }: Candidate): string => {
      const rules = evidence.map((fields) =>
        fields.map((name) => evidenceWord(name, words) ?? field(of, name)).join(" + "),
      );
      const agrees =
        rules.length === 0
          ? words.phrases.agreesInNothing
          : `${words.phrases.agreesIn}${words.phrases.colon}${rules.join(words.phrases.list)}`;
      return [nameWithKey(object), ...(active ? [] : [words.phrases.inactive]), agrees].join(" · ");
    },
    /** How many objects were matched by which key, such as `number 270, account 3`. */
    matchedBy: (matched: AdoptionReport[number]["matched"]): string =>
      Object.entries(matched)
        .filter(([, n]) => n > 0)
        .map(([by, n]) => `${words.matchedBy[by as MatchedBy]} ${numberText(n)}`)
        .join(words.phrases.list) || "0",
    /** Why there is nothing to apply; undefined if there is something, or the plan is not safe. */
    nothing: nothingPhrase(words, plan),
    /** Which run the plan undoes, and what that means; undefined for other plans. */
    undoes: plan.undoes === undefined ? undefined : `${plan.undoes} · ${words.phrases.undoNote}`,
    /** Who released the plan, when, what and why; undefined if no release was needed. */
    release:
      released &&
      [released.by, instantText(released.at), released.accepted.join(words.phrases.list), released.reason].join(" · "),
    /** To whom the plan is restricted, and how many entries it leaves out; undefined for a whole plan. */
    only: onlyPhrase(plan, phrase),
    /** What an earlier approval covers, and when it was given; undefined if there is none. */
    approval: approvalPhrase(plan, phrase),
    breach: (breach: Breach): string => breachText(breach, language),
    finding: (finding: Finding): string => findingText(finding, language),
    rejection: (row: RejectedRow): string => rejectionText(row, language),
    outcome: (outcome: Omit<Outcome, "changeId">): string => outcomeText(outcome, words, phrase),
    habit: (habit: SiteHabit): string => habitText(habit, language),
    /** The meaning and message of an error, without its code; undefined if it has neither. */
    error: (given: Pick<Outcome, "code" | "message">): string | undefined => errorText(given, words),
  };
};

/** The limit that is exceeded, with the numbers. */
export const breachText = (breach: Breach, language: Language): string => {
  const words = wordsOf(language);
  const action = breach.action === undefined ? "" : ` · ${words.actions[breach.action]}`;
  const numbers = {
    count: numberText(breach.count),
    limit: numberText(breach.limit),
    base: numberText(breach.base),
    percent: percentText(breach.count, breach.base),
    times: breach.limit > 0 ? timesText(breach.count / breach.limit) : undefined,
  };
  return `${words.kinds[breach.kind].other}${action}${words.phrases.colon}${words.breaches[breach.code](numbers, breach.kind)}`;
};

/** What became of something: the result in words, the number of tries if there were several, code and message. */
const outcomeText = (outcome: Omit<Outcome, "changeId">, words: Words, phrase: Phrases): string => {
  const { result, tries, code } = outcome;
  const often = tries === undefined ? undefined : phrase("tries", { n: tries });
  return [words.results[result], often, code, errorText(outcome, words)].filter(Boolean).join(" · ");
};

export const habitText = (habit: SiteHabit, language: Language): string => {
  const words = wordsOf(language);
  const { operation, does, kind, field, seen, of, first, last } = habit;
  const name = fieldName(kind, field, language);
  const evidence = words.habitSeen({ seen: numberText(seen), of: numberText(of), first, last });
  return `${words.habits[does](operation, `${words.kinds[kind].one}${words.phrases.colon}${name}`)} · ${evidence}`;
};

/** The finding of the quality gate, with the numbers and the consequence. */
export const findingText = (finding: Finding, language: Language): string => {
  const words = wordsOf(language);
  const { rule, severity, kind, field, count, limit, base } = finding;
  const { colon } = words.phrases;
  const numbers = { count: numberText(count), limit: numberText(limit), base: numberText(base) };
  const about = field === undefined ? "" : `${fieldName(kind, field, language)}${colon}`;
  const said = words.findings[rule]({ ...numbers, field: about });
  return `${words.kinds[kind].other}${colon}${said} · ${words.severities[severity]} (${rule})`;
};

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the command that applies exactly this plan and accepts each breach by name. */
export const approval = (plan: Plan): string => {
  const names = new Set([...(plan.accepted ?? []), ...plan.breaches.map(breachName)]);
  const accepted = [...names].map((name) => `--accept ${name}`);
  const reason = accepted.length > 0 ? ['--reason "…"'] : [];
  return [exactly(plan), ...accepted, ...reason].join(" ");
};

/** Returns the command with which another approver lets exactly this plan be applied. */
export const releasing = ({ fingerprint }: Pick<Plan, "fingerprint">): string =>
  `musterd release ${shortFingerprint(fingerprint)} --reason "…"`;

/** Returns the command that applies exactly this plan, which somebody has released. */
export const applyingCommand = (plan: Pick<Plan, "fingerprint" | "undoes" | "only">): string =>
  `${exactly(plan)} --yes`;

const exactly = ({ fingerprint, undoes, only }: Pick<Plan, "fingerprint" | "undoes" | "only">): string => {
  const named = (only?.subjects ?? []).map((subject) => `--only ${shellWord(subject.named)}`);
  const command = undoes === undefined ? "musterd apply" : `musterd undo ${undoes}`;
  return [command, "--plan", shortFingerprint(fingerprint), ...named].join(" ");
};

const percentText = (part: number, base: number): string =>
  base === 0 ? "100 %" : `${numberText(Math.round((part * 1000) / base) / 10)} %`;

const timesText = (times: number): string => numberText(times < 10 ? Math.round(times * 10) / 10 : Math.round(times));

const approvalPhrase = ({ approval: given, changes }: Plan, phrase: Phrases): string | undefined =>
  given &&
  `${instantText(given.givenAt)} · ${phrase("covered", { n: given.coveredEntries, total: countEntries(changes) })}`;

const onlyPhrase = ({ only }: Plan, phrase: Phrases): string | undefined => {
  if (!only) return undefined;
  const subjects = only.subjects.map((subject) => {
    const name = nameWithKey(subject);
    return subject.below ? `${name} ${phrase("onlyBelow")}` : name;
  });
  return [subjects.join(phrase("list")), phrase("leftOut", { n: only.leftOutEntries })].join(" · ");
};

const numberFormat = new Intl.NumberFormat("en");

const numberText = (n: number): string => numberFormat.format(n);

const instantText = (iso: string): string => {
  const epochMs = Date.parse(iso);
  return Number.isNaN(epochMs) ? iso : `${localTime(epochMs).replace("T", " ")} (UTC+8)`;
};

export const plural = (noun: Plural, n: number): string => (n === 1 ? noun.one : noun.other);

const nothingPhrase = (
  words: Words,
  { changes, held, breaches, rejected, findings = [] }: Plan,
): string | undefined => {
  if (changes.length > 0 || breaches.length > 0) return undefined;
  if (findings.some(({ severity }) => severity === "hold")) return words.phrases.gateHolds;
  if (held.length > 0) return words.phrases.allHeld;
  return rejected.length > 0 ? words.phrases.restAgrees : words.phrases.nothingToDo;
};

/** Returns the word for a field; for the field of a post, the name of the department. */
const fieldWord = ({ plan, language }: Report, kind: Kind, name: string): string => {
  const department = postIn(name);
  return department === undefined ? fieldName(kind, name, language) : namedIn(plan, "department", department);
};

/** Returns the words for evidence that is no field. */
export const evidenceWord = (name: string, { phrases }: Words): string | undefined =>
  new Map([
    ["people", phrases.mostPeople],
    ["nearName", phrases.nearName],
    ["look-alike", phrases.sameLook],
    ["asked", phrases.askedBefore],
  ]).get(name);

/** Phrases the value of a change to a post: main or part-time, title, functions. Null means no post. */
const postText = (words: Words, value: FieldValue): string => {
  if (value === null || typeof value !== "object") return value === null ? words.nothing : String(value);
  const [membership, ...rest] = value;
  const first = membership === "main" || membership === "part-time" ? words.posts[membership] : membership;
  return [first, ...rest].filter(Boolean).join(words.phrases.list);
};

const valueText = (words: Words, { plan, language }: Report, kind: Kind, field: string, value: FieldValue): string => {
  const spec = fieldSpec(kind, field);
  if (value === null || value === "") return noValueName(field, language) ?? words.nothing;
  if (typeof value === "boolean") return value ? words.phrases.yes : words.phrases.no;
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return value.length === 0 ? words.nothing : value.join(words.phrases.list);
  if (spec?.type === "gender" && Object.hasOwn(words.genders, value)) return words.genders[value as Gender];
  if (spec?.type === "instant") return instantText(value);
  return spec?.refersTo === "department" ? namedIn(plan, "department", value) : value;
};
