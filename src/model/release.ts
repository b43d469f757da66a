/** A release: a person lets one plan pass although it is over limits, each of them named. */
import { actions, kinds } from "./kind.ts";
import type { Breach } from "./plan.ts";
import { qualityRules } from "./quality.ts";

export type Release = {
  /** Of the plan it is for: 12 to 64 hexadecimal digits; it lets no other plan pass. */
  readonly fingerprint: string;
  /** Names of breaches (`breachName`) and rules of the quality gate. */
  readonly accepted: readonly string[];
  /** Who: the user of the operating system, and the host. */
  readonly by: string;
  /** ISO 8601 instant. */
  readonly at: string;
  /** Why, in the person's own words. */
  readonly reason: string;
};

/** `cap-exceeded:employee/deactivate`, `source-empty:title`: what a person accepts with `--accept`. */
export const breachName = ({ code, kind, action }: Pick<Breach, "code" | "kind" | "action">): string =>
  action === undefined ? `${code}:${kind}` : `${code}:${kind}/${action}`;

const acceptable: ReadonlySet<string> = new Set([
  ...kinds.flatMap((kind) => [
    breachName({ code: "source-empty", kind }),
    ...actions.map((action) => breachName({ code: "cap-exceeded", kind, action })),
  ]),
  ...qualityRules,
]);

/** Is it the name of a breach, or of a rule of the quality gate? */
export const isAcceptable = (name: string): boolean => acceptable.has(name);
