/**
 * Laws of explanations over random pairs of directories: explanations and plan agree on every record. Every field of every change
 * and every held change is found at exactly one record, and every other field has exactly one reason, which is true of the records.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlanExplanation } from "../../src/explain/explain.ts";
import type { FieldView } from "../../src/explain/field-view.ts";
import { reference } from "../../src/model/directory/address.ts";
import { canonicalKey } from "../../src/model/directory/canonical.ts";
import { ledgerKey } from "../../src/model/memory/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { type FieldExplanation, type WhyNothing, whyNothing } from "../../src/model/runs/explanation.ts";
import { makePlan, type PlanInput } from "../../src/plan/make-plan.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { explainerOf } from "../support/explaining.ts";
import { type Pair, pairs, pairsInStep } from "../support/random/arbitraries.ts";
import { disturbedInputs } from "../support/random/disturbed.ts";
import { cases } from "../support/suites/runs.ts";
import { memoryTarget } from "../support/target/memory-target.ts";

type Explained = { readonly plan: Plan; readonly all: readonly PlanExplanation[] };

const explained = (input: PlanInput): Explained => {
  const plan = makePlan(input);
  const explainer = explainerOf(input, plan);
  return { plan, all: explainer.records.map((record) => explainer.explain(record).explanation) };
};

const inputOf = ({ source, current, rules, memory, settings, today }: Pair): PlanInput => {
  const target = memoryTarget(current, rules);
  return { source, target: target.snapshot(detailScope(source, target.lists())), memory, settings, today };
};

/** Pairs as plans meet them, and pairs in all circumstances. */
const inputs = fc.oneof(pairs().map(inputOf), disturbedInputs());

/** What the plan says: `id field` for every field of every change. Categories are not explained. */
const planned = ({ changes }: Plan): string[] =>
  changes.flatMap(({ id, kind, fields }) => (kind === "category" ? [] : fields.map(({ field }) => `${id} ${field}`)));

const claimed = (all: readonly PlanExplanation[]): string[] =>
  all.flatMap(({ fields }) =>
    fields.flatMap(({ field, changes }) =>
      changes.map((id) => `${id} ${field.replace(/^supervisor:.*/, "supervisor")}`),
    ),
  );

const isKeyOfCreate = (claim: string): boolean => /\/create (?:account|code)$/.test(claim);

const codedLists: Readonly<Record<string, (target: PlanInput["target"]) => readonly Named[]>> = {
  department: ({ departments }) => departments,
  function: ({ functions }) => functions,
  level: ({ levels }) => levels,
  title: ({ titles }) => titles.map(({ code, title }) => ({ code, name: title })),
};

type Named = { readonly code: string; readonly name?: string | undefined };

const nameNow = (views: readonly FieldView[]) =>
  views.find(({ field }) => field === "name" || field === "title")?.target;

/** The same, but HR names a manager for a department that is closed on both sides; nothing if there is none. */
const withManagerOfClosed = (input: PlanInput): readonly PlanInput[] => {
  const { directory } = input.source;
  const { departments = [], employees: [person] = [] } = directory;
  const open = new Set(input.target.departments.filter(({ active }) => active).map(({ code }) => canonicalKey(code)));
  const closed = departments.find(({ code, active }) => active === false && !open.has(canonicalKey(code)));
  if (!closed || !person) return [];
  const named = departments.map((one) => (one === closed ? { ...one, manager: person.account } : one));
  return [{ ...input, source: { ...input.source, directory: { ...directory, departments: named } } }];
};

/** The same, but one person manages all departments of the service, HR names no manager, and musterd has cleared them all. */
const withManagerFromAbove = (input: PlanInput): readonly PlanInput[] => {
  const { directory } = input.source;
  const {
    departments,
    employees: [person],
  } = input.target;
  if (!person) return [];
  const managed = departments.map((one) => ({ ...one, manager: person.account }));
  const unmanaged = directory.departments?.map((one) => ({ ...one, manager: null }));
  const written = new Map([
    ...input.memory.written,
    ...departments.map(({ code }) => [ledgerKey(reference("department", code), "manager"), null] as const),
  ]);
  return [
    {
      ...input,
      memory: { ...input.memory, written },
      source: { ...input.source, directory: { ...directory, ...(unmanaged && { departments: unmanaged }) } },
      target: { ...input.target, departments: managed },
    },
  ];
};

