/** Tells a life: as lines with times, and as a page with a lane each for HR, operators, faults, the daemon, the site and the judges. */
import { localTime } from "../../src/lib/clock.ts";
import { escapeHtml } from "../../src/lib/escape-html.ts";
import type { Lived, Told } from "./live.ts";
import { readingText } from "./reading-habits.ts";
import type { Scenario } from "./scenario.ts";
import { habitText } from "./unnamed-habits.ts";

export const scenarioText = ({
  seed,
  people,
  nights,
  isAdopted,
  hasCaps,
  plot,
  quirks,
  habits,
  readings,
  lateMs,
  mendedFrom,
  faults,
  deeds,
}: Scenario): string => {
  const site = [
    ...quirks,
    ...habits.map(habitText),
    ...readings.map(readingText),
    ...(lateMs > 0 ? [`writes come ${lateMs / 1_000} s after the answer`] : []),
    ...(mendedFrom < nights ? [`mended from night ${mendedFrom} on`] : []),
  ];
  return [
    `seed ${seed}: ${people} people, ${nights} nights${isAdopted ? ", the site knows them already" : ""}${hasCaps ? ", with the default caps" : ""}${plot === "" ? "" : `, ${plot}`}`,
    `site: ${site.length > 0 ? site.join("; ") : "as specified"}`,
    ...faults.map(({ night, kind, at }) => `night ${night}: ${kind} at ${typeof at === "number" ? `call ${at}` : at}`),
    ...deeds.map(({ night, what, a }) => `night ${night}: ${what} (${a})`),
  ].join("\n");
};

const line = ({ night, atMs, lane, text }: Told): string =>
  `night ${String(night).padStart(2)}  ${localTime(atMs).slice(5)}  ${lane.padEnd(8)}  ${text}`;

/** `whole`: with every write. Otherwise only the nights with something wrong have theirs. */
export const storyText = ({ told, wrong }: Lived, whole: boolean): string => {
  const bad = new Set(wrong.map(({ night }) => night));
  return told
    .filter((one) => whole || one.lane !== "site" || bad.has(one.night))
    .map(line)
    .join("\n");
};

const lanes = ["HR", "operator", "fault", "daemon", "site", "judge"] as const;

/** A page that needs nothing else: a row for each moment, a column for each lane. */
export const storyPage = (scenario: Scenario, { told, wrong }: Lived): string => {
  const rows = told.map(({ night, atMs, lane, text }) => {
    const cells = lanes.map((name) => `<td class="${name}">${name === lane ? escapeHtml(text) : ""}</td>`);
    return `<tr><th>${night}</th><th>${localTime(atMs).slice(5)}</th>${cells.join("")}</tr>`;
  });
  const head = ["night", "time", ...lanes].map((name) => `<th>${name}</th>`).join("");
  const found = wrong.map(({ night, what, about }) => `<li>night ${night}, ${what}: ${escapeHtml(about)}</li>`);
  return `<!doctype html><meta charset="utf-8"><title>Seed ${scenario.seed}</title>
<style>body{font:14px/1.4 system-ui;margin:2em}table{border-collapse:collapse}th,td{border-top:1px solid #ddd;padding:2px 8px;text-align:left;vertical-align:top;font-weight:normal;max-width:28em;overflow-wrap:anywhere}thead th{position:sticky;top:0;background:#fff;font-weight:bold}.fault,.judge{color:#a00}.operator{color:#850}.HR{color:#060}</style>
<h1>Seed ${scenario.seed}</h1><pre>${escapeHtml(scenarioText(scenario))}</pre><ul>${found.join("")}</ul>
<table><thead><tr>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table>\n`;
};
