/** The explanation of one record for a terminal: from the cell of the source to the change, and to the runs before. */

import { visibleText } from "../../lib/control-characters.ts";
import { placeField, placeIn } from "../../model/directory/address.ts";
import type { FieldValue, Kind } from "../../model/plan/plan.ts";
import type {
  ExplainedChange,
  Explanation,
  FieldExplanation,
  Standing,
  TracedField,
  TracedRecord,
} from "../../model/runs/explanation.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { nameWithKey } from "../entries/names.ts";
import { type Report, rowPlace } from "../entries/report.ts";
import { capital, type Phrasing, phrasing } from "../phrasing/phrasing.ts";
import type { ExplanationWords } from "../words/en/explanations.ts";
import { wordsOf } from "../words/language.ts";
import { displayWidth, padText, wrapText } from "./wrap-text.ts";

type Page = {
  readonly words: ExplanationWords;
  readonly say: Phrasing;
  readonly colon: string;
  readonly list: string;
  readonly outcomes: Report["outcomes"];
};

/** `report`: a report of the plan that is explained. Lines are wrapped to `width` columns. */
export const explanationText = (explanation: Explanation, report: Report, width: number): string =>
  explanationLines(explanation, report)
    .flatMap((line) => wrapped(line, width))
    .join("\n");

/**
 * The lines before they are wrapped: the record, what happens to it, and parts. A part is an empty line, its heading, and lines
 * that are indented by two or four spaces.
 */
export const explanationLines = (explanation: Explanation, report: Report): readonly string[] => {
  const words = wordsOf(report.language).explanation;
  const say = phrasing({ ...report, plan: { ...report.plan, names: explanation.names } });
  const { colon, list } = say.words.phrases;
  const page = { words, say, colon, list, outcomes: report.outcomes };
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [capital(words.source), sourceLines(page, explanation)],
    [words.match, matchLines(page, explanation)],
    [words.scope, scopeLines(page, explanation)],
    [words.fields, fieldLines(page, explanation)],
    [
      words.changes,
      [...explanation.changes.map((change) => changeLine(page, change)), ...heldLines(page, explanation)],
    ],
    [
      words.elsewhere,
      limited(
        page,
        explanation.elsewhere.map((change) => changeLine(page, change)),
      ),
    ],
    [words.guard, guardLines(page, explanation)],
    [words.past, pastLines(page, explanation)],
  ];
  return [
    ...headLines(page, explanation),
    ...parts.flatMap(([head, lines]) => (lines.length === 0 ? [] : ["", head, ...lines])),
  ]
    .flatMap((line) => line.split("\n"))
    .map(visibleText);
};

/** Lines that follow are indented four columns more than the first. */
const wrapped = (line: string, width: number): string[] => {
  const indent = line.length - line.trimStart().length;
  const lines = wrapText(line.trimStart(), Math.max(leastWidth, width - indent - 4));
  return lines.map((one, at) => " ".repeat(at === 0 ? indent : indent + 4) + one.trimStart());
};

const leastWidth = 40;

const headLines = ({ words, say }: Page, { subject, result, changes, held, standing }: Explanation): string[] => {
  const name = [
    ...(subject.label === subject.key ? [] : [subject.label]),
    `${say.kind(subject.kind, 1)} ${subject.key}`,
    ...(subject.number === undefined || subject.number === subject.key ? [] : [subject.number]),
    ...(subject.active === false ? [say.phrase("inactive")] : []),
  ].join(" · ");
  const counts = [
    ...(changes.length > 0 ? [words.planned(changes.length)] : []),
    ...(held.length > 0 ? [words.held(held.length)] : []),
  ];
  const reasons = standing.flatMap(({ code }) =>
    code in words.why ? [words.why[code as keyof typeof words.why]] : [],
  );
  const [reason = words.noDifference] = reasons;
  return [name, result === "nothing" ? words.nothing(reason) : counts.join(" ")];
};

const sourceLines = (page: Page, { records, dropped, match }: Explanation): string[] => {
  const { words, say } = page;
  if (records.length === 0) return [`  ${match.state === "only-service" ? words.noRecords : words.configured}`];
  return [
    ...records.flatMap((record) => recordLines(page, record)),
    ...dropped.map((row) => `  ✗ ${row.column}${page.colon}${say.rejection(row)} (${row.code})`),
  ];
};

