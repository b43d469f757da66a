/**
 * The configuration of `oidc-provider`. It permits only the authorization code flow with PKCE (S256), opaque tokens, and
 * refresh tokens (only with the scope `offline_access`) that are replaced at each use, and claims at the userinfo endpoint (R74).
 * All other features are off.
 */
import { timingSafeEqual } from "node:crypto";
import type { EventEmitter } from "node:events";
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { Log } from "../../lib/log.ts";
import { digestOf } from "../kernel/callers/keys.ts";
import type { CompanyFile } from "../kernel/company/company-file.ts";
import { maySignIn } from "./authenticate.ts";
import { createOauthAdapter } from "./oauth-adapter.ts";
import { claimsOf, scopes } from "./scopes.ts";
import { pageHeaders, problemPage, signedOutPage, signInPath, signOutPage, signOutPath } from "./sign-in-pages.ts";
import { type Say, textsFor } from "./sign-in-texts.ts";
import type { Company, SigningKeysRow } from "./tables.ts";

const hourS = 3_600;
const dayS = 24 * hourS;

/** `keys` are the valid ones; the first one signs. */
export const createProvider = (
  file: CompanyFile<Company>,
  issuer: string,
  keys: readonly SigningKeysRow[],
  log: Log | undefined,
): Provider => {
  const adapter = createOauthAdapter(file, issuer);
  const provider = new Provider(issuer, { ...fixed, ...rulesOf(file.company), ...keysOf(keys), adapter });
  provider.proxy = true;
  const fail = (error: NodeJS.ErrnoException): void => {
    if (!isCallers(error)) log?.error({ reason: error.message }, "a sign-in failed");
  };
  provider.on("server_error", (_ctx, error) => fail(error));
  // Without a listener, Koa, on which `oidc-provider` is built, prints such errors itself.
  const koa: EventEmitter = provider;
  koa.on("error", fail);
  // Applications are stored with the digest of their secret instead of the secret, so digests are compared.
  Object.assign(provider.Client.prototype, {
    compareClientSecret(this: { readonly clientSecret: string }, given: string): boolean {
      return timingSafeEqual(Buffer.from(this.clientSecret), Buffer.from(digestOf(given)));
    },
  });
  return provider;
};

/** True for a form that ends early or is not HTTP: strangers could fill the log with such errors. */
const isCallers = ({ code = "" }: NodeJS.ErrnoException): boolean => code === "ECONNRESET" || code.startsWith("HPE_");

const off = { enabled: false };

const show = (ctx: KoaContextWithOIDC, pageIn: (say: Say) => string): void => {
  ctx.set(pageHeaders);
  ctx.type = "html";
  ctx.body = pageIn(textsFor(ctx.get("accept-language")));
};

const fixed: Configuration = {
  responseTypes: ["code"],
  scopes,
  claims: { openid: ["sub"], profile: [...claimsOf.profile], email: [...claimsOf.email] },
  pkce: { required: () => true },
  clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
  // Scripts in an application's web pages may not call the token endpoint; those of the explorer may.
  clientBasedCORS: ({ oidc }, origin) => origin === oidc.issuer,
  rotateRefreshToken: true,
  routes: {
    authorization: "/oauth/authorize",
    token: "/api/oauth/token",
    revocation: "/api/oauth/revoke",
    jwks: "/api/oauth/jwks",
    userinfo: "/api/oauth/userinfo",
    end_session: signOutPath,
  },
  features: {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    resourceIndicators: off,
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => show(ctx, (say) => signOutPage(say, form)),
      postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage),
    },
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
  },
  /** Lifetimes in seconds. `Grant` is the longest time for which an application can act without asking the user again. */
  ttl: {
    AccessToken: hourS,
    AuthorizationCode: 60,
    IdToken: hourS,
    Interaction: hourS / 2,
    RefreshToken: 30 * dayS,
    Grant: 365 * dayS,
    Session: 8 * hourS,
  },
  renderError: (ctx, { error, error_description: description }) =>
    show(ctx, (say) => problemPage(say, error, description)),
};

const rulesOf = (company: Company): Configuration => {
  const { base, Check } = interactionPolicy;
  const policy = base();
  // A user whom the browser remembers, but who may no longer sign in, must sign in like a new user.
  const isGone = new Check("no_account", "the account may not sign in", (ctx) => ctx.oidc.account === undefined);
  policy.get("login")?.checks.add(isGone);
  return {
    interactions: { policy, url: (_ctx, interaction) => `${signInPath}/${interaction.uid}` },
    findAccount: (_ctx, accountId) => {
      const person = company.employees.get(Number(accountId));
      if (!person || !maySignIn(company, person)) return undefined;
      const { name, email } = person.data;
      // `oidc-provider` leaves out what the granted scopes do not have; a claim without a value is left out, too (Core, 5.3.2).
      return { accountId, claims: () => ({ sub: accountId, name: name || undefined, email: email || undefined }) };
    },
  };
};

const keysOf = (rows: readonly SigningKeysRow[]): Configuration => ({
  jwks: { keys: rows.map(({ jwk }) => jwk) },
  cookies: {
    keys: rows.map(({ cookieKey }) => cookieKey),
    long: { signed: true, httpOnly: true, sameSite: "lax", path: "/oauth" },
    short: { signed: true, httpOnly: true, sameSite: "lax" },
  },
});
