/**
 * The input of planning: both sides, the draft plan, and the people. Renames of codes are already applied to the target
 * side, and every list is sorted by key, so that the plan does not depend on the order of the rows,
 * but for a breach that is about it (moved-column.ts).
 */

import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { CalendarDate, Department, Directory, Employee } from "../../model/directory/directory.ts";
import type { EvidenceRule } from "../../model/directory/identity.ts";
import { byKey, codedKinds, codedRecords, keyOf, withEachList } from "../../model/directory/objects.ts";
import { type KeyOf, rekeyed } from "../../model/directory/references.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import { ledgerKey, type Memory } from "../../model/memory/memory.ts";
import type { Candidate, Kind } from "../../model/plan/plan.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import { similarKeys } from "../keys/similar-keys.ts";
import type { People, Person } from "../match/people.ts";
import type { SharedPeople } from "../match/shared-people.ts";
import { compareText } from "../values/sequence.ts";
import { withUndone } from "./disabled-by-undo.ts";
import { type DraftPlan, openDraft, reference } from "./draft-plan.ts";
import { type SupervisorsShown, supervisorsShown } from "./manager-chain.ts";
import { hiddenFrom, nameNotShown, notShown } from "./not-shown.ts";
import { namesIn, type RenamedKind } from "./open-renames.ts";
import { planRenames, renamedMemory, type StatedAt } from "./renames.ts";
import { inTargetSpelling } from "./target-spelling.ts";
import { heldByDecisions } from "./undecidable.ts";

export type PlanInput = {
  readonly source: SourceSnapshot;
  readonly target: TargetSnapshot;
  readonly memory: Memory;
  readonly settings: PlanSettings;
  readonly today: CalendarDate;
  /** Kinds for which an earlier plan of this run did not reach the wanted order. */
  readonly swept?: ReadonlySet<Kind>;
  /** People (canonical accounts) who get the posts that the source states although they are inactive. */
  readonly restored?: ReadonlySet<string>;
  /** True if records are to be explained: the draft plan then keeps why fields are left. */
  readonly keepsReasons?: boolean;
  /** True when the store remembers nothing about the target. */
  readonly isNew?: boolean;
  /** How many people were in the target, as far as links and the last runs tell. */
  readonly peopleBefore?: number;
  /** Hours between this machine's clock, which has said what day it is, and the service's. */
  readonly hoursApart?: number;
  /**
   * Which supervisors E4 returns, as observed in one complete reading; set when `target` is put together from several readings.
   */
  readonly supervisorsShown?: SupervisorsShown;
};

export type PlanContext = PlanInput & {
  /** As the caller of the planning knows it, else as the reading tells. */
  readonly supervisorsShown: SupervisorsShown;
  readonly draft: DraftPlan;
  /** Departments of both sides by canonical code. */
  readonly departments: {
    readonly desired: ReadonlyMap<string, Department>;
    readonly current: ReadonlyMap<string, Department>;
  };
};

/** Finds the people of the service who may be the same person as a newcomer (twins.ts). */
export type Twins = {
  /** People unknown to the source who may be the newcomer; empty: none. */
  readonly of: (newcomer: Employee) => readonly Candidate[];
  /** Compares a record with the people it conflicts with, whatever the evidence. */
  readonly compared: (record: Employee, accounts: readonly string[]) => readonly Candidate[];
};

/** Two records of the source that look like one person (source-twins.ts). */
export type SourceTwins = {
  readonly newcomer: Person;
  /** The other record; its account in the service if it has one, else in the source. */
  readonly other: Person;
  readonly rules: readonly EvidenceRule[];
};

/** Finds the objects of the service that a new code may stand for (possible-recodes.ts); empty: none. */
export type Recodes = { readonly of: (kind: Kind, code: string) => readonly Candidate[] };

/** The plan context with matched people and possible duplicates; planning steps take it. */
export type PeopleContext = PlanContext & {
  readonly people: People;
  readonly shared: () => SharedPeople;
  readonly twins: Twins;
  /** Newcomers whom the source seems to have twice, with the other records. */
  readonly sourceTwins: () => ReadonlyMap<Person, readonly SourceTwins[]>;
  /** Does the source say of anybody that they are active? */
  readonly statesActive: boolean;
  readonly recodes: Recodes;
};

/** Keys of source records that are rejected, quarantined or out of scope: present, but nothing is known about them. */
export const presentKeys = ({ rejected, quarantined = [], excluded = [] }: SourceSnapshot): ReadonlySet<string> =>
  new Set(
    [...rejected, ...quarantined, ...excluded].flatMap(({ key }) => (key === undefined ? [] : [canonicalKey(key)])),
  );

export const createPlanContext = (given: PlanInput): PlanContext => {
  const { protectedAccounts = [] } = given.source;
  const settings = {
    ...given.settings,
    protectedAccounts: [...given.settings.protectedAccounts, ...protectedAccounts],
  };
  const input = { ...given, settings };
  const draft = openDraft({ ...input, similar: similarKeys(input), undecidable: heldByDecisions(input.source) });
  const stated = withUndone(sortedSource(input.source), input.memory);
  for (const kind of codedKinds)
    for (const { code, ambiguous } of codedRecords(input.target, kind) ?? [])
      if (ambiguous) draft.withhold(reference(kind, code));
  const { renamed: renamedTarget, memory } = renameTarget(draft, input);
  const target = withSortedLists(renamedTarget);
  const source = inTargetSpelling(stated, target);
  for (const { kind, key } of source.quarantined ?? []) draft.withhold(reference(kind, key));
  const declare = (kind: Kind, records: readonly { readonly code: string }[]) => {
    for (const name of records.map(({ code }) => reference(kind, code)))
      if (!draft.isWithheld(name)) draft.exists(name);
  };
  for (const kind of codedKinds) declare(kind, codedRecords(target, kind) ?? []);
  declare(
    "category",
    target.functions.flatMap(({ category }) => (category === undefined ? [] : [{ code: category }])),
  );
  const departments = { desired: byKey(source.directory.departments), current: byKey(target.departments) };
  const shown = given.supervisorsShown ?? supervisorsShown(departments.current, target.employees, memory);
  return { ...input, source, target, memory, draft, departments, supervisorsShown: shown };
};

