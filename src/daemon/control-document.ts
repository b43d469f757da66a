/** The OpenAPI 3.1 document of the control interface, made from the table of requests, the forms of bodies, and the roles. */

import { z } from "zod";
import { ownVersion } from "../lib/own-version.ts";
import { workbookType } from "../report/tables/xlsx.ts";
import { answersBody, auditQuery, decisionBody, pauseBody, runBody, runsQuery } from "./request-forms.ts";
import { type RequestName, requestRoles } from "./requests.ts";

type Described = {
  readonly id: string;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  /** The status and the media type of a good answer; JSON with 200 if they are absent. */
  readonly status?: 202;
  readonly type?: string;
  /** Statuses of refusals besides 401 and 403. */
  readonly refused?: readonly (400 | 404 | 409 | 429 | 503)[];
};

const report = (id: string, type: string): Described => ({ id, summary: "The report of a run", type, refused: [404] });

const described: Readonly<Record<RequestName, Described>> = {
  "GET /status": { id: "status", summary: "How musterd is doing, and what waits for somebody" },
  "POST /runs": {
    id: "requestRun",
    summary: "Ask for a run; `id` is that of the run to come. An Idempotency-Key means the same run for 24 hours",
    body: runBody,
    status: 202,
    refused: [400, 409],
  },
  "GET /runs": { id: "runs", summary: "The last runs, newest first", query: runsQuery, refused: [400] },
  "GET /runs/:id": {
    id: "run",
    summary: "One run, also while it goes on; `requested` before it begins",
    refused: [404],
  },
  "GET /runs/:id/report.json": report("reportJson", "application/json"),
  "GET /runs/:id/report.html": report("reportPage", "text/html"),
  "GET /runs/:id/report.md": report("reportMarkdown", "text/markdown"),
  "GET /runs/:id/report.xlsx": report("reportWorkbook", workbookType),
  "GET /runs/:id/events": {
    id: "events",
    summary: "Server-sent events: `progress` whenever something has changed, then `end` with the run",
    type: "text/event-stream",
    refused: [404],
  },
  "POST /runs/:id/cancel": {
    id: "cancelRun",
    summary: "End a run after its calls in flight (202), or take back the request for it (200)",
    refused: [404, 409],
  },
  "POST /runs/:id/release": {
    id: "releasePlan",
    summary: "Let the plan of a run be applied once although it exceeds limits; `follows` is the run that applies it",
    body: decisionBody,
    status: 202,
    refused: [400, 404, 409],
  },
  "POST /runs/:id/reject": {
    id: "rejectPlan",
    summary: "Let no run apply the plan until it differs",
    body: decisionBody,
    refused: [400, 404, 409],
  },
  "POST /pause": {
    id: "pause",
    summary: "Begin no run before a moment; requests wait",
    body: pauseBody,
    refused: [400],
  },
  "POST /resume": { id: "resume", summary: "End a pause" },
  "GET /explain/:name": {
    id: "explain",
    summary: "What a run would do about one record, and why; reads both sides, one request after the other",
    refused: [404, 409, 429, 503],
  },
  "GET /history/:name": { id: "history", summary: "All that runs have changed about one record", refused: [404, 409] },
  "GET /proposals": {
    id: "proposals",
    summary: "What only a person can decide: held records, and what HR seems to have done",
  },
  "POST /proposals": {
    id: "answerProposals",
    summary: "Decide which records are the same; checked against both sides",
    body: answersBody,
    refused: [400, 503],
  },
  "GET /audit": { id: "audit", summary: "Entries of the audit trail, oldest first", query: auditQuery, refused: [400] },
  "GET /audit/verification": { id: "auditVerification", summary: "Whether the audit trail is as it was written" },
};

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

export const controlDocument = (): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of Object.keys(requestRoles) as RequestName[]) {
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
};

const operationOf = (name: RequestName, path: string): object => {
  const { id, summary, body, query, status = 200, type = "application/json", refused = [] } = described[name];
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
    "x-roles": requestRoles[name],
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
