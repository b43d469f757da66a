/** Tests that the number before a release may be typed as the page shows it, or as a Chinese keyboard writes it, and as no other number. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

const breach = {
  code: "cap-exceeded",
  kind: "employee",
  action: "update",
  count: 1234,
  limit: 10,
  base: 9999,
} as const;
let at: ServedConsole;
let cookie: string;

beforeAll(async () => {
  at = await serveForTest();
  cookie = `musterd=${await at.app.store.sessions.open("ann")}`;
});
afterAll(() => at.close());

const blocked = async (digit: string): Promise<string> => {
  const { runs, plans } = at.app.store;
  const fingerprint = digit.repeat(64);
  const run = await runs.begin("schedule", "planned");
  await plans.keep(run, planWith({ changes: [change()], fingerprint, breaches: [breach] }));
  const error = { code: "cap-exceeded", message: "too many" };
  await runs.end(run, { status: "blocked", refresh: "not-needed", error });
  return fingerprint;
};

const release = async (fingerprint: string, typed: string): Promise<number> => {
  const path = `/decide/${fingerprint.slice(0, 12)}`;
  const { body } = await at.get(path);
  const own = await at.server.inject({ url: path, headers: { host: "127.0.0.1", cookie } });
  const token = /name="token" value="([^"]+)"/.exec(own.body)?.[1] ?? "";
  const pattern = /id="typed"[^>]* pattern="([^"]+)"/.exec(body)?.[1] ?? "none";
  if (!new RegExp(`^(?:${pattern})$`, "v").test(typed)) return 0;
  const answer = await at.server.inject({
    url: `${path}/release`,
    method: "POST",
    headers: {
      host: "127.0.0.1",
      cookie,
      origin: "http://127.0.0.1",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: new URLSearchParams({ token, reason: "HR has confirmed it", typed }).toString(),
  });
  return answer.statusCode;
};

it.each([
  ["a", "1234"],
  ["b", "1,234"],
  ["c", "１２３４"],
  ["d", " １，２３４ "],
  ["e", "1 234"],
])("plan %s is released with %j", async (digit, typed) => {
  expect(await release(await blocked(digit), typed)).toBe(303);
});

it("is released with no other number", async () => {
  const fingerprint = await blocked("f");
  for (const typed of ["", "123", "12345", "1.234", "-1234", "1235", "一二三四"])
    expect([typed, await release(fingerprint, typed)]).toEqual([typed, 0]);
});
