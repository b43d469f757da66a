/**
 * The first step of every request to the interface: it determines the caller, the company and the permission. All three are
 * checked before any record is looked up, so that a caller without permission learns nothing from the answer (R75). The
 * published description calls all headers optional. This service requires key and company in the system group, and a token in the
 * user group (R3, R4).
 */
import type { FastifyRequest } from "fastify";
import { type OperationId, specOf } from "../../contract/contract.ts";
import type { Permission } from "../../contract/operation-spec.ts";
import type { Check } from "../kernel/api.ts";
import type { Caller, KeyCaller, UserCaller } from "../kernel/caller.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { epochOf } from "../kernel/instant.ts";
import { createKeyRing, digestOf, type ReadyKey, readyKey, type ServiceKey } from "../kernel/keys.ts";
import { Refusal, refuse } from "../kernel/refusal.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import type { Company, KeyRow, TokenRow } from "./tables.ts";

type Parts = { readonly file: CompanyFile<Company>; readonly keys: readonly ServiceKey[] };

/** Returns a function that makes the check for an operation. The check sets `request.caller`, or refuses the request. */
export const createAuthentication = ({ file, keys }: Parts): ((id: OperationId) => Check) => {
  const identifyKey = createKeyCheck(file.company, keys);
  const userCheck = createUserCheck(file.company);
  return (id) => {
    const { group, permission } = specOf(id);
    return group === "user" ? userCheck(permission) : checkWith(identifyKey, permission);
  };
};

const checkWith =
  (identify: (request: FastifyRequest) => Caller, permission: Permission | null, isUser = false): Check =>
  (request, reply, done) => {
    try {
      const caller = identify(request);
      if (permission !== null && !caller.permissions.has(permission)) refuse("OPA-KEY-PERMISSION");
      if (/%2f/i.test(request.url)) refuse("OPA-PATH-INVALID");
    } catch (thrown) {
      if (isUser) reply.header("WWW-Authenticate", challengeOf(thrown));
      done(thrown as Refusal);
      return;
    }
    done();
  };

/** Returns the header `WWW-Authenticate` for a refused bearer token (RFC 6750). */
const challengeOf = (thrown: unknown): string => {
  const code = thrown instanceof Refusal ? thrown.code : undefined;
  if (code === "OPA-TOKEN-INVALID") return 'Bearer error="invalid_token"';
  return code === "OPA-KEY-PERMISSION" ? 'Bearer error="insufficient_scope"' : "Bearer";
};

const refuseCompany = ({ quirks }: Company): never => refuse("OPA-CORP-UNKNOWN", "CorpCode", quirks.companyRefusal);

const createKeyCheck = (company: Company, keys: readonly ServiceKey[]): ((request: FastifyRequest) => KeyCaller) => {
  // Rows never change, so a value computed for a row stays valid as long as the row exists.
  const ready = new WeakMap<KeyRow, ReadyKey>();
  const readyRow = (row: KeyRow): ReadyKey => {
    const known = ready.get(row);
    if (known) return known;
    const { name, permissions, designated, expiresAt, addresses } = row;
    const limits = { ...(expiresAt === null ? {} : { expiresAt }), ...(addresses === null ? {} : { addresses }) };
    const made = readyKey({ name, permissions, designated, ...limits });
    ready.set(row, made);
    return made;
  };
  const keyWith = createKeyRing(keys, (digest) => {
    const row = company.keys.by("digest", digest)[0];
    return row && readyRow(row);
  });
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

type ReadyToken = { readonly caller: UserCaller; readonly application: string; readonly expiresMs: number };

/** Returns a function that makes the check for users' requests: it sets `request.caller`, or refuses the request. */
export const createUserCheck = (company: Company): ((permission: Permission | null) => Check) => {
  const identify = createTokenCheck(company);
  return (permission) => checkWith(identify, permission, true);
};

/**
 * Returns a function that finds the user for whom a request's bearer token was issued. If that user may no longer sign in, the
 * request is refused like one with an unknown token.
 */
const createTokenCheck = (company: Company): ((request: FastifyRequest) => UserCaller) => {
  const ready = new WeakMap<TokenRow, ReadyToken>();
  const readyRow = (row: TokenRow): ReadyToken => {
    const known = ready.get(row);
    if (known) return known;
    const { application, employeeId, permissions } = row;
    const name = company.apps.by("appId", application)[0]?.name ?? application;
    const caller: UserCaller = { kind: "user", name, permissions: new Set(permissions), employeeId };
    const made = { caller, application, expiresMs: epochOf(row.expiresAt) };
    ready.set(row, made);
    return made;
  };
  return (request) => {
    const { headers } = request;
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? refuse("OPA-TOKEN-INVALID");
    const row = company.tokens.by("digest", digestOf(token))[0] ?? refuse("OPA-TOKEN-INVALID");
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

/** Decides who may sign in, and for whom an application may act: people who are active, not locked and not expired. */
export const maySignIn = (company: Company, { data }: EmployeeRow): boolean =>
  data.active === true && !data.locked && !(data.expiredTime && epochOf(data.expiredTime) <= company.clock.nowMs());
