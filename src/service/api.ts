/**
 * The published interface: one route for each operation of the contract and each spelling of the version. A request
 * passes key, company, permission, schema, faults, rule, and is noted in the call log once, whatever becomes of it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type OperationId, operationIds, owesRefresh, pathTemplateOf, specOf } from "../contract/contract.ts";
import { isoInstant } from "../lib/clock.ts";
import { createAuthentication } from "./access/authenticate.ts";
import type { Caller } from "./access/caller.ts";
import { type Answer, answerOf } from "./answer.ts";
import type { CallLog } from "./calls.ts";
import type { CompanyFile } from "./company-file.ts";
import { hang, send, sendInstead, sendSpoilt, statusInstead } from "./fault-answers.ts";
import type { FaultKind, Faults } from "./faults.ts";
import type { ServiceKey } from "./keys.ts";
import { refuse } from "./refusal.ts";
import { mutationsOwed, setMutationsOwed } from "./rules/refresh.ts";
import { rules } from "./rules/rules.ts";
import { strictBody } from "./strict-body.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null: not known, or not known yet. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    operation?: OperationId;
  }
}

export type ServiceParts = {
  readonly file: CompanyFile;
  readonly calls: CallLog;
  readonly faults: Faults;
  readonly keys: readonly ServiceKey[];
  readonly adminKey: string;
  /** Aborted when the service closes. */
  readonly closing: AbortSignal;
};

/** Is this address part of the published interface? All its requests are logged, also those without a route. */
export const isApiAddress = (url: string): boolean =>
  url.startsWith("/openapi/") || /^\/oauth\/(base|bpm|dms|eip|notify|file)\//.test(url);

/** Accepted spellings of the version (R2). */
const versions = ["1", "1.0"];

type Rule = (company: CompanyFile["company"], request: { params: unknown; body: unknown; caller: Caller }) => unknown;

export const registerApi = (app: FastifyInstance, service: ServiceParts): void => {
  app.decorateRequest("caller", null);
  const authenticate = createAuthentication(service);
  const handle = createHandler(service);
  for (const id of operationIds.filter((one) => rules[one])) {
    for (const version of versions) {
      app.route({
        method: specOf(id).method,
        url: pathTemplateOf(id, version).replaceAll(/\{(\w+)\}/g, ":$1"),
        config: { operation: id },
        schema: requestSchema(id),
        onRequest: authenticate,
        handler: (request, reply) => handle(id, request, reply),
      });
    }
  }
};

/** Notes a request in the call log; a request without a route has no operation. */
export const noteCall = (
  { calls, file }: ServiceParts,
  request: FastifyRequest,
  status: number | null,
  fault: FaultKind | null = null,
): void => {
  const operation = request.routeOptions.config.operation ?? null;
  calls.record({
    at: isoInstant(file.company.clock.nowMs()),
    operation,
    method: request.method,
    path: operation && specOf(operation).path,
    status,
    fault,
    key: request.caller?.name ?? null,
  });
};

/** Params and body as JSON Schema, for the compiled validators of Fastify. */
const requestSchema = (id: OperationId): { params: unknown; body?: unknown } => {
  const compile = (schema: z.ZodType) => z.toJSONSchema(schema, { target: "draft-7", io: "input" });
  const body = strictBody(id);
  return { params: compile(specOf(id).params), ...(body ? { body: compile(body) } : {}) };
};

const createHandler = (service: ServiceParts) => {
  const { file, faults, closing } = service;
  const { company } = file;

  const perform = async (id: OperationId, request: FastifyRequest, fault: FaultKind | null): Promise<Answer> => {
    const rule = rules[id] as Rule;
    const { params, body } = request;
    const caller = request.caller ?? refuse("OPA-KEY-UNKNOWN");
    const work = () => answerOf(id, rule(company, { params, body, caller }), company.quirks);
    const note = () => noteCall(service, request, 200, fault);
    if (id === "P1") {
      await hang(company.quirks.p1DelayMs, closing);
      return file.write(work, note);
    }
    if (specOf(id).mutates) {
      const countedWork = () => {
        const answer = work();
        if (owesRefresh(id)) setMutationsOwed(company, mutationsOwed(company) + 1);
        return answer;
      };
      return file.write(countedWork, note);
    }
    const answer = await file.read(work);
    noteCall(service, request, answer.status, fault);
    return answer;
  };

  return async (id: OperationId, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const fault = faults.meet(id);
    const status = fault && statusInstead(fault);
    if (fault && status !== undefined) {
      noteCall(service, request, status, fault.kind);
      return sendInstead(reply, fault);
    }
    if (fault?.kind === "hang" && fault.when === "before") await hang(fault.ms, closing);
    const answer = await perform(id, request, fault?.kind ?? null);
    faults.count(id);
    return fault ? sendSpoilt(reply, answer, fault, closing) : send(reply, answer);
  };
};
