/** The error for a plan that the guard blocks. */
import { MusterdError } from "../../lib/errors.ts";
import type { Breach, Plan } from "../../model/plan/plan.ts";
import { breachName, firstLook } from "../../model/plan/release.ts";

/** The error states all breached limits in numbers and has the code of the first breach. `breaches` is not empty. */
export const unsafePlanError = ({ breaches, undoes }: Pick<Plan, "breaches" | "undoes">): MusterdError => {
  const shows = undoes === undefined ? "musterd plan" : `musterd undo ${undoes} --dry-run`;
  const advice = {
    lookAtClock: "set the clock that is wrong, this machine's or the service's, and run again",
    lookAtService:
      "look whether the address, the company and the key are right, or wait until the service shows people again",
    askHr: "ask HR whether this is meant",
  }[firstLook(breaches)];
  const codes = [...new Set(breaches.map(({ code }) => code))];
  return new MusterdError(codes[0] ?? "cap-exceeded", `nothing was written: ${breaches.map(inNumbers).join("; ")}`, {
    hint: `do nothing and ${advice}; \`${shows}\` shows what it is, and at its top the command that lets ${breaches.map(breachName).join(", ")} pass for this one plan`,
  });
};

const inNumbers = ({ code, kind, action, count, limit, base }: Breach): string => {
  switch (code) {
    case "source-empty":
      return `the source has no ${kind} rows, the service has ${base}`;
    case "clock-differs":
      return `this machine's clock and the service's are ${count} hours apart, so it may be another day than the plan's`;
    case "column-moved":
      return `${count} people one after the other would get what the person beside them in HR's data has: the cells of a column have probably moved up or down`;
    case "target-empty":
      return `the service shows nobody, although ${base} people were there: it may show empty lists for a while, or be another company's`;
    case "cap-exceeded":
      return `${count} × ${kind}/${action}, at most ${limit} are permitted (of ${base} in the service)`;
  }
};
