/**
 * Why a plan is blocked and what to do, for the top of every format: how far each limit is exceeded, what it was last time, what
 * HR's data looks like against last time, the likeliest cause, and the advice in order of its danger.
 */

import type { Breach, Change } from "../../model/plan/plan.ts";
import { actOf, firstLook } from "../../model/plan/release.ts";
import { type Group, groupsOf } from "./groups.ts";
import { approval, capital, releasing } from "./phrasing.ts";
import type { ShownReport } from "./shown-report.ts";

/** `command`: applies exactly this plan, or lets it be applied. */
type Advice = { readonly said: string; readonly command?: string };

type Block = {
  readonly title: string;
  /** Each exceeded limit with what helps to judge it. */
  readonly limits: readonly { readonly said: string; readonly facts: readonly string[] }[];
  readonly advice: readonly Advice[];
};

/** Undefined for a plan that exceeds no limit, or that a person has released. */
export const blockOf = (shown: ShownReport): Block | undefined => {
  const { report, model, say } = shown;
  const { plan, run } = report;
  if (plan.breaches.length === 0 || run?.release !== undefined) return undefined;
  const groups = groupsOf(model.entries);
  const caps = plan.breaches.filter(({ code }) => code === "cap-exceeded").flatMap(settingsOf);
  return {
    title: say.phrase("notSafe"),
    limits: plan.breaches.map((breach) => ({
      said: capital(say.breach(breach)),
      facts: [...lastTime(shown, breach), ...causes(shown, breach, groups)],
    })),
    advice: [
      { said: say.words.block[firstLook(plan.breaches)] },
      { said: say.words.block.thenApprove, command: report.fourEyes ? releasing(plan) : approval(plan) },
      ...(caps.length === 0
        ? []
        : [{ said: `${say.words.block.raiseCap}${say.phrase("colon")}${caps.join(say.phrase("list"))}` }]),
    ],
  };
};

/** The caps of the configuration that limit an act. */
const settingsOf = ({ kind, action }: Breach): readonly string[] =>
  kind === "employee" && action === "move" ? ["post.update", "post.remove"] : [`${kind}.${action ?? ""}`];

/** The same act in the last run that wrote, and HR's records then and now. */
const lastTime = ({ report: { plan, earlier }, say }: ShownReport, breach: Breach): readonly string[] => {
  const colon = say.phrase("colon");
  const { kind } = breach;
  const now = plan.sourceCounts[kind];
  const before = earlier?.sourceCounts[kind];
  const acts =
    earlier === undefined || breach.action === undefined ? undefined : (earlier.acts[`${kind}/${breach.action}`] ?? 0);
  const records =
    now === undefined ? [] : [before === undefined ? say.number(now) : `${say.number(before)} → ${say.number(now)}`];
  return [
    ...(acts === undefined || earlier === undefined
      ? []
      : [`${say.words.block.lastTime} (${say.instant(earlier.at)})${colon}${say.number(acts)}`]),
    ...records.map((numbers) => `${say.words.block.recordsOfHr}${colon}${numbers}`),
  ];
};

/** What most of the changes behind a limit have in common. */
const causes = ({ report, tell }: ShownReport, breach: Breach, groups: readonly Group[]): readonly string[] => {
  const isMeant = (change: Change) => {
    const act = actOf(change);
    return act.kind === breach.kind && act.action === breach.action;
  };
  const meant = new Set(report.plan.changes.filter(isMeant).map(({ id }) => id));
  const sizes = groups.map((group) => {
    const size = group.entries.filter(({ changes }) => changes.some((id) => meant.has(id))).length;
    return { group, size };
  });
  const [largest] = sizes.filter(({ size }) => size > 0).sort((a, b) => b.size - a.size);
  if (largest === undefined) return [];
  return [[tell.title(largest.group), tell.cause(largest.group)].filter(Boolean).join(" · ")];
};
