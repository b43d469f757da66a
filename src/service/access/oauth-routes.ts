/**
 * OAuth over HTTP. The library answers its own addresses on the raw request; the pages that people see in between are in
 * `sign-in-routes.ts`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import type { Log } from "../../lib/log.ts";
import type { ServiceParts } from "../api.ts";
import type { CompanyFile } from "../company-file.ts";
import { refuse } from "../refusal.ts";
import { createOauthAdapter } from "./oauth-adapter.ts";
import { loadOauthLibrary } from "./oauth-library.ts";
import { createProvider, findSigningKeys } from "./oauth-provider.ts";
import { registerSignIn } from "./sign-in-routes.ts";

export const registerOauth = (app: FastifyInstance, service: ServiceParts, log: Log | undefined): void => {
  const oauthFor = createProviders(service, log);
  app.register(async (scope) => registerProtocol(scope, oauthFor));
  app.register(async (scope) =>
    registerSignIn(scope, service.file.company, async (request) => (await oauthFor(request)).provider),
  );
};

type Oauth = { readonly provider: Provider; readonly answer: ReturnType<Provider["callback"]> };

/** Origins for which a provider is kept; anybody can send any `Host`. */
const keptOrigins = 8;

const createProviders = ({ file, publicUrl }: ServiceParts, log: Log | undefined) => {
  const made = new Map<string, Oauth>();
  let start: Promise<(origin: string) => Provider> | undefined;
  const started = (): Promise<(origin: string) => Provider> => {
    start ??= startOauth(file, log).catch((error: unknown) => {
      start = undefined;
      throw error;
    });
    return start;
  };
  const make = async (origin: string): Promise<Oauth> => {
    const provider = (await started())(origin);
    const oauth = { provider, answer: provider.callback() };
    made.set(origin, oauth);
    const [oldest] = made.keys();
    if (made.size > keptOrigins && oldest !== undefined) made.delete(oldest);
    return oauth;
  };
  return async (request: FastifyRequest): Promise<Oauth> => {
    const origin = publicUrl ?? originOf(request);
    const oauth = made.get(origin) ?? (await make(origin));
    stateOrigin(request, origin);
    return oauth;
  };
};

/** What all providers share. */
const startOauth = async (file: CompanyFile, log: Log | undefined): Promise<(origin: string) => Provider> => {
  const library = await loadOauthLibrary();
  const adapter = createOauthAdapter(file, library);
  const keys = await findSigningKeys(file);
  return (origin) => createProvider(origin, library, file.company, adapter, keys, log);
};

/** What the request was sent to; TLS, if any, ends before this service, which then has to be told its `publicUrl`. */
const originOf = ({ headers }: FastifyRequest): string =>
  URL.parse(`http://${headers.host ?? ""}`)?.origin ?? refuse("OPA-REQUEST-INVALID", "Host");

/** The library builds its addresses from these headers; what a caller puts there must not get through. */
const stateOrigin = ({ raw }: FastifyRequest, origin: string): void => {
  const { host, protocol } = new URL(origin);
  raw.headers["x-forwarded-host"] = host;
  raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
};

/** The library adds to the policy the hash of the one script that it uses, to send a form at once. */
const policy = "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'";

const registerProtocol = (app: FastifyInstance, oauthFor: (request: FastifyRequest) => Promise<Oauth>): void => {
  // The library reads the body itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const oauth = await oauthFor(request);
    reply.hijack();
    reply.raw.setHeader("Content-Security-Policy", policy);
    await oauth.answer(request.raw, reply.raw);
  };
  app.get("/oauth/authorize", answer);
  app.get("/oauth/authorize/:uid", answer);
  app.post("/oauth/session/confirm", answer);
  app.post("/api/oauth/token", answer);
  app.post("/api/oauth/revoke", answer);
  app.get("/api/oauth/jwks", answer);
  app.get("/.well-known/openid-configuration", answer);
  app.get("/.well-known/oauth-authorization-server", answer);
};
