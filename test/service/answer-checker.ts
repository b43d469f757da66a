/** Validates answers against the interface descriptions that the service serves, with an independent validator (Ajv). */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { OperationId } from "../../src/contract/contract.ts";
import type { OpenApiDocument } from "../../src/contract/open-api/open-api.ts";

type ShownAnswer = { readonly status: number; readonly contentType: string; readonly text: string };

/** Returns undefined if the answer matches the description, otherwise what is wrong with it. */
export type AnswerChecker = (id: OperationId, answer: ShownAnswer) => string | undefined;

type Described = { readonly content?: Readonly<Record<string, object>>; readonly $ref?: string };

/** A JSON pointer (RFC 6901) with these parts, as a URI fragment. */
const pointer = (...parts: readonly string[]): string =>
  `#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;

export const createAnswerChecker = (documents: readonly OpenApiDocument[]): AnswerChecker => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("uuid", /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
  ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/);
  for (const format of ["int32", "int64", "binary"]) ajv.addFormat(format, true);

  /** For each operation, the schema of the answer by status; null where there is no body. */
  const schemas = new Map<string, Map<number, ValidateFunction | null>>();
  for (const [number, document] of documents.entries()) {
    const name = `document-${number}`;
    ajv.addSchema(document, name);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, { "x-id": id, responses }] of Object.entries(methods)) {
        const byStatus = new Map<number, ValidateFunction | null>();
        for (const [status, response] of Object.entries(responses) as [string, Described][]) {
          const shared = response.$ref?.split("/").at(-1);
          const isEmpty = shared === undefined && response.content === undefined;
          const at = shared ? ["components", "responses", shared] : ["paths", path, method, "responses", status];
          const $ref = `${name}${pointer(...at, "content", "application/json", "schema")}`;
          byStatus.set(Number(status), isEmpty ? null : ajv.compile({ $ref }));
        }
        schemas.set(id, byStatus);
      }
    }
  }

  return (id, { status, contentType, text }) => {
    const validate = schemas.get(id)?.get(status);
    if (validate === undefined) return `status ${status} is not described`;
    if (validate === null) return text === "" ? undefined : "there is a body although none is described";
    if (!contentType.startsWith("application/json")) return `the body is ${contentType}`;
    return validate(JSON.parse(text)) ? undefined : ajv.errorsText(validate.errors);
  };
};
