/**
 * The interface descriptions: one OpenAPI 3.1 document per group of operations, generated from the contract. They describe
 * exactly what the service accepts and answers; tests compare them with the service.
 */
import type { z } from "zod";
import { CallbackBody } from "./callback.ts";
import { type OperationId, operationIds, owesRefresh, prefixOf, specOf } from "./contract.ts";
import { callbackOf } from "./open-api-callback.ts";
import { createSchemaBook, type JsonSchema, type SchemaBook } from "./open-api-schemas.ts";
import { securityOf, securitySchemesOf } from "./open-api-security.ts";
import type { Group, OperationSpec } from "./operation-spec.ts";
import { permissionLabels } from "./permission-labels.ts";
import { ErrorBody } from "./records.ts";

export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: JsonSchema;
  /** The operations, by path and then by lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & JsonSchema;
  readonly [key: string]: unknown;
};

export type OpenApiOperation = {
  readonly operationId: string;
  /** The operation's id in the specification. */
  readonly "x-id": OperationId;
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
} & JsonSchema;

type OpenApiResponse = {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
};

const titles: Readonly<Record<Group, string>> = {
  system: "System-scoped operations",
  user: "User-scoped operations",
};

const introductions: Readonly<Record<Group, string>> = {
  system:
    "A key of another system can act on all data: organisation, agents, forms, documents, punch " +
    "records, surveys, notices and files.",
  user: "An application acts on behalf of the signed-in user: own profile, own forms, documents and files.",
};

const conventions =
  "Property names are case-sensitive, and unknown properties of a request are ignored. A property that is required and " +
  "nullable is refused when it is null or blank, except dates that null clears. Codes, accounts, employee numbers and names " +
  "of categories and documents are compared regardless of case, width (half or full) and spaces at the ends. Date-times " +
  "are ISO 8601; without an offset they are at +08:00.";

/** Returns the document of a group. The path parameter `version` is 1 or 1.0, which mean the same (R2). */
export const openApiDocument = (group: Group): OpenApiDocument => {
  const book = createSchemaBook(operationIds.flatMap((id) => specOf(id).body ?? []));
  const ids = operationIds.filter((id) => specOf(id).group === group);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const id of ids) {
    const { module, path, method } = specOf(id);
    const at = `${prefixOf[group]}${module}/v{version}${path}`;
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(id, book) };
  }
  const error = book.answered(ErrorBody);
  return {
    openapi: "3.1.0",
    info: {
      title: titles[group],
      version: "1.0.0",
      description: `${introductions[group]}\n\n${conventions}`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The service that shows this description" }],
    tags: tagsOf(ids),
    paths,
    components: {
      schemas: book.components(),
      parameters: sharedParameters[group],
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `Refusal${status}`,
          { description, content: { "application/json": { schema: error } } },
        ]),
      ),
      securitySchemes: securitySchemesOf(group),
    },
  };
};

const tagDescriptions: Readonly<Record<string, string>> = {
  Departments: "The tree of departments and their managers.",
  "Department levels": "The ranks that departments have.",
  Employees: "People, their posts and who approves for them.",
  "Job functions": "Functions that people have in their posts, by category.",
  "Job titles": "Titles that people have in their posts, by rank.",
  "Permission refresh": "Recomputes the permissions that follow from the organisation.",
  Agents: "Agents, who sign for absent people.",
  Forms: "Forms of the workflow: designs, initiation, searches, signing.",
  "Document libraries": "Folders and ordinary documents; deleted items go to the trash.",
  "Controlled documents": "Documents with versions, which can be voided and destroyed but not deleted.",
  "Punch records": "Records of people coming and going.",
  Surveys: "Surveys to copy and publish.",
  Notifications: "Messages to single people.",
  "File upload": "Upload files first; documents and forms refer to them.",
  "Own profile": "The signed-in user.",
  "Own forms": "Documents that wait for the user's signature.",
  "Document center": "Folders and documents that the user may see or manage.",
};

