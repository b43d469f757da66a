/** Tests that a person who has signed in can look at the pages where nothing can be written, and that a failure is a page. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ServedConsole, serveForTest } from "./served-console.ts";

let at: ServedConsole;

beforeAll(async () => {
  at = await serveForTest();
});
afterAll(() => at.close());

it("shows pages when the session cannot be written", async () => {
  const store = new DatabaseSync(join(at.app.config.stateFolder, "musterd.db"));
  store.exec(`UPDATE session SET seen_at = seen_at - 120000;
    CREATE TRIGGER full BEFORE UPDATE ON session BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END`);
  const statuses = [];
  for (const path of ["/", "/run", "/settings"]) statuses.push((await at.get(path)).statusCode);
  store.exec("DROP TRIGGER full");
  store.close();
  expect(statuses).toEqual([200, 200, 200]);
});

it("answers with a page when nobody can be looked up", async () => {
  const failing = vi.spyOn(at.app.store.sessions, "find").mockRejectedValue(new Error("disk I/O error"));
  const answers = [await at.get("/"), await at.post("/start", {})];
  failing.mockRestore();
  for (const { statusCode, headers, body } of answers) {
    expect([statusCode, headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
    expect(body).toContain("Not possible");
  }
});

it("answers with a page when a form cannot be taken", async () => {
  const long = await at.post("/start", { reason: "x".repeat(20_000) });
  expect([long.statusCode, long.headers["content-type"]]).toEqual([413, "text/html; charset=utf-8"]);
  expect(long.body).toContain("too large");
  const headers = { host: "127.0.0.1", origin: "http://127.0.0.1", "content-type": "text/csv" };
  const other = await at.server.inject({ url: "/sign-in", method: "POST", headers, payload: "a" });
  expect([other.statusCode, other.headers["content-type"]]).toEqual([415, "text/html; charset=utf-8"]);
});
