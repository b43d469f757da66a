/** The error for a plan that the guard blocks. */
import { MusterdError } from "../lib/errors.ts";
import type { Breach, Plan } from "../model/plan.ts";
import { breachName } from "../model/release.ts";

/** The error states all breached limits in numbers and has the code of the first breach. `breaches` is not empty. */
export const unsafePlanError = ({ breaches, undoes }: Pick<Plan, "breaches" | "undoes">): MusterdError => {
  const shows = undoes === undefined ? "musterd plan" : `musterd undo ${undoes} --dry-run`;
  const codes = [...new Set(breaches.map(({ code }) => code))];
  return new MusterdError(codes[0] ?? "cap-exceeded", `nothing was written: ${breaches.map(inNumbers).join("; ")}`, {
    hint: `do nothing and ask HR whether this is meant; \`${shows}\` shows what it is, and last of all the command that accepts ${breaches.map(breachName).join(", ")} for this one plan`,
  });
};

const inNumbers = ({ code, kind, action, count, limit, base }: Breach): string => {
  switch (code) {
    case "source-empty":
      return `the source has no ${kind} rows, the service has ${base}`;
    case "cap-exceeded":
      return `${count} × ${kind}/${action}, at most ${limit} are permitted (of ${base} in the service)`;
  }
};
