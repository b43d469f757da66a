/** One operation in the interface descriptions: its texts and extensions, parameters, bodies, answers and examples. */
import type { z } from "zod";
import { type OperationId, owesRefresh, specOf } from "../contract.ts";
import recorded from "../examples.json" with { type: "json" };
import type { Group, OperationSpec } from "../operations/operation-spec.ts";
import { permissionLabels } from "../operations/permission-labels.ts";
import { base64BodyLimitBytes, bodyLimitBytes } from "../operations/uploads.ts";
import { CallbackBody } from "../records/callback.ts";
import { ErrorBody, UserRefFlat } from "../records/organisation.ts";
import { describedBody } from "../strict-body.ts";
import { callbackOf } from "./callback.ts";
import { refusalsOf } from "./refusals.ts";
import type { JsonSchema, SchemaBook } from "./schemas.ts";
import { securityOf } from "./security.ts";

export type OpenApiOperation = {
  readonly operationId: string;
  /** The operation's id in the specification. */
  readonly "x-id": OperationId;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly "x-summary-zh-tw": string;
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
} & JsonSchema;

type MediaType = { readonly schema: JsonSchema; readonly example?: unknown };
type OpenApiResponse = { readonly description: string; readonly content?: Readonly<Record<string, MediaType>> };

/**
 * A call to the sample company by operation: what `test/service/examples.test.ts` sent and was answered, with numbers for the ids
 * that the service made. Lists in answers have at most two entries.
 */
const examples: Readonly<Record<OperationId, Example>> = recorded;
type Example = {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: unknown;
};

const version = {
  name: "version",
  in: "path",
  required: true,
  description: "Version of the interface; both spellings mean the same.",
  schema: { type: "string", enum: ["1", "1.0"] },
};

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
});

/** The parameters of all operations of a group. `Api-Key` and the `CorpCode` of the system group are security schemes (R3). */
export const sharedParameters: Readonly<Record<Group, JsonSchema>> = {
  system: { version, "App-Id": header("App-Id", "Identifier of the calling application; ignored.") },
  user: {
    version,
    "App-Id": header("App-Id", "Identifier of the application; if given, the token must have been issued to it."),
    CorpCode: header("CorpCode", "Code of the company; if given, the user must belong to it."),
  },
};

export const operationOf = (id: OperationId, book: SchemaBook): OpenApiOperation => {
  const spec = specOf(id);
  const { name, summary, summaryZhTw, note, tag, permission, mutates, group } = spec;
  const notes = [
    note,
    permission ? `Permission: ${permissionLabels[permission]}.` : "Accepts any key or token.",
    mutates ? "" : "Changes nothing.",
    owesRefresh(id) ? "Call P1 once after the last change of a series." : "",
  ];
  return {
    operationId: name,
    "x-id": id,
    tags: [tag],
    summary,
    "x-summary-zh-tw": summaryZhTw,
    description: `${id}. ${notes.filter(Boolean).join(" ")}`,
    ...(permission ? { "x-permission": permission } : {}),
    ...(owesRefresh(id) ? { "x-changes-organization": true } : {}),
    security: securityOf(spec),
    parameters: [
      ...Object.keys(sharedParameters[group]).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ...pathParameters(spec, book, examples[id]),
    ],
    ...(spec.body ? { requestBody: requestBody(spec, describedBody(id) as z.ZodType, book, examples[id]) } : {}),
    responses: responsesOf(spec, book, id),
    ...(id === "F1" ? { callbacks: callbackOf(book.sent(CallbackBody)) } : {}),
  };
};

const pathParameters = ({ params }: OperationSpec, book: SchemaBook, example: Example): JsonSchema[] => {
  const { properties = {} } = book.sent(params) as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "path",
    required: true,
    description,
    ...pathValue(name, schema, example.params?.[name] ?? ""),
  }));
};

/** A slash is refused, and programs take a dot or two for a folder (R15). */
const notInPath = "[/\\\\]|^\\.{1,2}$";

/** Describes a path value. In the contract it is a text; the description states the type of the value in that text. */
const pathValue = (name: string, schema: JsonSchema, example: string) => {
  if (name === "userType") return { schema: { $ref: "#/components/schemas/UserDataType" }, example: Number(example) };
  if (schema["enum"]) return { schema: { type: "boolean" }, example: example === "true" };
  return { schema: { ...schema, minLength: 1, not: { pattern: notInPath } }, example };
};

/** A whole body may not have a blank code, which a person within a body may. */
const notBlankCode = {
  properties: {
    userCode: { pattern: "\\S", description: "Account or employee number, as `userType` says; not blank." },
  },
};

const requestBody = (spec: OperationSpec, body: z.ZodType, book: SchemaBook, example: Example) => ({
  description: bodyLimit(spec),
  required: !body.safeParse(undefined).success,
  content: {
    [spec.bodyType === "multipart" ? "multipart/form-data" : "application/json"]: {
      schema: { ...book.sent(body), ...(body === UserRefFlat ? notBlankCode : {}) },
      example: example.body,
    },
  },
});

const bodyLimit = ({ bodyType, name }: OperationSpec): string => {
  if (bodyType === "multipart") return "The size of a chunk is limited by a setting of the site.";
  return `At most ${(name === "uploadBase64" ? base64BodyLimitBytes : bodyLimitBytes).toLocaleString("en")} bytes.`;
};

const responsesOf = (
  { response }: OperationSpec,
  book: SchemaBook,
  id: OperationId,
): OpenApiOperation["responses"] => ({
  200: response
    ? {
        description: "Done.",
        content: { "application/json": { schema: answerSchema(response, book, id), example: examples[id].answer } },
      }
    : { description: "Done; the answer has no body." },
  ...(refusalsOf(id, book.answered(ErrorBody)) as OpenApiOperation["responses"]),
});

/** Returns the schema of an answer. The answer of D10 is null for a department without a manager (R39). */
const answerSchema = (response: z.ZodType, book: SchemaBook, id: OperationId): JsonSchema =>
  id === "D10" ? { anyOf: [book.answered(response), { type: "null" }] } : book.answered(response);
