/** Tests that the search of the console finds people by their employee number, and always has a way to look at both sides. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;

beforeAll(async () => {
  at = await serveForTest();
  const { runs, plans } = at.app.store;
  const run = await runs.begin("schedule", "running");
  const created = change({ action: "create", key: "amy", label: "Amy", fields: [{ field: "number", after: "00417" }] });
  const other = change({ key: "b4", label: "Bob at desk 00418", fields: [{ field: "name", before: "x", after: "y" }] });
  await plans.keepToApply(run, planWith({ changes: [created, other] }));
  await plans.conclude(run, [{ changeId: created.id, result: "applied" }], []);
  await runs.end(run, { status: "succeeded", refresh: "done" });
});
afterAll(() => at.close());

const search = async (wanted: string) => (await at.get(`/people?q=${encodeURIComponent(wanted)}`)).body;

it("finds somebody by the employee number", async () => {
  expect(await search("00417")).toContain('href="/people/employee/amy"');
  expect(await search("00499")).not.toContain("/people/employee/");
});

it("lets one look at both sides, also where it finds others", async () => {
  for (const wanted of ["00418", "00499"]) expect(await search(wanted)).toContain(`name="word" value="${wanted}"`);
});
