/** Decides the outcome of each change after the last look: applied, failed with the true reason, or unconfirmed. */
import { addressOf, objectOf } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Unreadable } from "../../model/directory/snapshot.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import { disableSomebody } from "../../model/plan/operation.ts";
import type { Change, LedgerEntry, Wanted } from "../../model/plan/plan.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { countAttempt, countUndone } from "../../plan/draft/convergence.ts";
import type { Lost, Results } from "../../plan/read-back/second-plan.ts";
import type { Prepared } from "../prepare/prepare-plan.ts";
import type { Look } from "./look.ts";

type Reason = Pick<Outcome, "code" | "message">;

export type Concluded = {
  readonly outcomes: readonly Outcome[];
  /** What was lost beside the plan: changes to add to it, with the failure among the outcomes. */
  readonly rows: readonly Change[];
  readonly entries: readonly LedgerEntry[];
};

/**
 * `tried`: the changes carried out, with repeated ones; `results`: the results of all by id; `looks`: the looks of the run; `undone`: what
 * of the last one the refresh has taken back.
 */
export const concluded = (
  { plan, memory }: Prepared,
  tried: readonly Change[],
  results: Results,
  looks: readonly Look[],
  undone: Look["lost"] = [],
): Concluded => {
  const last = looks.at(-1);
  if (!last) return { outcomes: [], rows: [], entries: [] };
  const ownId = ownIdIn(plan.changes);
  const outcomes = new Map<string, Outcome>();
  const rows: Change[] = [];
  const entries: LedgerEntry[] = [];
  for (const { id } of tried) {
    const result = results.get(id);
    if (result === "applied" || result === "rehired" || result === "already-so")
      outcomes.set(id, { changeId: id, result });
  }
  const isUnseen = unseenIn(tried);
  for (const { key, kind, code, writers } of last.unread)
    for (const { change } of writers)
      if (outcomes.has(change) && !isUnseen({ key, kind, code }, change))
        outcomes.set(change, { changeId: change, result: "unconfirmed", code, message: `${kind}/${key}: not read` });
  const sortOf = new Map(tried.map((one) => [one.id, objectOf(addressOf(one)).of]));
  for (const { wanted, heldFor, writers } of last.lost)
    if (heldFor !== undefined && unjudged.has(heldFor))
      // A department that has its new code has it, whoever its members are now.
      for (const { change, isBeside } of writers)
        if (!isBeside && outcomes.has(change) && sortOf.get(change) === objectOf(addressOf(wanted)).of)
          outcomes.set(change, { changeId: change, result: "unconfirmed", ...heldBack(heldFor) });
  for (const lost of last.lost) {
    const { wanted } = lost;
    if (isNewcomersExpiry(lost, plan.today) || isLockOfLeaver(lost, tried)) continue;
    const id = ownId(wanted);
    const known = tried.findLast((one) => (one.repairs ?? one.id) === wanted.id);
    const other = undoneBy(lost, looks);
    const planned = plan.changes.find((one) => one.id === wanted.id);
    const reason = undone.includes(lost) ? takenBack(lost) : reasonOf(lost, planned, results.get(id), other);
    const outcome = { changeId: id, result: "failed", ...reason } as const;
    outcomes.set(id, outcome);
    const others = [...plan.changes, ...tried, ...rows];
    if (!others.some((one) => one.id === id)) rows.push(asRow(wanted, id, others));
    if (!known) continue;
    entries.push(
      ...(other === undefined
        ? countAttempt({ ...known, repairs: wanted.id }, outcome, memory, plan.today)
        : countUndone({ id: wanted.id, fields: wanted.fields }, other, plan.today)),
    );
  }
  return { outcomes: [...outcomes.values()], rows, entries };
};

/**
 * The id under which the outcome of a change of a second plan is kept: that of the same change in the plan, or of the change that
 * created the object; else an id of its own.
 */
export const ownIdIn = (planned: readonly Change[]) => {
  const ids = new Set(planned.map(({ id }) => id));
  return ({ id, kind, key }: Wanted): string => {
    const created = `${kind}/${key}/create`;
    return ids.has(id) ? id : ids.has(created) ? created : `${id}/again`;
  };
};

/**
 * The repair that has undone this one: it was lost, then repaired and present, and is lost again after other repairs. The site
 * cannot hold both.
 */
const undoneBy = ({ wanted, writers }: Lost, looks: readonly Look[]): string | undefined => {
  const before = looks.slice(0, -1).map(({ lost }) => lost);
  const between = before.at(-1);
  const wasRepaired = before.slice(0, -1).some((lost) => lost.some((one) => one.wanted.id === wanted.id));
  if (!wasRepaired || !between || between.some((one) => one.wanted.id === wanted.id)) return undefined;
  const shares = (one: Lost) => one.writers.some(({ change }) => writers.some((other) => other.change === change));
  const other = between.find((one) => one.repair && shares(one)) ?? between.find(({ repair }) => repair);
  return other?.wanted.id;
};

/**
 * Does the account of a newcomer, for which HR states no end, end on a later day? That is how the site creates accounts. The person can
 * work, the report shows the habit, and later plans name whoever is soon locked out (`account-ends`).
 */
