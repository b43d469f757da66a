/** Tests in Chromium how a plan is decided: looked at, passed on, overtaken, rejected, released, and followed to its end. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { problemsOf } from "../support/processes/browser.ts";
import { type ConsoleSite, openConsoleSite } from "./console-site.ts";

let at: ConsoleSite;
let ann: Page;
let bob: Page;
let first: string;
const complaints: string[] = [];

beforeAll(async () => {
  at = await openConsoleSite();
  first = await at.ended("blocked");
  [ann, bob] = [await at.visit("ann"), await at.visit("bob", { locale: "zh-TW" })];
  for (const page of [ann, bob]) page.on("console", (message) => complaints.push(message.text()));
});
afterAll(async () => {
  await at.close();
});

const decisionOf = (fingerprint: string) => `${at.url}/decide/${fingerprint.slice(0, 12)}`;

/** HR says that these people have left, too; returns the fingerprint of the next plan. */
const planWithout = async (...numbers: readonly string[]): Promise<string> => {
  const before = (await at.store.runs.list(1))[0]?.id;
  const rows = String(at.site.files["employees.csv"]).split("\n");
  const leaving = rows.map((row) =>
    numbers.some((number) => row.startsWith(number)) ? row.replace("在職", "離職") : row,
  );
  await at.site.write({ "employees.csv": leaving.join("\n") });
  const otto = await at.visit("otto");
  await otto.getByRole("button", { name: "Start a run" }).click();
  await otto.context().close();
  await expect.poll(async () => (await at.store.runs.lastEnded())?.id).not.toBe(before);
  return (await at.store.runs.lastEnded())?.fingerprint ?? "";
};

it("shows a viewer what would happen in one sentence, and nothing to decide with", async () => {
  const vera = await at.visit("vera");
  await vera.getByRole("link", { name: "Look and decide" }).click();
  expect(await vera.getByRole("heading", { level: 1 }).innerText()).toMatch(
    /^Employees · deactivate: 2 of \d+ \(2 %\)/,
  );
  expect(await vera.getByRole("button", { name: /Reject|Release/ }).count()).toBe(0);
  expect(await vera.getByText("Only an approver can decide").isVisible()).toBe(true);
  const status = await vera.evaluate(
    async (path) => {
      const token = document.querySelector<HTMLInputElement>('input[name="token"]')?.value ?? "";
      return (await fetch(path, { method: "POST", body: new URLSearchParams({ token, reason: "x", typed: "2" }) }))
        .status;
    },
    `${decisionOf(first)}/release`,
  );
  expect(status).toBe(403);
});

it("passes the plan on to somebody else, who sees who asks", async () => {
  await ann.goto(decisionOf(first));
  await ann.getByText("Ask somebody else").click();
  await ann.getByLabel("Whom").selectOption("bob");
  await ann.getByRole("button", { name: "Ask" }).click();
  expect(await ann.getByRole("status").innerText()).toBe("bob was asked.");
  await bob.goto(at.url);
  expect(await bob.getByText("ann 請您決定。").isVisible()).toBe(true);
});

it("shows what is different instead of the buttons once a later run has made another plan", async () => {
  const next = await planWithout("000040", "000041", "000042");
  await ann.goto(decisionOf(first));
  expect(await ann.getByText("This is no longer the plan").isVisible()).toBe(true);
  expect(await ann.getByRole("button", { name: /Reject|Release/ }).count()).toBe(0);
  await ann.getByRole("link", { name: "The present plan" }).click();
  expect(ann.url()).toBe(decisionOf(next));
});

it("rejects with the keyboard alone, and then nothing waits", async () => {
  await ann.locator("#why-not").focus();
  await ann.keyboard.type("HR has sent the wrong file");
  await ann.keyboard.press("Tab");
  await ann.keyboard.press("Enter");
  await expect.poll(() => ann.getByText("This plan was rejected.").isVisible()).toBe(true);
  const [entry] = await at.store.audit.list({ events: ["rejected"], limit: 1, newest: true });
  expect(entry).toMatchObject({ by: { kind: "person", name: "ann" }, reason: "HR has sent the wrong file" });
  await ann.goto(at.url);
  expect(await ann.getByText("Look and decide").count()).toBe(0);
});

