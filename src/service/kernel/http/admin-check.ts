/** The check of the header `Admin-Key`, which all addresses of the sandbox but `health` need. Every use is in the audit trail. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuditKind } from "../../../contract/audit.ts";
import { createKeyRing } from "../callers/keys.ts";
import { Refusal } from "../refusal.ts";
import type { Check } from "./api.ts";
import type { AuditTrail } from "./audit.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Under which kind the audit trail has the requests of this route. Default: `sandbox`. */
    audit?: AuditKind;
  }
}

/** `name` stands for the administrator in the audit trail. */
export const createAdminCheck = (secret: string, name: string, audit: AuditTrail["audit"]): Check => {
  const keyWith = createKeyRing([{ name, secret, permissions: [] }], () => undefined);
  return (request, reply, done) => {
    const who = keyWith(request.headers["admin-key"])?.caller.name ?? null;
    reply.raw.once("close", () => audit(eventOf(request, reply, who)));
    done(who === null ? new Refusal("OPA-KEY-UNKNOWN") : undefined);
  };
};

const eventOf = (request: FastifyRequest, { statusCode }: FastifyReply, who: string | null) => {
  const { routeOptions, method, ip: from } = request;
  const isOk = statusCode < 400;
  const { audit: kind = "sandbox" } = routeOptions.config;
  const about = isOk && kind !== "sandbox" ? subjectOf(request) : `${method} ${routeOptions.url}`;
  return { kind, result: isOk ? "ok" : "refused", who, from, about } as const;
};

/** Returns the name in a valid request, or the sections that it loads or dumps. */
const subjectOf = ({ params, query, body }: FastifyRequest): string | null => {
  const given: Partial<Record<string, unknown>> = Object.assign({}, query, body, params);
  const { name, account, section = Object.keys(body ?? {}) } = given;
  return String(name ?? account ?? section) || null;
};
