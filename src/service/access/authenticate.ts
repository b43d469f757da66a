/**
 * The first step of every request to the interface: it determines the caller, the company and the permission. All three are
 * checked before any record is looked up, so that a caller without permission learns nothing from the answer (R75). The
 * published description calls all headers optional. This service requires key and company in the system group, and a token in the
 * user group (R3, R4).
 */
import type { FastifyRequest } from "fastify";
import { type OperationId, specOf } from "../../contract/contract.ts";
import type { Permission } from "../../contract/operations/operation-spec.ts";
import type { RefusalCode } from "../../contract/operations/refusals.ts";
import { oncePer } from "../../lib/once.ts";
import type { Caller, UserCaller } from "../kernel/callers/caller.ts";
import { createKeyRing, type ReadyKey, readyKey, type ServiceKey } from "../kernel/callers/keys.ts";
import type { Check } from "../kernel/http/api.ts";
import { epochOf } from "../kernel/instant.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { type GrantRow, grantKey, sandboxApplication } from "./grants.ts";
import { permissionsOf } from "./scopes.ts";
import type { Company, KeyRow, TokenRow } from "./tables.ts";

type Identify = (request: FastifyRequest) => Caller;

/** Returns a function that makes the check for an operation. The check sets `request.caller`, or refuses the request. */
export const createAuthentication = (company: Company, keys: readonly ServiceKey[]): ((id: OperationId) => Check) => {
  const checkFor = { system: checkWith(createKeyCheck(company, keys)), user: createUserCheck(company) };
  return (id) => {
    const { group, permission } = specOf(id);
    return checkFor[group](permission);
  };
};

/** Returns a function that makes the check of a user's token and of the permission that it must have. */
export const createUserCheck = (company: Company) => checkWith(createTokenCheck(company), true);

const checkWith =
  (identify: Identify, isUser = false) =>
  (permission: Permission | null): Check =>
  (request, reply, done) => {
    try {
      const caller = identify(request);
      if (permission !== null && !caller.permissions.has(permission)) refuse("OPA-KEY-PERMISSION");
      if (/%2f/i.test(request.url)) refuse("OPA-PATH-INVALID");
    } catch (thrown) {
      const refusal = thrown as Refusal;
      if (isUser) reply.header("WWW-Authenticate", challenges[refusal.code] ?? "Bearer");
      done(refusal);
      return;
    }
    done();
  };

/** The header `WWW-Authenticate` for a refused bearer token (RFC 6750); for other codes it is `Bearer`. */
const challenges: Partial<Record<RefusalCode, string>> = {
  "OPA-TOKEN-INVALID": 'Bearer error="invalid_token"',
  "OPA-KEY-PERMISSION": 'Bearer error="insufficient_scope"',
};

const refuseCompany = ({ quirks }: Company): never => refuse("OPA-CORP-UNKNOWN", "CorpCode", quirks.companyRefusal);

const createKeyCheck = (company: Company, keys: readonly ServiceKey[]): Identify => {
  // Rows never change, so what is made for one stays valid as long as the row exists.
  const readyRow = oncePer<KeyRow, ReadyKey>(readyKey, new WeakMap());
  const keyWith = createKeyRing(keys, (digest) => company.keys.by("digest", digest).map(readyRow)[0]);
  return (request) => {
    const { headers } = request;
    const { caller, expiresMs, isPermittedFrom } = keyWith(headers["api-key"]) ?? refuse("OPA-KEY-UNKNOWN");
    request.caller = caller;
    if (expiresMs <= company.clock.nowMs()) refuse("OPA-KEY-EXPIRED");
    if (!isPermittedFrom(request.ip)) refuse("OPA-KEY-ADDRESS");
    if (headers["corpcode"] !== company.corpCode) refuseCompany(company);
    return caller;
  };
};

/**
 * Returns a function that finds the user for whom a request's bearer token was issued. If that user may no longer sign in, the
 * request is refused like one with an unknown token.
 */
const createTokenCheck = (company: Company): Identify => {
  const readyRow = oncePer((row: TokenRow | GrantRow) => {
    const { application, employeeId, permissions, expiresAt } = "payload" in row ? accessOf(row) : row;
    const name = company.apps.by("appId", application)[0]?.name ?? application;
    const caller: UserCaller = { kind: "user", name, permissions: new Set(permissions), employeeId };
    return { caller, application, expiresMs: epochOf(expiresAt) };
  }, new WeakMap());
  return (request) => {
    const { headers } = request;
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? refuse("OPA-TOKEN-INVALID");
    const [row = refuse("OPA-TOKEN-INVALID")] = [
      ...company.tokens.by("digest", grantKey(sandboxApplication, token)),
      ...company.grants.by("digest", grantKey("AccessToken", token)),
    ];
    const { caller, application, expiresMs } = readyRow(row);
    request.caller = caller;
    const person = company.employees.get(caller.employeeId);
    const isCurrent = expiresMs > company.clock.nowMs();
    if (!isCurrent || !person || !maySignIn(company, person)) refuse("OPA-TOKEN-INVALID");
    const appId = headers["app-id"];
    if (appId !== undefined && appId !== application) refuse("OPA-APP-OTHER", "App-Id");
    const corpCode = headers["corpcode"];
    if (corpCode !== undefined && corpCode !== company.corpCode) refuseCompany(company);
    return caller;
  };
};

/** What the access token of an application permits, in the form of a token of the sandbox. */
const accessOf = ({ payload: { clientId = "", accountId, scope }, expiresAt }: GrantRow) => ({
  application: clientId,
  employeeId: Number(accountId),
  permissions: permissionsOf(scope),
  expiresAt,
});

/** Decides who may sign in, and for whom an application may act: people who are active, not locked and not expired. */
export const maySignIn = (company: Company, { data }: EmployeeRow): boolean =>
  data.active === true && !data.locked && !(data.expiredTime && epochOf(data.expiredTime) <= company.clock.nowMs());
