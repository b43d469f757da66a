/** Tests that the button ends the run that the page has shown, and no other one, and that the audit trail says who has pressed it. */
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { consolePages } from "../../src/daemon/console-pages.ts";
import { createLiveRun, type LiveRun } from "../../src/daemon/state/live-run.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;
let server: FastifyInstance;
let live: LiveRun;
let cookie: string;

beforeAll(async () => {
  at = await serveForTest({ daemon: { console: "loopback" } });
  cookie = `musterd=${await at.app.store.sessions.open("otto")}`;
});
beforeEach(async () => {
  live = createLiveRun();
  server = fastify({ logger: false });
  const status = async () => ({ state: "well", target: "the service", parts: [], remaining: [] }) as const;
  const more = { errorWords: () => undefined, metrics: { calls: async () => [] }, onWrongPassword: () => undefined };
  await consolePages({ app: at.app, live, status, wake: () => undefined, queues: async () => [], ...more })(server);
});
afterAll(() => at.close());

const page = async (): Promise<string> =>
  (await server.inject({ url: "/", headers: { host: "127.0.0.1", cookie } })).body;

/** Presses the button of a page. */
const press = async (body: string) => {
  const form = /<form method="post" action="\/cancel">(.*?)<\/form>/.exec(body)?.[1] ?? "";
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);
  return server.inject({
    url: "/cancel",
    method: "POST",
    headers: {
      host: "127.0.0.1",
      cookie,
      origin: "http://127.0.0.1",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams(fields).toString(),
  });
};

const cancelledRuns = async () =>
  (await at.app.store.audit.list({ events: ["run-cancelled"], limit: 9 })).map(({ by, facts }) => [
    by.name,
    facts["run"],
  ]);

it("ends the run that the page has shown, and says in the audit trail who has done so", async () => {
  const run = new AbortController();
  live.begin(run, "20261130T010000-00000001");
  const pressed = await press(await page());
  expect(pressed.headers["location"]).toBe("/?done=cancelled");
  expect(run.signal.aborted).toBe(true);
  expect(await cancelledRuns()).toEqual([["otto", "20261130T010000-00000001"]]);
});

it("leaves a run alone that has begun since the page was shown", async () => {
  live.begin(new AbortController(), "20261130T010000-00000002");
  const shown = await page();
  live.end();
  const next = new AbortController();
  live.begin(next, "20261130T010000-00000003");
  const pressed = await press(shown);
  expect(next.signal.aborted).toBe(false);
  expect(pressed.headers["location"]).toBe("/");
  expect(await cancelledRuns()).toHaveLength(1);
});
