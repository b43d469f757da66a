/**
 * A minimal browser for signing in, and an application that sends users to the service. The browser keeps cookies by path and
 * follows redirects only when it is asked to.
 */
import { createHash, randomBytes } from "node:crypto";

export type Page = {
  readonly status: number;
  readonly url: string;
  readonly location: string | null;
  readonly html: string;
};

type Cookie = { readonly name: string; readonly value: string; readonly path: string };

export const createBrowser = (language = "en") => {
  let cookies: readonly Cookie[] = [];
  const keep = (line: string, url: URL): void => {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? url.pathname;
    const cookie = { name: pair.slice(0, at), value: pair.slice(at + 1), path };
    cookies = cookies.filter((one) => one.name !== cookie.name || one.path !== path);
    if (cookie.value !== "") cookies = [...cookies, cookie];
  };
  const request = async (url: string, init: RequestInit): Promise<Page> => {
    const target = new URL(url);
    const sent = cookies.filter(({ path }) => target.pathname === path || target.pathname.startsWith(`${path}/`));
    const headers = {
      Accept: "text/html",
      "Accept-Language": language,
      Cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; "),
    };
    const answer = await fetch(url, { ...init, redirect: "manual", headers });
    for (const line of answer.headers.getSetCookie()) keep(line, target);
    const location = answer.headers.get("location");
    return { status: answer.status, url, location: location && new URL(location, url).href, html: await answer.text() };
  };
  const open = (url: string): Promise<Page> => request(url, {});
  return {
    open,
    /** Follows redirects within the service. */
    follow: async (page: Page): Promise<Page> => {
      let last = page;
      while (last.location !== null && new URL(last.location).origin === new URL(page.url).origin) {
        last = await open(last.location);
      }
      return last;
    },
    send: (page: Page, form: Readonly<Record<string, string>>): Promise<Page> =>
      request(page.url, { method: "POST", body: new URLSearchParams(form) }),
    cookies: () => cookies,
  };
};

export type Browser = ReturnType<typeof createBrowser>;

export type TokenAnswer = {
  readonly status: number;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
  readonly id_token?: string;
  readonly error?: string;
};

export type App = {
  readonly appId: string;
  readonly redirectUri: string;
  readonly secret?: string;
};

const allScopes =
  "offline_access base.profile.read bpm.tasks.read bpm.form.read bpm.form.approval dms.all.read dms.all.write";

/** What the application does in one authorization; `change` replaces parameters, or removes those that are null. */
export const createFlow = (url: string, app: App, scope = allScopes) => {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(8).toString("hex");
  const post = async (path: string, form: Readonly<Record<string, string | null>>): Promise<TokenAnswer> => {
    const given = Object.entries({ client_id: app.appId, ...form }).filter(([, value]) => value !== null);
    const credentials = app.secret === undefined ? {} : { client_secret: app.secret };
    const body = new URLSearchParams({ ...Object.fromEntries(given), ...credentials });
    const answer = await fetch(`${url}${path}`, { method: "POST", body });
    const text = await answer.text();
    return { status: answer.status, ...(text === "" ? {} : JSON.parse(text)) };
  };
  return {
    state,
    address: (change: Readonly<Record<string, string | null>> = {}): string => {
      const parameters = {
        client_id: app.appId,
        response_type: "code",
        redirect_uri: app.redirectUri,
        scope,
        // `offline_access` must be shown to the user each time, or it is ignored.
        prompt: scope.includes("offline_access") ? "consent" : null,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        ...change,
      };
      const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
      return `${url}/oauth/authorize?${new URLSearchParams(given).toString()}`;
    },
    exchange: (code: string, change: Readonly<Record<string, string | null>> = {}): Promise<TokenAnswer> =>
      post("/api/oauth/token", {
        grant_type: "authorization_code",
        code,
        redirect_uri: app.redirectUri,
        code_verifier: verifier,
        ...change,
      }),
    refresh: (token: string, change: Readonly<Record<string, string>> = {}): Promise<TokenAnswer> =>
      post("/api/oauth/token", { grant_type: "refresh_token", refresh_token: token, ...change }),
    revoke: (token: string): Promise<TokenAnswer> => post("/api/oauth/revoke", { token }),
  };
};

export type Flow = ReturnType<typeof createFlow>;

/** The parameters that the browser brings back to the application. */
export const returned = (page: Page): Readonly<Record<string, string>> =>
  Object.fromEntries(new URL(page.location ?? "about:blank").searchParams);

/** Submits the pages for sign-in and consent if they appear. Returns the answer that redirects to the application. */
export const signIn = async (browser: Browser, flow: Flow, account: string, password: string): Promise<Page> => {
  let page = await browser.follow(await browser.open(flow.address()));
  if (page.html.includes('name="password"')) {
    page = await browser.follow(await browser.send(page, { account, password }));
  }
  if (page.html.includes('value="allow"')) {
    page = await browser.follow(await browser.send(page, { decision: "allow" }));
  }
  return page;
};

/** Confirms the page for signing out of the service at this address. */
export const signOut = async (browser: Browser, url: string, query = ""): Promise<Page> => {
  const page = await browser.open(`${url}/oauth/session${query}`);
  const xsrf = /name="xsrf" value="(\w+)"/.exec(page.html)?.[1] ?? "";
  return browser.follow(await browser.send({ ...page, url: `${url}/oauth/session/confirm` }, { xsrf, logout: "yes" }));
};
