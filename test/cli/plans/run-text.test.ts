/** Tests the line of a run in `musterd status` and `musterd resync --wait`. */
import { expect, it } from "vitest";
import { runText } from "../../../src/cli/plans/run-text.ts";

const entries = { planned: 9, held: 1, applied: 0, alreadySo: 0, unconfirmed: 3, failed: 0, notTried: 6 };
const run = {
  id: "R1",
  trigger: "schedule",
  startedAt: "2026-11-21T01:00:00.000Z",
  endedAt: "2026-11-21T01:02:00.000Z",
  entries,
} as const;

it("says of a run that was cancelled what it has not done, and of a blocked one what it has planned", () => {
  const cancelled = runText({ ...run, status: "cancelled", code: "cancelled" }, "en", "Asia/Taipei");
  expect(cancelled).toMatch(/^2026-11-21 09:02 · .*3 not confirmed · 6 not tried · 1 held · R1$/);
  const none = { ...entries, unconfirmed: 0, notTried: 0 };
  const blocked = runText({ ...run, status: "blocked", entries: none }, "en", "Asia/Taipei");
  expect(blocked).toMatch(/ · 9 planned · 1 held · R1$/);
});
