/** Laws of what is told, over random histories of runs and states. */
import { type Arbitrary, array, assert, boolean, constantFrom, integer, property, record } from "fast-check";
import { expect, it } from "vitest";
import type { RunStatus, RunSummary } from "../../src/model/runs/run.ts";
import type { EndedRun, Trouble } from "../../src/model/runs/told.ts";
import { decide, type Facts } from "../../src/notify/decide.ts";
import { render } from "../../src/notify/message.ts";
import { occurrenceOf } from "../../src/notify/occurrences.ts";
import { notifySettings, resolveNotify } from "../../src/notify/settings.ts";
import type { Draft, Watch } from "../../src/store/outgoing/outbox.ts";

const settings = resolveNotify(
  notifySettings.parse({
    channels: {
      all: { kind: "webhook", url: "env:A", least: "info", digests: ["daily", "weekly"] },
      few: { kind: "webhook", url: "env:A" },
    },
  }),
  (path) => path,
  () => "https://localhost",
  [],
);

const hourMs = 3_600_000;
const counts = { planned: 0, held: 0, applied: 0, alreadySo: 0, unconfirmed: 0, failed: 0, notTried: 0 };

const runOf = (at: number, status: RunStatus, code: string, held: number): EndedRun => ({
  run: {
    id: `run${at}`,
    status,
    trigger: "schedule",
    startedAt: "2026-11-26T00:00:00.000Z",
    endedAt: "2026-11-26T00:00:00.000Z",
    entries: { ...counts, held },
    refresh: "not-needed",
    ...(status === "failed" && { error: { code, message: "" } }),
  } as unknown as RunSummary,
  isWhole: true,
  codes: status === "partial" ? [code] : [],
  breaches: [],
  changes: [],
});

const step = record({
  minutes: integer({ min: 0, max: 3000 }),
  runs: array(
    record({
      status: constantFrom<RunStatus>("succeeded", "failed", "blocked", "partial", "cancelled", "interrupted"),
      code: constantFrom("target-unavailable", "source-empty", "target-unauthorized", "unknown-code"),
      held: integer({ min: 0, max: 100 }),
    }),
    { maxLength: 3 },
  ),
  owed: boolean(),
  quarantine: boolean(),
  failing: boolean(),
  questions: array(constantFrom("a", "b", "c"), { maxLength: 3 }),
  free: integer({ min: 0, max: 2 }),
});

/** Plays the steps like the store does, and returns all that was told, and what lasts at the end. */
const play = (steps: readonly (typeof step extends Arbitrary<infer T> ? T : never)[]) => {
  let nowMs = Date.parse("2026-11-02T00:00:00Z");
  let watch: Watch | undefined;
  let lastGoodMs: number | undefined;
  const troubles = new Map<string, Trouble>();
  const told: Draft[] = [];
  for (const [at, { minutes, runs, owed, quarantine, failing, questions, free }] of steps.entries()) {
    nowMs += minutes * 60_000;
    const ended = runs.map(({ status, code, held }, index) => runOf(at * 10 + index, status, code, held));
    if (runs.some(({ status }) => status === "succeeded")) lastGoodMs = nowMs;
    const facts: Facts = {
      nowMs,
      timeZone: "Asia/Taipei",
      storeFailedSince: undefined,
      quarantine: quarantine ? { code: "x", since: "", nextTry: "" } : undefined,
      owedSinceMs: owed ? nowMs - hourMs : undefined,
      lastGoodMs,
      silenceMs: 26 * hourMs,
      feeds: [],
      failing: new Map(failing ? [["few", "refused"]] : []),
      notSubmitted: new Map(failing ? [["form", "target-unavailable"]] : []),
      questions,
      certificates: undefined,
      space: { free, needed: 1 },
      audit: "7:ab",
      refusedTokens: 0,
    };
    const known = { ended, troubles: [...troubles.values()], watch, lastDay: {}, lastWeek: {} };
    const decision = decide(facts, settings, known);
    watch = decision.watch;
    for (const draft of decision.drafts) {
      const id = `${draft.code} ${draft.about}`;
      if (draft.phase === "ended") troubles.delete(id);
      else if (draft.phase === "began") troubles.set(id, { ...draft, thread: "", sinceMs: nowMs });
      else if (draft.phase === "again") troubles.set(id, { ...(troubles.get(id) as Trouble), details: draft.details });
      told.push(draft);
    }
  }
  return { told, troubles };
};

