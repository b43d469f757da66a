/** Draws the flows of people between departments as a Sankey diagram in SVG: on the left where people are, on the right where they go. */
import { sankey, sankeyLinkHorizontal } from "d3-sankey";
import { visibleText } from "../../lib/control-characters.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { Company } from "../entries/company-trees.ts";
import type { Phrasing } from "../phrasing/phrasing.ts";
import { filled } from "../words/filled.ts";
import { otherDepartments, type Stream, type Streams } from "./flows.ts";
import { fitted, type Geometry, narrow, round, wide } from "./geometry.ts";

/** Returns the picture for screens and paper, and one for phones; empty if nobody moves between the departments shown. */
export const flowPicture = (company: Company, streams: Streams, say: Phrasing): string =>
  streams.streams.length === 0
    ? ""
    : `<div class="picture flow">${svg(company, streams, wide, say)}${svg(company, streams, narrow, say)}</div>`;

type End = { readonly id: string; readonly name: string };
type Bond = { readonly source: string; readonly target: string; readonly value: number };

const svg = (company: Company, { streams }: Streams, geometry: Geometry, say: Phrasing): string => {
  const { page } = say.words;
  const nameIn = (side: "before" | "after", code: string): string => {
    if (code === otherDepartments) return page.others;
    const department = company.departments.get(code);
    return (department?.[side] ?? department?.before ?? department?.after)?.name ?? code;
  };
  const ends = new Map<string, End>();
  const end = (id: string, name: string): string => {
    ends.set(id, { id, name });
    return id;
  };
  const from = ({ from: code }: Stream) =>
    code === null ? end("from", page.joining) : end(`from ${code}`, nameIn("before", code));
  const to = ({ to: code }: Stream) =>
    code === null ? end("to", page.leaving) : end(`to ${code}`, nameIn("after", code));
  const links: Bond[] = streams.map((stream) => ({ source: from(stream), target: to(stream), value: stream.people }));
  const sides = [links.map(({ source }) => source), links.map(({ target }) => target)].map((ids) => new Set(ids).size);
  const { width, fontSize, column } = geometry;
  const label = geometry === wide ? column * 0.62 : column * 0.72;
  const height = Math.max(200, Math.max(...sides) * (fontSize + 14));
  const graph = sankey<End, Bond>()
    .nodeId(({ id }) => id)
    .nodeWidth(9)
    .nodePadding(15)
    .extent([
      [label, 26],
      [width - label, height - 4],
    ])({ nodes: [...ends.values()].map((each) => ({ ...each })), links: links.map((each) => ({ ...each })) });
  const path = sankeyLinkHorizontal<End, Bond>();
  // The layout has put the nodes in the place of their ids.
  const endOf = (of: string | number | End): End => (typeof of === "object" ? of : { id: String(of), name: "" });
  const order = new Map(graph.nodes.map((node, index) => [node.id, index]));
  const colour = (id: string) => (order.get(id) ?? 0) % 6;
  const bands = graph.links.map((link) => {
    const [a, b] = [endOf(link.source), endOf(link.target)];
    const title = `${a.name} → ${b.name} · ${filled(page.people, { n: say.number(link.value) })}`;
    return `<path class="c${colour(b.id)}" d="${rounded(path(link) ?? "")}" stroke-width="${round(Math.max(1, link.width ?? 1))}"><title>${escapeHtml(visibleText(title))}</title></path>`;
  });
  const nodes = graph.nodes.map((node) => {
    const { x0 = 0, x1 = 0, y0 = 0, y1 = 0, value = 0 } = node;
    const isLeft = node.id.startsWith("from");
    const people = say.number(value);
    const name = fitted(node.name, label - 12 - (people.length + 1) * fontSize * 0.6, fontSize);
    const text = isLeft ? `${name} <tspan class="n">${people}</tspan>` : `<tspan class="n">${people}</tspan> ${name}`;
    return `<rect class="c${isLeft ? "s" : colour(node.id)}" x="${round(x0)}" y="${round(y0)}" width="${round(x1 - x0)}" height="${round(Math.max(1, y1 - y0))}"/><text x="${round(isLeft ? x0 - 6 : x1 + 6)}" y="${round((y0 + y1) / 2 + fontSize * 0.36)}" font-size="${fontSize}"${isLeft ? ' text-anchor="end"' : ""}>${text}</text>`;
  });
  return `<svg class="${geometry === wide ? "wide" : "narrow"}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(page.flowLabel)}">
<text class="side" x="${label + 9}" y="16" text-anchor="end">${escapeHtml(page.from)}</text><text class="side" x="${width - label - 9}" y="16">${escapeHtml(page.to)}</text>
<g class="bands">${bands.join("")}</g>${nodes.join("")}</svg>`;
};

/** Shortens the numbers of a path to one decimal place. */
const rounded = (path: string): string => path.replace(/\d+\.\d+/g, (number) => String(round(Number(number))));
