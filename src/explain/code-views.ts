/** Judges the fields of records with a code: departments, levels, functions and titles. */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import type { Department } from "../model/directory.ts";
import type { WhyNothing } from "../model/explanation.ts";
import type { AdoptedKind } from "../model/identity.ts";
import { specsOf } from "../model/known-fields.ts";
import type { FieldValue } from "../model/plan.ts";
import { carriedBy } from "../model/sameness.ts";
import type { TargetSnapshot } from "../model/snapshot.ts";
import { reference } from "../plan/draft-plan.ts";
import { whyUnmanaged } from "../plan/judge-field.ts";
import type { Decided } from "../plan/make-plan.ts";
import { isOrderShown } from "../plan/ordering.ts";
import { type Fields, fieldPolicy } from "../plan/policy.ts";
import { type FieldView, view, whyLeft, whyUnchanged } from "./field-view.ts";

export type CodedKind = Exclude<AdoptedKind, "employee">;

/** One record on both sides: `desired` and `current` have the codes that are valid after the plan's renames. */
export type CodedRecord = {
  readonly kind: CodedKind;
  readonly desired?: Fields;
  readonly current?: Fields;
  /** The record's code after the plan. */
  readonly code: string;
  /** The record's code in the service before the plan. */
  readonly codeNow?: string;
  /** Does the plan write or hold the record's order, or create it? */
  readonly isPlaced: boolean;
  readonly isCreated: boolean;
  /** Is a rename of the record still to be done? */
  readonly isRenamed: boolean;
};

const carried = {
  level: carriedBy("level", "V3"),
  function: carriedBy("function", "J6"),
  title: carriedBy("title", "T3"),
  department: carriedBy("department", "D3"),
} as const;

const lists = { level: "levels", function: "functions", title: "titles", department: "departments" } as const;

/** `alone`: the reason for a record that only the service has. */
export const codeViews = (
  decided: Decided,
  record: CodedRecord,
  alone: WhyNothing | undefined,
): readonly FieldView[] => {
  const { settings } = decided.context;
  const left = whyLeft(decided, reference(record.kind, record.code));
  const { kind, desired = {}, current = {}, codeNow } = record;
  return specsOf(kind).flatMap(([field, { by, key }]): readonly FieldView[] => {
    const target = field === "code" && current["code"] !== undefined ? codeNow : current[field];
    const known = { source: desired[field], target };
    const named = { kind: field === "manager" ? "manager" : kind, field } as const;
    const isStated = known.source !== undefined || known.target !== undefined;
    if (!isStated) return [];
    if (field === "code" && record.isRenamed) return [view(settings, named, known, undefined)];
    if (alone !== undefined) return [view(settings, named, known, alone)];
    if (kind !== "department") return [view(settings, named, known, left(field))];
    return [view(settings, named, known, by.length === 0 && !key ? "never-written" : whyOf(decided, record, field))];
  });
};

const whyOf = (decided: Decided, record: CodedRecord, field: string): WhyNothing | undefined => {
  const { kind, desired = {}, current } = record;
  if (!current && desired["active"] === false) return "inactive-not-created";
  switch (field) {
    case "code":
      return current ? "same" : undefined;
    case "active":
      return whyStatusKept(decided, record);
    case "order":
      return whyOrderKept(decided, record);
    case "parent":
      return current ? whyPlaceKept(decided, record, "parent") : whyNotCreatedWith(decided, record, field);
    case "category":
    case "rank":
      return current ? whyPlaceKept(decided, record, field) : whyNotCreatedWith(decided, record, field);
    case "manager":
      return whyManagerKept(decided, record);
    default:
      return current
        ? whyUnchanged(decided.context.settings, carried[kind], field, desired, {
            name: null,
            title: null,
            level: null,
            ...current,
          })
        : whyNotCreatedWith(decided, record, field);
  }
};

/** A create writes all that is stated; the policy can only keep back a department's description. */
const whyNotCreatedWith = ({ context }: Decided, { kind, desired = {} }: CodedRecord, field: string) => {
  if (desired[field] === undefined) return "not-stated";
  return field === "description" && fieldPolicy(context.settings, kind, field) === "ignore" ? "ignored" : undefined;
};

const whyStatusKept = ({ context }: Decided, { kind, desired = {}, current }: CodedRecord): WhyNothing | undefined => {
  const [wanted, now] = [desired["active"], current?.["active"]];
  if (!current) return "active-when-created";
  if (wanted === undefined) return "not-stated";
  if (now === undefined) return "not-readable";
  return wanted === now ? "same" : whyUnmanaged(context.settings, kind, "active", now);
};

const isOrderReadable = ({ target }: { readonly target: TargetSnapshot }, kind: CodedKind): boolean =>
  isOrderShown(target[lists[kind]]);

const whyOrderKept = ({ context, tree }: Decided, record: CodedRecord): WhyNothing | undefined => {
  const { kind, desired = {}, current } = record;
  if (desired["order"] === undefined) return "not-stated";
  if (!current && !record.isCreated) return undefined;
  const unmanaged = whyUnmanaged(context.settings, kind, "order", current?.["order"]);
  if (unmanaged) return unmanaged;
  if (!isOrderReadable(context, kind)) return "not-readable";
  if (kind === "department" && tree.stuck.has(canonicalKey(String(desired["code"])))) return "move-held";
  return record.isPlaced ? undefined : "sequence-right";
};

/** The parent of a department, the category of a function, the rank of a title. */
const whyPlaceKept = ({ context }: Decided, { kind, desired = {}, current = {} }: CodedRecord, field: string) => {
  const [wanted, now] = [desired[field], current[field]];
  if (wanted === undefined) return "not-stated";
  return sameKey(text(wanted), text(now)) ? "same" : whyUnmanaged(context.settings, kind, field, now);
};

const text = (value: FieldValue | undefined): string => String(value ?? "");

const whyManagerKept = ({ context }: Decided, { desired, current }: CodedRecord): WhyNothing | undefined => {
  const { settings, people, target } = context;
  const department = desired as Partial<Department>;
  const closes = current?.["active"] === true && department.active === false;
  const wanted = closes ? null : department.manager;
  const before = current ? (current as Partial<Department>).manager : null;
  if (wanted === undefined) return "not-stated";
  const policy = fieldPolicy(settings, "department", "manager");
  if (policy === "ignore") return "ignored";
  if (department.active === false && !closes) return "department-inactive";
  if (before === undefined) {
    const isUnreadable = target.unreadable.some(
      ({ kind, key }) => kind === "manager" && sameKey(key, text(current?.["code"])),
    );
    return isUnreadable ? undefined : "not-readable";
  }
  if (policy === "fill-if-empty" && before !== null && !closes) return "filled";
  if (wanted === null || before === null) return wanted === before ? "same" : undefined;
  const person = people.bySourceAccount(wanted);
  return person && people.byTargetAccount(before) === person ? "same" : undefined;
};
