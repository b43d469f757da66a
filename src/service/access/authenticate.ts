/** The first step of every request of the interface: who calls, for which company, and with which permission. */
import { hash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { specOf } from "../../contract/contract.ts";
import { isoInstant } from "../../lib/clock.ts";
import type { ServiceParts } from "../api.ts";
import type { Company } from "../company.ts";
import { createKeyRing } from "../keys.ts";
import { type Refusal, refuse } from "../refusal.ts";
import { type Caller, designatedAll } from "./caller.ts";

export type Authentication = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Sets `request.caller` or refuses. */
export const createAuthentication = ({ file, keys }: ServiceParts): Authentication => {
  const keyWith = createKeyRing(keys);
  const callerOf = (request: FastifyRequest): Caller => {
    const { operation } = request.routeOptions.config;
    if (operation && specOf(operation).group === "user") return userOf(file.company, request.headers.authorization);
    const key = keyWith(request.headers["api-key"]) ?? refuse("OPA-KEY-UNKNOWN");
    return { kind: "key", name: key.name, permissions: new Set(key.permissions), designated: designatedAll };
  };
  const check = (request: FastifyRequest): void => {
    const caller = callerOf(request);
    request.caller = caller;
    if (caller.kind === "key" && request.headers["corpcode"] !== file.company.corpCode) {
      refuse("OPA-CORP-UNKNOWN", "CorpCode");
    }
    const { operation } = request.routeOptions.config;
    const permission = operation && specOf(operation).permission;
    if (permission && !caller.permissions.has(permission)) refuse("OPA-KEY-PERMISSION");
    if (/%2f/i.test(request.url)) refuse("OPA-PATH-INVALID");
  };
  return (request, _reply, done) => {
    try {
      check(request);
    } catch (thrown) {
      done(thrown as Refusal);
      return;
    }
    done();
  };
};

/** The user who gave the bearer token; one who may no longer sign in is refused like an unknown token. */
const userOf = (company: Company, authorization: string | undefined): Caller => {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1] ?? refuse("OPA-TOKEN-INVALID");
  const row = company.tokens.by("digest", hash("sha256", token, "hex"))[0] ?? refuse("OPA-TOKEN-INVALID");
  const person = company.employees.get(row.employeeId);
  const now = isoInstant(company.clock.nowMs());
  if (row.expiresAt <= now || !person?.data.active || person.data.locked) return refuse("OPA-TOKEN-INVALID");
  return { kind: "user", name: row.application, permissions: new Set(row.permissions), employeeId: row.employeeId };
};
