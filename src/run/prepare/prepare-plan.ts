/** Reads both sides and makes the plan: all that a dry run does. Nothing in this file can write to the service. */
import { type Clock, dateInZone } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Log } from "../../lib/log.ts";
import { nearest, similarText } from "../../lib/nearest.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import { type SourceSnapshot, sortedByLoss, type TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Memory, Stale } from "../../model/memory/memory.ts";
import type { Approval } from "../../model/plan/approval.ts";
import type { LedgerEntry, Plan } from "../../model/plan/plan.ts";
import type { SourceProfile } from "../../model/plan/quality.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import { type Decided, decide, planOf } from "../../plan/make-plan.ts";
import { linksGained, linksInStep } from "../../plan/match/links.ts";
import { withNeverShown } from "../../plan/read-back/never-shown.ts";
import { detailScope } from "../../plan/reading/detail-scope.ts";
import { detectRollback } from "../../plan/reading/detect-rollback.ts";
import { restrictedTo } from "../../plan/restrict/restrict-plan.ts";

import type { Peeked, TargetReader } from "../../site/target.ts";
import type { Source, SourceReading } from "../../source/source.ts";
import type { ReadingDigests } from "../../store/plans/plans.ts";
import type { Store } from "../../store/store.ts";
import { clockDistance } from "./clock-distance.ts";
import { openOwnFingerprint } from "./own-fingerprint.ts";
import { type Details, plannedFromRead, type ReadingMode, readSite } from "./read-site.ts";
import { readingDigests } from "./reading-digests.ts";
import { refuseEmptied } from "./refuse-emptied.ts";
import { shareTexts } from "./shared-texts.ts";
import { startStopwatch } from "./stopwatch.ts";
import { findWhoIsWho, memoryOf, type Remembered, readRemembered } from "./who-is-who.ts";

export type PlanningDeps = {
  readonly source: Pick<Source, "read"> & Partial<Pick<Source, "state">>;
  readonly target: TargetReader;
  readonly store: Store;
  readonly settings: PlanSettings;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent: everything is read. */
  readonly reading?: ReadingMode;
  /** Keep the decisions and the reasons for which fields are left, for explanations. */
  readonly keepsDecisions?: boolean;
};

export type Prepared = {
  readonly plan: Plan;
  /** The plan before it was restricted; the same for any other plan. */
  readonly whole: Plan;
  /** What the planning steps have decided. */
  readonly decided?: Decided;
  /** `desired` is the source and `current` the target from which the plan was made. */
  readonly desired: SourceSnapshot;
  readonly current: TargetSnapshot;
  /** How `current` was read; absent for an undo. */
  readonly details?: Details;
  /** The memory that the plan was made with; applying the plan needs it. */
  readonly memory: Memory & { readonly links: NonNullable<Memory["links"]> };
  /** Profile of the source, for the quality gate of the next run; absent for an undo, which does not read the source. */
  readonly profile?: SourceProfile;
  /** Ids of everything that the whole plan wants, also when `plan` is restricted. */
  readonly wholeIds: ReadonlySet<string>;
  /** The links to remember in addition once the plan has been applied. */
  readonly links: NonNullable<Memory["links"]>;
  /** Digests of both readings, for the audit trail. */
  readonly digests: ReadingDigests;
  /** Ledger entries about the clocks of both sides, for when the plan is applied; absent for an undo. */
  readonly ofClocks?: readonly LedgerEntry[];
  /** Approval of the plan that was applied last, while it is valid. */
  readonly approval?: Approval;
};

/**
 * Makes the plan from a complete reading of both sides; rejects with a MusterdError if either is incomplete. `only`: the
 * people and departments to which the plan is restricted (none: it is not); rejects with `subject-unknown` or
 * `subject-ambiguous`. `peeked`: answers of the service that have come already.
 */
export const preparePlan = async (
  deps: PlanningDeps,
  only: readonly string[] = [],
  { time } = startStopwatch(deps.clock),
  peeked?: Peeked,
): Promise<Prepared> => {
  const { source, target, store, settings, clock, log } = deps;
  // Both sides are read concurrently; the first failure ends the run.
  const [asRead, reading] = await Promise.all([
    time("reading-site", () => target.readLists(undefined, peeked)),
    time("reading-source", () => source.read(settings.accepted)),
  ]);
  logReading(log, reading);
  await store.readings.keep(reading.feeds);
  const found = await readRemembered(store);
  const listed = withNeverShown(asRead, memoryOf(found));
  const today = dateInZone(settings.people.timeZone, clock.nowMs());
  const who = await findWhoIsWho({ ...deps, today }, reading, listed, found, (work) => time("reading-site", work));
  const { desired, remembered, people, lists } = who;
  const { hoursApart, entries: ofClocks } = clockDistance(target.timeMs(), memoryOf(remembered));
  shareTexts(lists, desired.directory.employees);
  const scope = detailScope(desired, lists, people);
  const read = await time("reading-site", () => readSite(deps, desired, lists, scope, peeked));
  refuseEmptied(desired.directory, read.current);
  await store.links.remember(remembered.links, linksInStep(desired, lists, people));
  const planned = (current: TargetSnapshot) =>
    time("planning", () =>
      planFrom(
        { desired, current, findings: reading.findings, hoursApart },
        remembered,
        settings,
        today,
        deps.keepsDecisions,
      ),
    );
  const { details, made } = await plannedFromRead(read, planned, (more) => time("reading-site", more));
  const { current, partial } = details;
  log.info(
    { employees: current.employees.length, unreadable: current.unreadable.length, ...(partial && { partial }) },
    "target read",
  );
  const { memory, decided } = made;
  const own = await openOwnFingerprint(store);
  const whole = own(partial ? { ...made.plan, reading: partial } : made.plan);
  if (memory.stale?.all)
    log.warn(
      { undone: memory.stale.undone, seen: memory.stale.seen },
      "the service shows older data than the last run left",
    );
  const sides = { source: desired, target: current, memory, settings: withApproval(settings, remembered) };
  const plan = only.length === 0 ? whole : own(restricted(whole, only, sides));
  const { fingerprint, changes, held } = plan;
  log.info({ fingerprint, changes: changes.length, held: held.length }, "plan made");
  if (plan.approval) log.info(plan.approval, "changes are covered by an earlier approval");
  const { approval } = remembered;
  return {
    plan,
    whole,
    ...(deps.keepsDecisions && { decided }),
    ofClocks,
    wholeIds: new Set([...whole.changes, ...whole.held].map(({ id }) => id)),
    desired,
    current,
    details,
    memory,
    profile: reading.profile,
    digests: readingDigests(desired, current),
    links: linksGained(desired, changes),
    ...(approval && { approval }),
  };
};

