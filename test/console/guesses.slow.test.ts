/** Tests through the console, under a clock of the test, that passwords cannot be guessed. */
import { expect, it } from "vitest";
import { createSignIn } from "../../src/daemon/control/sign-in.ts";
import { serveForTest } from "./served-console.ts";

const host = "console.example.com";
const password = "correct horse battery staple";

it("slows 10,000 wrong passwords by person and by address, and lets the right one in from elsewhere", async () => {
  let now = Date.now();
  let told = 0;
  let signIn: ReturnType<typeof createSignIn> | undefined;
  const at = await serveForTest(
    { daemon: { console: `https://${host}` } },
    {
      signIn: (attempt) =>
        (signIn ??= createSignIn(
          at.app,
          () => (told += 1),
          () => now,
        ))(attempt),
    },
  );
  const statuses = new Map<number, number>();
  const guess = async (name: string, from: string, guessed = "a wrong password of mine") => {
    // The proxy appends the address that it knows to what the caller has said.
    const headers = { host, origin: `https://${host}`, "x-forwarded-for": `198.51.100.1, ${from}` };
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const payload = new URLSearchParams({ name, password: guessed, to: "/" }).toString();
    const answer = await at.server.inject({
      url: "/sign-in",
      method: "POST",
      headers: { ...headers, ...type },
      payload,
    });
    return answer.statusCode;
  };
  // Ann has signed in from where she sits.
  expect(await guess("ann", "192.0.2.1", password)).toBe(303);
  for (let n = 0; n < 10_000; n += 1) {
    const status = await guess(n % 2 === 0 ? "ann" : `person${n}`, `203.0.113.${n % 4}`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const [wrong = 0, slowed = 0] = [statuses.get(401), statuses.get(429)];
  expect(wrong + slowed).toBe(10_000);
  expect(wrong).toBeLessThan(100);
  expect(told).toBe(10_000);
  // Once a minute at most, whoever tries how often.
  expect(await at.app.store.audit.list({ events: ["sign-in-refused"], limit: 10 })).toHaveLength(1);
  expect(await guess("ann", "192.0.2.1", password)).toBe(303);
  expect(await guess("ann", "203.0.113.1", password)).toBe(429);
  now += 61_000;
  expect(await guess("ann", "203.0.113.99", password)).toBe(303);
  await at.close();
});
