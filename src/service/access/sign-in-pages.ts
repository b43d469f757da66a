/**
 * The sign-in pages, in traditional Chinese and English: plain HTML without scripts or resources of other servers. All external
 * text is escaped here.
 */
import { hash } from "node:crypto";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { AnyScope } from "./scopes.ts";
import type { Texts } from "./sign-in-texts.ts";

export const signInPath = "/oauth/sign-in";
export const grantsPath = "/oauth/grants";
export const signOutPath = "/oauth/session";

const style = `
body { margin: 0; font: 16px/1.5 system-ui, "Noto Sans TC", "Microsoft JhengHei", sans-serif; background: #eef1f4; color: #1d2733; }
main { max-width: 24rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: 8px; box-shadow: 0 1px 6px #0003; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; }
h2 { margin: 2rem 0 0; font-size: 1.1rem; }
label { display: block; margin: 1rem 0 .25rem; }
input { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; border: 1px solid #8794a3; border-radius: 4px; }
button { margin: 1.5rem .5rem 0 0; padding: .6rem 1.4rem; font: inherit; border: 1px solid #14508c; border-radius: 4px; background: #14508c; color: #fff; cursor: pointer; }
button[value=deny] { background: #fff; color: #14508c; }
a { color: #14508c; }
[role=status] { padding: .6rem .8rem; border-left: 4px solid #14508c; background: #e8f0f8; }
[role=alert] { padding: .6rem .8rem; border-left: 4px solid #b3261e; background: #fdecea; }
`;

/**
 * The headers of the sign-in pages. The policy allows the style by its hash and forbids framing. It has no `form-action`,
 * because browsers would also apply that to the redirects after the form, which lead to the application's address.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; frame-ancestors 'none'`,
  "X-Frame-Options": "DENY",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/** `title` is plain text, `content` is HTML. */
const page = ({ language }: Texts, title: string, content: string): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const alert = (text: string): string => `<p role="alert">${escapeHtml(text)}</p>`;
const scopeList = (texts: Texts, scopes: readonly AnyScope[]): string =>
  `<ul>\n${scopes.map((scope) => `<li>${escapeHtml(texts.scopes[scope])}</li>`).join("\n")}\n</ul>`;

/**
 * `account` is what was typed in the previous attempt, and `problem` why it failed. The form has no `action`, so it is sent to the
 * page's own address, for which the cookie of the sign-in is set.
 */
export const signInPage = (texts: Texts, application: string, account: string, problem?: string): string =>
  page(
    texts,
    texts.signIn,
    `${paragraph(texts.signInFor(application))}
${problem === undefined ? "" : alert(problem)}
<form method="post">
<label for="account">${escapeHtml(texts.account)}</label>
<input id="account" name="account" value="${escapeHtml(account)}" autocomplete="username" autocapitalize="none" required autofocus>
<label for="password">${escapeHtml(texts.password)}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">${escapeHtml(texts.signIn)}</button>
</form>`,
  );

type ConsentView = {
  readonly application: string;
  readonly account: string;
  /** The address to which the browser will be redirected. */
  readonly destination: string;
  readonly scopes: readonly AnyScope[];
};

export const consentPage = (texts: Texts, { application, account, destination, scopes }: ConsentView): string =>
  page(
    texts,
    texts.consent(application),
    `${paragraph(texts.signedInAs(account))}
${paragraph(texts.mayDo(application))}
${scopeList(texts, scopes)}
${paragraph(texts.returnsTo(destination))}
<form method="post">
<button type="submit" name="decision" value="allow">${escapeHtml(texts.allow)}</button>
<button type="submit" name="decision" value="deny">${escapeHtml(texts.deny)}</button>
</form>`,
  );

export const expiredPage = (texts: Texts): string => page(texts, texts.expired, paragraph(texts.startAgain));

/** `error` is an OAuth error code, and `description` the text of `oidc-provider`. */
export const problemPage = (texts: Texts, error: string, description = error): string =>
  page(
    texts,
    texts.failed,
    `${alert(description)}\n<p><code>${escapeHtml(error)}</code></p>\n${paragraph(texts.startAgain)}`,
  );

/** `form` is the empty form of `oidc-provider` with the id `op.logoutForm`. */
export const signOutPage = (texts: Texts, form: string): string => {
  const button = `<button type="submit" form="op.logoutForm" name="logout" value="yes">${escapeHtml(texts.signOut)}</button>`;
  return page(texts, `${texts.signOut}?`, `${paragraph(texts.signOutMeans)}\n${form}\n${button}`);
};

export const signedOutPage = (texts: Texts): string => page(texts, texts.signedOut, "");

export type GrantsView = {
  readonly account: string;
  readonly grants: readonly {
    readonly appId: string;
    readonly application: string;
    readonly since: string;
    readonly scopes: readonly AnyScope[];
  }[];
  /** The application whose access was just ended. */
  readonly ended: string | undefined;
  /** Proves that a form comes from this page. */
  readonly proof: string;
};

export const grantsPage = (texts: Texts, { account, grants, ended, proof }: GrantsView): string => {
  const sections = grants.map(
    ({ appId, application, since, scopes }) => `<h2>${escapeHtml(application)}</h2>
${paragraph(texts.since(since))}
${scopeList(texts, scopes)}
<form method="post">
<input type="hidden" name="proof" value="${escapeHtml(proof)}">
<button type="submit" name="application" value="${escapeHtml(appId)}">${escapeHtml(texts.end(application))}</button>
</form>`,
  );
  return page(
    texts,
    texts.grants,
    `<p>${escapeHtml(texts.signedInAs(account))} <a href="${signOutPath}">${escapeHtml(texts.signOut)}</a></p>
${ended === undefined ? "" : `<p role="status">${escapeHtml(texts.ended(ended))}</p>`}
${sections.join("\n") || paragraph(texts.noGrants)}`,
  );
};
