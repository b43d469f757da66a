/** Which run `musterd undo last` takes back: the last one that has written, also if it was stopped before it could look at what it wrote. */
import { expect, it } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { undoableRun } from "../../../src/cli/plans/find-run.ts";
import type { RunSummary } from "../../../src/model/runs/run.ts";

const nothing = { status: "succeeded", applied: 0, unconfirmed: 0, failed: 0, notTried: 0 } as const;

/** The runs, newest first. */
const last = (...runs: readonly Partial<RunSummary>[]) => {
  const list = runs.map((run, at) => ({ ...nothing, id: `run-${at}`, ...run }));
  return undoableRun({ store: { runs: { list: async () => list } } } as unknown as App, "last");
};

it.each<[string, Partial<RunSummary>]>([
  ["that was stopped after its writes", { status: "cancelled", unconfirmed: 1_407, notTried: 2_616 }],
  ["whose process has died, whatever it has noted", { status: "interrupted", notTried: 823 }],
  ["of which some changes have failed", { status: "partial", applied: 3, failed: 2 }],
])("the last run is one %s, and not an earlier one", async (_, run) => {
  expect(await last({ status: "planned" }, run, { applied: 5 })).toBe("run-1");
});

it("a run that has written nothing is not taken back", async () => {
  const idle = [nothing, { status: "planned" }, { status: "blocked" }, { status: "cancelled", notTried: 9 }] as const;
  const died = { status: "interrupted" } as const;
  expect(await last(...idle, died, { applied: 5 })).toBe("run-5");
  await expect(last(...idle)).rejects.toMatchObject({ code: "nothing-to-undo" });
});
