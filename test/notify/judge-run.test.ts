/** Tests what the end of a run tells: the worst first, because its reader may see no more than the first line, and each cause of a block. */
import { expect, it } from "vitest";
import type { EndedRun } from "../../src/model/runs/told.ts";
import { detailsOf, judgeRun } from "../../src/notify/judge-run.ts";
import { notifySettings, resolveNotify } from "../../src/notify/settings.ts";
import { openTelling } from "../../src/notify/telling.ts";

it("names disabled people before created ones, and the limit that is exceeded most before the others", () => {
  const count = (action: "create" | "deactivate") =>
    ({ kind: "employee", action, count: 1, result: "planned" }) as const;
  const breach = (action: "create" | "deactivate", limit: number) =>
    ({ code: "cap-exceeded", kind: "employee", action, count: 9, limit, base: 40 }) as const;
  const ended = {
    run: { id: "1", status: "blocked", trigger: "schedule" },
    codes: [],
    changes: [count("create"), count("deactivate")],
    breaches: [breach("create", 8), breach("deactivate", 2)],
  } as unknown as EndedRun;
  const { changes, breaches } = detailsOf(ended);
  expect([changes, breaches].map((list) => list?.map(({ action }) => action))).toEqual([
    ["deactivate", "create"],
    ["deactivate", "create"],
  ]);
});

const settings = resolveNotify(
  notifySettings.parse({}),
  (path) => path,
  () => "",
  [],
);

const blocked = (code: string, fingerprint = "a"): EndedRun =>
  ({
    run: {
      id: "1",
      status: "blocked",
      trigger: "schedule",
      fingerprint,
      entries: { held: 0 },
      error: { code, message: "" },
    },
    isWhole: true,
    codes: [],
    breaches: [],
    changes: [],
  }) as unknown as EndedRun;

it("tells a block anew when its cause is another one, and once while it is the same", () => {
  const telling = openTelling(settings, []);
  for (const code of ["cap-exceeded", "cap-exceeded", "target-empty", "clock-differs", "clock-differs"])
    judgeRun(blocked(code), settings, telling);
  expect(telling.drafts.map(({ code, phase, about }) => `${code} ${phase} ${about}`)).toEqual([
    "run-blocked began cap-exceeded",
    "run-blocked began target-empty",
    "run-blocked began clock-differs",
  ]);
});

it("tells a blocked plan again when another one waits, and not again while it is the same", () => {
  const telling = openTelling(settings, []);
  for (const plan of ["a", "a", "b", "b", "a"]) judgeRun(blocked("cap-exceeded", plan), settings, telling);
  expect(telling.drafts.map(({ phase }) => phase)).toEqual(["began", "again", "again"]);
});

it("tells a blocked plan again when a release of it has ended without a run, once for each release", () => {
  const telling = openTelling(settings, []);
  for (const releaseEnded of [
    undefined,
    "2026-12-01T02:00:00.000Z",
    "2026-12-01T02:00:00.000Z",
    "2026-12-03T02:00:00.000Z",
  ])
    judgeRun({ ...blocked("cap-exceeded"), ...(releaseEnded && { releaseEnded }) }, settings, telling);
  expect(telling.drafts.map(({ phase }) => phase)).toEqual(["began", "again", "again"]);
});

it("tells once that a rejected plan was made again", () => {
  const telling = openTelling(settings, []);
  for (const plan of ["a", "b", "a"]) judgeRun(blocked("plan-rejected", plan), settings, telling);
  expect(telling.drafts.map(({ code, phase }) => `${code} ${phase}`)).toEqual(["plan-rejected began"]);
});
