/** The pages before somebody has signed in, and what is said when something is not possible. */
import { type ErrorWords, errorLines, type MusterdError } from "../../lib/errors.ts";
import type { Visit } from "../access/visit.ts";
import { type Html, html, text } from "../html/html.ts";
import { hidden, notice, type Page } from "../html/layout.ts";

export type SignInFacts = {
  /** The page to which the person wanted to go. */
  readonly to: string;
  /** Why they are not signed in. */
  readonly refused?: string | undefined;
  /** What they have written in a form that was not taken. */
  readonly written?: string;
  readonly hasOpenId: boolean;
};

export const signInPage = ({ words }: Visit, { to, refused, written, hasOpenId }: SignInFacts): Page => {
  const { signIn } = words;
  return {
    title: signIn.title,
    content: html`<h1>${signIn.title}</h1>${refused !== undefined && notice("trouble", refused)}
${written !== undefined && html`<label for="written">${signIn.written}</label><textarea id="written" readonly>${written}</textarea>`}
${hasOpenId && html`<p><a class="button first" href="/sign-in/openid?to=${encodeURIComponent(to)}">${signIn.openId}</a></p><p class="hint">${signIn.orLocal}</p>`}
<form method="post" action="/sign-in">${hidden("to", to)}
<label for="name">${signIn.name}</label><input id="name" name="name" autocomplete="username" autocapitalize="none" required${!hasOpenId && html` autofocus`}>
<label for="password">${signIn.password}</label><input id="password" name="password" type="password" autocomplete="current-password" required>
<button class="${hasOpenId ? "" : "first"}">${signIn.button}</button></form>`,
  };
};

/** Leads on by itself, as a page of this console. */
export const continuePage = ({ words }: Visit, person: string, to: string): Page => ({
  title: words.signIn.title,
  goesTo: to,
  content: html`<h1>${text(words.signIn.link(person))}</h1><p><a class="button" href="${to}">${words.signIn.go}</a></p>`,
});

/** `secret`: that of a link; `person`: for whom it is, or undefined if it is used or has expired. */
export const linkPage = ({ words }: Visit, secret: string, person: string | undefined): Page => {
  const { signIn } = words;
  if (person === undefined)
    return {
      title: signIn.title,
      content: html`<h1>${signIn.linkUsed}</h1><p>${signIn.linkUsedHint}</p><p><a class="button" href="/sign-in">${signIn.title}</a></p>`,
    };
  return {
    title: signIn.title,
    content: html`<h1>${text(signIn.link(person))}</h1><p class="hint">${signIn.linkHint}</p>
<form method="post" action="/link/${secret}"><button class="first">${signIn.linkButton}</button></form>`,
  };
};

export const refusedPage = (visit: Visit, why: keyof Omit<Visit["words"]["refused"], "title" | "back">): Page => {
  const { refused, signIn } = visit.words;
  const onward =
    why === "otherPlan"
      ? html`<p>${signIn.linkUsedHint}</p><p><a class="button" href="/sign-in?to=${encodeURIComponent(visit.path)}">${signIn.title}</a></p>`
      : back(visit);
  return {
    title: refused.title,
    content: html`<h1>${refused.title}</h1><p>${refused[why]}</p>${onward}`,
  };
};

/** Whoever has come by a link sees nothing but the plan. */
const back = ({ words, person, path }: Visit): Html =>
  person?.plan === undefined
    ? html`<p><a href="/">${words.refused.back}</a></p>`
    : html`<p><a href="${path}">${words.decide.title}</a></p>`;

/** An error that a person can understand: its code, what it says, where, and what to do. */
export const errorPage = (visit: Visit, error: MusterdError, errorWords: ErrorWords | undefined): Page => {
  const { words } = visit;
  const { what, told } = errorLines(error, errorWords);
  return {
    title: words.refused.title,
    content: html`<h1>${words.refused.title}</h1><p><code>${error.code}</code> ${text(what)}</p>${told.map((line) => html`<p class="hint">${text(line)}</p>`)}${back(visit)}`,
  };
};
