/**
 * OAuth over HTTP. `oidc-provider` itself reads and answers the requests of the protocol; `sign-in-routes.ts` has the pages for
 * people.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import type { Log } from "../../lib/log.ts";
import type { ServiceParts } from "../kernel/api.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { refuse } from "../kernel/refusal.ts";
import { createOauthAdapter } from "./oauth-adapter.ts";
import { createProvider, findSigningKeys, loadOauthLibrary } from "./oauth-provider.ts";
import { registerSignIn } from "./sign-in-routes.ts";
import type { Company } from "./tables.ts";

export const registerOauth = (app: FastifyInstance, service: ServiceParts<Company>): void => {
  const oauthFor = createProviders(service);
  app.register(async (scope) => registerProtocol(scope, oauthFor));
  app.register(async (scope) =>
    registerSignIn(scope, service.file.company, async (request) => (await oauthFor(request)).provider),
  );
};

type Oauth = { readonly provider: Provider; readonly answer: ReturnType<Provider["callback"]> };

/** Maximum number of origins that have a provider, because a client can send any number of origins in the header `Host`. */
const keptOrigins = 8;

const createProviders = ({ file, publicUrl, log }: ServiceParts<Company>) => {
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

/** Opens the parts that all providers share, and returns a function that creates the provider of an origin. */
const startOauth = async (file: CompanyFile<Company>, log: Log | undefined): Promise<(origin: string) => Provider> => {
  const library = await loadOauthLibrary();
  const adapter = createOauthAdapter(file, library);
  const keys = await findSigningKeys(file);
  return (origin) => createProvider(origin, library, file.company, adapter, keys, log);
};

/**
 * Returns the origin to which the request was sent, always with `http:`. If TLS ends in front of this service, `publicUrl` must
 * be set.
 */
const originOf = ({ headers }: FastifyRequest): string =>
  URL.parse(`http://${headers.host ?? ""}`)?.origin ?? refuse("OPA-REQUEST-INVALID", "Host");

/** Overwrites the headers from which `oidc-provider` builds its addresses, so that callers cannot choose them. */
const stateOrigin = ({ raw }: FastifyRequest, origin: string): void => {
  const { host, protocol } = new URL(origin);
  raw.headers["x-forwarded-host"] = host;
  raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
};

/** Content security policy. `oidc-provider` adds the hash of its only script, which submits a form automatically. */
const policy = "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'";

const registerProtocol = (app: FastifyInstance, oauthFor: (request: FastifyRequest) => Promise<Oauth>): void => {
  // `oidc-provider` reads the body itself.
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
