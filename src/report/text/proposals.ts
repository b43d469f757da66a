/** The proposals of a plan as rows of words, which every format can show, and as lines of the text report. */

import { visibleText } from "../../lib/control-characters.ts";
import type { Named, Proposal } from "../../model/plan/proposal.ts";
import { fieldName } from "../../model/words/common-words.ts";
import type { Language } from "../../model/words/language.ts";
import { nameWithKey } from "../entries/names.ts";
import type { Report } from "../entries/report.ts";
import { evidenceWord, plural } from "../phrasing/phrasing.ts";
import { wordsOf } from "../words/language.ts";
import { hanging, heading, limited, type TextPage } from "./text-page.ts";

/** Returns heading, hint and rows; undefined if there are no proposals. */
export const proposalSection = ({ plan, language }: Pick<Report, "plan" | "language">) => {
  const { proposals = [] } = plan;
  if (proposals.length === 0) return undefined;
  const { heading: title, hint } = wordsOf(language).proposals;
  return { heading: title, hint, rows: proposals.map((proposal) => rowOf(proposal, language)) };
};

/** A proposal asks somebody, so that even the shortest report has a few. */
export const leastShown = 5;

export const proposalLines = (page: TextPage): readonly string[] => {
  const section = proposalSection(page.report);
  if (!section) return [];
  return [
    "",
    heading(page, section.heading, page.say.number(section.rows.length)),
    ...hanging(page, "  ", 2, section.hint),
    ...limited(page, section.rows, Math.max(leastShown, page.limits.rows), ({ said, note, lines }) => [
      ...hanging(page, "    ? ", 6, said),
      ...hanging(page, "", 8, note),
      ...lines.map((line) => `        ${visibleText(line)}`),
    ]),
  ];
};

const rowOf = (proposal: Proposal, language: Language) => {
  const { what, kind, from, to, inSource, meanwhile, lines } = proposal;
  const { kinds, phrases, proposals: words } = wordsOf(language);
  const names = (objects: readonly Named[]) => objects.map(nameWithKey).join(phrases.list);
  const why = evidenceText(proposal, language);
  const noun = kind === "employee" ? "" : `${plural(kinds[kind], from.length)} `;
  return {
    /** What HR seems to have done, to which objects. */
    said: words.said[inSource ? "same-source" : what](`${noun}${names(from)}`, names(to)),
    /** The evidence; then what the plan does without an answer; then both in one line. */
    why,
    meanwhile: words.meanwhile[meanwhile],
    note: [why, words.meanwhile[meanwhile]].filter((text) => text !== "").join(" · "),
    /** Lines for the configuration; never to be wrapped. */
    lines,
  };
};

const evidenceText = ({ kind, people, of, evidence }: Proposal, language: Language): string => {
  const all = wordsOf(language);
  const { phrases, proposals: words } = all;
  const counted = !people || !of ? [] : [words.people(people, of)];
  const rules = evidence
    .map((fields) => fields.filter((field) => field !== "people"))
    .filter((fields) => fields.length > 0)
    .map((fields) => fields.map((field) => evidenceWord(field, all) ?? fieldName(kind, field, language)).join(" + "));
  const agrees = rules.length === 0 ? [] : [`${phrases.agreesIn}${phrases.colon}${rules.join(phrases.list)}`];
  return [...counted, ...agrees].join(" · ");
};
