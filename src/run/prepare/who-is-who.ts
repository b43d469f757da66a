/**
 * Finds who is who before the details of the service are read: by the lists, the memory and the decisions of people, and by what E2 shows
 * of those whom E1 does not list.
 */
import { type Clock, dateInZone } from "../../lib/clock.ts";
import type { Decision } from "../../model/directory/identity.ts";
import type { SourceSnapshot, TargetLists } from "../../model/directory/snapshot.ts";
import type { Memory } from "../../model/memory/memory.ts";
import type { Approval } from "../../model/plan/approval.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import { type Correlation, correlate } from "../../plan/match/correlate.ts";
import { withLinkedRenames } from "../../plan/match/links.ts";
import { decisionsBound, withDecisions } from "../../plan/questions/decisions.ts";
import { withNeverShown } from "../../plan/read-back/never-shown.ts";
import { withTopLevel } from "../../plan/reading/top-level.ts";
import { stillActive, unlistedLeavers } from "../../plan/reading/unlisted-leavers.ts";
import { resembling, unlistedReturners } from "../../plan/reading/unlisted-returners.ts";
import type { TargetReader } from "../../site/target.ts";
import type { SourceReading } from "../../source/source.ts";
import type { Store } from "../../store/store.ts";

/** How many of the latest changes are compared with the service, to notice that it was restored from a backup. */
const comparedChanges = 1_000;

/** What the store remembers for a plan. */
export type Remembered = {
  readonly links: NonNullable<Memory["links"]>;
  readonly decisions: readonly Decision[];
  readonly ledger: Memory;
  readonly applied: Awaited<ReturnType<Store["plans"]["applied"]>>;
  readonly approval: Approval | undefined;
  readonly isNew: boolean;
};

export const readRemembered = async (store: Store): Promise<Remembered> => ({
  links: await store.links.read(),
  decisions: await store.decisions.read(),
  ledger: await store.ledger.read(),
  applied: await store.plans.applied(comparedChanges),
  approval: await store.approvals.read(),
  isNew: await store.isNew(),
});

/** The memory of a plan, before it is known whether the service is older. */
export const memoryOf = ({ ledger, links }: Remembered): Memory & Pick<Remembered, "links"> => ({ ...ledger, links });

/** The reading of the source with the decisions of people, and with the renames that follow from links. */
export const desiredState = (
  { snapshot }: Pick<SourceReading, "snapshot">,
  lists: TargetLists,
  { links, decisions }: Remembered,
  { identity }: PlanSettings,
): SourceSnapshot => withLinkedRenames(withDecisions(snapshot, lists, [...identity.adopt, ...decisions]), lists, links);

type Deps = {
  readonly target: TargetReader;
  readonly store: Store;
  readonly settings: PlanSettings;
  readonly today: string;
};

export type WhoIsWho = {
  readonly desired: SourceSnapshot;
  readonly remembered: Remembered;
  readonly people: readonly Correlation[];
  readonly lists: TargetLists;
};

/** Who is who, as far as E1 and E2 show. An empty service has nobody who is not listed. */
export const findWhoIsWho = async (
  deps: Deps,
  reading: Pick<SourceReading, "snapshot">,
  listed: TargetLists,
  found: Remembered,
  time: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<WhoIsWho> => {
  const known = await asListed(deps, reading, listed, found);
  if (listed.employees.length === 0) return known;
  const more = await time(() => unlisted(deps, known));
  if (more.length === 0) return known;
  const lists = { ...listed, employees: [...listed.employees, ...more] };
  return asListed(deps, reading, withNeverShown(lists, memoryOf(known.remembered), listed), known.remembered);
};

/**
 * Who is who, as far as the lists show. From the first plan after a decision, dry or not, the decision stands for the records that it
 * was made about.
 */
const asListed = async (
  { store, settings }: Deps,
  reading: Pick<SourceReading, "snapshot">,
  listed: TargetLists,
  found: Remembered,
): Promise<WhoIsWho> => {
  const desired = desiredState(reading, listed, found, settings);
  const lists = withTopLevel(listed, desired);
  const people = correlate(desired, lists.employees, memoryOf(found));
  const bound = decisionsBound(desired, people, memoryOf(found));
  if (bound.length === 0) return { desired, remembered: found, people, lists };
  await store.ledger.write(bound);
  const remembered = { ...found, ledger: await store.ledger.read() };
  return { desired, remembered, people: correlate(desired, lists.employees, memoryOf(remembered)), lists };
};

/** Who has left and can sign in, and who may be a newcomer, of those whom E1 does not list. */
const unlisted = async (
  { target, settings, today }: Deps,
  { desired, people, lists, remembered }: WhoIsWho,
): Promise<TargetLists["employees"]> => {
  const leavers = unlistedLeavers(people, desired.generatedAccounts, settings, today);
  const left = leavers.length > 0 ? await target.readUnlisted(leavers) : [];
  const returners = unlistedReturners({ people, lists, desired }, remembered, settings, today);
  const known = returners.length > 0 ? await target.readUnlisted(returners) : [];
  const more = [
    ...left.filter(({ active }) => active === true),
    ...stillActive(known, people, settings, today),
    ...resembling(known, { people, lists, desired }, remembered.ledger, settings, today),
  ];
  const listed = new Set(lists.employees.map(({ account }) => account));
  return [...new Map(more.map((person) => [person.account, person])).values()].filter(
    ({ account }) => !listed.has(account),
  );
};

/** How many people a plan would look for, as far as the lists tell, because they have left and are not listed. */
export const soughtCount = (
  desired: SourceSnapshot,
  lists: TargetLists,
  { settings, clock }: { readonly settings: PlanSettings; readonly clock: Clock },
): number => {
  const today = dateInZone(settings.people.timeZone, clock.nowMs());
  return unlistedLeavers(correlate(desired, lists.employees), desired.generatedAccounts, settings, today).length;
};
