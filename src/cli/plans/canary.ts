/** `musterd apply --canary N`: shows what the canary has written, and asks whether the rest follows. */
import type { App } from "../../app/app.ts";
import type { Runs } from "../../app/open-runs.ts";
import type { Canary } from "../../model/plan/canary.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { countEntries } from "../../model/runs/entry-counts.ts";
import { entriesOf } from "../../report/entries/entries.ts";
import { presentable } from "../../report/entries/report.ts";
import { entryPhrasing } from "../../report/phrasing/entry-phrasing.ts";
import { capital, phrasing } from "../../report/phrasing/phrasing.ts";
import { numberOf } from "../terminal/number-option.ts";
import { writeReport } from "../terminal/output.ts";
import type { ProgressDisplay } from "../terminal/progress.ts";
import { canAsk, confirm } from "../terminal/terminal.ts";
import { wordsOf } from "../words/words.ts";
import { reportOfPlan } from "./plan.ts";

type CanaryRequest = NonNullable<Parameters<Runs["reconcile"]>[0]["canary"]>;

const entryCount = numberOf(
  "a number of entries",
  "give a whole number from 1, such as --canary 5",
  (n) => Number.isInteger(n) && n > 0,
);

type Asking = {
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly signal: AbortSignal;
};

/** Where nobody can be asked and `yes` is not set, the rest does not follow. Throws `option-invalid` for another count. */
export const canaryRequest = (
  count: string,
  app: App,
  progress: ProgressDisplay,
  { yes, json, signal }: Asking,
): CanaryRequest => ({
  entries: entryCount(count),
  goOn: async (plan, canary) => {
    const words = wordsOf(app.config.language);
    progress.end();
    if (!json) writeReport(`${canaryText(app, plan, canary).join("\n")}\n`);
    const rest = countEntries(plan.changes) - canary.entries;
    const agreed = yes === true || (canAsk() && (await confirm(words.applyRest(rest), words.answerYesNo, signal)));
    if (agreed) progress.begin();
    return agreed;
  },
});

const canaryText = (app: App, plan: Plan, { changes, entries, untried }: Canary): readonly string[] => {
  const report = presentable(reportOfPlan(app, { ...plan, changes }));
  const say = phrasing(report);
  const { summary } = entryPhrasing(report.plan, say);
  const words = wordsOf(app.config.language);
  return [
    ...(entries > 0 ? [words.canaryApplied(entries)] : []),
    ...entriesOf(report.plan).entries.map(
      (entry) => `  ${capital(say.kind(entry.kind))} ${entry.label} (${entry.key}): ${summary(entry)}`,
    ),
    ...(untried.length > 0 ? [words.canaryUntried(untried.join(", "))] : []),
  ];
};
