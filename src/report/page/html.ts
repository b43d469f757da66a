/**
 * Writes the report as one HTML file without other files, which people can read, decide on, search and print. Its content
 * security policy forbids all requests, and all data is escaped. The first screen is markup with pictures; the page's script
 * draws the lists and tables below it.
 */
import { escapeHtml } from "../../lib/escape-html.ts";
import { adoptedKinds } from "../../model/directory/identity.ts";
import type { Report } from "../entries/report.ts";
import type { Phrasing } from "../phrasing/phrasing.ts";
import { shownReport } from "../phrasing/shown-report.ts";
import { filled } from "../words/filled.ts";
import { wordsOf } from "../words/language.ts";
import { type PageData, pageData } from "./data.ts";
import { paragraphOf, tiles, totalsTable, worstAtAGlance } from "./figures.ts";
import { finder } from "./finder.ts";
import { pageHead } from "./head.ts";
import { type OrganisationParts, organisationParts } from "./organisation.ts";
import type { PageMeta } from "./page-meta.ts";
import { blockSize, packed } from "./payload.ts";
import { pictureStyle } from "./picture-style.ts";
import { pageScript } from "./script.ts";
import { adoption, calendar, proposals } from "./sections.ts";
import { pageStyle } from "./style.ts";

/** Returns a complete HTML document in the language of the report. */
export const htmlReport = (report: Report): string => {
  const shown = shownReport(report);
  const { say } = shown;
  const { plan } = shown.report;
  const data = pageData(shown);
  const organisation = organisationParts(shown);
  const hasEntries = data.total > 0;
  return `<!doctype html>
<html lang="${wordsOf(report.language).htmlLanguage}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${say.phrase("title")} · ${plan.today}`)}</title>
<style>${pageStyle}${pictureStyle}</style>
</head>
<body>
<div class="page">
<header>
${pageHead(shown)}
${paragraphOf(shown)}
${tiles(shown)}
</header>
<main>
${hasEntries ? firstScreen(organisation, worstAtAGlance(shown), say) : ""}
${adoption(shown)}
${proposals(shown)}
${calendar(shown)}
${hasEntries ? lists(data, organisation.sections, say) : ""}
${totalsTable(shown)}
</main>
<footer>${escapeHtml(say.phrase("fingerprint"))} <code>${escapeHtml(plan.fingerprint)}</code></footer>
</div>
${hasEntries ? scripts(data, organisation.tables, say, plan) : ""}
</body>
</html>
`;
};

/** Two columns where there is something for both. What stands alone takes the whole width. */
const firstScreen = ({ picture, largest }: OrganisationParts, worst: string, say: Phrasing): string => {
  const calm = worst === "" ? `<p class="calm">${escapeHtml(say.words.page.nothingSevere)}</p>` : "";
  const beside = `${worst}${largest}`;
  if (picture === "" || beside === "") return `${calm}<div class="first flat">${picture}${beside}</div>`;
  return `${calm}<div class="first">${picture}<div class="beside">${beside}</div></div>`;
};

const lists = (data: PageData, organisation: string, say: Phrasing): string => {
  const note = data.total > printAll ? filled(say.words.page.printedWorst, { n: say.number(data.total) }) : "";
  return `<noscript><p class="verdict warn">${escapeHtml(say.phrase("noScript"))}</p></noscript>
<p class="verdict warn" id="too-old" hidden>${escapeHtml(say.words.page.tooOld)}</p>
${note === "" ? "" : `<p class="on-paper">${escapeHtml(note)}</p>`}
${finder(data, organisation, say)}`;
};

/** A page with more entries than this prints only the worst of them. */
const printAll = 3000;

/** Returns the page's data and script. The data is base64, so it can neither end its element nor open a comment. */
const scripts = (
  { entries, groups, total }: PageData,
  tables: OrganisationParts["tables"],
  say: Phrasing,
  { undoes }: Report["plan"],
): string => {
  const { page, phrases } = say.words;
  const { matches, columnObject } = phrases;
  const { fields, why, whyNotHere, what, previous, next, pageOf, showAll } = page;
  const meta: PageMeta = {
    words: { matches, columnObject, fields, why, whyNotHere, what, previous, next, pageOf, showAll },
    groups,
    tables,
    total,
    blockSize,
    printAll,
    // An undo does not follow the source, so the command would explain something else.
    command: undoes === undefined ? "musterd explain" : "",
    explainable: adoptedKinds,
  };
  return `<script type="text/plain" id="data">${packed(meta, entries())}</script>\n<script>${pageScript()}</script>`;
};
