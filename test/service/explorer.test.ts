/** The API explorer in a real browser, and what the service returns to a plain client without a key. */
import { globSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../../src/contract/open-api/open-api.ts";
import { launchBrowser, problemsOf } from "../support/processes/browser.ts";
import { startTestService } from "./running-service.ts";

let service: Awaited<ReturnType<typeof startTestService>>;
let browser: Browser;

beforeAll(async () => {
  service = await startTestService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

describe("the descriptions", () => {
  it.each([
    ["/openapi/openapi.json", "system"],
    ["/oauth/openapi.json", "user"],
  ] as const)("are served at %s without a key", async (path, group) => {
    const answer = await service.raw("GET", path);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.json).toEqual(JSON.parse(JSON.stringify(openApiDocument(group))));
  });
});

describe("the list of operations", () => {
  const open = async (locale: string, viewport = { width: 1280, height: 800 }) => {
    const page = await browser.newPage({ locale, viewport });
    await page.goto(service.url);
    return page;
  };
  it("has Chinese headings in Chinese, and English ones in English", async () => {
    for (const [locale, form] of [
      ["zh-TW", /^\p{Script=Han}+ · [A-Z][a-z ]+（\p{Script=Han}+）$/u],
      ["en", /^[A-Z][a-z ]+ \([A-Z][A-Za-z -]+\)$/],
    ] as const) {
      const page = await open(locale);
      const headings = await page.locator("h2").allTextContents();
      expect(headings.filter((heading) => !form.test(heading))).toEqual([]);
      await page.close();
    }
  });
  const all = (["system", "user"] as const).flatMap((group) =>
    Object.entries(openApiDocument(group).paths).flatMap(([path, ofPath]) =>
      Object.values(ofPath).map((operation) => ({ path, operation })),
    ),
  );

  it("finds every operation by its id, its name, its path, and its words in both languages", async () => {
    const page = await open("en");
    const find = async (text: string) => {
      await page.getByRole("searchbox").fill(text);
      return page.locator("li:not([hidden]) b").allTextContents();
    };
    const searches = all.flatMap(({ path, operation }) => {
      const id = operation["x-id"];
      const texts = [id, operation.operationId, path, operation.summary, operation["x-summary-zh-tw"]];
      return texts.map((text) => ({ id, text }));
    });
    // Typing each of them would take a minute.
    const missed = await page.evaluate(`${JSON.stringify(searches)}.filter(({ id, text }) => {
      const find = document.querySelector("input[type=search]");
      find.value = text;
      find.dispatchEvent(new Event("input"));
      return ![...document.querySelectorAll("li:not([hidden]) b")].some((shown) => shown.textContent === id);
    })`);
    expect(missed).toEqual([]);
    expect(await find("")).toHaveLength(115);
    expect(await find("Ｅ１２ createemployee")).toEqual(["E12"]);
    expect(await find("no such operation")).toEqual([]);
    expect(await page.getByRole("status").textContent()).toBe("0");
    await page.close();
  });

  it.each(["en", "zh-TW"])("has an operation on the first screen of a phone, and no barrier (%s)", async (locale) => {
    const page = await open(locale, { width: 390, height: 844 });
    const box = await page.locator("li a").first().boundingBox();
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844);
    expect(await page.locator("html").getAttribute("lang")).toBe(locale);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(await problemsOf(page)).toEqual([]);
    await page.close();
  });

  it("is complete without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(service.url);
    expect(await page.locator("li a").count()).toBe(115);
    await context.close();
  });
});

describe("the list of the sandbox", () => {
  it("names every address of the sandbox, and no other", async () => {
    const listed = (await service.raw("GET", "/sandbox")).json as Record<string, string>;
    const sources = globSync("src/service/**/*.ts")
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const routes = [...sources.matchAll(/["`](\/sandbox[^"`]*)["`]/g)].map(
      ([, path = ""]) => path.split("/:")[0] ?? "",
    );
    const places = Object.keys(listed).map((line) => (line.split(" ")[1] ?? "").replace(/\/[A-Z].*$/, ""));
    expect(new Set(routes)).toEqual(new Set(places));
    for (const line of Object.keys(listed)) {
      const [method = "", path = ""] = line.split(" ");
      expect([line, (await service.raw(method, path, { "Admin-Key": "wrong" })).status]).toEqual([
        line,
        /^\/sandbox(\/health)?$/.test(path) ? 200 : 401,
      ]);
    }
  });
});

describe("the explorer", () => {
  it("is found without the trailing slash, and serves only its own files", async () => {
    const answer = await service.raw("GET", "/docs");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/docs/"]);
    for (const path of ["/docs/package.json", "/docs/../package.json", "/docs/%2e%2e/package.json"]) {
      expect([path, (await service.raw("GET", path)).status]).toEqual([path, 404]);
    }
  });

  it("forbids everything from other hosts", async () => {
    for (const path of ["/", "/docs/", "/docs/oauth2-redirect.html"]) {
      const policy = (await service.raw("GET", path)).headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'|script-src[^;]*'unsafe-inline'/);
    }
  });

  it("shows both descriptions and makes no requests to other hosts", async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));

    await page.goto(`${service.url}/docs/`);
    await page.getByRole("heading", { name: "System-scoped operations" }).waitFor();
    await page.locator("#operations-tag-Departments").click();
    await page.locator("#operations-Departments-listDepartments").click();
    await page.getByText("D1 · Get all departments of the company · 取得公司全部部門資料").waitFor();
    await page.getByText("Permission: Organization > Department and personnel data.").first().waitFor();

    await page.goto(`${service.url}/docs/?group=user`);
    await page.getByRole("heading", { name: "User-scoped operations" }).waitFor();
    await page.locator("#operations-tag-Own_profile").waitFor();
    await page.close();

    expect(complaints).toEqual([]);
    expect(requests).toContain(`${service.url}/oauth/openapi.json`);
    const outside = requests.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith("data:"));
    expect(outside).toEqual([]);
  });
});
