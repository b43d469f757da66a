/** Two plans whose fingerprints begin alike: whoever makes HR's file can try until they do. The digits then mean neither. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

const digits = "ab".repeat(6);
const [shown, other] = [`${digits}${"c".repeat(52)}`, `${digits}${"d".repeat(52)}`];
const breach = { code: "cap-exceeded", kind: "employee", action: "update", count: 2, limit: 1, base: 9 } as const;
let at: ServedConsole;

/** A run whose plan waits. */
const blocked = async (fingerprint: string): Promise<string> => {
  const { runs, plans } = at.app.store;
  const run = await runs.begin("schedule", "planned");
  await plans.keep(run, planWith({ changes: [change()], fingerprint, breaches: [breach] }));
  const error = { code: "cap-exceeded", message: "too many" };
  await runs.end(run, { status: "blocked", refresh: "not-needed", error });
  return run;
};

beforeAll(async () => {
  at = await serveForTest();
});
afterAll(() => at.close());

it("releases nothing but the plan that the page has shown", async () => {
  await blocked(shown);
  const page = await at.get(`/decide/${digits}`);
  expect(page.statusCode).toBe(200);
  const token = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  await blocked(other);
  const { cookie } = page.raw.req.headers as { readonly cookie: string };
  const sent = await at.server.inject({
    url: `/decide/${digits}/release`,
    method: "POST",
    headers: {
      host: "127.0.0.1",
      cookie,
      origin: "http://127.0.0.1",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams({ token, reason: "The reorganisation." }).toString(),
  });
  const { verdicts } = at.app.store;
  expect([sent.statusCode, await verdicts.find(shown), await verdicts.find(other)]).toEqual([
    404,
    undefined,
    undefined,
  ]);
});

it("shows each plan at an address with more digits", async () => {
  for (const fingerprint of [shown, other])
    expect((await at.get(`/decide/${fingerprint.slice(0, 13)}`)).statusCode).toBe(200);
  expect((await at.get(`/decide/${digits}`)).statusCode).toBe(404);
});
