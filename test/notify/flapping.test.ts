/** Tests that what goes up and down around a limit is told when it begins and when it is over, and not at each crossing. */
import { expect, it } from "vitest";
import type { Trouble } from "../../src/model/runs/told.ts";
import { decide, type Facts } from "../../src/notify/decide.ts";
import { notifySettings, resolveNotify } from "../../src/notify/settings.ts";

const settings = resolveNotify(
  notifySettings.parse({}),
  (path) => path,
  () => "",
  [],
);

const nowMs = Date.parse("2026-11-26T00:00:00Z");
const calm: Facts = {
  nowMs,
  timeZone: "Asia/Taipei",
  storeFailedSince: undefined,
  quarantine: undefined,
  owedSinceMs: undefined,
  lastGoodMs: nowMs,
  silenceMs: 3_600_000,
  feeds: [],
  failing: new Map(),
  notSubmitted: new Map(),
  questions: [],
  certificates: undefined,
  space: undefined,
  audit: "",
  refusedTokens: 0,
};

/** What is told while these facts follow each other, as the store remembers it. */
const told = (facts: readonly Partial<Facts>[]): readonly string[] => {
  const troubles = new Map<string, Trouble>();
  return facts.map((some) => {
    const known = { ended: [], troubles: [...troubles.values()], watch: undefined, lastDay: {}, lastWeek: {} };
    const { drafts } = decide({ ...calm, ...some }, settings, known);
    for (const { code, about, details, phase } of drafts) {
      if (phase === "ended") troubles.delete(code);
      else troubles.set(code, { code, about, details, thread: "", sinceMs: nowMs });
    }
    return drafts.map(({ phase }) => phase).join(" ");
  });
};

it("wrong tokens are over when none is sent any more", () => {
  const sent = [20, 21, 20, 21, 5, 21, 1, 0].map((refusedTokens) => ({ refusedTokens }));
  expect(told(sent)).toEqual(["", "began", "", "", "", "", "", "ended"]);
});

it("a disk has space again when it has clearly more than is needed", () => {
  const free = [256, 255, 256, 255, 270, 255, 300, 256].map((mebibytes) => ({
    space: { free: mebibytes, needed: 256 },
  }));
  expect(told(free)).toEqual(["", "began", "", "", "", "", "ended", ""]);
});