const isNewcomersExpiry = ({ wanted, isTaken, heldFor, writers }: Lost, today: string): boolean => {
  const [{ field, before: end, after } = { field: "", before: null, after: null }] = wanted.fields;
  const isExpiry = wanted.kind === "employee" && field === "expiredTime" && after === null;
  return (
    isTaken === true &&
    heldFor === undefined &&
    isExpiry &&
    writers.some(({ operation }) => operation === "E12") &&
    typeof end === "string" &&
    end.slice(0, 10) > today
  );
};

/** Has a site locked whoever it has disabled? Nobody is kept out who should get in; a plan that enables the person again names the lock. */
const isLockOfLeaver = ({ wanted, isTaken, writers }: Lost, tried: readonly Change[]): boolean => {
  const { kind, key, fields } = wanted;
  const leaving = new Set(
    tried.flatMap((change) =>
      change.kind === kind && sameKey(change.key, key) && disableSomebody(change.operations) ? [change.id] : [],
    ),
  );
  return (
    isTaken === true &&
    kind === "employee" &&
    fields.every(({ field }) => field === "locked") &&
    writers.some(({ change }) => leaving.has(change))
  );
};

/**
 * Is this unread object what a site refuses to show of somebody whom the run has disabled (R51)? E1 shows the status and the data, and
 * whatever the person holds is nobody's concern until they return, also if it was written for another reason, such as the new code of their
 * department. Posts that were written themselves are another matter.
 */
const unseenIn = (tried: readonly Change[]) => {
  const leavers = new Set(
    tried.flatMap(({ kind, key, operations }) =>
      kind === "employee" && disableSomebody(operations) ? [canonicalKey(key)] : [],
    ),
  );
  const ofPosts = new Set(tried.filter(writesPosts).map(({ id }) => id));
  return ({ kind, key, code }: Unreadable, change: string): boolean =>
    kind === "post" && code === "target-refused" && leavers.has(canonicalKey(key)) && !ofPosts.has(change);
};

const writesPosts = ({ kind, action }: Change): boolean =>
  kind === "post" || kind === "supervisor" || (kind === "employee" && action === "create");

const reasonOf = (
  { wanted, needs, heldFor, isTaken, writers }: Lost,
  planned: Change | undefined,
  result: Outcome["result"] | undefined,
  other?: string,
): Reason => {
  if (other !== undefined) return { code: "undo-each-other", message: other };
  if (needs !== undefined) return { code: "prerequisite-failed", message: needs };
  const fields = wanted.fields.map(({ field }) => field).join(", ");
  const operations = [...new Set(writers.map(({ operation }) => operation))];
  if (isTaken) {
    const why = heldFor === undefined ? "nothing gives it back" : `it cannot be given back: ${heldFor}`;
    return { code: "taken-along", message: `${operations.join(", ")} took along: ${fields}; ${why}` };
  }
  if (heldFor !== undefined && heldFor !== "does-not-converge") return heldBack(heldFor);
  // Whoever was not created is there already: E2 has shown them.
  if (wanted.action === "create" && wanted.kind === "employee" && (result === "already-so" || result === "rehired"))
    return { code: "not-applied", message: notListed };
  if (wanted.action === "rename") return { code: "stored-otherwise", message: `stored under another key (${fields})` };
  if (planned?.action === "create" && wanted.action === "update") return createdOtherwise(fields);
  const isOwn = wanted.fields.every(({ field }) => planned?.fields.some((one) => one.field === field));
  if (wanted.action === "create" || wanted.action === "reorder" || isOwn || operations.length === 0)
    return { code: "not-applied", message: notApplied };
  if (operations.includes("E12")) return createdOtherwise(fields);
  return { code: "taken-along", message: `${operations.join(", ")} took along: ${fields}` };
};

const takenBack = ({ wanted: { fields } }: Lost): Reason => ({
  code: "taken-along",
  message: `P1, the permission refresh, took back what reading had shown before it: ${fields.map(({ field }) => field).join(", ")}`,
});

const createdOtherwise = (fields: string): Reason => ({
  code: "stored-otherwise",
  message: `the create was stored otherwise: ${fields}`,
});

const heldBack = (reason: HeldReason): Reason => ({
  code: "stored-otherwise",
  message: `reading back shows the object otherwise: ${reason}`,
});

/** Reasons for which nothing about an object is compared, so that no write to it can be confirmed. */
const unjudged: ReadonlySet<HeldReason> = new Set([
  "identity-conflict",
  "possible-twin",
  "ambiguous",
  "number-given-again",
]);

const notListed =
  "the person is in the service (E2), but its list of people (E1) does not show them; ask its administrator whether the list is limited, or hides some accounts";

const notApplied = "the service accepted the change, or has the object, but reading back does not show it";

/** Something lost that nothing has tried to repair, as a change that a report can show. */
const asRow = (wanted: Wanted, id: string, others: readonly Change[]): Change => {
  const lastWave = others.reduce((last, { wave }) => Math.max(last, wave), 0);
  const { kind, key, label, department, action, fields } = wanted;
  const rest = "operations" in wanted ? wanted : { step: 11, operations: [] };
  const { step, operations } = rest as Pick<Change, "step" | "operations">;
  return {
    id,
    kind,
    key,
    label,
    action,
    fields,
    step,
    operations,
    ...(department === undefined ? {} : { department }),
    repairs: wanted.id,
    reason: "lost-in-run",
    wave: lastWave + 1,
    needs: [],
  };
};
