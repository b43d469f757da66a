/** The requests of the control interface. The HTTP checks, the OpenAPI document and the tests follow this table. */
import type { z } from "zod";
import { type Role, roles } from "../../model/role.ts";
import { workbookType } from "../../report/tables/xlsx.ts";
import { answersBody, auditQuery, decisionBody, pauseBody, runBody, runsQuery } from "./request-forms.ts";

/** A request of the control interface. */
export type RequestSpec = {
  readonly id: string;
  readonly summary: string;
  /** A caller with one of them may send the request. */
  readonly roles: readonly Role[];
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  /** The status and the media type of a good answer; JSON with 200 if they are absent. */
  readonly status?: 202;
  readonly type?: string;
  /** Statuses of refusals besides 401 and 403. */
  readonly refused?: readonly (400 | 404 | 409 | 429 | 503)[];
};

const report = (id: string, type: string): RequestSpec => ({
  id,
  roles,
  summary: "The report of a run",
  type,
  refused: [404],
});

/** By method and path below /v1. */
export const requests = {
  "GET /status": { id: "status", roles, summary: "How musterd is doing, and what waits for somebody" },
  "POST /runs": {
    id: "requestRun",
    roles: ["operator"],
    summary: "Ask for a run; `id` is that of the run to come. An Idempotency-Key means the same run for 24 hours",
    body: runBody,
    status: 202,
    refused: [400, 409],
  },
  "GET /runs": { id: "runs", roles, summary: "The last runs, newest first", query: runsQuery, refused: [400] },
  "GET /runs/:id": {
    id: "run",
    roles,
    summary: "One run, also while it goes on; `requested` before it begins",
    refused: [404],
  },
  "GET /runs/:id/report.json": report("reportJson", "application/json"),
  "GET /runs/:id/report.html": report("reportPage", "text/html"),
  "GET /runs/:id/report.md": report("reportMarkdown", "text/markdown"),
  "GET /runs/:id/report.xlsx": report("reportWorkbook", workbookType),
  "GET /runs/:id/events": {
    id: "events",
    roles,
    summary: "Server-sent events: `progress` whenever something has changed, then `end` with the run",
    type: "text/event-stream",
    refused: [404],
  },
  "POST /runs/:id/cancel": {
    id: "cancelRun",
    roles: ["operator"],
    summary: "End a run after its calls in flight (202), or take back the request for it (200)",
    refused: [404, 409],
  },
  "POST /runs/:id/release": {
    id: "releasePlan",
    roles: ["approver"],
    summary:
      "Let the plan of a run be applied once although it exceeds limits; `follows` is the run that applies it, and is absent for an undo",
    body: decisionBody,
    status: 202,
    refused: [400, 404, 409],
  },
  "POST /runs/:id/reject": {
    id: "rejectPlan",
    roles: ["approver"],
    summary: "Let no run apply the plan until it differs",
    body: decisionBody,
    refused: [400, 404, 409],
  },
  "POST /pause": {
    id: "pause",
    roles: ["operator"],
    summary: "Begin no run before a moment; requests wait",
    body: pauseBody,
    refused: [400],
  },
  "POST /resume": { id: "resume", roles: ["operator"], summary: "End a pause" },
  "GET /explain/:name": {
    id: "explain",
    roles,
    summary: "What a run would do about one record, and why; reads both sides, one request after the other",
    refused: [404, 409, 429, 503],
  },
  "GET /history/:name": {
    id: "history",
    roles,
    summary: "All that runs have changed about one record",
    refused: [404, 409],
  },
  "GET /proposals": {
    id: "proposals",
    roles,
    summary: "What only a person can decide: held records, and what HR seems to have done",
  },
  "POST /proposals": {
    id: "answerProposals",
    roles: ["approver"],
    summary: "Decide which records are the same; checked against both sides",
    body: answersBody,
    refused: [400, 429, 503],
  },
  "GET /audit": {
    id: "audit",
    roles: ["auditor"],
    summary: "Entries of the audit trail, oldest first",
    query: auditQuery,
    refused: [400],
  },
  "GET /audit/verification": {
    id: "auditVerification",
    roles: ["auditor"],
    summary: "Whether the audit trail is as it was written",
  },
} as const satisfies Readonly<Record<string, RequestSpec>>;

/** A method and a path below /v1. */
export type RequestName = keyof typeof requests;

export const mayRequest = (own: readonly Role[], name: RequestName): boolean =>
  own.some((role) => (requests[name].roles as readonly Role[]).includes(role));
