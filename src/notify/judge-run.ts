/** What the end of a run tells. */
import type { Action } from "../model/directory/kind.ts";
import type { Details, EndedRun } from "../model/runs/told.ts";
import { occurrenceOf, occurrenceOfError } from "./occurrences.ts";
import type { NotifySettings } from "./settings.ts";
import type { Telling } from "./telling.ts";

/** How far a run got that did everything: farther than every trouble. */
const good = 4;

/** A run that somebody restricted, or that undoes another, has its reader, and says nothing about whole runs. */
export const judgeRun = (ended: EndedRun, { heldAbove }: NotifySettings, telling: Telling): void => {
  const { run, isWhole, codes, releaseEnded = "" } = ended;
  const { status, trigger, entries, error } = run;
  if (!isWhole || (status === "planned" && trigger === "command")) return;
  const details = detailsOf(ended);
  const overBelow = (stage: number) =>
    telling.end(({ code }) => (occurrenceOf(code)?.stage ?? good) < stage, { run: details.run });
  const trouble = (about: string, marks?: readonly string[]) => {
    const code = status === "partial" ? "run-partial" : occurrenceOfError(about);
    overBelow(occurrenceOf(code).stage ?? 1);
    telling.begin(code, about, { ...details, ...(marks && { marks }) });
  };
  if (status === "cancelled") telling.once("run-cancelled", details);
  if (status === "interrupted") telling.once("run-interrupted", details);
  if (status === "failed") trouble(error?.code ?? "internal");
  if (status === "blocked") {
    const isRejected = error?.code === "plan-rejected";
    telling.end(({ code }) => code === (isRejected ? "run-blocked" : "plan-rejected"), { run: details.run });
    // Whoever was told of another plan has decided about that one, or has a link to it; whoever has released this one believes it applied.
    const marks =
      isRejected || run.fingerprint === undefined ? undefined : [`${run.fingerprint} ${releaseEnded}`.trim()];
    trouble(error?.code ?? "cap-exceeded", marks);
  }
  if (status === "partial") trouble(codes[0] ?? "");
  if (status === "succeeded" || status === "planned") {
    overBelow(good);
    telling.once("run-succeeded", details);
  }
  const { held } = entries;
  // The other ends have no plan, or it does not matter.
  if (["blocked", "partial", "succeeded", "planned"].includes(status)) {
    telling.only(
      "kinds-held",
      run.heldKinds ? [{ about: "", details: { run: details.run, kinds: run.heldKinds, marks: run.heldKinds } }] : [],
    );
    telling.only(
      "changes-held",
      held > heldAbove ? [{ about: "", details: { run: details.run, count: held, limit: heldAbove } }] : [],
    );
  }
};

/** What a message about a run says. */
export const detailsOf = ({ run, codes, breaches, changes }: EndedRun): Details & Required<Pick<Details, "run">> => {
  const { id, status, trigger, endedAt = "", entries, error } = run;
  return {
    run: { id, status, trigger, endedAt },
    entries,
    changes: worstFirst(changes),
    ...(breaches.length > 0 && { breaches: breaches.toSorted((a, b) => b.count / b.limit - a.count / a.limit) }),
    ...(error && { reason: error }),
    ...(codes.length > 0 && { codes }),
  };
};

const byWeight: readonly Action[] = [
  "deactivate",
  "remove",
  "rename",
  "move",
  "reactivate",
  "create",
  "update",
  "reorder",
];

const worstFirst = (changes: EndedRun["changes"]): NonNullable<Details["changes"]> => {
  const counts = new Map<string, NonNullable<Details["changes"]>[number]>();
  for (const { kind, action, count } of changes) {
    const known = counts.get(`${kind} ${action}`)?.count ?? 0;
    counts.set(`${kind} ${action}`, { kind, action, count: known + count });
  }
  return [...counts.values()].sort(
    (a, b) => byWeight.indexOf(a.action) - byWeight.indexOf(b.action) || b.count - a.count,
  );
};
