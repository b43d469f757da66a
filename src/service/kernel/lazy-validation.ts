/**
 * Compiles each of Fastify's request validators when the first request needs it. Compiling all of them at the start would
 * take most of the service's start-up time, and most processes use only a few operations.
 */
import AjvCompiler from "@fastify/ajv-compiler";

/** All services of one process share this compiler and its compiled schemas. */
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
