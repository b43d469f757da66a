/** Tests in Chromium that an open page says when it is told nothing more, and shows what is so now once it is told again. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/processes/browser.ts";
import { type ServedConsole, serveForTest, signIn } from "./served-console.ts";

let state: "well" | "trouble" = "well";
let at: ServedConsole;
let browser: Browser;
let context: BrowserContext;
let way: Server;
let port: number;
const sockets = new Set<Socket>();

const openWay = async (listenOn: number): Promise<void> => {
  const { port: to } = at.server.server.address() as AddressInfo;
  way = createServer((from) => {
    const on = connect(to, "127.0.0.1");
    for (const socket of [from, on]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    from.pipe(on).pipe(from);
  });
  await new Promise<void>((resolve) => way.listen(listenOn, "127.0.0.1", resolve));
};

const closeWay = async (): Promise<void> => {
  const closed = new Promise((resolve) => way.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
};

beforeAll(async () => {
  const status = async () => ({ state, target: "the service", parts: [], remaining: [] }) as const;
  at = await serveForTest({}, { status });
  await at.server.listen({ port: 0, host: "127.0.0.1" });
  await openWay(0);
  ({ port } = way.address() as AddressInfo);
  browser = await launchBrowser();
  context = await browser.newContext({ locale: "en-GB" });
});
afterAll(async () => {
  await browser.close();
  await closeWay();
  at.server.server.closeAllConnections();
  await at.close();
});

const visit = async (): Promise<Page> => {
  const url = `http://127.0.0.1:${port}`;
  await signIn(context, at, url, "ann");
  const page = await context.newPage();
  const told = page.waitForResponse((answer) => answer.url().endsWith("/events"));
  await page.goto(url);
  await told;
  return page;
};

const lost = (page: Page) => page.getByText("What this page shows may be old").isVisible();

it("says that the connection is lost, and shows what is so now when it is back", async () => {
  const page = await visit();
  expect(await page.locator("h1").innerText()).toBe("All is well");
  expect(await lost(page)).toBe(false);
  await closeWay();
  await expect.poll(() => lost(page), { timeout: 30_000 }).toBe(true);
  state = "trouble";
  await openWay(port);
  await expect.poll(() => page.locator("h1").innerText(), { timeout: 60_000 }).toBe("Something is wrong");
  expect(await lost(page)).toBe(false);
});

it("says so also where somebody else answers in the place of the daemon", async () => {
  await context.route("**/events", (route) => route.fulfill({ status: 502, body: "bad gateway" }));
  const page = await visit();
  await expect.poll(() => lost(page), { timeout: 30_000 }).toBe(true);
  await context.unroute("**/events");
  await page.getByRole("link", { name: "Load it again" }).click();
  await page.waitForTimeout(500);
  expect(await lost(page)).toBe(false);
});
