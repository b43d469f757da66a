/** Laws of absences and agents, for random requests in random order, compared with a simple model. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { actingAgentsFor } from "../../../src/service/agents/acting-agents.ts";
import { rules } from "../../../src/service/features.ts";
import { undo } from "../../../src/service/kernel/company/company.ts";
import { Refusal } from "../../../src/service/kernel/refusal.ts";
import { cases } from "../../support/suites/runs.ts";
import { account, baseline } from "../cases/baseline.ts";
import { caller, companyInMemory } from "../everyday/company-in-memory.ts";
import { formsBaseline, ids } from "../forms/baseline.ts";

const people = ["amy", "bob"] as const;
const hourMs = 3_600_000;
const at = (hour: number): string => new Date(hour * hourMs).toISOString();

type Step =
  | { readonly kind: "add"; readonly who: (typeof people)[number]; readonly from: number | null; readonly to: number }
  | { readonly kind: "delete"; readonly who: (typeof people)[number]; readonly nth: number }
  | { readonly kind: "wait"; readonly hours: number };

const who = fc.constantFrom(...people);
const hour = fc.integer({ min: 0, max: 24 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("add" as const), who, from: fc.option(hour), to: hour }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), who, nth: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 3 }) }) },
);

type ModelPeriod = { readonly who: string; readonly start: number; readonly end: number };

/** The code with which A2 must refuse a period; null if it must accept it. */
const expectedRefusal = (periods: readonly ModelPeriod[], now: number, next: ModelPeriod): string | null => {
  if (next.start < now || next.end < now) return "OPA-TIME-PAST";
  if (next.start >= next.end) return "OPA-TIME-ORDER";
  // Periods are compared hour by hour: a period includes its first hour but not its end.
  const hours = Array.from({ length: next.end - next.start }, (_, n) => next.start + n);
  const isTaken = (one: number) =>
    periods.some(({ who: owner, start, end }) => owner === next.who && one >= start && one < end);
  return hours.some(isTaken) ? "OPA-TIME-OVERLAP" : null;
};

it("accepts exactly the future periods that do not overlap another period of the person", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = 0;
      let periods: readonly ModelPeriod[] = [];
      const company = companyInMemory({ organisation: baseline() }, () => now * hourMs);
      const ask = (id: "A1" | "A2" | "A3", body: unknown): { readonly code?: string; readonly answer?: unknown } => {
        company.journal.clear();
        try {
          return { answer: (rules[id] as (...given: unknown[]) => unknown)(company, { params: {}, body, caller }) };
        } catch (thrown) {
          if (!(thrown instanceof Refusal)) throw thrown;
          undo(company.journal);
          return { code: thrown.code };
        }
      };
      const seen: unknown[] = [];
      const wanted: unknown[] = [];
      const shown = (name: string) =>
        (
          ask("A1", account(name)).answer as {
            agentTimes: { id: string; startTime: string; endTime: string; status: number }[];
          }
        ).agentTimes;
      for (const one of steps) {
        if (one.kind === "wait") {
          now += one.hours;
        } else if (one.kind === "add") {
          const next = { who: one.who, start: one.from ?? now, end: one.to };
          const refusal = expectedRefusal(periods, now, next);
          const { code } = ask("A2", {
            user: account(one.who),
            startTime: one.from === null ? null : at(one.from),
            endTime: at(one.to),
          });
          seen.push(code ?? null);
          wanted.push(refusal);
          if (refusal === null) periods = [...periods, next];
        } else {
          const before = shown(one.who);
          const target = before[one.nth];
          if (!target) continue;
          seen.push(ask("A3", { user: account(one.who), id: target.id }).answer);
          wanted.push(before.filter((row) => row !== target));
          periods = periods.filter((row) => row.who !== one.who || at(row.start) !== target.startTime);
        }
        for (const name of people) {
          const own = periods.filter((row) => row.who === name && row.end > now).sort((a, b) => a.start - b.start);
          seen.push(shown(name).map(({ startTime, endTime, status }) => [startTime, endTime, status]));
          wanted.push(own.map(({ start, end }) => [at(start), at(end), start <= now ? 1 : 0]));
        }
      }
      expect(seen).toEqual(wanted);
    }),
    { seed: 67, ...cases(150) },
  );
});

const departments = ["HQ", "RD", "RD1", "RD2", "FIN", "LAB"] as const;
const above: Readonly<Record<string, readonly string[]>> = {
  HQ: ["HQ"],
  RD: ["RD", "HQ"],
  RD1: ["RD1", "RD", "HQ"],
  RD2: ["RD2", "RD", "HQ"],
  FIN: ["FIN", "HQ"],
  LAB: ["LAB"],
};
const agentRow = fc.record({
  agent: fc.constantFrom("bob", "cat", "dan"),
  formCode: fc.constantFrom(undefined, "EXPENSE", "LEAVE"),
  from: fc.array(fc.record({ code: fc.constantFrom(...departments), containsChildren: fc.boolean() }), {
    maxLength: 2,
  }),
  priority: fc.integer({ min: 0, max: 3 }),
});
type AgentRow = typeof agentRow extends fc.Arbitrary<infer R> ? R : never;

const distinct = ({ agent, formCode, from }: AgentRow): string =>
  JSON.stringify([
    agent,
    formCode ?? null,
    [...new Set(from.map((one) => `${one.code}${one.containsChildren}`))].sort(),
  ]);

it("prefers agents for the form to agents for all forms, then by priority, for their departments, during an absence", () => {
  const rows = fc.uniqueArray(agentRow, { selector: distinct, maxLength: 6 });
  fc.assert(
    fc.property(rows, fc.constantFrom(...departments), fc.integer({ min: 8, max: 22 }), (agents, from, now) => {
      const company = companyInMemory({
        organisation: baseline(),
        forms: formsBaseline(),
        agents: {
          people: [
            {
              account: "amy",
              times: [{ startTime: at(10), endTime: at(20) }],
              agents: agents.map((row) => ({ ...row, ...(row.formCode ? {} : { formCode: undefined }) })),
            },
          ],
        },
      });
      const accountOf = (id: number) => company.employees.get(id)?.data.account;
      const idOf = (code: string) => company.departments.by("code", code.toLowerCase())[0]?.id ?? 0;
      const amy = company.employees.by("account", "amy")[0]?.id ?? 0;
      const form = company.forms.by("uuid", ids.expense)[0]?.id ?? 0;
      const fits = ({ formCode, from: sources }: AgentRow) =>
        formCode !== "LEAVE" &&
        (sources.length === 0 ||
          sources.some(({ code, containsChildren }) =>
            containsChildren ? above[from]?.includes(code) : code === from,
          ));
      const order = agents
        .map((row, position) => ({ ...row, position }))
        .filter(fits)
        .sort(
          (a, b) => (a.formCode ? 0 : 1) - (b.formCode ? 0 : 1) || a.priority - b.priority || a.position - b.position,
        )
        .map(({ agent }) => agent);
      const expected = now >= 10 && now < 20 ? [...new Set(order)] : [];
      expect(actingAgentsFor(company, amy, form, idOf(from), now * hourMs).map(accountOf)).toEqual(expected);
    }),
    { seed: 67, ...cases(200) },
  );
});
