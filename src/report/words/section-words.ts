/** The type of the words that only the calendar, the proposals and the block of a report use. */
import type { DueEvent } from "../../model/plan/due.ts";
import type { Proposal } from "../../model/plan/proposal.ts";

export type CalendarWords = {
  readonly heading: string;
  /** Heads of the columns. */
  readonly columns: readonly [date: string, event: string, person: string, department: string];
  readonly events: Readonly<Record<DueEvent, string>>;
};

export type ProposalWords = {
  readonly heading: string;
  /** Where the lines belong. */
  readonly hint: string;
  /** What HR seems to have done; `same-source`: both records are in the source. */
  readonly said: Readonly<Record<Proposal["what"] | "same-source", (from: string, to: string) => string>>;
  readonly people: (people: number, of: number) => string;
  readonly meanwhile: Readonly<Record<Proposal["meanwhile"], string>>;
};

/** What is said above a blocked plan; the advice in the order in which it is given. */
export type BlockWords = Readonly<
  Record<"askHr" | "lookAtService" | "lookAtClock" | "thenApprove" | "raiseCap" | "lastTime" | "recordsOfHr", string>
>;
