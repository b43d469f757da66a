/** The style of the pictures in the HTML report. They are drawn with classes, so they follow the dark scheme and the print layout. */

export const pictureStyle = `
.picture svg { display: block; width: 100%; height: auto; max-width: 62rem; margin: 0 auto;
  font-family: system-ui, -apple-system, "Segoe UI", "PingFang TC", "Microsoft JhengHei", "Noto Sans TC", sans-serif; }
.picture svg.narrow { display: none; }
.picture text { fill: var(--ink); }
.picture text.side { fill: var(--soft); font-size: 12px; font-weight: 600; }
.bands path { fill: none; stroke: var(--c); stroke-opacity: .5; }
.bands path:hover { stroke-opacity: .95; }
.flow .bands path { stroke-opacity: .38; } .flow .bands path:hover { stroke-opacity: .75; }
.c0 { --c: #3b7dc4; } .c1 { --c: #c9752d; } .c2 { --c: #3f9b6c; } .c3 { --c: #9a62c0; } .c4 { --c: #c2527e; } .c5 { --c: #7d8a2e; }
.flow rect { fill: var(--c, var(--soft)); } .flow rect.cs { fill: var(--soft); }
.flow tspan.n { fill: var(--soft); font-variant-numeric: tabular-nums; }
.tree .row rect { fill: transparent; }
.tree .row:hover rect { fill: var(--hover); }
.tree .row.moved rect { fill: var(--blue-soft); } .tree .row.new rect { fill: var(--green-soft); } .tree .row.closed rect { fill: var(--red-soft); }
.tree .row.closed text.name { text-decoration: line-through; }
.tree .row.fold text { fill: var(--soft); font-style: italic; }
.tree .people { font-variant-numeric: tabular-nums; }
.tree .former { fill: var(--soft); font-size: .85em; }
.tree .chips { fill: var(--soft); }
.tree .chips .closed { fill: var(--red); } .tree .chips .new { fill: var(--green); } .tree .chips .moved { fill: var(--blue); } .tree .chips .renamed { fill: var(--amber); }
@media screen and (max-width: 46rem) { .picture svg.wide { display: none; } .picture svg.narrow { display: block; } }
@media print { .tree .row.moved rect, .tree .row.new rect, .tree .row.closed rect { fill: none; stroke: var(--line); } }
`;
