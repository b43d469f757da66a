/** The newest plan, for pages that need no changes of it: questions, findings, names. */
import type { App } from "../../app/app.ts";
import { type BriefPlan, type LargePart, withoutLargeParts } from "../../model/plan/brief-plan.ts";
import type { HeldChange, Plan } from "../../model/plan/plan.ts";
import type { Language } from "../../model/words/language.ts";
import type { Report } from "../../report/entries/report.ts";

/** A plan as pages read it: without some of its large parts. */
type Header = BriefPlan & Partial<Pick<Plan, LargePart>>;

export const reportWith = ({ target, source }: App, header: Header, language: Language): Report => ({
  plan: { ...withoutLargeParts, ...header, changes: [] },
  target,
  source: source.describe(),
  origins: source.origins(),
  madeAt: new Date().toISOString(),
  language,
});

/** The held records that may be in the service under another key, and about which nobody has said anything. */
export const openHeld = (
  { decisions }: App["store"],
  header: Pick<Header, "held"> | undefined,
): Promise<readonly HeldChange[]> =>
  decisions.undecided(header?.held.filter(({ candidates }) => candidates !== undefined) ?? []);
