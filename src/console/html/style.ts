/** The style of the console: one column, light and dark, desktop and phone. */

/** The only style sheet. Pages have no other styles, because the content security policy forbids them. */
export const consoleStyle = `
:root {
  color-scheme: light dark;
  --paper: #f7f8fa; --card: #fff; --ink: #1b2330; --soft: #576172; --line: #e1e5eb; --hover: #eff3f8;
  --accent: #1d5c88; --accent-soft: #e6f0f7; --ring: #6aa6cf;
  --good: #176a3f; --good-soft: #e5f4ec; --wait: #7d5200; --wait-soft: #fdf3dd; --bad: #a32626; --bad-soft: #fcebea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --card: #1a2028; --ink: #e4e9f0; --soft: #a5b0bf; --line: #303944; --hover: #222a34;
    --accent: #86c0e8; --accent-soft: #1d3141; --ring: #4685b0;
    --good: #78d3a2; --good-soft: #17322a; --wait: #e8bf66; --wait-soft: #352a14; --bad: #f3958f; --bad-soft: #3c1f20;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font-size: 16px; line-height: 1.55;
  font-family: system-ui, -apple-system, "Segoe UI", "PingFang TC", "Microsoft JhengHei", "Noto Sans TC", sans-serif;
}
.skip { position: absolute; inset-inline-start: -99rem; } .skip:focus { position: static; display: inline-block; padding: .5rem 1rem; }
.bar { border-bottom: 1px solid var(--line); background: var(--card); }
.bar > div { max-width: 58rem; margin: 0 auto; padding: .3rem 1.25rem; display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; }
.bar nav { display: flex; flex-wrap: wrap; gap: 0 .25rem; flex: 1 1 auto; margin-inline-start: -.6rem; }
.bar nav a { color: var(--soft); text-decoration: none; padding: .55rem .6rem; border-bottom: 2px solid transparent; }
.bar nav a:hover { color: var(--ink); } .bar nav a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
.bar form { display: inline; } .self { display: flex; flex-wrap: wrap; align-items: center; gap: .1rem .9rem; color: var(--soft); font-size: .9rem; }
main { max-width: 58rem; margin: 0 auto; padding: 1.75rem 1.25rem 4rem; overflow-wrap: break-word; }
main.narrow { max-width: 26rem; padding-top: 12vh; }
footer { max-width: 58rem; margin: 0 auto; padding: 0 1.25rem 2rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .35rem; font-weight: 650; letter-spacing: -.015em; }
h2 { font-size: 1.1rem; margin: 2.25rem 0 .6rem; font-weight: 650; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; font-weight: 650; }
p { margin: .35rem 0; } .lead { font-size: 1.1rem; } .hint, small { color: var(--soft); font-size: .9rem; }
a { color: var(--accent); text-underline-offset: .15em; }
code { font-family: ui-monospace, "SF Mono", Consolas, "Liberation Mono", monospace; font-size: .88em; overflow-wrap: anywhere; }
pre { font: .88rem/1.55 ui-monospace, "SF Mono", Consolas, "Noto Sans Mono CJK TC", monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: .75rem 0; }
.card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
.state { display: flex; align-items: baseline; gap: .65rem; } .state::before { content: ""; flex: none; width: .7rem; height: .7rem; border-radius: 50%; background: var(--good); }
.state.waiting::before, .state.stale::before { background: var(--wait); } .state.trouble::before { background: var(--bad); }
.notice { border-radius: .6rem; padding: .7rem 1rem; margin: 1rem 0; background: var(--accent-soft); } .notice > * { margin: 0; }
.notice.good { background: var(--good-soft); } .notice.waiting { background: var(--wait-soft); } .notice.trouble { background: var(--bad-soft); }
dl { display: grid; grid-template-columns: minmax(7rem, 13rem) 1fr; gap: .4rem 1.25rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; min-width: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
ul.plain { list-style: none; margin: 0; padding: 0; } ul.plain > li { padding: .55rem 0; border-top: 1px solid var(--line); } ul.plain > li:first-child { border: 0; }
.samples { margin: .3rem 0 0; padding-inline-start: 1.1rem; } .samples li { padding: .1rem 0; overflow-wrap: anywhere; } .samples li::marker { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: start; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
thead th { border: 0; color: var(--soft); font-size: .88rem; padding-top: 0; } tr > :last-child { padding-inline-end: 0; }
.tag { display: inline-block; border-radius: 99px; padding: 0 .6rem; font-size: .86rem; background: var(--hover); color: var(--soft); white-space: nowrap; }
.tag.good { background: var(--good-soft); color: var(--good); } .tag.waiting { background: var(--wait-soft); color: var(--wait); } .tag.trouble { background: var(--bad-soft); color: var(--bad); }
label { display: block; margin: .75rem 0 .2rem; font-weight: 600; } label small { font-weight: 400; }
input, textarea, select { font: inherit; color: inherit; width: 100%; background: var(--card); border: 1px solid var(--soft); border-radius: .5rem; padding: .5rem .7rem; min-height: 2.7rem; }
textarea { min-height: 4.5rem; resize: vertical; }
button, .button { font: inherit; font-weight: 600; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: .5rem; padding: .5rem 1.1rem; cursor: pointer; margin-top: .75rem; text-decoration: none; display: inline-block; }
button:hover, .button:hover { background: var(--hover); } .first { background: var(--accent); border-color: var(--accent); color: var(--card); } .first:hover { filter: brightness(1.08); }
button.grave { border-color: var(--bad); color: var(--bad); }
button.link { all: unset; color: var(--accent); cursor: pointer; text-decoration: underline; text-underline-offset: .15em; padding: .35rem 0; }
:focus-visible, button.link:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; border-radius: .25rem; }
.row { display: flex; gap: .6rem; align-items: end; flex-wrap: wrap; } .row > * { flex: 0 1 auto; margin-top: 0; } .row > .wide { flex: 1 1 14rem; } .row label { margin-top: 0; }
details > summary { cursor: pointer; color: var(--accent); width: fit-content; padding: .25rem 0; } .choice > summary { font-weight: 600; }
.choice { border-top: 1px solid var(--line); padding: .6rem 0; } form + .choice { margin-top: 1.1rem; } :is(p, form) + table { margin-top: 1.25rem; } .figures :is(th, td):nth-last-child(-n + 2) { text-align: end; }
progress { width: 100%; height: .6rem; accent-color: var(--accent); }
svg.line { width: 9rem; height: 1.9rem; overflow: visible; } svg.line polyline { fill: none; stroke: var(--accent); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
svg.phases { width: 7rem; height: .6rem; border-radius: 99px; background: var(--line); } .phases rect { fill: var(--accent); } .phases rect:nth-child(even) { fill: var(--ring); }
iframe { width: 100%; height: 80vh; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; } .agrees { color: var(--good); } .differs { color: var(--wait); }
@media (max-width: 40rem) {
  body { font-size: 15px; } main { padding: 1.1rem .9rem 3rem; } footer { padding: 0 .9rem 2rem; } main.narrow { padding-top: 1.5rem; } .bar > div { padding: .2rem .9rem; }
  .bar nav { flex-wrap: nowrap; overflow-x: auto; flex-basis: 100%; margin-inline-start: -.6rem; } .bar nav a { white-space: nowrap; padding: .5rem .55rem; }
  h1 { font-size: 1.35rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } .two { grid-template-columns: 1fr; } .card { padding: .85rem .95rem; }
  table.wide thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  table.wide td[data-head] { display: block; }
  table.wide td[data-head]::before { content: attr(data-head) " "; color: var(--soft); }
  table.wide tr { display: block; border-top: 1px solid var(--line); padding: .5rem 0; } table.wide :is(th, td) { display: inline-block; border: 0; padding: 0 .75rem 0 0; text-align: start; } table.wide th { display: block; }
  iframe { height: 70vh; } button, .button { width: 100%; text-align: center; } button.link { width: auto; }
}
@media print { .bar, form, .skip, .answers { display: none; } body { background: none; } details::details-content { content-visibility: visible; block-size: auto; } }
`;
