/** `musterd plan --compare FILE`: what another configuration would change differently. Changes nothing. */
import { loadConfig } from "../../config/config.ts";
import { MusterdError } from "../../lib/errors.ts";
import { isEmptyDifference } from "../../model/plan/plan-difference.ts";
import { type Comparison, jsonComparison, textComparison } from "../../report/text/comparison.ts";
import { type Command, withApp } from "../open/context.ts";
import { fileFormats } from "../terminal/file-formats.ts";
import { writeJson, writeReport } from "../terminal/output.ts";
import { reportStyle } from "../terminal/terminal.ts";
import { type PlanOptions, reportOfPlan } from "./plan.ts";

/** Returns 0 if the plans are the same, else 2. */
export const compareCommand: Command<"plan", PlanOptions & { readonly compare: string; readonly out?: string }> = (
  options,
  environment,
) => {
  requireNothingElse(options);
  const { compare, config, accept, json, quiet, language } = options;
  const other = { ...loadConfig(compare, environment, { needsToken: false }), language };
  return withApp(options, environment, async (app) => {
    const {
      plans: [mine, theirs],
      difference,
    } = await app.compare(other, accept);
    const comparison: Comparison = {
      plans: [
        { configuration: config, report: reportOfPlan(app, mine) },
        { configuration: compare, report: reportOfPlan(app, theirs) },
      ],
      difference,
    };
    if (json) writeJson(jsonComparison(comparison));
    else if (!quiet) writeReport(textComparison(comparison, reportStyle(options.full === true)));
    return isEmptyDifference(difference) ? 0 : 2;
  });
};

const requireNothingElse = (options: PlanOptions & { readonly out?: string }): void => {
  const files = fileFormats.filter(([format]) => options[format] !== undefined).map(([format]) => format);
  const given = [...(options.only.length > 0 ? ["only"] : []), ...(options.out === undefined ? [] : ["out"]), ...files];
  if (given.length === 0) return;
  const named = given.map((name) => `--${name}`).join(", ");
  throw new MusterdError("option-invalid", `--compare shows the difference of two whole plans, without ${named}`, {
    hint: `leave out ${named}; --json prints the difference for programs`,
  });
};
