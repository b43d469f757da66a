/**
 * Plans levels, functions and titles. All three are lists of named objects with a code, ordered inside a group: levels
 * form one group, titles are grouped by rank, functions by category.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { FieldChange } from "../../model/plan/plan.ts";
import { type Carried, sameText } from "../../model/plan/sameness.ts";
import { withoutUndoMark } from "../draft/disabled-by-undo.ts";
import { reference } from "../draft/draft-plan.ts";
import { differingFields, isPlaceWanted } from "../draft/judge-field.ts";
import { wholeObject } from "../draft/left-fields.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { compareText } from "../values/sequence.ts";
import { type Catalogue, groupValue, type Item, planOrder, renamedCategory } from "./catalogue-order.ts";

export const planLevels = (context: PeopleContext): void => {
  const { source, target } = context;
  const item = (level: Item): Item => ({ ...level, group: "" });
  plan(context, {
    kind: "level",
    step: 1,
    nameField: "name",
    desired: source.directory.levels?.map(item),
    current: target.levels.map(item),
    create: ({ code, name }) => ({ id: "V2", code, name, active: true }),
    rename: (code, name) => ({ id: "V3", code, newCode: code, name }),
    activate: (code) => ({ id: "V5", code, active: true }),
    place: (code, _group, seq) => ({ id: "V4", code, seq }),
    lowest: 0,
  });
};

export const planFunctions = (context: PeopleContext): void => {
  const { source, target } = context;
  const item = ({ category, ...rest }: Item & { readonly category?: string }): Item => ({
    ...rest,
    ...(category === undefined ? {} : { group: category }),
  });
  plan(context, {
    kind: "function",
    step: 4,
    nameField: "name",
    groupField: "category",
    desired: source.directory.functions?.map(item),
    current: target.functions.map(item),
    create: ({ code, name, group }) => ({ id: "J5", code, category: group, name, active: true }),
    rename: (code, name) => ({ id: "J6", code, newCode: code, name }),
    activate: (code) => ({ id: "J8", code, active: true }),
    place: (code, group, seq) => ({ id: "J7", code, category: group, seq }),
    lowest: 0,
  });
};

export const planTitles = (context: PeopleContext): void => {
  const { source, target } = context;
  const item = ({
    title,
    rank,
    ...rest
  }: Omit<Item, "name"> & { readonly title?: string; readonly rank?: number }) => ({
    ...rest,
    ...(title === undefined ? {} : { name: title }),
    ...(rank === undefined ? {} : { group: String(rank) }),
  });
  plan(context, {
    kind: "title",
    step: 4,
    nameField: "title",
    groupField: "rank",
    desired: source.directory.titles?.map(item),
    current: target.titles.map(item),
    create: ({ code, name, group }) => ({ id: "T2", code, title: name, rank: Number(group), active: true }),
    rename: (code, name) => ({ id: "T3", code, newCode: code, title: name }),
    activate: (code) => ({ id: "T5", code, active: true }),
    place: (code, group, seq) => ({ id: "T4", code, rank: Number(group), seq }),
    lowest: 1,
  });
};

const plan = (context: PeopleContext, catalogue: Catalogue): void => {
  if (!catalogue.desired) return;
  const current = byKey(catalogue.current);
  const created = planCreates(context, catalogue, current);
  for (const desired of catalogue.desired) {
    const found = current.get(canonicalKey(desired.code));
    if (found) planChanges(context, catalogue, desired, found);
  }
  planOrder(context, catalogue, current, created);
};

/**
 * Plans the creates and returns the items to be created. The creates of a group run one after the other, because the service
 * puts each new item last.
 */
const planCreates = (context: PeopleContext, catalogue: Catalogue, current: ReadonlyMap<string, Item>): Item[] => {
  const { kind, step, nameField, groupField, desired = [] } = catalogue;
  const { draft } = context;
  const missing = desired
    .filter((item) => !current.has(canonicalKey(item.code)))
    .sort((a, b) => (a.order ?? Number.MAX_VALUE) - (b.order ?? Number.MAX_VALUE) || compareText(a.code, b.code));
  const lastOfGroup = new Map<string, string>();
  return missing.flatMap((item) => {
    const label = item.name ?? item.code;
    const candidates = context.recodes.of(kind, item.code);
    if (item.active === false && !candidates.some(({ active }) => active)) {
      draft.notice({ code: "inactive-not-created", kind, key: item.code, label });
      draft.leave(reference(kind, item.code), wholeObject, "inactive-not-created");
      return [];
    }
    const { code, name, group } = item;
    draft.leave(reference(kind, code), "active", "active-when-created");
    const fields: FieldChange[] = [
      ...(name === undefined ? [] : [{ field: nameField, after: name }]),
      ...(groupField && group !== undefined ? [{ field: groupField, after: groupValue(groupField, group) }] : []),
    ];
    const intent = { kind, key: code, label, action: "create", reason: "missing-in-target", step, fields } as const;
    const provides = [reference(kind, code)];
    if (candidates.length > 0) {
      draft.holdAsTwin({ ...intent, operations: [], provides }, candidates);
      return [];
    }
    if (name === undefined || group === undefined) {
      const absent = [...(name === undefined ? [nameField] : []), ...(group === undefined ? [groupField ?? ""] : [])];
      draft.hold({ ...intent, operations: [], provides }, "value-missing", absent);
      return [];
    }
    const previous = lastOfGroup.get(group);
    const id = draft.write({
      ...intent,
      operations: [catalogue.create({ code, name, group })],
      provides,
      requires: renamedCategory(draft, groupField, group),
      after: previous === undefined ? [] : [previous],
    });
    if (id === undefined) return [];
    lastOfGroup.set(group, id);
    if (kind === "title") draft.notice({ code: "title-rank-to-review", kind, key: code, label });
    return [item];
  });
};

const planChanges = (context: PeopleContext, catalogue: Catalogue, desired: Item, found: Item): void => {
  const { kind, step, nameField } = catalogue;
  const { draft } = context;
  const base = { kind, key: found.code, label: desired.name ?? found.name ?? found.code, step } as const;
  const object = reference(kind, found.code);
  const own = [object];
  const status = { after: desired.active, before: found.active };
  if (isPlaceWanted(context, object, kind, ["active", Object.is], status) && desired.active === true) {
    draft.write({
      ...base,
      action: "reactivate",
      reason: "source-says-active",
      fields: [{ field: "active", before: false, after: true }],
      operations: [catalogue.activate(found.code)],
      requires: own,
      provides: own,
      ...withoutUndoMark(context.memory, kind, found.code),
    });
  }
  const data: Carried = { kind, fields: [[nameField, sameText]] };
  const fields = differingFields(context, object, data, { [nameField]: desired.name }, { [nameField]: found.name });
  if (fields.length > 0 && desired.name !== undefined) {
    draft.write({
      ...base,
      action: "update",
      reason: "differs",
      fields,
      operations: [catalogue.rename(found.code, desired.name)],
      requires: own,
    });
  }
};
