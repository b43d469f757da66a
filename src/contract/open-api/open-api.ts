/**
 * The interface descriptions: one OpenAPI 3.1 document per group of operations, generated from the contract. They describe
 * exactly what the service accepts and answers; tests compare them with the service.
 */
import { type OperationId, operationIds, prefixOf, specOf } from "../contract.ts";
import type { Group } from "../operations/operation-spec.ts";
import { ErrorBody } from "../records/organisation.ts";
import { describedBody } from "../strict-body.ts";
import { type OpenApiOperation, operationOf, sharedParameters } from "./operation.ts";
import { sharedRefusals } from "./refusals.ts";
import { createSchemaBook, type JsonSchema } from "./schemas.ts";
import { securitySchemesOf } from "./security.ts";

export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: JsonSchema;
  /** The operations, by path and then by lower-case method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & JsonSchema;
  readonly [key: string]: unknown;
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
  "are ISO 8601; without an offset they are at +08:00. A text is one line without control characters and without characters " +
  "that change the direction of writing; a text marked `x-multiline` may contain tabs and line ends. No text or name in a " +
  "body, wherever it is, may contain other control characters or half a surrogate pair.\n\nThe examples are calls to the " +
  "sample company (`musterd service --sample`). Lists in their answers are shortened to two entries, and ids that the " +
  "service makes (`00000000-…`) differ each time.";

/** Returns the document of a group. The path parameter `version` is 1 or 1.0, which mean the same (R2). */
export const openApiDocument = (group: Group): OpenApiDocument => {
  const book = createSchemaBook(operationIds.flatMap((id) => describedBody(id) ?? []));
  const ids = operationIds.filter((id) => specOf(id).group === group);
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const id of ids) {
    const { module, path, method } = specOf(id);
    const at = `${prefixOf[group]}${module}/v{version}${path}`;
    paths[at] = { ...paths[at], [method.toLowerCase()]: operationOf(id, book) };
  }
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
      responses: sharedRefusals(group, book.answered(ErrorBody)),
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