it("releases only with the number typed, and follows the run to its end", async () => {
  const plan = await planWithout("000040");
  await bob.goto(decisionOf(plan));
  await bob.getByText("僅此一次放行").click();
  await bob.locator("#why").fill("人資已確認");
  await bob.locator("#typed").evaluate((field: HTMLInputElement) => field.removeAttribute("pattern"));
  await bob.locator("#typed").fill("2");
  await bob.getByRole("button", { name: "放行" }).click();
  expect(await bob.getByRole("heading", { level: 1 }).innerText()).toBe("無法執行");
  await bob.goto(decisionOf(plan));
  await bob.getByText("僅此一次放行").click();
  await bob.locator("#why").fill("人資已確認");
  await bob.locator("#typed").fill("3");
  await bob.getByRole("button", { name: "放行" }).click();
  await expect.poll(() => bob.locator(".tag").allInnerTexts()).toContain("成功");
  const [run] = await at.store.runs.list(1);
  expect(run).toMatchObject({ status: "succeeded", release: { by: "bob", reason: "人資已確認" } });
});

it("plans the way back of a run, and applies only one person, for an operator", async () => {
  const [released] = await at.store.runs.list(1);
  const otto = await at.visit("otto");
  await otto.goto(`${at.url}/run/${released?.id}`);
  await otto.getByRole("button", { name: "Plan the undo" }).click();
  await expect.poll(() => otto.url()).not.toContain(released?.id);
  const [undo] = await at.store.runs.list(1);
  expect(undo).toMatchObject({ undoes: released?.id, applied: 0, askedBy: "otto" });
  await otto.goto(`${at.url}/people/employee/yiling.lee`);
  expect(await otto.locator("main").innerText()).toContain("released by bob");
  await otto.getByRole("button", { name: "Apply only this" }).click();
  const newest = async () => {
    const [run] = await at.store.runs.list(1);
    return [run?.askedBy, run?.status, run?.planned];
  };
  await expect.poll(newest).toEqual(["otto", "succeeded", 0]);
});

it("takes no click away when a run begins or ends, and cancels the run that goes on, with the keyboard", async () => {
  const rows = String(at.site.files["employees.csv"]).split("\n");
  // Something to write, within the limits.
  const changed = rows.map((row) => (row.startsWith("000044") ? row.replace(/@/, ".x@") : row));
  await at.site.write({ "employees.csv": changed.join("\n") });
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  at.site.proxy.watch(async ({ moment }) => (moment === "asked" ? held : undefined));
  const otto = await at.visit("otto");
  await otto.evaluate(() => Object.assign(window, { isSame: true }));
  await otto.getByRole("button", { name: "Start a run" }).click();
  const cancel = otto.getByRole("button", { name: "Cancel the run" });
  await cancel.waitFor();
  const watching = await at.visit("otto");
  await watching.evaluate(() => Object.assign(window, { isSame: true }));
  await watching.getByRole("button", { name: "Cancel the run" }).focus();
  await cancel.focus();
  await otto.keyboard.press("Enter");
  await otto.getByText("The run ends after the calls that are on their way.").waitFor();
  go();
  const newest = async () => (await at.store.runs.list(1))[0]?.status;
  await expect.poll(newest).toBe("cancelled");
  at.site.proxy.watch(() => undefined);
  // Whoever is on a button keeps it, and the page changes as soon as he or she leaves it, without being loaded again.
  expect(await watching.getByRole("button", { name: "Cancel the run" }).count()).toBe(1);
  await watching.evaluate(() => (document.activeElement as HTMLElement).blur());
  await watching.getByRole("button", { name: "Start a run" }).waitFor();
  expect(await watching.evaluate(() => "isSame" in window)).toBe(true);
});

it("has no complaint of the browser or of axe on any page, in light, dark and on a phone", async () => {
  const [run] = await at.store.runs.list(1);
  const paths = [
    "/",
    "/run",
    `/run/${run?.id}`,
    `/decide/${first.slice(0, 12)}`,
    "/people?q=A",
    "/questions",
    "/source",
    "/site",
    "/settings",
  ];
  for (const options of [
    { colorScheme: "light" },
    { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  ] as const) {
    const page = await at.visit("ann", { ...options, bypassCSP: true });
    const found: unknown[] = [];
    for (const path of paths) {
      await page.goto(`${at.url}${path}`);
      const problems = await problemsOf(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      if (problems.length > 0 || wide) found.push({ path, problems, wide });
    }
    expect({ options, found }).toEqual({ options, found: [] });
    await page.context().close();
  }
  expect(complaints.filter((text) => !text.includes("status of 40"))).toEqual([]);
});
