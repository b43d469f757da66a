/**
 * Tests what the pages show and to whom: names with markup from HR and from the service, nothing personal, reading without scripts,
 * questions, two persons.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { change, planWith } from "../report/report-builder.ts";
import { type ConsoleSite, openConsoleSite, password } from "./console-site.ts";

let at: ConsoleSite;
let plan: string;
let paths: readonly string[];

const markup = `<script>window.hit=1</script><img src=x onerror="window.hit=1">'"`;
/** Names that somebody has entered by hand in the service. */
const sly = {
  person: `<script>window.hit=1</script>`,
  department: `"><img src=x onerror="window.hit=1">`,
  title: `</script></title></textarea><svg onload="window.hit=1">`,
  function: `' autofocus onfocus='window.hit=1`,
  category: `{{window.hit=1}}<img src=x onerror=window.hit=1>`,
  level: `<a href="javascript:window.hit=1">`,
};
const enteredByHand = ({ levels, titles, functions, departments, employees }: Organisation): Organisation => ({
  levels: levels.map((one) => ({ ...one, name: `${one.name}${sly.level}` })),
  titles: titles.map((one) => ({ ...one, title: `${one.title}${sly.title}` })),
  functions: functions.map((one) => ({
    ...one,
    jobFunc: `${one.jobFunc}${sly.function}`,
    categoryName: `${one.categoryName}${sly.category}`,
  })),
  departments: departments.map((one) => ({ ...one, name: `${one.name}${sly.department}` })),
  employees: employees.map((one) => ({ ...one, name: `${one.name}${sly.person}` })),
});

const rowsOf = (file: string | Buffer | undefined) => String(file).split("\n");

beforeAll(async () => {
  at = await openConsoleSite(
    { guard: { caps: { employee: { deactivate: { count: 0, percent: 0 } } } }, release: { fourEyes: true } },
    async (site) => {
      const [header = "", ...rows] = rowsOf(site.files["employees.csv"]);
      const changed = rows.map((row) => {
        const cells = row.split(",");
        // A name with markup of a person who is new, and somebody who comes back under another number and account.
        if (row.startsWith("000102")) cells[2] = `"${markup.replaceAll('"', '""')}"`;
        if (row.startsWith("000050")) [cells[0], cells[1]] = ["900050", "another.one"];
        return cells.join(",");
      });
      await site.write({ "employees.csv": [header, ...changed].join("\n") });
      await site.fixture.load(enteredByHand(site.before));
    },
  );
  plan = (await at.ended("blocked")).slice(0, 12);
  const [run] = await at.store.runs.list(1);
  paths = [
    "/",
    "/run",
    `/run/${run?.id}`,
    `/run/${run?.id}/report`,
    `/decide/${plan}`,
    `/decide/${plan}/report`,
    "/people?q=e",
    "/people?q=%3Cscript%3E",
    "/people/employee/wanfen.hsieh",
    "/questions",
    "/source",
    "/source/rejected.csv",
    "/site",
    "/settings",
  ];
});
afterAll(() => at.close());

const textsFor = async (page: Page): Promise<readonly { readonly path: string; readonly body: string }[]> => {
  const found: { readonly path: string; readonly body: string }[] = [];
  for (const path of paths) {
    const answer = await page.request.get(`${at.url}${path}`);
    expect({ path, status: answer.status() }).toEqual({ path, status: 200 });
    found.push({ path, body: await answer.text() });
  }
  return found;
};

it("shows a viewer no ID number, birth date or phone of anybody, byte by byte", async () => {
  const vera = await at.visit("vera");
  const [, ...rows] = rowsOf(at.site.files["employees.csv"]);
  const personal = rows.flatMap((row) => row.match(/[A-Z][12]\d{8}|0\d{2}\/\d{2}\/\d{2}|09\d{2}-\d{3}-\d{3}/g) ?? []);
  expect(personal.length).toBeGreaterThan(250);
  const texts = await textsFor(vera);
  const shown = texts.flatMap(({ path, body }) =>
    personal.filter((value) => body.includes(value)).map((value) => [path, value]),
  );
  expect(shown).toEqual([]);
});

/** A run that has put one name in the place of what stood in the service. */
const pastRun = async (): Promise<string> => {
  const { runs, plans } = at.store;
  const fields = [{ field: "name", before: `李怡玲${sly.person}`, after: "李怡玲" }];
  const renamed = change({ key: "yiling.lee", label: "李怡玲", fields });
  const only = { subjects: [], leftOut: 0, leftOutEntries: 0 };
  const id = await runs.begin("command", "running");
  await plans.keepToApply(id, planWith({ changes: [renamed], only, fingerprint: "c".repeat(64) }));
  await plans.conclude(id, [{ changeId: renamed.id, result: "applied" }], []);
  await runs.end(id, { status: "succeeded", refresh: "done" });
  return id;
};

/** What the markup of a name has made of a page. */
const madeBySomebody = (page: Page) =>
  page.evaluate(() => [
    ...("hit" in window ? ["a script has run"] : []),
    ...[...document.querySelectorAll("*")].flatMap(({ attributes, localName }) =>
      [...attributes].flatMap(({ name, value }) =>
        name.startsWith("on") || /^\s*javascript:/i.test(value) || value === "x" ? [`${localName} ${name}`] : [],
      ),
    ),
    ...[...document.scripts].flatMap(({ text }) => (text.startsWith("window.hit") ? ["a script"] : [])),
  ]);

