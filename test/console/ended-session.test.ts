/** Tests that whoever decides after a session has ended, or with the link of another plan, learns that nothing was done and where to go on. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { change, planWith } from "../report/report-builder.ts";
import { type ServedConsole, serveForTest } from "./served-console.ts";

const fingerprint = "ab".repeat(32);
const plan = `/decide/${fingerprint.slice(0, 12)}`;
const breach = { code: "cap-exceeded", kind: "employee", action: "update", count: 2, limit: 1, base: 9 } as const;
let at: ServedConsole;

beforeAll(async () => {
  at = await serveForTest();
  const { runs, plans } = at.app.store;
  const run = await runs.begin("schedule", "planned");
  await plans.keep(run, planWith({ changes: [change()], fingerprint, breaches: [breach] }));
  const error = { code: "cap-exceeded", message: "too many" };
  await runs.end(run, { status: "blocked", refresh: "not-needed", error });
});
afterAll(() => at.close());

const ask = (url: string, cookie: string, form?: Readonly<Record<string, string>>, language = "en") =>
  at.server.inject({
    url,
    method: form ? "POST" : "GET",
    headers: {
      host: "127.0.0.1",
      cookie,
      "accept-language": language,
      referer: `http://127.0.0.1${plan}`,
      ...(form && { origin: "http://127.0.0.1", "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });

const tokenIn = (body: string): string => /name="token" value="([^"]+)"/.exec(body)?.[1] ?? "";

it.each(["reject", "release"])(
  "an answer (%s) after the session has ended says that nothing was done, and gives the reason back",
  async (answer) => {
    const cookie = `musterd=${await at.app.store.sessions.open("ann")}`;
    const token = tokenIn((await ask(plan, cookie)).body);
    await at.app.store.sessions.endAll("ann");
    const { statusCode, body } = await ask(`${plan}/${answer}`, cookie, { token, reason: "I am <sure>", typed: "2" });
    expect(statusCode).toBe(401);
    expect(body).toContain("Your session had ended. Nothing was changed or decided.");
    expect(body).toContain("readonly>I am &lt;sure&gt;</textarea>");
    expect(body).toContain(`name="to" value="${plan}"`);
    expect(await at.app.store.verdicts.find(fingerprint)).toBeUndefined();
  },
);

it("a form of another site does not put its text on the page for the sign-in", async () => {
  const { statusCode, body } = await at.server.inject({
    url: `${plan}/reject`,
    method: "POST",
    headers: {
      host: "127.0.0.1",
      origin: "http://elsewhere.example",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: "reason=call+me",
  });
  expect(statusCode).toBe(303);
  expect(body).not.toContain("call me");
});

it("a page that asks for a sign-in says nothing of the kind", async () => {
  const { headers } = await ask("/run", "");
  expect((await ask(String(headers["location"]), "")).body).not.toContain("session had ended");
});

it("a link leads on from a page that is not for it, and from an answer that was refused", async () => {
  const link = await at.app.store.sessions.makeLink({ person: "ann", plan: fingerprint });
  const used = await ask(`/link/${link}`, "", {});
  const cookie = String(used.headers["set-cookie"]).split(";")[0] ?? "";
  const other = await ask(`/decide/${"0".repeat(12)}`, cookie);
  expect(other.statusCode).toBe(403);
  expect(other.body).toContain(`href="/sign-in?to=${encodeURIComponent(`/decide/${"0".repeat(12)}`)}"`);
  const token = tokenIn((await ask(plan, cookie)).body);
  const refused = await ask(`${plan}/reject`, cookie, { token, reason: "" });
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain(`href="${plan}"`);
  expect(refused.body).not.toContain('href="/"');
});
