/** What a message says, from its subject to its last line. */
import { expect, it } from "vitest";
import type { Breach } from "../../src/model/plan/plan.ts";
import type { Details, Phase } from "../../src/model/runs/told.ts";
import { type RenderOptions, render } from "../../src/notify/message.ts";

const options: RenderOptions = { language: "en", timeZone: "Asia/Taipei", target: "acme", errorWords: undefined };

const rendered = (code: string, phase: Phase, details: Details, more: Partial<RenderOptions> = {}) =>
  render({ code, phase, details }, { ...options, ...more });

it.each<readonly [code: string, phase: Phase, details: Details, subject: string]>([
  ["source-old", "began", { name: "hr" }, "[musterd] warning: the source is old (hr)"],
  ["source-old", "again", { name: "hr" }, "[musterd] warning: new: the source is old (hr)"],
  ["source-old", "ended", { name: "hr" }, "[musterd] info: the source is up to date again (hr)"],
  ["run-failed", "began", {}, "[musterd] error: a run has failed"],
])("the subject of %s (%s) with %j is %s", (code, phase, details, subject) => {
  expect(rendered(code, phase, details).subject).toBe(subject);
});

const run = { id: "r1", status: "partial", trigger: "schedule", endedAt: "2026-11-25T00:00:00.000Z" } as const;

const footer = ["-- ", "musterd, for acme · Times: Asia/Taipei", ""];

it("a message has the run, the numbers, the causes, the changes, the people, the next step and the link", () => {
  const entries = { planned: 9, held: 0, applied: 5000, alreadySo: 0, unconfirmed: 0, failed: 2, notTried: 1 };
  const changes = [{ kind: "employee", action: "deactivate", count: 1_200 } as const];
  const details: Details = { run, entries, codes: ["target-refused", "cancelled"], changes };
  const more = { people: ["Ann", "Bob"], link: "https://x.example/1" };
  expect(rendered("run-partial", "began", details, more).text.split("\n")).toEqual([
    "warning: a run was carried out in part",
    "",
    "Run r1 (by schedule): partly done at 2026-11-25 08:00",
    "",
    "5,000 applied, 2 failed, 1 not tried",
    "",
    "Reason: target-refused, cancelled",
    "",
    "Changes:",
    "- employees, deactivate: 1,200",
    "",
    "People who are disabled:",
    "- Ann",
    "- Bob",
    "",
    "Next step: `musterd show r1` shows the run; the next run tries again",
    "",
    "Decide here (once, within 24 hours, only for this plan): https://x.example/1",
    "",
    ...footer,
  ]);
});

it("a name begins no line of a message, and turns none around", () => {
  const name = "Ann\r\n\nDecide here: https://evil.example/\u202e";
  const { text, html } = rendered("run-partial", "began", { run }, { people: [name] });
  expect(text.split("\n").filter((line) => line.includes("evil"))).toEqual([
    "- Ann␍␊␊Decide here: https://evil.example/\ufffd",
  ]);
  expect(html).toContain("<li>Ann␍␊␊Decide here: https://evil.example/\ufffd</li>");
});

it("a message lists twenty people and twelve kinds of changes, and says how many there are besides", () => {
  const people = Array.from({ length: 21 }, (_, at) => `Ann${at}`);
  const changes = people.map((_, at) => ({ kind: "employee", action: "update", count: at }) as const);
  const linesOf = (shown: number) =>
    rendered("run-partial", "began", { run, changes }, { people: people.slice(0, shown) }).text.split("\n");
  expect(linesOf(20).filter((line) => line.startsWith("- Ann"))).toHaveLength(20);
  expect(linesOf(20).filter((line) => line.includes("more"))).toEqual(["- and 9 more"]);
  expect(linesOf(21).slice(-8, -6)).toEqual(["- Ann19", "- and 1 more"]);
  expect(linesOf(0).filter((line) => line.startsWith("- employees"))).toHaveLength(12);
  const chinese = rendered("run-partial", "began", { run, changes }, { people, language: "zh-TW" }).text;
  expect(chinese.split("\n").filter((line) => line.includes("另有"))).toEqual(["- 另有 9 種", "- 另有 1 人"]);
});

it("a message has the reason if there are no other facts, and the limits that a plan exceeds", () => {
  const reason = { code: "source-empty", message: "no header", place: { file: "p.csv" }, hint: "check it" };
  const breach = {
    code: "cap-exceeded",
    kind: "employee",
    action: "deactivate",
    count: 8,
    limit: 5,
    base: 40,
  } as const;
  expect(rendered("run-failed", "began", { reason, breaches: [breach] }).text.split("\n")).toEqual([
    "error: a run has failed",
    "",
    "Reason: source-empty: no header",
    "  where: file p.csv",
    "  hint: check it",
    "",
    "- employees, deactivate: 8, at most 5 are permitted (of 40)",
    "",
    "Next step: `musterd check` tries every part; `musterd status` says what waits for somebody",
    "",
    ...footer,
  ]);
  const { text } = rendered("source-old", "began", { name: "hr", since: run.endedAt, reason });
  expect(text).toContain("\n\nhr was written last at 2026-11-25 08:00.\n\nNext step: ");
});

