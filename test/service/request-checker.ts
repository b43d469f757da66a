/**
 * Judges requests by the interface descriptions that the service serves, with an independent validator (Ajv), and compares the
 * judgement with the answer: what the descriptions permit is never refused as not matching them, and what they do not permit is
 * always refused, with the property and the broken rule.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { OperationId } from "../../src/contract/contract.ts";
import type { OpenApiDocument } from "../../src/contract/open-api/open-api.ts";
import { refusals } from "../../src/contract/operations/refusals.ts";
import type { ErrorBody } from "../../src/contract/records/organisation.ts";
import { isReadable } from "../../src/contract/records/texts.ts";

type Sent = { readonly params: Readonly<Record<string, string>>; readonly body: unknown };
type RequestChecker = {
  /** True if the descriptions permit the request. */
  readonly isPermitted: (id: OperationId, sent: Sent) => boolean;
};

/** The codes that mean that a request does not match the description. */
const mismatch = ["OPA-REQUEST-INVALID", "OPA-JSON-INVALID", "OPA-PATH-INVALID", "OPA-MEDIA-TYPE"];

/** The rule in the introduction of the descriptions that no schema states: all texts and names of a body are readable. */
const isReadableThroughout = (value: unknown): boolean => {
  if (typeof value === "string") return isReadable(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, part]) => isReadable(name) && isReadableThroughout(part));
};

type Parameter = { readonly name: string; readonly in: string; readonly schema: object };

export const createRequestChecker = (documents: readonly OpenApiDocument[]): RequestChecker => {
  const checks = new Map<string, { body: ValidateFunction | undefined; params: Map<string, ValidateFunction> }>();
  for (const document of documents) {
    const ajv = new Ajv2020({ strict: false });
    ajv.addFormat("uuid", /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
    // The patterns beside these formats say more.
    for (const format of ["date-time", "int32", "int64", "binary"]) ajv.addFormat(format, true);
    const { components } = document;
    const compile = (schema: object) => ajv.compile({ ...schema, components });
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      const [media] = Object.values(operation.requestBody?.content ?? {});
      const params = (operation.parameters as unknown as readonly Parameter[]).filter(
        ({ in: place }) => place === "path",
      );
      checks.set(operation["x-id"], {
        body: media && compile(media.schema),
        params: new Map(params.map(({ name, schema }) => [name, compile(schema)])),
      });
    }
  }
  return {
    isPermitted: (id, { params, body }) => {
      const check = checks.get(id);
      if (!check) return false;
      const isPath = [...check.params].every(([name, validate]) => {
        const text = params[name] ?? "";
        return validate(text) || (/^(?:\d|true|false)$/.test(text) && validate(JSON.parse(text)));
      });
      if (!isPath) return false;
      if (!check.body || (id === "P1" && body === undefined)) return true;
      return check.body(body) && isReadableThroughout(body);
    },
  };
};

/** Returns what is wrong with the answer to a request that the descriptions permit or do not permit; else undefined. */
export const misjudged = (isPermitted: boolean, status: number, answer: unknown): string | undefined => {
  const { errorCode = "", errorExpando = [] } = (status === 200 ? {} : answer) as Partial<ErrorBody>;
  if (isPermitted) return mismatch.includes(errorCode) ? "valid, but refused" : undefined;
  if (status === 200) return "invalid, but accepted";
  if (errorCode !== "OPA-REQUEST-INVALID") return undefined;
  const isNamed = errorExpando.every(({ error, expandoObject }) => {
    const { property } = expandoObject as { property?: string };
    return property && error !== "" && error !== refusals[errorCode].sentence;
  });
  return isNamed && errorExpando.length > 0 ? undefined : "refused without the broken rule";
};
