/**
 * The page on which users see and end what they have granted to applications. To sign users in, it is itself an application of
 * `oidc-provider`, with the scope `openid` and without a consent page.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { digestOf } from "../kernel/callers/keys.ts";
import type { ServiceParts } from "../kernel/http/api.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { maySignIn } from "./authenticate.ts";
import { endSignIns, grantedTo, grantsApplication } from "./grants.ts";
import { grantsPage, grantsPath, problemPage } from "./sign-in-pages.ts";
import { formOf, type ProviderFor, sendExpired, sendPage } from "./sign-in-routes.ts";
import type { Company } from "./tables.ts";

/** A signed-in browser. `proof` is known only to this browser and the service, so no other site can send it with a form. */
type Visitor = { readonly person: EmployeeRow; readonly proof: string };

export const registerGrants = (
  app: FastifyInstance,
  { file, trail }: ServiceParts<Company>,
  providerFor: ProviderFor,
): void => {
  const { company } = file;
  const visitorOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Visitor | undefined> => {
    const provider = await providerFor(request);
    const { jti, accountId } = await provider.Session.get(provider.createContext(request.raw, reply.raw));
    const person = company.employees.get(Number(accountId));
    return person && maySignIn(company, person) ? { person, proof: digestOf(`${grantsPath} ${jti}`) } : undefined;
  };
  const show = async ({ person, proof }: Visitor, reply: FastifyReply, ended?: string) => {
    const grants = await file.read(() =>
      company.apps.all().flatMap(({ appId, name }) => {
        const granted = grantedTo(company, person.id, appId);
        return granted ? [{ appId, application: name, ...granted }] : [];
      }),
    );
    return sendPage(reply, 200, (say) => grantsPage(say, { account: person.data.account, grants, ended, proof }));
  };
  app.get<{ Querystring: { error?: unknown } }>(grantsPath, async (request, reply) => {
    const { error } = request.query;
    // Anybody can make a link to this page, so only a code is shown, never a sentence.
    const code = typeof error === "string" && /^[a-z_]{1,50}$/.test(error) ? error : "invalid_request";
    if (error !== undefined) return sendPage(reply, 400, (say) => problemPage(say, code));
    const visitor = await visitorOf(request, reply);
    return visitor ? show(visitor, reply) : reply.redirect(signInAddress(), 303);
  });
  app.post(grantsPath, async (request, reply) => {
    const visitor = await visitorOf(request, reply);
    const form = formOf(request);
    if (!visitor || form.get("proof") !== visitor.proof) return sendExpired(reply);
    const [ended] = company.apps.by("appId", form.get("application") ?? "");
    if (ended) {
      const { id: employeeId, data } = visitor.person;
      await file.write(() => endSignIns(company, { employeeId, appId: ended.appId }));
      trail.audit({ kind: "token-ended", result: "ok", who: data.account, from: request.ip, about: ended.name });
    }
    return show(visitor, reply, ended?.name);
  });
};

/** Asks for a sign-in. Nobody knows the verifier of the challenge, so the code that the browser brings back is worthless. */
const signInAddress = (): string => {
  const client = `client_id=${grantsApplication}&response_type=code&scope=openid`;
  const challenge = `code_challenge=${randomBytes(32).toString("base64url")}&code_challenge_method=S256`;
  return `/oauth/authorize?${client}&${challenge}`;
};
