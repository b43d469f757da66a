/**
 * The proposals of a plan as rows of words, which every format can show, and as lines of the text report. The words of both
 * languages are here, because nothing else uses them.
 */
import type { Language } from "../model/language.ts";
import type { Named, Proposal } from "../model/proposal.ts";
import { wordsOf } from "./language.ts";
import { fieldName } from "./phrasing.ts";
import type { Report } from "./report.ts";
import { hanging, heading, limited, type TextPage } from "./text-page.ts";
import { visibleText } from "./wrap-text.ts";

export type ProposalRow = {
  /** What HR seems to have done, to which objects. */
  readonly said: string;
  /** The evidence, and what the plan does without an answer. */
  readonly why: string;
  readonly meanwhile: string;
  /** Lines for the configuration; never to be wrapped. */
  readonly lines: readonly string[];
};

type ProposalWords = {
  readonly heading: string;
  /** Where the lines belong. */
  readonly hint: string;
  readonly said: Readonly<Record<Proposal["what"] | "same-source", (from: string, to: string) => string>>;
  readonly people: (people: number, of: number) => string;
  readonly meanwhile: Readonly<Record<Proposal["meanwhile"], string>>;
};

const tables: Readonly<Record<Language, ProposalWords>> = {
  en: {
    heading: "Proposals",
    hint: "Nothing is decided without you. A line goes under `identity.adopt` in the configuration; `musterd adopt` asks about what is held.",
    said: {
      recode: (from, to) => `${from} may have a new code: ${to}`,
      merge: (from, to) => `${from} may have been merged into ${to}`,
      split: (from, to) => `${from} may have been split into ${to}`,
      "re-key": (from, to) => `${from} may have another number or account in HR: ${to}`,
      twin: (from, to) => `${from} may be the same person as ${to} in HR`,
      "same-source": (from, to) => `HR may have one person twice: ${from} and ${to}`,
    },
    people: (people, of) => `same people: ${people} of ${of}`,
    meanwhile: {
      held: "held until this is decided",
      closed: "the plan moves the people and closes the old departments",
      open: "the plan moves the people; a department that HR does not close stays open",
      created: "the plan creates a second account",
    },
  },
  "zh-TW": {
    heading: "建議",
    hint: "未經您決定不會採用。將其中一行加到設定檔的 `identity.adopt`；暫緩的項目也可以 `musterd adopt` 決定。",
    said: {
      recode: (from, to) => `${from} 可能改用新代號：${to}`,
      merge: (from, to) => `${from} 可能已併入 ${to}`,
      split: (from, to) => `${from} 可能已拆分為 ${to}`,
      "re-key": (from, to) => `${from} 在人事資料中可能改用其他員工編號或帳號：${to}`,
      twin: (from, to) => `${from} 與人事資料的 ${to} 可能是同一人`,
      "same-source": (from, to) => `人事資料中可能有兩筆是同一人：${from} 與 ${to}`,
    },
    people: (people, of) => `相同人員：${of} 人中的 ${people} 人`,
    meanwhile: {
      held: "決定之前暫緩",
      closed: "計畫會移動人員並停用原部門",
      open: "計畫會移動人員；人事資料未停用的部門會保留",
      created: "計畫會新增第二個帳號",
    },
  },
};

/** Returns heading, hint and rows; undefined if there are no proposals. */
export const proposalSection = ({
  plan,
  language,
}: Pick<Report, "plan" | "language">):
  | { readonly heading: string; readonly hint: string; readonly rows: readonly ProposalRow[] }
  | undefined => {
  const { proposals = [] } = plan;
  if (proposals.length === 0) return undefined;
  const { heading: title, hint } = tables[language];
  return { heading: title, hint, rows: proposals.map((proposal) => rowOf(proposal, language)) };
};

/** Returns the proposals as lines of the text report. */
export const proposalLines = (page: TextPage): readonly string[] => {
  const section = proposalSection(page.report);
  if (!section) return [];
  return [
    "",
    heading(page, section.heading, page.say.number(section.rows.length)),
    ...hanging(page, "  ", 2, section.hint),
    ...limited(page, section.rows, page.limit, ({ said, why, meanwhile, lines }) => [
      ...hanging(page, "    ? ", 6, said),
      ...hanging(page, "", 8, `${why} · ${meanwhile}`),
      ...lines.map((line) => `        ${visibleText(line)}`),
    ]),
  ];
};

const rowOf = (proposal: Proposal, language: Language): ProposalRow => {
  const { what, kind, from, to, inSource, meanwhile, lines } = proposal;
  const words = tables[language];
  const { kinds, phrases } = wordsOf(language);
  const names = (objects: readonly Named[]) => objects.map(nameOf).join(phrases.list);
  const noun = kind === "employee" ? "" : `${kinds[kind][from.length === 1 ? "one" : "other"]} `;
  return {
    said: words.said[inSource ? "same-source" : what](`${noun}${names(from)}`, names(to)),
    why: evidenceText(proposal, language),
    meanwhile: words.meanwhile[meanwhile],
    lines,
  };
};

const nameOf = ({ key, label }: Named): string => (label === key ? key : `${label} (${key})`);

const evidenceText = ({ kind, people, of, evidence }: Proposal, language: Language): string => {
  const { phrases } = wordsOf(language);
  const counted = people === undefined || of === undefined ? [] : [tables[language].people(people, of)];
  const rules = evidence
    .map((fields) => fields.filter((field) => field !== "people"))
    .filter((fields) => fields.length > 0)
    .map((fields) => fields.map((field) => fieldName(kind, field, language)).join(" + "));
  const agrees = rules.length === 0 ? [] : [`${phrases.agreesIn}${phrases.colon}${rules.join(phrases.list)}`];
  return [...counted, ...agrees].join(" · ");
};
