/**
 * Draws random reports with all parts of the model. Texts are Chinese, contain markup, or contain control characters; half of
 * them contain `markup`. Values that must stay secret are letters and digits, which every format would print unchanged, so a
 * test can find them.
 */
import * as fc from "fast-check";
import { fields as table } from "../../src/model/directory/fields.ts";
import { isPersonal } from "../../src/model/directory/known-fields.ts";
import type { SiteHabit } from "../../src/model/memory/site-habit.ts";
import type { DueEvent } from "../../src/model/plan/due.ts";
import type { HeldReason } from "../../src/model/plan/held-reason.ts";
import type { Change, FieldChange, HeldChange, Plan, Reason } from "../../src/model/plan/plan.ts";
import type { Proposal } from "../../src/model/plan/proposal.ts";
import type { Outcome, RunSummary } from "../../src/model/runs/run.ts";
import type { Report } from "../../src/report/entries/report.ts";
import { english } from "../../src/report/words/en/en.ts";
import { runWith } from "./report-builder.ts";

/** A text that would begin a tag in HTML if it were not escaped. */
export const markup = "<zq7x";

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(record) as Key[];

const words = fc.constantFrom(
  "王小明",
  "研發部",
  "許功蓋",
  "</script>",
  "<!--",
  '" onload=x',
  "a & b",
  "\u001b[31m",
  "\n",
  "\u202e",
  "\r\u009b2J\u007f",
  "\u2066\u2028\u200f",
);

/** Draws any text; many contain `markup`. */
const text = fc
  .tuple(fc.oneof(fc.string({ maxLength: 8, unit: "grapheme" }), words), fc.constantFrom(markup, "&amp;", ""), words)
  .map((parts) => parts.join(" "));

const secret = fc.stringMatching(/^S[0-9A-F]{12}Q$/);

const value = fc.oneof(text, fc.constant(null), fc.boolean(), fc.nat(), fc.array(text, { maxLength: 3 }));

const secretFields: readonly string[] = keysOf(table.employee).filter(isPersonal);

const plainField = fc.record<FieldChange>(
  {
    field: fc
      .oneof(
        fc.constantFrom(...keysOf({ ...table.title, ...table.department, ...table.employee, ...table.post })),
        text,
      )
      .filter((name) => !secretFields.includes(name)),
    before: value,
    after: value,
  },
  { requiredKeys: ["field", "after"] },
);

const secretField = fc.record<FieldChange>(
  { field: fc.constantFrom(...secretFields), before: secret, after: secret },
  { requiredKeys: ["field", "after"] },
);

const fields = fc
  .tuple(fc.array(plainField, { maxLength: 3 }), fc.array(secretField, { maxLength: 2 }))
  .map((both) => both.flat());

const kind = fc.constantFrom(...keysOf(english.kinds));
const action = fc.constantFrom(...keysOf(english.actions));
const department = fc.constantFrom("RD", "HR", "D<1>", "__proto__");

const change = fc
  .record({
    kind,
    action,
    fields,
    department: fc.option(department, { nil: undefined }),
    key: text,
    label: text,
    reason: fc.constantFrom<Reason>(...keysOf(english.reasons)),
  })
  .map(
    ({ department: code, ...rest }): Change => ({
      id: "",
      step: 5,
      wave: 1,
      needs: [],
      operations: [{ id: "E11", account: rest.key, newAccount: rest.key, set: secretsOf(rest.fields) }],
      ...rest,
      ...(code === undefined ? {} : { department: code }),
    }),
  );

const secretsOf = (all: readonly FieldChange[]) =>
  Object.fromEntries(all.filter((one) => secretFields.includes(one.field)).map((one) => [one.field, one.after]));

const held = fc.record<HeldChange>(
  {
    id: text,
    kind,
    action,
    fields,
    department,
    key: text,
    label: text,
    reason: fc.constantFrom<HeldReason>(...keysOf(english.heldReasons)),
    about: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: ["id", "kind", "action", "fields", "key", "label", "reason", "about"] },
);

const departmentState = fc.record({
  name: text,
  parent: fc.option(department),
  people: fc.nat(999),
  total: fc.nat(9999),
});

const named = fc.array(fc.record({ key: text, label: text }), { minLength: 1, maxLength: 3 });

const proposal = fc.record<Proposal>(
  {
    what: fc.constantFrom<Proposal["what"]>("recode", "merge", "split", "re-key", "twin"),
    kind,
    from: named,
    to: named,
    inSource: fc.constant(true as const),
    people: fc.nat(),
    of: fc.nat(),
    evidence: fc.array(fc.constantFrom<Proposal["evidence"][number]>(["people"], ["name", "birthDate"], ["account"])),
    meanwhile: fc.constantFrom<Proposal["meanwhile"]>("held", "closed", "open", "created"),
    lines: fc.array(text, { maxLength: 2 }),
  },
  { requiredKeys: ["what", "kind", "from", "to", "evidence", "meanwhile", "lines"] },
);

const adoption = fc.array(
  fc.record({
    kind,
    matched: fc.dictionary(fc.constantFrom(...keysOf(english.matchedBy)), fc.nat(99_999)),
    proposed: fc.nat(99_999),
    onlySource: fc.constantFrom(0, 12, 3456),
    onlyTarget: fc.nat(99_999),
  }),
  { maxLength: 3 },
);

