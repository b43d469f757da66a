/**
 * The published interface: one route for each operation of the contract and each spelling of the version in the path. A request
 * passes the checks of caller, company, permission and schema, then faults and rule, and appears in the call log exactly once,
 * whatever the result.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type OperationId, operationIds, owesRefresh, pathTemplateOf, specOf } from "../../../contract/contract.ts";
import type { Log } from "../../../lib/log.ts";
import type { Caller } from "../callers/caller.ts";
import type { Company } from "../company/company.ts";
import type { CompanyFile } from "../company/company-file.ts";
import { mutationsOwed, setMutationsOwed } from "../company/refreshes.ts";
import type { FaultKind, Faults, Meeting } from "../faults.ts";
import { refuse } from "../refusal.ts";
import type { ServiceClock } from "../service-clock.ts";
import { type Answer, answerOf, send } from "./answer.ts";
import type { AuditTrail } from "./audit.ts";
import type { CallLog } from "./calls.ts";
import { hang, sendReplacement, sendSpoilt } from "./fault-answers.ts";
import { isMovedAway, sentMethod, versions } from "./moved-addresses.ts";
import { requestSchema } from "./request-validation.ts";
import { refuseUnknown } from "./unknown-properties.ts";
import type { WriteHabits } from "./write-habits.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null when the caller is unknown or not yet determined. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    operation?: OperationId;
  }
}

/** A check that a route makes before it reads the body. */
export type Check = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

type Rule = (company: never, request: never) => unknown;

/** The running service, as far as the kernel knows it. */
export type ServiceParts<C extends Company = Company> = {
  readonly file: CompanyFile<C>;
  readonly calls: CallLog;
  readonly trail: AuditTrail;
  readonly faults: Faults;
  readonly habits: WriteHabits;
  readonly clock: ServiceClock;
  /** Called when the clock was set: does what is due now. */
  readonly afterClock: () => Promise<void>;
  readonly rules: { readonly [Id in OperationId]?: Rule };
  /** Called when a write of the operation is stored. */
  readonly afterWrite: { readonly [Id in OperationId]?: () => void };
  /** Returns the check that sets `request.caller`, or refuses the request. */
  readonly authenticate: (id: OperationId) => Check;
  /** Refuses requests without the `Admin-Key`. */
  readonly admin: Check;
  readonly log: Log | undefined;
  /** Addresses and CIDR ranges of the proxies whose header `X-Forwarded-For` is believed. */
  readonly trustProxy: readonly string[];
  /** For how long the answer to a wrong key or token waits. */
  readonly wrongKeyWaitMs: number;
  /** See `ServiceOptions` in `service.ts`. */
  readonly slowMs: number;
  /** Returns the origin under which browsers reach the service; call it only when the service listens. */
  readonly publicUrl: () => string;
  readonly closing: AbortSignal;
};

/** True for addresses of the published interface. All requests to them are logged, also those without a route. */
export const isApiAddress = (url: string): boolean =>
  url.startsWith("/openapi/") || /^\/oauth\/(base|bpm|dms|eip|notify|file)\//.test(url);

/** Does the work of a call, and logs the call when the work is done. */
export type Perform = (
  id: OperationId,
  request: FastifyRequest,
  caller: Caller,
  fault: FaultKind | null,
) => Answer | Promise<Answer>;

export const registerApi = (app: FastifyInstance, service: ServiceParts): void => {
  app.decorateRequest("caller", null);
  const addRoutes = createRouting(service, createRuleWork(service));
  for (const id of operationIds.filter((one) => service.rules[one])) addRoutes(app, id);
};

/** Returns a function that adds the routes of an operation. The body limit is in bytes; the default is Fastify's. */
export const createRouting =
  (service: ServiceParts, perform: Perform) =>
  (app: FastifyInstance, id: OperationId, bodyLimit?: number): void => {
    const authenticate = service.authenticate(id);
    for (const version of versions) {
      app.route({
        method: specOf(id).method,
        url: pathTemplateOf(id, version).replaceAll(/\{(\w+)\}/g, ":$1"),
        config: { operation: id },
        schema: requestSchema(id),
        onRequest: (request, reply, done) => {
          if (isMovedAway(service.file.company, id, request.raw)) reply.callNotFound();
          else authenticate(request, reply, done);
        },
        // Once more when the body has arrived: a slow sender takes an hour or more, and a key or user may have ended meanwhile (R75).
        ...(specOf(id).body && { preHandler: authenticate }),
        handler: createHandler(service, id, perform),
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
      });
    }
  };

