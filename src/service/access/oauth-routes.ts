/**
 * OAuth over HTTP. `oidc-provider` itself reads and answers the requests of the protocol; `sign-in-routes.ts` has the pages for
 * people.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { loopback } from "../../contract/access-section.ts";
import type { ServiceParts } from "../kernel/api.ts";
import { registerGrants } from "./grants-routes.ts";
import { createOauthAdapter } from "./oauth-adapter.ts";
import { createProvider, loadOauthLibrary, type OauthLibrary, signOutPath } from "./oauth-provider.ts";
import { type ProviderFor, registerSignIn } from "./sign-in-routes.ts";
import { findSigningKeys } from "./signing-keys.ts";
import type { Company } from "./tables.ts";

export const registerOauth = (app: FastifyInstance, service: ServiceParts<Company>): void => {
  const oauthFor = createOauth(service);
  app.register(async (scope) => registerProtocol(scope, oauthFor, service.publicUrl));
  const providerFor: ProviderFor = async (request) => (await oauthFor(request)).provider;
  app.register(async (scope) => {
    registerSignIn(scope, service.file.company, providerFor);
    registerGrants(scope, service, providerFor);
  });
};

type Oauth = { readonly provider: Provider; readonly answer: ReturnType<Provider["callback"]> };

/** Returns a function that opens the provider at the first request, and again when the valid signing keys have changed. */
const createOauth = ({ file, publicUrl, log }: ServiceParts<Company>) => {
  let library: Promise<OauthLibrary> | undefined;
  let made: (Oauth & { readonly keyIds: string }) | undefined;
  return async ({ raw }: FastifyRequest): Promise<Oauth> => {
    library ??= loadOauthLibrary();
    const loaded = await library;
    const keys = await findSigningKeys(file);
    const keyIds = keys.map(({ id }) => id).join();
    if (made?.keyIds !== keyIds) {
      const adapter = createOauthAdapter(file, loaded, publicUrl());
      const provider = createProvider(publicUrl(), loaded, file.company, adapter, keys, log);
      made = { provider, answer: provider.callback(), keyIds };
    }
    // `oidc-provider` builds its addresses from these headers, so callers must not choose them.
    const { host, protocol } = new URL(publicUrl());
    Object.assign(raw.headers, { "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) });
    return made;
  };
};

/** Content security policy. `oidc-provider` adds the hash of its only script, which submits a form automatically. */
const policy = "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'";

const registerProtocol = (
  app: FastifyInstance,
  oauthFor: (request: FastifyRequest) => Promise<Oauth>,
  publicUrl: () => string,
): void => {
  // `oidc-provider` reads the body itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const oauth = await oauthFor(request);
    reply.hijack();
    reply.raw.setHeader("Content-Security-Policy", policy);
    await oauth.answer(request.raw, reply.raw);
  };
  // A browser keeps the cookies of `localhost` and `127.0.0.1` apart, and a sign-in ends at the public address.
  app.get("/oauth/authorize", (request, reply) => {
    const names = [`http://${request.headers.host}`, publicUrl()].map((url) => URL.parse(url)?.hostname ?? "");
    const isMisnamed = names[0] !== names[1] && names.every((name) => loopback.has(name));
    return isMisnamed ? reply.redirect(publicUrl() + request.url) : answer(request, reply);
  });
  app.get("/oauth/authorize/:uid", answer);
  app.get(signOutPath, answer);
  app.post(signOutPath, answer);
  app.post(`${signOutPath}/confirm`, answer);
  app.get(`${signOutPath}/success`, answer);
  app.post("/api/oauth/token", answer);
  app.post("/api/oauth/revoke", answer);
  app.get("/api/oauth/jwks", answer);
  app.get("/.well-known/openid-configuration", answer);
  app.get("/.well-known/oauth-authorization-server", answer);
};
