/** The frame of each page: head, navigation, who is signed in, and the content. */
import type { Language } from "../../model/words/language.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { mayDo, type OwnVisit, type Visit } from "../access/visit.ts";
import { otherLanguage } from "../words/words.ts";
import { type Html, html, type Shown, text } from "./html.ts";

/**
 * The addresses of the style sheet and the script, which change with their content; whether there is a board of the queues; the time zone of
 * all times.
 */
export type Assets = {
  readonly style: string;
  readonly script: string;
  readonly hasBoard: boolean;
  readonly timeZone: string;
};

export const boardPath = "/queues";

export type Page = {
  readonly title: string;
  readonly content: Html;
  /** What the page shows of runs, which changes by itself: with scripts at each event, without them every few seconds. */
  readonly live?: "idle" | "running";
  /** What it is about is not there yet: it loads itself again. */
  readonly isEarly?: true;
  /** Where it leads by itself. */
  readonly goesTo?: string;
  /** It may be shown inside a page of the console, so it has no navigation. */
  readonly isFramed?: true;
};

const refreshSeconds = 5;

/** A whole document. */
export const document = (
  visit: Visit,
  assets: Assets,
  { title, content, live, isEarly, goesTo, isFramed }: Page,
): Html => {
  const { words, language } = visit;
  const person = isFramed ? undefined : visit.person;
  const refresh = html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`;
  const again = html`<meta http-equiv="refresh" content="1">`;
  return html`<!doctype html>
<html lang="${reportWords(language).htmlLanguage}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · musterd</title>
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
${live === "running" && refresh}${isEarly && again}${goesTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${goesTo}">`}
</head>
<body${live !== undefined && html` data-live="${live}"`}>
${isFramed ? "" : html`<a class="skip" href="#content">${words.frame.skip}</a>`}
<header class="bar"${isFramed && html` hidden`}><div>
${person && person.plan === undefined && navigation({ ...visit, person }, assets)}
<div class="self">${person && self({ ...visit, person })}${languageSwitch(visit)}</div>
</div></header>
<main id="content"${visit.person === undefined && html` class="narrow"`}>
${person?.plan !== undefined && html`<p class="hint">${words.frame.only}</p>`}
${live !== undefined && lostNotice(visit)}${content}
</main>
${person && html`<footer><p class="hint">${words.frame.times(assets.timeZone)}</p></footer>`}
</body>
</html>
`;
};

/** The pages of the navigation, with the words of their names. */
const pagesOf = (visit: OwnVisit, { hasBoard }: Assets) =>
  [
    ["/", "today"],
    ["/run", "runs"],
    ["/people", "people"],
    ["/questions", "questions"],
    ["/source", "source"],
    ["/site", "site"],
    ["/settings", "settings"],
    ...(hasBoard && mayDo(visit, "operator") ? [[boardPath, "queues"] as const] : []),
    ...(mayDo(visit, "auditor") ? [["/audit", "audit"] as const] : []),
  ] as const;

const navigation = (visit: OwnVisit, assets: Assets): Html => {
  const { words } = visit;
  const [here = ""] = visit.path.split("?");
  const links = pagesOf(visit, assets).map(([href, name]) => {
    const isHere = here === href || (href !== "/" && here.startsWith(`${href}/`));
    return html`<a href="${href}"${isHere && html` aria-current="page"`}>${words.pages[name]}</a>`;
  });
  return html`<nav aria-label="${words.frame.pages}">${links}</nav>`;
};

const self = (visit: OwnVisit): Html => html`${text(visit.person.name)}
<form method="post" action="/sign-out">${tokenField(visit)}<button class="link">${visit.words.frame.signOut}</button></form>`;

const languageSwitch = ({ language, words, path }: Visit): Html => {
  const other: Language = otherLanguage(language);
  return html`<form method="post" action="/language">${hidden("language", other)}${hidden("to", path)}<button class="link" lang="${reportWords(other).htmlLanguage}" aria-label="${words.frame.languageLabel}">${words.frame.language}</button></form>`;
};

const tokenField = ({ formToken }: Visit): Html => hidden("token", formToken);

/** A field of a form that nobody sees. */
export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A form of somebody who has signed in. */
export const ownForm = (visit: OwnVisit, action: string, content: Shown, enctype?: "multipart/form-data"): Html =>
  html`<form method="post" action="${action}"${enctype && html` enctype="${enctype}"`}>${tokenField(visit)}${content}</form>`;

/** What a page says about what has just been done, or cannot be. */
export const notice = (kind: "good" | "waiting" | "trouble" | "plain", said: Shown): Html =>
  html`<div class="notice ${kind}" role="status"><p>${said}</p></div>`;

/** Shown by the script when a page that follows runs is told nothing more. */
const lostNotice = ({ words, path }: Visit): Html =>
  html`<div class="notice waiting" id="lost" role="status" hidden><p>${words.frame.lost} <a href="${path}">${words.frame.loadAgain}</a></p></div>`;

/** `items`: list items (`li`). */
export const listCard = (items: readonly Html[]): Html => html`<div class="card"><ul class="plain">${items}</ul></div>`;

/** `look`: a class of the style sheet. */
export const table = (heads: readonly string[], rows: readonly Html[], look = ""): Html =>
  html`<table class="wide ${look}"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`;