/** Logs a request. Its operation is null if it has no route. */
export const noteCall = (
  { calls, file }: ServiceParts,
  request: FastifyRequest,
  status: number | null,
  fault: FaultKind | null = null,
  operation = request.routeOptions.config.operation ?? null,
): void =>
  calls.record([
    file.company.clock.nowMs(),
    operation,
    sentMethod(request.raw),
    status,
    fault,
    request.caller?.name ?? null,
  ]);

const createRuleWork = (service: ServiceParts): Perform => {
  const { file, habits, closing } = service;
  const { company } = file;
  let refusedRefreshes = 0;
  /** The quirk `p1BusyTimes`, which refuses P1 a number of times before one call is accepted (R24). */
  const refuseWhileBusy = (): void => {
    const isBusy = refusedRefreshes < company.quirks.p1BusyTimes;
    refusedRefreshes = isBusy ? refusedRefreshes + 1 : 0;
    const last = company.refreshes.all().at(-1);
    const agoMs = last === undefined ? Number.POSITIVE_INFINITY : company.clock.nowMs() - Date.parse(last.at);
    // A refresh in the future was before the clock was set back.
    const isPausing = agoMs >= 0 && agoMs < company.quirks.p1PauseMs;
    if (isBusy || isPausing) refuse("OPA-BUSY");
  };

  return (id, request, caller, fault) => {
    const rule = service.rules[id] as (company: Company, request: object) => unknown;
    const { params, body } = request;
    const perform = (sent: unknown) => rule(company, { params, body: sent, caller });
    const work = () => answerOf(id, habits.carryOut(id, body, perform), company.quirks);
    const noted = (answer: Answer): Answer => {
      noteCall(service, request, answer.status, fault, id);
      return answer;
    };
    // Most reads do without a promise, which would cost more than the rule.
    const read = () => habits.read(id, work);
    if (!specOf(id).mutates) return file.isStored() ? noted(read()) : file.read(read).then(noted);
    const countedWork = () => {
      const answer = work();
      if (owesRefresh(id)) setMutationsOwed(company, mutationsOwed(company) + 1);
      return answer;
    };
    const write = (isNoted: boolean) =>
      file.write(countedWork, () => {
        if (!isNoted) noteCall(service, request, 200, fault, id);
        service.afterWrite[id]?.();
      });
    if (id === "P1") refuseWhileBusy();
    if (habits.isLate(id)) {
      habits.carryOutLater(() => write(true));
      return noted(answerOf(id, undefined, company.quirks));
    }
    if (id !== "P1") return write(false);
    return hang(company.quirks.p1DelayMs, closing).then(() => write(false));
  };
};

const createHandler = (service: ServiceParts, id: OperationId, perform: Perform) => {
  const { faults, habits, file, closing } = service;

  const work = (request: FastifyRequest, fault: FaultKind | null): Answer | Promise<Answer> => {
    const { unknownProperties, latencyMs } = file.company.quirks;
    const caller = request.caller ?? refuse("OPA-KEY-UNKNOWN");
    if (unknownProperties === "refused") refuseUnknown(specOf(id).body, request.body);
    if (latencyMs === 0) return perform(id, request, caller, fault);
    return hang(latencyMs, closing).then(() => perform(id, request, caller, fault));
  };

  const answerFaulty = async (request: FastifyRequest, reply: FastifyReply, { fault, undo }: Meeting) => {
    const status = fault && sendReplacement(reply, fault);
    if (status !== undefined) {
      undo();
      noteCall(service, request, status, fault?.kind);
      return reply;
    }
    try {
      if (fault?.kind === "hang" && fault.when === "before") await hang(fault.ms, closing);
      const answer = await work(request, fault?.kind ?? null);
      return fault ? sendSpoilt(reply, answer, fault, closing) : send(reply, answer);
    } catch (refused) {
      undo();
      throw refused;
    }
  };

  return (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined => {
    const met = habits.meetMaintenance(id) ?? faults.meet(id);
    if (met) return answerFaulty(request, reply, met);
    const answer = work(request, null);
    if (answer instanceof Promise) return answer.then((later) => send(reply, later));
    // Nothing is returned: Fastify would wait for the reply as for a promise.
    send(reply, answer);
    return undefined;
  };
};