it("runs nothing and draws nothing that stands in a name, whether of HR or of the service", async () => {
  await at.store.users.add({ name: "zoe", roles: ["approver", "operator", "auditor"] }, password);
  const zoe = await at.visit("zoe" as "ann", { locale: "zh-TW" });
  const past = await pastRun();
  const { person, department, title, function: duty, category } = sly;
  const pages: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(paths.filter((one) => !one.endsWith(".csv")).map((path) => [path, []])),
    [`/run/${past}`]: [],
    [`/run/${past}/report`]: [person],
    [`/decide/${plan}`]: [markup, person, department, title, duty, category],
    [`/decide/${plan}/report`]: [markup, person, department, title, duty, category],
    "/people?q=e": [markup, department],
    "/people/department/B130": [department],
    "/people/employee/yiling.lee": [person],
    "/questions": [person],
    "/audit": [],
  };
  const wrong: unknown[] = [];
  const judge = async (path: string, names: readonly string[]): Promise<void> => {
    const text = await zoe.evaluate(() => document.documentElement.textContent);
    const missing = names.filter((name) => !text.includes(name));
    // An English name of the service in a page of another language.
    const english = text.includes("(company ") ? ["(company"] : [];
    const made = await madeBySomebody(zoe);
    if (made.length + missing.length + english.length > 0) wrong.push({ path, made, missing, english });
  };
  for (const [path, names] of Object.entries(pages)) {
    await zoe.goto(`${at.url}${path}`);
    await zoe.waitForTimeout(path.endsWith("report") ? 300 : 0);
    await judge(path, names);
  }
  for (const path of ["/people/employee/yiling.lee", "/people/department/B130"]) {
    await zoe.goto(`${at.url}${path}`);
    await zoe.locator('form[action="/people/look"] button').click();
    await judge(`${path}, explained`, path.includes("employee") ? [person] : [department]);
  }
  expect(wrong).toEqual([]);
});

it("can be read and decided without scripts", async () => {
  const bob = await at.visit("bob", { javaScriptEnabled: false });
  for (const path of paths.filter((one) => !one.endsWith(".csv"))) {
    await bob.goto(`${at.url}${path}`);
    expect((await bob.locator("h1").first().innerText()).length).toBeGreaterThan(0);
  }
  await bob.goto(`${at.url}/decide/${plan}`);
  await bob.getByText("Ask somebody else").click();
  await bob.getByRole("button", { name: "Ask" }).click();
  expect(await bob.getByText("was asked.").isVisible()).toBe(true);
});

it("explains a person from the cell to the change, and finds departments by their name", async () => {
  const ann = await at.visit("ann");
  await ann.goto(`${at.url}/people`);
  await ann.getByRole("searchbox").fill("wanfen");
  await ann.keyboard.press("Enter");
  await ann.getByRole("link", { name: "window.hit" }).click();
  await ann.getByRole("button", { name: "Look now" }).click();
  expect(await ann.locator("main").innerText()).toMatch(/employees\.csv:\d+/);
  expect(await ann.locator("main").innerText()).toContain("One change is planned");
});

it("keeps the answer to a question, given with a key", async () => {
  const ann = await at.visit("ann");
  await ann.goto(`${at.url}/questions`);
  await ann.keyboard.press("j");
  await ann.keyboard.press("s");
  await expect
    .poll(() => ann.getByText("Kept: 1. The next run uses these answers.").isVisible(), { timeout: 20_000 })
    .toBe(true);
  expect(await at.store.decisions.read()).toMatchObject([{ kind: "employee", same: true }]);
});

it("lets nobody release what he or she has asked for, where four eyes are wanted", async () => {
  await at.store.users.add({ name: "both", roles: ["operator", "approver"] }, password);
  const before = (await at.store.runs.list(1))[0]?.id;
  const today = await at.visit("both" as "ann");
  await today.getByRole("button", { name: "Start a run" }).click();
  await today.getByText("A run was asked for.").waitFor();
  const newest = async () => {
    const run = await at.store.runs.lastEnded();
    return run?.id === before ? "the first run" : run?.status;
  };
  await expect.poll(newest).toBe("blocked");
  const next = (await at.store.runs.lastEnded())?.fingerprint?.slice(0, 12) ?? "";
  // The first page loads itself again when the run ends, which would end another visit from it.
  const both = await today.context().newPage();
  await both.goto(`${at.url}/decide/${next}`);
  expect(await both.locator("main").innerText()).toContain("Release this once");
  await both.getByText("Release this once").click();
  expect(await both.getByText("somebody else must release it").isVisible()).toBe(true);
  const token = await both.locator('main input[name="token"]').first().inputValue();
  const form = { token, reason: "I am sure", typed: "3" };
  const answer = await both.request.post(`${at.url}/decide/${next}/release`, {
    form,
    headers: { origin: at.url },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(409);
  expect(await at.store.audit.list({ events: ["released", "rejected"], limit: 5 })).toEqual([]);
});
