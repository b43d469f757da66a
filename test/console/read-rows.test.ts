/** Tests that pages read little of the store, however large plans are and however many runs there were: by counts, not by a clock. */
import { subscribe } from "node:diagnostics_channel";
import { StatementSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Change, Plan } from "../../src/model/plan/plan.ts";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;
let nights: string[];
const large = "f".repeat(64);

const peopleOf = (count: number, set: Partial<Change>): Change[] =>
  Array.from({ length: count }, (_, n) => change({ key: `person.${n}`, label: `Person ${n}`, ...set }));

const planOf = (changes: readonly Change[], fingerprint: string, set: Partial<Plan> = {}): Plan => {
  const employee = Object.fromEntries(changes.map(({ key, label }) => [key, label]));
  return planWith({
    changes,
    fingerprint,
    names: { level: {}, title: {}, function: {}, department: {}, employee },
    ...set,
  });
};

const keep = async (plan: Plan, status: "succeeded" | "blocked"): Promise<string> => {
  const { runs, plans } = at.app.store;
  const id = await runs.begin("schedule", "running");
  await (status === "blocked" ? plans.keep(id, plan) : plans.keepToApply(id, plan));
  if (status === "succeeded") await plans.closeRest(id, { result: "applied" });
  await runs.end(id, { status, refresh: "done" });
  return id;
};

beforeAll(async () => {
  at = await serveForTest();
  nights = [
    await keep(planOf(peopleOf(1_500, { action: "create", reason: "missing-in-target" }), "0".repeat(64)), "succeeded"),
  ];
  for (let night = 1; night <= 60; night += 1)
    nights.push(await keep(planOf(peopleOf(3, {}), String(night).padStart(64, "0")), "succeeded"));
  const breach = {
    code: "cap-exceeded",
    kind: "employee",
    action: "deactivate",
    count: 1_000,
    limit: 10,
    base: 1_500,
  } as const;
  const gone = peopleOf(1_000, { action: "deactivate", reason: "missing-in-source", step: 10 });
  nights.push(await keep(planOf(gone, large, { breaches: [breach] }), "blocked"));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await at.close();
});

let processes = 0;
subscribe("child_process", () => void (processes += 1));

/** Rows that the store gives while a page is made. */
const rowsFor = async (path: string, name: string) => {
  let rows = 0;
  const { value: all } = Object.getOwnPropertyDescriptor(StatementSync.prototype, "all") as {
    value: StatementSync["all"];
  };
  const spy = vi.spyOn(StatementSync.prototype, "all").mockImplementation(function (this: StatementSync, ...given) {
    const found = all.apply(this, given);
    rows += found.length;
    return found;
  });
  const { statusCode, body } = await at.get(path, name);
  spy.mockRestore();
  return { path, statusCode, rows, body };
};

it("reads a large plan in another process, once, and shows a page that loads itself again meanwhile", async () => {
  const report = vi.spyOn(at.app.store.plans, "read");
  const before = processes;
  const path = `/decide/${large.slice(0, 12)}`;
  const first = await at.get(path);
  expect(first.body).toContain('<meta http-equiv="refresh" content="1">');
  await expect
    .poll(async () => (await at.get(path)).body, { timeout: 240_000, interval: 200 })
    .toContain("Reject and tell HR");
  expect((await at.get(path)).body).toMatch(/Employees · deactivate: 1,000 of 1,500/);
  await expect
    .poll(async () => (await at.get(`${path}/report`)).body, { timeout: 240_000, interval: 200 })
    .toContain('id="data"');
  expect(report).not.toHaveBeenCalled();
  expect(processes - before).toBe(1);
});

it("reads at most 150 rows for a page, and no change of a large plan", async () => {
  const pages: readonly (readonly [path: string, name: string])[] = [
    ["/", "ann"],
    ["/run", "ann"],
    [`/run?before=${nights[20]}`, "ann"],
    [`/run/${nights[0]}`, "aude"],
    [`/run/${nights[61]}`, "aude"],
    [`/decide/${large.slice(0, 12)}`, "ann"],
    [`/decide/${large.slice(0, 12)}/report`, "ann"],
    ["/people?q=person", "ann"],
    ["/people/employee/person.1", "ann"],
    ["/questions", "ann"],
    ["/source", "ann"],
    ["/site", "ann"],
  ];
  const read = vi.spyOn(at.app.store.plans, "read");
  const found = [];
  for (const [path, name] of pages) found.push(await rowsFor(path, name));
  expect(
    found
      .filter(({ statusCode, rows }) => statusCode !== 200 || rows > 150)
      .map(({ path, rows, statusCode }) => [path, statusCode, rows]),
  ).toEqual([]);
  expect(read).not.toHaveBeenCalled();
});

it("shows the last changes of a person, and says that there are earlier ones", async () => {
  const { body } = await at.get("/people/employee/person.1");
  expect(body.match(/<th scope="row">/g)).toHaveLength(50);
  expect(body).toContain("These are the last 50 changes. musterd history lists earlier ones.");
  expect(body).toContain("Times are those of Asia/Taipei.");
  expect((await at.get("/people/employee/person.1000")).body).not.toContain("These are the last");
});

it("lists older runs page by page, and finds them by outcome and by who asked", async () => {
  const idsOf = (body: string) => [...body.matchAll(/href="\/run\/([^"]+)"/g)].map(([, id]) => id);
  const { body } = await at.get("/run");
  const older = /href="(\/run\?before=[^"]+)"/.exec(body)?.[1] ?? "";
  const all = [...idsOf(body), ...idsOf((await at.get(older)).body)];
  expect(all).toEqual([...nights].reverse());
  expect(idsOf((await at.get("/run?status=blocked")).body)).toEqual([nights[61]]);
  expect(idsOf((await at.get("/run?who=nobody")).body)).toEqual([]);
});

it("finds everybody that a plan of any age has named, by a part of the name or the key", async () => {
  expect((await at.get("/people?q=PERSON.1499")).body).toContain('href="/people/employee/person.1499"');
  expect((await at.get("/people?q=Person%2014_9")).body).not.toContain("/people/employee/");
});
