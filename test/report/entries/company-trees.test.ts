/** Laws of what the pictures of the HTML report show: nothing is lost by folding, however large or broken the organisation is. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Organisation } from "../../../src/model/plan/plan.ts";
import { companyOf, markCounts } from "../../../src/report/entries/company-trees.ts";
import { type Cut, cutOf, type Row } from "../../../src/report/page/cut.ts";
import { otherDepartments, streamsOf } from "../../../src/report/page/flows.ts";
import { cases, runs } from "../../support/suites/runs.ts";

const law = { seed: 20261122, ...cases(400) };
const codes = Array.from({ length: 60 }, (_, index) => `D${index}`);
const code = fc.constantFrom(...codes);

/** One side of a department; the parent may be anything: above, below, itself, unknown. Totals are filled in later. */
const state = fc.record({
  name: fc.constantFrom("研發部", "製造部", "業務部", "<b>"),
  parent: fc.option(fc.oneof({ weight: 9, arbitrary: code }, { weight: 1, arbitrary: fc.constant("?") }), {
    nil: null,
  }),
  people: fc.nat(50),
});

type Draft = { readonly code: string } & { readonly [Side in "before" | "after"]: Parameters<typeof stated>[0] };

const stated = (of: { name: string; parent: string | null; people: number } | undefined) =>
  of && { ...of, total: of.people };

const organisation: fc.Arbitrary<Organisation> = fc
  .record({
    departments: fc.uniqueArray(
      fc.record<Draft>({
        code,
        before: fc.option(state, { nil: undefined }),
        after: fc.option(state, { nil: undefined }),
      }),
      { selector: (one) => one.code, maxLength: 60 },
    ),
    flows: fc.array(
      fc.record({
        from: fc.option(code, { nil: null }),
        to: fc.option(code, { nil: null }),
        people: fc.integer({ min: 1, max: 30 }),
      }),
      { maxLength: 80 },
    ),
  })
  .map(({ departments, flows }) => ({
    departments: departments.map((one) => {
      const [before, after] = [stated(one.before), stated(one.after)];
      return { code: one.code, ...(before && { before }), ...(after && { after }) };
    }),
    flows: flows.filter(({ from, to }) => from !== to),
  }));

const limits = fc.record({ rows: fc.integer({ min: 8, max: 40 }), ribbons: fc.integer({ min: 0, max: 40 }) });

const shownIn = (rows: readonly Row[], mark: keyof Row["inside"]): number =>
  rows.reduce((sum, { own, inside }) => sum + inside[mark] + (own.has(mark) ? 1 : 0), 0);

test("both trees have every department once, circles and unknown parents or not", () => {
  fc.assert(
    fc.property(organisation, (of) => {
      const company = companyOf(of);
      for (const side of ["before", "after"] as const) {
        const found = company[side].descendants().flatMap(({ data }) => (data.code === "" ? [] : [data.code]));
        const expected = of.departments.filter((one) => one[side]).map((one) => one.code);
        expect(found.toSorted()).toEqual(expected.toSorted());
      }
    }),
    law,
  );
});

test("a picture counts every changed department, in a row of its own or folded into one", () => {
  let folded = 0;
  fc.assert(
    fc.property(organisation, limits, (of, within) => {
      const company = companyOf(of);
      const counts = markCounts(company);
      const cut = cutOf(company, within);
      expect(shownIn(cut.before, "closed")).toBe(counts.closed);
      expect(shownIn(cut.after, "new")).toBe(counts.new);
      for (const side of ["before", "after"] as const) expect(shownIn(cut[side], "moved")).toBe(counts.moved);
      expect(shownIn(cut.after, "renamed")).toBe(counts.renamed);
      folded += cut.after.filter(({ inside }) => inside.moved > 0).length;
    }),
    { ...law, ...cases(800) },
  );
  expect(folded).toBeGreaterThan(5);
});

test("a picture stays within its limits, except for the top of the trees, which is always there", () => {
  fc.assert(
    fc.property(organisation, limits, (of, within) => {
      const cut = cutOf(companyOf(of), within);
      const isTop = [...cut.before, ...cut.after].every(({ depth }) => depth === 0);
      const size = Math.max(cut.before.length, cut.after.length);
      expect(isTop || (size <= within.rows && cut.ribbons.length <= within.ribbons)).toBe(true);
      expect(size).toBeLessThanOrEqual(Math.max(within.rows, codes.length));
      expect(endsOf(cut)).toEqual([]);
    }),
    law,
  );
});

/** The ends of bands that have no row. */
const endsOf = ({ before, after, ribbons }: Cut): readonly string[] => {
  const keys = { from: new Set(before.map(({ key }) => key)), to: new Set(after.map(({ key }) => key)) };
  return ribbons.flatMap(({ from, to }) => [...(keys.from.has(from) ? [] : [from]), ...(keys.to.has(to) ? [] : [to])]);
};

test("streams have everybody who moves, comes or goes, between no more departments than are shown", () => {
  let gathered = 0;
  fc.assert(
    fc.property(organisation, fc.integer({ min: 2, max: 20 }), (of, limit) => {
      const { streams, inside } = streamsOf(companyOf(of), limit);
      const people = (list: readonly { readonly people: number }[]) => list.reduce((sum, one) => sum + one.people, 0);
      expect(people(streams) + inside).toBe(people(of.flows));
      expect(people(streams.filter(({ from }) => from === null))).toBe(
        people(of.flows.filter(({ from }) => from === null)),
      );
      expect(people(streams.filter(({ to }) => to === null))).toBe(people(of.flows.filter(({ to }) => to === null)));
      for (const side of ["from", "to"] as const)
        expect(new Set(streams.map((stream) => stream[side])).size).toBeLessThanOrEqual(limit + 1);
      gathered += streams.filter(({ from }) => from === otherDepartments).length;
    }),
    law,
  );
  expect(gathered).toBeGreaterThan(runs(100));
});
