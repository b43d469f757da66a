/** A report as it is shown to people: masked, folded into entries, and with its words. Every format for people begins here. */
import { type Entries, entriesOf } from "../entries/entries.ts";
import { presentable, type Report } from "../entries/report.ts";
import { type EntryPhrasing, entryPhrasing } from "./entry-phrasing.ts";
import { type Phrasing, phrasing } from "./phrasing.ts";

export type ShownReport = {
  /** With masked personal data. */
  readonly report: Report;
  readonly model: Entries;
  readonly say: Phrasing;
  readonly tell: EntryPhrasing;
};

export const shownReport = (given: Report): ShownReport => {
  const report = presentable(given);
  const say = phrasing(report);
  return { report, model: entriesOf(report.plan, report.outcomes), say, tell: entryPhrasing(report.plan, say) };
};