describe("explanations", () => {
  it("find every field of every change at exactly one record, and nothing that is not planned", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { plan, all } = explained(input);
        const claims = claimed(all);
        expect(claims.filter((claim) => !isKeyOfCreate(claim)).sort()).toEqual(planned(plan).sort());
        const created = plan.changes.flatMap(({ id, action }) => (action === "create" ? [id] : []));
        const keys = claims.filter(isKeyOfCreate).map((claim) => claim.slice(0, claim.lastIndexOf(" ")));
        expect(keys.sort()).toEqual(created.sort());
      }),
      { ...cases(500), seed: 12 },
    );
  });

  it("find every held change at exactly one record and at one of its fields", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { plan, all } = explained(input);
        const held = plan.held.flatMap(({ id, kind }) => (kind === "category" ? [] : [id])).sort();
        expect(all.flatMap((one) => one.held.map(({ id }) => id)).sort()).toEqual(held);
        const atFields = new Set(all.flatMap(({ fields }) => fields.flatMap((field) => field.held)));
        expect([...atFields].sort()).toEqual(held);
      }),
      { ...cases(500), seed: 13 },
    );
  });

  it("have for every other field exactly one reason, which contradicts neither the plan nor the records", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const all = explained(input).all.flatMap(({ subject, fields }) => fields.map((field) => ({ subject, field })));
        const isWritten = ({ changes, held }: FieldExplanation) => changes.length + held.length > 0;
        expect(all.filter(({ field }) => isWritten(field) === (field.why !== undefined))).toEqual([]);
        expect(all.filter(({ field }) => !isWritten(field) && !isTrue(field))).toEqual([]);
      }),
      { ...cases(500), seed: 14 },
    );
  });

  it("meet every reason in these inputs, except that the gate holds a kind, and that a restricted plan leaves others out", () => {
    const met = new Set(
      fc
        .sample(disturbedInputs(), { numRuns: 250, seed: 5 })
        .flatMap((input) => [input, ...withManagerOfClosed(input), ...withManagerFromAbove(input)])
        .flatMap((input) => explained(input).all.flatMap(({ fields }) => fields.map(({ why }) => why))),
    );
    expect(whyNothing.filter((why) => !met.has(why))).toEqual(["kind-held", "left-out"]);
  });

  it("find whatever the service has under its present code, also while codes are exchanged", () => {
    const exchanged = new Set<string>();
    fc.assert(
      fc.property(inputs, (input) => {
        const { target } = input;
        const { find } = explainerOf(input, makePlan(input));
        for (const [kind, list] of Object.entries(codedLists))
          for (const { code, name } of list(target)) {
            const found = find(`${kind}/${code}`);
            const shown = found.map((one) => one.explain()).map(({ subject, views }) => [subject.key, nameNow(views)]);
            expect(shown).toEqual([[code, name]]);
            if (found.some(({ calledBy }) => calledBy[2]?.[0] !== code)) exchanged.add(kind);
          }
      }),
      { ...cases(400), seed: 16 },
    );
    expect([...exchanged].sort()).toEqual(Object.keys(codedLists).sort());
  });

  it("explain nothing but agreement where both sides agree", () => {
    fc.assert(
      fc.property(pairsInStep(), (pair) => {
        const { all } = explained(inputOf(pair));
        expect(all.flatMap(({ result }) => result).filter((result) => result !== "nothing")).toEqual([]);
      }),
      { ...cases(200), seed: 15 },
    );
  });
});

const isBlank = (value: FieldExplanation["target"]): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

const form = (value: FieldExplanation["target"]): string =>
  Array.isArray(value) ? value.map(canonicalKey).sort().join("\n") : canonicalKey(String(value ?? ""));

type Truth = (field: FieldExplanation) => boolean;

const isSourceBlank: Truth = ({ source }) => source === undefined;
const isTargetBlank: Truth = ({ target }) => target === undefined;
const always: Truth = () => true;
const isField =
  (...names: readonly string[]): Truth =>
  ({ field }) =>
    names.includes(field.replace(/:.*/, ""));

/** What a reason says about the two values and the policy. */
const truths: Readonly<Record<WhyNothing, Truth>> = {
  // A person may have another account after the plan, and an account may be spelled in another way.
  same: (one) => isField("manager", "supervisor")(one) || form(one.source) === form(one.target),
  "not-stated": isSourceBlank,
  "not-readable": isTargetBlank,
  hidden: ({ policy }) => policy === "manage",
  "as-written": isField("resignationDate"),
  ignored: ({ policy, target }) => policy === "ignore" || (policy === "fill-if-empty" && isBlank(target)),
  filled: ({ policy, target }) => policy === "fill-if-empty" && !isBlank(target),
  "never-written": isField("id", "locked"),
  "decides-status": isTargetBlank,
  generated: isField("account"),
  "active-when-created": isTargetBlank,
  "last-day-to-come": isField("active"),
  "hire-date-to-come": (one) => isField("active")(one) && one.target === true,
  "status-right": isField("active"),
  "person-inactive": isField("posts", "post", "supervisor"),
  "post-not-held": isField("supervisor"),
  "manager-approves": ({ source }) => source === null,
  "from-above": (one) => isField("manager")(one) && one.source === null,
  "department-inactive": isField("manager"),
  "sequence-right": isField("order"),
  "move-held": isField("order"),
  "absent-from-source": isSourceBlank,
  "in-question": isSourceBlank,
  rejected: isSourceBlank,
  quarantined: isSourceBlank,
  "out-of-scope": isSourceBlank,
  "kind-not-managed": isSourceBlank,
  "kind-held": always,
  "missing-counted": (one) => isField("active")(one) && isSourceBlank(one),
  "inactive-not-created": isTargetBlank,
  "not-yet-created": isTargetBlank,
  "waits-unlisted": isTargetBlank,
  "left-out": always,
};

const isTrue: Truth = (field) => field.why !== undefined && truths[field.why](field);
