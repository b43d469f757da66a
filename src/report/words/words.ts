/**
 * The type of the words of a report, and those that everything shares (model/words/). Every language has a table of
 * this type. So a missing word does not compile, and neither does a new kind, reason or code of the model without words.
 */

import type { ErrorCode } from "../../lib/error-codes.ts";
import type { Gender } from "../../model/directory/directory.ts";
import type { SiteHabit } from "../../model/memory/site-habit.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { AdoptionReport, Breach, Kind, Notice, Reason } from "../../model/plan/plan.ts";
import type { QualityRule, Severity } from "../../model/plan/quality.ts";
import type { Outcome, RefreshState } from "../../model/runs/run.ts";
import type { CommonWords, Plural } from "../../model/words/words.ts";
import type { Verb } from "../entries/verbs.ts";
import type { ExplanationWords } from "./en/explanations.ts";
import type { PageWords } from "./en/page.ts";
import type { Phrase } from "./en/phrases.ts";
import type { BlockWords, CalendarWords, ProposalWords } from "./section-words.ts";

/** The things that reports count. */
export type Counted = "field" | "department";

type BreachNumbers = Readonly<Record<"count" | "limit" | "base", string>>;

/** The key by which a record was matched. */
export type MatchedBy = keyof AdoptionReport[number]["matched"];

/** What an error code means, and a hint. With `detailed`, the hint of the single error is shown in addition. */
export type ErrorMeaning = { readonly what: string; readonly hint: string; readonly detailed?: true };

export type Words = CommonWords & {
  /** The value of `lang` in HTML (BCP 47). */
  readonly htmlLanguage: string;
  /** What happens to one object (`one`), or to several. */
  readonly verbs: Readonly<Record<Verb, Plural>>;
  /** A number of objects of a kind with a verb. */
  readonly total: (n: string, verb: string, kind: Kind) => string;
  /** Words for the first part of the value of a change to a post. */
  readonly posts: Readonly<Record<"main" | "part-time", string>>;
  readonly genders: Readonly<Record<Gender, string>>;
  /** The words for "no value", used for fields that have no special word for it in the table of fields. */
  readonly nothing: string;
  readonly reasons: Readonly<Record<Reason, string>>;
  /** Sentences with the reason; `about` are the objects that it concerns. */
  readonly heldReasons: Readonly<Record<HeldReason, (about: string) => string>>;
  /** Words for the key by which a record was matched. */
  readonly matchedBy: Readonly<Record<MatchedBy, string>>;
  readonly notices: Readonly<Record<Notice["code"], string>>;
  /** What a site does beyond what it is asked; `about` is a kind with a field. */
  readonly habits: Readonly<Record<SiteHabit["does"], (operation: string, about: string) => string>>;
  readonly habitSeen: (habit: Pick<SiteHabit, "first" | "last"> & Readonly<Record<"seen" | "of", string>>) => string;
  /** `percent` is that of `base`; `times` says how many times the limit it is, unless that is 0. */
  readonly breaches: Readonly<
    Record<
      Breach["code"],
      (numbers: BreachNumbers & { readonly percent: string; readonly times: string | undefined }, kind: Kind) => string
    >
  >;
  /** Findings of the quality gate; `field` is empty if a finding concerns a whole kind. */
  readonly findings: Readonly<Record<QualityRule, (numbers: BreachNumbers & { readonly field: string }) => string>>;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly results: Readonly<Record<Outcome["result"], string>>;
  readonly refreshStates: Readonly<Record<RefreshState, string>>;
  /** Meanings of the codes of rejected rows; absent in English, because the reasons are English. */
  readonly rejections?: Readonly<Record<string, string>>;
  /** Meanings of error codes; absent in English, because errors contain their English texts. */
  readonly errors?: Readonly<Record<ErrorCode, ErrorMeaning>>;
  /** An English message behind a meaning, in brackets, translated as far as it is known; absent in English. */
  readonly inBrackets?: (message: string) => string;
  readonly counted: Readonly<Record<Counted, Plural>>;
  readonly phrases: Readonly<Record<Phrase, string>>;
  readonly page: PageWords;
  readonly explanation: ExplanationWords;
  readonly block: BlockWords;
  readonly calendar: CalendarWords;
  readonly proposals: ProposalWords;
};
