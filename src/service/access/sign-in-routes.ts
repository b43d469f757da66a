/**
 * The pages for sign-in and consent. The pages of one sign-in are sent only to the browser that has the cookie of this sign-in.
 * Browsers do not send that cookie with forms of other sites.
 */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InteractionResults, Provider } from "oidc-provider";
import type { AuditKind } from "../../contract/audit.ts";
import type { ServiceParts } from "../kernel/http/api.ts";
import { fold } from "../kernel/identity.ts";
import { grantsApplication } from "./grants.ts";
import { scopesIn } from "./scopes.ts";
import { createSignIn, type SignIn } from "./sign-in.ts";
import { consentPage, expiredPage, pageHeaders, signInPage, signInPath } from "./sign-in-pages.ts";
import { type Say, textsFor } from "./sign-in-texts.ts";
import type { Company } from "./tables.ts";

export type ProviderFor = (request: FastifyRequest) => Promise<Provider>;

/** Marks a browser in which a person has signed in. It permits nothing; see `sign-in.ts`. */
const deviceCookie = "_device";
const deviceKnownMs = 180 * 24 * 3_600_000;

/** One request for a page of a sign-in, with everything that its answer needs. */
type Step = NonNullable<Awaited<ReturnType<typeof stepOf>>>;

export const registerSignIn = (
  app: FastifyInstance,
  service: ServiceParts<Company>,
  providerFor: ProviderFor,
): void => {
  const signIn = createSignIn(service.file.company);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 16_384 },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
  app.route({
    method: ["GET", "POST"],
    url: `${signInPath}/:uid`,
    handler: async (request, reply) => {
      const step = await stepOf(service, await providerFor(request), request, reply);
      if (!step) return sendExpired(reply);
      const { application, appId, interaction } = step;
      const isSent = request.method === "POST";
      if (interaction.prompt.name === "consent") {
        if (isSent) return decide(step, formOf(request).get("decision") === "allow");
        return appId === grantsApplication ? decide(step, true) : askConsent(step);
      }
      if (isSent) return takePassword(step, signIn);
      const { login_hint: hint } = interaction.params;
      return sendPage(reply, 200, (say) => signInPage(say, application, typeof hint === "string" ? hint : ""));
    },
  });
};

/** Sends a page in the language of the browser. */
export const sendPage = (reply: FastifyReply, status: number, pageIn: (say: Say) => string): FastifyReply =>
  reply
    .code(status)
    .headers(pageHeaders)
    .type("text/html; charset=utf-8")
    .send(pageIn(textsFor(reply.request.headers["accept-language"])));

export const sendExpired = (reply: FastifyReply): FastifyReply => sendPage(reply, 400, expiredPage);

export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

/** Undefined when the sign-in does not exist or belongs to another browser. */
const stepOf = async (
  { file: { company }, trail }: ServiceParts<Company>,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch((error: Error) => {
    if (error.name !== "SessionNotFound") throw error;
  });
  if (interaction?.uid !== (request.params as { uid: string }).uid) return undefined;
  const appId = String(interaction.params["client_id"]);
  const application = (await provider.Client.find(appId))?.clientName;
  if (application === undefined) return undefined;
  const account = company.employees.get(Number(interaction.session?.accountId))?.data.account;
  /** Adds an event about an account, which need not exist, to the audit trail. */
  const report = (kind: AuditKind, isOk: boolean, given: string, about: string): void => {
    const who = company.employees.by("account", fold(given))[0]?.data.account ?? null;
    trail.audit({ kind, result: isOk ? "ok" : "refused", who, from: request.ip, about });
  };
  const scopes = scopesIn(String(interaction.params["scope"]));
  return { request, reply, provider, interaction, appId, application, account, scopes, report };
};

/** Passes the result to `oidc-provider`, and redirects the browser to the address that it returns. */
const goOn = async ({ request, reply, provider }: Step, result: InteractionResults): Promise<FastifyReply> =>
  reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);

const takePassword = async (step: Step, signIn: SignIn): Promise<FastifyReply> => {
  const { request, reply, provider, application, report } = step;
  const form = formOf(request);
  const account = form.get("account") ?? "";
  const { cookies } = provider.createContext(request.raw, reply.raw);
  const [employeeId, id = ""] = cookies.get(deviceCookie, { signed: true })?.split(".") ?? [];
  const device = employeeId === undefined ? undefined : { employeeId: Number(employeeId), id };
  const result = await signIn({ account, password: form.get("password") ?? "", address: request.ip, device });
  report(result.kind === "wait" ? "lock" : "sign-in", result.kind === "signed-in", account, application);
  if (result.kind === "signed-in") {
    const value = `${result.person.id}.${randomUUID()}`;
    cookies.set(deviceCookie, value, { signed: true, sameSite: "lax", path: signInPath, maxAge: deviceKnownMs });
    return goOn(step, { login: { accountId: String(result.person.id) } });
  }
  return sendPage(reply, result.kind === "wrong" ? 401 : 429, (say) =>
    signInPage(say, application, account, result.kind === "wrong" ? say("wrong") : say("wait", String(result.seconds))),
  );
};

const askConsent = (step: Step): FastifyReply => {
  const { reply, application, account = "", scopes, interaction } = step;
  const { protocol, host } = new URL(String(interaction.params["redirect_uri"]));
  const destination = host === "" ? protocol : `${protocol}//${host}`;
  return sendPage(reply, 200, (say) => consentPage(say, { application, account, destination, scopes }));
};

/** The user grants everything that was requested, or nothing. */
const decide = async (step: Step, isAllowed: boolean): Promise<FastifyReply> => {
  const { provider, interaction, appId, application, account = "", scopes, report } = step;
  report("consent", isAllowed, account, `${application}: ${scopes.join(" ")}`);
  const accountId = interaction.session?.accountId;
  if (!isAllowed || accountId === undefined) {
    return goOn(step, { error: "access_denied", error_description: "the user refused" });
  }
  const known = interaction.grantId === undefined ? undefined : await provider.Grant.find(interaction.grantId);
  const grant = known ?? new provider.Grant({ accountId, clientId: appId });
  grant.addOIDCScope(scopes.join(" "));
  return goOn(step, { consent: { grantId: await grant.save() } });
};
