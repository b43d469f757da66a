/**
 * Refuses input that does not match its schema: of zod for documents and queries, of Ajv for the requests of operations. The
 * refusal names each invalid property once, with the rule in words: it shows no pattern and no value.
 */
import type { FastifySchemaValidationError } from "fastify";
import type { z } from "zod";
import { ruleOfPattern } from "../../../contract/records/texts.ts";
import { Refusal } from "../refusal.ts";

/** Returns the validated value, or refuses it with 400. `where` is put in front of the path of each invalid property. */
export const readDocument = <S extends z.ZodType>(schema: S, value: unknown, where?: string): z.output<S> => {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const placeOf = ({ path }: z.core.$ZodIssue) => [...(where ? [where] : []), ...path].join(".") || "body";
  const expando = [...Map.groupBy(read.error.issues, placeOf)].map(([property, [issue]]) => {
    return { error: issue?.message ?? "", expandoObject: { property } };
  });
  throw new Refusal("OPA-REQUEST-INVALID", expando.slice(0, shownIssues));
};

/** Maximum number of invalid properties that a refusal names, because a body can be wrong everywhere. */
const shownIssues = 20;

/** So many findings of Ajv are enough to name that number of properties. A body can have half a million. */
const readFindings = 1_000;

/** The refusal for the findings of Ajv in a part of a request. */
export const schemaRefusal = (findings: readonly FastifySchemaValidationError[]): Refusal => {
  const byProperty = Map.groupBy(findings.slice(0, readFindings), propertyOf);
  const properties = [...byProperty.keys()];
  const expando = [...byProperty].flatMap(([property, broken]) => {
    const own = broken.filter(isOwn);
    const told = own.find(({ keyword }) => keyword === "maxLength") ?? own[0];
    // What is wrong inside a nullable value is also found as the value not being null.
    if (!told && properties.some((other) => other.startsWith(`${property}.`))) return [];
    return [{ error: ruleOf(broken, told), expandoObject: { property, rule: (told ?? broken[0])?.keyword } }];
  });
  return new Refusal("OPA-REQUEST-INVALID", expando.slice(0, shownIssues));
};

/** False for what is found because a nullable value is neither null nor valid. */
const isOwn = ({ keyword, params }: FastifySchemaValidationError): boolean =>
  keyword !== "anyOf" && params["type"] !== "null";

/** Returns the place of an invalid or missing property, such as `user.userCode`; `body` if the body itself is invalid. */
const propertyOf = ({ instancePath, params }: FastifySchemaValidationError): string =>
  [...instancePath.split("/"), params["missingProperty"]].filter(Boolean).map(String).join(".") || "body";

const ruleOf = (broken: readonly FastifySchemaValidationError[], told?: FastifySchemaValidationError): string => {
  const values = broken.flatMap(({ params }) => params["allowedValues"] ?? params["allowedValue"] ?? []);
  if (values.length > 0) return `must be one of ${values.map(String).join(", ")}`;
  if (told?.keyword === "required") return "must be present";
  return ruleOfPattern.get(String(told?.params["pattern"])) ?? told?.message ?? "is invalid";
};
