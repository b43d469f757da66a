/**
 * Judges of a simulated life. They know HR, the site and what musterd has said, and not how it plans: what differs after a night must
 * have been said; nobody is doubled or overwritten; a refresh follows the last write; nothing is written every night.
 */

import { isDeepStrictEqual } from "node:util";
import { specOf } from "../../src/contract/contract.ts";
import { calendarDate, systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { reference } from "../../src/model/directory/address.ts";
import { preparePlan } from "../../src/run/prepare/prepare-plan.ts";
import type { RunResult } from "../../src/run/reconcile.ts";
import type { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { readerOver } from "../../src/site/open-target.ts";
import type { Store } from "../../src/store/store.ts";
import { judge, maskedFields, type Night, repeatedNightly } from "../run/habits/judge.ts";
import { ancestorsOf, type FullDirectory, type FullEmployee } from "../support/directory/full-directory.ts";
import { directoryOf } from "../support/directory/organisation-document.ts";
import { contentDifferences } from "../support/expected/content-differences.ts";
import { depsOf, type Installation } from "./daemon.ts";
import type { SimulatedLife } from "./life.ts";
import type { Scenario } from "./scenario.ts";
import { administrator, isLate, type Site } from "./site.ts";

export type Wrong = { readonly what: string; readonly about: string };

type Parts = {
  readonly scenario: Scenario;
  readonly life: SimulatedLife;
  readonly site: Site;
  readonly quirks: Partial<Quirks>;
};

/** A night, as it went. */
export type Seen = {
  readonly night: number;
  readonly runs: readonly RunResult[];
  readonly isQuiet: boolean;
  /** For how long no run has ended. */
  readonly idleMs: number;
  readonly isDisturbed: boolean;
  /** The site before a night in which reads show something else than it has, or not yet. */
  readonly misled: FullDirectory | undefined;
  readonly store: Store;
  readonly installation: Installation;
};

const log = createLog("silent");

/** A department without a manager shows the one above it. If that is whom HR wants, nothing shows that it has none of its own. */
const withManagersAbove = (found: FullDirectory, wanted: FullDirectory): FullDirectory["departments"] =>
  found.departments.map((one) => {
    const above = ancestorsOf(found, one).find(({ manager }) => manager !== null)?.manager ?? null;
    const isAsWanted = wanted.departments.some(({ code, manager }) => code === one.code && manager === above);
    return one.manager === null && isAsWanted ? { ...one, manager: above } : one;
  });

export const openJudges = ({ scenario, life, site, quirks }: Parts) => {
  const said = new Set<string>();
  const nights: Night[] = [];
  const reached = new Set<string>();
  const hidesInactive = (quirks.inactivePeople ?? "listed") !== "listed";
  const hasLostMemory = (at: number): boolean =>
    scenario.deeds.some(({ night, what }) => night <= at && what === "lose-store") ||
    scenario.faults.some(({ night, kind }) => night <= at && kind.startsWith("lost-disk"));
  const identity = openIdentityJudge(site, life);
  let before: { readonly known: string; readonly isEqual: boolean } | undefined;
  /** A write of the last night may come late, and a refresh is due after it. */
  let isDue = false;
  /** Did the last night write something that reads show? The loss of a last day alone shows nowhere. */
  let wroteShown = false;
  /** What the lists and details have shown after the night before; last days are not among it. */
  let shownBefore: unknown;
  /** The people of the site at the end of the last night. */
  let foundBefore: readonly FullEmployee[] = [];

  const night = async ({
    night: at,
    runs,
    isQuiet,
    idleMs,
    store,
    installation,
    isDisturbed,
    misled,
  }: Seen): Promise<Wrong[]> => {
    const calls = site.takeCalls();
    const wrong: Wrong[] = [...identity(hidesInactive && hasLostMemory(at))];
    const last = runs.at(-1)?.run;
    // Who asked for a run is forgotten with the disk.
    const isForgotten = scenario.faults.some((fault) => fault.night === at && fault.kind.startsWith("lost-disk"));
    if (!last) return isForgotten ? wrong : [...wrong, { what: "stuck", about: `no run ended in night ${at}` }];
    if (!isQuiet && !isDisturbed && last.status === "succeeded")
      wrong.push({ what: "restless", about: `runs go on after ${last.status}` });
    // Failed runs are repeated within an hour, and later every six.
    if (!isQuiet && idleMs > 7 * 3_600_000)
      wrong.push({
        what: "asleep",
        about: `no run has ended for ${Math.round(idleMs / 60_000)} minutes, and one is waiting`,
      });
    const kept = await store.plans.read(last.id);
    // A plan after the run costs a third of a night; what it would show on other nights, the next run does.
    const isPlannedAgain = (at % 4 === 3 || at >= scenario.nights - 2) && !misled;
    const next = isPlannedAgain ? await planAgain(installation, store) : undefined;
    for (const entry of [...(kept?.plan.held ?? []), ...(next?.held ?? [])]) reached.add(`held ${entry.reason}`);
    for (const notice of kept?.plan.notices ?? []) reached.add(`notice ${notice.code}`);
    for (const { run } of runs) {
      if (run.error) reached.add(`error ${run.error.code}`);
      // Nothing that a site, a fault or HR does is a defect of this program.
      if (run.error?.code === "internal") wrong.push({ what: "internal", about: run.error.message });
    }
    for (const { code } of kept?.outcomes.values() ?? []) if (code) reached.add(`error ${code}`);
    const all = directoryOf(site.dump());
    const wanted = life.wanted();
    const inFiles = new Set(life.office.hr.employees);
    const isWanted = (one: FullEmployee) => wanted.employees.some(({ account }) => account === one.account);
    const isOurs = (person: FullEmployee) => {
      const named = life.office.hr.employees.find(({ account }) => account === person.account);
      // HR may have stated the ID number of two people.
      const isNamed = named !== undefined && named.idCardNumber === person.idCardNumber;
      const owner = isNamed ? named : (life.ownerOf(person.idCardNumber ?? "") ?? named);
      return owner ? inFiles.has(owner) && isWanted(owner) : !life.hasGone(person);
    };
    const seen: Night = {
      wanted,
      found: {
        ...all,
        ...(quirks.noManager === "manager-above" && { departments: withManagersAbove(all, wanted) }),
        employees: all.employees.filter(isOurs),
      },
      run: last,
      plan: kept?.plan,
      outcomes: kept?.outcomes ?? new Map(),
      next,
      calls: [],
      isLenient: true,
      hidesChosen: quirks.takesAlong?.includes("D12-chosen") ?? false,
      showsEffective: quirks.supervisorShown === "effective",
      hidesInactive,
      maskedFields: maskedFields({ ...quirks, ignores: [...(quirks.ignores ?? []), ...ignoredBy(scenario)] }),
      changedUnseen: changedUnseen(scenario, quirks),
      wasOwed: false,
    };
    nights.push(seen);
    // Nobody maintains the posts of people who have left, also if the site took something from them before they were disabled.
    const leavers = wanted.employees
      .filter((person) => !person.active)
      .map(({ account }) => `employee/${account.toLowerCase()} `);
    const isOfLeaver = ({ about }: Wrong) =>
      leavers.some((name) => about.startsWith(`${name}posts`) || about.startsWith(`${name}supervisor`));
    // The clock was set back over midnight: what is due on HR's day is not due on the machine's.
    const isOfAnotherDay = calendarDate(systemClock.nowMs()) !== life.office.today();
    // What somebody else has changed since the run began to read is for the next one. A clock that was set back meanwhile cannot tell.
    const wentBack = last.endedAt !== undefined && last.endedAt < last.startedAt;
    // After an undo the site is as it was before, not as HR has it.
    const isUndone = last.undoes !== undefined;
    if (
      !isOfAnotherDay &&
      !isUndone &&
      !calls.some(({ by, atMs }) => by === administrator && (wentBack || atMs >= Date.parse(last.startedAt)))
    ) {
      // A lock is told by the run that brought it about, which need not be the last one of the night.
      const isOldLock = ({ about }: Wrong) =>
        about.includes(" locked:") && (quirks.takesAlong ?? []).includes("E12-locks");
      const found = judge(seen, said).wrong.filter((one) => !isOfLeaver(one) && !isOldLock(one));
      wrong.push(...(misled ? damaged(found, wanted, misled) : found));
    }
    const isOwed = (await store.debts.refreshOwed()) || (await store.debts.lateWritesUntilMs()) !== undefined;
    // A new store owes one as soon as somebody has released what is blocked.
    const isBlockedAnew = last.status === "blocked" && (await store.isNew());
    if (site.unrefreshed() > 0 && !isOwed && !isBlockedAnew)
      wrong.push({ what: "refresh", about: `${site.unrefreshed()} writes have no refresh, and none is owed` });
    const writes = calls.filter(
      ({ operation, status, by }) =>
        status === 200 && specOf(operation).mutates && operation !== "P1" && by !== administrator && !isLate(by),
    );
    const refreshes = calls.filter(({ operation, status }) => operation === "P1" && status === 200);
    if (!isDisturbed && at > 0 && scenario.lateMs === 0 && writes.length === 0 && refreshes.length > (isDue ? 1 : 0))
      wrong.push({ what: "refresh", about: `${refreshes.length} refreshes without a write` });
    isDue = (await store.debts.lateWritesUntilMs()) !== undefined;
    const isAlone = scenario.deeds.every(({ what }) => what !== "second-daemon");
    if (!isDisturbed && isAlone && refreshes.length > runs.length)
      wrong.push({ what: "refresh", about: `${refreshes.length} refreshes in ${runs.length} runs` });
    const personOf = (account: string) => life.office.hr.employees.find((one) => one.account === account);
    wrong.push(...keptOut(kept, foundBefore, personOf));
    // A site that shows a value of nobody looks as if all of them were lost, until somebody has let musterd write them.
    const looksEmptied = scenario.isAdopted && (quirks.shownAsNull ?? []).length > 0;
    if (last.status === "blocked" && at === 0 && !isUndone && !looksEmptied)
      wrong.push({ what: "blocked", about: last.error?.message ?? "" });
    const known = JSON.stringify([wanted, life.export()]);
    const isLeftAlone = scenario.deeds.every((deed) => deed.night !== at && deed.night !== at - 1);
    // Whoever is hired ahead is created some days before the first one, without anything new from HR.
    const isAwaited = life.office.hr.employees.some(({ hireDate }) => (hireDate ?? "") >= life.office.today());
    const cameLate = calls.some(({ by }) => isLate(by));
    const wasEqual =
      before !== undefined && before.known === known && before.isEqual && isLeftAlone && !isAwaited && !cameLate;
    const isEqual = last.status === "succeeded" && last.held === 0 && wrong.length === 0 && !misled;
    if (wasEqual && writes.length > 0)
      wrong.push({
        what: "needless",
        about: `${writes.length} writes, ${writes[0]?.operation}, where nothing had changed`,
      });
    before = { known, isEqual };
    // A site that takes last days along with other writes has lost some before.
    const inDoubt = new Set((kept?.plan.held ?? []).map(({ kind, key }) => reference(kind, key)));
    const isFree = ({ account }: FullEmployee) => !inDoubt.has(reference("employee", account));
    const losesLastDays = quirks.takesAlong?.some((one) => one.endsWith("-resignation")) || scenario.habits.length > 0;
    const isRestored =
      !losesLastDays && wroteShown && scenario.deeds.some((deed) => deed.night === at && deed.what === "restore-site");
    const shown = { ...all, employees: all.employees.map(({ resignationDate: _, ...person }) => person) };
    wroteShown = writes.some(({ operation }) => operation !== "E9") && !isDeepStrictEqual(shown, shownBefore);
    shownBefore = shown;
    if (isRestored && last.status === "succeeded" && last.applied > 0)
      wrong.push(...lostLastDays({ ...wanted, employees: wanted.employees.filter(isFree) }, all, foundBefore));
    foundBefore = all.employees;
    const changing = site.takeCalls().filter(({ operation, by }) => specOf(operation).mutates && by !== administrator);
    if (changing.length > 0) wrong.push({ what: "dry", about: `planning has called ${changing[0]?.operation}` });
    return wrong;
  };
  return {
    night,
    end: (): Wrong[] => [
      ...(scenario.faults.length + scenario.deeds.length > 20 ? [] : repeatedNightly(nights)),
      ...(nights.length - scenario.mendedFrom > nightsHeld && scenario.quirks.length === 0
        ? givenUp(nights.at(-1))
        : []),
    ],
    reached,
  };
};

/**
 * Of what nobody has said in a night in which reads lie: what was right before. Nobody can know of the rest, but nothing that a reader
 * sees is a reason to spoil something.
 */
const damaged = (found: readonly Wrong[], wanted: FullDirectory, before: FullDirectory): Wrong[] => {
  const differed = new Set(
    contentDifferences(wanted, before).map(({ kind, key, field }) => `${kind}/${key} ${field}:`),
  );
  const were = (about: string) => [...differed].some((one) => about.startsWith(one));
  return found.filter(({ what, about }) => what === "silent" && !about.includes(" order:") && !were(about));
};

/** For so many nights a change that was in vain is not tried again. */
const nightsHeld = 8;

/** What a quirk takes along, by the end of its name, with the field of answers and that of a difference; a habit names it without `-`. */
const takenAlong = [
  ["-title", "jobTitle", "posts"],
  ["-functions", "jobFuncs", "posts"],
  ["-disables", "active", "active"],
  ["-expiry", "expiredTime", "expiredTime"],
] as const;

/** What habits ignore, as the quirk says it. */
const ignoredBy = ({ habits }: Scenario): Quirks["ignores"] =>
  habits.flatMap(({ operation, verb, field, of }) =>
    verb === "ignores" && of === "itself" ? ([`${operation}.${field}`] as Quirks["ignores"]) : [],
  );

/** Fields that the site shows of nobody, and that a write to another field changes. */
const changedUnseen = (
  { habits }: Scenario,
  { notShown = [], shownAsNull = [], takesAlong = [] }: Partial<Quirks>,
): ReadonlySet<string> => {
  const hidden = new Set<string>([...notShown, ...shownAsNull]);
  return new Set([
    ...habits.flatMap(({ field }) => (hidden.has(field) ? [field] : [])),
    ...takenAlong.flatMap(([end, shown, field]) =>
      hidden.has(shown) &&
      (takesAlong.some((name) => name.includes(end)) || habits.some((habit) => `-${habit.field}` === end))
        ? [field]
        : [],
    ),
  ]);
};

/** What an odd site has not taken is tried again after a week, so that nothing is given up after it was mended. */
const givenUp = (last: Night | undefined): Wrong[] =>
  (last?.plan?.held ?? [])
    .filter(({ reason }) => reason === "does-not-converge" || reason === "undo-each-other")
    .map(({ id, reason }) => ({ what: "given-up", about: `${id} is held as ${reason} on a site that does as asked` }));

/** Whoever comes back is not refused as somebody new, because their own record is in the way. */
const keptOut = (
  kept: Awaited<ReturnType<Store["plans"]["read"]>>,
  foundBefore: readonly FullEmployee[],
  personOf: (account: string) => FullEmployee | undefined,
): Wrong[] => {
  const { changes = [], held = [] } = kept?.plan ?? {};
  const refused = [
    ...changes.filter(({ id }) => ["target-refused", "already-exists"].includes(kept?.outcomes.get(id)?.code ?? "")),
    ...held.filter(({ reason }) => reason === "refused-before"),
  ];
  return refused.flatMap(({ kind, key, action }) => {
    const [person, record] = [personOf(key), foundBefore.find(({ account }) => account === key)];
    if (kind !== "employee" || action !== "create" || !person || record?.active) return [];
    if (record?.idCardNumber !== person.idCardNumber || record.number !== person.number) return [];
    return [{ what: "kept-out", about: `${key} is refused, whose own inactive record is there` }];
  });
};

/** No read shows last days; after a restore that shows elsewhere, they are written again. */
const lostLastDays = (wanted: FullDirectory, found: FullDirectory, foundBefore: readonly FullEmployee[]): Wrong[] =>
  wanted.employees.flatMap(({ account, idCardNumber, resignationDate, active }) => {
    // HR may have taken an ID number from several people.
    const isSame = (one: FullEmployee) =>
      idCardNumber ? one.idCardNumber === idCardNumber : one.account.toLowerCase() === account.toLowerCase();
    const record = found.employees.find(isSame);
    if (!active || !record || record.resignationDate === resignationDate) return [];
    // A day that HR only leaves out stands, and stood before the restore.
    const before = foundBefore.find(isSame);
    if (before?.resignationDate === record.resignationDate) return [];
    return [{ what: "last-day", about: `${account}: ${resignationDate} is ${record.resignationDate} after a restore` }];
  });

/** A plan on a connection that cannot write. */
const planAgain = async (installation: Installation, store: Store) => {
  const { machine, network, target } = installation;
  const owner = machine.newOwner("judge");
  const deps = {
    ...depsOf(installation, owner, store),
    clock: systemClock,
    target: readerOver(network.transport(owner), target, log),
  };
  let isOver = false;
  const planning = machine.begin(owner, () => preparePlan(deps));
  planning.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  await machine.until(() => isOver, 600_000);
  return planning.then(
    ({ plan }) => plan,
    () => undefined,
  );
};

/**
 * Whose record a row of the site is follows from its ID number. A row never becomes somebody else's, and nobody gets two.
 * `mayBeForgotten`: who is inactive is shown nowhere, and the memory has been lost; then nothing leads from new keys to the old record.
 */
const openIdentityJudge = (site: Site, life: SimulatedLife) => {
  const ownerOfRow = new Map<number, FullEmployee>();
  const doubled = new Set<FullEmployee>();
  return (mayBeForgotten: boolean): Wrong[] => {
    const wrong: Wrong[] = [];
    const rowOf = new Map<FullEmployee, number>();
    for (const row of site.company.employees.all()) {
      const owner = life.ownerOf(row.data.idCardNumber ?? "");
      if (!owner) continue;
      const before = ownerOfRow.get(row.id);
      if (before && before !== owner)
        wrong.push({ what: "overwritten", about: `the record of ${before.account} is now that of ${owner.account}` });
      ownerOfRow.set(row.id, owner);
      if (mayBeForgotten && isUnknownRow(row.data, owner)) continue;
      const other = rowOf.get(owner);
      if (other !== undefined && !doubled.has(owner)) {
        doubled.add(owner);
        wrong.push({ what: "doubled", about: `${owner.account} has the records ${other} and ${row.id}` });
      }
      rowOf.set(owner, row.id);
    }
    return wrong;
  };
};

const isUnknownRow = (
  { account, employeeNumber, active }: ReturnType<Site["company"]["employees"]["all"]>[number]["data"],
  owner: FullEmployee,
): boolean =>
  active === false && account.toLowerCase() !== owner.account.toLowerCase() && employeeNumber !== owner.number;
