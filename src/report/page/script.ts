/**
 * The script of the HTML report. It unpacks the page's data (payload.ts), searches and filters it while the reader types,
 * and draws only the page of each list that is shown. It inserts data as text, never as markup.
 */

export const pageScript = String.raw`
(async () => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  if (typeof DecompressionStream === "undefined") {
    byId("too-old").hidden = false;
    return;
  }
  const base64 = byId("data").textContent;
  const bytes = Uint8Array.fromBase64 ? Uint8Array.fromBase64(base64) : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const [head, ...blocks] = (await new Response(unpacked).text()).split("\n");
  const { words, groups, tables, total, blockSize, printAll, command, explainable } = JSON.parse(head);

  const number = (n) => n.toLocaleString("en");
  const say = (name, numbers) => words[name].replace(/\{(\w+)\}/g, (_, key) => number(numbers[key]));
  const fold = (text) => text.normalize("NFKC").toLowerCase();
  const el = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const bdi = (text) => el("bdi", {}, text);

  // Entries
  const textColumns = ["section", "kind", "label", "key", "department", "state", "summary", "note", "result", "why"];
  const decode = (number) => {
    const block = JSON.parse(blocks[number]);
    const next = {};
    return block.shape.map((shape, at) => {
      const entry = { at: number * blockSize + at, verbs: block.verbs[at].split(" ") };
      for (const column of textColumns) entry[column] = block[column][at];
      const take = (column) => {
        const value = block.values[column][(next[column] = (next[column] ?? -1) + 1)];
        if (value[0] === "\u0003") return value.slice(1);
        return value === "\u0001" ? entry.label : value.replaceAll("\u0002", entry.key);
      };
      entry.facts = block.shapes[shape].map(([column, name, changed]) => [name, changed ? take(column) : null, take(column)]);
      return entry;
    });
  };
  const recent = new Map();
  const entryAt = (index) => {
    const at = Math.floor(index / blockSize);
    if (!recent.has(at)) {
      if (recent.size > 30) recent.clear();
      recent.set(at, decode(at));
    }
    return recent.get(at)[index % blockSize];
  };
  const texts = [];
  const facets = [];
  const index = (at) => {
    for (const { kind, verbs, state, label, key, department, summary, facts } of decode(at)) {
      texts.push(fold([label, key, department, summary, ...facts.flat()].join("\n")));
      facets.push([kind, verbs, state]);
    }
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve));

  // Selection: undefined stands for all entries.
  const search = byId("search");
  const chosen = { kind: new Set(), verb: new Set(), state: new Set() };
  const buttons = all("button[data-facet]");
  let indexed;
  const isFiltered = () => search.value.trim() !== "" || Object.values(chosen).some((set) => set.size > 0);
  const select = () => {
    if (!isFiltered()) return undefined;
    const wanted = fold(search.value).split(/\s+/).filter(Boolean);
    const { kind, verb, state } = chosen;
    const found = [];
    for (let at = 0; at < texts.length; at += 1) {
      const [ofKind, ofVerbs, ofState] = facets[at];
      if (kind.size > 0 && !kind.has(ofKind)) continue;
      if (state.size > 0 && !state.has(ofState)) continue;
      if (verb.size > 0 && !ofVerbs.some((one) => verb.has(one))) continue;
      if (wanted.every((word) => texts[at].includes(word))) found.push(at);
    }
    return found;
  };

  // Rows
  const who = ({ label, key }) => {
    const cell = el("th", { class: "who", scope: "row" }, bdi(label));
    if (key !== "" && key !== label) cell.append(" ", el("span", { class: "key" }, bdi(key)));
    return cell;
  };
  const factList = (facts) =>
    el("dl", { class: "facts" }, ...facts.map(([name, before, after]) =>
      el("div", {}, el("dt", {}, bdi(name)), el("dd", {},
        ...(before === null ? [] : [el("span", { class: "was" }, bdi(before)), " → "]),
        el("span", { class: "now" }, bdi(after))))));
  const folded = (name, title, content, open) => {
    const details = el("details", { class: name }, el("summary", {}, title));
    const fill = () => details.children.length < 2 && details.append(content());
    details.addEventListener("toggle", fill);
    if (open) {
      details.open = true;
      fill();
    }
    return details;
  };
  const quoted = (key) => (/^[\w.@/-]+$/.test(key) ? key : "'" + key.replaceAll("'", "'\\''") + "'");
  // A page that is drawn again, for paper too, shows the explanations that the reader has opened.
  const opened = new Set();
  const lineOf = (line) => {
    const [, name, rest] = /^    (\S.*?)  +(.*)$/.exec(line) ?? [];
    if (name) return el("li", { class: "field" }, el("span", { class: "name" }, bdi(name)), " ", bdi(rest));
    return el("li", { class: line.startsWith("    ") ? "below" : "" }, bdi(line.trimStart()));
  };
  const explanation = (text) => {
    const [head, ...parts] = text.split("\n\n").map((part) => part.split("\n"));
    return el("div", { class: "explanation" }, ...head.map((line) => el("p", {}, bdi(line))),
      ...parts.flatMap(([title, ...lines]) => [el("h4", {}, title), el("ul", {}, ...lines.map(lineOf))]));
  };
  const whyOf = ({ at, kind, key, label, why }) => {
    const name = kind === "employee" ? key : kind + "/" + key;
    const elsewhere = () => el("div", { class: "explanation" }, words.whyNotHere + " ", el("code", {}, command + " " + quoted(name)));
    const details = folded("why", words.why, () => (why ? explanation(why) : elsewhere()), opened.has(at));
    details.firstChild.setAttribute("aria-label", words.why + " " + label);
    details.addEventListener("toggle", () => (details.open ? opened.add(at) : opened.delete(at)));
    return details;
  };
  const rowOf = (entry, printing) => {
    const cell = el("td", { class: "what" }, el("p", {}, bdi(entry.summary)));
    if (entry.note) cell.append(el("p", { class: "note" }, bdi(entry.note)));
    if (entry.result) cell.append(el("p", { class: "result " + entry.state }, bdi(entry.result)));
    const { facts } = entry;
    if (facts.length > 3) cell.append(folded("more", say("fields", { n: facts.length }), () => factList(facts), printing));
    else if (facts.length > 0) cell.append(factList(facts));
    if (entry.why || (command && entry.key && explainable.includes(entry.kind))) cell.append(whyOf(entry));
    return el("tbody", { "data-key": entry.key }, el("tr", { class: entry.verbs[0] }, who(entry), cell));
  };
  const tableOf = (heading, entries, printing) => el("table", { class: "rows" }, el("thead", {},
    el("tr", { class: "on-paper-row", "aria-hidden": "true" }, el("td", { colspan: "2" }, heading)), el("tr", {},
    el("th", { scope: "col" }, words.columnObject), el("th", { scope: "col" }, words.what))),
    ...entries.map((entry) => rowOf(entry, printing)));

  // Lists in pages
  const pager = (nav, total, size, show) => {
    let start = 0;
    const turn = (to) => {
      start = to;
      show(start, Math.min(total, start + size));
      if (total <= size) return nav.replaceChildren();
      const button = (name, target) => {
        const element = el("button", { type: "button" }, words[name]);
        element.disabled = target < 0 || target >= total;
        element.addEventListener("click", () => {
          turn(target);
          nav.parentElement.scrollIntoView();
          const same = nav.querySelectorAll("button")[name === "next" ? 1 : 0];
          (same.disabled ? nav.querySelector("button:enabled") : same)?.focus({ preventScroll: true });
        });
        return element;
      };
      nav.replaceChildren(button("previous", start - size),
        el("span", {}, say("pageOf", { from: start + 1, to: Math.min(total, start + size), n: total })),
        button("next", start + size));
    };
    turn(0);
  };
  // A group shows a few of its entries, the others on demand; small lists are shown whole.
  const samples = 5;
  const pageSize = 100;
  const shownGroups = 12;
  const groupPart = ({ title, cause }, positions, isOpen, printing) => {
    const list = el("div", {});
    const pages = el("div", { class: "pager" });
    const show = (start, end) => list.replaceChildren(tableOf(cause ? title + " · " + cause : title, positions.slice(start, end).map(entryAt), printing));
    const part = el("div", { class: "group" }, el("h3", {}, title), ...(cause ? [el("p", { class: "cause" }, bdi(cause))] : []), list, pages);
    const some = isOpen ? samples : 0;
    if (printing) show(0, Infinity);
    else if (isOpen && positions.length <= samples + 2) show(0, positions.length);
    else {
      if (some > 0) show(0, some);
      const button = el("button", { type: "button" }, say("showAll", { n: positions.length }));
      button.setAttribute("aria-label", button.textContent + " · " + title);
      button.addEventListener("click", () => {
        pager(pages, positions.length, pageSize, show);
        pages.querySelector("button:enabled")?.focus({ preventScroll: true });
      });
      pages.append(button);
    }
    return part;
  };
  const fillSection = (section, first, selected, printing) => {
    const parts = [];
    let from = first;
    let count = 0;
    for (const group of groups[section.dataset.section]) {
      const to = from + group.size;
      const start = from;
      const positions = selected?.filter((at) => at >= start && at < to) ?? Array.from({ length: group.size }, (_, at) => start + at);
      from = to;
      count += positions.length;
      if (positions.length > 0) parts.push([group, positions]);
    }
    const isSmall = count <= 30;
    section.hidden = count === 0;
    section.querySelector("h2 small").textContent = number(count);
    section.querySelector(".groups").replaceChildren(
      ...parts.map(([group, positions], at) => groupPart(group, positions, at < shownGroups, printing || isSmall)));
    return from;
  };
  const render = (printing = false) => {
    const selected = select();
    let first = 0;
    for (const section of all("section[data-section]")) first = fillSection(section, first, selected, printing);
    const n = selected?.length ?? total;
    byId("matches").textContent = say("matches", { n, total });
    byId("empty").hidden = n > 0;
    byId("organisation").hidden = selected !== undefined;
    byId("clear").hidden = !isFiltered();
  };
  const change = async () => {
    if (isFiltered()) await indexed;
    render();
  };

  search.addEventListener("input", change);
  for (const button of buttons)
    button.addEventListener("click", () => {
      const { facet, value } = button.dataset;
      const pressed = !chosen[facet].delete(value);
      if (pressed) chosen[facet].add(value);
      button.setAttribute("aria-pressed", String(pressed));
      void change();
    });
  byId("clear").addEventListener("click", () => {
    search.value = "";
    for (const set of Object.values(chosen)) set.clear();
    for (const button of buttons) button.setAttribute("aria-pressed", "false");
    render();
    search.focus();
  });

  // Tables
  const fillTable = (details, size) => {
    const { table: name } = details.dataset;
    const heads = [...details.querySelectorAll("thead th")].map((head) => head.textContent);
    const cells = (row) => row.map((cell, at) => {
      const content = cell === 0 ? "·" : typeof cell === "number" ? number(cell) : cell;
      const kind = typeof cell === "number" || /^[+−±0-9]/.test(cell) ? "n" : "t";
      return at === 0 ? el("th", { scope: "row" }, bdi(content)) : el("td", { class: kind, "data-head": heads[at] }, bdi(content ?? ""));
    });
    pager(details.querySelector(".pager"), tables[name].length, size, (start, end) =>
      details.querySelector("tbody").replaceChildren(
        ...tables[name].slice(start, end).map((row) => el("tr", {}, ...cells(row)))));
  };
  for (const details of all("details[data-table]"))
    details.addEventListener("toggle", () => details.open && fillTable(details, 50));
  for (const details of all("details[data-table][open]")) fillTable(details, 50);

  addEventListener("beforeprint", () => {
    for (const details of all("details[data-table]")) {
      if (tables[details.dataset.table].length > printAll) continue;
      details.open = true;
      fillTable(details, Infinity);
    }
    if (total <= printAll) render(true);
    else fillSection(byId("worst"), 0, undefined, true);
  });
  addEventListener("afterprint", () => render());

  if (blocks.length > 0) index(0);
  render();
  indexed = (async () => {
    for (let at = 1; at < blocks.length; at += 1) {
      await pause();
      index(at);
    }
    document.documentElement.dataset.ready = "";
  })();
})();
`;
