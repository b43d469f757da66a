/** Times, numbers, states and small pictures, alike on every page. */
import { minutesIn } from "../../lib/clock.ts";
import type { Phase, PhaseTimes, RunStatus } from "../../model/runs/run.ts";
import type { Language } from "../../model/words/language.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import type { ConsoleWords } from "../words/words.ts";
import { type Html, html, type Shown } from "./html.ts";

/** `at`: an ISO 8601 instant. */
export const time = (at: string, timeZone: string): Html =>
  html`<time datetime="${at}">${minutesIn(timeZone)(at)}</time>`;

const numbers = new Intl.NumberFormat("en-US");

export const number = (n: number): string => numbers.format(n);

export const duration = (ms: number, { times }: ConsoleWords): string => {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return times.seconds(seconds);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? times.minutes(minutes, seconds % 60) : times.hours(Math.floor(minutes / 60), minutes % 60);
};

const looks: Readonly<Record<RunStatus, string>> = {
  planned: "",
  blocked: "waiting",
  running: "",
  succeeded: "good",
  partial: "trouble",
  failed: "trouble",
  cancelled: "waiting",
  interrupted: "waiting",
};

export const statusTag = (status: RunStatus, language: Language): Html =>
  html`<span class="tag ${looks[status]}">${reportWords(language).statuses[status]}</span>`;

/** A list of names and what they are. */
export const facts = (lines: readonly (readonly [name: string, what: Shown])[]): Html =>
  html`<dl>${lines.map(([name, what]) => html`<dt>${name}</dt><dd>${what}</dd>`)}</dl>`;

const lineWidth = 120;
const lineHeight = 24;

/** How a number has changed, as a line; its first and last value stand beside it as text. */
export const lineOf = (values: readonly number[], label: string): Html | undefined => {
  const [first] = values;
  const last = values.at(-1);
  if (first === undefined || last === undefined || values.length < 2) return undefined;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values
    .map((value, at) => {
      const y = most === least ? lineHeight / 2 : lineHeight - ((value - least) / (most - least)) * lineHeight;
      return `${((at * lineWidth) / (values.length - 1)).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
  const said = `${label}: ${number(first)} → ${number(last)}`;
  return html`<svg class="line" viewBox="0 0 ${lineWidth} ${lineHeight}" preserveAspectRatio="none" role="img" aria-label="${said}"><title>${said}</title><polyline points="${points}"/></svg>`;
};

/** Where the time of a run went, as a bar. */
export const phasesBar = (phasesMs: PhaseTimes, words: ConsoleWords): Html | undefined => {
  const phases = Object.entries(phasesMs) as [Phase, number][];
  const total = phases.reduce((sum, [, ms]) => sum + ms, 0);
  if (total === 0) return undefined;
  let x = 0;
  const parts = phases.map(([, ms]) => {
    const width = (ms * 100) / total;
    x += width;
    return html`<rect x="${(x - width).toFixed(2)}" y="0" width="${width.toFixed(2)}" height="8"/>`;
  });
  const said = phases.map(([phase, ms]) => `${words.run.phases[phase]} ${duration(ms, words)}`).join(", ");
  return html`<svg class="phases" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label="${said}"><title>${said}</title>${parts}</svg>`;
};
