/**
 * Finds what the writes of a run have taken along: values that the site showed before them and shows otherwise now, although no write
 * has stated them. A second plan gives back most of it, but holds or does not even want the rest: what HR leaves to the service by
 * policy, a manager of another company, a lock, a record that HR does not have.
 */
import { addressOf, namedBy, objectOf, placeField, reference } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Department, Employee } from "../../model/directory/directory.ts";
import { byKey, byReference, keyOf, type ListedKind, listedKinds, recordsOf } from "../../model/directory/objects.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { FieldChange, FieldValue, HeldChange, Wanted } from "../../model/plan/plan.ts";
import { sameCode, samenessOf } from "../../model/plan/sameness.ts";
import { isManagerFromAbove } from "../draft/manager-chain.ts";
import { chosenIn } from "../reading/chosen-before.ts";
import { byDepartment, postFields, shownPost } from "../values/post-fields.ts";
import { type FieldsWritten, updatedFields } from "./fields-written.ts";
import type { Readings } from "./preserved-values.ts";
import type { Writer } from "./written-objects.ts";

type Writers = {
  readonly writersOf: (one: Wanted) => readonly Writer[] | undefined;
  readonly wasDone: (change: string) => boolean;
};

/** The second plan: what it is made from, what of it counts as lost, and what it holds. */
type Second = {
  readonly source: SourceSnapshot;
  readonly told: readonly Wanted[];
  readonly held: readonly HeldChange[];
};

export type NotGivenBack = {
  readonly wanted: Wanted;
  readonly isTaken: true;
  /** Why the second plan holds it; absent where it does not want it. */
  readonly heldFor?: HeldReason;
  readonly writers: readonly Writer[];
};

/** What writes have taken along and nothing gives back. Of what stands beside, only what HR states is judged. */
export const notGivenBack = (
  readings: Readings,
  { writersOf, wasDone }: Writers,
  { source, told, held }: Second,
): NotGivenBack[] => {
  const stated = byReference(source.directory);
  const departments = byKey(readings.now.departments);
  return takenAlong(readings).flatMap((taken): NotGivenBack[] => {
    const writers = (writersOf(taken) ?? []).filter(({ change }) => wasDone(change));
    const by = held.find((one) => isAbout(one, taken));
    const isKnown = told.some((one) => isAbout(one, taken)) || isAsStated(stated, departments, taken);
    if (isKnown || !writers.some(({ isBeside }) => !isBeside || by)) return [];
    return [{ wanted: by ?? taken, isTaken: true, ...(by && { heldFor: by.reason }), writers }];
  });
};

/** Is the first about the value that the second names? */
const isAbout = ({ kind, key, fields }: Wanted, { kind: of, key: own, fields: [value] }: Wanted): boolean =>
  kind === of && sameKey(key, own) && (fields.length === 0 || fields.some(({ field }) => field === value?.field));

/** Does HR want what is shown now? A department that has no manager of its own may show one from above. */
const isAsStated = (
  stated: ReturnType<typeof byReference>,
  departments: ReadonlyMap<string, Department>,
  wanted: Wanted,
): boolean => {
  const [{ field, before: now } = { field: "", before: null }] = wanted.fields;
  const address = addressOf(wanted, field);
  const { of, key } = objectOf(address);
  const record = stated.get(reference(of, key));
  if (record === undefined) return false;
  if (address.of === "post" || address.of === "supervisor") {
    const { posts: all } = record as Employee;
    const post = all?.find(({ department }) => sameKey(department, address.department));
    if (address.of === "supervisor") return post?.supervisor !== undefined && sameCode(post.supervisor, now);
    return all !== undefined && samenessOf("post", "functions")(shownPost(post), now);
  }
  const value = valuesOf(record)[field];
  if (wanted.kind === "manager" && value === null) return now === null || isManagerFromAbove(departments, key);
  return value !== undefined && samenessOf(wanted.kind, field)(value, now);
};

