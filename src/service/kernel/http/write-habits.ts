/**
 * How a site treats organisation writes with the quirks `ignores`, `ignoredEvery`, `writesLateMs`, `postsLateMs` and `maintenance`, whatever the
 * operation does (R5, R100, R102). Counting starts when the service starts.
 */
import { type OperationId, specOf } from "../../../contract/contract.ts";
import { type Company, undo } from "../company/company.ts";
import type { Fault, Meeting } from "../faults.ts";
import { asStored } from "../quirks/stored-texts.ts";
import type { Answer } from "./answer.ts";
import { hang } from "./fault-answers.ts";

/** Maintenance comes after this many writes, and lasts for this many calls. */
const writesBetween = 10;
const callsOfMaintenance = 12;

const isWrite = (id: OperationId): boolean => specOf(id).mutates && specOf(id).permission === "P-Org";

const ofPosts: ReadonlySet<OperationId> = new Set(["E14", "E15"]);

type Work = (body: unknown) => unknown;

const lists: ReadonlySet<OperationId> = new Set(["V1", "D1", "T1", "J4", "E1"]);

export type WriteHabits = ReturnType<typeof createWriteHabits>;

/** `closing`: aborted when the service closes. */
export const createWriteHabits = (company: Company, closing: AbortSignal) => {
  let writes = 0;
  let sinceMaintenance = 0;
  let callsLeft = 0;
  let line: Promise<unknown> = Promise.resolve();
  const stale = new Map<OperationId, { readonly answer: Answer; left: number }>();

  const isIgnored = (id: OperationId): boolean => {
    const { ignores, ignoredEvery } = company.quirks;
    writes += 1;
    return ignores.includes(id) || (ignoredEvery > 0 && writes % ignoredEvery === 0);
  };
  return {
    /** Does the work of a rule; what is ignored is judged and answered like all other writes, and then undone. */
    carryOut: (id: OperationId, body: unknown, work: Work): unknown => {
      const { staleReadings } = company.quirks;
      if (staleReadings === 0 || (id === "P1" && staleReadings === "until-refresh")) stale.clear();
      if (id === "P1" || !isWrite(id)) return work(body);
      for (const list of stale.values())
        list.left = staleReadings === "until-refresh" ? Number.POSITIVE_INFINITY : staleReadings;
      const result = work(asStored(withoutIgnored(id, body, company.quirks.ignores), company.quirks.storedTexts));
      if (isIgnored(id)) undo(company.journal);
      return result;
    },
    /** Shows a list as it was before the writes, for as long as `staleReadings` says. */
    read: (id: OperationId, work: () => Answer): Answer => {
      if (company.quirks.staleReadings === 0 || !lists.has(id)) return work();
      const known = stale.get(id);
      if (known && known.left > 0) {
        known.left -= 1;
        return known.answer;
      }
      const { status, payload } = work();
      const answer = { status, payload: typeof payload === "string" ? payload : [...payload].join("") };
      stale.set(id, { answer, left: 0 });
      return answer;
    },
    /** Carries out a write later, after all earlier ones. Nobody learns how it ended. */
    carryOutLater: (write: () => Promise<unknown>): void => {
      const due = hang(Math.max(company.quirks.writesLateMs, company.quirks.postsLateMs), closing);
      line = Promise.all([line, due])
        .then(write)
        .catch(() => undefined);
    },
    isLate: (id: OperationId): boolean =>
      (company.quirks.writesLateMs > 0 && isWrite(id)) || (company.quirks.postsLateMs > 0 && ofPosts.has(id)),
    /** Counts a call; returns the fault with which maintenance answers it. */
    meetMaintenance: (id: OperationId): Meeting | undefined => {
      const { maintenance } = company.quirks;
      if (maintenance === "never") return undefined;
      if (callsLeft > 0) {
        callsLeft -= 1;
        return { fault: maintenanceAnswer[maintenance](id), undo: () => undefined };
      }
      if (isWrite(id)) sinceMaintenance += 1;
      if (sinceMaintenance < writesBetween) return undefined;
      sinceMaintenance = 0;
      callsLeft = callsOfMaintenance;
      return undefined;
    },
  };
};

const answer = (operation: OperationId, status: number, body: "html" | "busy" | "none"): Fault => ({
  operation,
  kind: "status",
  status,
  body,
  after: 0,
  times: 1,
});
const maintenanceAnswer = {
  unavailable: (id: OperationId) => answer(id, 503, "none"),
  page: (id: OperationId) => answer(id, 200, "html"),
  message: (id: OperationId) => answer(id, 200, "busy"),
};

const withoutIgnored = (id: OperationId, body: unknown, ignores: readonly string[]): unknown => {
  const names = ignores.filter((name) => name.startsWith(`${id}.`)).map((name) => name.slice(id.length + 1));
  if (names.length === 0 || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
};
