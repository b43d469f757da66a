/**
 * The reference service without sockets: its real rules and quirks on its real tables, called as its routes call them. What a call
 * changes stands when the call has been answered, as in the service.
 */
import { type OperationId, owesRefresh, specOf } from "../../src/contract/contract.ts";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { strictBody } from "../../src/contract/strict-body.ts";
import { dumpCompany, loadCompany } from "../../src/service/company-document.ts";
import { type Company, createCompany, rules } from "../../src/service/features.ts";
import { serviceCaller } from "../../src/service/kernel/callers/caller.ts";
import { undo } from "../../src/service/kernel/company/company.ts";
import { mutationsOwed, setMutationsOwed } from "../../src/service/kernel/company/refreshes.ts";
import type { AnyTable, Row } from "../../src/service/kernel/company/table.ts";
import { answerOf } from "../../src/service/kernel/http/answer.ts";
import { refuseUnknown } from "../../src/service/kernel/http/unknown-properties.ts";
import { createWriteHabits } from "../../src/service/kernel/http/write-habits.ts";
import { Quirks } from "../../src/service/kernel/quirks/quirks.ts";
import { errorBody, Refusal } from "../../src/service/kernel/refusal.ts";
import type { Habit } from "./unnamed-habits.ts";

export type Request = {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  readonly body?: unknown;
};
type Answer = { readonly status: number; readonly contentType: string; readonly text: string };

/** A call as the judges see it: who made it, and the status on which the service decided. */
type SiteCall = {
  readonly operation: OperationId;
  readonly status: number;
  readonly by: string;
  readonly atMs: number;
};

/** Who edits the site besides musterd. */
export const administrator = "administrator";

type Saved = ReadonlyMap<string, ReadonlyMap<number, Row>>;

export type Site = {
  readonly company: Company;
  readonly perform: (request: Request, by: string) => Answer;
  /** All calls since the last time that this was asked. */
  readonly takeCalls: () => readonly SiteCall[];
  /** The number of musterd's writes without a permission refresh after them. */
  readonly unrefreshed: () => number;
  readonly load: (organisation: Organisation) => void;
  readonly dump: () => Organisation;
  /** A copy of everything, and the way back to it. */
  readonly save: () => Saved;
  readonly restore: (saved: Saved) => void;
};

const noSignal = new AbortController().signal;

/** `habits`: what writes do besides, and no quirk names. */
export const createSite = (quirks: Partial<Quirks>, nowMs: () => number, habits: () => readonly Habit[]): Site => {
  const company = createCompany("ACME", Quirks.parse(quirks), { nowMs });
  const writeHabits = createWriteHabits(company, noSignal);
  const tables = tablesOf(company);
  let calls: SiteCall[] = [];
  let busyTimes = 0;
  let unrefreshed = 0;

  const refuseWhileBusy = (): void => {
    const isBusy = busyTimes < company.quirks.p1BusyTimes;
    busyTimes = isBusy ? busyTimes + 1 : 0;
    const last = company.refreshes.all().at(-1);
    if (isBusy || (last && nowMs() < Date.parse(last.at) + company.quirks.p1PauseMs)) throw new Refusal("OPA-BUSY");
  };

  const work = ({ operation: id, params, body }: Request): { status: number; payload: string | Iterable<string> } => {
    if (company.quirks.unknownProperties === "refused") refuseUnknown(specOf(id).body, body);
    const checked = strictBody(id)?.safeParse(body ?? {});
    if (checked && !checked.success)
      throw new Refusal(
        "OPA-REQUEST-INVALID",
        checked.error.issues.map(({ message, path }) => ({
          error: message,
          expandoObject: { property: path.join(".") },
        })),
      );
    const rule = rules[id as keyof typeof rules] as (company: Company, request: object) => unknown;
    const perform = (sent: unknown) => rule(company, { params, body: sent, caller: serviceCaller });
    if (!specOf(id).mutates) return writeHabits.read(id, () => answerOf(id, perform(body), company.quirks));
    if (id === "P1") refuseWhileBusy();
    const own = habits().filter(({ operation }) => operation === id);
    const prepared = own.map((habit) => habit.prepare(company, { ...params, ...(body as object) }));
    const answer = answerOf(id, writeHabits.carryOut(id, body, perform), company.quirks);
    for (const effect of prepared) effect?.();
    if (owesRefresh(id)) setMutationsOwed(company, mutationsOwed(company) + 1);
    company.journal.clear();
    return answer;
  };

  const answered = (request: Request): Answer => {
    const met = writeHabits.meetMaintenance(request.operation)?.fault;
    if (met?.kind === "status")
      return {
        status: met.status,
        contentType: "text/html",
        text: met.body === "html" ? "<!doctype html><title>maintenance</title>" : "",
      };
    try {
      const { status, payload } = work(request);
      const text = typeof payload === "string" ? payload : [...payload].join("");
      return { status, contentType: text === "" ? "" : "application/json; charset=utf-8", text };
    } catch (thrown) {
      undo(company.journal);
      if (!(thrown instanceof Refusal)) throw thrown;
      const hidden = company.quirks.refusals === "ok" && (thrown.status === 400 || thrown.status === 404);
      const text = JSON.stringify(errorBody(thrown));
      return { status: hidden ? 200 : thrown.status, contentType: "application/json", text };
    }
  };
  return {
    company,
    perform: (request, by) => {
      const sent =
        request.body === undefined
          ? request
          : { ...request, body: JSON.parse(JSON.stringify(request.body)) as unknown };
      const answer = answered(sent);
      const refused = answer.status === 200 && answer.text.startsWith('{"errorCode"');
      if (!refused && answer.status === 200) {
        if (request.operation === "P1") unrefreshed = 0;
        else if (owesRefresh(request.operation) && by !== administrator && !isUnseen(request.operation, by))
          unrefreshed += 1;
      }
      calls.push({ operation: request.operation, status: refused ? 400 : answer.status, by, atMs: nowMs() });
      return answer;
    },
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    unrefreshed: () => unrefreshed,
    load: (organisation) => {
      const { quirks: own } = company;
      // People may have several posts from the time before the site allowed only one.
      company.quirks = { ...own, severalPosts: "accepted" };
      loadCompany(company, { organisation });
      company.quirks = own;
      company.journal.clear();
    },
    dump: () => dumpCompany(company, ["organisation"]).organisation as Organisation,
    save: () => new Map(tables.map((table) => [table.kind, new Map(table.all().map((row) => [row.id, row]))])),
    restore: (saved) => {
      for (const table of tables) {
        const rows = saved.get(table.kind) ?? new Map<number, Row>();
        for (const { id } of table.all()) if (!rows.has(id)) table.restore(id, undefined as never);
        for (const [id, row] of rows) table.restore(id, row as never);
      }
    },
  };
};

/** Who asked for a write that the site has promised and carries out later. */
export const promisedTo = (by: string): string => `${by}, as promised`;

/** No read shows last days and the order of categories, so nobody can know that they have come late. */
const isUnseen = (operation: OperationId, by: string): boolean =>
  by.endsWith(promisedTo("")) && (operation === "E9" || operation === "J2");

/** Is it a write that the service carries out after its client has given it up? */
export const isLate = (by: string): boolean => by.endsWith(", late");

type WholeTable = AnyTable & { readonly all: () => readonly Row[] };

const tablesOf = (company: Company): readonly WholeTable[] =>
  (Object.values(company) as unknown[]).filter(
    (value): value is WholeTable => typeof value === "object" && value !== null && "restore" in value && "all" in value,
  );