/** What would give the values back, one change for each, under the keys that are valid now. */
const takenAlong = ({ before, now, shows, written }: Readings): Wanted[] => {
  // What a site shows of the company itself (R26) follows from its other lists.
  const isCompany = (kind: ListedKind, key: string) => kind === "department" && sameKey(key, before.company ?? "");
  const of = (kind: ListedKind): Wanted[] => {
    const records = byKey(recordsOf(before, kind));
    return (recordsOf(now, kind) ?? []).flatMap((record) => {
      const key = keyOf(record);
      const was = records.get(canonicalKey(key)) ?? (kind === "employee" ? free : undefined);
      return was === undefined || isCompany(kind, key) ? [] : changedFields(kind, was, record, written);
    });
  };
  return [...listedKinds.flatMap(of), ...managers(before, now, written), ...posts({ before, now, shows, written })];
};

/** What a create asks for of everybody: neither locked nor locked out on some day. */
const free: object = { locked: false, expiredTime: null };

type Values = Readonly<Record<string, FieldValue | undefined>>;

/** Records are read as tables of values by field name; both sides of a field have one type. */
const valuesOf = (record: object): Values => record as Values;

/** Nobody writes the lock (R62), but a write may lock somebody. */
const lock = ["locked", (a: unknown, b: unknown) => a === b] as const;

const changedFields = (kind: ListedKind, was: object, record: object, written: FieldsWritten): Wanted[] => {
  const key = keyOf(record as { readonly code: string });
  const [before, now] = [valuesOf(was), valuesOf(record)];
  const hidden = [was, record].flatMap((one) => (one as { readonly hidden?: readonly string[] }).hidden ?? []);
  return [...updatedFields[kind], ...(kind === "employee" ? [lock] : [])].flatMap(([field, same]) => {
    const [wanted, found] = [before[field], now[field]];
    if (wanted === undefined || found === undefined || same(wanted, found) || hidden.includes(field)) return [];
    const isOfCategory = field === "category" && written(reference("category", String(found)), "name");
    if (isOfCategory || written(reference(kind, key), field)) return [];
    return [given(kind, key, labelOf(record), { field, before: found, after: wanted })];
  });
};

const managers = (before: TargetSnapshot, now: TargetSnapshot, written: FieldsWritten): Wanted[] => {
  const departments = byKey(before.departments);
  return now.departments.flatMap((department) => {
    const { code, manager: found } = department;
    const wanted = departments.get(canonicalKey(code))?.manager;
    if (wanted === undefined || found === undefined || samePerson(wanted, found)) return [];
    if (written(reference("manager", code), "manager")) return [];
    return [given("manager", code, labelOf(department), { field: "manager", before: found, after: wanted })];
  });
};

const posts = ({ before, now, shows, written }: Readings): Wanted[] => {
  const people = byKey(before.employees);
  const [wasChosen, isChosen] = [chosenIn(before, shows), chosenIn(now, shows)];
  return now.employees.flatMap((person) => {
    const { account } = person;
    const was = people.get(canonicalKey(account))?.posts;
    const post = reference("post", account);
    if (!was || !person.posts || was === person.posts) return [];
    const found = byDepartment(person.posts);
    const places = written(post, "places")
      ? []
      : postFields(person.posts, was).map((field) => given("post", account, labelOf(person), field));
    const approvers = was.flatMap((held) => {
      const field = placeField("supervisor", held.department);
      const shown = found.get(canonicalKey(held.department));
      const [wanted, present] = [held.supervisor ?? null, shown?.supervisor ?? null];
      const isCertain = wanted === null ? shown && isChosen(shown) : wasChosen(held);
      if (!shown || !isCertain || samePerson(wanted, present) || written(post, field)) return [];
      const { kind, key } = namedBy({ of: "supervisor", person: account, department: held.department });
      return [given(kind, key, labelOf(person), { field: "supervisor", before: present, after: wanted })];
    });
    return [...places, ...approvers];
  });
};

/** Whoever is not ours is shown with a number in brackets as soon as somebody of ours has the same account (R64). */
const samePerson = (a: string | null, b: string | null): boolean =>
  sameCode(a, b) || sameCode(a?.replace(/ \(.*\)$/, "") ?? "", b?.replace(/ \(.*\)$/, "") ?? "");

const given = (kind: Wanted["kind"], key: string, label: string, field: FieldChange): Wanted => ({
  id: `${kind}/${key}/update`,
  kind,
  key,
  label,
  action: "update",
  fields: [field],
});

const labelOf = (record: object): string => {
  const { name, title, ...keys } = record as Partial<Employee> & { readonly title?: string; readonly code?: string };
  return name ?? title ?? keys.account ?? keys.code ?? "";
};
