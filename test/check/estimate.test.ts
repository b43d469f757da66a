/** `musterd check --estimate`: the calls that it names are those that a run makes; times grow with calls and latency. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Estimate, estimateOf } from "../../src/check/estimate.ts";
import type { TargetLists } from "../../src/model/directory/snapshot.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { type ConfiguredApp, openConfigured } from "../support/processes/configured-app.ts";

const nothing: TargetLists = { levels: [], titles: [], functions: [], departments: [], employees: [] };
const timed = { startMs: 500, sourceMs: 100, listsMs: 50, burstMs: 2 };
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ account: `a${at}`, name: `A ${at}`, active: true, posts: [] }));

describe("an estimate", () => {
  it("of twice the people has about twice the calls, and of twice the latency more seconds", () => {
    const one = estimateOf({ employees: people(1000) }, nothing, timed);
    const two = estimateOf({ employees: people(2000) }, nothing, timed);
    const slow = estimateOf({ employees: people(1000) }, nothing, { ...timed, burstMs: 4 });
    expect(two.import.calls / one.import.calls).toBeCloseTo(2, 0);
    expect(slow.import.seconds).toBeGreaterThan(one.import.seconds * 1.2);
    expect(slow.night.calls).toBe(one.night.calls);
  });

  it("reads everybody back on a site that does more than it is asked to", () => {
    const usual = estimateOf({ employees: people(1000) }, nothing, timed);
    const odd = estimateOf({ employees: people(1000) }, nothing, timed, { looksAtAll: true });
    expect(odd.import.calls - usual.import.calls).toBeGreaterThan(850);
  });

  it("reads a thirtieth of the details each night where readings are incremental", () => {
    const night = (count: number, reading?: "full") =>
      estimateOf({ employees: people(count) }, nothing, timed, { looksAtAll: false, isKnown: true, reading }).night
        .calls;
    expect([night(2000), night(3000), night(3000, "full")]).toEqual([2005, 105, 3005]);
    // Before a run has ended well, nobody knows what need not be read.
    expect(estimateOf({ employees: people(3000) }, nothing, timed).night.calls).toBe(3005);
  });

  it("of a company that the service has already names no import beyond the readings", () => {
    const employees = people(100);
    const lists = { ...nothing, employees } as unknown as TargetLists;
    const { import: loaded, night } = estimateOf({ employees }, lists, timed);
    expect(loaded.calls).toBeLessThan(night.calls + 20);
  });
});

describe.each([100, 400])("the estimate of a sample company of %i people", (count) => {
  let app: ConfiguredApp;
  let before: Estimate;
  let after: Estimate;
  let [imported, planned] = [0, 0];

  beforeAll(async () => {
    const { files } = sampleCompany({ people: count, today: "2026-11-21" });
    app = await openConfigured("sample-company.yaml", { replaced: { "./hr": "." }, files });
    const calls = async (use: () => Promise<unknown>): Promise<number> => {
      const start = (await app.fixture.calls()).length;
      await use();
      return (await app.fixture.calls()).length - start;
    };
    before = await app.app.estimate();
    imported = await calls(() => app.run());
    after = await app.app.estimate();
    planned = await calls(() => app.app.plan([]));
  });
  afterAll(() => app.close());

  it("names the calls of a night exactly, and those of an import within a twentieth", () => {
    expect(after.night.calls).toBe(planned);
    expect(before.import.calls / imported).toBeGreaterThan(0.95);
    expect(before.import.calls / imported).toBeLessThan(1.05);
  });
});
