/** The style of the HTML report: responsive, with a dark scheme and a print layout. */

export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #f6f7f9; --card: #ffffff; --ink: #1c2430; --soft: #5b6675; --line: #e2e6ec; --hover: #f2f5f9;
  --accent: #1f5f8b; --accent-soft: #e6f0f7; --ring: #7fb2d6;
  --green: #1b7446; --green-soft: #e5f4ec; --amber: #8a5a00; --amber-soft: #fdf3dd;
  --blue: #28569c; --blue-soft: #e8effb; --red: #ad2b2b; --red-soft: #fcebea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --card: #1a2028; --ink: #e4e9f0; --soft: #9aa6b5; --line: #2b333e; --hover: #212933;
    --accent: #82bde6; --accent-soft: #1d3141; --ring: #3c7aa5;
    --green: #74cf9e; --green-soft: #18322a; --amber: #e6bc62; --amber-soft: #362b14;
    --blue: #94b8f2; --blue-soft: #1d2b45; --red: #f2918c; --red-soft: #3d1f20;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 5.5rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font-size: 15px; line-height: 1.55;
  font-family: system-ui, -apple-system, "Segoe UI", "PingFang TC", "Microsoft JhengHei", "Noto Sans TC", sans-serif;
}
.page { max-width: 72rem; margin: 0 auto; padding: 2.25rem 1.5rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; font-weight: 650; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; font-weight: 650; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; font-weight: 650; }
h2 small, h3 small, h4 small { font-weight: 400; color: var(--soft); font-size: .85em; margin-inline-start: .5em; }
code, .key { font-family: ui-monospace, "SF Mono", Consolas, "Liberation Mono", monospace; font-size: .87em; overflow-wrap: anywhere; }
.key { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2.75rem; margin: 0; }
.facts dt { color: var(--soft); font-size: .82rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.verdict { margin: 1.5rem 0 0; padding: .8rem 1.1rem; border-radius: .6rem; border-inline-start: 4px solid var(--accent); background: var(--accent-soft); }
.verdict.good { border-color: var(--green); background: var(--green-soft); }
.verdict.warn { border-color: var(--amber); background: var(--amber-soft); }
.verdict.bad { border-color: var(--red); background: var(--red-soft); }
.verdict p { margin: .25rem 0; } .verdict p:first-child { font-weight: 600; }
.verdict ul { margin: .5rem 0; padding-inline-start: 1.2rem; }
.verdict li p { margin: 0; font-weight: 400; } .verdict li p + p { color: var(--soft); }
.verdict code { display: block; padding: .5rem .7rem; border-radius: .4rem; background: var(--card); user-select: all; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; padding: .8rem 1rem; }
.tiles b { display: block; font-size: 1.75rem; line-height: 1.2; font-weight: 600; font-variant-numeric: tabular-nums; }
.tiles span { color: var(--soft); font-size: .88rem; }
.tiles .green b { color: var(--green); } .tiles .red b { color: var(--red); } .tiles .amber b { color: var(--amber); }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .7rem; }
.totals { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.totals th, .totals td { padding: .45rem .9rem; text-align: end; white-space: nowrap; border-top: 1px solid var(--line); font-weight: 400; }
.totals thead th { border-top: 0; color: var(--soft); font-size: .85rem; }
.totals th:first-child { text-align: start; }
.totals .none { color: var(--soft); opacity: .5; } .totals .sum { font-weight: 600; }
.find { position: sticky; top: 0; z-index: 2; background: var(--paper); padding: .75rem 0; margin-top: 2rem; border-bottom: 1px solid var(--line); }
.find label { display: block; font-size: .82rem; color: var(--soft); margin-bottom: .2rem; }
.find .row { display: flex; gap: .75rem; align-items: center; flex-wrap: wrap; }
input[type=search] {
  flex: 1 1 16rem; min-width: 0; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: .6rem; padding: .55rem .9rem;
}
#matches { color: var(--soft); font-size: .9rem; white-space: nowrap; margin: 0; font-variant-numeric: tabular-nums; }
fieldset { border: 0; margin: .6rem 0 0; padding: 0; display: flex; min-width: 0; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; min-width: 0; }
legend { float: left; flex: none; color: var(--soft); font-size: .82rem; line-height: 1.9rem; width: 3.2rem; padding: 0; }
button {
  font: inherit; font-size: .88rem; color: var(--ink); background: var(--card); border: 1px solid var(--line);
  border-radius: 99px; padding: .22rem .8rem; cursor: pointer; white-space: nowrap;
}
button:hover { background: var(--hover); border-color: var(--ring); }
button[aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--card); }
button small { opacity: .7; margin-inline-start: .3em; font-variant-numeric: tabular-nums; }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.tools { display: flex; gap: .4rem; margin-top: .8rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: .7rem; margin: .5rem 0; overflow: clip; }
summary { cursor: pointer; padding: .6rem 1rem; list-style-position: inside; }
summary:hover { background: var(--hover); }
summary h3, summary h4 { display: inline; margin: 0; font-size: 1rem; font-weight: 600; }
.rows { border-collapse: collapse; width: 100%; table-layout: fixed; }
.rows col.a { width: 8rem; } .rows col.o { width: 19%; } .rows col.f { width: 14%; } .rows col.r { width: 14%; }
.rows th, .rows td { text-align: start; vertical-align: top; padding: .4rem .6rem; font-weight: 400; overflow-wrap: anywhere; }
.rows thead th:first-child, .rows .act, .rows tr:not(.field) .who { padding-inline-start: 1rem; }
.rows thead th { color: var(--soft); font-size: .8rem; border-top: 1px solid var(--line); background: var(--hover); }
.rows tbody { border-top: 1px solid var(--line); }
.rows th[scope=rowgroup], .rows th[scope=row].who { font-weight: 600; }
.rows .key { display: block; font-weight: 400; }
.rows .name { color: var(--soft); font-size: .9em; }
.rows .was { color: var(--soft); } .rows .now { color: var(--ink); }
.rows .was bdi { background: var(--red-soft); border-radius: .25rem; padding: 0 .3em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.rows .now bdi { background: var(--green-soft); border-radius: .25rem; padding: 0 .3em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.rows td.whole dl { display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; margin: 0; }
.rows td.whole dl div { display: flex; gap: .4rem; } .rows td.whole dt { color: var(--soft); font-size: .9em; } .rows td.whole dd { margin: 0; }
.rows td.note { color: var(--soft); font-size: .92em; }
.rows.held td.note { color: var(--amber); }
.badge { display: inline-block; border-radius: .4rem; padding: .02rem .5rem; font-size: .86rem; white-space: nowrap; background: var(--blue-soft); color: var(--blue); }
.badge.create, .badge.reactivate { background: var(--green-soft); color: var(--green); }
.badge.update { background: var(--amber-soft); color: var(--amber); }
.badge.deactivate, .badge.remove { background: var(--red-soft); color: var(--red); }
.result { font-size: .9em; color: var(--soft); } .result.applied { color: var(--green); } .result.failed { color: var(--red); } .result.not-tried { color: var(--amber); }
.more { display: block; margin: .5rem auto .7rem; }
.empty { color: var(--soft); padding: 2rem 0; text-align: center; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem; }
[hidden] { display: none !important; }
@media screen and (max-width: 50rem) {
  .page { padding: 1.25rem .9rem 3rem; }
  .facts { flex-direction: column; }
  .tiles { grid-template-columns: repeat(2, 1fr); gap: .5rem; }
  .chips { flex-wrap: nowrap; overflow-x: auto; padding-bottom: .25rem; }
  .rows, .rows tbody, .rows tr, .rows td, .rows th { display: block; width: auto; }
  .rows thead, .rows colgroup { display: none; }
  .rows tbody { padding: .6rem 1rem; }
  .rows th, .rows td, .rows .act, .rows tr:not(.field) .who { padding: .1rem 0; }
  .rows tr.field > .now::before { content: "→ "; color: var(--soft); }
  .rows tr.field { display: grid; grid-template-columns: 1fr 1fr; column-gap: .8rem; padding-top: .35rem; }
  .rows tr.field > .act, .rows tr.field > .who, .rows tr.field > .name, .rows tr.field > .result, .rows tr.field > .whole, .rows tr.field > .note { grid-column: 1 / -1; }
  .rows tr.field > .result { order: 1; }
  .rows tr.field > .name, .rows tr.field > .was, .rows tr.field > .now, .rows tr.field > .whole, .rows tr.field > .note { order: 2; }
}
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --hover: #fff; }
  body { font-size: 10pt; } .page { max-width: none; padding: 0; }
  .find, .filters, .tools, .more { display: none; }
  details { border: 0; border-radius: 0; overflow: visible; } summary { padding-inline: 0; list-style: none; }
  tbody, .tiles li { break-inside: avoid; } thead { display: table-header-group; } h2, h3, summary { break-after: avoid; }
}
`;
