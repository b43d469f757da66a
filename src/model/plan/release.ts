/** A release: a person permits one plan although it exceeds limits, and names each exceeded limit. */
import { actions, kinds } from "../directory/kind.ts";
import type { Breach, Change } from "./plan.ts";
import { qualityRules } from "./quality.ts";

export type Release = {
  /** Fingerprint of the permitted plan, 12 to 64 hexadecimal digits; no other plan is permitted. */
  readonly fingerprint: string;
  /** Breaches (by `breachName`) and quality rules. */
  readonly accepted: readonly string[];
  /** Who has released it (`actorText`): a person, or a user of the operating system and the host. */
  readonly by: string;
  /** ISO 8601 instant. */
  readonly at: string;
  readonly reason: string;
};

/** What people call a change: one of posts, of whatever action, is a move of a person. Limits are named and released by it. */
export const actOf = ({ kind, action }: Pick<Change, "kind" | "action">): Pick<Change, "kind" | "action"> =>
  kind === "post" ? { kind: "employee", action: "move" } : { kind, action };

/** The number of objects of each act, by its name: `employee/deactivate`. */
export const actCounts = (
  changes: readonly Pick<Change, "kind" | "action" | "key">[],
): Readonly<Record<string, number>> => {
  const objects = new Map<string, Set<string>>();
  for (const change of changes) {
    const { kind, action } = actOf(change);
    const name = `${kind}/${action}`;
    objects.set(name, (objects.get(name) ?? new Set()).add(change.key));
  }
  return Object.fromEntries([...objects].map(([name, keys]) => [name, keys.size]));
};

/** The name with which a person accepts a breach (`--accept`): `cap-exceeded:employee/deactivate`, `source-empty:title`. */
export const breachName = ({ code, kind, action }: Pick<Breach, "code" | "kind" | "action">): string =>
  action === undefined ? `${code}:${kind}` : `${code}:${kind}/${action}`;

/** Where to look first: HR knows neither why a service shows nobody nor why a clock is wrong. */
export const firstLook = (breaches: readonly Pick<Breach, "code">[]): "lookAtClock" | "lookAtService" | "askHr" => {
  if (breaches.some(({ code }) => code === "clock-differs")) return "lookAtClock";
  return breaches.every(({ code }) => code === "target-empty") ? "lookAtService" : "askHr";
};

const acceptable: ReadonlySet<string> = new Set([
  breachName({ code: "target-empty", kind: "employee" }),
  breachName({ code: "clock-differs", kind: "employee" }),
  breachName({ code: "column-moved", kind: "employee" }),
  ...kinds.flatMap((kind) => [
    breachName({ code: "source-empty", kind }),
    ...actions.map((action) => breachName({ code: "cap-exceeded", kind, action })),
  ]),
  ...qualityRules,
]);

/** True for the name of a breach or of a quality rule. */
export const isAcceptable = (name: string): boolean => acceptable.has(name);