const dueEvents: readonly DueEvent[] = [
  "created",
  "active",
  "last-day",
  "disabled",
  "leave-begins",
  "leave-ends",
  "missing",
  "next-row",
];

const plan: fc.Arbitrary<Plan> = fc
  .record({
    version: fc.constant(1 as const),
    today: fc.constant("2026-11-21"),
    changes: fc
      .array(change, { maxLength: 30 })
      .map((changes) => changes.map((one, index) => ({ ...one, id: `${one.kind}/${index}/${one.action}` }))),
    held: fc.array(held, { maxLength: 8 }),
    proposals: fc.array(proposal, { maxLength: 3 }),
    adoption: fc.option(adoption, { nil: undefined }),
    notices: fc.array(fc.record({ code: fc.constantFrom(...keysOf(english.notices)), kind, key: text, label: text }), {
      maxLength: 4,
    }),
    due: fc.array(
      fc.record({ date: fc.constant("2026-11-25"), what: fc.constantFrom(...dueEvents), key: text, label: text }),
      { maxLength: 3 },
    ),
    rejected: fc.array(
      fc.record(
        {
          kind,
          file: text,
          line: fc.nat(),
          column: text,
          code: fc.constant("date-invalid"),
          reason: text,
          key: text,
          dropped: fc.constant("field" as const),
        },
        { requiredKeys: ["kind", "file", "line", "column", "code", "reason", "key"] },
      ),
      { maxLength: 4 },
    ),
    breaches: fc.array(
      fc.record({
        code: fc.constantFrom(...keysOf(english.breaches)),
        kind,
        action,
        count: fc.nat(),
        limit: fc.nat(),
        base: fc.nat(),
      }),
      { maxLength: 3 },
    ),
    sourceCounts: fc.constant({ employee: 3 }),
    targetCounts: fc.constant({ employee: 2 }),
    names: fc.record({
      level: fc.dictionary(text, text),
      title: fc.dictionary(text, text),
      function: fc.dictionary(text, text),
      department: fc.dictionary(department, text),
      employee: fc.dictionary(text, text),
    }),
    organisation: fc.record({
      departments: fc.array(
        fc.record({ code: department, before: departmentState, after: departmentState }, { requiredKeys: ["code"] }),
        { maxLength: 6 },
      ),
      flows: fc.array(
        fc.record({ from: fc.option(department), to: fc.option(department), people: fc.integer({ min: 1, max: 999 }) }),
        { maxLength: 6 },
      ),
    }),
    fingerprint: fc.constant("ab".repeat(32)),
    approval: fc.option(
      fc.record({
        givenAt: fc.constantFrom("2026-11-21T03:00:00.000Z", markup),
        covered: fc.nat(),
        coveredEntries: fc.nat(),
      }),
      { nil: undefined },
    ),
  })
  .map(({ approval, adoption: first, ...rest }) => ({
    ...rest,
    ...(approval && { approval }),
    ...(first && { adoption: first }),
  }));

const outcome = fc.record<Omit<Outcome, "changeId">>(
  {
    result: fc.constantFrom(...keysOf(english.results)),
    tries: fc.integer({ min: 2, max: 4 }),
    code: text,
    message: text,
  },
  { requiredKeys: ["result"] },
);

const day = fc.constantFrom("2026-11-02", "2026-11-21");

const habit = fc.record<SiteHabit>({
  operation: fc.constantFrom("E11", "E14"),
  does: fc.constantFrom(...keysOf(english.habits)),
  kind,
  field: fc.constantFrom("name", "supervisor", "posts", "number"),
  seen: fc.nat(1999),
  of: fc.nat(1999),
  first: day,
  last: day,
});

const run: fc.Arbitrary<RunSummary> = fc
  .record({
    id: text,
    status: fc.constantFrom(...keysOf(english.statuses)),
    trigger: fc.constantFrom(...keysOf(english.triggers)),
    refresh: fc.constantFrom(...keysOf(english.refreshStates)),
    error: fc.record({ code: fc.constant("stopped"), message: text }),
  })
  .map(runWith);

/** Draws a report in either language, with or without a run and its outcomes. */
export const arbitraryReport: fc.Arbitrary<Report> = fc
  .record({
    plan,
    run: fc.option(run, { nil: undefined }),
    outcomes: fc.option(fc.array(outcome, { maxLength: 30 }), { nil: undefined }),
    habits: fc.array(habit, { maxLength: 3 }),
    target: text,
    source: text,
    madeAt: fc.constantFrom("2026-11-21T03:00:00.000Z", markup),
    language: fc.constantFrom<Report["language"]>("en", "zh-TW"),
  })
  .map(({ run: summary, outcomes, ...rest }) => ({
    ...rest,
    ...(summary === undefined ? {} : { run: summary }),
    ...(outcomes === undefined ? {} : { outcomes: outcomesByChange(rest.plan, outcomes) }),
  }));

const outcomesByChange = (of: Plan, outcomes: readonly Omit<Outcome, "changeId">[]) =>
  new Map(
    of.changes.slice(0, outcomes.length).map(({ id }, index): [string, Outcome] => {
      return [id, { changeId: id, result: "applied", ...outcomes[index] }];
    }),
  );

/** Returns the values of a plan that no report may contain. */
export const secretValues = (of: Plan): readonly string[] =>
  [...of.changes, ...of.held]
    .flatMap((one) => one.fields)
    .filter((one) => secretFields.includes(one.field))
    .flatMap((one) => [one.before, one.after])
    .filter((one) => typeof one === "string");
