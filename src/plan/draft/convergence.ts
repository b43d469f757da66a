/**
 * Detects changes that are tried in vain: applied, but planned again unchanged by the next run, because the service stores the
 * value differently or ignores it, or because somebody resets it; or refused for a reason that does not pass. The ledger
 * counts how many runs in a row have tried, and the draft plan holds the change when two have. It is tried again after a week,
 * unless it would change nothing that a reading shows, and when HR or the service has another value. A reason that has passed for
 * another change, such as a quota of the night, does not count. Applications are counted by field, because a repair within the run has
 * fewer fields than the change.
 *
 * A newcomer whom the service has accepted and does not show is tried once on a day: the service may make people later, and would make
 * the same person twice.
 */
import { ledgerKey, type Memory } from "../../model/memory/memory.ts";
import type { Change, LedgerEntry } from "../../model/plan/plan.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { addDays } from "../values/days.ts";
import { digest } from "../values/fingerprint.ts";

/** Ledger subject under which the attempts of a change are counted. */
export const appliedSubject = (changeId: string): string => `applied/${changeId}`;

/**
 * The subjects of attempts that stay known when these changes are wanted; `appliedSubject` of the others starts anew. An exchange of posts
 * is wanted because the gain was refused (plan/posts/posts.ts); if that were forgotten, the two would be tried and refused in turn for ever.
 */
export const attemptsOf = (ids: ReadonlySet<string>): Set<string> => {
  const gains = [...ids].flatMap((id) => (id.startsWith("post/") ? [id.replace(/\/remove$/, "/update")] : []));
  return new Set([...ids, ...gains].map(appliedSubject));
};

/** A change that was tried in this many runs in a row is held for so many days. */
const maxTimes = 2;
const daysHeld = 7;

/** The ledger field of refusals. */
const refusal = "(refused)";

/** The ledger field of newcomers whom the service has accepted and does not show. */
const accepted = "(accepted)";

/** Codes of failures that the next run would meet again. The service may be busy or out of reach; that passes. */
const lasting: ReadonlySet<string> = new Set([
  "target-refused",
  "refused-and-changed",
  "already-exists",
  "not-applied",
]);

/**
 * Many programs answer 500 to what they should refuse, such as a name that is too long, again and again. It may also be a trouble of an hour,
 * in which runs are repeated every few minutes: it counts once a day.
 */
const isServerError = (code: string, message: string): boolean =>
  code === "target-unavailable" && message.includes("(status 500)");

/** Codes of writes that were accepted and that reading back does not show. */
const notShown: ReadonlySet<string> = new Set(["not-applied", "taken-along", "stored-otherwise"]);

type Planned = Pick<Change, "id" | "kind" | "key" | "action" | "fields" | "operations" | "sameApprover">;

/** Has anything been tried? A first import has thousands of changes, and nothing to ask for each of their fields. */
const hasAttempts = ({ written }: Memory): boolean => written.keys().some((key) => key.startsWith(appliedSubject("")));

/** Returns the function that says what to tell about a change that is not to be tried now; undefined: it may be tried. */
export const inVain = (memory: Memory, today: string) =>
  hasAttempts(memory) ? (planned: Planned) => whyInVain(planned, memory, today) : () => undefined;

const whyInVain = (planned: Planned, memory: Memory, today: string) => {
  const { id, kind, key, action, fields, operations, sameApprover } = planned;
  if (tried(id, accepted, [[id]], memory).day === today) return { reason: "not-shown-yet", about: [key] } as const;
  // Where the same person approves either way, no reading can show whether a new try has done anything.
  const isOver = ({ times, day = today }: Tried) =>
    times >= maxTimes && (sameApprover === true || today < addDays(day, daysHeld));
  const counted = fields.map((field) => tried(id, field.field, [wantedOf(field), attemptOf(field), [field]], memory));
  if (counted.length > 0 && counted.every(isOver)) {
    const others = [...new Set(counted.flatMap(({ cause }) => (cause === "" ? [] : [cause])))];
    if (others.length > 0) return { reason: "undo-each-other", about: others } as const;
    return { reason: "does-not-converge", about: fields.map(({ field }) => field) } as const;
  }
  // Whoever has left is disabled as soon as the service permits it.
  if (kind === "employee" && action === "deactivate") return undefined;
  const refused = tried(id, refusal, [operations], memory);
  return isOver(refused) ? ({ reason: "refused-before", about: [refused.cause] } as const) : undefined;
};

/** The reason for which this change was refused in earlier runs, if it was. */
export const refusedFor = (
  { id, operations }: Pick<Planned, "id" | "operations">,
  memory: Memory,
): readonly string[] => {
  const { times, cause } = tried(id, refusal, [operations], memory);
  return times > 0 ? [cause] : [];
};

/** The ledger's entries after one more attempt; `memory` is that before the run, `passed` has reasons of refusals that have passed. */
export const countAttempt = (
  { id: own, repairs: id = own, kind, action, fields, operations }: Change,
  { result, code = "", message = "" }: Omit<Outcome, "changeId">,
  memory: Memory,
  today: string,
  passed: ReadonlySet<string> = new Set(),
): LedgerEntry[] => {
  const oncePerDay = isServerError(code, message);
  const count = (field: string, what: readonly unknown[], cause = ""): LedgerEntry => {
    const before = tried(id, field, [what], memory);
    const isCounted = oncePerDay && before.day === today;
    const times = before.cause === cause ? before.times + (isCounted ? 0 : 1) : 1;
    return { subject: appliedSubject(id), field, value: [idOf(what), times, today, cause].join(":") };
  };
  // A create that was not applied counts as refused: it has a single write.
  if (action !== "create" && (result === "applied" || notShown.has(code)))
    return fields.map((field) => count(field.field, result === "applied" ? [field] : attemptOf(field)));
  const cause = message.replace(/, trace [^,)]*/, "");
  const sent = kind === "employee" && action === "create" && code === "not-applied" ? [count(accepted, [id])] : [];
  return (lasting.has(code) || oncePerDay) && !passed.has(cause) ? [...sent, count(refusal, operations, cause)] : sent;
};

/** The ledger's entries about a change that another change of the same run undoes: it is not tried again for now. */
export const countUndone = (
  { id, fields }: Pick<Planned, "id" | "fields">,
  other: string,
  today: string,
): LedgerEntry[] =>
  fields.map((field) => ({
    subject: appliedSubject(id),
    field: field.field,
    value: [idOf(wantedOf(field)), maxTimes, today, other].join(":"),
  }));

/** A site that moves siblings with the one that is moved shows another position after each run, and for each another one is planned. */
const attemptOf = (field: Planned["fields"][number]): readonly unknown[] =>
  field.field === "order" ? [field.field] : [field];

/** Where writes undo each other, the value that the service shows now is one that they have left, and no reason to try again. */
const wantedOf = ({ field, after }: Planned["fields"][number]): readonly unknown[] => [field, after];

type Tried = { readonly times: number; readonly day?: string | undefined; readonly cause: string };

/** How many runs in a row have tried one of these. The ledger's entry is `digest:times:day:cause`. */
const tried = (id: string, field: string, whats: readonly (readonly unknown[])[], { written }: Memory): Tried => {
  const [known, times, day, ...cause] = written.get(ledgerKey(appliedSubject(id), field))?.split(":") ?? [];
  const isSame = known !== undefined && whats.some((what) => known === idOf(what));
  return isSame ? { times: Number(times), day, cause: cause.join(":") } : { times: 0, cause: "" };
};

/** Identifies what was tried without containing values. */
const idOf = (what: readonly unknown[]): string => digest(what).slice(0, 8);