const plays = array(step, { maxLength: 12 });

it("beginnings and ends alternate, and what only happens has neither", () => {
  assert(
    property(plays, (steps) => {
      const { told, troubles } = play(steps);
      const open = new Set<string>();
      for (const { code, about, phase } of told) {
        const id = `${code} ${about}`;
        expect([code, phase === "once"]).toEqual([code, !occurrenceOf(code).lasts]);
        expect([id, phase, open.has(id)]).toEqual([id, phase, phase === "ended" || phase === "again"]);
        if (phase === "began") open.add(id);
        if (phase === "ended") open.delete(id);
      }
      expect([...open].toSorted()).toEqual([...troubles.keys()].toSorted());
    }),
    { seed: 27, numRuns: 100 },
  );
});

it("a run that does everything leaves no trouble of runs, and the same facts twice tell nothing new", () => {
  assert(
    property(plays, (steps) => {
      const calm = { minutes: 0, runs: [], owed: false, quarantine: false, failing: false, questions: [], free: 2 };
      const good = { ...calm, runs: [{ status: "succeeded" as const, code: "source-empty" as const, held: 0 }] };
      const { told, troubles } = play([...steps, good]);
      expect([...troubles.keys()]).toEqual([]);
      const more = play([...steps, good, { ...calm, minutes: 1 }, calm]).told.slice(told.length);
      expect(more.filter(({ code }) => !code.startsWith("digest")).map(({ code }) => code)).toEqual([]);
    }),
    { seed: 28, numRuns: 100 },
  );
});

it("a channel gets what it wants: nothing below its severity, no digest unasked, and not its own failure", () => {
  assert(
    property(plays, (steps) => {
      for (const { code, to } of play(steps).told) {
        const isFew = occurrenceOf(code).severity !== "info" && code !== "channel-failing";
        expect([code, to]).toEqual([code, isFew ? ["all", "few"] : ["all"]]);
      }
    }),
    { seed: 29, numRuns: 100 },
  );
});

it("a digest has the last entry of the audit trail, in each language", () => {
  const calm = { minutes: 24 * 60, runs: [], owed: false, quarantine: false, failing: false, questions: [], free: 2 };
  const digest = play([calm, calm]).told.find(({ code }) => code === "digest-daily");
  expect(digest?.details.audit).toBe("7:ab");
  if (!digest) throw new Error("there is no digest");
  for (const language of ["en", "zh-TW"] as const) {
    const { text, html } = render(digest, { language, timeZone: "Asia/Taipei", target: "x", errorWords: undefined });
    expect([text, html].every((one) => one.includes("7:ab"))).toBe(true);
  }
});

it("a digest is told once a day and once a week, from the second day and week on", () => {
  const day = { minutes: 24 * 60, runs: [], owed: false, quarantine: false, failing: false, questions: [], free: 2 };
  // The play begins on a Tuesday. What is asked twice in a moment is not due again.
  const days = Array.from({ length: 15 }, () => [day, { ...day, minutes: 0 }]).flat();
  const told = (code: string, after: number) =>
    play(days.slice(0, 2 * after)).told.filter((one) => one.code === code).length;
  const soFar = [1, 2, 6, 7, 8, 14, 15].map((after) => [told("digest-daily", after), told("digest-weekly", after)]);
  expect(soFar).toEqual([
    [0, 0],
    [1, 0],
    [5, 0],
    [6, 1],
    [7, 1],
    [13, 2],
    [14, 2],
  ]);
});
