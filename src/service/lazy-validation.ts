/**
 * Fastify's validators of requests, each compiled when the first request needs it. Compiling the schemas of all operations
 * took most of the start-up time of the service, and most processes use only a few operations.
 */
import AjvCompiler from "@fastify/ajv-compiler";

/** Services of one process share what is compiled. */
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
