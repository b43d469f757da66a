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
  const dots = change({ kind: "department", key: "..", label: "Two Dots" });
  await plans.keepToApply(run, planWith({ changes: [created, other, dots] }));
  const many = Array.from({ length: 51 }, (_, at) => change({ key: `lee.${at}`, label: `Lee ${at}` }));
  const later = await runs.begin("schedule", "running");
  await plans.keepToApply(later, planWith({ changes: many, fingerprint: "cd".repeat(32) }));
  await runs.end(later, { status: "succeeded", refresh: "done" });
  const applied = [created, dots].map(({ id }) => ({ changeId: id, result: "applied" as const }));
  await plans.conclude(run, applied, []);
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

it("leads to a department whose code is two dots, which a browser takes for the folder above in any path", async () => {
  const [, href = ""] = /<a href="([^"]*)"><bdi>Two Dots/.exec(await search("two dots")) ?? [];
  const asked = ({ pathname, search: query }: URL) => `${pathname}${query}`;
  const { body } = await at.get(asked(new URL(href, "http://127.0.0.1")), "otto");
  expect(body).toContain("<h1><bdi>Two Dots</bdi></h1>");
  const [, action = ""] = /action="([^"]*apply[^"]*)"/.exec(body) ?? [];
  const { statusCode, headers } = await at.post(asked(new URL(action, "http://127.0.0.1")), {}, "otto");
  expect([statusCode, headers["location"]]).toEqual([303, "/?done=started"]);
  expect(await at.app.store.requests.next()).toMatchObject({ only: ["department/.."] });
});

it("says so where there are more than it shows", async () => {
  const links = (body: string) => [...body.matchAll(/href="\/people\/employee\/lee/g)].length;
  const all = await search("lee.");
  expect([links(all), all.includes("These are the first 50.")]).toEqual([50, true]);
  const few = await search("lee.5");
  expect([links(few), few.includes("These are the first")]).toEqual([2, false]);
});
