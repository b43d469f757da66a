/** Tests what the pages show and to whom: names with markup, nothing personal, reading without scripts, questions, two persons. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ConsoleSite, openConsoleSite } from "./console-site.ts";

let at: ConsoleSite;
let plan: string;
let paths: readonly string[];

const markup = `<script>window.hit=1</script><img src=x onerror="window.hit=1">'"`;
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
}, 240_000);
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

it("runs nothing and draws nothing that stands in a name", async () => {
  const ann = await at.visit("ann");
  const seen: string[] = [];
  for (const path of paths.filter((one) => !one.endsWith(".csv"))) {
    await ann.goto(`${at.url}${path}`);
    await ann.waitForTimeout(path.endsWith("report") ? 300 : 0);
    const hit = await ann.evaluate(() => "hit" in window);
    const drawn = await ann.locator('img[src="x"]').count();
    if (hit || drawn > 0) seen.push(path);
  }
  expect(seen).toEqual([]);
  await ann.goto(`${at.url}/decide/${plan}`);
  expect(await ann.getByText("<script>window.hit=1</script>").count()).toBeGreaterThan(0);
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
    .poll(() => ann.getByText("Kept: 1. The next run follows what was said.").isVisible(), { timeout: 20_000 })
    .toBe(true);
  expect(await at.store.decisions.read()).toMatchObject([{ kind: "employee", same: true }]);
});

it("lets nobody release what he or she has asked for, where four eyes are wanted", async () => {
  await at.store.users.add({ name: "both", roles: ["operator", "approver"] }, "correct horse battery staple");
  const before = (await at.store.runs.list(1))[0]?.id;
  const today = await at.visit("both" as "ann");
  await today.getByRole("button", { name: "Start a run" }).click();
  await today.getByText("A run was asked for.").waitFor();
  const newest = async () => {
    const run = await at.store.runs.lastEnded();
    return run?.id === before ? "the first run" : run?.status;
  };
  await expect.poll(newest, { timeout: 30_000 }).toBe("blocked");
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
  expect(await at.store.verdicts.list(5)).toEqual([]);
});
