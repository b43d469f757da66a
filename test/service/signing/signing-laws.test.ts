/** Laws of signing: random organisations, routes and working days. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { RouteStep } from "../../../src/contract/sections/forms.ts";
import { dumpCompany, loadCompany } from "../../../src/service/company-document.ts";
import { type Company, createCompany } from "../../../src/service/features.ts";
import { findEmployee } from "../../../src/service/organisation/lookup.ts";
import { asOfRefresh } from "../../../src/service/signing/as-of-refresh.ts";
import { askOthers } from "../../../src/service/signing/decide.ts";
import { requireOpen } from "../../../src/service/signing/own-tasks.ts";
import { type TaskRow, tasksOf } from "../../../src/service/signing/tables.ts";
import { cases, runs } from "../../support/suites/runs.ts";
import {
  attempt,
  changeCompany,
  companyOf,
  type Event,
  events,
  pendingTasks,
  perform,
  routes,
  type Start,
  starts,
} from "./random-signing.ts";
import { accountOf, applyFor, rehearse } from "./rehearsal.ts";
import { account } from "./signing-company.ts";

const seed = 20_261_121;

it("asks exactly the signers of a model that reads the organisation as of the last refresh", () => {
  let [approved, broken, asked] = [0, 0, 0];
  const law = (start: Start, given: readonly (readonly RouteStep[])[], day: readonly Event[]): void => {
    const { company, documents, open, happen } = rehearse(start, given);
    for (const event of day) happen(event);
    // Every document must end when all people who are asked sign.
    happen({ kind: "refresh" });
    for (let left = 500; open().length > 0 && left > 0; left -= 1) {
      happen({ kind: "decide", nth: 0, by: null, isApproval: true });
    }
    expect(company.documents.all().every(({ status, endDate }) => status !== 1 && endDate !== null)).toBe(true);
    approved += documents.filter(({ model }) => model.status === 3).length;
    broken += documents.filter(({ model }) => model.status === 6).length;
    asked += company.tasks.all().length;
  };
  fc.assert(fc.property(starts, routes, events, law), { seed, ...cases(100) });
  // Checks that all results occurred, and not only for trivial routes.
  expect(approved).toBeGreaterThan(runs(100));
  expect(broken).toBeGreaterThan(runs(100) / 20);
  expect(asked).toBeGreaterThan(runs(100) * 10);
});

/** Changes the organisation. An event of the kind `apply` stands for hiring a new manager here. */
const change = (company: Company, event: Event): void => {
  if (event.kind === "decide" || event.kind === "refresh") return;
  if (event.kind !== "apply") {
    changeCompany(company, event, "D0");
    return;
  }
  const who = `n${company.newId()}`;
  perform(company, "E12", { account: who, name: who, depts: [{ code: "D0", isMainDept: true, jobFuncs: ["F0"] }] });
  perform(company, "D12", { code: "D0", manager: account(who) });
};

it("keeps every table as it was at the refresh, in every index", () => {
  type Tables = Pick<ReturnType<typeof asOfRefresh>, "employees" | "departments">;
  const take = ({ employees, departments }: Tables, ids: ReadonlySet<number>) => ({
    people: [...ids].flatMap((id) => employees.get(id) ?? []).map(({ id, posts }) => ({ id, posts })),
    offices: [...ids]
      .flatMap((id) => departments.get(id) ?? [])
      .map(({ id, code, parentId, managerId }) => ({ id, code, parentId, managerId })),
  });
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
  const law = (start: Start, day: readonly Event[]): void => {
    const company = companyOf(start, [[{ kind: "supervisor", name: "s", mode: "any" }]]);
    const ids = new Set<number>();
    const note = () => {
      for (const { id } of [...company.employees.all(), ...company.departments.all()]) ids.add(id);
    };
    note();
    let before = structuredClone(take(company, ids));
    for (const event of day) {
      change(company, event);
      note();
      if (event.kind === "refresh") perform(company, "P1", undefined);
      if (event.kind === "refresh") before = structuredClone(take(company, ids));
      const asOf = asOfRefresh(company);
      expect(take(asOf, ids)).toEqual(before);
      for (const { id } of before.offices) {
        const members = before.people.filter(({ posts }) => posts.some(({ departmentId }) => departmentId === id));
        expect(idsOf(asOf.employees.by("department", id))).toEqual(idsOf(members));
        const below = before.offices.filter(({ parentId }) => parentId === id);
        expect(idsOf(asOf.departments.by("siblings", id))).toEqual(idsOf(below));
      }
    }
  };
  fc.assert(fc.property(starts, events, law), { seed, ...cases(40) });
});

const oneTurn = (company: Company, task: TaskRow, who: string, nth: number): void => {
  const to = findEmployee(company, account(who), "");
  requireOpen(company, task);
  askOthers(company, task, ([3, 2, 4] as const)[nth % 3] ?? 2, [to], "?");
};

/** Lets signers work. An event of the kind `supervisor` stands for an inquiry, a handover or a countersignature here. */
const work = (company: Company, event: Event, forms: number): void => {
  const pending = pendingTasks(company);
  const task = "nth" in event ? pending[event.nth % Math.max(pending.length, 1)] : undefined;
  if (event.kind === "apply") applyFor(company, event.form % forms, event.who, "D0");
  if (event.kind === "refresh") perform(company, "P1", undefined);
  if (event.kind === "active") changeCompany(company, event, undefined);
  if (event.kind === "supervisor" && task) attempt(company, () => oneTurn(company, task, event.who, event.nth));
  if (event.kind === "decide" && task) {
    const body = { user: account(accountOf(company, task.signerId)), nodeId: task.uuid, opinion: "No" };
    perform(company, event.isApproval ? "F10" : "F11", body);
  }
};

it("ends every document, whatever signers ask of each other, and a dump and load changes nothing", () => {
  const ends = new Map<number, number>();
  const law = (start: Start, given: readonly RouteStep[][], day: readonly Event[]): void => {
    const first = companyOf(start, given);
    for (const event of day) work(first, event, given.length);
    const sections = ["organisation", "forms", "documents"] as const;
    const dumped = dumpCompany(first, sections);
    const company = createCompany("ACME", first.quirks, first.clock);
    loadCompany(company, structuredClone(dumped));
    expect(dumpCompany(company, sections)).toEqual(dumped);

    perform(company, "P1", undefined);
    for (let left = 500; left > 0; left -= 1) {
      const pending = pendingTasks(company);
      // A task waits for the inquiries made from it, so a task without open inquiries is decided first.
      const task = pending.findLast((one) => !pending.some(({ fromTaskId }) => fromTaskId === one.id));
      if (!task) break;
      const body = { user: account(accountOf(company, task.signerId)), nodeId: task.uuid };
      expect(perform(company, "F10", body)).toBe(undefined);
    }
    for (const document of company.documents.all()) {
      const decisions = tasksOf(company, document).map(({ decision }) => decision);
      expect(decisions).not.toContain(null);
      expect(decisions.includes("rejected")).toBe(document.status === 4);
      ends.set(document.status, (ends.get(document.status) ?? 0) + 1);
    }
  };
  fc.assert(fc.property(starts, routes, events, law), { seed, numRuns: 60 });
  expect([...ends.keys()].toSorted((a, b) => a - b)).toEqual([3, 4, 6]);
});
