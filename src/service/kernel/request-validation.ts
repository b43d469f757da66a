/**
 * The validation of requests. Each of Fastify's validators is compiled when the first request needs it: compiling all of them at
 * the start would take most of the service's start-up time, and most processes use only a few operations.
 */
import AjvCompiler from "@fastify/ajv-compiler";
import { z } from "zod";
import { type OperationId, specOf } from "../../contract/contract.ts";
import { strictBody } from "../../contract/strict-body.ts";

type RequestSchema = { readonly params?: unknown; readonly body?: unknown };

/** All services of one process share these schemas and the validators compiled from them. */
const requestSchemas = new Map<OperationId, RequestSchema>();

/**
 * Returns the JSON Schemas of path parameters and body. The multipart body of a chunk is validated in
 * `uploads/chunk-request.ts` instead.
 */
export const requestSchema = (id: OperationId): RequestSchema => {
  const known = requestSchemas.get(id);
  if (known) return known;
  const compile = (schema: z.ZodType) => z.toJSONSchema(schema, { target: "draft-7", io: "input" });
  const { bodyType, params, path } = specOf(id);
  const body = bodyType === "multipart" ? undefined : (strictBody(id) ?? specOf(id).body);
  const made = { ...(path.includes("{") && { params: compile(params) }), ...(body && { body: compile(body) }) };
  requestSchemas.set(id, made);
  return made;
};

const build = AjvCompiler();

export const buildLazyValidators: AjvCompiler.BuildCompilerFromPool = (...settings) => {
  const compile = build(...settings);
  return (route) => {
    let compiled: ReturnType<typeof compile> | undefined;
    const validate = (data: unknown) => {
      compiled ??= compile(route);
      const isValid = compiled(data);
      validate.errors = compiled.errors;
      return isValid;
    };
    validate.errors = undefined as ReturnType<typeof compile>["errors"];
    return validate as ReturnType<typeof compile>;
  };
};
