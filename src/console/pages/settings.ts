/** The settings in force, and what differs from those of yesterday. */
import type { AuditEntry } from "../../model/runs/audit.ts";
import type { OwnVisit } from "../access/visit.ts";
import { facts, time } from "../html/figures.ts";
import { type Html, html, text } from "../html/html.ts";
import { ownForm, type Page, table } from "../html/layout.ts";

/** A setting by its path; a side without it is undefined. */
export type SettingDifference = {
  readonly setting: string;
  readonly before: string | undefined;
  readonly now: string | undefined;
};

export type SettingsFacts = {
  /** YAML in which secrets, people and words of cells are masked. */
  readonly masked: string;
  readonly differences: readonly SettingDifference[];
  readonly changed: AuditEntry | undefined;
  readonly timeZone: string;
};

export const settingsPage = (visit: OwnVisit, { masked, differences, changed, timeZone }: SettingsFacts): Page => {
  const { settings, pages, frame } = visit.words;
  return {
    title: pages.settings,
    content: html`<h1>${pages.settings}</h1><p class="hint">${settings.lead}</p>
<div class="card">${facts([
      [settings.changed, changed ? time(changed.at, timeZone) : settings.notChanged],
      [settings.digest, changed && html`<code>${String(changed.facts["after"] ?? "").slice(0, 12)}</code>`],
    ])}</div>
<h2>${settings.since}</h2>${differences.length === 0 ? html`<p>${settings.same}</p>` : differenceTable(visit, differences)}
<h2>${settings.whole}</h2><div class="card"><pre>${masked}</pre></div>
${ownForm(visit, "/sign-out-everywhere", html`<button>${frame.signOutEverywhere}</button>`)}`,
  };
};

const differenceTable = ({ words }: OwnVisit, differences: readonly SettingDifference[]): Html => {
  const { setting, before, now } = words.settings;
  const rows = differences.map(
    (one) =>
      html`<tr><th scope="row"><code>${one.setting}</code></th><td>${text(one.before ?? words.frame.none)}</td><td>${text(one.now ?? words.frame.none)}</td></tr>`,
  );
  return table([setting, before, now], rows);
};

/** Compares masked settings; a changed secret stays masked, so it is no difference. */
export const settingDifferences = (before: unknown, now: unknown): readonly SettingDifference[] => {
  const [earlier, later] = [settingsIn(before), settingsIn(now)];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .filter((setting) => earlier.get(setting) !== later.get(setting))
    .map((setting) => ({ setting, before: earlier.get(setting), now: later.get(setting) }));
};

/** Each value by its path, such as `daemon.port`. */
const settingsIn = (value: unknown, path: readonly string[] = []): ReadonlyMap<string, string> => {
  if (typeof value !== "object" || value === null) return new Map([[path.join("."), String(value)]]);
  return new Map(Object.entries(value).flatMap(([name, own]) => [...settingsIn(own, [...path, name])]));
};
