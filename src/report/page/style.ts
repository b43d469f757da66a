/** The style of the HTML report: responsive, with a dark scheme and a print layout. picture-style.ts has that of pictures. */

export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #f6f7f9; --card: #ffffff; --ink: #1c2430; --soft: #566071; --line: #e2e6ec; --hover: #f2f5f9;
  --accent: #1f5f8b; --accent-soft: #e6f0f7; --ring: #7fb2d6;
  --green: #176a3f; --green-soft: #e5f4ec; --amber: #855600; --amber-soft: #fdf3dd;
  --blue: #28569c; --blue-soft: #e8effb; --red: #a82828; --red-soft: #fcebea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --card: #1a2028; --ink: #e4e9f0; --soft: #a3afbe; --line: #2f3843; --hover: #212933;
    --accent: #82bde6; --accent-soft: #1d3141; --ring: #3c7aa5;
    --green: #74cf9e; --green-soft: #18322a; --amber: #e6bc62; --amber-soft: #362b14;
    --blue: #94b8f2; --blue-soft: #1d2b45; --red: #f2918c; --red-soft: #3d1f20;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 6.5rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font-size: 15px; line-height: 1.5;
  font-family: system-ui, -apple-system, "Segoe UI", "PingFang TC", "Microsoft JhengHei", "Noto Sans TC", sans-serif;
}
.page { max-width: 88rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; font-weight: 650; }
h3 { font-size: 1rem; margin: 1.3rem 0 .4rem; font-weight: 650; }
h2 small, h3 small, summary small { font-weight: 400; color: var(--soft); font-size: .85em; margin-inline-start: .4em; }
a { color: var(--accent); }
code, .key { font-family: ui-monospace, "SF Mono", Consolas, "Liberation Mono", monospace; font-size: .87em; overflow-wrap: anywhere; }
.key { color: var(--soft); }
header .top { display: flex; flex-wrap: wrap; gap: .1rem 2rem; align-items: baseline; }
header .facts { display: flex; flex-wrap: wrap; gap: .1rem 1.5rem; margin: 0; font-size: .88rem; }
header .facts div { display: flex; gap: .4rem; } header .facts dt { color: var(--soft); flex: none; } header .facts dd { margin: 0; overflow-wrap: anywhere; }
.verdict { margin: .6rem 0 0; padding: .3rem .9rem; border-radius: .5rem; border-inline-start: 4px solid var(--accent); background: var(--accent-soft); }
.verdict.good { border-color: var(--green); background: var(--green-soft); }
.verdict.warn { border-color: var(--amber); background: var(--amber-soft); }
.verdict.bad { border-color: var(--red); background: var(--red-soft); }
.verdict p { margin: .15rem 0; } .verdict p:first-child { font-weight: 600; }
.verdict ul { margin: .4rem 0; padding-inline-start: 1.2rem; }
.verdict li p { margin: 0; font-weight: 400; } .verdict li p + p { color: var(--soft); }
.verdict code { display: block; padding: .4rem .6rem; border-radius: .4rem; background: var(--card); user-select: all; }
.verdict p code { display: inline; padding: 0; background: none; user-select: auto; }
.short { margin: .6rem 0 0; font-size: 1.02rem; max-width: 75rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.6rem, 1fr)); gap: .5rem; margin: .6rem 0 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .4rem .8rem; }
.tiles b { display: block; font-size: 1.4rem; line-height: 1.25; font-weight: 600; font-variant-numeric: tabular-nums; }
.tiles span { color: var(--soft); font-size: .82rem; line-height: 1.25; display: block; }
.tiles .green b { color: var(--green); } .tiles .red b { color: var(--red); } .tiles .amber b { color: var(--amber); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: .8rem 1rem; margin: 1rem 0 0; min-width: 0; }
.card > h2 { margin: 0 0 .4rem; font-size: 1.05rem; }
.card > p { margin: .3rem 0; }
.hint { color: var(--soft); font-size: .85rem; }
.first { display: grid; grid-template-columns: minmax(0, 1fr) 31rem; gap: 1rem; align-items: start; }
.first.flat { grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.beside { min-width: 0; }
.alarm { border-inline-start: 4px solid var(--red); }
.glance { list-style: none; margin: 0; padding: 0; }
.glance li { display: flex; gap: .7rem; padding: .22rem 0; border-top: 1px solid var(--line); }
.glance li:first-child { border: 0; }
.glance b { flex: 0 0 2.4rem; text-align: end; font-size: 1.1rem; font-variant-numeric: tabular-nums; color: var(--red); }
.glance strong { display: block; font-weight: 600; line-height: 1.35; } .glance small { color: var(--soft); font-size: .82rem; line-height: 1.3; display: block; }
.plain { list-style: none; margin: 0; padding: 0; } .plain li { padding: .4rem 0; border-top: 1px solid var(--line); } .plain p { margin: 0; }
.plain code { display: block; background: var(--hover); padding: .2rem .5rem; border-radius: .3rem; margin-top: .2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
.heads th, .heads td { padding: .18rem .3rem; font-size: .88rem; } .heads thead th { color: var(--soft); font-size: .8rem; }
.heads td, .heads thead th + th { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.calm { margin: .6rem 0 0; color: var(--soft); }
.on-paper-row { display: none; }
.group > .cause { margin: 0 0 .4rem; color: var(--soft); } .group > .pager { margin: .4rem 0 0; }
.sums th, .sums td { padding: .3rem .5rem; border-top: 1px solid var(--line); } .sums th { width: 9rem; font-weight: 600; }
.sums td span { display: inline-block; margin-inline-end: 1.1rem; } .sums b { font-variant-numeric: tabular-nums; }
.find { position: sticky; top: 0; z-index: 2; background: var(--paper); padding: .6rem 0; margin-top: 1.6rem; border-bottom: 1px solid var(--line); }
.find label { display: block; font-size: .82rem; color: var(--soft); margin-bottom: .2rem; }
.find .row { display: flex; gap: .75rem; align-items: center; flex-wrap: wrap; }
input[type=search] {
  flex: 1 1 16rem; min-width: 0; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: .6rem; padding: .5rem .9rem;
}
#matches { color: var(--soft); font-size: .9rem; white-space: nowrap; margin: 0; font-variant-numeric: tabular-nums; }
.filters { margin-top: .5rem; } .filters summary { color: var(--soft); }
fieldset { border: 0; margin: .5rem 0 0; padding: 0; display: flex; min-width: 0; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; min-width: 0; }
legend { float: left; flex: none; color: var(--soft); font-size: .82rem; line-height: 1.9rem; width: 6rem; padding: 0; }
button {
  font: inherit; font-size: .88rem; color: var(--ink); background: var(--card); border: 1px solid var(--line);
  border-radius: 99px; padding: .22rem .8rem; cursor: pointer;
}
button:hover { background: var(--hover); border-color: var(--ring); } button:disabled { color: var(--soft); opacity: .55; cursor: default; }
button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--card); }
button small { margin-inline-start: .3em; font-variant-numeric: tabular-nums; }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.pager { display: flex; gap: .8rem; align-items: center; margin: .6rem 0 0; font-variant-numeric: tabular-nums; }
.pager span { color: var(--soft); font-size: .9rem; }
summary { cursor: pointer; width: fit-content; }
.rows { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; border-collapse: separate; border-spacing: 0; table-layout: fixed; }
.rows th, .rows td { padding: .4rem .9rem; }
.rows thead th { color: var(--soft); font-size: .8rem; padding-block: .3rem; } .rows thead th:first-child { width: 17rem; }
.rows tbody > tr > * { border-top: 1px solid var(--line); }
.rows .who { font-weight: 600; } .rows .key { font-weight: 400; margin-inline-start: .3em; }
.rows p { margin: 0; } .rows .note { color: var(--soft); font-size: .92em; }
[data-section=held] .note, [data-section=rejected] .what { color: var(--amber); }
.what .facts { margin: .15rem 0 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: .1rem 1.5rem; font-size: .92em; }
.what .facts div { display: flex; gap: .5rem; } .what dt { color: var(--soft); flex: 0 0 auto; max-width: 50%; } .what dd { margin: 0; min-width: 0; }
.was { color: var(--soft); text-decoration: line-through; text-decoration-color: var(--red); } .now { color: var(--ink); }
.what > p:first-of-type { display: inline; margin-inline-end: .8rem; }
.what .more:not([open]) { display: inline-block; }
.what details { font-size: .9em; } .what details summary { color: var(--accent); }
.rows .what { position: relative; padding-inline-end: 6rem; } .why > summary { position: absolute; inset-block-start: .45rem; inset-inline-end: .9rem; }
.explanation { margin: .5rem -5.1rem .3rem 0; padding: .5rem .9rem .7rem; border-radius: .5rem; background: var(--hover); columns: 27rem; column-gap: 2rem; }
.explanation p { column-span: all; } .explanation h4 { margin: .5rem 0 .1rem; break-after: avoid; font-size: inherit; font-weight: 650; } .explanation ul { list-style: none; margin: 0; padding: 0; }
.explanation li { padding-inline-start: 2rem; text-indent: -1rem; } .explanation li.below { padding-inline-start: 3.2rem; }
.explanation li.field { display: flex; gap: .8rem; text-indent: 0; padding-inline-start: 2.2rem; } .explanation .name { flex: 0 0 8rem; color: var(--soft); } .explanation p:first-child { font-weight: 650; }
.result.applied, .result.rehired { color: var(--green); } .result.failed { color: var(--red); } .result.not-tried, .result.unconfirmed { color: var(--amber); }
.cells { margin-top: .5rem; font-size: .92rem; }
.cells th, .cells td { padding: .25rem .5rem; border-top: 1px solid var(--line); } .cells thead th { color: var(--soft); font-size: .8rem; border: 0; }
.cells .n { text-align: end; font-variant-numeric: tabular-nums; } .cells.departments .n { white-space: nowrap; } .cells.departments thead th:nth-last-child(-n + 5) { text-align: end; width: 4.6rem; } .cells.departments thead th:last-child { width: 8rem; }
.cells.departments thead th:first-child { width: 30%; } .cells.flows thead th:last-child, .cells.flows td:last-child { text-align: end; width: 5rem; }
.empty { color: var(--soft); padding: 2rem 0; text-align: center; }
.on-paper { display: none; }
footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem; }
[hidden] { display: none !important; }
@media (max-width: 66rem) { .first { grid-template-columns: minmax(0, 1fr); gap: 0; } .beside { display: contents; } .alarm { order: -1; } }
@media screen and (max-width: 46rem) {
  body { font-size: 14px; }
  .page { padding: .9rem .8rem 3rem; }
  h1 { font-size: 1.2rem; }
  header .facts { font-size: .8rem; }
  .short { font-size: .95rem; }
  .tiles { gap: .35rem; grid-template-columns: repeat(3, 1fr); } .tiles li { padding: .3rem .55rem; } .tiles b { font-size: 1.15rem; } .tiles span { font-size: .76rem; }
  .card { padding: .7rem .75rem; }
  fieldset { display: block; } legend { float: none; }
  .rows thead, .cells thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .rows tr, .rows tr > *, .cells tr, .cells tbody th { display: block; }
  .rows tbody > tr > td { border: 0; padding-top: 0; } .rows .who { padding-bottom: 0; }
  .cells tr { border-top: 1px solid var(--line); padding: .4rem 0; } .cells tbody th { font-weight: 600; border: 0; padding: 0; }
  .cells td { display: inline-block; border: 0; padding: 0 .9rem 0 0; } .cells td.t { display: block; }
  .cells td:empty { display: none; }
  .cells .n::before { content: attr(data-head) " "; color: var(--soft); }
  .cells.flows td.t::before { content: "→ "; color: var(--soft); } .cells.flows td.n { width: auto !important; }
  .rows td.what { padding-inline-end: .9rem; } .rows .why > summary { position: static; } .explanation { margin-inline-end: 0; padding-inline: .6rem; }
  .explanation li { padding-inline-start: 1rem; } .explanation li.below, .explanation li.field { padding-inline-start: 1.6rem; } .explanation .name { flex-basis: 5.5rem; }
  .sums tr, .sums th, .sums td { display: block; width: auto; } .sums td { border: 0; padding-top: 0; }
}
@page { size: A4; margin: 13mm 12mm; @bottom-right { content: counter(page) " / " counter(pages); font-size: 8pt; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --hover: #fff;
    --accent: #1f5f8b; --accent-soft: #fff; --green: #176a3f; --green-soft: #fff; --amber: #855600; --amber-soft: #fff; --red: #a82828; --red-soft: #fff; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  body { font-size: 9pt; } .page { max-width: none; padding: 0; }
  .find, .filters, .pager, .why:not([open]), summary { display: none; }
  .on-paper { display: block; }
  .card { padding: .4rem 0; border: 0; border-radius: 0; }
  .on-paper-row { display: table-row; } .group > h3, .group > .cause { display: none; } .rows { border: 0; } .rows thead th:first-child { width: 26%; } .rows th, .rows td.what { padding: .15rem .3rem; } .explanation { margin: .2rem 0; padding: .2rem .5rem; border: 1px solid var(--line); }
  .tiles { grid-template-columns: repeat(6, 1fr); gap: 1.5mm; } .tiles li { padding: .2rem .5rem; }
  .cells { table-layout: fixed; font-size: 8pt; } .cells.departments thead th:nth-last-child(-n + 5) { width: 9%; } .cells.departments thead th:last-child { width: 13%; } .cells.departments thead th:first-child { width: 22%; }
  .cells th, .cells td { padding: .1rem .25rem; }
  tr, .tiles li, .glance li, svg { break-inside: avoid; } thead { display: table-header-group; } h2, h3 { break-after: avoid; }
}
`;