/** Is this text in the target's `strangers`? Nobody here could name this person again, so nothing may lose them (R64). */
export const isStranger = ({ target }: Pick<PlanContext, "target">, account: string | null | undefined): boolean =>
  target.strangers?.includes(account ?? "") === true;

/**
 * May this supervisor of a post (a ledger subject) be somebody of another company, whom nobody here could name again? Not if the
 * ledger shows that musterd has chosen our person.
 */
export const maybeStranger = (
  context: Pick<PlanContext, "target" | "memory">,
  post: string,
  supervisor: string | null | undefined,
): boolean =>
  (isStranger(context, supervisor) || context.target.namesakes?.includes(supervisor ?? "") === true) &&
  !sameKey(context.memory.written.get(ledgerKey(post, "supervisor")) ?? "", supervisor ?? "");

/**
 * Members of these departments (canonical codes) who are not ours, and the departments whose members are not known. Some sites
 * disable a department with all below it, and nobody here could give these people their posts again (R27, R30, R64).
 */
export const foreignMembers = (
  context: Pick<PlanContext, "target" | "departments">,
  keys: readonly string[],
): { readonly strangers: readonly string[]; readonly unknown: readonly string[] } => {
  const members = new Map([...context.target.members].map(([code, accounts]) => [canonicalKey(code), accounts]));
  const existing = keys.filter((key) => context.departments.current.has(key));
  return {
    strangers: existing.flatMap((key) => (members.get(key) ?? []).filter((member) => isStranger(context, member))),
    unknown: existing.flatMap((key) => (members.has(key) ? [] : [departmentCode(context, key)])),
  };
};

/** The code of a department as people write it, by its canonical code. */
export const departmentCode = ({ departments }: Pick<PlanContext, "departments">, key: string): string =>
  (departments.current.get(key) ?? departments.desired.get(key))?.code ?? key;

/** Most lists are in order already, which takes no sorting. */
const sortedByKey = <Record extends Parameters<typeof keyOf>[0]>(records: readonly Record[]): readonly Record[] => {
  const keyed = records.map((record) => ({ key: canonicalKey(keyOf(record)), record }));
  const isSorted = keyed.every(({ key }, at) => at === 0 || compareText(keyed[at - 1]?.key ?? "", key) <= 0);
  return isSorted ? records : keyed.sort((a, b) => compareText(a.key, b.key)).map(({ record }) => record);
};

const sortedSource = (source: SourceSnapshot): SourceSnapshot => {
  const { categories } = source.directory;
  const sorted = categories && [...categories].sort((a, b) => compareText(a.name, b.name));
  return { ...source, directory: { ...withSortedLists(source.directory), ...(sorted && { categories: sorted }) } };
};

/** The same lists, sorted by canonical code or account. */
const withSortedLists = <Lists extends Directory>(lists: Lists): Lists =>
  withEachList(lists, (_, records) => sortedByKey(records));

/** Plans the listed renames and returns the target and the memory with the new codes. */
const renameTarget = (
  draft: DraftPlan,
  input: PlanInput,
): { readonly renamed: TargetSnapshot; readonly memory: Memory } => {
  const { target, source, settings } = input;
  const [desired, current] = [byKey(source.directory.departments), byKey(target.departments)];
  const stated: StatedAt = (kind, from, to) => {
    if (kind === "category") return { hidden: [] };
    if (kind !== "department") {
      const at = (lists: Directory, code: string) => codedRecords(lists, kind)?.find((one) => sameKey(one.code, code));
      return nameNotShown(settings, kind, at(source.directory, to), at(target, from));
    }
    const found = current.get(canonicalKey(from));
    const set = notShown(settings, desired.get(canonicalKey(to)), found);
    return { set, hidden: hiddenFrom(settings, set, found) };
  };
  const named = (kind: RenamedKind, memory = input.memory) =>
    planRenames(draft, kind, source, namesIn(target, kind), memory, stated);
  const [level, department, category] = [named("level"), named("department"), named("category")];
  // The ledger has the titles and functions of posts under the codes of departments, which come first.
  const memory = renamedMemory(input.memory, department);
  const renames = { level, department, category, function: named("function", memory), title: named("title", memory) };
  if (Object.values(renames).every(({ size }) => size === 0)) return { renamed: target, memory };
  const keyNow: KeyOf = (kind, key) => (kind === "employee" ? key : (renames[kind].get(canonicalKey(key)) ?? key));
  const result: TargetSnapshot = {
    ...rekeyed(target, keyNow),
    unreadable: target.unreadable.map((entry) =>
      entry.kind === "post" ? entry : { ...entry, key: keyNow("department", entry.key) },
    ),
    members: new Map([...target.members].map(([code, accounts]) => [keyNow("department", code), accounts])),
  };
  return { renamed: result, memory };
};