const recordLines = (page: Page, record: TracedRecord): string[] => {
  const { words, say, colon } = page;
  const [, table = ""] = record.setting.split(".");
  const kind = (table === "posts" ? "post" : table.replace(/ies$/, "y").replace(/s$/, "")) as Kind;
  const names = record.fields.map(({ field }) => fieldName(page, kind, field));
  const widest = Math.max(0, ...names.map(displayWidth));
  return [
    `  ${rowPlace(record)} (${record.setting})${record.outOfScope ? ` · ${words.why["out-of-scope"]}` : ""}`,
    ...record.fields.map((field, at) => `    ${padText(names[at] ?? "", widest)}  ${tracedText(page, kind, field)}`),
    ...record.rejected.map((row) => `    ✗ ${row.column}${colon}${say.rejection(row)} (${row.code})`),
  ];
};

const tracedText = ({ words, say, list }: Page, kind: Kind, { field, cells, value, rule }: TracedField): string => {
  const read = Object.entries(cells).map(([column, cell]) => `${column} ${JSON.stringify(cell)}`);
  const result = value === undefined ? words.statesNothing : say.value(kind, field, value);
  return [[...read, ...(read.length > 0 ? ["→"] : []), result].join(" "), ...(rule ? [rule] : [])].join(list);
};

const fieldName = ({ say }: Page, kind: Kind, field: string): string => {
  const place = placeIn(field);
  return place?.of !== "supervisor"
    ? say.field(kind, field)
    : `${say.field(kind, placeField("post", place.department))} · ${say.field("supervisor", "supervisor")}`;
};

const matchLines = ({ words, say, colon, list }: Page, { subject, match }: Explanation): string[] => [
  `  ${match.by === undefined ? words.states[match.state] : words.matchedBy(words.rules[match.by])}`,
  ...match.steps.map(({ by, key, found }) => {
    const result = found.length === 0 ? words.nobody : found.join(list);
    return `    ${words.rules[by]}${colon}${key === undefined ? say.words.nothing : `${key} → ${result}`}`;
  }),
  ...match.candidates.map((candidate) => `    ? ${say.candidate(subject.kind, candidate)}`),
];

const scopeLines = ({ words, say }: Page, { standing, notices }: Explanation): string[] => {
  const text = (one: Standing): string => {
    if (one.code === "protected") return words.protected("pattern" in one ? one.pattern : "");
    if (one.code === "protected-by-source") return words.protectedBySource;
    if (one.code === "rejected" && "row" in one)
      return `${rowPlace(one.row)} ${one.row.column} · ${say.rejection(one.row)}`;
    return words.why[one.code as keyof typeof words.why];
  };
  const lines = standing.length === 0 ? [words.inScope] : standing.map(text);
  const told = notices.filter(({ code }) => code !== "unmanaged");
  return [...lines, ...told.map(({ code }) => say.words.notices[code])].map((line) => `  ${line}`);
};

/** What is written or held comes first, one field a line; the other fields follow, by the reason why nothing happens to them. */
const fieldLines = (page: Page, explanation: Explanation): string[] => {
  const { words } = page;
  const { fields } = explanation;
  const isWritten = ({ changes, held }: FieldExplanation) => changes.length + held.length > 0;
  const still = Map.groupBy(
    fields.filter((field) => !isWritten(field)),
    ({ why }) => why ?? "same",
  );
  return [
    ...fields.filter(isWritten).map((field) => `  ${writtenLine(page, explanation, field)}`),
    ...[...still].flatMap(([why, those]) => [
      `  ${capital(words.why[why])}`,
      ...those.map((field) => `    ${stillText(page, explanation, field)}`),
    ]),
  ];
};

const shownValue = ({ say }: Page, { subject }: Explanation, field: string, value: FieldValue | undefined): string => {
  const [kind, name] =
    placeIn(field)?.of === "supervisor" ? (["supervisor", "supervisor"] as const) : [subject.kind, field];
  return value === undefined ? "–" : say.value(kind, name, value);
};

