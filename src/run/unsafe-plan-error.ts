/** The error for a plan that the guard blocks. */
import { MusterdError } from "../lib/errors.ts";
import type { Breach, Plan } from "../model/plan.ts";
import { breachName, isServiceEmpty } from "../model/release.ts";

/** The error states all breached limits in numbers and has the code of the first breach. `breaches` is not empty. */
export const unsafePlanError = ({ breaches, undoes }: Pick<Plan, "breaches" | "undoes">): MusterdError => {
  const shows = undoes === undefined ? "musterd plan" : `musterd undo ${undoes} --dry-run`;
  const advice = isServiceEmpty(breaches)
    ? "look whether the address, the company and the key are right, or wait until the service shows people again"
    : "ask HR whether this is meant";
  const codes = [...new Set(breaches.map(({ code }) => code))];
  return new MusterdError(codes[0] ?? "cap-exceeded", `nothing was written: ${breaches.map(inNumbers).join("; ")}`, {
    hint: `do nothing and ${advice}; \`${shows}\` shows what it is, and last of all the command that accepts ${breaches.map(breachName).join(", ")} for this one plan`,
  });
};

const inNumbers = ({ code, kind, action, count, limit, base }: Breach): string => {
  switch (code) {
    case "source-empty":
      return `the source has no ${kind} rows, the service has ${base}`;
    case "target-empty":
      return `the service shows nobody, although ${base} people were there: it may show empty lists for a while, or be another company's`;
    case "cap-exceeded":
      return `${count} × ${kind}/${action}, at most ${limit} are permitted (of ${base} in the service)`;
  }
};