const logReading = (log: Log, { changes, snapshot, findings }: SourceReading): void => {
  for (const { feed, base, how, why, changed, deleted, drift } of changes)
    log.info({ feed, base, how, why, changed, deleted, drift }, "directory read");
  const { rowCount: rejectedRows, fields } = sortedByLoss(snapshot.rejected);
  log.info({ rejectedRows, droppedFields: fields.length, findings: findings.length }, "source read");
};

type Readings = Pick<Prepared, "desired" | "current"> &
  Pick<SourceReading, "findings"> & { /** Hours between the clocks of both sides. */ readonly hoursApart?: number };

/** Makes the whole plan, and the memory that it was made with. Pure. */
export const planFrom = (
  { desired, current, findings, hoursApart = 0 }: Readings,
  remembered: Remembered,
  settings: PlanSettings,
  today: string,
  keepsReasons = false,
): Pick<Prepared, "plan" | "memory"> & { readonly decided: Decided } => {
  const { applied, isNew, links } = remembered;
  const written = applied.flatMap(({ change: { kind, key } }) => (kind === "employee" ? [canonicalKey(key)] : []));
  const peopleBefore = Math.max(links.employee.size, new Set(written).size);
  const planKnowing = (stale: Stale | undefined) => {
    const memory = { ...memoryOf(remembered), ...(stale && { stale }) };
    const judged = withApproval(settings, remembered);
    const input = {
      source: desired,
      target: current,
      memory,
      settings: judged,
      today,
      isNew,
      peopleBefore,
      hoursApart,
      keepsReasons,
    };
    const decided = decide(input);
    return { plan: planOf(decided, input.target), memory, decided };
  };
  const stale = detectRollback(applied, current);
  const first = planKnowing(stale);
  // What only details show is undone if the plan would write it again. Last days and the like are written again then, too.
  const known =
    stale?.all || first.plan.changes.length === 0 ? undefined : detectRollback(applied, current, first.plan.changes);
  const made = known?.all ? planKnowing(known) : first;
  return { ...made, plan: findings.length > 0 ? { ...made.plan, findings } : made.plan };
};

const withApproval = (settings: PlanSettings, { approval }: Remembered): PlanSettings =>
  approval ? { ...settings, approval } : settings;

const restricted = (whole: Plan, only: readonly string[], sides: Parameters<typeof restrictedTo>[2]): Plan => {
  const result = restrictedTo(whole, only, sides);
  if ("plan" in result) return result.plan;
  const { named, candidates } = result;
  if (candidates.length === 0) {
    throw new MusterdError(
      "subject-unknown",
      `nobody and no department is called "${named}"${similarTo(named, sides)}`,
      {
        hint: "name a person by account, employee number or name, a department by code or name (CODE/* for all below it too)",
      },
    );
  }
  const shown = candidates.slice(0, candidatesShown).map(({ kind, key, label }) => `${kind}/${key} (${label})`);
  const more = candidates.length > candidatesShown ? [`… and ${candidates.length - candidatesShown} more`] : [];
  throw new MusterdError(
    "subject-ambiguous",
    [`"${named}" may be ${candidates.length} people or departments:`, ...shown, ...more].join("\n  "),
    { hint: "name one of them by account, employee number or code" },
  );
};

const candidatesShown = 10;

/** The accounts, numbers and codes that are most like a word. */
const similarTo = (named: string, { source: { directory }, target }: Parameters<typeof restrictedTo>[2]): string => {
  const people = [...(directory.employees ?? []), ...target.employees];
  const departments = [...(directory.departments ?? []), ...target.departments];
  const words = [
    ...people.flatMap(({ account, number }) => [account, number ?? ""]),
    ...departments.map(({ code }) => code),
  ];
  const near = nearest(named.replace(/^(?:employee|department)\/|\/\*$/g, ""), [...new Set(words)]).slice(0, 5);
  return similarText(near);
};
