/**
 * The sign-in pages, in traditional Chinese and English: plain HTML without scripts or resources of other servers. All external
 * text is escaped, here or by `Say`.
 */
import { hash } from "node:crypto";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { AnyScope } from "./scopes.ts";
import type { Say } from "./sign-in-texts.ts";

export const signInPath = "/oauth/sign-in";
export const grantsPath = "/oauth/grants";
export const signOutPath = "/oauth/session";

const style = `
body { margin: 0; font: 16px/1.5 system-ui, "Noto Sans TC", "Microsoft JhengHei", sans-serif; background: #eef1f4; color: #1d2733; }
main { box-sizing: border-box; width: min(28rem, 100% - 2rem); margin: 8vh auto 2rem; padding: min(2rem, 6vw); overflow-wrap: anywhere; background: #fff; border-radius: 8px; box-shadow: 0 1px 6px #0003; }
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

/** Title and content are HTML. */
const page = (say: Say, title: string, ...content: readonly string[]): string => `<!doctype html>
<html lang="${say("language")}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content.join("\n")}
</main>
</body>
</html>
`;

const paragraph = (text: string): string => `<p>${text}</p>`;
const alert = (text: string): string => `<p role="alert">${text}</p>`;
const form = (...fields: readonly string[]): string => `<form method="post">\n${fields.join("\n")}\n</form>`;
const button = (text: string, attributes = ""): string => `<button type="submit"${attributes}>${text}</button>`;
const scopeList = (say: Say, scopes: readonly AnyScope[]): string =>
  `<ul>\n${scopes.map((scope) => `<li>${say(scope)}</li>`).join("\n")}\n</ul>`;

/**
 * `account` is what was typed in the previous attempt, and `problem` why it failed, as HTML. The form has no `action`, so it is
 * sent to the page's own address, for which the cookie of the sign-in is set. After a mistake the password is typed next.
 */
export const signInPage = (say: Say, application: string, account: string, problem?: string): string =>
  page(
    say,
    say("signIn"),
    paragraph(say("signInFor", application)),
    problem === undefined ? "" : alert(problem),
    form(
      `<label for="account">${say("account")}</label>`,
      `<input id="account" name="account" value="${escapeHtml(account)}" autocomplete="username" autocapitalize="none" required${problem === undefined ? " autofocus" : ""}>`,
      `<label for="password">${say("password")}</label>`,
      `<input id="password" name="password" type="password" autocomplete="current-password" required${problem === undefined ? "" : " autofocus"}>`,
      button(say("signIn")),
    ),
  );

type ConsentView = {
  readonly application: string;
  readonly account: string;
  /** The address to which the browser will be redirected. */
  readonly destination: string;
  readonly scopes: readonly AnyScope[];
};

export const consentPage = (say: Say, { application, account, destination, scopes }: ConsentView): string =>
  page(
    say,
    say("consent", application),
    paragraph(say("signedInAs", account)),
    paragraph(say("mayDo", application)),
    scopeList(say, scopes),
    paragraph(say("returnsTo", destination)),
    form(button(say("allow"), ` name="decision" value="allow"`), button(say("deny"), ` name="decision" value="deny"`)),
  );

export const expiredPage = (say: Say): string => page(say, say("expired"), paragraph(say("startAgain")));

/** `error` is an OAuth error code, and `description` the text of `oidc-provider`. */
export const problemPage = (say: Say, error: string, description = error): string => {
  const code = `<code>${escapeHtml(error)}</code>`;
  return page(say, say("failed"), alert(escapeHtml(description)), paragraph(code), paragraph(say("startAgain")));
};

/** `empty` is the empty form of `oidc-provider` with the id `op.logoutForm`. */
export const signOutPage = (say: Say, empty: string): string => {
  const confirm = button(say("signOut"), ` form="op.logoutForm" name="logout" value="yes"`);
  return page(say, `${say("signOut")}?`, paragraph(say("signOutMeans")), empty, confirm);
};

export const signedOutPage = (say: Say): string => page(say, say("signedOut"));

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

export const grantsPage = (say: Say, { account, grants, ended, proof }: GrantsView): string => {
  const sections = grants.flatMap(({ appId, application, since, scopes }) => [
    `<h2>${escapeHtml(application)}</h2>`,
    paragraph(say("since", since)),
    scopeList(say, scopes),
    form(
      `<input type="hidden" name="proof" value="${escapeHtml(proof)}">`,
      button(say("end", application), ` name="application" value="${escapeHtml(appId)}"`),
    ),
  ]);
  return page(
    say,
    say("grants"),
    paragraph(`${say("signedInAs", account)} <a href="${signOutPath}">${say("signOut")}</a>`),
    ended === undefined ? "" : `<p role="status">${say("ended", ended)}</p>`,
    ...(sections.length === 0 ? [paragraph(say("noGrants"))] : sections),
  );
};
