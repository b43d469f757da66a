/**
 * Plans the undo of a run: an ordinary plan from a source with the values before the run (undo-source.ts). What it neither
 * changes nor holds is listed as held, so that nothing is left undone silently.
 */
import { type Address, addressKey, addressOf, withKeys } from "../../model/directory/address.ts";
import type { SourceSnapshot, TargetSnapshot } from "../../model/directory/snapshot.ts";
import { employeeSubject, type Memory } from "../../model/memory/memory.ts";
import type { Change, HeldChange, LedgerEntry, Plan } from "../../model/plan/plan.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import type { RecordedRun } from "../../model/runs/recorded-run.ts";
import { undoMarks } from "../draft/disabled-by-undo.ts";
import type { Follow } from "../draft/renamings.ts";
import { withWrittenPosts } from "../draft/written-posts.ts";
import { writtenStatuses } from "../draft/written-status.ts";
import { makeBarePlan } from "../make-plan.ts";
import { digest } from "../values/fingerprint.ts";
import { compareText } from "../values/sequence.ts";
import { type UndoSource, undoSource } from "./undo-source.ts";

export type UndoInput = {
  readonly run: RecordedRun;
  readonly target: TargetSnapshot;
  readonly memory: Memory;
  readonly settings: PlanSettings;
  readonly today: string;
};

/** A plan, with the source, the memory and the links from which it was made. */
export type Undo = Pick<UndoSource, "source" | "links"> & { readonly plan: Plan; readonly memory: Memory };

export const planUndo = ({ run, target: shown, memory, settings, today }: UndoInput): Undo => {
  const target = withWrittenPosts(shown, memory);
  const undo = undoSource(run, target, memory);
  const written = new Map([...memoryOfValues(memory, undo.source), ...writtenStatuses(target)]);
  const known: Memory = { written, links: undo.links };
  const made = makeBarePlan({ source: undo.source, target, memory: known, settings: undoSettings(settings), today });
  const forgotten = renameMarks(run);
  const changes = made.changes.map((change) => ofUndo(change, forgotten));
  const listed = [...made.held, ...undo.held, ...leftOut(undo, [...made.changes, ...made.held])];
  const held = [...new Map(listed.map((one) => [one.id, one])).values()];
  const { due: _due, ...ordinary } = made;
  const plan: Plan = {
    ...ordinary,
    undoes: run.id,
    changes,
    held: held.sort((a, b) => compareText(a.id, b.id)),
    notices: undo.notices,
    fingerprint: digest([run.id, changes]),
  };
  return { plan, source: undo.source, memory: known, links: undo.links };
};

/**
 * Policies are about the source. Values that musterd itself has written are restored whatever the policy of their field is, and
 * nobody waits for a day.
 */
export const undoSettings = (settings: PlanSettings): PlanSettings => ({
  ...settings,
  fields: {},
  people: { timeZone: settings.people.timeZone, waitForHireDate: false, createDaysBefore: 0, graceDays: 0 },
});

/**
 * The memory of what no read shows: chosen supervisors, hidden values, the order of categories, the habits of the site, and which posts it
 * has refused beside others (R56). A last working day that the source does not state is left out, because a reactivation would clear it.
 */
const memoryOfValues = ({ written }: Memory, { directory }: SourceSnapshot): Memory["written"] => {
  const people = (directory.employees ?? []).flatMap(({ id = "", resignationDate }) => {
    const subject = employeeSubject(id.slice("undo ".length));
    return [`${subject} stated`, ...(resignationDate === undefined ? [] : [`${subject} resignationDate`])];
  });
  const known = new Set(people);
  return new Map([...written].filter(([key]) => kept.test(key) || known.has(key)));
};

const kept = /^(post\/|site|category |applied\/post\/.*\/update \(refused\)$)/;

/** What the run remembered of its renames: which of them are done, and which codes were temporary. */
const renameMarks = ({ changes }: RecordedRun): ReadonlyMap<string, readonly LedgerEntry[]> =>
  Map.groupBy(
    changes.flatMap(({ change }) => (change.remember ?? []).filter(({ subject }) => subject.startsWith("rename/"))),
    ({ subject }) => subject,
  );

const ofUndo = (change: Change, marks: ReadonlyMap<string, readonly LedgerEntry[]>): Change => {
  const { kind, action, reason } = change;
  const forgotten = action === "rename" ? (marks.get(`rename/${kind}`) ?? []) : [];
  const remember = [...(change.remember ?? []), ...undoMarks(change)];
  return {
    ...change,
    ...(remember.length > 0 && { remember }),
    reason: reason === "swap" ? reason : "undo",
    // A listed rename that is undone is not done any more: the next run may make it again.
    ...(forgotten.length > 0 && { doubts: forgotten.map((entry) => ({ ...entry, value: null })) }),
  };
};

type Shown = Pick<HeldChange, "kind" | "key" | "fields">;

/** What should be restored and is neither planned nor held. */
const leftOut = ({ restored, keyAfter }: UndoSource, shown: readonly Shown[]): HeldChange[] => {
  const nameOf = (address: Address, field: string) => `${addressKey(address)} ${address.of === "post" ? "" : field}`;
  const names = new Set(shown.flatMap((one) => one.fields.map(({ field }) => nameOf(addressOf(one, field), field))));
  // Changes name people by the account that they have before the plan.
  const codeAfter: Follow = (kind, key) => (kind === "employee" ? key : keyAfter(kind, key));
  return restored.flatMap((one): HeldChange[] => {
    const { kind, key, field, ...named } = one;
    if (names.has(nameOf(withKeys(addressOf(one, field.field), codeAfter), field.field))) return [];
    const id = `${kind}/${key}/undo/${field.field}`;
    return [
      { ...named, id, kind, key, action: "update", fields: [field], reason: "not-supported", about: [field.field] },
    ];
  });
};