const tagsOf = (ids: readonly OperationId[]) =>
  [...new Set(ids.map((id) => specOf(id).tag))].map((name) => ({ name, description: tagDescriptions[name] ?? name }));

const version = {
  name: "version",
  in: "path",
  required: true,
  description: "Version of the interface; both spellings mean the same.",
  schema: { type: "string", enum: ["1", "1.0"] },
};

const appId = {
  name: "App-Id",
  in: "header",
  required: false,
  description: "Identifier of the calling application; ignored.",
  schema: { type: "string" },
};

const sharedParameters: Readonly<Record<Group, JsonSchema>> = {
  system: { version, "App-Id": appId },
  user: { version },
};

const refusals = {
  400: "The request is invalid, or not possible in the present state. Nothing was done.",
  401: "The key or token is unknown or lacks the permission. Nothing was done.",
  404: "The record that the request names does not exist.",
  413: "The body is too large. Nothing was done.",
  415: "The body has the wrong content type. Nothing was done.",
} as const;

const operationOf = (id: OperationId, book: SchemaBook): OpenApiOperation => {
  const spec = specOf(id);
  const { name, summary, tag, permission, mutates, group } = spec;
  const notes = [
    permission ? `Permission: ${permissionLabels[permission]}.` : "Accepts any key or token.",
    mutates ? "" : "Changes nothing.",
    owesRefresh(id) ? "Call P1 once after the last change of a series." : "",
  ];
  return {
    operationId: name,
    "x-id": id,
    tags: [tag],
    summary,
    description: notes.filter(Boolean).join(" "),
    ...(permission ? { "x-permission": permission } : {}),
    security: securityOf(spec),
    parameters: [
      ...Object.keys(sharedParameters[group]).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ...pathParameters(spec, book),
    ],
    ...(spec.body ? { requestBody: requestBody(spec, spec.body, book) } : {}),
    responses: responsesOf(spec, book, id),
    ...(id === "F1" ? { callbacks: callbackOf(book.sent(CallbackBody)) } : {}),
  };
};

const pathParameters = ({ params }: OperationSpec, book: SchemaBook): JsonSchema[] => {
  const { properties = {} } = book.sent(params) as { properties?: Record<string, JsonSchema> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "path",
    required: true,
    ...(description === undefined ? {} : { description }),
    schema: pathSchema(schema),
  }));
};

/** Describes a path value. In the contract it is a text; the description states the type of the value in that text. */
const pathSchema = (schema: JsonSchema): JsonSchema => {
  const values = schema["enum"];
  if (!Array.isArray(values)) return { ...schema, minLength: 1 };
  if (values.includes("true")) return { type: "boolean" };
  return { type: "integer", format: "int32", enum: values.map(Number) };
};

const requestBody = (spec: OperationSpec, body: z.ZodType, book: SchemaBook) => ({
  required: !body.safeParse(undefined).success,
  content: {
    [spec.bodyType === "multipart" ? "multipart/form-data" : "application/json"]: { schema: book.sent(body) },
  },
});

const responsesOf = (spec: OperationSpec, book: SchemaBook, id: OperationId): OpenApiOperation["responses"] => {
  const { response, body } = spec;
  const statuses = Object.keys(refusals).filter((status) => body || (status !== "413" && status !== "415"));
  return {
    200: response
      ? { description: "Done.", content: { "application/json": { schema: answerSchema(response, book, id) } } }
      : { description: "Done; the answer has no body." },
    ...Object.fromEntries(
      statuses.map((status) => [
        status,
        { $ref: `#/components/responses/Refusal${status}` } as unknown as OpenApiResponse,
      ]),
    ),
  };
};

/** Returns the schema of an answer. The answer of D10 is null for a department without a manager (R39). */
const answerSchema = (response: z.ZodType, book: SchemaBook, id: OperationId): JsonSchema =>
  id === "D10" ? { anyOf: [book.answered(response), { type: "null" }] } : book.answered(response);
