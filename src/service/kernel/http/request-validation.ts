/**
 * The validation of requests. Each of Fastify's validators is compiled when the first request needs it: compiling all of them at
 * the start would take most of the service's start-up time, and most processes use only a few operations.
 */
import AjvCompiler from "@fastify/ajv-compiler";
import { z } from "zod";
import { type OperationId, specOf } from "../../../contract/contract.ts";
import { strictBody } from "../../../contract/strict-body.ts";
import { once, oncePer } from "../../../lib/once.ts";

type RequestSchema = { readonly params?: unknown; readonly body?: unknown };

/**
 * Returns the JSON Schemas of path parameters and body; all services of one process share them, and the validators compiled from them.
 * The multipart body of a chunk is validated in
 * `uploads/chunk-request.ts` instead.
 */
export const requestSchema = oncePer((id: OperationId): RequestSchema => {
  const compile = (schema: z.ZodType) => z.toJSONSchema(schema, { target: "draft-7", io: "input" });
  const { bodyType, params, path } = specOf(id);
  const body = bodyType === "multipart" ? undefined : strictBody(id);
  return { ...(path.includes("{") && { params: compile(params) }), ...(body && { body: compile(body) }) };
});

const build = AjvCompiler();

/**
 * A valid request is only asked whether it is one. What is all wrong with another is looked for in the first items of each list: a list of
 * half a million wrong items would keep everybody waiting for seconds.
 */
export const buildLazyValidators: AjvCompiler.BuildCompilerFromPool = (schemas, options) => {
  const compile = build(schemas, options);
  const customOptions = { ...options?.customOptions, allErrors: false };
  const compileQuick = build(schemas, { ...options, customOptions } as typeof options);
  return (route) => {
    const quick = once(() => compileQuick(route));
    const whole = once(() => compile(route));
    const validate = (data: unknown) => {
      const isValid = quick()(data);
      const isFound = isValid !== true && whole()(withFirstItems(data)) !== true;
      validate.errors = (isFound ? whole : quick)().errors;
      return isValid;
    };
    validate.errors = undefined as ReturnType<typeof compile>["errors"];
    return validate as ReturnType<typeof compile>;
  };
};

const firstItems = 100;

const withFirstItems = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, firstItems).map(withFirstItems);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withFirstItems(part)]));
};
