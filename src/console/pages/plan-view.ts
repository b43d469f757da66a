/**
 * What the page of a decision shows of a plan, as plain data in one language: the limits with what helps to judge them, and the groups
 * by cause with samples. It is made once of a plan and kept, because it needs all changes.
 */
import { type Kind, type Plan } from "../../model/plan/plan.ts";
import { actOf } from "../../model/plan/release.ts";
import { nameWithKey } from "../../report/entries/names.ts";
import type { Report } from "../../report/entries/report.ts";
import { blockOf } from "../../report/phrasing/block.ts";
import { factText } from "../../report/phrasing/entry-phrasing.ts";
import { type Group, reportSections } from "../../report/phrasing/groups.ts";
import { type ShownReport, shownReport } from "../../report/phrasing/shown-report.ts";

/** Entries with the same cause; `entries` is their number, `exceeds`: they are behind a limit. */
export type GroupView = {
  readonly title: string;
  readonly cause: string;
  readonly entries: number;
  readonly exceeds: boolean;
  readonly samples: readonly { readonly name: string; readonly said: string }[];
};

export type PlanView = {
  /** An exceeded limit with what helps to judge it. */
  readonly limits: readonly { readonly said: string; readonly facts: readonly string[] }[];
  readonly groups: readonly GroupView[];
};

const samples = 5;

/** In the language of the report, and as the plan was before anybody decided. */
export const planView = ({ run: _run, outcomes: _outcomes, ...given }: Report): PlanView => {
  const shown = shownReport(given);
  const exceeds = behind(shown.report.plan);
  const groups = reportSections(shown.model.entries, shown.say).flatMap((section) => section.groups);
  const limits = blockOf(shown)?.limits ?? [];
  return {
    limits: limits.map(({ said, facts }) => ({ said, facts })),
    groups: groups.map((group) => groupView(group, exceeds(group), shown)),
  };
};

const groupView = (group: Group, exceeds: boolean, { tell, say }: ShownReport): GroupView => ({
  title: tell.title(group),
  cause: tell.cause(group),
  entries: group.entries.length,
  exceeds,
  samples: group.entries.slice(0, samples).map((entry) => {
    const changed = tell.rest(entry).map((fact) => factText(tell.fact(fact), say));
    return { name: nameWithKey(entry), said: [tell.summary(entry), ...changed.slice(0, samples)].join(" · ") };
  }),
});

/** Tells the groups whose changes exceed a limit; a limit without an action (`source-empty`) concerns all groups of the kind. */
const behind = ({ breaches, changes }: Plan): ((group: Group) => boolean) => {
  const isBehind = (kind: Kind, action: string) =>
    breaches.some((breach) => breach.kind === kind && (breach.action ?? action) === action);
  const meant = new Set(
    changes.flatMap((change) => {
      const { kind, action } = actOf(change);
      return isBehind(kind, action) ? [change.id] : [];
    }),
  );
  return ({ entries }) => entries.some((entry) => entry.changes.some((id) => meant.has(id)));
};
