/** The OpenAPI 3.1 document of the control interface, made from the table of requests; once, because strangers ask for it. */
import { z } from "zod";
import { once } from "../../lib/once.ts";
import { ownVersion } from "../../lib/own-version.ts";
import { type RequestName, type RequestSpec, requests } from "./requests.ts";

const error = { $ref: "#/components/schemas/Error" };
const meanings = {
  400: "The body or the query is not as described",
  401: "The token is missing or wrong",
  403: "The caller has no role for the request, or may not decide this",
  404: "There is no such run or record",
  409: "The state does not permit it; `code` says why",
  429: "Too many such requests wait; try again later",
  503: "Another part does not work now",
} as const;

export const controlDocument = once((): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of Object.keys(requests) as RequestName[]) {
    const [method = "", path = ""] = name.split(" ");
    const address = `/v1${path.replace(/:(\w+)/g, "{$1}")}`;
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(name, path) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "musterd control interface",
      version: ownVersion,
      description: "What other programs may ask of a running musterd. Errors are `{code, message}`.",
      license: { name: "See LICENSE", url: "https://spdx.org/licenses/" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: {
        Error: {
          type: "object",
          required: ["code", "message"],
          properties: {
            code: { type: "string" },
            message: { type: "string" },
            hint: { type: "string" },
            where: { type: "object" },
          },
        },
      },
    },
  };
});

const operationOf = (name: RequestName, path: string): object => {
  const spec: RequestSpec = requests[name];
  const { id, roles, summary, body, query, status = 200, type = "application/json", refused = [] } = spec;
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
      name: parameter,
      in: "path",
      required: true,
      schema: { type: "string" },
    })),
    ...queryParameters(query),
    ...(name === "POST /runs" ? [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }] : []),
  ];
  const good = {
    description: summary,
    content: { [type]: { schema: type === "application/json" ? {} : { type: "string" } } },
  };
  const answers = name === "POST /runs/:id/cancel" ? { 200: good, 202: good } : { [status]: good };
  return {
    operationId: id,
    summary,
    "x-roles": roles,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: name !== "POST /runs", content: { "application/json": { schema: schemaOf(body) } } },
    }),
    responses: {
      ...answers,
      ...Object.fromEntries(
        ([401, 403, ...refused] as const).map((code) => [
          code,
          { description: meanings[code], content: { "application/json": { schema: error } } },
        ]),
      ),
    },
  };
};

const schemaOf = (form: z.ZodType): object => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(form, { io: "input" });
  return schema;
};

const queryParameters = (query: z.ZodObject | undefined): readonly object[] => {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: "output", unrepresentable: "any" });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", schema }));
};
