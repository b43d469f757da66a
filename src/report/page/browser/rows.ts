/** Draws entries as rows: who, what happens, the fields, and why. Runs in the browser; ../script.ts inlines it. */
import { bdi, el, folded } from "./dom.ts";
import type { Fact, PageContent, ShownEntry } from "./page-data.ts";

export type Rows = {
  /** The table of some entries; `printing` draws all their fields. */
  readonly tableOf: (heading: string, entries: readonly ShownEntry[], printing: boolean) => HTMLElement;
};

const nameCell = ({ label, key }: ShownEntry): HTMLElement => {
  const cell = el("th", { class: "who", scope: "row" }, bdi(label));
  if (key !== "" && key !== label) cell.append(" ", el("span", { class: "key" }, bdi(key)));
  return cell;
};

const factPart = ([name, before, after]: Fact): HTMLElement => {
  const was = before === null ? [] : [el("span", { class: "was" }, bdi(before)), " → "];
  return el("div", {}, el("dt", {}, bdi(name)), el("dd", {}, ...was, el("span", { class: "now" }, bdi(after))));
};

const factList = (facts: readonly Fact[]): HTMLElement => el("dl", { class: "facts" }, ...facts.map(factPart));

const explanationLine = (line: string): HTMLElement => {
  const [, name, rest = ""] = /^ {4}(\S.*?) {2,}(.*)$/.exec(line) ?? [];
  if (name) return el("li", { class: "field" }, el("span", { class: "name" }, bdi(name)), " ", bdi(rest));
  return el("li", { class: line.startsWith("    ") ? "below" : "" }, bdi(line.trimStart()));
};

const explanationPart = (text: string): HTMLElement => {
  const [head = [], ...parts] = text.split("\n\n").map((part) => part.split("\n"));
  const blocks = parts.flatMap(([title = "", ...lines]) => [
    el("h4", {}, title),
    el("ul", {}, ...lines.map(explanationLine)),
  ]);
  return el("div", { class: "explanation" }, ...head.map((line) => el("p", {}, bdi(line))), ...blocks);
};

/** A word of a command line, in quotes where a shell needs them. */
const shellWord = (text: string): string => (/^[\w.@/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** A page that is drawn again, for paper too, shows the explanations that the reader has opened. */
export const openRows = ({ meta: { words, command, explainable }, say }: PageContent): Rows => {
  const opened = new Set<number>();
  const explained = ({ at, kind, key, label, why }: ShownEntry): HTMLElement => {
    // A word that begins with a dash would be an option of the command.
    const name = kind === "employee" && !key.startsWith("-") ? key : `${kind}/${key}`;
    const elsewhere = (): HTMLElement =>
      el("div", { class: "explanation" }, `${words.whyNotHere} `, el("code", {}, `${command} ${shellWord(name)}`));
    const details = folded("why", words.why, () => (why ? explanationPart(why) : elsewhere()), opened.has(at));
    details.firstElementChild?.setAttribute("aria-label", `${words.why} ${label}`);
    details.addEventListener("toggle", () => {
      if (details.open) opened.add(at);
      else opened.delete(at);
    });
    return details;
  };
  const rowOf = (entry: ShownEntry, printing: boolean): HTMLElement => {
    const { facts, note, result, state, summary, why, key, kind, verbs } = entry;
    const cell = el("td", { class: "what" }, el("p", {}, bdi(summary)));
    if (note) cell.append(el("p", { class: "note" }, bdi(note)));
    if (result) cell.append(el("p", { class: `result ${state}` }, bdi(result)));
    if (facts.length > 3)
      cell.append(folded("more", say("fields", { n: facts.length }), () => factList(facts), printing));
    else if (facts.length > 0) cell.append(factList(facts));
    if (why || (command && key && explainable.includes(kind))) cell.append(explained(entry));
    return el("tbody", { "data-key": key }, el("tr", { class: verbs[0] ?? "" }, nameCell(entry), cell));
  };
  const headOf = (heading: string): HTMLElement =>
    el(
      "thead",
      {},
      el("tr", { class: "on-paper-row", "aria-hidden": "true" }, el("td", { colspan: "2" }, heading)),
      el("tr", {}, el("th", { scope: "col" }, words.columnObject), el("th", { scope: "col" }, words.what)),
    );
  return {
    tableOf: (heading, entries, printing) =>
      el("table", { class: "rows" }, headOf(heading), ...entries.map((entry) => rowOf(entry, printing))),
  };
};
