/**
 * OAuth over HTTP. `oidc-provider` itself reads and answers the requests of the protocol; `sign-in-routes.ts` has the pages for
 * people.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";
import { loopback } from "../../contract/sections/access.ts";
import type { ServiceParts } from "../kernel/http/api.ts";
import type { AuditTrail } from "../kernel/http/audit.ts";
import { registerGrants } from "./grants-routes.ts";
import { signOutPath } from "./sign-in-pages.ts";
import { type ProviderFor, registerSignIn } from "./sign-in-routes.ts";
import { findSigningKeys } from "./signing-keys.ts";
import type { Company } from "./tables.ts";

export const registerOauth = (app: FastifyInstance, service: ServiceParts<Company>): void => {
  const providerFor = createProviderFor(service);
  app.register(async (scope) => registerProtocol(scope, providerFor, service.publicUrl));
  app.register(async (scope) => {
    registerSignIn(scope, service, providerFor);
    registerGrants(scope, service, providerFor);
  });
};

/**
 * Loads `oidc-provider` at the first sign-in, because loading takes time and a service used only for synchronisation never needs
 * it.
 */
const loadProvider = async () => {
  const { warn } = console;
  // `oidc-provider` warns about every Node version that is not a long-term release. Our tests show that it works with
  // the Node version in use.
  console.warn = () => undefined;
  try {
    return await import("./oauth-provider.ts");
  } finally {
    console.warn = warn;
  }
};

/** Returns a function that opens the provider at the first request, and again when the valid signing keys have changed. */
const createProviderFor = ({ file, publicUrl, log, trail }: ServiceParts<Company>): ProviderFor => {
  let loaded: ReturnType<typeof loadProvider> | undefined;
  let made: { readonly provider: Provider; readonly keyIds: string } | undefined;
  return async ({ raw, ip }) => {
    loaded ??= loadProvider();
    const { createProvider } = await loaded;
    const keys = await findSigningKeys(file);
    const keyIds = keys.map(({ id }) => id).join();
    if (made?.keyIds !== keyIds) {
      const provider = createProvider(file, publicUrl(), keys, log);
      provider.use(createReporting(file.company, trail));
      made = { provider, keyIds };
    }
    // `oidc-provider` builds its addresses from these headers, so callers must not choose them.
    const { host, protocol } = new URL(publicUrl());
    const stated = { "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1), "x-forwarded-for": ip };
    Object.assign(raw.headers, stated);
    return made.provider;
  };
};

/** Returns a middleware that reports tokens and sign-outs, which `oidc-provider` handles itself, to the audit trail. */
const createReporting =
  (company: Company, trail: AuditTrail) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const { route, client, account, session, entities } = ctx.oidc;
    const kind = ({ token: "token-made", revocation: "token-ended", end_session_confirm: "sign-out" } as const)[route];
    const ended = entities.AccessToken ?? entities.RefreshToken;
    if (!kind || (route === "revocation" && !ended)) return;
    const person = company.employees.get(Number(account?.accountId ?? ended?.accountId ?? session?.accountId));
    const event = { kind, who: person?.data.account ?? null, from: ctx.ip };
    const { error } = (ctx.body ?? {}) as { readonly error?: string };
    if (error === undefined) trail.audit({ ...event, result: "ok", about: client?.clientName ?? null });
    else trail.audit({ ...event, result: "refused", who: client?.clientName ?? null, about: error });
  };

/** Content security policy. `oidc-provider` adds the hash of its only script, which submits a form automatically. */
const policy = "default-src 'none'; script-src; base-uri 'none'; frame-ancestors 'none'";

const registerProtocol = (app: FastifyInstance, providerFor: ProviderFor, publicUrl: () => string): void => {
  // `oidc-provider` reads the body itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const provider = await providerFor(request);
    reply.hijack();
    reply.raw.setHeaders(new Headers({ "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff" }));
    await provider.callback()(request.raw, reply.raw);
  };
  // A browser keeps the cookies of `localhost` and `127.0.0.1` apart, and a sign-in ends at the public address.
  app.get("/oauth/authorize", (request, reply) => {
    const names = [`http://${request.headers.host}`, publicUrl()].map((url) => URL.parse(url)?.hostname ?? "");
    const isMisnamed = names[0] !== names[1] && names.every((name) => loopback.has(name));
    return isMisnamed ? reply.redirect(publicUrl() + request.url) : answer(request, reply);
  });
  app.get("/oauth/authorize/:uid", answer);
  app.get(signOutPath, answer);
  app.post(`${signOutPath}/confirm`, answer);
  app.get(`${signOutPath}/success`, answer);
  app.post("/api/oauth/token", answer);
  app.post("/api/oauth/revoke", answer);
  app.get("/api/oauth/jwks", answer);
  app.get("/api/oauth/userinfo", answer);
  app.post("/api/oauth/userinfo", answer);
  app.get("/.well-known/openid-configuration", answer);
  app.get("/.well-known/oauth-authorization-server", answer);
};