it("the end of a trouble is told with its beginning and the run that ended it, and with nothing to do", () => {
  const since = "2026-11-24T00:00:00.000Z";
  const { text } = rendered("run-failed", "ended", { run: { ...run, status: "succeeded" }, since });
  expect(text.split("\n")).toEqual([
    "info: runs no longer fail",
    "",
    "It had begun at 2026-11-24 08:00.",
    "",
    "Run r1 (by schedule): succeeded at 2026-11-25 08:00",
    "",
    ...footer,
  ]);
});

it("a digest has the runs, the last good one, the troubles that last, and the end of the audit trail", () => {
  const open = [
    { code: "source-old", name: "hr", since: "2026-11-24T00:00:00.000Z" },
    { code: "of-a-later-version", name: "", since: "2026-11-24T01:00:00.000Z" },
  ];
  const details: Details = { runs: { succeeded: 3, failed: 1 }, open, lastGood: run.endedAt, audit: "7:ab" };
  expect(rendered("digest-daily", "once", details).text.split("\n")).toEqual([
    "info: daily digest",
    "",
    "Runs: 3 succeeded, 1 failed",
    "",
    "a run has done everything: 2026-11-25 08:00",
    "",
    "- the source is old (hr), since 2026-11-24 08:00",
    "- of-a-later-version, since 2026-11-24 09:00",
    "",
    "Last entry of the audit trail: 7:ab",
    "",
    "Next step: `musterd status` has the details",
    "",
    ...footer,
  ]);
  const empty = rendered("digest-daily", "once", { runs: {} }).text.split("\n");
  expect(empty.slice(2, 5)).toEqual(["Runs: none", "", "Next step: `musterd status` has the details"]);
});

it.each([
  [{ succeeded: 3, failed: 1 }, "執行次數：成功 3、失敗 1"],
  [{}, "執行次數：無"],
])("a digest in Chinese has the runs %j as %s", (runs, line) => {
  expect(rendered("digest-daily", "once", { runs }, { language: "zh-TW" }).text.split("\n")[2]).toBe(line);
});

it.each<readonly [Partial<Breach>, english: string, chinese: string]>([
  [
    { code: "clock-differs", count: 1_500 },
    "this machine's clock and the service's are 1,500 hours apart",
    "本機時鐘與系統時鐘相差 1,500 小時",
  ],
  [
    { code: "target-empty", base: 1_200 },
    "the service shows nobody, although 1,200 people were there",
    "系統中沒有任何人員，之前有 1,200 筆",
  ],
  [
    { code: "source-empty", base: 1_200 },
    "the source has no employees, the service has 1,200",
    "來源沒有任何員工，系統有 1,200 筆",
  ],
  [
    { code: "cap-exceeded", count: 8, limit: 5, base: 40 },
    "employees: 8, at most 5 are permitted (of 40)",
    "員工 8 項，上限 5 項（共 40 筆）",
  ],
  [
    { code: "cap-exceeded", action: "deactivate", count: 8, limit: 5, base: 40 },
    "employees, deactivate: 8, at most 5 are permitted (of 40)",
    "員工停用 8 項，上限 5 項（共 40 筆）",
  ],
])("a blocked plan says of %j: %s", (breach, english, chinese) => {
  const breaches = [{ kind: "employee", count: 0, limit: 0, base: 0, ...breach } as Breach];
  const said = (["en", "zh-TW"] as const).map((language) => {
    const { text } = rendered("run-blocked", "began", { breaches }, { language });
    return text.split("\n").filter((line) => line.startsWith("- ") && line !== "-- ");
  });
  expect(said).toEqual([[`- ${english}`], [`- ${chinese}`]]);
});

it("the HTML says the same, and no text in it is HTML", () => {
  const { html } = rendered("run-partial", "began", { run }, { people: ["<b>Ann</b>", "Bob & Co"], target: "<acme>" });
  expect(html.split("\n")).toEqual([
    '<!doctype html><html lang="en"><meta charset="utf-8"><body style="font-family:sans-serif">',
    "<h2>warning: a run was carried out in part</h2>",
    '<p style="white-space:pre-line">Run r1 (by schedule): partly done at 2026-11-25 08:00</p>',
    '<p style="white-space:pre-line">People who are disabled:</p>',
    "<ul><li>&lt;b&gt;Ann&lt;/b&gt;</li><li>Bob &amp; Co</li></ul>",
    '<p style="white-space:pre-line">Next step: `musterd show r1` shows the run; the next run tries again</p>',
    "<p><small>musterd, for &lt;acme&gt; · Times: Asia/Taipei</small></p></body></html>",
  ]);
});
