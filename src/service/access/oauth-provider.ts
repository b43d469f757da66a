/**
 * The configuration of `oidc-provider`. It permits only the authorization code flow with PKCE (S256), opaque tokens, and
 * refresh tokens that are replaced at each use (R74). All other features are off.
 */
import { generateKeyPair, randomBytes, timingSafeEqual } from "node:crypto";
import type { EventEmitter } from "node:events";
import { promisify } from "node:util";
import type { AdapterFactory, Configuration, Provider } from "oidc-provider";
import type { Log } from "../../lib/log.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { digestOf } from "../kernel/keys.ts";
import { maySignIn } from "./authenticate.ts";
import { scopes } from "./scopes.ts";
import { languageOf, pageHeaders, problemPage } from "./sign-in-pages.ts";
import type { Company, SigningKeysRow } from "./tables.ts";

const hourS = 3_600;
const dayS = 24 * hourS;

export const signInPath = "/oauth/sign-in";

/**
 * Creates the provider for one origin. Each origin needs its own provider, because a provider of `oidc-provider` has a single
 * issuer, and the issuer must be the origin that clients see.
 */
export const createProvider = (
  issuer: string,
  library: OauthLibrary,
  company: Company,
  adapter: AdapterFactory,
  keys: SigningKeysRow,
  log: Log | undefined,
): Provider => {
  const configuration = { ...fixed, ...rulesOf(company, library), ...keysOf(keys), adapter };
  const provider = new library.Provider(issuer, configuration);
  provider.proxy = true;
  const fail = (error: Error) => log?.error({ reason: error.message }, "a sign-in failed");
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

const off = { enabled: false };

const fixed: Configuration = {
  responseTypes: ["code"],
  scopes,
  pkce: { required: () => true },
  clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
  // Scripts in an application's web pages may not call the token endpoint.
  clientBasedCORS: () => false,
  rotateRefreshToken: true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  // A refresh token outlives the browser's session, with and without `offline_access`.
  expiresWithSession: async () => false,
  routes: {
    authorization: "/oauth/authorize",
    token: "/api/oauth/token",
    revocation: "/api/oauth/revoke",
    jwks: "/api/oauth/jwks",
    end_session: "/oauth/session",
  },
  features: {
    devInteractions: off,
    dPoP: off,
    pushedAuthorizationRequests: off,
    resourceIndicators: off,
    rpInitiatedLogout: off,
    userinfo: off,
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
  renderError: (ctx, { error, error_description: description }) => {
    ctx.set(pageHeaders);
    ctx.type = "html";
    ctx.body = problemPage(languageOf(ctx.get("accept-language")), { error, description });
  },
};

const rulesOf = (company: Company, { interactionPolicy }: OauthLibrary): Configuration => {
  const policy = interactionPolicy.base();
  // A user whom the browser remembers, but who may no longer sign in, must sign in like a new user.
  const { Check } = interactionPolicy;
  policy
    .get("login")
    ?.checks.add(new Check("no_account", "the account may not sign in", (ctx) => ctx.oidc.account === undefined));
  return {
    interactions: { policy, url: (_ctx, interaction) => `${signInPath}/${interaction.uid}` },
    findAccount: (_ctx, accountId) => {
      const person = company.employees.get(Number(accountId));
      if (!person || !maySignIn(company, person)) return undefined;
      return { accountId, claims: () => ({ sub: accountId }) };
    },
  };
};

const keysOf = ({ jwk, cookieKey }: SigningKeysRow): Configuration => ({
  jwks: { keys: [jwk] },
  cookies: {
    keys: [cookieKey],
    long: { signed: true, httpOnly: true, sameSite: "lax", path: "/oauth" },
    short: { signed: true, httpOnly: true, sameSite: "lax" },
  },
});

/**
 * Returns the signing keys. They are created when they are first needed, and stored so that cookies and ID tokens survive a
 * restart.
 */
export const findSigningKeys = async (file: CompanyFile<Company>): Promise<SigningKeysRow> => {
  const { company } = file;
  const known = company.signingKeys.all()[0];
  if (known) return known;
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return file.write(() => {
    const row: SigningKeysRow = {
      id: company.newId(),
      jwk: { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256" },
      cookieKey: randomBytes(32).toString("base64url"),
    };
    company.signingKeys.put(row);
    return row;
  });
};

export type OauthLibrary = typeof import("oidc-provider");

/**
 * Loads the package `oidc-provider` at the first sign-in, because loading takes time and a service used only for synchronisation
 * never needs it.
 */
export const loadOauthLibrary = async (): Promise<OauthLibrary> => {
  const { warn } = console;
  // `oidc-provider` warns about every Node version that is not a long-term release. Our tests show that it works with
  // the Node version in use.
  console.warn = () => undefined;
  try {
    return await import("oidc-provider");
  } finally {
    console.warn = warn;
  }
};
