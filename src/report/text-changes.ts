/** Writes the changes and the held changes of a text report, each as a block of lines. */
import { kinds } from "../model/kind.ts";
import type { Action, Change, FieldChange, HeldChange, Kind } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import { type Group, groupsOf } from "./groups.ts";
import { capital } from "./phrasing.ts";
import { hanging, heading, limited, type TextPage } from "./text-page.ts";
import { actionSymbols, resultSymbols } from "./totals.ts";
import { displayWidth, visibleText } from "./wrap-text.ts";

/** Returns the changes by kind and department. Without the option `full`, only 20 of each kind, failed ones first. */
export const changeLines = (page: TextPage): readonly string[] =>
  kinds.flatMap((kind) => {
    const ofKind = page.report.plan.changes.filter((change) => change.kind === kind);
    if (ofKind.length === 0) return [];
    const chosen = new Set(failedFirst(page, ofKind).slice(0, page.limit));
    const groups = groupsOf(
      ofKind.filter((change) => chosen.has(change)),
      page.report.plan,
    );
    const lines = groups.flatMap(({ byDepartment, department, items }) => [
      ...(byDepartment ? [`  ${departmentTitle(page, department)}`] : []),
      ...items.flatMap((change) => blockLines(page, change)),
    ]);
    const more = ofKind.length - chosen.size;
    const rest = more > 0 ? [page.paint("dim", `  ${page.say.phrase("moreInText", { n: more })}`)] : [];
    return [
      "",
      heading(page, capital(page.say.kind(kind)), page.say.count(ofKind.length, "change")),
      ...lines,
      ...rest,
    ];
  });

/** Returns the held changes by reason. Without the option `full`, only the first 20 of each reason. */
export const heldLines = (page: TextPage): readonly string[] => {
  const { held } = page.report.plan;
  if (held.length === 0) return [];
  const byReason = Map.groupBy(held, (one) => one.reason);
  return [
    "",
    heading(page, page.say.phrase("held"), page.say.count(held.length, "change")),
    ...[...byReason.values()].flatMap((ofReason) =>
      limited(page, ofReason, page.limit, (one) => heldBlockLines(page, one)),
    ),
  ];
};

/** Returns `label key`; only the label if both are equal. */
export const nameText = (page: TextPage, thing: { readonly label: string; readonly key: string }): string =>
  thing.label === thing.key
    ? visibleText(thing.label)
    : `${visibleText(thing.label)} ${page.paint("dim", visibleText(thing.key))}`;

const departmentTitle = (page: TextPage, department: Group<Change>["department"]): string => {
  if (department === undefined) return page.paint("cyan", page.say.phrase("noDepartment"));
  return department.code === department.name
    ? page.paint("cyan", visibleText(department.code))
    : `${page.paint("cyan", visibleText(department.name))} ${page.paint("dim", visibleText(department.code))}`;
};

const resultRank: Readonly<Record<Outcome["result"], number>> = {
  failed: 0,
  "not-tried": 1,
  applied: 2,
  rehired: 2,
  "already-so": 2,
};

const failedFirst = (page: TextPage, changes: readonly Change[]): readonly Change[] => {
  const { outcomes } = page.report;
  if (outcomes === undefined) return changes;
  const rank = (change: Change) => resultRank[outcomes.get(change.id)?.result ?? "applied"];
  return changes.toSorted((a, b) => rank(a) - rank(b));
};

const actionStyles = {
  create: "green",
  update: "yellow",
  rename: "blue",
  move: "blue",
  reorder: "blue",
  deactivate: "red",
  reactivate: "green",
  remove: "red",
} as const satisfies Record<Action, string>;

const resultStyles = {
  applied: "green",
  rehired: "green",
  "already-so": "dim",
  failed: "red",
  "not-tried": "yellow",
} as const satisfies Record<Outcome["result"], string>;

const signedAction = (page: TextPage, action: Action): string =>
  page.paint(actionStyles[action], actionSymbols[action]);

const blockLines = (page: TextPage, change: Change): readonly string[] => {
  const outcome = page.report.outcomes?.get(change.id);
  const result =
    outcome === undefined ? "" : `${page.paint(resultStyles[outcome.result], resultSymbols[outcome.result])} `;
  const reason = page.say.reason(change);
  return [
    `    ${result}${signedAction(page, change.action)} ${nameText(page, change)}`,
    ...fieldLines(page, change.kind, change.fields),
    ...(reason === undefined ? [] : hanging(page, `${" ".repeat(8)}· `, 10, reason)),
    ...(outcome === undefined ? [] : outcomeLines(page, outcome)),
  ];
};

const heldBlockLines = (page: TextPage, held: HeldChange): readonly string[] => [
  `    ${signedAction(page, held.action)} ${page.say.kind(held.kind, 1)} ${nameText(page, held)}`,
  ...hanging(page, `${" ".repeat(8)}! `, 10, page.say.held(held)),
  ...fieldLines(page, held.kind, held.fields),
  ...(held.candidates ?? []).flatMap((candidate) => [
    ...hanging(page, `${" ".repeat(8)}? `, 10, page.say.candidate(held.kind, candidate)),
    ...fieldLines(page, held.kind, candidate.fields, 10),
  ]),
];

/** Returns a line `field: before → after` for each field; the values are aligned. */
const fieldLines = (page: TextPage, kind: Kind, fields: readonly FieldChange[], margin = 8): readonly string[] => {
  const names = fields.map(
    ({ field }) => visibleText(page.say.field(kind, field)) + page.say.phrase("colon").trimEnd(),
  );
  const indent = margin + Math.max(0, ...names.map(displayWidth)) + 1;
  return fields.flatMap(({ field, before, after }, index) => {
    const now = page.say.value(kind, field, after);
    const text = before === undefined ? now : `${page.say.value(kind, field, before)} → ${now}`;
    return hanging(page, `${" ".repeat(margin)}${names[index]}`, indent, text);
  });
};

const outcomeLines = (page: TextPage, outcome: Outcome): readonly string[] => {
  if (outcome.code === undefined && outcome.message === undefined) return [];
  const text = [page.say.words.results[outcome.result], outcome.code, page.say.error(outcome)]
    .filter(Boolean)
    .join(" · ");
  return hanging(page, `${" ".repeat(8)}${resultSymbols[outcome.result]} `, 10, text);
};