const writtenLine = (page: Page, explanation: Explanation, field: FieldExplanation): string => {
  const { words, say, colon } = page;
  const [before, after] = [field.target, field.source].map((value) =>
    shownValue(page, explanation, field.field, value),
  );
  const planned = explanation.changes.filter(({ id }) => field.changes.includes(id));
  const kept = explanation.held.filter(({ id }) => field.held.includes(id));
  return [
    `${fieldName(page, explanation.subject.kind, field.field)}${colon}${before} → ${after}`,
    ...planned.map(({ action, step, wave }) => `${say.words.actions[action]} (${words.step(step, wave)})`),
    ...kept.map((one) => `${say.phrase("held")}${colon}${say.held(one)}`),
    ...marks(page, field),
  ].join(" · ");
};

/** A value that both sides share is shown once. */
const stillText = (page: Page, explanation: Explanation, field: FieldExplanation): string => {
  const [source, target] = [field.source, field.target].map((value) =>
    shownValue(page, explanation, field.field, value),
  );
  const isShared = field.source === undefined || source === target;
  const values = isShared ? target : `${page.words.source} ${source}, ${page.words.service} ${target}`;
  const name = fieldName(page, explanation.subject.kind, field.field);
  return [`${name}${page.colon}${values}`, ...marks(page, field)].join(" · ");
};

/** The policy, if it is not the usual one, and the run that wrote the present value. */
const marks = ({ words, say }: Page, { policy, writtenBy }: FieldExplanation): string[] => [
  ...(policy && policy !== "manage" ? [words.policy(policy)] : []),
  ...(writtenBy ? [(writtenBy.stands === false ? words.replaced : words.written)(say.instant(writtenBy.at))] : []),
];

const changeLine = ({ words, say, colon, list, outcomes }: Page, change: ExplainedChange): string => {
  const { kind, action, reason, step, wave, needs } = change;
  const outcome = outcomes?.get(change.id);
  const needed = needs.map(
    (need) => `${say.words.actions[need.action]} ${say.kind(need.kind, 1)} ${nameWithKey(need)}`,
  );
  return [
    `  ${say.words.actions[action]} ${say.kind(kind, 1)} ${nameWithKey(change)} · ${say.words.reasons[reason]} · ${words.step(step, wave)}${outcome ? ` · ${outcomeText(say, outcome)}` : ""}`,
    ...(needed.length > 0 ? [`    ${words.needs}${colon}${needed.slice(0, shownLines).join(list)}`] : []),
  ].join("\n");
};

const outcomeText = ({ words, phrase }: Phrasing, { result, tries, code }: Outcome): string =>
  [
    words.results[result],
    ...(tries === undefined ? [] : [`, ${phrase("tries", { n: tries })}`]),
    ...(code === undefined ? [] : [` (${code})`]),
  ].join("");

const heldLines = ({ say, colon }: Page, { held }: Explanation): string[] =>
  held.map(
    (one) =>
      `  ${say.phrase("held")}${colon}${say.words.actions[one.action]} ${say.kind(one.kind, 1)} ${one.key} · ${say.held(one)}`,
  );

const guardLines = ({ words, say }: Page, { changes, breaches }: Explanation): string[] => {
  if (changes.length === 0) return [];
  return breaches.length === 0 ? [`  ${words.withinLimits}`] : breaches.map((breach) => `  ✗ ${say.breach(breach)}`);
};

const shownLines = 10;

const limited = ({ words }: Page, lines: readonly string[]): string[] =>
  lines.length <= shownLines
    ? [...lines]
    : [...lines.slice(0, shownLines), `  ${words.more(lines.length - shownLines)}`];

const pastLines = (page: Page, { past, match }: Explanation): string[] => {
  const { words, say, list, colon } = page;
  if (match.state === "only-source") return [];
  if (past.length === 0) return [`  ${words.noPast}`];
  const lines = past.map(({ runId, at, change, outcome }) => {
    const fields = change.fields.map(({ field }) => fieldName(page, change.kind, field)).join(list);
    const done = `${say.words.actions[change.action]} ${say.kind(change.kind, 1)}${colon}${outcomeText(say, outcome)}`;
    return `  ${say.instant(at)} · ${runId} · ${done}${fields === "" ? "" : ` · ${fields}`}`;
  });
  return limited(page, lines);
};
