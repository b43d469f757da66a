/**
 * Turns the findings of Ajv into a refusal that names each invalid property once, with the rule in words: no refusal shows a
 * pattern or a value.
 */
import type { FastifySchemaValidationError } from "fastify";
import { ruleOfPattern } from "../../contract/texts.ts";
import { shownIssues } from "./read-document.ts";
import { Refusal } from "./refusal.ts";

export const schemaRefusal = (findings: readonly FastifySchemaValidationError[]): Refusal => {
  const byProperty = Map.groupBy(findings, propertyOf);
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
