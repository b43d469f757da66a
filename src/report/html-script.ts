/**
 * The script of the HTML report. It reads the page's data, filters it while the reader types, and draws a group only when the
 * group is open, 100 entries at a time. It inserts data as text, never as markup.
 */

export const pageScript = String.raw`
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const openBelow = 300;
  const chunk = 100;
  const search = document.getElementById("search");
  const live = document.getElementById("matches");
  const clear = document.getElementById("clear");
  const buttons = [...document.querySelectorAll("button[data-facet]")];
  const chosen = { kind: new Set(), action: new Set(), state: new Set() };
  let openChoice = null;

  const fold = (text) => text.normalize("NFKC").toLowerCase();
  const number = (n) => n.toLocaleString("en");
  const say = (name, numbers) => data.phrases[name].replace(/\{(\w+)\}/g, (_, key) => number(numbers[key]));
  const count = (n, section) => number(n) + " " + data.nouns[section][n === 1 ? 0 : 1];

  const el = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const bdi = (text) => el("bdi", {}, text);

  for (const group of data.groups)
    group.texts = group.entries.map((entry) =>
      fold(
        [group.name, group.code, entry.label, entry.key, entry.fields, entry.cells].flat(2).filter(Boolean).join("\n"),
      ),
    );

  const fits = (facet, value) => chosen[facet].size === 0 || chosen[facet].has(value);
  const select = () => {
    const words = fold(search.value).split(/\s+/).filter(Boolean);
    return data.groups
      .filter((group) => fits("kind", group.kind))
      .map((group) => ({
        group,
        entries: group.entries.filter(
          (entry, index) =>
            fits("action", entry.action) &&
            fits("state", entry.state) &&
            words.every((word) => group.texts[index].includes(word)),
        ),
      }))
      .filter(({ entries }) => entries.length > 0);
  };

  const who = (entry, attributes) => {
    const cell = el("th", { class: "who", ...attributes }, bdi(entry.label));
    if (entry.key !== "" && entry.key !== entry.label) cell.append(" ", el("span", { class: "key" }, bdi(entry.key)));
    return cell;
  };
  const badge = (action) => el("span", { class: "badge " + action }, data.actions[action].join(" "));
  const value = (name, text) => el("td", { class: name }, ...(text === null ? [] : [bdi(text)]));
  const note = (text) => el("td", { class: "note", colspan: 3 }, bdi(text));
  const whole = (fields) =>
    el(
      "td",
      { class: "whole", colspan: 3 },
      el("dl", {}, ...fields.map(([name, , after]) => el("div", {}, el("dt", {}, name), el("dd", {}, bdi(after))))),
    );
  const fieldCells = ([name, before, after]) => [
    el("th", { class: "name", scope: "row" }, bdi(name)),
    value("was", before),
    value("now", after),
  ];

  const changeRows = (entry, withResult) => {
    const listed = entry.fields.every(([, before]) => before === null);
    const lines = listed ? (entry.fields.length > 0 ? [[whole(entry.fields)]] : []) : entry.fields.map(fieldCells);
    if (entry.note) lines.unshift([note(entry.note)]);
    if (lines.length === 0) lines.push([whole([])]);
    const [first, ...rest] = lines.map((cells) => el("tr", { class: "field" }, ...cells));
    const rowspan = lines.length;
    first.prepend(
      el("td", { class: "act", rowspan }, badge(entry.action)),
      who(entry, { scope: "rowgroup", rowspan }),
    );
    if (withResult) first.append(el("td", { class: "result " + entry.state, rowspan }, entry.result ?? ""));
    return el("tbody", { "data-key": entry.key }, first, ...rest);
  };
  const plainRows = (entry) =>
    el(
      "tbody",
      { "data-key": entry.key },
      el("tr", {}, who(entry, { scope: "row" }), ...entry.cells.map((cell) => el("td", {}, bdi(cell)))),
    );

  const columns = {
    changes: ["columnAction", "columnObject", "columnField", "columnBefore", "columnAfter"],
    held: ["columnAction", "columnObject", "columnField", "columnBefore", "columnAfter"],
    rejected: ["columnPlace", "columnColumn", "columnReason"],
    dropped: ["columnPlace", "columnColumn", "columnReason"],
    notices: ["columnObject", "columnNote"],
  };
  const tableOf = (group, withResult) => {
    const heads = withResult ? [...columns[group.section], "result"] : columns[group.section];
    const wide = group.section === "changes" || group.section === "held";
    const widths = wide ? ["a", "o", "f", "", "", "r"] : ["o", "", ""];
    return el(
      "table",
      { class: "rows " + group.section },
      el("colgroup", {}, ...heads.map((_, index) => el("col", { class: widths[index] }))),
      el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, data.phrases[head])))),
    );
  };

  const fill = (details) => {
    const { group, entries, limit } = details.musterd;
    const withResult = group.section === "changes" && entries.some((entry) => entry.result !== undefined);
    const table = details.querySelector("table") ?? details.appendChild(tableOf(group, withResult));
    const start = table.tBodies.length;
    const draw = (entry) => (entry.cells ? plainRows(entry) : changeRows(entry, withResult));
    for (const entry of entries.slice(start, limit)) table.append(draw(entry));
    details.querySelector(".more")?.remove();
    const left = entries.length - table.tBodies.length;
    if (left > 0) {
      const more = el("button", { type: "button", class: "more" }, say("showMore", { n: left }));
      more.addEventListener("click", () => {
        details.musterd.limit += 5 * chunk;
        fill(details);
      });
      details.append(more);
    }
  };

  const groupOf = ({ group, entries }, open) => {
    const title = group.name === undefined ? el("h3", {}, data.kinds[group.kind]) : el("h4", {}, bdi(group.name));
    if (group.code !== undefined) title.append(" ", el("span", { class: "key" }, bdi(group.code)));
    title.append(" ", el("small", {}, count(entries.length, group.section)));
    const details = el("details", {}, el("summary", {}, title));
    details.musterd = { group, entries, limit: chunk };
    details.addEventListener("toggle", () => {
      if (details.open && details.querySelector("table") === null) fill(details);
    });
    if (open) {
      details.open = true;
      fill(details);
    }
    return details;
  };

  const sum = (selected) => selected.reduce((total, { entries }) => total + entries.length, 0);
  const total = sum(data.groups);

  const render = () => {
    const selected = select();
    const n = sum(selected);
    const open = openChoice ?? n <= openBelow;
    for (const section of document.querySelectorAll("section[data-section]")) {
      const name = section.dataset.section;
      const ofSection = selected.filter(({ group }) => group.section === name);
      section.hidden = ofSection.length === 0;
      section.querySelector("h2 small").textContent = number(sum(ofSection));
      let kind;
      const parts = ofSection.flatMap((one) => {
        const drawn = groupOf(one, open);
        if (one.group.name === undefined || one.group.kind === kind) return [drawn];
        kind = one.group.kind;
        const ofKind = sum(ofSection.filter(({ group }) => group.kind === kind));
        return [el("h3", {}, data.kinds[kind], " ", el("small", {}, count(ofKind, name))), drawn];
      });
      section.querySelector(".groups").replaceChildren(...parts);
    }
    live.textContent = say("matches", { n, total });
    document.getElementById("empty").hidden = n > 0 || total === 0;
    clear.hidden = search.value === "" && buttons.every((button) => button.getAttribute("aria-pressed") === "false");
  };

  search.addEventListener("input", () => {
    openChoice = null;
    render();
  });
  for (const button of buttons)
    button.addEventListener("click", () => {
      const { facet, value } = button.dataset;
      const pressed = !chosen[facet].delete(value);
      if (pressed) chosen[facet].add(value);
      button.setAttribute("aria-pressed", String(pressed));
      openChoice = null;
      render();
    });
  clear.addEventListener("click", () => {
    search.value = "";
    for (const facet of Object.values(chosen)) facet.clear();
    for (const button of buttons) button.setAttribute("aria-pressed", "false");
    openChoice = null;
    render();
    search.focus();
  });
  for (const [id, choice] of [["open-all", true], ["close-all", false]])
    document.getElementById(id).addEventListener("click", () => {
      openChoice = choice;
      render();
    });
  addEventListener("beforeprint", () => {
    for (const details of document.querySelectorAll("details")) {
      details.open = true;
      details.musterd.limit = Infinity;
      fill(details);
    }
  });
  addEventListener("afterprint", render);
  render();
})();
`;
