/**
 * Reads the service and plans the undo of a run. The source is not read: what a run changed can be taken back while HR's data is
 * wrong or missing. Nothing in this file can write to the service.
 */
import { dateInZone } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Sought, TargetLists } from "../../model/directory/snapshot.ts";
import type { RecordedRun } from "../../model/runs/recorded-run.ts";
import { withWrittenStatus } from "../../plan/draft/written-status.ts";
import { correlate } from "../../plan/match/correlate.ts";
import { withNeverShown } from "../../plan/read-back/never-shown.ts";
import { detailScope } from "../../plan/reading/detail-scope.ts";
import { withTopLevelOf } from "../../plan/reading/top-level.ts";
import { effectOf, netChanges } from "../../plan/undo/net-changes.ts";
import { planUndo } from "../../plan/undo/plan-undo.ts";
import { undoSource } from "../../plan/undo/undo-source.ts";
import type { Store } from "../../store/store.ts";
import { openOwnFingerprint } from "./own-fingerprint.ts";
import type { PlanningDeps, Prepared } from "./prepare-plan.ts";
import { readingDigests } from "./reading-digests.ts";
import { startStopwatch } from "./stopwatch.ts";

/** Rejects with `run-unknown` or `nothing-to-undo`, or if the service cannot be read completely. */
export const prepareUndo = async (
  { target, store, settings, clock, log }: Omit<PlanningDeps, "source">,
  runId: string,
  { time } = startStopwatch(clock),
): Promise<Prepared> => {
  const run = await undoableRun(store, runId);
  const ledger = await store.ledger.read();
  const listed = withTopLevelOf(await time("reading-site", () => target.readLists()), run);
  const unlisted = await time("reading-site", () => target.readUnlisted(soughtOf(run, listed)));
  const whole = { ...listed, employees: [...listed.employees, ...unlisted] };
  const lists = withNeverShown(withWrittenStatus(whole, ledger), ledger, listed);
  const outline = undoSource(run, lists, ledger);
  const people = correlate(outline.source, lists.employees, { links: outline.links, written: new Map() });
  const scope = detailScope(outline.source, lists, people);
  const current = await time("reading-site", () => target.readDetails(lists, scope));
  log.info({ employees: current.employees.length, unreadable: current.unreadable.length }, "target read");
  const today = dateInZone(settings.people.timeZone, clock.nowMs());
  const own = await openOwnFingerprint(store);
  const { source, memory, links, ...made } = await time("planning", () =>
    planUndo({ run, target: current, memory: ledger, settings, today }),
  );
  const plan = own(made.plan);
  const { fingerprint, changes, held } = plan;
  log.info({ undoes: runId, fingerprint, changes: changes.length, held: held.length }, "undo planned");
  const noLinks = { employee: new Map<string, string>(), department: new Map<string, string>() };
  const wholeIds = new Set([...changes, ...held].map(({ id }) => id));
  const digests = readingDigests(source, current);
  return {
    plan,
    whole: plan,
    desired: source,
    current,
    memory: { ...memory, links },
    links: noLinks,
    wholeIds,
    digests,
  };
};

/** Whom the run has changed and E1 does not list: a site may leave out whoever is inactive (R51). */
const soughtOf = (run: RecordedRun, { employees }: TargetLists): Sought[] => {
  const { all, unknown } = netChanges(run);
  const changed = [...all, ...unknown].flatMap(({ kind, key }) => (kind === "employee" ? [key] : []));
  const listed = new Set(employees.map(({ account }) => canonicalKey(account)));
  return [...new Set(changed)].filter((key) => !listed.has(canonicalKey(key))).map((code) => ({ by: "account", code }));
};

const undoableRun = async (store: Store, runId: string): Promise<RecordedRun> => {
  const run = await store.runs.find(runId);
  if (!run) {
    throw new MusterdError("run-unknown", `there is no run ${runId} for this target`, {
      hint: "list the runs with `musterd runs`",
    });
  }
  const recorded =
    run.status === "planned" || run.status === "blocked" ? undefined : await store.undoValues.read(runId);
  if (recorded?.changes.some((change) => effectOf(change) !== "none")) return recorded;
  throw new MusterdError("nothing-to-undo", `run ${runId} has changed nothing in the service`, {
    hint: "`musterd runs` shows how many changes each run has applied",
  });
};
